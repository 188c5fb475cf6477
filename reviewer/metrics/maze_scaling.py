"""The same solution at the size of an answer: resampled once, its lattice scaled."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from reviewer.metrics import NotMeasured
from reviewer.metrics.maze_color import Channels, walls_of
from reviewer.metrics.maze_grid import GRID_LEVEL, wall_thickness
from reviewer.metrics.maze_solution import SolutionAnalysis, frozen, square_of, unscored_mask

SHAPE_SLACK = 1.02
# Below a pixel no wall covers one by half.
THINNEST_WALL = 1.0
# Bilinear leaves the edge of a wall of 1 px brighter by 33 levels than bicubic does.
GREY_SLACK = 40


def scale_solution(solution: SolutionAnalysis, size: tuple[int, int]) -> SolutionAnalysis:
    """Return the analysis of the same solution at another size.

    The solution is resampled, never the answer: an answer's thin walls would fall under the
    threshold no more.

    Parameters
    ----------
    solution : SolutionAnalysis
        At its own size.
    size : (height, width)

    Returns
    -------
    SolutionAnalysis
        `solution` itself where the size is the same.

    Raises
    ------
    NotMeasured
        The shapes differ by more than 2 %, or walls would be thinner than a pixel; the message
        names both sizes.
    """
    if size == solution.size:
        return solution
    old = (solution.rgb.shape[0], solution.rgb.shape[1])
    scale_x, scale_y = _scale(old, size)
    method = cv2.INTER_AREA if scale_x * scale_y < 1 else cv2.INTER_CUBIC
    rgb = np.asarray(
        cv2.resize(solution.rgb, (size[1], size[0]), interpolation=method), dtype=np.uint8
    )
    lattice = solution.lattice.scaled(scale_x / solution.scale[0], scale_y / solution.scale[1])
    _check_walls(lattice.wall, old, size)
    channels = Channels.of(rgb)
    (green, start), (red, end) = square_of(channels, "green"), square_of(channels, "red")
    if start is None or end is None:
        raise NotMeasured(
            f"at {size[1]}×{size[0]} the solution's start or end square is too small to see; "
            "give a larger picture"
        )
    brightest = channels.brightest()
    barriers = walls_of(brightest, max(GRID_LEVEL, solution.black_threshold))
    grey_below = cv2.bitwise_and(np.minimum(brightest, GRID_LEVEL) + GREY_SLACK, barriers)
    return frozen(
        replace(
            solution,
            lattice=lattice,
            walls=walls_of(brightest, solution.black_threshold),
            barriers=barriers,
            grey_below=np.asarray(grey_below, dtype=np.uint8),
            path=channels.path(),
            green=green,
            red=red,
            unscored=unscored_mask(lattice, green, red, (solution.start_cell, solution.end_cell)),
            start_xy=start,
            end_xy=end,
            thickness=wall_thickness(barriers, lattice.wall),
            scale=(scale_x, scale_y),
        )
    )


def _check_walls(thickness: float, old: tuple[int, int], new: tuple[int, int]) -> None:
    if thickness < THINNEST_WALL:
        raise NotMeasured(
            f"the answer is {new[1]}×{new[0]} and the solution {old[1]}×{old[0]}: at that size "
            f"its walls are {thickness:.2f} px thick and crossings cannot be seen; give a "
            "larger answer"
        )


def _scale(old: tuple[int, int], new: tuple[int, int]) -> tuple[float, float]:
    scale_y, scale_x = new[0] / old[0], new[1] / old[1]
    if max(scale_x / scale_y, scale_y / scale_x) > SHAPE_SLACK:
        raise NotMeasured(
            f"the answer is {new[1]}×{new[0]} and the solution {old[1]}×{old[0]}: "
            "their shapes differ by more than 2 %; give the solution of this maze"
        )
    return scale_x, scale_y
