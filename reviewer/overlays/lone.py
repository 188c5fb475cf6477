"""Which of many marked regions a person would miss: small ones that stand alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

# On the screen, in pixels: the least radius of a ring, the room around a region that draws the
# eye by itself, and what is too wide for one ring because it is a field of specks.
RADIUS, NEAR, WIDEST = 7.0, 14.0, 28.0
# Of a larger region's box; thin lines around nothing do not count as covering what is inside.
_FILLED = 0.12
MOST = 12


def lone_regions(
    regions: NDArray[np.float64], *, under: float, most: int = MOST
) -> tuple[tuple[float, float, float], ...]:
    """Find where rings are wanted: small, away from larger regions, those that touch as one.

    Parameters
    ----------
    regions : (N, 5) float
        Left, top, width, height and area, in screen pixels.
    under : float
        Longer side below which a region is small.
    most : int
        At most so many, the larger regions first.

    Returns
    -------
    tuple of (x, y, side)
        Middles and how far they reach from corner to corner, in screen pixels.
    """
    if not len(regions):
        return ()
    sides = regions[:, 2:4].max(axis=1)
    is_small = sides < under
    filled = regions[:, 4] >= _FILLED * regions[:, 2] * regions[:, 3]
    small = _away(regions[is_small], regions[~is_small & filled])
    boxes = np.column_stack([small[:, :2], small[:, :2] + small[:, 2:4]])
    boxes, areas = _gathered(boxes, small[:, 4])
    wide = _across(boxes)
    order = [n for n in np.argsort(-areas, kind="stable") if wide[n] <= WIDEST]
    return tuple(
        (
            float(boxes[n, 0] + boxes[n, 2]) / 2,
            float(boxes[n, 1] + boxes[n, 3]) / 2,
            float(wide[n]),
        )
        for n in order[:most]
    )


def _across(boxes: NDArray[np.float64]) -> NDArray[np.float64]:
    far: NDArray[np.float64] = np.hypot(boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1])
    return far


def _away(small: NDArray[np.float64], large: NDArray[np.float64]) -> NDArray[np.float64]:
    """The small regions that do not lie in or beside a large one."""
    if not len(large) or not len(small):
        return small
    middles = small[:, None, :2] + small[:, None, 2:4] / 2
    low, high = large[None, :, :2], large[None, :, :2] + large[None, :, 2:4]
    gaps = np.maximum(0, np.maximum(low - middles, middles - high))
    nearest = np.hypot(gaps[..., 0], gaps[..., 1]).min(axis=1)
    alone: NDArray[np.float64] = small[nearest > NEAR]
    return alone


def _gathered(
    boxes: NDArray[np.float64], areas: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Boxes whose rings would touch, joined until none does."""
    while len(boxes) > 1:
        middles = (boxes[:, :2] + boxes[:, 2:]) / 2
        radii = np.maximum(_across(boxes) / 2 + 4, RADIUS)
        gaps = np.hypot(*(middles[:, None] - middles[None]).transpose(2, 0, 1))
        touching = gaps < radii[:, None] + radii[None]
        # The first that touches each: joining by it settles within a few rounds.
        first = touching.argmax(axis=1)
        groups, place = np.unique(first, return_inverse=True)
        if len(groups) == len(boxes):
            break
        joined = np.empty((len(groups), 4))
        for side, join in ((slice(0, 2), np.minimum), (slice(2, 4), np.maximum)):
            joined[:, side] = np.inf if join is np.minimum else -np.inf
            join.at(joined[:, side], place, boxes[:, side])
        areas = np.bincount(place, weights=areas).astype(np.float64)
        boxes = joined
    return boxes, areas
