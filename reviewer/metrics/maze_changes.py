"""Which parts of a frame differ from the frame before, and their pixels in one row."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.metrics.maze_box import Box
from reviewer.metrics.maze_color import RgbImage
from reviewer.metrics.maze_spot import Mask

# Boxes begin on whole strides, so that every n-th pixel of a box is one of the frame's.
STRIDE = 4
# Rows that change this near each other share a box: one call over more pixels beats two calls.
_NEAR = 16
# Of so many rows one says whether all of a frame has changed.
_SAMPLE = 16
# What is looked at together stays in the processor's cache, and is too little for OpenCV to wake
# threads of its own, which would only stand in the decoder's way.
_PIXELS = 96 * 1024


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """Boxes of a frame and their pixels: of one box as it is, of several side by side in one row.

    Parameters
    ----------
    boxes : tuple of (rows, columns)
        None lies over another.
    ends : tuple of int
        Where the pixels of each box end.
    pixels : (height, width, 3) or (1, N, 3) uint8
    """

    boxes: tuple[Box, ...]
    ends: tuple[int, ...]
    pixels: RgbImage

    @classmethod
    def of(cls, frame: RgbImage, boxes: tuple[Box, ...]) -> Parts:
        """Take boxes out of a (H, W, 3) uint8 frame."""
        ends = accumulate(
            (box[0].stop - box[0].start) * (box[1].stop - box[1].start) for box in boxes
        )
        return cls(boxes, tuple(ends), np.ascontiguousarray(_taken(frame, boxes)))

    def taken(self, mask: Mask) -> Mask:
        """Return a mask of the frame, (H, W), as the pixels are."""
        return _taken(mask, self.boxes)

    def split(self, *masks: Mask) -> Iterator[tuple[Any, ...]]:
        """Return each box with its share, (height, width), of each of some masks of the pixels."""
        if len(self.boxes) == 1:
            yield self.boxes[0], *masks
            return
        begin = 0
        for box, end in zip(self.boxes, self.ends, strict=True):
            height = box[0].stop - box[0].start
            yield box, *(mask[0, begin:end].reshape(height, -1) for mask in masks)
            begin = end


class Changes:
    """Says of one frame after another where it differs from the one before."""

    def __init__(self) -> None:
        self._frame: RgbImage | None = None
        self._differs: NDArray[np.bool_] = np.empty((0, 0), dtype=np.bool_)

    def parts(self, frame: RgbImage) -> Iterator[Parts]:
        """Return all pixels that differ from the last frame, and some around them.

        Parameters
        ----------
        frame : (H, W, 3) uint8
            All of one size; kept until the next one.

        Yields
        ------
        Parts
            None where the frames are equal.
        """
        before, self._frame = self._frame, frame
        for boxes in _together(self._boxes(before, frame)):
            yield Parts.of(frame, boxes)

    def _boxes(self, before: RgbImage | None, now: RgbImage) -> Iterator[Box]:
        # A frame painted into the memory of the last one cannot be told from it.
        if before is None or np.may_share_memory(before, now):
            yield slice(0, now.shape[0]), slice(0, now.shape[1])
            return
        old, new = _words(before), _words(now)
        # Grain changes all of a frame, which a few of its rows tell.
        if np.count_nonzero(old[::_SAMPLE] != new[::_SAMPLE]) > new[::_SAMPLE].size // 2:
            yield slice(0, now.shape[0]), slice(0, now.shape[1])
            return
        if self._differs.shape != new.shape:
            self._differs = np.empty(new.shape, dtype=np.bool_)
        differs = np.not_equal(old, new, out=self._differs)
        rows = np.flatnonzero(differs.any(axis=1))
        breaks = np.flatnonzero(rows[1:] - rows[:-1] > _NEAR) + 1
        for first, stop in pairwise((0, *breaks.tolist(), rows.size) if rows.size else ()):
            top, bottom = int(rows[first]) // STRIDE * STRIDE, int(rows[stop - 1]) + 1
            first_word, _, words, _ = cv2.boundingRect(differs[top:bottom].view(np.uint8))
            left = first_word * new.itemsize // 3 // STRIDE * STRIDE
            right = -(-(first_word + words) * new.itemsize // 3)
            yield slice(top, bottom), slice(left, right)


def _taken(picture: NDArray[Any], boxes: tuple[Box, ...]) -> NDArray[Any]:
    if len(boxes) == 1:
        return picture[boxes[0]]
    return np.concatenate(
        [picture[box].reshape(1, -1, *picture.shape[2:]) for box in boxes], axis=1
    )


def _words(frame: RgbImage) -> NDArray[np.unsignedinteger]:
    """View the rows of a frame as the widest numbers that fit: fewer of them to compare."""
    rows = np.ascontiguousarray(frame).reshape(len(frame), -1)
    return rows.view(f"u{math.gcd(rows.shape[1], 8)}")


def _together(boxes: Iterable[Box]) -> Iterator[tuple[Box, ...]]:
    """Put boxes together, and cut large ones, so that each lot has about as many pixels."""
    lot: list[Box] = []
    room = _PIXELS
    for rows, columns in boxes:
        width = columns.stop - columns.start
        top = rows.start
        while top < rows.stop:
            fitting = max(STRIDE, room // width // STRIDE * STRIDE)
            bottom = min(rows.stop, top + fitting)
            lot.append((slice(top, bottom), columns))
            room -= (bottom - top) * width
            top = bottom
            if room < STRIDE * width:
                yield tuple(lot)
                lot, room = [], _PIXELS
    if lot:
        yield tuple(lot)
