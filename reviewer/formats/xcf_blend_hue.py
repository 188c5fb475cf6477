"""Modes that look at a whole color: hue, saturation, lightness, chroma, luma."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from .xcf_color import luminance

Float = NDArray[np.float32]

_TINY: Final = np.float32(1e-6)
# Greys come out of Lab with a chroma of about 1e-4, whose hue is nothing but rounding.
_FAINT: Final = np.float32(1e-2)
_HUGE: Final = np.float32(1e6)


def _ratio(above: Float, below: Float) -> Float:
    """Quotient of planes, zero where the divisor is next to nothing."""
    safe = np.abs(below) > _TINY
    return np.where(safe, above / np.where(safe, below, np.float32(1)), np.float32(0))


def hsv_hue(under: Float, over: Float) -> Float:
    """Hue of what lies over; saturation and value of what lies under."""
    over_max, under_max = over.max(0), under.max(0)
    over_range = over_max - over.min(0)
    ratio = _ratio(under_max - under.min(0), over_range)
    offset = under_max - over_max * ratio
    return np.where(over_range > _TINY, over * ratio + offset, under)


def hsv_saturation(under: Float, over: Float) -> Float:
    """Saturation of what lies over; a grey stays a grey."""
    under_max, over_max = under.max(0), over.max(0)
    under_range = under_max - under.min(0)
    saturation = _ratio(over_max - over.min(0), over_max)
    ratio = _ratio(saturation * under_max, under_range)
    changed = under * ratio + (1 - ratio) * under_max
    color: Float = np.where(under_range > _TINY, changed, under_max)
    return color


def hsv_saturation_legacy(under: Float, over: Float) -> Float:
    """Saturation of what lies over; a grey has hue 0 and so turns red, as it did in GIMP 2.8."""
    value, over_max = under.max(0), over.max(0)
    low = value * (1 - _ratio(over_max - over.min(0), over_max))
    is_grey = value - under.min(0) <= _TINY
    red = np.stack([value, low, low])
    return np.clip(np.where(is_grey, red, hsv_saturation(under, over)), 0, 1)


def hsv_value(under: Float, over: Float) -> Float:
    """Value of what lies over; hue and saturation of what lies under."""
    under_max, over_max = under.max(0), over.max(0)
    ratio = _ratio(over_max, under_max)
    return np.where(np.abs(under_max) > _TINY, under * ratio, over_max)


def hsl_color(under: Float, over: Float) -> Float:
    """Hue and saturation of what lies over; HSL lightness of what lies under."""
    under_light = (under.min(0) + under.max(0)) / 2
    over_light = (over.min(0) + over.max(0)) / 2
    colored = (np.abs(over_light) > _TINY) & (np.abs(1 - over_light) > _TINY)
    under_low = np.minimum(under_light, 1 - under_light)
    over_low = np.minimum(over_light, 1 - over_light)
    ratio = _ratio(under_low, over_low)
    offset = np.where(under_light > 0.5, 1 - 2 * under_low, np.float32(0))
    offset = offset + np.where(over_light > 0.5, 2 * under_low - ratio, np.float32(0))
    return np.where(colored, over * ratio + offset, under_light)


def lch_hue(under: Float, over: Float) -> Float:
    """In Lab: hue angle of what lies over, chroma and lightness of what lies under."""
    over_chroma = np.hypot(over[1], over[2])
    scale = _ratio(np.hypot(under[1], under[2]), over_chroma)
    colored = over_chroma > _FAINT
    return np.stack([under[0], *(np.where(colored, over[i] * scale, under[i]) for i in (1, 2))])


def lch_chroma(under: Float, over: Float) -> Float:
    """In Lab: chroma of what lies over, hue angle and lightness of what lies under."""
    under_chroma = np.hypot(under[1], under[2])
    scale = _ratio(np.hypot(over[1], over[2]), under_chroma)
    colored = under_chroma > _FAINT
    return np.stack([under[0], *(np.where(colored, under[i] * scale, under[i]) for i in (1, 2))])


def lch_color(under: Float, over: Float) -> Float:
    """In Lab: lightness of what lies under, the rest of what lies over."""
    return np.stack([under[0], over[1], over[2]])


def lch_lightness(under: Float, over: Float) -> Float:
    """In Lab: lightness of what lies over, the rest of what lies under."""
    return np.stack([over[0], under[1], under[2]])


def luma_darken(under: Float, over: Float) -> Float:
    """The darker of the two colors, by luma."""
    return np.where(luminance(under) <= luminance(over), under, over)


def luma_lighten(under: Float, over: Float) -> Float:
    """The lighter of the two colors, by luma."""
    return np.where(luminance(under) >= luminance(over), under, over)


def luminance_of(under: Float, over: Float) -> Float:
    """Luminance of what lies over; color of what lies under."""
    light = luminance(over)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.clip(light / luminance(under), -_HUGE, _HUGE)
    return under * np.where(np.abs(light) > _TINY, ratio, np.float32(0))
