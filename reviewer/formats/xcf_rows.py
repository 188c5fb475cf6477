"""Rows of unpacked pixels: whole drawables where they fit into memory, rows of tiles otherwise."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from .xcf_layers import TILE
from .xcf_model import Hierarchy, XcfImage
from .xcf_tiles import unpack_rows

Plane = NDArray[np.number]

# Unpacked pixels kept at once. Beyond it a drawable is unpacked a few rows at a time: slower,
# because the run-length decoder then has fewer tiles to advance together, but never larger.
_BUDGET: Final = 1_000_000_000
_TILE_ROWS: Final = 8


class DrawableRows:
    """The rows of one drawable."""

    __slots__ = ("_drawable", "_first", "_image", "_planes", "_whole")

    def __init__(self, image: XcfImage, drawable: Hierarchy, *, whole: bool) -> None:
        self._image = image
        self._drawable = drawable
        self._whole = whole
        self._first = 0
        self._planes: Plane | None = None

    def read(self, top: int, bottom: int) -> Plane:
        """Planes (components, rows, columns) of the rows asked for."""
        planes = self._planes
        first = self._first
        if planes is None or top < first or bottom > first + planes.shape[1]:
            tile_rows = -(-self._drawable.height // TILE)
            begin = 0 if self._whole else top // TILE
            end = tile_rows if self._whole else max(-(-bottom // TILE), begin + _TILE_ROWS)
            planes = unpack_rows(self._image, self._drawable, (begin, min(end, tile_rows)))
            first = begin * TILE
            self._planes, self._first = planes, first
        return planes[:, top - first : bottom - first]


class RowStore:
    """The drawables of one image, opened as they are asked for."""

    __slots__ = ("_image", "_open", "_room")

    def __init__(self, image: XcfImage) -> None:
        self._image = image
        self._open: dict[int, DrawableRows] = {}
        self._room = _BUDGET

    def of(self, drawable: Hierarchy) -> DrawableRows:
        """The rows of a drawable; the same object each time."""
        known = self._open.get(drawable.tiles_at)
        if known is None:
            size = drawable.width * drawable.height * drawable.bytes_per_pixel
            whole = size <= self._room
            self._room -= size if whole else 0
            known = DrawableRows(self._image, drawable, whole=whole)
            self._open[drawable.tiles_at] = known
        return known
