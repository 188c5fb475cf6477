"""How an image stores its samples: planes of the file to color and alpha, and back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .xcf_color import Float, convert, lookup, srgb_decode, srgb_encode
from .xcf_model import XcfImage
from .xcf_modes import Space
from .xcf_profile import Curve, tone_curve

Plane = NDArray[np.generic]

_INTEGER_MAX: Final = {"u8": 255, "u16": 65535}
_PERCEPTUAL_ALWAYS: Final = 75


@dataclass(frozen=True, slots=True)
class Encoding:
    """Tables between the file's samples and the two color spaces GIMP works in."""

    sample: str
    home: Space
    tables: dict[Space, Float]
    curve: Curve | None
    indexed: Float | None
    back: dict[Space, NDArray[np.generic]] = field(default_factory=dict)

    def color(self, planes: Plane, space: Space) -> Float:
        """Color planes (3, rows, columns) of stored ones (without alpha) in a space."""
        if self.tables:
            table = self.tables["linear" if space == "lab" else space].take(planes)
            values = convert(_three(table), "linear", space) if space == "lab" else table
        elif self.curve is None:
            values = convert(_three(_as_float(planes, self.sample)), self.home, space)
        else:
            linear = self.curve.decode(_as_float(planes, self.sample))
            values = convert(_three(linear), "linear", space)
        return _three(values)

    def alpha(self, plane: Plane) -> Float:
        """A plane of alpha or mask as 0..1."""
        return _as_float(plane, self.sample)

    def to_bytes(self, color: Float, space: Space) -> NDArray[np.uint8]:
        """Color planes as 8-bit values, curved as the file's own or by sRGB."""
        if space == "perceptual" and self.curve is None:
            return to_byte(color)
        table = self.back.get("linear")
        if table is None:
            grid = np.arange(65536, dtype=np.float64) / 65535
            curved = srgb_encode(grid) if self.curve is None else self.curve.encode(grid)
            table = to_byte(curved)
            self.back["linear"] = table
        return lookup(table, convert(color, space, "linear")).astype(np.uint8, copy=False)

    def rounded(self, color: Float, space: Space, *, only_coarse: bool = False) -> Float:
        """Color as it comes back from a buffer of the image's precision.

        With `only_coarse`, only where a step of the buffer is wider than one of the 8-bit result.
        """
        largest = _INTEGER_MAX.get(self.sample)
        if largest is None or self.curve is not None:
            return color
        if only_coarse and not (self.sample == "u8" and self.home == "linear"):
            return color
        values = np.clip(convert(color, space, self.home), 0, 1)
        return convert(np.rint(values * largest) / np.float32(largest), self.home, space)

    def rounded_alpha(self, alpha: Float) -> Float:
        """Alpha as it comes back from a buffer of the image's precision."""
        largest = _INTEGER_MAX.get(self.sample)
        if largest is None:
            return alpha
        return np.rint(np.clip(alpha, 0, 1) * np.float32(largest)) / np.float32(largest)


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
    """The encoding of an image: precision, curve of its profile, colormap."""
    home: Space = "linear" if image.is_linear else "perceptual"
    curve = None
    if not image.is_linear and image.precision % 100 != _PERCEPTUAL_ALWAYS:
        curve = tone_curve(image.profile)
    tables: dict[Space, Float] = {}
    largest = _INTEGER_MAX.get(image.sample)
    if largest is not None:
        stored = np.arange(largest + 1, dtype=np.float64) / largest
        tables = _tables(stored, home, curve)
    indexed = None
    if image.base_type == "INDEXED":
        indexed = np.array(image.colormap, np.uint8)
    return Encoding(image.sample, home, tables, curve, indexed)


def _tables(
    stored: NDArray[np.float64], home: Space, curve: Curve | None
) -> dict[Space, Float]:
    if curve is not None:
        linear = curve.decode(stored)
        return {"linear": linear, "perceptual": srgb_encode(linear)}
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
