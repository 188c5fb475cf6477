"""What lies on the two sides of a piece of path on a wall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.metrics.maze_lattice import Cell, Lattice
from reviewer.metrics.maze_spot import Mask

OUTSIDE = -1
Window = tuple[slice, slice]


@dataclass(frozen=True, slots=True)
class WallPiece:
    """One connected run of path pixels on a wall.

    Parameters
    ----------
    x, y : float
        Its middle in pixels.
    box : (left, top, width, height)
    pixels : int
    is_crossing : bool
    cells : (cell, cell)
        (row, column) on its two sides; None is outside the maze or no second cell.
    """

    x: float
    y: float
    box: tuple[int, int, int, int]
    pixels: int
    is_crossing: bool
    cells: tuple[Cell | None, Cell | None]


def cells_around(
    piece: Mask, box: tuple[int, int, int, int], walls: Mask, lattice: Lattice, reach: int
) -> dict[int, int]:
    """Return how many ring pixels of a piece lie in each cell; the ring leaves walls out."""
    window = window_around(box, reach, walls.shape)
    rows, columns = window
    ring = np.zeros((rows.stop - rows.start, columns.stop - columns.start), dtype=np.uint8)
    left, top, width, height = box
    y, x = top - rows.start, left - columns.start
    ring[y : y + height, x : x + width] = piece
    ring = np.asarray(cv2.dilate(ring, square(reach)), dtype=np.uint8)
    ys, xs = np.nonzero((ring > 0) & (walls[window] == 0))
    found, counts = np.unique(
        lattice.ids_of(xs + columns.start, ys + rows.start), return_counts=True
    )
    cells = dict(zip(found.tolist(), counts.tolist(), strict=True))
    beyond = _pixels_beyond_border(piece, box, lattice)
    if beyond:
        # A path that runs on in a black margin has left the maze, though no open ground shows it.
        cells[OUTSIDE] = cells.get(OUTSIDE, 0) + beyond
    return cells


def _pixels_beyond_border(piece: Mask, box: tuple[int, int, int, int], lattice: Lattice) -> int:
    ys, xs = np.nonzero(piece)
    return int(np.count_nonzero(is_beyond(xs + box[0], ys + box[1], lattice)))


def is_beyond(xs: NDArray[np.int64], ys: NDArray[np.int64], lattice: Lattice) -> NDArray[np.bool_]:
    """Say of pixels whether they lie outside of a maze and its outer walls."""
    across, down = xs + 0.5, ys + 0.5
    # A pixel of grace: a scaled lattice does not lie on whole pixels.
    grace = max(1.0, lattice.unit)
    return np.asarray(
        (across < lattice.x0 - lattice.wall - grace)
        | (down < lattice.y0 - lattice.wall - grace)
        | (across > lattice.x0 + lattice.columns * lattice.pitch_x + grace)
        | (down > lattice.y0 + lattice.rows * lattice.pitch_y + grace)
    )


def group_cells(cells: dict[int, int], lattice: Lattice) -> list[dict[int, int]]:
    """Split cells into groups that passages among them join, the largest first."""
    left = dict(cells)
    groups = []
    while left:
        number, pixels = left.popitem()
        group, waiting = {number: pixels}, [number]
        while waiting:
            at = waiting.pop()
            for other in [other for other in left if _is_open(lattice, at, other)]:
                group[other] = left.pop(other)
                waiting.append(other)
        groups.append(group)
    return sorted(groups, key=lambda group: (-sum(group.values()), min(group)))


def _is_open(lattice: Lattice, first: int, second: int) -> bool:
    return OUTSIDE not in (first, second) and lattice.are_joined(first, second)


def two_sides(groups: list[dict[int, int]], lattice: Lattice) -> tuple[Cell | None, Cell | None]:
    """Return the two cells a piece lies between: of two groups, or the two fullest of one."""
    if len(groups) > 1:
        best = [max(group, key=lambda number: (group[number], -number)) for group in groups[:2]]
    else:
        only = groups[0] if groups else {}
        best = sorted(only, key=lambda number: (-only[number], number))[:2]
    best += [OUTSIDE] * (2 - len(best))
    return cell_or_none(lattice, best[0]), cell_or_none(lattice, best[1])


def cell_or_none(lattice: Lattice, number: int) -> Cell | None:
    """Return row and column of a cell, None for the outside."""
    return None if number == OUTSIDE else lattice.cell_of(number)


def window_around(box: Sequence[int], margin: int, shape: tuple[int, ...]) -> Window:
    """Return the rows and columns of a (left, top, width, height) box with a margin in pixels.

    They are cut off at the edges of a picture of (height, width).
    """
    left, top, width, height = box
    return (
        slice(max(0, top - margin), min(shape[0], top + height + margin)),
        slice(max(0, left - margin), min(shape[1], left + width + margin)),
    )


def square(reach: int) -> Mask:
    """Return a kernel of ones that reaches so many pixels to each side."""
    return np.ones((2 * reach + 1, 2 * reach + 1), dtype=np.uint8)
