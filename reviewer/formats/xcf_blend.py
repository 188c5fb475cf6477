"""What two colors make of each other in each mode: `under` and `over` in, planes of color out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from . import xcf_blend_hue as hue

Float = NDArray[np.float32]
Blend = Callable[[Float, Float], Float]

_TINY: Final = np.float32(1e-6)
_HUGE: Final = np.float32(1e6)
# Legacy grain modes center on a byte's middle, the later ones on one half.
_GRAIN: Final = np.float32(128.0 / 255.0)


def _divided(above: Float, below: Float) -> Float:
    """A quotient that stays finite; zero where the dividend is next to nothing."""
    with np.errstate(divide="ignore", invalid="ignore"):
        quotient = np.clip(above / below, -_HUGE, _HUGE)
    return np.where(np.abs(above) > _TINY, quotient, np.float32(0))


def multiply(under: Float, over: Float) -> Float:
    """Product."""
    return under * over


def screen(under: Float, over: Float) -> Float:
    """Product of the negatives."""
    return 1 - (1 - under) * (1 - over)


def overlay(under: Float, over: Float) -> Float:
    """Multiply in the shadows, screen in the lights of what lies under."""
    return np.where(under < 0.5, 2 * under * over, 1 - 2 * (1 - over) * (1 - under))


def difference(under: Float, over: Float) -> Float:
    """Distance."""
    color: Float = np.abs(under - over)
    return color


def addition(under: Float, over: Float) -> Float:
    """Sum."""
    return under + over


def subtract(under: Float, over: Float) -> Float:
    """Difference with its sign."""
    return under - over


def divide(under: Float, over: Float) -> Float:
    """Quotient."""
    return _divided(under, over)


def dodge(under: Float, over: Float) -> Float:
    """Divided by the negative of what lies over."""
    return _divided(under, 1 - over)


def burn(under: Float, over: Float) -> Float:
    """The negative divided by what lies over, negated."""
    return 1 - _divided(1 - under, over)


def hard_light(under: Float, over: Float) -> Float:
    """Overlay with the parts exchanged."""
    light = 1 - (1 - under) * (1 - (over - 0.5) * 2)
    return np.minimum(np.where(over > 0.5, light, under * over * 2), np.float32(1))


def soft_light(under: Float, over: Float) -> Float:
    """Between multiply and screen, by what lies under."""
    color: Float = (1 - under) * (under * over) + under * screen(under, over)
    return color


def grain_extract(under: Float, over: Float) -> Float:
    """Difference around the middle."""
    return under - over + np.float32(0.5)


def grain_merge(under: Float, over: Float) -> Float:
    """Sum around the middle."""
    return under + over - np.float32(0.5)


def vivid_light(under: Float, over: Float) -> Float:
    """Burn in the shadows, dodge in the lights of what lies over."""
    dark = np.maximum(1 - _divided(1 - under, 2 * over), np.float32(0))
    light = np.minimum(_divided(under, 2 * (1 - over)), np.float32(1))
    return np.where(over <= 0.5, dark, light)


def pin_light(under: Float, over: Float) -> Float:
    """Darken in the shadows, lighten in the lights of what lies over."""
    return np.where(over > 0.5, np.maximum(under, 2 * over - 1), np.minimum(under, 2 * over))


def linear_light(under: Float, over: Float) -> Float:
    """Sum with twice the distance from the middle."""
    return under + 2 * over - 1


def hard_mix(under: Float, over: Float) -> Float:
    """Black or white, by the sum."""
    # Complements (127 and 128 of 255) count as white, whatever rounding made of their sum.
    return (under + over >= np.float32(1 - 2e-4)).astype(np.float32)


def exclusion(under: Float, over: Float) -> Float:
    """Difference with less contrast."""
    return np.float32(0.5) - 2 * (under - np.float32(0.5)) * (over - np.float32(0.5))


def linear_burn(under: Float, over: Float) -> Float:
    """Sum less white."""
    return under + over - 1


def _clipped(blend: Blend) -> Blend:
    """The legacy form of a mode, which never leaves 0..1."""

    def clipped(under: Float, over: Float) -> Float:
        return np.clip(blend(under, over), 0, 1)

    return clipped


def _divide_legacy(under: Float, over: Float) -> Float:
    return np.clip(under / (over + np.float32(1 / 4294967295)), 0, 1)


def _grain_extract_legacy(under: Float, over: Float) -> Float:
    color: Float = np.clip(under - over + _GRAIN, 0, 1)
    return color


def _grain_merge_legacy(under: Float, over: Float) -> Float:
    color: Float = np.clip(under + over - _GRAIN, 0, 1)
    return color


BLENDS: Final[dict[int, Blend]] = {
    3: _clipped(multiply),
    4: _clipped(screen),
    6: _clipped(difference),
    7: _clipped(addition),
    8: _clipped(subtract),
    9: np.minimum,
    10: np.maximum,
    11: _clipped(hue.hsv_hue),
    12: hue.hsv_saturation_legacy,
    13: _clipped(hue.hsl_color),
    14: _clipped(hue.hsv_value),
    15: _divide_legacy,
    16: _clipped(dodge),
    17: _clipped(burn),
    18: _clipped(hard_light),
    19: _clipped(soft_light),
    20: _grain_extract_legacy,
    21: _grain_merge_legacy,
    23: overlay,
    24: hue.lch_hue,
    25: hue.lch_chroma,
    26: hue.lch_color,
    27: hue.lch_lightness,
    30: multiply,
    31: screen,
    32: difference,
    33: addition,
    34: subtract,
    35: np.minimum,
    36: np.maximum,
    37: hue.hsv_hue,
    38: hue.hsv_saturation,
    39: hue.hsl_color,
    40: hue.hsv_value,
    41: divide,
    42: dodge,
    43: burn,
    44: hard_light,
    45: soft_light,
    46: grain_extract,
    47: grain_merge,
    48: vivid_light,
    49: pin_light,
    50: linear_light,
    51: hard_mix,
    52: exclusion,
    53: linear_burn,
    54: hue.luma_darken,
    55: hue.luma_lighten,
    56: hue.luminance_of,
}
