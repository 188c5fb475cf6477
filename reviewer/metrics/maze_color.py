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
# Which channel comes first in memory.
Order = Literal["rgb", "bgr"]

Window = tuple[slice, slice]
EVERYWHERE = (slice(None), slice(None))
NOTHING = Spot(0, 0, np.empty((0, 0), dtype=np.uint8))

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
    picture : (H, W, 3) uint8
    red, green, blue : (H, W) uint8
    order : {"rgb", "bgr"}
        Of the picture.
    """

    picture: RgbImage
    red: NDArray[Any]
    green: NDArray[Any]
    blue: NDArray[Any]
    order: Order = "rgb"

    @classmethod
    def of(cls, picture: RgbImage, order: Order = "rgb") -> Channels:
        """Split a (H, W, 3) uint8 picture."""
        first, green, last = planes = [np.empty(picture.shape[:2], dtype=np.uint8) for _ in "rgb"]
        # Into arrays of ours: a list of its own OpenCV copies once more.
        cv2.split(picture, planes)
        red, blue = (first, last) if order == "rgb" else (last, first)
        return cls(picture, red, green, blue, order)

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
        return walls_of(self.brightest(), threshold)

    def brightest(self) -> Mask:
        """Return the highest channel of each pixel, (H, W) uint8."""
        return np.asarray(cv2.max(cv2.max(self.red, self.green), self.blue), dtype=np.uint8)

    def darkest(self) -> Mask:
        """Return the lowest channel of each pixel, (H, W) uint8."""
        return np.asarray(cv2.min(cv2.min(self.red, self.green), self.blue), dtype=np.uint8)

    def spot(self, color: MazeColor, within: Window | None = None) -> Spot:
        """Find pixels of one of the maze's colors, cut to their bounding box.

        Parameters
        ----------
        color : {"red", "green", "blue"}
        within : (rows, columns), optional
            From `colored`, where that is known: nothing else is looked at.

        Returns
        -------
        Spot
            255 where the channel leads both others by 50, is at least 90, and the OpenCV hue and
            saturation (at least 100) are that color's.
        """
        rows, columns = within or (slice(0, self.red.shape[0]), slice(0, self.red.shape[1]))
        if rows.start == rows.stop:
            return NOTHING
        # Only where a channel leads at all is anything else looked at.
        lead = self.lead(color, (rows, columns))
        leading = Spot(columns.start, rows.start, _threshold(lead, DOMINANCE - 1)).cut()
        if not leading.mask.size:
            return NOTHING
        window = leading.window
        mask = cv2.bitwise_and(leading.mask, _threshold(self._own(color)[window], BRIGHTNESS - 1))
        part = np.asarray(mask, dtype=np.uint8)
        _drop_other_hues(part, self.picture[window], color, self.order)
        return Spot(leading.left, leading.top, part).cut()

    def color(self, color: MazeColor) -> Mask:
        """Find pixels of one of the maze's colors as a (H, W) uint8 mask; see `spot`."""
        return self.spot(color).drawn(self.red.shape)

    def path(self, spot: Spot | None = None) -> Mask:
        """Find a blue path without the soft rim that anti-aliasing gives it.

        Parameters
        ----------
        spot : Spot, optional
            All that is blue, where that is known.

        Returns
        -------
        (H, W) uint8
            255 on blue pixels whose lead over the other channels is at least half of the 90th
            percentile over all blue pixels: the half-coverage edge.
        """
        spot = spot or self.spot("blue")
        if not spot.mask.size:
            return spot.drawn(self.red.shape)
        return _half_covered(spot, self.lead("blue")[spot.window]).drawn(self.red.shape)

    def middle(self, color: MazeColor, spot: Spot) -> tuple[float, float] | None:
        """Return the middle of a start or end square, whatever lies beside it.

        Parameters
        ----------
        color : {"red", "green"}
        spot : Spot
            All that is of that color.

        Returns
        -------
        (x, y) in pixels of the picture, or None where there is none
        """
        if not spot.mask.size:
            return None
        near = spot.grown(self.red.shape)
        return _half_covered(near, self.blend(color, near.window)).middle()

    def blend(self, color: MazeColor, window: Window = EVERYWHERE) -> Mask:
        """Return how much of a color is in each pixel of it, white, black and one other color.

        The lead over both others is less beside another color than beside white.

        Returns
        -------
        (H, W) uint8
            255 for nothing else.
        """
        first, second = (
            self._own(other)[window] for other in ("red", "green", "blue") if other != color
        )
        share = cv2.subtract(self._own(color)[window], cv2.min(first, second))
        return np.asarray(share, dtype=np.uint8)

    def lead(self, color: MazeColor, window: Window = EVERYWHERE) -> Mask:
        """Return how far a channel leads both others, (H, W) uint8; 0 where it does not."""
        first, second = (
            self._own(other)[window] for other in ("red", "green", "blue") if other != color
        )
        lead = cv2.subtract(self._own(color)[window], cv2.max(first, second))
        return np.asarray(lead, dtype=np.uint8)

    def _own(self, color: str) -> NDArray[Any]:
        return {"red": self.red, "green": self.green, "blue": self.blue}[color]


def walls_of(brightest: Mask, threshold: int = 30, *, mark: int = 255) -> Mask:
    """Return walls, (H, W) uint8 of 0 or a mark, from the highest channel; see `Channels.walls`."""
    return _threshold(brightest, threshold - 1, cv2.THRESH_BINARY_INV, mark)


def ground_of(darkest: Mask, threshold: int = 200, *, mark: int = 255) -> Mask:
    """Find open ground: every channel above a threshold.

    Parameters
    ----------
    darkest : (H, W) uint8
        The lowest channel.
    threshold : int
        In 0…254, exclusive.
    mark : int
        In 1…255.

    Returns
    -------
    (H, W) uint8
        The mark on open ground, else 0.
    """
    return _threshold(darkest, threshold, mark=mark)


def colored(brightest: Mask, darkest: Mask) -> Window:
    """Return the window outside of which no channel leads the others by enough to be a color."""
    strong = _threshold(cv2.subtract(brightest, darkest), DOMINANCE - 1)
    # Most parts of a maze have no color, which is told sooner than where it is.
    return Spot(0, 0, strong).cut().window if cv2.hasNonZero(strong) else NOTHING.window


def _half_covered(spot: Spot, share: Mask) -> Spot:
    """Return a spot less its soft rim: a pixel has at least half of what the best have."""
    counts = np.cumsum(cv2.calcHist([share], [0], spot.mask, [256], [0, 256]).ravel())
    edge = max(DOMINANCE, (int(np.searchsorted(counts, 0.9 * counts[-1])) + 1) // 2)
    sharp = np.asarray(cv2.bitwise_and(spot.mask, _threshold(share, edge - 1)), dtype=np.uint8)
    return Spot(spot.left, spot.top, sharp)


def _threshold(
    image: NDArray[Any], level: int, kind: int = cv2.THRESH_BINARY, mark: int = 255
) -> Mask:
    return np.asarray(cv2.threshold(image, level, mark, kind)[1], dtype=np.uint8)


def _drop_other_hues(mask: Mask, picture: RgbImage, color: MazeColor, order: Order) -> None:
    # Hue costs most and few pixels lead: it is computed on those alone.
    count = cv2.countNonZero(mask)
    if count > mask.size // 8:
        mask &= _hue_fits(np.ascontiguousarray(picture), color, order)
    elif count:
        rows, columns = np.divmod(np.flatnonzero(mask > 0), mask.shape[1])
        # In one row: OpenCV takes many pixels of a row at once.
        pixels = picture[rows, columns].reshape(1, -1, 3)
        mask[rows, columns] = _hue_fits(pixels, color, order)[0]


def _hue_fits(picture: RgbImage, color: MazeColor, order: Order) -> Mask:
    hsv = cv2.cvtColor(picture, cv2.COLOR_RGB2HSV if order == "rgb" else cv2.COLOR_BGR2HSV)
    low, high = _HUES[color]
    if low < high:
        fits = cv2.inRange(hsv, (low, SATURATION, 0), (high, 255, 255))
    else:
        upper = cv2.inRange(hsv, (low, SATURATION, 0), (179, 255, 255))
        fits = cv2.bitwise_or(upper, cv2.inRange(hsv, (0, SATURATION, 0), (high, 255, 255)))
    return np.asarray(fits, dtype=np.uint8)
