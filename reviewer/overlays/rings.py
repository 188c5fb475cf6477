"""Rings around places that would be too small to see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.overlays.palette import (
    RING_INNER,
    RING_INNER_WIDTH,
    RING_OUTER,
    RING_OUTER_WIDTH,
    Image,
    as_rgb,
)

# So many times the limit long, a thin region is seen by its length.
SEEN_AT = 4


@dataclass(frozen=True, slots=True)
class Ring:
    """A place to mark, in pixels of the picture: its middle and the region's longer side."""

    name: str
    x: float
    y: float
    side: float


def draw_rings(image: NDArray[Any], rings: Sequence[Ring], *, scale: float = 1.0) -> Image:
    """Draw rings, white over black, into a copy of a picture.

    Parameters
    ----------
    image : (H, W) or (H, W, 1…4) uint8
    rings : sequence of Ring
    scale : float
        Screen pixels per picture pixel; the ring keeps its width and radius on the screen.

    Returns
    -------
    (H, W, 3) uint8
    """
    out = as_rgb(image)
    for color, width in ((RING_OUTER, RING_OUTER_WIDTH), (RING_INNER, RING_INNER_WIDTH)):
        for ring in rings:
            center = (round(ring.x * 16), round(ring.y * 16))
            radius = round(max(ring.side / 2 + 4 / scale, 7 / scale) * 16)
            thickness = max(1, round(width / scale))
            cv2.circle(out, center, radius, color, thickness, cv2.LINE_AA, shift=4)
    return out


def small_regions(
    mask: NDArray[np.uint8], side: float, *, with_thin: bool = False
) -> tuple[tuple[int, float, float, float], ...]:
    """Find the connected regions whose longer side is below a limit.

    Parameters
    ----------
    mask : (H, W) uint8
    side : float
        In pixels of the picture.
    with_thin : bool
        Also those that are below it in one direction only, up to `SEEN_AT` times as long.

    Returns
    -------
    tuple of (area, x, y, longer side)
        Middles in pixels of the picture.
    """
    left, top, width, height = cv2.boundingRect(mask)
    if not width:
        return ()
    count, _, stats, middles = cv2.connectedComponentsWithStats(
        mask[top : top + height, left : left + width], connectivity=8
    )
    longer = stats[:, 2:4].max(axis=1)
    is_small = longer < side
    if with_thin:
        # A slanted line is as thin as its pixels for each of its longer side.
        thickness = stats[:, cv2.CC_STAT_AREA] / np.maximum(longer, 1)
        is_small |= (thickness < side) & (longer < SEEN_AT * side)
    return tuple(
        (
            int(stats[index, cv2.CC_STAT_AREA]),
            float(middles[index, 0]) + left,
            float(middles[index, 1]) + top,
            float(longer[index]),
        )
        for index in range(1, count)
        if is_small[index]
    )


def all_regions(mask: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Find the connected regions of a mask.

    Parameters
    ----------
    mask : (H, W) uint8

    Returns
    -------
    (N, 5) float64
        Left, top, width, height and area, in pixels of the picture.
    """
    left, top, width, height = cv2.boundingRect(mask)
    if not width:
        return np.zeros((0, 5))
    part = mask[top : top + height, left : left + width]
    _, _, stats, _ = cv2.connectedComponentsWithStats(part, connectivity=8)
    found = stats[1:].astype(np.float64)
    found[:, :2] += (left, top)
    return found
