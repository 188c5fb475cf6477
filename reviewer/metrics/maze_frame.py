"""What one frame of a maze clip says: walls against the solution, where green and red are."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from reviewer.metrics.maze_changes import STRIDE, Box, Changes, Parts
from reviewer.metrics.maze_color import (
    NOTHING,
    Channels,
    Order,
    RgbImage,
    colored,
    ground_of,
    walls_of,
)
from reviewer.metrics.maze_parameters import MazeParameters
from reviewer.metrics.maze_solution import SolutionAnalysis
from reviewer.metrics.maze_spot import Mask, Patch, Spot

# H.264 and VP9 smear a marker's edge into the walls beside it by about this much.
MARKER_RIM = 7
FADE_SHARE = 0.01
_RIM = np.ones((MARKER_RIM, MARKER_RIM), dtype=np.uint8)


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

    Between frames little changes: pixels that are the same as before keep their masks and counts,
    which gives the same numbers as looking at all of them. Not to be used by two threads at once.

    Parameters
    ----------
    solution : SolutionAnalysis
        At the frames' size.
    parameters : MazeParameters
    order : {"rgb", "bgr"}
        Of the frames.
    """

    def __init__(
        self, solution: SolutionAnalysis, parameters: MazeParameters, *, order: Order = "rgb"
    ) -> None:
        self._solution, self._parameters, self._order = solution, parameters, order
        size = solution.walls.shape
        few = tuple(-(-side // STRIDE) for side in size)
        self._changes = Changes()
        self._walls = np.zeros(size, dtype=np.uint8)
        self._few_walls, self._few_ground = (np.zeros(few, dtype=np.uint8) for _ in range(2))
        self._own = self._both = 0
        self._end = solution.lattice.box(solution.end_cell)
        self._wanted = cv2.countNonZero(solution.walls)
        self._green, self._red = _Seen(size), _Seen(size)
        self._red_xy: tuple[float, float] | None = None

    def measure(self, number: int, frame: RgbImage) -> FrameFacts:
        """Measure a frame.

        Parameters
        ----------
        number : int
        frame : (H, W, 3) uint8
            Kept until the next one is measured.

        Returns
        -------
        FrameFacts
        """
        for parts in self._changes.parts(frame):
            self._look(parts)
        self._green.settle()
        if self._red.settle():
            self._red_xy = self._red.spot.middle()
        iou, raw_iou = self._ious()
        green = self._green.spot
        return FrameFacts(
            number=number,
            green=Patch.of(green),
            iou=iou,
            raw_iou=raw_iou,
            is_blank=self._is_blank(),
            red_xy=self._red_xy,
            green_in_end=_lies_in(green, self._end),
        )

    def _look(self, parts: Parts) -> None:
        """Bring masks and counts up to date in the boxes that changed."""
        channels = Channels.of(parts.pixels, self._order)
        brightest, darkest = channels.brightest(), channels.darkest()
        walls = walls_of(brightest, self._parameters.black_threshold)
        ground = ground_of(darkest, self._parameters.white_threshold)
        for box, walls_there, ground_there in parts.split(walls, ground):
            self._few_ground[_few(box)] = ground_there[::STRIDE, ::STRIDE]
            self._count(box, walls_there)
        window = colored(brightest, darkest)
        self._green.look(parts, channels.spot("green", window))
        self._red.look(parts, channels.spot("red", window))

    def _count(self, box: Box, walls: Mask) -> None:
        before, wanted = self._walls[box], self._solution.walls[box]
        if not _differ(walls, before):
            return
        self._own += cv2.countNonZero(walls) - cv2.countNonZero(before)
        self._both += _count_common(walls, wanted) - _count_common(before, wanted)
        self._walls[box] = walls
        self._few_walls[_few(box)] = walls[::STRIDE, ::STRIDE]

    def _is_blank(self) -> bool:
        least = FADE_SHARE * self._few_walls.size
        return (
            cv2.countNonZero(self._few_walls) < least or cv2.countNonZero(self._few_ground) < least
        )

    def _ious(self) -> tuple[float, float]:
        """Return wall IoU without and with the marker's pixels and the rim around them."""
        both, own, wanted = self._both, self._own, self._wanted
        raw = _ratio(both, own + wanted - both)
        spot = self._green.spot
        if not spot.mask.size:
            return raw, raw
        # Only the marker's surroundings differ: subtracting them is exact and saves full passes.
        rim = MARKER_RIM // 2
        rows, columns = spot.window
        window = (
            slice(max(0, rows.start - rim), rows.stop + rim),
            slice(max(0, columns.start - rim), columns.stop + rim),
        )
        marker = cv2.dilate(self._green.mask[window], _RIM)
        own_there = cv2.bitwise_and(self._walls[window], marker)
        wanted_there = cv2.bitwise_and(self._solution.walls[window], marker)
        both -= cv2.countNonZero(cv2.bitwise_and(own_there, wanted_there))
        own -= cv2.countNonZero(own_there)
        wanted -= cv2.countNonZero(wanted_there)
        return _ratio(both, own + wanted - both), raw


class _Seen:
    """Where a color was seen: its mask over all of the frame, and the part of it that is used."""

    def __init__(self, size: tuple[int, ...]) -> None:
        self.mask: Mask = np.zeros(size, dtype=np.uint8)
        self.spot = NOTHING
        self._changed: list[Box] = []

    def look(self, parts: Parts, found: Spot) -> None:
        """Take over what was found in parts of the frame that changed."""
        rows, columns = self.spot.window
        if not found.mask.size and not any(
            _meet(box[0], rows) and _meet(box[1], columns) for box in parts.boxes
        ):
            return
        for box, mask in parts.split(found.drawn((1, parts.ends[-1]))):
            if _differ(mask, self.mask[box]):
                self.mask[box] = mask
                self._changed.append(box)

    def settle(self) -> bool:
        """Find its bounds once all parts were looked at; False where they are as before."""
        if not self._changed:
            return False
        around = [*self._changed, *([self.spot.window] if self.spot.mask.size else ())]
        self.spot, self._changed = _cut(self.mask, around), []
        return True


def _cut(mask: Mask, boxes: list[Box]) -> Spot:
    """Return what there is of a mask in some boxes; nothing of it lies elsewhere."""
    top, left = (min(box[axis].start for box in boxes) for axis in (0, 1))
    bottom, right = (max(box[axis].stop for box in boxes) for axis in (0, 1))
    spot = Spot(left, top, mask[top:bottom, left:right]).cut()
    return spot if spot.mask.size else NOTHING


def _meet(one: slice, other: slice) -> bool:
    return bool(one.start < other.stop and other.start < one.stop)


def _differ(one: Mask, two: Mask) -> bool:
    # What a codec changes is seldom on which side of a threshold a pixel lies.
    return cv2.countNonZero(cv2.bitwise_xor(one, two)) > 0


def _few(box: Box) -> Box:
    """Where every n-th pixel of a box lies in a mask of every n-th pixel."""
    rows, columns = (slice(side.start // STRIDE, -(-side.stop // STRIDE)) for side in box)
    return rows, columns


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
