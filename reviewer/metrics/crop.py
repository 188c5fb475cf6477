"""Where a picture was cut out of another."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from reviewer.metrics import NotMeasured
from reviewer.metrics.pixels import Box, Pixels, luma, rgb, size_of
from reviewer.metrics.ssim import ssim

COARSE_PIXELS = 250_000
"""A crop is first looked for at about this size, then placed to the pixel."""


@dataclass(frozen=True, slots=True)
class Crop:
    """Where the result lies in the initial picture, and how alike the two are there."""

    value: float
    box: Box
    is_whole: bool
    window: int

    def off_by(self, expected: Box) -> int:
        """Return the largest distance in pixels between the edges of the box and another."""
        return max(abs(one - two) for one, two in zip(self.box, expected, strict=True))


def crop_place(result: Pixels, initial: Pixels) -> Crop:
    """Find where a result was cut out of the initial picture.

    Parameters
    ----------
    result, initial : (H, W) or (H, W, 1…4), bool, uint8 or uint16
        The result is at most as large as the initial picture in both directions.

    Returns
    -------
    Crop
        `box` in the initial picture (left, top, right, bottom; the last two outside) and the
        SSIM there. `is_whole` marks a no-op: nothing was cut off.

    Raises
    ------
    NotMeasured
        The result is larger than the initial picture, or below 3 pixels on a side.
    """
    size, whole = size_of(result), size_of(initial)
    if size[0] > whole[0] or size[1] > whole[1]:
        raise NotMeasured(
            f"{size[0]}×{size[1]} cannot be cut out of {whole[0]}×{whole[1]}: it is larger"
        )
    left, top = _place(result, initial)
    box = (left, top, left + size[0], top + size[1])
    part = rgb(initial)[box[1] : box[3], box[0] : box[2]]
    measured = ssim(rgb(result), np.ascontiguousarray(part))
    return Crop(measured.value, box, size == whole, measured.window)


def _place(result: Pixels, initial: Pixels) -> tuple[int, int]:
    small, large = luma(result), luma(initial)
    step = max(1.0, (large.size / COARSE_PIXELS) ** 0.5)
    # A cut-out must keep some pixels at the coarse size, or every place looks alike.
    step = min(step, max(1.0, min(small.shape) / 16))
    if step == 1.0:
        return _best(small, large)
    coarse = [
        cv2.resize(
            part,
            (max(1, round(part.shape[1] / step)), max(1, round(part.shape[0] / step))),
            interpolation=cv2.INTER_AREA,
        )
        for part in (small, large)
    ]
    fitted = coarse[0][: coarse[1].shape[0], : coarse[1].shape[1]]
    x, y = _best(fitted, coarse[1])
    slack = int(2 * step) + 2
    left = min(max(0, round(x * step) - slack), large.shape[1] - small.shape[1])
    top = min(max(0, round(y * step) - slack), large.shape[0] - small.shape[0])
    around = large[
        top : top + small.shape[0] + 2 * slack + 1, left : left + small.shape[1] + 2 * slack + 1
    ]
    x, y = _best(small, around)
    return left + x, top + y


def _best(small: Pixels, large: Pixels) -> tuple[int, int]:
    errors = cv2.matchTemplate(large, small, cv2.TM_SQDIFF)
    _, _, place, _ = cv2.minMaxLoc(errors)
    return int(place[0]), int(place[1])
