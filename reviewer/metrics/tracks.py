"""Where a marker was, frame by frame: static parts removed, trails followed at their tip."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from reviewer.metrics.maze_spot import Mask, Patch, centroid

STATIC_FRAMES = 0.9
STATIC_OF_SQUARE = 0.25
STATIC_INSIDE = 0.5
STATIC_UNION = 1.5
STATIC_RIM = 5
STATIC_REACH = 0.25
SMALLEST_MARKER = 9
SMALLEST_SHARE = 0.02
TRAIL_LENGTH = 1.25
_NEIGHBOURS = np.ones((3, 3), dtype=np.uint8)

Point = tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Static:
    """Green that stays where it is: its mask (H, W) uint8 with a rim, and its middle."""

    mask: Mask
    xy: Point


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """A marker in time.

    Parameters
    ----------
    positions : tuple of (x, y) or None
        One per frame; None where no position is known.
    has_marker : tuple of bool
        One per frame.
    covered : (H, W) uint8
        All pixels the marker ever covered.
    """

    positions: tuple[Point | None, ...]
    has_marker: tuple[bool, ...]
    covered: Mask


def find_static(greens: Sequence[Patch], square: Mask) -> Static | None:
    """Find a start square that stays green while the marker moves.

    Parameters
    ----------
    greens : sequence of Patch
        All green of each frame.
    square : (H, W) uint8
        The solution's start square at the frames' size.

    Returns
    -------
    Static or None
        None where nothing stays, or where nothing else ever moves.
    """
    counts = np.zeros(square.shape, dtype=np.uint16)
    with_green = 0
    for patch in greens:
        if patch.width:
            counts[patch.window] += patch.mask()
            with_green += 1
    if not with_green:
        return None
    # The first steps of a trail stay as long as the square that they leave: they are cut off.
    near = _around(square)
    staying = (counts[near] >= STATIC_FRAMES * with_green).view(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(staying, connectivity=8)
    inside = np.bincount(labels[square[near] > 0], minlength=count)
    areas = stats[:, cv2.CC_STAT_AREA]
    keep = (areas >= STATIC_OF_SQUARE * cv2.countNonZero(square)) & (
        inside >= STATIC_INSIDE * areas
    )
    keep[0] = False
    mask = np.zeros(square.shape, dtype=np.uint8)
    mask[near] = np.where(keep, 255, 0).astype(np.uint8)[labels]
    middle = centroid(mask)
    if middle is None or cv2.countNonZero(counts) <= STATIC_UNION * cv2.countNonZero(mask):
        return None
    rim = np.ones((STATIC_RIM, STATIC_RIM), dtype=np.uint8)
    return Static(np.asarray(cv2.dilate(mask, rim), dtype=np.uint8), middle)


def _around(square: Mask) -> tuple[slice, slice]:
    left, top, width, height = cv2.boundingRect(square)
    right, down = round(STATIC_REACH * width), round(STATIC_REACH * height)
    return (
        slice(max(0, top - down), top + height + down),
        slice(max(0, left - right), left + width + right),
    )


def follow_marker(
    greens: Sequence[Patch],
    static: Static | None,
    *,
    size: tuple[int, int],
    pitch: float,
    open_width: float,
    by_difference: bool = False,
) -> Track:
    """Follow the moving marker through a clip.

    Parameters
    ----------
    greens : sequence of Patch
        All green of each frame.
    static : Static or None
        Taken out of every frame.
    size : (height, width)
    pitch, open_width : float
        Of a cell, in pixels of the frames.
    by_difference : bool
        Take positions from green that is new since the frame before, instead of the whole marker.

    Returns
    -------
    Track
    """
    least = max(SMALLEST_MARKER, SMALLEST_SHARE * open_width**2)
    covered = np.zeros(size, dtype=np.uint8)
    positions: list[Point | None] = []
    has_marker: list[bool] = []
    before: _Cut | None = None
    last: Point | None = None
    for patch in greens:
        now = _Cut(patch, _moving(patch, static))
        covered[patch.window] |= now.mask
        marker = _largest(now, least)
        found: Point | None = None
        if marker is not None:
            is_trail = marker.side > TRAIL_LENGTH * pitch
            if is_trail or (by_difference and before is not None):
                found = _newest(now, before) or last
            else:
                found = marker.xy
            last = found
        positions.append(found)
        has_marker.append(marker is not None)
        before = now
    return Track(tuple(positions), tuple(has_marker), covered * np.uint8(255))


@dataclass(frozen=True, slots=True, eq=False)
class _Cut:
    """A patch and its mask of 0 and 1, unpacked, without what is static."""

    patch: Patch
    mask: Mask


@dataclass(frozen=True, slots=True)
class _Piece:
    xy: Point
    side: int


def _moving(patch: Patch, static: Static | None) -> Mask:
    mask = patch.mask()
    if static is not None:
        mask &= (static.mask[patch.window] == 0).view(np.uint8)
    return mask


def _largest(cut: _Cut, least: float) -> _Piece | None:
    """Return the largest connected piece of at least some area, in pixels of the frame."""
    # A patch reaches from the start square to the marker; labels cost by the pixel.
    left, top, width, height = cv2.boundingRect(cut.mask)
    if not width:
        return None
    part = cut.mask[top : top + height, left : left + width]
    area = cv2.countNonZero(part)
    x, y = (width - 1) / 2, (height - 1) / 2
    # A full rectangle, as most markers are, is one piece.
    if area < part.size:
        _, _, stats, middles = cv2.connectedComponentsWithStats(part, connectivity=8)
        number = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
        _, _, width, height, area = (int(value) for value in stats[number])
        x, y = float(middles[number][0]), float(middles[number][1])
    if area < least:
        return None
    return _Piece((x + left + cut.patch.left, y + top + cut.patch.top), max(width, height))


def _newest(now: _Cut, before: _Cut | None) -> Point | None:
    """Return the middle of the largest piece that the frame before did not have."""
    # Where nothing was before, all of a trail is new and its middle says nothing about the tip.
    if before is None or not before.mask.any():
        return None
    old = np.pad(before.mask, 1)
    old = np.asarray(cv2.dilate(old, _NEIGHBOURS), dtype=np.uint8)
    there, here = before.patch, now.patch
    fresh = now.mask.copy()
    # The old mask has a rim of one pixel: its corner lies one pixel up and left.
    top, left = max(here.top, there.top - 1), max(here.left, there.left - 1)
    bottom = min(here.top + here.height, there.top + there.height + 1)
    right = min(here.left + here.width, there.left + there.width + 1)
    if top < bottom and left < right:
        covering = old[
            top - there.top + 1 : bottom - there.top + 1,
            left - there.left + 1 : right - there.left + 1,
        ]
        fresh[top - here.top : bottom - here.top, left - here.left : right - here.left][
            covering > 0
        ] = 0
    piece = _largest(_Cut(here, fresh), SMALLEST_MARKER)
    return None if piece is None else piece.xy
