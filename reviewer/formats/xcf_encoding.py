"""How an image stores its samples: planes of the file to color and alpha, and back."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from .xcf_color import Float, convert, srgb_decode, srgb_encode, steps
from .xcf_model import XcfImage
from .xcf_modes import Space

Plane = NDArray[np.number]

_INTEGER_MAX: Final = {"u8": 255, "u16": 65535}


@dataclass(frozen=True, slots=True)
class Encoding:
    """Tables between the file's samples and the two color spaces GIMP works in."""

    sample: str
    home: Space
    tables: dict[Space, Float]
    indexed: NDArray[np.uint8] | None

    def color(self, planes: Plane, space: Space) -> Float:
        """Color planes (3, rows, columns) of stored ones (without alpha) in a space."""
        if self.tables:
            known: Space = "linear" if space == "lab" else space
            values = convert(_three(_looked_up(self.tables[known], planes)), known, space)
        else:
            values = convert(_three(_as_float(planes, self.sample)), self.home, space)
        return _three(values)

    def alpha(self, plane: Plane) -> Float:
        """A plane of alpha or mask as 0..1."""
        values = _as_float(plane, self.sample)
        return values if self.sample in _INTEGER_MAX else np.clip(values, 0, 1)

    def to_bytes(self, color: Float, space: Space) -> NDArray[np.uint8]:
        """Color planes as 8-bit sRGB values."""
        if space == "perceptual":
            return to_byte(color)
        return _byte_table().take(steps(convert(color, space, "linear")))

    def rounded(self, color: Float, space: Space, *, only_coarse: bool = False) -> Float:
        """Color as it comes back from a buffer of the image's precision.

        With `only_coarse`, only where a step of the buffer is wider than one of the 8-bit result.
        """
        largest = _INTEGER_MAX.get(self.sample)
        if largest is None:
            return color
        if only_coarse and not (self.sample == "u8" and self.home == "linear"):
            return color
        return convert(_rounded(convert(color, space, self.home), largest), self.home, space)

    def rounded_alpha(self, alpha: Float) -> Float:
        """Alpha as it comes back from a buffer of the image's precision."""
        largest = _INTEGER_MAX.get(self.sample)
        if largest is None:
            return alpha
        return _rounded(alpha, largest)


def _rounded(values: Float, largest: int) -> Float:
    # Halves go up, as GIMP has it: 15 of 255 at an opacity of 70 % are 10.5 and become 11.
    whole = np.floor(np.clip(values, 0, 1) * np.float32(largest) + np.float32(0.5))
    back: Float = whole / np.float32(largest)
    return back


@lru_cache(maxsize=1)
def _byte_table() -> NDArray[np.uint8]:
    return to_byte(srgb_encode(np.arange(65536, dtype=np.float64) / 65535))


def _looked_up(table: Float, planes: Plane) -> Float:
    if len(table) == 256:
        # Five times as fast as numpy, which first makes eight-byte indexes of the bytes.
        rows = np.ascontiguousarray(planes).reshape(-1, planes.shape[-1])
        return cv2.LUT(rows.astype(np.uint8, copy=False), table).reshape(planes.shape)  # type: ignore[return-value]
    return table.take(planes.astype(np.intp, copy=False))


def _three(planes: Float) -> Float:
    """A grey plane as three equal ones."""
    return planes if len(planes) == 3 else np.broadcast_to(planes, (3, *planes.shape[1:]))


def to_byte(values: Float) -> NDArray[np.uint8]:
    """Values in 0..1 as bytes (others are clipped)."""
    scaled = np.multiply(values, np.float32(255))
    np.clip(scaled, 0, 255, out=scaled)
    scaled += np.float32(0.5)
    return scaled.astype(np.uint8)


def encoding_of(image: XcfImage) -> Encoding:
    """The encoding of an image: its precision and its colormap.

    GIMP 2.10 blends by the sRGB curve whatever profile the image carries, and so do we.
    """
    home: Space = "linear" if image.is_linear else "perceptual"
    tables: dict[Space, Float] = {}
    largest = _INTEGER_MAX.get(image.sample)
    if largest is not None:
        stored = np.arange(largest + 1, dtype=np.float64) / largest
        tables = _tables(stored, home)
    indexed = None
    if image.base_type == "INDEXED":
        indexed = np.array(image.colormap, np.uint8)
    return Encoding(image.sample, home, tables, indexed)


def _tables(stored: NDArray[np.float64], home: Space) -> dict[Space, Float]:
    if home == "linear":
        return {"linear": stored.astype(np.float32), "perceptual": srgb_encode(stored)}
    return {"linear": srgb_decode(stored), "perceptual": stored.astype(np.float32)}


def _as_float(planes: Plane, sample: str) -> Float:
    if sample == "u8":
        return planes.astype(np.float32) / np.float32(255)
    if sample == "u16":
        return planes.astype(np.float32) / np.float32(65535)
    if sample == "u32":
        return (planes.astype(np.float64) / 4294967295.0).astype(np.float32)
    # A stray infinity would spread over the picture; GIMP shows it as the brightest value.
    wide = planes.astype(np.float64)
    return np.nan_to_num(wide, nan=0.0, posinf=1e6, neginf=-1e6).clip(-1e6, 1e6).astype(np.float32)
