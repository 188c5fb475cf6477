"""Where things stand in a picture: a shape by its color, dark text by its left edge."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reviewer.metrics import NotMeasured
from reviewer.metrics.color import box_of, color_counts
from reviewer.metrics.pixels import Box, Pixels, alike, eight_bit, luma, size_of

DARK_BELOW = 128


@dataclass(frozen=True, slots=True)
class Shape:
    """The second most common color as a shape; `value` is its larger offset from the middle."""

    color: tuple[int, ...]
    pixels: int
    box: Box
    centroid: tuple[float, float]
    offset: tuple[float, float]

    @property
    def value(self) -> float:
        """The larger of the two offsets, as a share of the width or the height."""
        return max(abs(self.offset[0]), abs(self.offset[1]))


@dataclass(frozen=True, slots=True)
class LeftEdge:
    """The leftmost column with a dark pixel; without one, `column` is None and `value` 1."""

    column: int | None
    width: int

    @property
    def value(self) -> float:
        """The column as a share of the width, in [0, 1]."""
        return 1.0 if self.column is None else self.column / self.width


def second_color_shape(image: Pixels) -> Shape:
    """Find the shape: all pixels of the second most common color.

    Parameters
    ----------
    image : (H, W) or (H, W, 1…4), bool, uint8 or uint16
        The most common color is the background. Alpha belongs to the color.

    Returns
    -------
    Shape
        Its color, box, centroid (x, y of pixel middles, in pixels) and the offset of the
        centroid from the picture's middle as shares of width and height.

    Raises
    ------
    NotMeasured
        The picture has a single color.
    """
    width, height = size_of(image)
    colors, counts = color_counts(image)
    if counts.size < 2:
        raise NotMeasured("the picture has a single color: there is no shape on a background")
    picture = eight_bit(alike(image, image)[0])
    mask = (picture == colors[1]).all(axis=2)
    pixels = int(counts[1])
    across, down = mask.sum(axis=0), mask.sum(axis=1)
    x = float(np.dot(across, np.arange(width) + 0.5)) / pixels
    y = float(np.dot(down, np.arange(height) + 0.5)) / pixels
    box = box_of(mask)
    if box is None:
        raise NotMeasured("the second most common color has no pixels")
    return Shape(
        color=tuple(int(channel) for channel in colors[1]),
        pixels=pixels,
        box=box,
        centroid=(x, y),
        offset=(x / width - 0.5, y / height - 0.5),
    )


def left_edge(image: Pixels, *, dark_below: int = DARK_BELOW) -> LeftEdge:
    """Find the leftmost column that holds a dark pixel.

    Parameters
    ----------
    image : (H, W) or (H, W, 1…4), bool, uint8 or uint16
    dark_below : int
        A pixel is dark when L is below it.

    Returns
    -------
    LeftEdge
        Column from 0, and its share of the width.
    """
    width, _ = size_of(image)
    columns = np.flatnonzero((luma(image) < dark_below).any(axis=0))
    return LeftEdge(column=int(columns[0]) if columns.size else None, width=width)
