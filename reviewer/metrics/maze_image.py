"""Judging a still picture of a solved maze against its solution."""

from __future__ import annotations

from typing import TypedDict

import cv2
import numpy as np

from reviewer.metrics import NotMeasured
from reviewer.metrics.maze_bleed import without_bleed
from reviewer.metrics.maze_color import Channels, RgbImage, walls_of
from reviewer.metrics.maze_crossing import Crossing, find_crossings
from reviewer.metrics.maze_ends import up_to_squares
from reviewer.metrics.maze_evaluation import MazeEvaluation, MazeMasks
from reviewer.metrics.maze_faint import with_faint
from reviewer.metrics.maze_grid import wall_thickness
from reviewer.metrics.maze_lattice import Lattice
from reviewer.metrics.maze_layout import Layout, find_layout, wall_iou
from reviewer.metrics.maze_overdrawn import is_soft, with_overdrawn
from reviewer.metrics.maze_overshoot import without_overshoot
from reviewer.metrics.maze_parameters import IMAGE_DEFAULTS, MazeParameters
from reviewer.metrics.maze_passing import passed_steps
from reviewer.metrics.maze_path import (
    CenterLine,
    cells_and_steps,
    center_line,
    kernel_side,
    match_path,
    scored_target,
    widen,
    without,
)
from reviewer.metrics.maze_presence import missing_maze
from reviewer.metrics.maze_reflection import (
    GraphShape,
    around_corners,
    covered_steps,
    graph_shape,
    marker_steps,
    reflect,
    split_steps,
    touched_markers,
    visited_cells,
)
from reviewer.metrics.maze_scaling import scale_solution
from reviewer.metrics.maze_solution import SolutionAnalysis
from reviewer.metrics.maze_spot import Mask

# Thinner lines break under JPEG q30 and lose cells that they went through.
THINNEST_LINE = 2.0
# From the start, and from the end: more parts are dashes.
MOST_PARTS = 2


def evaluate_image(
    rgb: RgbImage,
    solution: SolutionAnalysis,
    parameters: MazeParameters = IMAGE_DEFAULTS,
) -> MazeEvaluation:
    """Judge a picture with a blue path.

    Parameters
    ----------
    rgb : (H, W, 3) uint8
        The answer; never resampled.
    solution : SolutionAnalysis
        At any size: it is scaled to the answer.
    parameters : MazeParameters

    Returns
    -------
    MazeEvaluation
        Without a blue path all path numbers are 0 and a note says so.

    Raises
    ------
    NotMeasured
        Not an 8-bit RGB picture, no maze in it, or a shape that differs from the solution's by
        more than 2 %.
    """
    _check_answer(rgb)
    fitted = scale_solution(solution, (rgb.shape[0], rgb.shape[1]))
    channels = Channels.of(rgb)
    brightest = channels.brightest()
    own_walls = walls_of(brightest, parameters.black_threshold)
    layout, squares = _layout(channels, brightest, fitted, parameters)
    walls, thickness = _chosen_walls(own_walls, fitted, parameters)
    path, bled = _drawn_path(channels, walls, squares, fitted.lattice, thickness)
    crossing = find_crossings(
        path,
        walls,
        fitted.lattice,
        thickness=thickness,
        tolerance=parameters.tolerance_pixels * fitted.mean_scale,
        squares=squares,
    )
    line = center_line(path)
    touched, shape = _visits(path, line, crossing, fitted, squares)
    masks = MazeMasks(
        picture=rgb, path=path, walls=walls, thickness=thickness, squares=squares,
        **_widened(path, line, fitted, parameters),
    )  # fmt: skip
    return MazeEvaluation(
        solution=fitted,
        parameters=parameters,
        layout=layout,
        crossing=crossing,
        path=match_path(masks.wide, fitted),
        target_achievement=len(touched) / len(fitted.cells),
        touched_cells=touched,
        reflection=reflect(shape.loops, shape.length, fitted, parameters),
        masks=masks,
        notes=fitted.notes + _notes(own_walls, fitted, line, shape, bled),
    )


def _check_answer(rgb: RgbImage) -> None:
    if rgb.dtype != np.uint8 or rgb.ndim != 3 or rgb.shape[2] != 3 or rgb.size == 0:
        raise NotMeasured(f"a maze answer is 8-bit RGB, not {rgb.dtype} {rgb.shape}; convert it")


class _Widened(TypedDict):
    wide: Mask
    target: Mask
    widened_by: int


def _widened(
    path: Mask, line: CenterLine, solution: SolutionAnalysis, parameters: MazeParameters
) -> _Widened:
    side = parameters.dilation_size or kernel_side(solution, thickness=line.thickness)
    wide = widen(path, solution, side=side)
    return {"wide": wide, "target": scored_target(solution), "widened_by": side}


def _layout(
    channels: Channels, brightest: Mask, solution: SolutionAnalysis, parameters: MazeParameters
) -> tuple[Layout, Mask]:
    """Return the layout of an answer and its squares; raises NotMeasured without a maze."""
    green, red = channels.spot("green"), channels.spot("red")
    if reason := missing_maze(channels, solution, (green.mask, red.mask)):
        raise NotMeasured(f"the answer shows no maze: {reason}")
    layout = find_layout(
        wall_iou(solution.walls_in(brightest), solution.barriers),
        channels.middle("green", green),
        channels.middle("red", red),
        solution=solution,
        parameters=parameters,
    )
    shape = brightest.shape
    return layout, np.asarray(cv2.bitwise_or(green.drawn(shape), red.drawn(shape)), np.uint8)


def _chosen_walls(
    own: Mask, solution: SolutionAnalysis, parameters: MazeParameters
) -> tuple[Mask, int]:
    if parameters.wall_source == "solution":
        return solution.barriers, solution.thickness
    walls = own
    if parameters.wall_source == "union":
        walls = np.asarray(cv2.bitwise_or(own, solution.barriers), dtype=np.uint8)
    return walls, wall_thickness(walls, solution.lattice.wall)


def _drawn_path(
    channels: Channels, walls: Mask, squares: Mask, lattice: Lattice, thickness: int
) -> tuple[Mask, int]:
    """Return the line that was drawn, and how many pixels blur or JPEG had added to it."""
    spot = channels.spot("blue")
    blue = channels.path(spot)
    if is_soft(channels, spot.drawn(blue.shape)):
        blue = with_faint(channels, spot, blue, walls, thickness=thickness)
    path, bled = without_bleed(channels, blue, walls, squares, lattice, thickness=thickness)
    path = up_to_squares(channels, path, walls, squares, lattice)
    if not is_soft(channels, blue):
        return path, bled
    path = without_overshoot(channels, path, walls, squares, lattice, thickness=thickness)
    return with_overdrawn(channels, blue, path, walls, squares, lattice), bled


def _visits(
    path: Mask,
    line: CenterLine,
    crossing: Crossing,
    solution: SolutionAnalysis,
    squares: Mask,
) -> tuple[tuple[int, ...], GraphShape]:
    """Return the solution cells that count as touched, and the shape of the path's cells."""
    lattice = solution.lattice
    markers = touched_markers(path, solution)
    pixels, steps = cells_and_steps(line, lattice)
    clean_pixels, clean_steps = pixels, steps
    if crossing.walls_crossed:
        clean = without(line, crossing.crossing_pieces)
        clean_pixels, clean_steps = cells_and_steps(clean, lattice)
    passages, walls = split_steps(around_corners(steps, path, lattice), lattice)
    clean_passages, tips = split_steps(around_corners(clean_steps, path, lattice), lattice)
    touched = visited_cells(clean_pixels, clean_passages, lattice.open_width) | markers
    missed = [number for number in solution.cells if number not in touched]
    passed = passed_steps(path, solution.barriers, lattice, missed)
    touched |= passed.keys()
    edges = passages | (walls - tips) | marker_steps(path, solution)
    edges = edges.union(*passed.values())
    nodes = visited_cells(pixels, edges, lattice.open_width) | markers
    ends = (solution.start_cell, solution.end_cell)
    reached = tuple(number for number in solution.cells if number in touched)
    covered, beneath = covered_steps(path, squares, solution)
    return reached, graph_shape(nodes | covered, edges, tips | beneath, ends)


def _notes(
    own_walls: Mask, solution: SolutionAnalysis, line: CenterLine, shape: GraphShape, bled: int
) -> tuple[str, ...]:
    notes = []
    if not line.xs.size:
        notes.append("no_path: the answer has no blue path; its path numbers are 0")
    elif line.thickness < THINNEST_LINE:
        notes.append("thin_path: a line of 1 px does not survive JPEG; cells may be missed")
    if shape.parts > MOST_PARTS:
        notes.append(
            f"broken_path: the path is in {shape.parts} parts; steps between them are not seen"
        )
    if bled:
        notes.append(
            f"soft_path: {bled} px of pale blue over thin walls are taken for blur or JPEG; "
            "a narrow cut between two stretches of one path may look the same"
        )
    if not own_walls.any() and not solution.walls.any():
        notes.append("no_walls: neither picture has walls at this black threshold; IoU is 0")
    if len(solution.cells) < 2:
        notes.append("one_cell: start and end share a cell; the length ratio is 0")
    return tuple(notes)
