"""How far two pictures of one size are apart, pixel by pixel."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from reviewer.metrics.pixels import Bytes, Filter, Pixels, alpha, resized, rgb, same_size, size_of

CLOSENESS_SCALE = 1000.0


@dataclass(frozen=True, slots=True)
class Psnr:
    """Peak signal to noise in dB; `value` is None for identical pictures, where it is endless."""

    value: float | None
    mse: float
    is_identical: bool


@dataclass(frozen=True, slots=True)
class Nearness:
    """Mean absolute differences, in levels of 255, of a result to its golden and initial.

    A pixel whose alpha differs more than its color differs by its alpha.
    """

    golden: float
    initial: float
    notes: tuple[str, ...] = ()

    @property
    def value(self) -> float:
        """How much nearer the golden is than the initial; below 0: nearer to the initial."""
        return self.initial - self.golden


def mse(a: Pixels, b: Pixels) -> float:
    """Measure the mean squared difference of R, G and B.

    Parameters
    ----------
    a, b : (H, W) or (H, W, 1…4), bool, uint8 or uint16
        Alpha is not looked at; 16 bits are scaled to 8.

    Returns
    -------
    float
        In [0, 65025], levels of 255 squared.

    Raises
    ------
    NotMeasured
        Sizes differ.
    """
    same_size(a, b)
    one, two = rgb(a), rgb(b)
    # The sum of squared bytes is whole; the norm squares a root and misses it by rounding.
    return round(cv2.norm(one, two, cv2.NORM_L2SQR)) / one.size


def psnr(a: Pixels, b: Pixels, *, data_range: float = 255.0) -> Psnr:
    """Measure the peak signal to noise ratio of R, G and B.

    Parameters
    ----------
    a, b : (H, W) or (H, W, 1…4), bool, uint8 or uint16
    data_range : float
        Distance from black to white.

    Returns
    -------
    Psnr
        10 log10(data_range² / MSE) in dB. Identical pictures have no finite ratio: `value` is
        None and `is_identical` says so.

    Raises
    ------
    NotMeasured
        Sizes differ.
    """
    error = mse(a, b)
    if error == 0.0:
        return Psnr(value=None, mse=0.0, is_identical=True)
    return Psnr(value=10.0 * math.log10(data_range**2 / error), mse=error, is_identical=False)


def closeness(a: Pixels, b: Pixels) -> float:
    """Measure pixel closeness, exp(−MSE / 1000).

    Parameters
    ----------
    a, b : (H, W) or (H, W, 1…4), bool, uint8 or uint16

    Returns
    -------
    float
        In (0, 1]; 1 for identical pictures.

    Raises
    ------
    NotMeasured
        Sizes differ.
    """
    return math.exp(-mse(a, b) / CLOSENESS_SCALE)


def mean_absolute_difference(a: Pixels, b: Pixels) -> float:
    """Measure the mean absolute difference of R, G and B.

    Parameters
    ----------
    a, b : (H, W) or (H, W, 1…4), bool, uint8 or uint16

    Returns
    -------
    float
        In [0, 255], levels.

    Raises
    ------
    NotMeasured
        Sizes differ.
    """
    same_size(a, b)
    one, two = rgb(a), rgb(b)
    return float(cv2.norm(one, two, cv2.NORM_L1)) / one.size


def visible_difference(a: Pixels, b: Pixels) -> float:
    """Measure the mean absolute difference of what two pictures show, alpha included.

    Parameters
    ----------
    a, b : (H, W) or (H, W, 1…4), bool, uint8 or uint16

    Returns
    -------
    float
        In [0, 255], levels. A pixel differs by the mean of R, G and B or by its alpha, whichever
        is more; a missing alpha is opaque, and color that neither shows is not counted. Of opaque
        pictures it is the mean absolute difference, whether or not they store an alpha.

    Raises
    ------
    NotMeasured
        Sizes differ.
    """
    same_size(a, b)
    one, two = alpha(a), alpha(b)
    if one is None and two is None:
        return mean_absolute_difference(a, b)
    one = np.full(a.shape[:2], 255, np.uint8) if one is None else one
    two = np.full(b.shape[:2], 255, np.uint8) if two is None else two
    gap = cv2.absdiff(rgb(a), rgb(b))
    gap[cv2.bitwise_or(one, two) == 0] = 0
    # In thirds of a level, so that sums stay whole.
    color = gap[..., 0].astype(np.uint16) + gap[..., 1] + gap[..., 2]
    cover = cv2.absdiff(one, two).astype(np.uint16) * np.uint16(3)
    return int(np.maximum(color, cover).sum(dtype=np.int64)) / (3 * one.size)


def nearness(
    result: Pixels, golden: Pixels, initial: Pixels, *, method: Filter = "lanczos"
) -> Nearness:
    """Measure how far a result is from where it should be and from where it began.

    Parameters
    ----------
    result, golden, initial : (H, W) or (H, W, 1…4), bool, uint8 or uint16
    method : str
        Filter with which golden or initial are brought to the result's size.

    Returns
    -------
    Nearness
        Notes say what was resized. A no-op has `initial` 0.

    Raises
    ------
    NotMeasured
        One of them is not a picture.
    """
    size = size_of(result)
    found = {}
    notes = []
    for name, other in (("golden", golden), ("initial", initial)):
        was = size_of(other)
        if was != size:
            notes.append(f"{name} resized {was[0]}×{was[1]} → {size[0]}×{size[1]}")
            other = with_alpha_resized(other, size, method)
        found[name] = visible_difference(result, other)
    return Nearness(golden=found["golden"], initial=found["initial"], notes=tuple(notes))


def with_alpha_resized(image: Pixels, size: tuple[int, int], method: Filter) -> Bytes:
    """Return a picture at another size, its alpha scaled beside its color.

    Parameters
    ----------
    image : (H, W) or (H, W, 1…4), bool, uint8 or uint16
    size : (width, height)
    method : str

    Returns
    -------
    (height, width, 3 or 4) uint8
    """
    color, cover = resized(image, size, method), alpha(image)
    if cover is None:
        return color
    return np.dstack([color, resized(cover, size, method)[..., 0]])
