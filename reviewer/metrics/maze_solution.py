"""What a solution picture says about its maze: once per solution, then cached."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.metrics import NotMeasured
from reviewer.metrics.maze_color import Channels, MazeColor, RgbImage, walls_of
from reviewer.metrics.maze_grid import find_lattice, wall_thickness
from reviewer.metrics.maze_lattice import Lattice
from reviewer.metrics.maze_spot import Mask, largest_pieces

Point = tuple[float, float]

INTEGER_SLACK = 0.2
COLORED_SHARE = 0.5


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SolutionAnalysis:
    """A solution picture, read: masks (H, W) uint8 of 0 or 255, lattice, cells and markers.

    Parameters
    ----------
    rgb : (H, W, 3) uint8
        The picture at its own size, whatever size the masks have.
    lattice : Lattice
    walls, path, green, red : masks
        Walls, blue solution path, start square, end square.
    barriers : mask
        Walls that must not be crossed: `walls`, and at another size every pixel that a wall
        covers by half, since resampling leaves thin walls grey.
    unscored : mask
        Start and end cell and their squares: left out of both sides of path IoU.
    cells : tuple of int
        Numbers of the cells on the solution, start and end included, ascending.
    start_cell, end_cell : int
    start_xy, end_xy : (x, y)
        Middles of the two squares in pixels.
    thickness : int
        Thickness of `barriers` in pixels: less than the lattice's where edges are soft.
    scale : (x, y)
        Pixels of the masks per pixel of the picture.
    black_threshold : int
    grey_below : (H, W) uint8 or None
        Only at another size: how bright a pixel of a wall's grey edge may not be; 0 elsewhere.
    notes : tuple of str
    """

    rgb: RgbImage
    lattice: Lattice
    walls: Mask
    barriers: Mask
    path: Mask
    green: Mask
    red: Mask
    unscored: Mask
    cells: tuple[int, ...]
    start_cell: int
    end_cell: int
    start_xy: Point
    end_xy: Point
    thickness: int
    scale: tuple[float, float] = (1.0, 1.0)
    black_threshold: int = 30
    grey_below: Mask | None = None
    notes: tuple[str, ...] = ()

    @property
    def size(self) -> tuple[int, int]:
        """Height and width of the masks."""
        return self.walls.shape[0], self.walls.shape[1]

    def walls_in(self, brightest: Mask) -> Mask:
        """Return the walls of an answer, to be held against `barriers`; (H, W) uint8.

        Resampling leaves the edges of walls grey: there an answer's may be as grey as the
        solution's, and an answer that was enlarged with hard edges has them black.

        Parameters
        ----------
        brightest : (H, W) uint8
            The answer's highest channel.
        """
        walls = walls_of(brightest, self.black_threshold)
        if self.grey_below is None:
            return walls
        grey = cv2.compare(brightest, self.grey_below, cv2.CMP_LT)
        return np.asarray(cv2.bitwise_or(walls, grey), dtype=np.uint8)

    @property
    def mean_scale(self) -> float:
        """Mask pixels per solution pixel, as one number."""
        return math.sqrt(self.scale[0] * self.scale[1])

    @property
    def marker_reach(self) -> int:
        """How many pixels around a marker square a path still touches it."""
        wall = self.lattice.wall / self.mean_scale
        half = 0 if self.lattice.wall >= self.lattice.open_width / 2 else wall // 2
        return round((half + 3) * self.mean_scale)


def analyse_solution(
    rgb: RgbImage,
    *,
    black_threshold: int = 30,
    expected: tuple[int, int] | None = None,
) -> SolutionAnalysis:
    """Read a solution picture.

    Parameters
    ----------
    rgb : (H, W, 3) uint8
        Black walls, white ground, blue path cells, green start, red end.
    black_threshold : int
        A wall has every channel below it.
    expected : (columns, rows), optional
        Cells that the file's name promises; another count is a note, not an error.

    Returns
    -------
    SolutionAnalysis

    Raises
    ------
    NotMeasured
        No maze, no start or end square, or no path between them.
    """
    _check_rgb(rgb)
    channels = Channels.of(rgb)
    lattice = find_lattice(channels)
    notes = _grid_notes(lattice, expected)
    (green, start_xy), (red, end_xy) = square_of(channels, "green"), square_of(channels, "red")
    path = channels.path()
    start = _marker_cell(lattice, start_xy, "green start")
    end = _marker_cell(lattice, end_xy, "red end")
    colored = cv2.bitwise_or(cv2.bitwise_or(path, green), red)
    cells = tuple(sorted({*_colored_cells(colored, lattice), start[0], end[0]}))
    _check_way(path, lattice, start[0], end[0])
    walls = channels.walls(black_threshold)
    return frozen(
        SolutionAnalysis(
            rgb=rgb,
            lattice=lattice,
            walls=walls,
            barriers=walls,
            path=path,
            green=green,
            red=red,
            unscored=unscored_mask(lattice, green, red, (start[0], end[0])),
            cells=cells,
            start_cell=start[0],
            end_cell=end[0],
            start_xy=start[1],
            end_xy=end[1],
            thickness=wall_thickness(walls, lattice.wall),
            black_threshold=black_threshold,
            notes=notes,
        )
    )


def _check_rgb(rgb: RgbImage) -> None:
    if rgb.dtype != np.uint8 or rgb.ndim != 3 or rgb.shape[2] != 3 or rgb.size == 0:
        raise NotMeasured(
            f"a maze picture is 8-bit RGB, not {rgb.dtype} {rgb.shape}; convert it first"
        )


def _grid_notes(lattice: Lattice, expected: tuple[int, int] | None) -> tuple[str, ...]:
    grid = f"{lattice.columns}×{lattice.rows}"
    notes = []
    if lattice.off_integer > INTEGER_SLACK:
        notes.append(
            f"grid_mismatch: the walls give {grid} cells, {lattice.off_integer:.2f} off a whole "
            "number"
        )
    if expected is not None and expected != (lattice.columns, lattice.rows):
        notes.append(
            f"grid_mismatch: the walls give {grid} cells, the name {expected[0]}×{expected[1]}"
        )
    return tuple(notes)


def square_of(channels: Channels, color: MazeColor) -> tuple[Mask, Point | None]:
    """Return the mask of a start or end square, (H, W) uint8, and its middle."""
    spot = channels.spot(color)
    return largest_pieces(spot.drawn(channels.red.shape)), channels.middle(color, spot)


def _marker_cell(lattice: Lattice, middle: Point | None, name: str) -> tuple[int, Point]:
    if middle is None:
        raise NotMeasured(f"the solution has no {name} square; choose the maze's solution")
    number = lattice.id_at(*middle)
    if number < 0:
        raise NotMeasured(f"the solution's {name} square lies outside its maze")
    return number, middle


def _check_way(path: Mask, lattice: Lattice, first: int, second: int) -> None:
    # A way from a cell to the next has no cell between that could be blue.
    are_next = first == second or lattice.are_joined(first, second)
    if not cv2.countNonZero(path) and not are_next:
        raise NotMeasured(
            "the solution names no way: it has no blue path from start to end; choose the maze's "
            "solution, not its puzzle"
        )


def _colored_cells(colored: NDArray[Any], lattice: Lattice) -> list[int]:
    return [
        number
        for number in range(lattice.rows * lattice.columns)
        if _filled_share(colored, lattice.box(number)) >= COLORED_SHARE
    ]


def _filled_share(mask: NDArray[Any], box: tuple[int, int, int, int]) -> float:
    left, top, right, bottom = box
    part = mask[max(top, 0) : bottom, max(left, 0) : right]
    return cv2.countNonZero(part) / part.size if part.size else 0.0


def unscored_mask(lattice: Lattice, green: Mask, red: Mask, cells: tuple[int, int]) -> Mask:
    """Return the marker cells and their squares, which path IoU leaves out; (H, W) uint8."""
    out = np.asarray(cv2.bitwise_or(green, red), dtype=np.uint8)
    for number in cells:
        left, top, right, bottom = lattice.box(number)
        out[max(top, 0) : bottom, max(left, 0) : right] = 255
    return out


def frozen(solution: SolutionAnalysis) -> SolutionAnalysis:
    """Return the analysis with its masks made read-only."""
    # A cached analysis is shared: whoever writes to it spoils every later verdict.
    for mask in (
        solution.walls,
        solution.barriers,
        solution.path,
        solution.green,
        solution.red,
        solution.unscored,
        solution.grey_below,
    ):
        if mask is not None:
            mask.flags.writeable = False
    return solution
