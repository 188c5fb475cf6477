"""Where a marker was, frame by frame: static parts removed, trails followed at their tip."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import cv2
import numpy as np

from reviewer.metrics.maze_box import Box, around, common, grown, meet, moved
from reviewer.metrics.maze_spot import Mask, Patch, Spot, centroid

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
_NONE = Spot(0, 0, np.empty((0, 0), dtype=np.uint8))

Point = tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Green:
    """All green of a frame: what lies around the start square, and what lies elsewhere."""

    near: Patch
    rest: Patch

    def spot(self) -> Spot:
        """Return all of it, as 0 and 1."""
        return _joined(self.near.spot(), self.rest.spot())


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


def find_static(greens: Sequence[Green], square: Mask) -> Static | None:
    """Find a start square that stays green while the marker moves.

    Parameters
    ----------
    greens : sequence of Green
        One per frame, `near` in the box around the start square.
    square : (H, W) uint8
        The solution's start square at the frames' size.

    Returns
    -------
    Static or None
        None where nothing stays, or where nothing else ever moves.
    """
    apart = around_start(square)
    top, left = apart[0].start, apart[1].start
    counts = np.zeros(square[apart].shape, dtype=np.uint16)
    for patch, frames in groupby((green.near for green in greens), key=lambda patch: patch):
        if patch.width:
            counts[moved(patch.window, -top, -left)] += patch.mask() * np.uint16(len(list(frames)))
    with_green = sum(bool(green.near.width or green.rest.width) for green in greens)
    if not with_green:
        return None
    # The first steps of a trail stay as long as the square that they leave: they are cut off.
    near = _reach(square)
    staying = (counts[moved(near, -top, -left)] >= STATIC_FRAMES * with_green).view(np.uint8)
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
    if middle is None:
        return None
    ever = np.zeros(square.shape, dtype=np.uint8)
    ever[apart] = counts > 0
    for green in greens:
        ever[green.rest.window] |= green.rest.mask()
    if cv2.countNonZero(ever) <= STATIC_UNION * cv2.countNonZero(mask):
        return None
    rim = np.ones((STATIC_RIM, STATIC_RIM), dtype=np.uint8)
    return Static(np.asarray(cv2.dilate(mask, rim), dtype=np.uint8), middle)


def around_start(square: Mask) -> Box:
    """Return where all that is static lies with its rim: around the solution's start square."""
    return grown(_reach(square), STATIC_RIM // 2)


def _reach(square: Mask) -> Box:
    left, top, width, height = cv2.boundingRect(square)
    right, down = round(STATIC_REACH * width), round(STATIC_REACH * height)
    return (
        slice(max(0, top - down), top + height + down),
        slice(max(0, left - right), left + width + right),
    )


def follow_marker(
    greens: Sequence[Green],
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
    greens : sequence of Green
        One per frame.
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
    before: Spot | None = None
    last: Point | None = None
    for now in _moving(greens, static):
        covered[now.window] |= now.mask
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


@dataclass(frozen=True, slots=True)
class _Piece:
    xy: Point
    side: int


def _moving(greens: Iterable[Green], static: Static | None) -> Iterator[Spot]:
    """Return what is green in each frame and not static, as 0 and 1."""
    before: Patch | None = None
    near = _NONE
    for green in greens:
        # A start square that stays is one patch in all frames.
        if green.near is not before:
            before = green.near
            near = _without(green.near, static)
        yield _joined(near, green.rest.spot())


def _without(patch: Patch, static: Static | None) -> Spot:
    mask = patch.mask()
    if static is not None:
        mask &= (static.mask[patch.window] == 0).view(np.uint8)
    return Spot(patch.left, patch.top, mask) if cv2.hasNonZero(mask) else _NONE


def _joined(one: Spot, other: Spot) -> Spot:
    if not (one.mask.size and other.mask.size):
        return one if one.mask.size else other
    rows, columns = box = around((one.window, other.window))
    mask = np.zeros([side.stop - side.start for side in box], dtype=np.uint8)
    for spot in (one, other):
        # Boxes may overlap where what they hold does not.
        mask[moved(spot.window, -rows.start, -columns.start)] |= spot.mask
    return Spot(columns.start, rows.start, mask)


def _largest(spot: Spot, least: float) -> _Piece | None:
    """Return the largest connected piece of at least some area, in pixels of the frame."""
    # What is around the start square and a marker far away share a mask; labels cost by the pixel.
    cut = spot.cut()
    height, width = cut.mask.shape
    area = cv2.countNonZero(cut.mask) if width else 0
    x, y = (width - 1) / 2, (height - 1) / 2
    # A full rectangle, as most markers are, is one piece.
    if area < cut.mask.size:
        _, _, stats, middles = cv2.connectedComponentsWithStats(cut.mask, connectivity=8)
        number = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
        _, _, width, height, area = (int(value) for value in stats[number])
        x, y = float(middles[number][0]), float(middles[number][1])
    if area < least:
        return None
    return _Piece((x + cut.left, y + cut.top), max(width, height))


def _newest(now: Spot, before: Spot | None) -> Point | None:
    """Return the middle of the largest piece that the frame before did not have."""
    # Where nothing was before, all of a trail is new and its middle says nothing about the tip.
    if before is None or not before.mask.any():
        return None
    wide = np.asarray(cv2.dilate(np.pad(before.mask, 1), _NEIGHBOURS), dtype=np.uint8)
    old = Spot(before.left - 1, before.top - 1, wide)
    fresh = now.mask.copy()
    if meet(old.window, now.window):
        both = common(old.window, now.window)
        covering = old.mask[moved(both, -old.top, -old.left)]
        fresh[moved(both, -now.top, -now.left)][covering > 0] = 0
    piece = _largest(Spot(now.left, now.top, fresh), SMALLEST_MARKER)
    return None if piece is None else piece.xy
