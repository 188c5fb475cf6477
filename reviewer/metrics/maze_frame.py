"""What one frame of a maze clip says: walls against the solution, where green and red are."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from reviewer.metrics.maze_box import Box, around, grown, meet
from reviewer.metrics.maze_changes import STRIDE, Changes, Parts
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
from reviewer.metrics.maze_seen import GREEN, GROUND, RED, WALL, Seen, those
from reviewer.metrics.maze_solution import SolutionAnalysis
from reviewer.metrics.maze_spot import Mask, Patch
from reviewer.metrics.tracks import Green, around_start

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
    green : Green
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
    green: Green
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
        self._changes = Changes()
        self._kinds = np.zeros(size, dtype=np.uint8)
        self._few = np.zeros([-(-side // STRIDE) for side in size], dtype=np.uint8)
        self._own = self._both = 0
        self._wanted = cv2.countNonZero(solution.walls)
        left, top, right, bottom = solution.lattice.box(solution.end_cell)
        self._end = slice(max(0, top), max(0, bottom)), slice(max(0, left), max(0, right))
        self._green = Seen(self._kinds, GREEN, around_start(solution.green))
        self._red = Seen(self._kinds, RED)
        self._near, self._packed = NOTHING, Green(Patch.of(NOTHING), Patch.of(NOTHING))
        self._red_xy: tuple[float, float] | None = None
        self._last: FrameFacts | None = None

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
        changes = [self._look(parts) for parts in self._changes.parts(frame)]
        if self._last is not None and not any(changes):
            return replace(self._last, number=number)
        if self._green.settle():
            self._packed = self._pack()
        if self._red.settle():
            self._red_xy = self._red.rest.middle()
        iou, raw_iou = self._ious()
        self._last = FrameFacts(
            number=number,
            green=self._packed,
            iou=iou,
            raw_iou=raw_iou,
            is_blank=self._is_blank(),
            red_xy=self._red_xy,
            green_in_end=bool((self._kinds[self._end] & GREEN).any()),
        )
        return self._last

    def _look(self, parts: Parts) -> bool:
        """Bring kinds and counts up to date in boxes that changed; False if all are as before."""
        kinds = self._kinds_of(parts.pixels)
        # What a codec changes is seldom on which side of a threshold a pixel lies.
        changed = kinds ^ parts.taken(self._kinds)
        if not cv2.hasNonZero(changed):
            return False
        for box, kinds_there, changed_there in parts.split(kinds, changed):
            if cv2.hasNonZero(changed_there):
                self._take(box, kinds_there, changed_there)
        return True

    def _kinds_of(self, pixels: RgbImage) -> Mask:
        channels = Channels.of(pixels, self._order)
        brightest, darkest = channels.brightest(), channels.darkest()
        walls = walls_of(brightest, self._parameters.black_threshold, mark=int(WALL))
        ground = ground_of(darkest, self._parameters.white_threshold, mark=int(GROUND))
        kinds = np.asarray(cv2.bitwise_or(walls, ground), dtype=np.uint8)
        window = colored(brightest, darkest)
        for spot, kind in (
            (channels.spot("green", window), GREEN),
            (channels.spot("red", window), RED),
        ):
            kinds[spot.window] |= spot.mask & kind
        return kinds

    def _take(self, box: Box, kinds: Mask, changed: Mask) -> None:
        self._kinds[box] = kinds
        self._few[_few(box)] = kinds[::STRIDE, ::STRIDE]
        self._green.note(box, changed)
        self._red.note(box, changed)
        walls = changed & WALL
        if cv2.hasNonZero(walls):
            common = walls & self._solution.walls[box]
            self._own += _more(walls, kinds)
            self._both += _more(common, kinds)

    def _pack(self) -> Green:
        """Pack what is green; a start square that stays is packed once."""
        is_same, self._near = self._near is self._green.near, self._green.near
        near = self._packed.near if is_same else Patch.of(self._near)
        return Green(near, Patch.of(self._green.rest))

    def _is_blank(self) -> bool:
        least = FADE_SHARE * self._few.size
        return any(cv2.countNonZero(self._few & kind) < least for kind in (WALL, GROUND))

    def _ious(self) -> tuple[float, float]:
        """Return wall IoU without and with the marker's pixels and the rim around them."""
        both, own, wanted = self._both, self._own, self._wanted
        raw = _ratio(both, own + wanted - both)
        # Only the marker's surroundings differ: subtracting them is exact and saves full passes.
        windows = [grown(window, MARKER_RIM // 2) for window in self._green.windows]
        if len(windows) == 2 and meet(*windows):
            windows = [around(windows)]
        for window in windows:
            kinds = self._kinds[window]
            marker = cv2.dilate(those(kinds, GREEN), _RIM)
            own_there = cv2.bitwise_and(kinds & WALL, marker)
            wanted_there = cv2.bitwise_and(self._solution.walls[window], marker)
            both -= cv2.countNonZero(cv2.bitwise_and(own_there, wanted_there))
            own -= cv2.countNonZero(own_there)
            wanted -= cv2.countNonZero(wanted_there)
        return _ratio(both, own + wanted - both), raw


def _few(box: Box) -> Box:
    """Where every n-th pixel of a box lies in a mask of every n-th pixel."""
    rows, columns = (slice(side.start // STRIDE, -(-side.stop // STRIDE)) for side in box)
    return rows, columns


def _more(changed: Mask, kinds: Mask) -> int:
    """How many more pixels of a kind there are, from those that came or went."""
    return 2 * cv2.countNonZero(cv2.bitwise_and(changed, kinds)) - cv2.countNonZero(changed)


def _ratio(both: int, union: int) -> float:
    return both / union if union else 0.0
