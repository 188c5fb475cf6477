"""What the pixels of a clip's frames are, as bits, and where those of a color lie."""

from __future__ import annotations

import cv2
import numpy as np

from reviewer.metrics.maze_box import NOWHERE, Box, around, common, meet, moved
from reviewer.metrics.maze_color import NOTHING
from reviewer.metrics.maze_spot import Mask, Spot

# In one array: one look tells whether a pixel is still what it was.
WALL, GROUND, GREEN, RED = (np.uint8(1 << bit) for bit in range(4))


def those(kinds: Mask, kind: np.uint8) -> Mask:
    """Return which pixels are of a kind, as 0 or 255."""
    return np.asarray(cv2.threshold(kinds & kind, 0, 255, cv2.THRESH_BINARY)[1], dtype=np.uint8)


class Seen:
    """The small parts of a frame that hold a color.

    `near` is what lies in a box that is kept apart, `rest` what lies elsewhere: with a square that
    stays, one part would be as large as the way from it to a marker far away.

    Parameters
    ----------
    kinds : (H, W) uint8
        The frame's, brought up to date by who calls.
    kind : uint8
    apart : (rows, columns)
    """

    def __init__(self, kinds: Mask, kind: np.uint8, apart: Box = NOWHERE) -> None:
        self._kinds, self._kind, self._apart = kinds, kind, apart
        self.near = self.rest = NOTHING
        self._changed: list[Box] = []

    @property
    def windows(self) -> list[Box]:
        """The boxes of the parts that hold any of it."""
        return [spot.window for spot in (self.near, self.rest) if spot.mask.size]

    def note(self, box: Box, changed: Mask) -> None:
        """Take note of the kinds that changed in a box of the frame."""
        mask = changed & self._kind
        # Asked first: where it is costs more.
        if cv2.hasNonZero(mask):
            window = Spot(box[1].start, box[0].start, mask).cut().window
            self._changed.append(window)

    def settle(self) -> bool:
        """Find its parts once all changes were noted; False where they are as before."""
        if not self._changed:
            return False
        changed, self._changed = self._changed, []
        if any(meet(box, self._apart) for box in changed):
            self.near = self._cut(self._apart)
        where = around([*changed, *([self.rest.window] if self.rest.mask.size else ())])
        self.rest = self._cut(where, hole=self._apart)
        return True

    def _cut(self, box: Box, *, hole: Box = NOWHERE) -> Spot:
        mask = those(self._kinds[box], self._kind)
        top, left = box[0].start, box[1].start
        if meet(box, hole):
            mask[moved(common(box, hole), -top, -left)] = 0
        return Spot(left, top, mask).cut() if cv2.hasNonZero(mask) else NOTHING
