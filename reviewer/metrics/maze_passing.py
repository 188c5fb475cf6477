"""Cells that a path passes in a corner, or fills so that its middle lies elsewhere."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from reviewer.metrics.maze_lattice import Lattice
from reviewer.metrics.maze_spot import Mask

Step = tuple[int, int]


def passed_steps(
    path: Mask, walls: Mask, lattice: Lattice, cells: Iterable[int]
) -> dict[int, set[Step]]:
    """Return cells that a path goes through, whatever its middle does, and its steps.

    Softness widens a line, and at the free end of a wall its middle may go over the wall while
    the line itself goes round.

    Parameters
    ----------
    path, walls : (H, W) uint8
        0 or not 0.
    lattice : Lattice
    cells : iterable of int
        To look at.

    Returns
    -------
    dict of int to set of (cell, cell)
        Steps in and out of each such cell, smaller number first.
    """
    found: dict[int, set[Step]] = {}
    for number in cells:
        doors = _doors(path, walls, lattice, number)
        if len(doors) >= 2 or _is_filled(path, lattice.box(number)):
            found[number] = {(min(number, other), max(number, other)) for other in doors}
    return found


def _doors(path: Mask, walls: Mask, lattice: Lattice, number: int) -> set[int]:
    """Return the neighbours that one stretch of path joins with each other through a cell."""
    row, column = lattice.cell_of(number)
    left, top, right, bottom = lattice.box(number)
    margin = max(1, round(lattice.wall))
    y, x = max(0, top - margin), max(0, left - margin)
    window = slice(y, bottom + margin), slice(x, right + margin)
    ground = np.asarray(cv2.subtract(path[window], walls[window]))
    count, parts = cv2.connectedComponents(ground, connectivity=8)
    rows, columns = slice(top - y, bottom - y), slice(left - x, right - x)
    inside = set(np.unique(parts[rows, columns]).tolist())
    sides = {
        (0, 1): parts[rows, columns.stop :],
        (0, -1): parts[rows, : columns.start],
        (1, 0): parts[rows.stop :, columns],
        (-1, 0): parts[: rows.start, columns],
    }
    reached: dict[int, set[int]] = {part: set() for part in range(1, count) if part in inside}
    for (down, over), strip in sides.items():
        if not (0 <= row + down < lattice.rows and 0 <= column + over < lattice.columns):
            continue
        other = number + down * lattice.columns + over
        if lattice.are_joined(number, other):
            for part in set(np.unique(strip).tolist()) & reached.keys():
                reached[part].add(other)
    return max(reached.values(), key=len, default=set())


def _is_filled(path: Mask, box: tuple[int, int, int, int]) -> bool:
    left, top, right, bottom = box
    inside = path[max(0, top) : bottom, max(0, left) : right]
    return 2 * int(np.count_nonzero(inside)) >= max(1, inside.size)
