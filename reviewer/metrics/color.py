"""Color properties of a result: grey, inverted, green behind, how many colors."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.metrics.closeness import mse
from reviewer.metrics.pixels import Box, Bytes, Pixels, alike, eight_bit, rgb, same_size, size_of


@dataclass(frozen=True, slots=True)
class Greyness:
    """Share of pixels with R = G = B, and what is left of color."""

    value: float
    colored: int
    spread: int
    box: Box | None


@dataclass(frozen=True, slots=True)
class Inversion:
    """Mean squared errors to the inverted reference (`value`) and to the reference (`no_op`)."""

    value: float
    no_op: float


@dataclass(frozen=True, slots=True)
class GreenBackground:
    """Share of the checked pixels that are green, in [0, 1]."""

    value: float
    checked: int
    wrong: int
    box: Box | None
    notes: tuple[str, ...] = ()


def greyness(image: Pixels) -> Greyness:
    """Measure how much of a picture is grey.

    Parameters
    ----------
    image : (H, W) or (H, W, 1…4), bool, uint8 or uint16
        One or two channels (L, LA, 1, I;16) are grey by nature.

    Returns
    -------
    Greyness
        `value` in [0, 1], number of `colored` pixels, largest `spread` between channels (levels
        of the picture's own depth), and the `box` around the colored ones.
    """
    width, height = size_of(image)
    if image.ndim == 2 or image.shape[2] <= 2:
        return Greyness(1.0, 0, 0, None)
    red, green, blue = (np.ascontiguousarray(image[..., index]) for index in range(3))
    high = cv2.max(cv2.max(red, green), blue)
    spread = cv2.subtract(high, cv2.min(cv2.min(red, green), blue))
    colored = cv2.countNonZero(spread)
    return Greyness(
        value=(width * height - colored) / (width * height),
        colored=colored,
        spread=int(spread.max()),
        box=box_of(spread != 0),
    )


def inversion(source: Pixels, target: Pixels) -> Inversion:
    """Measure how far a result is from the inverted reference.

    Parameters
    ----------
    source, target : (H, W) or (H, W, 1…4), bool, uint8 or uint16

    Returns
    -------
    Inversion
        `value` is the MSE to 255 − reference, `no_op` the MSE to the reference itself. Mid-grey
        is its own inverse: both are then small, and the result says nothing.

    Raises
    ------
    NotMeasured
        Sizes differ.
    """
    same_size(source, target)
    one, two = rgb(source), rgb(target)
    return Inversion(value=mse(one, cv2.bitwise_not(two)), no_op=mse(one, two))


def green_background(source: Pixels, target: Pixels) -> GreenBackground:
    """Measure whether the result is green wherever the reference is not black.

    Parameters
    ----------
    source, target : (H, W) or (H, W, 1…4), bool, uint8 or uint16

    Returns
    -------
    GreenBackground
        Green is g > r and g > b. A reference that is black everywhere asks for nothing: `value`
        is 1, `checked` 0, and a note says so.

    Raises
    ------
    NotMeasured
        Sizes differ.
    """
    same_size(source, target)
    asked = rgb(target).any(axis=2)
    checked = int(np.count_nonzero(asked))
    if not checked:
        return GreenBackground(1.0, 0, 0, None, ("the reference is black: nothing to check",))
    red, green, blue = cv2.split(rgb(source))
    wrong = asked & ~((green > red) & (green > blue))
    count = int(np.count_nonzero(wrong))
    return GreenBackground(1.0 - count / checked, checked, count, box_of(wrong))


def color_count(image: Pixels) -> int:
    """Count the distinct colors.

    Parameters
    ----------
    image : (H, W) or (H, W, 1…4), bool, uint8 or uint16; or (H, W) of 32 bits
        Stored values are counted, at every depth. Alpha makes colors distinct.

    Returns
    -------
    int
        At least 1. A palette of 16 entries of which 9 are used counts 9.
    """
    size_of(image)
    if image.dtype.itemsize == 1:
        return int(color_counts(image)[1].size)
    if image.ndim == 2 or image.shape[2] == 1:
        return int(np.unique(image).size)
    words = np.zeros((image.shape[0] * image.shape[1], 4), np.uint16)
    words[:, : image.shape[2]] = image.reshape(len(words), -1)
    # Sorting takes a tenth of the time that numpy's table of distinct numbers takes.
    colors = np.sort(words.view(np.uint64)[:, 0])
    return 1 + int(np.count_nonzero(colors[1:] != colors[:-1]))


def color_counts(image: Pixels) -> tuple[Bytes, NDArray[np.int64]]:
    """Return the distinct colors and how many pixels have each, the most common first.

    Parameters
    ----------
    image : (H, W) or (H, W, 1…4), bool, uint8 or uint16

    Returns
    -------
    colors : (N, C) uint8, C in (1, 3, 4)
        Colors as common as each other come in the order of their channels.
    counts : (N,) int64
    """
    size_of(image)
    picture = eight_bit(alike(image, image)[0])
    channels = picture.shape[2]
    keys = _keys(picture)
    if channels <= 3:
        counted = np.bincount(keys.ravel(), minlength=1)
        found = np.flatnonzero(counted)
        counts = counted[found].astype(np.int64)
    else:
        found, whole = np.unique(keys, return_counts=True)
        counts = whole.astype(np.int64)
    order = np.argsort(-counts, kind="stable")
    shifts = 8 * np.arange(channels - 1, -1, -1)
    colors = (found[order, None].astype(np.int64) >> shifts) & 255
    return colors.astype(np.uint8), counts[order]


def box_of(mask: NDArray[np.bool_]) -> Box | None:
    """Return the box around what is set; None where nothing is.

    Parameters
    ----------
    mask : (H, W) bool

    Returns
    -------
    (left, top, right, bottom) or None
        Right and bottom lie outside.
    """
    left, top, width, height = cv2.boundingRect(np.ascontiguousarray(mask).view(np.uint8))
    return (left, top, left + width, top + height) if width else None


def _keys(picture: Bytes) -> NDArray[np.uint32]:
    keys = picture[..., 0].astype(np.uint32)
    for index in range(1, picture.shape[2]):
        keys <<= np.uint32(8)
        keys |= picture[..., index]
    return keys
