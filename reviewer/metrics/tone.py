"""Brightness, contrast, saturation, sharpness and warmth: what an edit moved, and how far."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from reviewer.metrics.closeness import mse
from reviewer.metrics.pixels import (
    Bytes,
    Filter,
    Pixels,
    luma,
    pillow,
    resized,
    rgb,
    same_size,
    size_of,
)
from reviewer.metrics.ssim import ssim

MIDDLE = 128.0
"""Brightness to which both pictures are brought before their structure is compared."""


@dataclass(frozen=True, slots=True)
class Change:
    """A property of the result and of the reference; `value` is the result minus the reference."""

    source: float
    target: float

    @property
    def value(self) -> float:
        """By how much the result has more of it; below 0: less."""
        return self.source - self.target

    @property
    def ratio(self) -> float | None:
        """How many times as much; None where the reference has none."""
        return self.source / self.target if self.target else None


@dataclass(frozen=True, slots=True)
class HueValue:
    """SSIM of hue and of value; `value` is the lower one, which both have to pass."""

    hue: float
    brightness: float
    window: int

    @property
    def value(self) -> float:
        """The lower of the two, in [-1, 1]."""
        return min(self.hue, self.brightness)


@dataclass(frozen=True, slots=True)
class ToneShift:
    """Mean differences result − reference of R, G and B, in levels of 255."""

    red: float
    green: float
    blue: float
    notes: tuple[str, ...] = ()


def brightness(image: Pixels) -> float:
    """Measure the mean of L.

    Parameters
    ----------
    image : (H, W) or (H, W, 1…4), bool, uint8 or uint16

    Returns
    -------
    float
        In [0, 255].
    """
    return float(cv2.mean(luma(image))[0])


def brightness_change(source: Pixels, target: Pixels) -> Change:
    """Compare the brightness of a result with that of its reference; sizes may differ."""
    return Change(brightness(source), brightness(target))


def brightness_structure(source: Pixels, target: Pixels) -> float:
    """Measure what differs besides brightness.

    Parameters
    ----------
    source, target : (H, W) or (H, W, 1…4), bool, uint8 or uint16

    Returns
    -------
    float
        MSE / 255² of R, G and B in [0, 1], after both were multiplied by 128 / max(L, 1) and
        cut to whole levels.

    Raises
    ------
    NotMeasured
        Sizes differ.
    """
    same_size(source, target)
    return mse(_to_middle(rgb(source)), _to_middle(rgb(target))) / 255.0**2


def contrast(image: Pixels) -> float:
    """Measure the standard deviation over all values of R, G and B; alpha stays out.

    Parameters
    ----------
    image : (H, W) or (H, W, 1…4), bool, uint8 or uint16

    Returns
    -------
    float
        In [0, 127.5].
    """
    means, deviations = cv2.meanStdDev(rgb(image))
    squares = float(np.mean(deviations**2 + means**2))
    return math.sqrt(max(0.0, squares - float(means.mean()) ** 2))


def contrast_change(source: Pixels, target: Pixels) -> Change:
    """Compare the contrast of a result with that of its reference; sizes may differ."""
    return Change(contrast(source), contrast(target))


def saturation(image: Pixels) -> float:
    """Measure the mean of S of HSV on Pillow's scale.

    Parameters
    ----------
    image : (H, W) or (H, W, 1…4), bool, uint8 or uint16

    Returns
    -------
    float
        In [0, 255].
    """
    return float(cv2.mean(_hsv(image)[1])[0])


def saturation_change(source: Pixels, target: Pixels) -> Change:
    """Compare the saturation of a result with that of its reference; sizes may differ."""
    return Change(saturation(source), saturation(target))


def hue_value_structure(source: Pixels, target: Pixels) -> HueValue:
    """Measure whether hue and value stayed while saturation moved.

    Parameters
    ----------
    source, target : (H, W) or (H, W, 1…4), bool, uint8 or uint16

    Returns
    -------
    HueValue
        SSIM, window 7, of the H and the V channel on Pillow's scale.

    Raises
    ------
    NotMeasured
        Sizes differ, or the smaller side is below 3 pixels.
    """
    same_size(source, target)
    one, two = _hsv(source), _hsv(target)
    hue, value = ssim(one[0], two[0]), ssim(one[2], two[2])
    return HueValue(hue=hue.value, brightness=value.value, window=hue.window)


def sharpness(image: Pixels) -> float:
    """Measure the variance of the Laplacian of the grey picture, at 64 bits.

    Parameters
    ----------
    image : (H, W) or (H, W, 1…4), bool, uint8 or uint16

    Returns
    -------
    float
        At least 0.
    """
    picture = rgb(image)
    # OpenCV's grey, not Pillow's: the two differ by a level, and the definition is OpenCV's.
    grey = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)
    _, deviation = cv2.meanStdDev(cv2.Laplacian(grey, cv2.CV_64F))
    return float(deviation[0, 0]) ** 2


def sharpness_change(source: Pixels, target: Pixels) -> Change:
    """Compare the sharpness of a result with that of its reference; sizes may differ."""
    return Change(sharpness(source), sharpness(target))


def tone_shift(source: Pixels, target: Pixels, *, method: Filter = "lanczos") -> ToneShift:
    """Measure how much warmer or cooler a result is than its reference.

    Parameters
    ----------
    source, target : (H, W) or (H, W, 1…4), bool, uint8 or uint16
    method : str
        Filter with which a reference of another size is brought to the result's.

    Returns
    -------
    ToneShift
        Mean differences in [−255, 255]. Warmer: red above +2 and blue below −2.
    """
    size, was = size_of(source), size_of(target)
    notes: tuple[str, ...] = ()
    if size != was:
        notes = (f"reference resized {was[0]}×{was[1]} → {size[0]}×{size[1]} ({method.upper()})",)
    one, two = cv2.mean(rgb(source)), cv2.mean(resized(target, size, method))
    red, green, blue = (first - second for first, second in zip(one[:3], two[:3], strict=True))
    return ToneShift(red=red, green=green, blue=blue, notes=notes)


def _to_middle(picture: Bytes) -> Bytes:
    factor = MIDDLE / max(brightness(picture), 1.0)
    table = np.minimum(255, (np.arange(256) * factor).astype(np.int64)).astype(np.uint8)
    return np.asarray(cv2.LUT(picture, table), dtype=np.uint8)


def _hsv(image: Pixels) -> tuple[Bytes, Bytes, Bytes]:
    hue, strength, value = pillow(rgb(image)).convert("HSV").split()
    return np.asarray(hue), np.asarray(strength), np.asarray(value)
