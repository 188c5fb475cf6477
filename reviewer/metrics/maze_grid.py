"""Reading a maze's lattice off its walls: cell size, wall thickness, passages."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.metrics import NotMeasured
from reviewer.metrics.maze_color import Channels
from reviewer.metrics.maze_lattice import Lattice
from reviewer.metrics.maze_spot import Mask

# At 30 a JPEG q30 solution gives 72×72 cells for 3×3: the lattice is read at mid grey.
GRID_LEVEL = 128
RUN_SHARE = 0.08
FACE_SHARE = 0.2
LARGEST_GRID = 500
STRETCH = 1.3
_NO_MAZE = (
    "the black parts of the solution picture do not form a maze of cells; "
    "choose the maze's solution"
)


def find_lattice(channels: Channels) -> Lattice:
    """Read the lattice off a solution picture.

    Parameters
    ----------
    channels : Channels
        A maze with black walls; path and markers take no part.

    Returns
    -------
    Lattice

    Raises
    ------
    NotMeasured
        No walls, or walls that do not lie on a lattice.
    """
    walls = channels.walls(GRID_LEVEL)
    if not walls.any():
        raise NotMeasured("the solution picture has no black walls; choose the maze's solution")
    turned = np.ascontiguousarray(walls.T)
    runs = _common_runs(walls), _common_runs(turned)
    wall = min(run[0] for run in runs)
    across, down = (
        _measure_axis(mask, wall, _opening(own, other))
        for mask, own, other in ((walls, *runs), (turned, *runs[::-1]))
    )
    lattice = Lattice(
        rows=down.cells,
        columns=across.cells,
        x0=across.start,
        y0=down.start,
        pitch_x=across.pitch,
        pitch_y=down.pitch,
        wall=float(wall),
        joined_right=np.zeros((down.cells, across.cells - 1), dtype=bool),
        joined_down=np.zeros((down.cells - 1, across.cells), dtype=bool),
        off_integer=max(across.off_integer, down.off_integer),
    )
    return replace(
        lattice,
        joined_right=_joined(walls, lattice, is_right=True),
        joined_down=_joined(walls, lattice, is_right=False),
    )


def wall_thickness(walls: Mask, nominal: float) -> int:
    """Measure how thick the walls of a mask are.

    Resampling and JPEG leave soft edges, and a mask of what is truly black is thinner than the
    lattice says: eroding it by the lattice's thickness would leave nothing to cross.

    Parameters
    ----------
    walls : (H, W) uint8
    nominal : float
        Thickness on the lattice: the largest answer, and the answer for a mask without walls.

    Returns
    -------
    int
        Pixels, at least 1.
    """
    upper = max(1, round(nominal))
    found = [
        thickness
        for mask in (walls, np.ascontiguousarray(walls.T))
        if (thickness := _lowest_common(_run_lengths(mask)[0]))
    ]
    return min([upper, *found])


@dataclass(frozen=True, slots=True)
class _Axis:
    cells: int
    start: float
    pitch: float
    off_integer: float


def _common_runs(walls: Mask) -> tuple[int, int]:
    """Return wall thickness and open width along the rows."""
    wall_runs, open_runs = _run_lengths(walls)
    wall, opening = _lowest_common(wall_runs), _lowest_common(open_runs)
    if not wall or not opening:
        raise NotMeasured(_NO_MAZE)
    return wall, opening


def _opening(own: tuple[int, int], other: tuple[int, int]) -> int:
    """Return an axis' open width, or the other axis' where straight corridors hide its own."""
    return own[1] if own[1] < STRETCH * other[1] else other[1]


def _measure_axis(walls: Mask, wall: int, opening: int) -> _Axis:
    padded = np.pad(walls, ((0, 0), (1, 1))) > 0
    # Counted in columns of one dtype: cv2.reduce sums ten times as fast as numpy on bools.
    opens = _column_sums(padded[:, :-1] & ~padded[:, 1:])
    closes = _column_sums(~padded[:, :-1] & padded[:, 1:])
    first = int(np.flatnonzero(opens >= FACE_SHARE * opens.max())[0])
    last = int(np.flatnonzero(closes >= FACE_SHARE * closes.max())[-1])
    exact = (last - first + wall) / (wall + opening)
    cells = round(exact)
    if last <= first or not 1 <= cells <= LARGEST_GRID:
        raise NotMeasured(_NO_MAZE)
    return _Axis(cells, float(first), (last - first + wall) / cells, abs(exact - cells))


def _column_sums(mask: NDArray[np.bool_]) -> NDArray[np.int32]:
    sums = cv2.reduce(mask.view(np.uint8), 0, cv2.REDUCE_SUM, dtype=cv2.CV_32S)
    return np.asarray(sums[0], dtype=np.int32)


def _run_lengths(walls: Mask) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return lengths of wall and open runs along the rows, without runs at the edge if possible."""
    changes = walls[:, 1:] != walls[:, :-1]
    rows, columns = np.nonzero(changes)
    is_inner = rows[1:] == rows[:-1]
    lengths = (columns[1:] - columns[:-1])[is_inner]
    is_wall = walls[rows[:-1], columns[:-1] + 1][is_inner] > 0
    found = []
    for value, inner in ((True, lengths[is_wall]), (False, lengths[~is_wall])):
        found.append(inner if inner.size else _edge_runs(walls, (rows, columns), value))
    return found[0], found[1]


def _edge_runs(
    walls: Mask, changes: tuple[NDArray[np.intp], NDArray[np.intp]], value: bool
) -> NDArray[np.int64]:
    height, width = walls.shape
    rows, columns = changes
    firsts = np.full(height, width, dtype=np.int64)
    lasts = np.full(height, width, dtype=np.int64)
    np.minimum.at(firsts, rows, columns + 1)
    np.minimum.at(lasts, rows, width - 1 - columns)
    runs = np.concatenate([firsts[(walls[:, 0] > 0) == value], lasts[(walls[:, -1] > 0) == value]])
    return runs


def _lowest_common(lengths: NDArray[np.int64]) -> int:
    """Return the shortest length that, with its neighbours, makes up 8 % of all runs; 0 if none."""
    if not lengths.size:
        return 0
    bins = np.bincount(lengths, minlength=int(lengths.max()) + 2)
    window = bins.copy()
    window[1:] += bins[:-1]
    window[:-1] += bins[1:]
    window[0] = 0
    common = np.flatnonzero(window >= RUN_SHARE * lengths.size)
    if not common.size:
        return 0
    length = max(1, int(common[0]))
    low = max(1, length - 1)
    return low + int(np.argmax(bins[low : length + 2]))


def _joined(walls: Mask, lattice: Lattice, *, is_right: bool) -> NDArray[np.bool_]:
    sums = cv2.integral((walls > 0).view(np.uint8))
    height, width = walls.shape
    rows = np.arange(lattice.rows if is_right else lattice.rows - 1)
    columns = np.arange(lattice.columns - 1 if is_right else lattice.columns)
    left = lattice.x0 + columns * lattice.pitch_x
    top = lattice.y0 + rows * lattice.pitch_y
    open_x, open_y = lattice.pitch_x - lattice.wall, lattice.pitch_y - lattice.wall
    if is_right:
        x1, x2 = left + open_x, left + lattice.pitch_x
        y1, y2 = top, top + open_y
    else:
        x1, x2 = left, left + open_x
        y1, y2 = top + open_y, top + lattice.pitch_y
    ax, bx = _strip(x1, x2, width)
    ay, by = _strip(y1, y2, height)
    filled = (
        sums[np.ix_(by, bx)] - sums[np.ix_(ay, bx)] - sums[np.ix_(by, ax)] + sums[np.ix_(ay, ax)]
    )
    area = (by - ay)[:, None] * (bx - ax)[None, :]
    return np.asarray(filled < 0.5 * area)


def _strip(
    low: NDArray[Any], high: NDArray[Any], size: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    first = np.clip(np.rint(low).astype(np.int64), 0, size - 1)
    return first, np.clip(np.maximum(np.rint(high).astype(np.int64), first + 1), 1, size)
