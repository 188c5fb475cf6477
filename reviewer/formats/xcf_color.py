"""Between stored values, linear light, perceptual (sRGB-curved) values and CIE Lab."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .xcf_modes import Space

Float = NDArray[np.float32]

# The sRGB primaries seen from D50, as in every ICC profile of sRGB; rows are X, Y, Z.
SRGB_TO_XYZ: Final = np.array(
    [
        [0.43606567, 0.38514710, 0.14306641],
        [0.22248840, 0.71687317, 0.06060791],
        [0.01391602, 0.09707642, 0.71409607],
    ],
    np.float32,
)
_D50: Final = np.array([0.96420288, 1.0, 0.82490540], np.float32)
_LAB_EPSILON: Final = 216.0 / 24389.0
_LAB_KAPPA: Final = 24389.0 / 27.0
_STEPS: Final = 65535


def srgb_decode(values: NDArray[np.floating]) -> Float:
    """Perceptual values to linear light, by the sRGB formula; also outside 0..1."""
    wide = values.astype(np.float64)
    curved = ((np.maximum(wide, 0.04045) + 0.055) / 1.055) ** 2.4
    return np.where(wide > 0.04045, curved, wide / 12.92).astype(np.float32)


def srgb_encode(values: NDArray[np.floating]) -> Float:
    """Linear light to perceptual values, by the sRGB formula; also outside 0..1."""
    wide = values.astype(np.float64)
    curved = 1.055 * np.maximum(wide, 0.0031308) ** (1.0 / 2.4) - 0.055
    return np.where(wide > 0.0031308, curved, wide * 12.92).astype(np.float32)


@lru_cache(maxsize=1)
def _decode_table() -> Float:
    return srgb_decode(np.arange(_STEPS + 1) / _STEPS)


@lru_cache(maxsize=1)
def _encode_table() -> Float:
    return srgb_encode(np.arange(_STEPS + 1) / _STEPS)


def lookup(table: NDArray[np.generic], values: Float) -> NDArray[np.generic]:
    """Read a table of 65536 entries at values in 0..1 (others are clipped)."""
    return table.take(steps(values))


def steps(values: Float) -> NDArray[np.uint16]:
    """Values in 0..1 as whole steps of 1/65535 (others are clipped)."""
    scaled = np.multiply(values, np.float32(_STEPS))
    np.clip(scaled, 0, _STEPS, out=scaled)
    scaled += np.float32(0.5)
    return scaled.astype(np.uint16)


def convert(values: Float, source: Space, target: Space) -> Float:
    """Color planes (3, rows, columns) from one space to another, by table where that is exact."""
    if source == target:
        return values
    if source == "lab":
        return convert(_from_lab(values), "linear", target)
    if target == "lab":
        return _to_lab(convert(values, source, "linear"))
    decode = source == "perceptual"
    result = lookup(_decode_table() if decode else _encode_table(), values).astype(
        np.float32, copy=False
    )
    low, high = float(values.min(initial=0.0)), float(values.max(initial=0.0))
    if low < 0.0 or high > 1.0:
        # Sums and dodges leave 0..1, and GIMP keeps what they make until the end.
        outside = (values < 0.0) | (values > 1.0)
        part = values[outside]
        result[outside] = srgb_decode(part) if decode else srgb_encode(part)
    return result


def luminance(linear: Float) -> Float:
    """CIE Y of linear color planes."""
    weights = SRGB_TO_XYZ[1]
    light: Float = linear[0] * weights[0] + linear[1] * weights[1] + linear[2] * weights[2]
    return light


def _to_lab(linear: Float) -> Float:
    xyz = np.tensordot(SRGB_TO_XYZ, linear, axes=1) / _D50[:, None, None]
    f = np.where(xyz > _LAB_EPSILON, np.cbrt(xyz), (_LAB_KAPPA * xyz + 16.0) / 116.0)
    lab = np.stack([116.0 * f[1] - 16.0, 500.0 * (f[0] - f[1]), 200.0 * (f[1] - f[2])])
    return lab.astype(np.float32)


def _from_lab(lab: Float) -> Float:
    fy = (lab[0] + 16.0) / 116.0
    f = np.stack([fy + lab[1] / 500.0, fy, fy - lab[2] / 200.0])
    xyz = np.where(f**3 > _LAB_EPSILON, f**3, (116.0 * f - 16.0) / _LAB_KAPPA)
    xyz *= _D50[:, None, None]
    inverse = np.linalg.inv(SRGB_TO_XYZ.astype(np.float64))
    return np.tensordot(inverse, xyz, axes=1).astype(np.float32)
