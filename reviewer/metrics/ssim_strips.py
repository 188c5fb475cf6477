"""The arithmetic of SSIM over strips of rows, in memory that all strips share."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.metrics.pixels import Pixels

K1 = 0.01
K2 = 0.03
STRIP_ROWS = 32

# Sums of 8-bit products over a window stay below 2**24 up to this width, so that float32
# holds them exactly; larger windows and deeper pixels take float64.
EXACT_WINDOW = 11

Floats = NDArray[np.float64]


def sum_over_strips(
    one: Pixels, two: Pixels, window: int, data_range: float, whole: Floats | None
) -> Floats:
    """Return the sum over all windows that lie inside, for each channel; fills `whole`."""
    pad = window // 2
    valid = one.shape[0] - 2 * pad
    rows = min(STRIP_ROWS, valid)
    room = Room(rows + 2 * pad, one, window)
    sums = []
    for top in range(0, valid, rows):
        bottom = min(top + rows, valid)
        part = room.similarity(one[top : bottom + 2 * pad], two[top : bottom + 2 * pad], data_range)
        sums.append(part.sum(axis=(0, 1)))
        if whole is not None:
            whole[top:bottom] = part
    return np.asarray(np.sum(sums, axis=0), dtype=np.float64)


class Room:
    """Arrays that all strips share: fresh ones for each strip cost more than the arithmetic."""

    def __init__(self, rows: int, like: Pixels, window: int) -> None:
        is_small = like.dtype == np.uint8 and window <= EXACT_WINDOW
        self.window = window
        self.kind: Any = np.float32 if is_small else np.float64
        self.depth = cv2.CV_32F if is_small else cv2.CV_64F
        shape = (rows, *like.shape[1:])
        self.work = [np.empty(shape, dtype=self.kind) for _ in range(6)]
        self.sums = [np.empty(shape, dtype=np.float64) for _ in range(5)]

    def similarity(self, one: Pixels, two: Pixels, data_range: float) -> Floats:
        """Return the map of the windows inside a strip; valid until the next call."""
        rows = one.shape[0]
        x, y, product, squares, spare, blurred = (part[:rows] for part in self.work)
        np.copyto(x, one)
        np.copyto(y, two)
        cv2.multiply(x, y, dst=product)
        cv2.multiply(x, x, dst=squares)
        cv2.multiply(y, y, dst=spare)
        cv2.add(squares, spare, dst=squares)
        pad = self.window // 2
        for source, target in zip((x, y, product, squares), self.sums[:4], strict=True):
            cv2.boxFilter(
                source, self.depth, (self.window, self.window), dst=blurred, normalize=False
            )
            np.copyto(self._inner(target, rows, pad), blurred[pad : rows - pad, pad:-pad])
        inner = [self._inner(part, rows, pad) for part in self.sums]
        out = _combine(*inner, points=self.window**2, data_range=data_range)
        return out if out.ndim == 3 else out[..., None]

    @staticmethod
    def _inner(part: Floats, rows: int, pad: int) -> Floats:
        return part[: rows - 2 * pad, : part.shape[1] - 2 * pad]


def _combine(
    sum_x: Floats,
    sum_y: Floats,
    sum_xy: Floats,
    sum_squares: Floats,
    cross: Floats,
    *,
    points: int,
    data_range: float,
) -> Floats:
    # Both fractions are widened by points², so that whole-number sums stay whole numbers.
    c1 = (K1 * data_range) ** 2 * points**2
    c2 = (K2 * data_range) ** 2 * points * (points - 1)
    np.multiply(sum_x, sum_y, out=cross)
    cross *= 2.0
    sum_x *= sum_x
    sum_y *= sum_y
    sum_x += sum_y
    sum_xy *= 2.0 * points
    sum_xy -= cross
    sum_xy += c2
    cross += c1
    cross *= sum_xy
    sum_squares *= points
    sum_squares -= sum_x
    sum_squares += c2
    sum_x += c1
    sum_x *= sum_squares
    cross /= sum_x
    return cross
