"""Which pixels of a maze picture are wall, open ground, path or marker."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.uint8]
RgbImage = NDArray[np.uint8]
MazeColor = Literal["red", "green", "blue"]

DOMINANCE = 50
BRIGHTNESS = 90
SATURATION = 100
_CHANNELS: dict[str, int] = {"red": 0, "green": 1, "blue": 2}
# OpenCV hues, 0–179; red lies around 0 and so has two ends.
_HUES: dict[str, tuple[int, int]] = {"red": (170, 10), "green": (40, 90), "blue": (100, 135)}


def wall_mask(rgb: RgbImage, threshold: int = 30) -> Mask:
    """Find walls: every channel below a threshold.

    Luma is not asked: pure blue has luma 29, and every path would be a wall.

    Parameters
    ----------
    rgb : (H, W, 3) uint8
    threshold : int
        In 1…255, exclusive.

    Returns
    -------
    (H, W) uint8
        255 on walls, else 0.
    """
    top = threshold - 1
    return np.asarray(cv2.inRange(rgb, (0, 0, 0), (top, top, top)), dtype=np.uint8)


def walkable_mask(rgb: RgbImage, threshold: int = 200) -> Mask:
    """Find open ground: every channel above a threshold.

    Parameters
    ----------
    rgb : (H, W, 3) uint8
    threshold : int
        In 1…254, exclusive.

    Returns
    -------
    (H, W) uint8
        255 on open ground, else 0.
    """
    low = threshold + 1
    return np.asarray(cv2.inRange(rgb, (low, low, low), (255, 255, 255)), dtype=np.uint8)


def color_masks(rgb: RgbImage, *colors: MazeColor) -> tuple[Mask, ...]:
    """Find pixels of one or more of the maze's colors.

    Parameters
    ----------
    rgb : (H, W, 3) uint8
    colors : {"red", "green", "blue"}
        Each gives one mask.

    Returns
    -------
    tuple of (H, W) uint8
        255 where the channel leads both others by 50, is at least 90, and the OpenCV hue and
        saturation (at least 100) are that color's.
    """
    channels = cv2.split(rgb)
    return tuple(_color_mask(rgb, channels, color)[0] for color in colors)


def path_mask(rgb: RgbImage) -> Mask:
    """Find a blue path without the soft rim that anti-aliasing gives it.

    Parameters
    ----------
    rgb : (H, W, 3) uint8

    Returns
    -------
    (H, W) uint8
        255 on blue pixels whose lead over the other channels is at least half of the 90th
        percentile over all blue pixels: the half-coverage edge.
    """
    mask, lead = _color_mask(rgb, cv2.split(rgb), "blue")
    counts = np.cumsum(cv2.calcHist([lead], [0], mask, [256], [0, 256]).ravel())
    if counts[-1] == 0:
        return mask
    edge = max(DOMINANCE, (int(np.searchsorted(counts, 0.9 * counts[-1])) + 1) // 2)
    sharp = cv2.threshold(lead, edge - 1, 255, cv2.THRESH_BINARY)[1]
    return np.asarray(cv2.bitwise_and(mask, sharp), dtype=np.uint8)


def largest_pieces(mask: Mask, share: float = 0.25) -> Mask:
    """Drop specks: keep the pieces with at least a share of the largest one's area.

    Parameters
    ----------
    mask : (H, W) uint8
    share : float
        In [0, 1].

    Returns
    -------
    (H, W) uint8
    """
    left, top, width, height = cv2.boundingRect(mask)
    if not width:
        return mask
    part = mask[top : top + height, left : left + width]
    count, labels, stats, _ = cv2.connectedComponentsWithStats(part, connectivity=8)
    if count <= 2:
        return mask
    areas = stats[:, cv2.CC_STAT_AREA].astype(np.float64)
    keep = areas >= share * areas[1:].max()
    keep[0] = False
    out = np.zeros_like(mask)
    out[top : top + height, left : left + width] = np.where(keep, 255, 0).astype(np.uint8)[labels]
    return out


def centroid(mask: Mask) -> tuple[float, float] | None:
    """Return the mean column and row of a mask's pixels, or None where it is empty.

    Parameters
    ----------
    mask : (H, W) uint8

    Returns
    -------
    (x, y) in pixels, or None
    """
    left, top, width, height = cv2.boundingRect(mask)
    if not width:
        return None
    moments = cv2.moments(mask[top : top + height, left : left + width], binaryImage=True)
    area = moments["m00"]
    return left + moments["m10"] / area, top + moments["m01"] / area


def _color_mask(
    rgb: RgbImage, channels: Sequence[NDArray[Any]], color: MazeColor
) -> tuple[Mask, Mask]:
    index = _CHANNELS[color]
    own = channels[index]
    others = [channel for other, channel in enumerate(channels) if other != index]
    lead = cv2.subtract(own, cv2.max(others[0], others[1]))
    leads = cv2.threshold(lead, DOMINANCE - 1, 255, cv2.THRESH_BINARY)[1]
    mask = cv2.bitwise_and(leads, cv2.threshold(own, BRIGHTNESS - 1, 255, cv2.THRESH_BINARY)[1])
    _drop_other_hues(mask, rgb, color)
    return np.asarray(mask, dtype=np.uint8), np.asarray(lead, dtype=np.uint8)


def _drop_other_hues(mask: NDArray[Any], rgb: RgbImage, color: MazeColor) -> None:
    # Hue costs most and few pixels lead: it is computed on those alone.
    if cv2.countNonZero(mask) > mask.size // 8:
        mask &= _hue_fits(rgb, color)
        return
    where = np.flatnonzero(mask > 0)
    if where.size:
        leading = rgb.reshape(-1, 3).take(where, axis=0).reshape(-1, 1, 3)
        mask.reshape(-1)[where] = _hue_fits(leading, color)[:, 0]


def _hue_fits(rgb: RgbImage, color: MazeColor) -> Mask:
    hsv = cv2.cvtColor(rgb, cv2.COLOR_RGB2HSV)
    low, high = _HUES[color]
    if low < high:
        fits = cv2.inRange(hsv, (low, SATURATION, 0), (high, 255, 255))
    else:
        upper = cv2.inRange(hsv, (low, SATURATION, 0), (179, 255, 255))
        fits = cv2.bitwise_or(upper, cv2.inRange(hsv, (0, SATURATION, 0), (high, 255, 255)))
    return np.asarray(fits, dtype=np.uint8)
