"""Which of eight colors an object has, by Lab distance over its box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.backends.seen import Box, Detection, Pixels, require_rgb

# Many shades a color: people call navy, sky and steel blue alike, and few points are near none of
# them. Where two colors meet, each has shades close to the border. A gray goes to black or white,
# whichever is nearer in lightness; orange, pink and cyan have no name of their own here.
_SHADES: dict[str, str] = {
    "black": "000000 14141c 221a18 262626 4a4a4a 606060",
    "blue": (
        "000038 001848 000080 0000c0 0000ff 2020d8 202080 1a2a9c 3050b0 4060e0 5a96eb "
        "1e90ff 0070c0 00b4f0 4080b0 406090 102848 80c8f0 a8d4e8 b0c8e4 c8f4f8"
    ),
    "brown": (
        "3c2818 4a2008 463a32 5a3a1e 6f4e37 7a6450 8b4513 9a5030 a06e41 ac7800 c87828 d0ac80"
    ),
    "green": (
        "0a2c10 004b23 008000 3cb43c 00ff00 80ff40 a0e020 a0be00 808000 6e8c28 485a30 "
        "285a2d 2e9b60 40b890 00d080 7db955 8fb48f 90f090 c0f8a0"
    ),
    "purple": (
        "380848 4b0082 5a3282 70305c 604054 800080 9a4eae 7a50b4 8a40e8 9060e0 961ed7 "
        "a578c8 ba55d3 d878d8 b488fc e0a8e0 d4bedc"
    ),
    "red": "680008 800000 900020 a82a2a b9141e ff0000 e13c3c e01850 c85050 f04828",
    "white": "8e8e8e b8b8b8 e1e1e1 ffffff f6ecdc fff8ec f0f8fc",
    "yellow": "c8b800 dca820 f0c828 ffc000 e0e030 ffff00 fae678 ffffa0 f4eec0 fff8d0 ffffdc",
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
    np.array(
        [tuple(bytes.fromhex(shade)) for shades in _SHADES.values() for shade in shades.split()],
        dtype=np.uint8,
    )
)
_ANCHOR_COLOR = np.array(
    [index for index, shades in enumerate(_SHADES.values()) for _ in shades.split()], dtype=np.intp
)
