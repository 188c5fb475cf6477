"""A picture fitted into a model's input, and boxes brought back from there."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.backends.seen import Pixels

# The grey that such models are trained to see around a picture.
_PADDING = 114


@dataclass(frozen=True, slots=True)
class Fit:
    """How a picture lies in a model's input: scaled by x and y, then moved by left and top."""

    scale_x: float
    scale_y: float
    left: int
    top: int
    width: int
    height: int

    def to_picture(self, boxes: NDArray[np.floating]) -> NDArray[np.float64]:
        """Boxes (N, 4) as x0, y0, x1, y1 in pixels of the picture, cut off at its edges."""
        moved = np.asarray(boxes, dtype=np.float64).reshape(-1, 4)
        moved = moved - np.array([self.left, self.top, self.left, self.top])
        moved = moved / np.array([self.scale_x, self.scale_y, self.scale_x, self.scale_y])
        limits = np.array([self.width, self.height, self.width, self.height], dtype=np.float64)
        return np.asarray(np.clip(moved, 0, limits), dtype=np.float64)


def letterbox(picture: Pixels, size: tuple[int, int]) -> tuple[Pixels, Fit]:
    """The picture within (width, height), its aspect kept, centred on grey."""
    height, width = picture.shape[:2]
    scale = min(size[0] / width, size[1] / height)
    inner_width = max(1, round(width * scale))
    inner_height = max(1, round(height * scale))
    left, top = (size[0] - inner_width) // 2, (size[1] - inner_height) // 2
    filled = np.full((size[1], size[0], 3), _PADDING, dtype=np.uint8)
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    filled[top : top + inner_height, left : left + inner_width] = cv2.resize(
        picture, (inner_width, inner_height), interpolation=how
    )
    # The scales after rounding to whole pixels, which are what the picture really got.
    fit = Fit(inner_width / width, inner_height / height, left, top, width, height)
    return filled, fit
