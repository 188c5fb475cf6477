"""Which pixels of a maze picture are wall, open ground, path or marker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.metrics.maze_spot import Mask, Spot

RgbImage = NDArray[np.uint8]
MazeColor = Literal["red", "green", "blue"]

DOMINANCE = 50
BRIGHTNESS = 90
SATURATION = 100
# OpenCV hues, 0–179; red lies around 0 and so has two ends.
_HUES: dict[str, tuple[int, int]] = {"red": (170, 10), "green": (40, 90), "blue": (100, 135)}


@dataclass(frozen=True, slots=True, eq=False)
class Channels:
    """A maze picture split once into its channels, to be asked for one mask after another.

    Parameters
    ----------
    rgb : (H, W, 3) uint8
    red, green, blue : (H, W) uint8
    """

    rgb: RgbImage
    red: NDArray[Any]
    green: NDArray[Any]
    blue: NDArray[Any]

    @classmethod
    def of(cls, rgb: RgbImage) -> Channels:
        """Split a (H, W, 3) uint8 picture."""
        return cls(rgb, *cv2.split(rgb))

    def every(self, stride: int) -> Channels:
        """Return every n-th row."""
        parts = (self.rgb, self.red, self.green, self.blue)
        return Channels(*(part[::stride] for part in parts))

    def walls(self, threshold: int = 30) -> Mask:
        """Find walls: every channel below a threshold.

        Luma is not asked: pure blue has luma 29, and every path would be a wall.

        Parameters
        ----------
        threshold : int
            In 1…255, exclusive.

        Returns
        -------
        (H, W) uint8
            255 on walls, else 0.
        """
        brightest = cv2.max(cv2.max(self.red, self.green), self.blue)
        return _threshold(brightest, threshold - 1, cv2.THRESH_BINARY_INV)

    def ground(self, threshold: int = 200) -> Mask:
        """Find open ground: every channel above a threshold.

        Parameters
        ----------
        threshold : int
            In 0…254, exclusive.

        Returns
        -------
        (H, W) uint8
            255 on open ground, else 0.
        """
        darkest = cv2.min(cv2.min(self.red, self.green), self.blue)
        return _threshold(darkest, threshold)

    def spot(self, color: MazeColor) -> Spot:
        """Find pixels of one of the maze's colors, cut to their bounding box.

        Parameters
        ----------
        color : {"red", "green", "blue"}

        Returns
        -------
        Spot
            255 where the channel leads both others by 50, is at least 90, and the OpenCV hue and
            saturation (at least 100) are that color's.
        """
        lead = self.lead(color)
        columns = np.flatnonzero(lead.max(axis=0) >= DOMINANCE)
        if not columns.size:
            return Spot(0, 0, np.empty((0, 0), dtype=np.uint8))
        # Only where a channel leads at all is anything else looked at.
        left, right = int(columns[0]), int(columns[-1]) + 1
        leading = Spot(left, 0, _threshold(lead[:, left:right], DOMINANCE - 1)).cut()
        window = leading.window
        mask = cv2.bitwise_and(leading.mask, _threshold(self._own(color)[window], BRIGHTNESS - 1))
        part = np.asarray(mask, dtype=np.uint8)
        _drop_other_hues(part, self.rgb[window], color)
        return Spot(leading.left, leading.top, part).cut()

    def color(self, color: MazeColor) -> Mask:
        """Find pixels of one of the maze's colors as a (H, W) uint8 mask; see `spot`."""
        return self.spot(color).drawn(self.red.shape)

    def path(self) -> Mask:
        """Find a blue path without the soft rim that anti-aliasing gives it.

        Returns
        -------
        (H, W) uint8
            255 on blue pixels whose lead over the other channels is at least half of the 90th
            percentile over all blue pixels: the half-coverage edge.
        """
        spot = self.spot("blue")
        if not spot.mask.size:
            return spot.drawn(self.red.shape)
        lead = self.lead("blue")[spot.window]
        counts = np.cumsum(cv2.calcHist([lead], [0], spot.mask, [256], [0, 256]).ravel())
        edge = max(DOMINANCE, (int(np.searchsorted(counts, 0.9 * counts[-1])) + 1) // 2)
        sharp = np.asarray(cv2.bitwise_and(spot.mask, _threshold(lead, edge - 1)), dtype=np.uint8)
        return Spot(spot.left, spot.top, sharp).drawn(self.red.shape)

    def lead(self, color: MazeColor) -> Mask:
        """Return how far a channel leads both others, (H, W) uint8; 0 where it does not."""
        first, second = (self._own(other) for other in ("red", "green", "blue") if other != color)
        return np.asarray(cv2.subtract(self._own(color), cv2.max(first, second)), dtype=np.uint8)

    def _own(self, color: str) -> NDArray[Any]:
        return {"red": self.red, "green": self.green, "blue": self.blue}[color]


def _threshold(image: NDArray[Any], level: int, kind: int = cv2.THRESH_BINARY) -> Mask:
    return np.asarray(cv2.threshold(image, level, 255, kind)[1], dtype=np.uint8)


def _drop_other_hues(mask: Mask, rgb: RgbImage, color: MazeColor) -> None:
    # Hue costs most and few pixels lead: it is computed on those alone.
    if cv2.countNonZero(mask) > mask.size // 8:
        mask &= _hue_fits(np.ascontiguousarray(rgb), color)
        return
    where = np.flatnonzero(mask > 0)
    if where.size:
        rows, columns = np.divmod(where, mask.shape[1])
        mask[rows, columns] = _hue_fits(rgb[rows, columns].reshape(-1, 1, 3), color)[:, 0]


def _hue_fits(rgb: RgbImage, color: MazeColor) -> Mask:
    hsv = cv2.cvtColor(rgb, cv2.COLOR_RGB2HSV)
    low, high = _HUES[color]
    if low < high:
        fits = cv2.inRange(hsv, (low, SATURATION, 0), (high, 255, 255))
    else:
        upper = cv2.inRange(hsv, (low, SATURATION, 0), (179, 255, 255))
        fits = cv2.bitwise_or(upper, cv2.inRange(hsv, (0, SATURATION, 0), (high, 255, 255)))
    return np.asarray(fits, dtype=np.uint8)
