"""Small pictures made for evidence: color swatches and hashes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reviewer.metrics.pixels import resized

Pixels = NDArray[np.uint8]

_EDGE = 96
_GAP = 6
_PAPER = 58
# How the eight colors of the answer keys are shown; what they are named by lies with the machines.
SHOWN = {
    "black": (20, 20, 20),
    "blue": (40, 90, 220),
    "brown": (139, 69, 19),
    "green": (0, 140, 40),
    "purple": (128, 0, 160),
    "red": (210, 30, 40),
    "white": (245, 245, 245),
    "yellow": (250, 215, 40),
}


def swatches(pixels: Pixels, found: Sequence[Mapping[str, Any]], *, wanted: str) -> Pixels:
    """A row an object: the object itself, the color it was named by, the color asked for."""
    rows = [
        np.hstack([_crop(pixels, one["box"]), _plain(one["color"]), _plain(wanted)])
        for one in found
    ]
    gap = np.full((_GAP, rows[0].shape[1], 3), _PAPER, dtype=np.uint8)
    parts = [part for row in rows for part in (row, gap)][:-1]
    return np.ascontiguousarray(np.vstack(parts), dtype=np.uint8)


def _crop(pixels: Pixels, box: Sequence[float]) -> Pixels:
    height, width = pixels.shape[:2]
    left, top = max(0, int(box[0])), max(0, int(box[1]))
    right, bottom = min(width, int(np.ceil(box[2]))), min(height, int(np.ceil(box[3])))
    if right <= left or bottom <= top:
        return _tile(_PAPER)
    part = np.ascontiguousarray(pixels[top:bottom, left:right])
    return resized(part, (_EDGE, _EDGE))


def _plain(name: str | None) -> Pixels:
    color = SHOWN.get((name or "").strip().casefold())
    if color is None:
        return _tile(_PAPER)
    tile = _tile(0)
    tile[:] = color
    return tile


def _tile(grey: int) -> Pixels:
    return np.full((_EDGE, _EDGE, 3), grey, dtype=np.uint8)


def hash_picture(digest: str) -> Pixels:
    """The 64 bits of a perceptual hash as a chess board, row by row from the top left."""
    bits = np.unpackbits(np.frombuffer(bytes.fromhex(digest), dtype=np.uint8)).reshape(8, 8)
    grey = np.where(bits == 1, 235, 40).astype(np.uint8)
    large = np.kron(grey, np.ones((16, 16), dtype=np.uint8))
    return np.ascontiguousarray(np.repeat(large[..., None], 3, axis=2))
