"""Which of eight colors an object has, by Lab distance over its box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.backends.seen import Box, Detection, Pixels, require_rgb

# Several shades a color: people call both navy and sky blue, and one point is near neither.
_SHADES: dict[str, tuple[tuple[int, int, int], ...]] = {
    "black": ((0, 0, 0), (35, 35, 38)),
    "blue": ((0, 0, 255), (30, 80, 200), (0, 0, 128), (100, 160, 230)),
    "brown": ((139, 69, 19), (90, 58, 30), (160, 110, 65)),
    "green": ((0, 128, 0), (0, 255, 0), (40, 90, 45), (125, 185, 85)),
    "purple": ((128, 0, 128), (150, 30, 215), (90, 50, 130), (165, 120, 200)),
    "red": ((255, 0, 0), (185, 20, 30), (225, 60, 60)),
    "white": ((255, 255, 255), (225, 225, 225)),
    "yellow": ((255, 255, 0), (240, 200, 40), (250, 230, 120)),
}
COLORS = tuple(_SHADES)
# The ellipse within the box holds the object; the corners of a box are mostly background.
_ELLIPSE = 0.9
_MOST_SAMPLES = 96


def name_colors(picture: Pixels, detections: Sequence[Detection]) -> list[Detection]:
    """The detections with the color of each."""
    return [replace(one, color=color_of(picture, one.box)) for one in detections]


def color_of(picture: Pixels, box: Box) -> str | None:
    """The color that most of the box has; None for a box without pixels."""
    shares = color_shares(picture, box)
    return max(shares, key=lambda name: shares[name]) if shares else None


def color_shares(picture: Pixels, box: Box) -> dict[str, float]:
    """The share of each color within the ellipse of a box, summing to 1; empty without pixels."""
    pixels = _sample(require_rgb(picture), box)
    if not pixels.size:
        return {}
    lab = _to_lab(pixels)
    distances = np.linalg.norm(lab[:, None, :] - _ANCHORS[None, :, :], axis=2)
    counts = np.bincount(_ANCHOR_COLOR[distances.argmin(axis=1)], minlength=len(COLORS))
    return {name: float(count) / len(lab) for name, count in zip(COLORS, counts, strict=True)}


def _sample(picture: Pixels, box: Box) -> Pixels:
    height, width = picture.shape[:2]
    left, top = max(0, round(box[0])), max(0, round(box[1]))
    right, bottom = min(width, round(box[2])), min(height, round(box[3]))
    if right <= left or bottom <= top:
        return np.empty((0, 3), dtype=np.uint8)
    rows = np.unique(np.linspace(top, bottom - 1, _MOST_SAMPLES).astype(int))
    columns = np.unique(np.linspace(left, right - 1, _MOST_SAMPLES).astype(int))
    up = (rows + 0.5 - (top + bottom) / 2) / (_ELLIPSE * (bottom - top) / 2)
    across = (columns + 0.5 - (left + right) / 2) / (_ELLIPSE * (right - left) / 2)
    is_inside = up[:, None] ** 2 + across[None, :] ** 2 <= 1
    crop = picture[np.ix_(rows, columns)]
    # A box of a pixel or two has no ellipse to speak of.
    inside = crop[is_inside] if is_inside.any() else crop.reshape(-1, 3)
    return np.asarray(inside, dtype=np.uint8)


def _to_lab(pixels: Pixels) -> NDArray[np.float32]:
    unit = pixels.reshape(-1, 1, 3).astype(np.float32) / 255
    return np.asarray(cv2.cvtColor(unit, cv2.COLOR_RGB2Lab), dtype=np.float32).reshape(-1, 3)


_ANCHORS = _to_lab(
    np.array([shade for shades in _SHADES.values() for shade in shades], dtype=np.uint8)
)
_ANCHOR_COLOR = np.array(
    [index for index, shades in enumerate(_SHADES.values()) for _ in shades], dtype=np.intp
)
