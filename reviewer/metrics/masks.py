"""Alpha: the box of what can be seen, how much is transparent, what was cleared."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from reviewer.metrics import NotMeasured
from reviewer.metrics.color import box_of
from reviewer.metrics.pixels import Box, Pixels, alpha, rgb, same_size, size_of

CLEAR_BELOW = 10
WHITE_ABOVE = 240


@dataclass(frozen=True, slots=True)
class ContentSize:
    """Size of a picture or of what can be seen of it; 0 × 0 when nothing can."""

    width: int
    height: int
    box: Box | None


@dataclass(frozen=True, slots=True)
class TransparentShare:
    """Share of pixels whose alpha is below the limit, in [0, 1]."""

    value: float
    pixels: int
    has_alpha: bool


@dataclass(frozen=True, slots=True)
class WhiteCleared:
    """How much of the white of the initial picture is transparent in the result."""

    value: float
    white: int
    cleared: int
    lost: int
    lost_share: float


@dataclass(frozen=True, slots=True)
class Blankness:
    """How much there is to see: the largest range of a channel among the visible pixels."""

    value: int
    visible: int
    color: tuple[int, int, int] | None

    @property
    def is_blank(self) -> bool:
        """Whether the picture is one color, or nothing of it can be seen."""
        return self.value == 0


def content_size(image: Pixels, *, ignore_transparent: bool = False) -> ContentSize:
    """Measure a picture, or the box of its pixels that are not fully transparent.

    Parameters
    ----------
    image : (H, W) or (H, W, 1…4), bool, uint8 or uint16
    ignore_transparent : bool
        Measure the alpha box; a picture without alpha is its own box.

    Returns
    -------
    ContentSize
        Fully transparent: 0 × 0 and no box, a size that matches nothing.
    """
    width, height = size_of(image)
    opacity = alpha(image) if ignore_transparent else None
    if opacity is None:
        return ContentSize(width, height, (0, 0, width, height))
    box = box_of(opacity != 0)
    if box is None:
        return ContentSize(0, 0, None)
    return ContentSize(box[2] - box[0], box[3] - box[1], box)


def transparent_share(image: Pixels, *, below: int = CLEAR_BELOW) -> TransparentShare:
    """Measure how much of a picture is transparent.

    Parameters
    ----------
    image : (H, W) or (H, W, 1…4), bool, uint8 or uint16
    below : int
        A pixel is transparent when its alpha is below it.

    Returns
    -------
    TransparentShare
        Without an alpha channel nothing is: 0, and `has_alpha` says why.
    """
    width, height = size_of(image)
    opacity = alpha(image)
    if opacity is None:
        return TransparentShare(0.0, 0, False)
    pixels = int(np.count_nonzero(opacity < below))
    return TransparentShare(pixels / (width * height), pixels, True)


def white_cleared(
    result: Pixels,
    initial: Pixels,
    *,
    above: int = WHITE_ABOVE,
    below: int = CLEAR_BELOW,
) -> WhiteCleared:
    """Measure whether the white of a picture became transparent, and only that.

    Parameters
    ----------
    result, initial : (H, W) or (H, W, 1…4), bool, uint8 or uint16
    above : int
        White is R, G and B all above it in the initial picture.
    below : int
        Transparent is alpha below it in the result.

    Returns
    -------
    WhiteCleared
        `value` is the share of white that was cleared; `lost` pixels were not white, could be
        seen before and are transparent now.

    Raises
    ------
    NotMeasured
        Sizes differ, or nothing of the initial picture is white.
    """
    width, height = same_size(result, initial)
    white = (rgb(initial) > above).all(axis=2)
    count = int(np.count_nonzero(white))
    if not count:
        raise NotMeasured(f"nothing of the initial picture is white (all channels above {above})")
    after, before = alpha(result), alpha(initial)
    if after is None:
        return WhiteCleared(0.0, count, 0, 0, 0.0)
    clear = after < below
    cleared = int(np.count_nonzero(clear & white))
    gone = clear & ~white
    if before is not None:
        gone &= before >= below
    lost = int(np.count_nonzero(gone))
    others = width * height - count
    return WhiteCleared(cleared / count, count, cleared, lost, lost / others if others else 0.0)


def blankness(image: Pixels) -> Blankness:
    """Measure whether there is anything to see.

    Parameters
    ----------
    image : (H, W) or (H, W, 1…4), bool, uint8 or uint16

    Returns
    -------
    Blankness
        `value` in [0, 255]: largest minus smallest of the channel that varies most, over pixels
        with alpha above 0. `color` is that of a blank picture of which something can be seen.
    """
    width, height = size_of(image)
    picture, opacity = rgb(image), alpha(image)
    visible = width * height
    if opacity is not None:
        seen = opacity != 0
        visible = int(np.count_nonzero(seen))
        if not visible:
            return Blankness(0, 0, None)
        if visible < width * height or opacity.min() != opacity.max():
            # A shape can be drawn in alpha alone: its edge is something to see.
            picture = np.where(seen[..., None], picture, 0)
            picture = np.dstack([picture, opacity])
    lows, highs = zip(*(cv2.minMaxLoc(part)[:2] for part in cv2.split(picture)), strict=True)
    spread = int(max(high - low for low, high in zip(lows, highs, strict=True)))
    color = (int(highs[0]), int(highs[1]), int(highs[2])) if spread == 0 else None
    return Blankness(spread, visible, color)
