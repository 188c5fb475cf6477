"""The lattice of a maze: where its cells lie and which of them are joined."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Lattice:
    """Where the cells of a maze lie and which neighbours are joined.

    Parameters
    ----------
    rows, columns : int
    x0, y0 : float
        Left and top inner face of the outer wall, in pixels.
    pitch_x, pitch_y : float
        Distance between cells, in pixels.
    wall : float
        Wall thickness, in pixels.
    joined_right : (rows, columns - 1) bool
        True where a cell and its right neighbour have no wall between them.
    joined_down : (rows - 1, columns) bool
    unit : float
        Pixels here per pixel of the solution: sizes that are given in those are scaled by it.
    off_integer : float
        How far the measured cell counts are from whole numbers, the larger of the two axes.
    """

    rows: int
    columns: int
    x0: float
    y0: float
    pitch_x: float
    pitch_y: float
    wall: float
    joined_right: NDArray[np.bool_]
    joined_down: NDArray[np.bool_]
    unit: float = 1.0
    off_integer: float = 0.0

    @property
    def pitch(self) -> float:
        """Cell pitch in pixels, the smaller axis."""
        return min(self.pitch_x, self.pitch_y)

    @property
    def open_width(self) -> float:
        """Open width of a cell in pixels: pitch less wall."""
        return self.pitch - self.wall

    @property
    def _half_wall(self) -> float:
        if self.unit % 1:
            return self.wall / 2
        # Each pixel of the solution is some whole pixels here: none of them lies in two cells.
        return self.wall / self.unit // 2 * self.unit

    @property
    def passages(self) -> int:
        """How many pairs of neighbours are joined."""
        return int(self.joined_right.sum() + self.joined_down.sum())

    def scaled(self, scale_x: float, scale_y: float) -> Lattice:
        """Return the lattice of the same maze drawn larger or smaller."""
        return replace(
            self,
            x0=self.x0 * scale_x,
            y0=self.y0 * scale_y,
            pitch_x=self.pitch_x * scale_x,
            pitch_y=self.pitch_y * scale_y,
            wall=self.wall * min(scale_x, scale_y),
            unit=self.unit * math.sqrt(scale_x * scale_y),
        )

    def columns_of(self, xs: NDArray[Any]) -> NDArray[np.int64]:
        """Return the column each x belongs to; walls go to the nearer side, outside is -1."""
        found = np.floor((xs + 0.5 - self.x0 + self._half_wall) / self.pitch_x).astype(np.int64)
        return np.where((found >= 0) & (found < self.columns), found, -1)

    def rows_of(self, ys: NDArray[Any]) -> NDArray[np.int64]:
        """Return the row each y belongs to; walls go to the nearer side, outside is -1."""
        found = np.floor((ys + 0.5 - self.y0 + self._half_wall) / self.pitch_y).astype(np.int64)
        return np.where((found >= 0) & (found < self.rows), found, -1)

    def ids_of(self, xs: NDArray[Any], ys: NDArray[Any]) -> NDArray[np.int64]:
        """Return row × columns + column of each pixel, -1 outside the maze."""
        columns, rows = self.columns_of(xs), self.rows_of(ys)
        return np.where((columns >= 0) & (rows >= 0), rows * self.columns + columns, -1)

    def are_posts(self, xs: NDArray[Any], ys: NDArray[Any]) -> NDArray[np.bool_]:
        """Say of each pixel whether it lies where lines of walls cross."""
        is_on = [
            (places + 0.5 - first) % pitch > pitch - self.wall
            for places, first, pitch in ((xs, self.x0, self.pitch_x), (ys, self.y0, self.pitch_y))
        ]
        return np.asarray(is_on[0] & is_on[1])

    def cell_of(self, number: int) -> Cell:
        """Return (row, column) of a cell number."""
        return number // self.columns, number % self.columns

    def id_at(self, x: float, y: float) -> int:
        """Return the number of the cell at a point, -1 outside the maze."""
        return int(self.ids_of(np.array([x]), np.array([y]))[0])

    def box(self, number: int) -> tuple[int, int, int, int]:
        """Return left, top, right, bottom of a cell's open box; right and bottom exclusive."""
        row, column = self.cell_of(number)
        left, top = self.x0 + column * self.pitch_x, self.y0 + row * self.pitch_y
        right, bottom = left + self.pitch_x - self.wall, top + self.pitch_y - self.wall
        return round(left), round(top), round(right), round(bottom)

    def are_joined(self, first: int, second: int) -> bool:
        """Say whether two cells are neighbours without a wall between them."""
        (row, column), (other_row, other_column) = sorted(
            (self.cell_of(first), self.cell_of(second))
        )
        if row == other_row and other_column - column == 1:
            return bool(self.joined_right[row, column])
        if column == other_column and other_row - row == 1:
            return bool(self.joined_down[row, column])
        return False
