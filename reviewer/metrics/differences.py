"""Where two pictures differ: classes by size of the difference, and connected regions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.metrics.pixels import Bytes, Pixels, alike, eight_bit

SAME, SMALL, LARGE = 0, 1, 2

LARGE_OVER = 32
"""A difference of more levels is large, whatever smaller ones a tolerance lets pass."""

_STRIP_ROWS = 128


@dataclass(frozen=True, slots=True)
class Region:
    """One connected place of difference, in pixels; right and bottom lie outside."""

    box: tuple[int, int, int, int]
    area: int
    centroid: tuple[float, float]
    alpha_only: int = 0

    @property
    def is_alpha(self) -> bool:
        """Whether only the alpha differs here."""
        return self.alpha_only == self.area


@dataclass(frozen=True, slots=True)
class Regions:
    """The difference of two pictures: class of each pixel, counts, and regions by area."""

    classes: Bytes = field(compare=False, repr=False)
    regions: tuple[Region, ...]
    count: int
    same: int
    small: int
    large: int
    alpha_only: int
    tolerance: int
    large_over: int
    notes: tuple[str, ...] = ()
    alpha_mask: Bytes | None = field(default=None, compare=False, repr=False)

    @property
    def differing(self) -> int:
        """Pixels that differ by more than the tolerance."""
        return self.small + self.large


def difference_regions(
    a: Pixels,
    b: Pixels,
    *,
    tolerance: int,
    large_over: int | None = None,
    most: int = 1000,
) -> Regions:
    """Find where two pictures of one size differ.

    Parameters
    ----------
    a, b : (H, W) or (H, W, 1…4), bool, uint8 or uint16
        16 bits are scaled to 8 by value; a missing alpha is opaque.
    tolerance : int
        In [0, 255]. A pixel is the same while no channel, alpha included, differs by more.
    large_over : int, optional
        A difference above it is large; without it 32, or the tolerance where that is higher.
    most : int
        At most so many regions are described, the largest first; `count` counts all.

    Returns
    -------
    Regions
        `classes` is (H, W) uint8 of 0 same, 1 small, 2 large; `alpha_mask` is not 0 where only
        the alpha differs (None without alpha). Regions are 8-connected places of
        small and large together, by falling area, then from the top left.

    Raises
    ------
    NotMeasured
        Sizes differ.
    ValueError
        A tolerance outside [0, 255], or `large_over` below it.
    """
    over = max(LARGE_OVER, tolerance) if large_over is None else large_over
    if not 0 <= tolerance <= 255 or over < tolerance:
        raise ValueError(
            f"0 <= tolerance <= 255 and tolerance <= large_over, not {tolerance} and {over}"
        )
    one, two, notes = alike(a, b)
    one, two = eight_bit(one), eight_bit(two)
    classes, only_alpha = _classes(one, two, tolerance, over)
    differing = cv2.countNonZero(classes)
    large = cv2.countNonZero(cv2.inRange(classes, np.array(LARGE), np.array(LARGE)))
    count, regions = _regions(classes, only_alpha, most) if differing else (0, ())
    return Regions(
        classes=classes,
        regions=regions,
        count=count,
        same=classes.size - differing,
        small=differing - large,
        large=large,
        alpha_only=0 if only_alpha is None else cv2.countNonZero(only_alpha),
        tolerance=tolerance,
        large_over=over,
        notes=notes,
        alpha_mask=only_alpha,
    )


def _classes(one: Bytes, two: Bytes, tolerance: int, over: int) -> tuple[Bytes, Bytes | None]:
    levels = np.arange(256)
    table = ((levels > tolerance).astype(np.uint8) + (levels > over)).astype(np.uint8)
    classes = np.empty(one.shape[:2], dtype=np.uint8)
    only_alpha = np.zeros_like(classes) if one.shape[2] == 4 else None
    for top in range(0, one.shape[0], _STRIP_ROWS):
        rows = slice(top, top + _STRIP_ROWS)
        gap = cv2.absdiff(one[rows], two[rows])
        parts = cv2.split(gap)
        largest = parts[0]
        for part in parts[1:3]:
            largest = cv2.max(largest, part)
        if only_alpha is not None and cv2.countNonZero(parts[3]):
            only_alpha[rows] = (parts[3] > tolerance) & (largest <= tolerance)
            largest = cv2.max(largest, parts[3])
        cv2.LUT(largest, table, dst=classes[rows])
    return classes, only_alpha


def _regions(classes: Bytes, only_alpha: Bytes | None, most: int) -> tuple[int, tuple[Region, ...]]:
    # Only the part that differs is labelled: most differences are local.
    left, top, width, height = cv2.boundingRect(classes)
    part = np.ascontiguousarray(classes[top : top + height, left : left + width])
    count, labels, stats, middles = cv2.connectedComponentsWithStats(part, connectivity=8)
    areas = stats[1:, cv2.CC_STAT_AREA]
    order = np.lexsort((stats[1:, 0], stats[1:, 1], -areas))[:most] + 1
    alphas: NDArray[Any] = np.zeros(count, dtype=np.int64)
    if only_alpha is not None and cv2.countNonZero(only_alpha):
        inside = only_alpha[top : top + height, left : left + width] != 0
        alphas = np.bincount(labels[inside], minlength=count)
    return count - 1, tuple(
        _region(stats[index], middles[index], (left, top), int(alphas[index])) for index in order
    )


def _region(
    stats: NDArray[Any], middle: NDArray[Any], corner: tuple[int, int], alpha_only: int
) -> Region:
    x, y, width, height, area = (int(value) for value in stats)
    left, top = corner[0] + x, corner[1] + y
    return Region(
        box=(left, top, left + width, top + height),
        area=area,
        centroid=(float(middle[0]) + corner[0], float(middle[1]) + corner[1]),
        alpha_only=alpha_only,
    )
