"""The last pixels of a line before start and end square, where two colors mix."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.metrics.maze_color import Channels
from reviewer.metrics.maze_faint import is_narrow
from reviewer.metrics.maze_lattice import Lattice
from reviewer.metrics.maze_meeting import HEAD
from reviewer.metrics.maze_pieces import Window, square, window_around
from reviewer.metrics.maze_spot import Mask, pieces_of

# Over a wall that is drawn over, so much of the brightest color is left.
_SOLID = 0.85
# Two soft edges beside each other.
_MIXED = 3
# As far as JPEG carries the color of a square into a narrow line.
_FADED = 6
# A line is darker than open ground, and colored as no wall is.
_DARKEST = 160
_COLORED = 30
# A narrow line that comes up to a wall before a square goes through it when so much light is left
# in between: where the wall is whole, most pictures have less. Over walls of 1 px colors run most.
_LIGHT, _LIGHT_THIN = 80, 64
_THIN = 1.5
# A square may be seen smaller than it is.
RIM = 2
# So many pixels of a line have to be seen before the wall.
_COMES_FROM = 1

Flags = NDArray[np.bool_]
Places = tuple[NDArray[np.int64], NDArray[np.int64]]


def up_to_squares(
    channels: Channels, path: Mask, walls: Mask, squares: Mask, lattice: Lattice
) -> Mask:
    """Return a path with what of it is blended into start or end square.

    Between blue and a square soft pictures have pixels that are neither: a line through the wall
    beside it would seem to end inside the wall, and a narrow one on open ground before it.

    Parameters
    ----------
    channels : Channels
    path, walls, squares : (H, W) uint8
        0 or not 0, of the picture's size.
    lattice : Lattice
        In the pixels of the masks.

    Returns
    -------
    (H, W) uint8
    """
    out = path.copy()
    is_line = is_narrow(path)
    reach = max(_FADED, round(lattice.wall) + _COMES_FROM + 2)
    for piece in pieces_of(squares):
        height, width = piece.mask.shape
        window = window_around((piece.left, piece.top, width, height), reach, path.shape)
        end = _End(channels, path[window], walls[window] > 0, squares[window], window)
        found = end.blended_on_wall(lattice)
        if is_line:
            found = found | end.faded_on_ground() | end.through_walls(lattice)
        out[window][found] = 255
    return out


@dataclass(frozen=True, slots=True, eq=False)
class _End:
    """What lies around one square.

    Parameters
    ----------
    channels : Channels
    path : (h, w) uint8
    is_wall : (h, w) bool
    squares : (h, w) uint8
    window : (rows, columns)
        Of the picture.
    """

    channels: Channels
    path: Mask
    is_wall: Flags
    squares: Mask
    window: Window

    def blended_on_wall(self, lattice: Lattice) -> Flags:
        """Return wall between path and square that is bright: where it is whole it is dark."""
        rows, columns = self._between(self.is_wall, _MIXED)
        is_bright = self._light((rows, columns)) >= _SOLID * 255
        # Around the crossing of two walls light comes from all sides.
        is_bright &= ~lattice.are_posts(columns + self.window[1].start, rows + self.window[0].start)
        return self._joining((rows[is_bright], columns[is_bright]), self._line())

    def faded_on_ground(self) -> Flags:
        """Return the dark end of a line that comes up to a square on open ground."""
        ground = np.where(self.is_wall, 0, self.path).astype(np.uint8)
        if cv2.bitwise_and(cv2.dilate(self.squares, square(1)), ground).any():
            return np.zeros(self.path.shape, dtype=bool)
        rows, columns = self._between(~self.is_wall, _FADED)
        is_line = self._could_be_line((rows, columns))
        return self._joining((rows[is_line], columns[is_line]), ground)

    def through_walls(self, lattice: Lattice) -> Flags:
        """Return wall that a narrow line goes through head on before it reaches the square."""
        height, width = self.path.shape
        out: Flags = np.zeros((height, width), dtype=bool)
        least = _LIGHT if lattice.wall >= _THIN else _LIGHT_THIN
        line, dark = self._line(), self._dark()
        numbers = np.arange(height * width).reshape(height, width)
        # Turned around, each line comes from above.
        for turns in range(4):
            is_wall = np.rot90(self.is_wall, turns)
            own = np.rot90(numbers, turns)
            for stretch in _head_on(
                np.rot90(line, turns), np.rot90(dark, turns), is_wall, np.rot90(self.squares, turns)
            ):
                rows, columns = np.divmod(own[stretch][is_wall[stretch]], width)
                if rows.size and self._light((rows, columns)).mean() >= least:
                    out.reshape(-1)[own[stretch]] = True
        return out

    def _line(self) -> Mask:
        """Return the path without spots that JPEG left beside it, hardly darker than ground."""
        out = self.path.copy()
        rows, columns = np.nonzero((self.path > 0) & ~self.is_wall)
        is_light = self._colors((rows, columns)).min(axis=0) >= _DARKEST
        out[rows[is_light], columns[is_light]] = 0
        return out

    def _dark(self) -> Flags:
        """Return what could be line on open ground, its color lost or not."""
        rows, columns = np.nonzero(~self.is_wall)
        out = np.zeros(self.path.shape, dtype=bool)
        out[rows, columns] = self._could_be_line((rows, columns))
        return out

    def _could_be_line(self, places: Places) -> Flags:
        # What is dark without a color is a wall.
        colors = self._colors(places)
        is_line = (colors.min(axis=0) < _DARKEST) & (np.ptp(colors, axis=0) >= _COLORED)
        return np.asarray(is_line)

    def _colors(self, places: Places) -> NDArray[np.int16]:
        parts = (self.channels.red, self.channels.green, self.channels.blue)
        return np.stack([part[self.window][places] for part in parts]).astype(np.int16)

    def _light(self, places: Places) -> NDArray[np.int16]:
        """Return how much is not black of pixels of blue, one other color, white and black."""
        colors = self._colors(places)
        return np.asarray(colors.sum(axis=0) - 2 * colors.min(axis=0), dtype=np.int16)

    def _between(self, allowed: Flags, reach: int) -> Places:
        near = cv2.bitwise_and(
            cv2.dilate(self.squares, square(reach)), cv2.dilate(self.path, square(reach))
        )
        rows, columns = np.nonzero((near > 0) & allowed & (self.path == 0) & (self.squares == 0))
        return rows, columns

    def _joining(self, places: Places, path: Mask) -> Flags:
        """Return the places in pieces that touch both the path and the square."""
        between = np.zeros(path.shape, dtype=np.uint8)
        between[places] = 1
        _, pieces = cv2.connectedComponents(between, connectivity=8)
        found = between > 0
        for side, reach in ((path, 1), (self.squares, RIM)):
            found &= np.isin(pieces, pieces[cv2.dilate(side, square(reach)) > 0])
        return found


def _head_on(path: Mask, dark: Flags, is_wall: Flags, squares: Mask) -> Iterator[Window]:
    """Yield what lies between a square and each line that comes from above to a wall before it."""
    left, top, width, _ = cv2.boundingRect(np.where(is_wall, 0, squares).astype(np.uint8))
    if top <= _COMES_FROM:
        return
    above = np.ascontiguousarray(path[:top])
    is_face = (above > 0) & ~is_wall[:top]
    is_face[:-1] &= is_wall[1:top]
    is_face[-1:] = False
    _, _, stats, _ = cv2.connectedComponentsWithStats(is_face.view(np.uint8), connectivity=8)
    for x, y, across, down, _ in stats[1:].tolist():
        columns = slice(x, x + across)
        is_before = left - RIM <= x and x + across <= left + width + RIM
        comes = above[max(0, y - _COMES_FROM) : y, columns].any(axis=1)
        # A line that goes on beside the wall turns there.
        beside = dark[y, max(0, x - 2) : x].any() or dark[y, x + across :][:2].any()
        rests = ~is_wall[y + down : top, columns].any(axis=1)
        if (
            across <= HEAD and is_before and comes.size == _COMES_FROM and comes.all()
            and not beside and np.count_nonzero(rests) <= RIM
        ):  # fmt: skip
            yield slice(y + down, top), columns
