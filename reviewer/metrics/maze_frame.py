"""What one frame of a maze clip says: walls against the solution, where green and red are."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from reviewer.metrics.maze_color import Channels, RgbImage
from reviewer.metrics.maze_parameters import MazeParameters
from reviewer.metrics.maze_solution import SolutionAnalysis
from reviewer.metrics.maze_spot import Mask, Patch, Spot

# H.264 and VP9 smear a marker's edge into the walls beside it by about this much.
MARKER_RIM = 7
FADE_SHARE = 0.01
FADE_STRIDE = 4
# Rows compared at once with the frame before; whole strides, so that thinned rows stay in step.
_STRIP_ROWS = 4 * FADE_STRIDE
_NOTHING = Spot(0, 0, np.empty((0, 0), dtype=np.uint8))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class FrameFacts:
    """Measurements of one frame.

    Parameters
    ----------
    number : int
        Frame of the clip.
    green : Patch
        All green pixels.
    iou, raw_iou : float
        Wall IoU without and with the pixels of the marker.
    is_blank : bool
        Hardly any wall and hardly any open ground: a fade.
    red_xy : (x, y) or None
        Middle of the red square.
    green_in_end : bool
        Whether any green lies in the end cell.
    """

    number: int
    green: Patch
    iou: float
    raw_iou: float
    is_blank: bool
    red_xy: tuple[float, float] | None
    green_in_end: bool


class FrameMeter:
    """Measures one frame after another.

    Between frames little changes: rows that are the same as before keep their masks and counts,
    which gives the same numbers as looking at all of them. Not to be used by two threads at once.

    Parameters
    ----------
    solution : SolutionAnalysis
        At the frames' size.
    parameters : MazeParameters
    """

    def __init__(self, solution: SolutionAnalysis, parameters: MazeParameters) -> None:
        self._solution, self._parameters = solution, parameters
        size = solution.walls.shape
        few = tuple(-(-side // FADE_STRIDE) for side in size)
        self._rgb: RgbImage | None = None
        self._walls = np.zeros(size, dtype=np.uint8)
        self._few_walls, self._few_ground = (np.zeros(few, dtype=np.uint8) for _ in range(2))
        self._own = self._both = 0
        self._wanted = cv2.countNonZero(solution.walls)
        self._green_spot = self._red_spot = _NOTHING
        self._red_xy: tuple[float, float] | None = None

    def measure(self, number: int, rgb: RgbImage) -> FrameFacts:
        """Measure a frame.

        Parameters
        ----------
        number : int
        rgb : (H, W, 3) uint8
            Kept until the next one is measured.

        Returns
        -------
        FrameFacts
        """
        rows = _changed_rows(self._rgb, rgb)
        self._rgb = rgb
        if rows.start < rows.stop:
            self._look(rgb, rows)
        green = self._green_spot
        iou, raw_iou = self._ious(green)
        return FrameFacts(
            number=number,
            green=Patch.of(green),
            iou=iou,
            raw_iou=raw_iou,
            is_blank=self._is_blank(),
            red_xy=self._red_xy,
            green_in_end=_lies_in(green, self._solution.lattice.box(self._solution.end_cell)),
        )

    def _look(self, rgb: RgbImage, rows: slice) -> None:
        """Bring masks and counts up to date in the rows that changed."""
        channels = Channels.of(rgb[rows])
        walls = channels.walls(self._parameters.black_threshold)
        reference = self._solution.walls[rows]
        if len(walls) == len(self._walls):
            self._own = self._both = 0
            self._walls = walls
        else:
            before = self._walls[rows]
            self._own -= cv2.countNonZero(before)
            self._both -= _count_common(before, reference)
            self._walls[rows] = walls
        self._own += cv2.countNonZero(walls)
        self._both += _count_common(walls, reference)
        few = walls[::FADE_STRIDE, ::FADE_STRIDE]
        start = rows.start // FADE_STRIDE
        self._few_walls[start : start + len(few)] = few
        ground = channels.every(FADE_STRIDE).ground(self._parameters.white_threshold)
        self._few_ground[start : start + len(few)] = ground[:, ::FADE_STRIDE]
        self._green_spot = _renewed(self._green_spot, rows, channels.spot("green"))
        red = _renewed(self._red_spot, rows, channels.spot("red"))
        if red is not self._red_spot:
            self._red_spot, self._red_xy = red, red.middle()

    def _is_blank(self) -> bool:
        least = FADE_SHARE * self._few_walls.size
        return (
            cv2.countNonZero(self._few_walls) < least or cv2.countNonZero(self._few_ground) < least
        )

    def _ious(self, green: Spot) -> tuple[float, float]:
        """Return wall IoU without and with the marker's pixels and the rim around them."""
        walls, reference = self._walls, self._solution.walls
        both, own, wanted = self._both, self._own, self._wanted
        raw = _ratio(both, own + wanted - both)
        if not green.mask.size:
            return raw, raw
        # Only the marker's surroundings differ: subtracting them is exact and saves full passes.
        rim = MARKER_RIM // 2
        rows, columns = green.window
        window = (
            slice(max(0, rows.start - rim), rows.stop + rim),
            slice(max(0, columns.start - rim), columns.stop + rim),
        )
        corner = (green.left - window[1].start, green.top - window[0].start)
        marker = Spot(*corner, green.mask).drawn(walls[window].shape)
        marker = np.asarray(
            cv2.dilate(marker, np.ones((MARKER_RIM, MARKER_RIM), dtype=np.uint8)), dtype=np.uint8
        )
        own_there = cv2.bitwise_and(walls[window], marker)
        wanted_there = cv2.bitwise_and(reference[window], marker)
        both -= cv2.countNonZero(cv2.bitwise_and(own_there, wanted_there))
        own -= cv2.countNonZero(own_there)
        wanted -= cv2.countNonZero(wanted_there)
        return _ratio(both, own + wanted - both), raw


def _changed_rows(before: RgbImage | None, now: RgbImage) -> slice:
    """Return the rows from the first to the last strip that differs; none where all are equal."""
    height = len(now)
    # A frame painted into the memory of the last one cannot be told from it.
    if before is None or np.may_share_memory(before, now):
        return slice(0, height)

    def differs(top: int) -> bool:
        strip = slice(top, top + _STRIP_ROWS)
        return cv2.norm(before[strip], now[strip], cv2.NORM_INF) > 0

    tops = range(0, height, _STRIP_ROWS)
    first = next((top for top in tops if differs(top)), height)
    last = next((top for top in reversed(tops) if top <= first or differs(top)), first)
    return slice(first, min(height, last + _STRIP_ROWS))


def _renewed(spot: Spot, rows: slice, found: Spot) -> Spot:
    """Return a color's place in the frame after some rows changed, in which it was `found`."""
    top, bottom = spot.top, spot.top + spot.mask.shape[0]
    moved = Spot(found.left, found.top + rows.start, found.mask) if found.mask.size else _NOTHING
    if rows.start <= top and bottom <= rows.stop:
        return moved
    if not moved.mask.size and (top >= rows.stop or bottom <= rows.start):
        return spot
    # Some of it lies in these rows and some where it was before.
    kept = spot.mask.copy()
    kept[max(0, rows.start - top) : max(0, rows.stop - top)] = 0
    return _joined(Spot(spot.left, top, kept), moved)


def _joined(one: Spot, other: Spot) -> Spot:
    parts = [spot for spot in (one, other) if spot.mask.size]
    left, top = min(spot.left for spot in parts), min(spot.top for spot in parts)
    moved = [Spot(spot.left - left, spot.top - top, spot.mask) for spot in parts]
    rows, columns = zip(*(spot.window for spot in moved), strict=True)
    both = np.zeros((max(r.stop for r in rows), max(c.stop for c in columns)), dtype=np.uint8)
    for spot in moved:
        both[spot.window] |= spot.mask
    return Spot(left, top, both).cut()


def _count_common(one: Mask, two: Mask) -> int:
    return cv2.countNonZero(cv2.bitwise_and(one, two))


def _ratio(both: int, union: int) -> float:
    return both / union if union else 0.0


def _lies_in(spot: Spot, box: tuple[int, int, int, int]) -> bool:
    left, top, right, bottom = box
    return bool(
        spot.mask[
            max(0, top - spot.top) : max(0, bottom - spot.top),
            max(0, left - spot.left) : max(0, right - spot.left),
        ].any()
    )
