"""Whether a path covers a wall from face to face, where its cells alone cannot tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from reviewer.metrics.maze_lattice import Lattice
from reviewer.metrics.maze_pieces import OUTSIDE, group_cells
from reviewer.metrics.maze_spot import Mask

Pair = tuple[int, int]
# Where a wall ends freely a path may clip it: only the middle half of its length is looked at.
_AWAY_FROM_ENDS = 0.25


def covered_wall(
    path: Mask,
    lattice: Lattice,
    around: Iterable[int],
    held: dict[int, int],
    *,
    tolerance: float,
) -> Pair | None:
    """Return the two cells of a wall that a path covers from face to face.

    A line as wide as its cell reaches round the free end of the wall it goes through, and a path
    that runs inside walls has all cells of its way beside it: by the cells around them both lead
    nowhere new. Two stretches of one wide path on both sides of a wall also cover it, and are
    told by the cells that hold path: there the way round is walked.

    Parameters
    ----------
    path : (H, W) uint8
    lattice : Lattice
    around : iterable of int
        Cells around the piece of path, -1 for outside.
    held : dict of int to int
        Those in which the path goes on, and by how many pixels.
    tolerance : float
        How far a path may overlap a wall from one side, in pixels.

    Returns
    -------
    (cell, cell) or None
        The second is -1 for an outer wall.
    """
    joined = [set(group) for group in group_cells(held, lattice)]
    for first, second, strip, (near, far) in _strips(path, lattice, set(around)):
        wall = far - near
        if wall < 1 or not strip.size:
            continue
        before = _run(strip[:, :near][:, ::-1])
        after = _run(strip[:, far:])
        is_open_ended = strip.shape[1] == far
        is_through = (
            strip[:, near:far].all(axis=1) & (before >= 1) & (wall + after > tolerance)
            & (is_open_ended | (wall > tolerance) | ((after >= 1) & (wall + before > tolerance)))
        )  # fmt: skip
        if not is_through.any():
            continue
        is_walked = any({first, second} <= group for group in joined)
        is_inside = is_through & (before <= tolerance) & (after <= tolerance)
        if not is_walked or is_inside.any():
            return first, second
    return None


def _run(strip: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return how many pixels each row begins with that are path."""
    return np.asarray(np.cumprod(strip, axis=1, dtype=np.int64).sum(axis=1))


def _strips(
    path: Mask, lattice: Lattice, around: set[int]
) -> Iterator[tuple[int, int, NDArray[np.bool_], tuple[int, int]]]:
    """Each wall between cells, or to the outside: its cells, the path across it, its two faces.

    Rows of the path run across the wall, from the open ground of the first cell on.
    """
    for number in sorted(around - {OUTSIDE}):
        row, column = lattice.cell_of(number)
        left, top, right, bottom = lattice.box(number)
        side_x, side_y = right - left, bottom - top
        step_x, step_y = round(lattice.pitch_x), round(lattice.pitch_y)
        rows = _middle(top, bottom)
        columns = _middle(left, right)
        for down, over in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            is_inside = 0 <= row + down < lattice.rows and 0 <= column + over < lattice.columns
            other = number + down * lattice.columns + over if is_inside else OUTSIDE
            # Of two cells the first looks; outer walls have one cell alone.
            if other != OUTSIDE and (
                other < number or other not in around or lattice.are_joined(number, other)
            ):
                continue
            if over:
                line = path[rows]
                at, side, step = (left, side_x, step_x) if over > 0 else (right, side_x, step_x)
            else:
                line = path[:, columns].T
                at, side, step = (top, side_y, step_y) if down > 0 else (bottom, side_y, step_y)
            if over + down < 0:
                line, at = line[:, ::-1], line.shape[1] - at
            start = max(0, at)
            stop = at + step + side
            strip = line[:, start:stop] > 0
            yield number, other, strip, (at + side - start, min(at + step - start, strip.shape[1]))


def _middle(start: int, stop: int) -> slice:
    cut = int(_AWAY_FROM_ENDS * (stop - start))
    return slice(max(0, start + cut), max(0, stop - cut))
