"""Whether a path covers a wall from face to face, where its cells alone cannot tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reviewer.metrics.maze_lattice import Lattice
from reviewer.metrics.maze_pieces import OUTSIDE, group_cells
from reviewer.metrics.maze_spot import Mask

Pair = tuple[int, int]
Box = tuple[int, int, int, int]
# Where a wall ends freely a path may clip it: only the middle half of its length is looked at.
_AWAY_FROM_ENDS = 0.25
# The least share of a wall's end that is to be seen for it to stand.
_STANDING = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class _Strip:
    """Where a wall between cells, or to the outside, lies with the open ground beside it.

    Rows run across the wall, from the open ground of the first cell on. Before and after the rows
    of the cell lie those of the wall's two ends.

    Parameters
    ----------
    first, second : int
        Its cells; the second is -1 for an outer wall.
    is_upright, is_reversed : bool
        How a mask is turned so that its rows run so.
    rows, columns : slice
        Of the turned mask.
    ends : (int, int)
        How many rows each end has.
    near, far : int
        The wall's faces: columns.
    """

    first: int
    second: int
    is_upright: bool
    is_reversed: bool
    rows: slice
    columns: slice
    ends: tuple[int, int]
    near: int
    far: int

    def cut(self, mask: NDArray[Any]) -> NDArray[np.bool_]:
        """Return this part of a mask, turned."""
        turned = mask if self.is_upright else mask.T
        turned = turned[:, ::-1] if self.is_reversed else turned
        return np.asarray(turned[self.rows, self.columns] > 0)

    @property
    def along(self) -> slice:
        """The rows of the cell, of what `cut` returns."""
        return slice(self.ends[0], self.rows.stop - self.rows.start - self.ends[1])

    def stands(self, path: NDArray[np.bool_]) -> bool:
        """Say whether the wall is seen at both of its ends beside the path."""
        wall = path[:, self.near : self.far]
        ends = (wall[: self.along.start], wall[self.along.stop :])
        return all(not end.size or end.mean() <= 1 - _STANDING for end in ends)


def covered_wall(
    piece: Mask,
    box: Box,
    path: Mask,
    lattice: Lattice,
    around: Iterable[int],
    held: dict[int, int],
    *,
    overlap: float,
) -> Pair | None:
    """Return the two cells of a wall that a piece of path covers from face to face.

    A line as wide as its cell reaches round the free end of the wall it goes through, and a path
    that runs inside walls has all cells of its way beside it: by the cells around them both lead
    nowhere new. Two stretches of one wide path on both sides of a wall also cover it. They are
    told by the cells that hold path, there the way round is walked, and by the end of the wall,
    which they cover too where they go round it: a line through a wall leaves both its ends.

    Parameters
    ----------
    piece : (h, w) uint8
        What lies on the walls, in its box.
    box : (left, top, width, height)
    path : (H, W) uint8
        All of the path.
    lattice : Lattice
    around : iterable of int
        Cells around the piece of path, -1 for outside.
    held : dict of int to int
        Those in which the path goes on, and by how many pixels.
    overlap : float
        How far a path may overlap a wall from one side, in pixels.

    Returns
    -------
    (cell, cell) or None
        The second is -1 for an outer wall.
    """
    joined = [set(group) for group in group_cells(held, lattice)]
    own = None
    for strip in _strips(path.shape, lattice, set(around)):
        whole = strip.cut(path)
        is_through, is_inside = _covered_rows(strip, whole[strip.along], overlap)
        if not is_through.any():
            continue
        own = _drawn(piece, box, path.shape) if own is None else own
        is_own = np.asarray(strip.cut(own)[strip.along, strip.near : strip.far].any(axis=1))
        is_through, is_inside = is_through & is_own, is_inside & is_own
        middle = _middle(len(is_own))
        is_walked = any({strip.first, strip.second} <= group for group in joined)
        is_cut = is_through.any() if strip.stands(whole) else (
            is_through[middle].any() and not is_walked
        )  # fmt: skip
        if is_cut or is_inside[middle].any():
            return strip.first, strip.second
    return None


def _covered_rows(
    strip: _Strip, rows: NDArray[np.bool_], overlap: float
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Say of a strip's rows which cover the wall, and which of them run inside of it."""
    wall = strip.far - strip.near
    if wall < 1 or not rows.size:
        nothing = np.zeros(len(rows), dtype=bool)
        return nothing, nothing
    before = _run(rows[:, : strip.near][:, ::-1])
    after = _run(rows[:, strip.far :])
    is_open_ended = rows.shape[1] == strip.far
    is_through = (
        rows[:, strip.near : strip.far].all(axis=1) & (before >= 1) & (wall + after > overlap)
        & (is_open_ended | (wall > overlap) | ((after >= 1) & (wall + before > overlap)))
    )  # fmt: skip
    return is_through, is_through & (before <= overlap) & (after <= overlap)


def _run(strip: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return how many pixels each row begins with that are path."""
    return np.asarray(np.cumprod(strip, axis=1, dtype=np.int64).sum(axis=1))


def _drawn(piece: Mask, box: Box, shape: tuple[int, ...]) -> Mask:
    left, top, width, height = box
    out = np.zeros(shape, dtype=np.uint8)
    out[top : top + height, left : left + width] = piece
    return out


def _strips(shape: tuple[int, ...], lattice: Lattice, around: set[int]) -> Iterator[_Strip]:
    """Each wall between cells around, and from them to the outside, in a picture of a shape."""
    for number in sorted(around - {OUTSIDE}):
        row, column = lattice.cell_of(number)
        left, top, right, bottom = lattice.box(number)
        for down, over in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            is_inside = 0 <= row + down < lattice.rows and 0 <= column + over < lattice.columns
            other = number + down * lattice.columns + over if is_inside else OUTSIDE
            # Of two cells the first looks; outer walls have one cell alone.
            if other != OUTSIDE and (
                other < number or other not in around or lattice.are_joined(number, other)
            ):
                continue
            along, across, size, pitch = (
                ((top, bottom), (left, right), shape, lattice.pitch_x) if over else
                ((left, right), (top, bottom), shape[::-1], lattice.pitch_y)
            )  # fmt: skip
            is_reversed = over + down < 0
            if is_reversed:
                across = (size[1] - across[1], size[1] - across[0])
            side, step = across[1] - across[0], round(pitch)
            # Of the open ground beyond an outer wall as much is looked at as of a cell.
            start, stop = max(0, across[0]), min(size[1], across[0] + step + side)
            begin, end = max(0, along[0] - step + side), min(size[0], along[1] + step - side)
            yield _Strip(
                first=number, second=other, is_upright=over != 0, is_reversed=is_reversed,
                rows=slice(begin, end), columns=slice(start, stop),
                ends=(along[0] - begin, end - along[1]),
                near=across[1] - start, far=min(across[0] + step, stop) - start,
            )  # fmt: skip


def _middle(length: int) -> slice:
    cut = int(_AWAY_FROM_ENDS * length)
    return slice(cut, length - cut)
