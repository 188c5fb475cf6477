"""The nearest colors of an indexed image's colormap, as GIMP finds them when it merges layers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_CHUNK = 4096


def snap(rgb: NDArray[np.uint8], palette: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Planes (3, rows, columns) with each color replaced by the nearest of the colormap."""
    wide = rgb.astype(np.uint32)
    packed = (wide[0] << 16) | (wide[1] << 8) | wide[2]
    unique, inverse = np.unique(packed, return_inverse=True)
    colors = np.stack([(unique >> shift) & 255 for shift in (16, 8, 0)], axis=1).astype(np.int32)
    nearest = np.empty(len(unique), np.intp)
    for begin in range(0, len(unique), _CHUNK):
        part = colors[begin : begin + _CHUNK, None, :] - palette[None].astype(np.int32)
        nearest[begin : begin + _CHUNK] = (part**2).sum(2).argmin(1)
    chosen = palette[nearest][inverse.reshape(packed.shape)]
    return np.moveaxis(chosen, -1, 0)
