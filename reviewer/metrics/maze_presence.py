"""Whether an answer shows a maze at all, however badly it is solved."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.metrics.maze_color import Channels, ground_of, walls_of
from reviewer.metrics.maze_solution import SolutionAnalysis
from reviewer.metrics.maze_spot import Mask

# Another maze agrees by .3, photographs by up to .22 with the few walls of a small maze …
SURE_AGREEMENT = 0.25
# … and a turned or shrunk maze by .04 to .2: that is enough only of a drawing in black and white.
LEAST_AGREEMENT = 0.15
# By chance alone it is the less the more pixels there are: this many standard deviations.
_CHANCE = 6.0
# How far, of the smaller side, a drawing may be moved against the solution.
MOVED = 0.1
# Shares of a picture that are black, white or of full color: of a drawing, and of one with squares.
_DRAWN, _SQUARES_DRAWN = 0.8, 0.5
# Shares of the solution's walls that are dark, and that are black.
_DARK_WALLS, _BLACK_WALLS = 0.2, 0.5
_COLORED = 150
_RARE = 2
_LEAST_MARK = 3
_SOLID = 0.1
# Of a square's box, and how much longer one side of it may be, and its sides than the solution's.
_FILLED, _LONGER, _LARGER = 0.6, 2.5, 4.0
_FLAT = 1.0


def missing_maze(channels: Channels, solution: SolutionAnalysis, marks: Iterable[Mask]) -> str:
    """Say why a picture shows no maze, or return an empty string where it may show one.

    Strict on purpose: a drawing with a green or red square is an attempt, as are dark or light
    parts that follow the solution's walls, moved by up to a tenth of the picture.

    Parameters
    ----------
    channels : Channels
        The picture.
    solution : SolutionAnalysis
        At the picture's size.
    marks : iterable of (H, W) uint8
        Green and red pixels.

    Returns
    -------
    str
    """
    bright, darkest = channels.brightest(), channels.darkest()
    black = cv2.countNonZero(walls_of(bright))
    colored = int(np.count_nonzero(cv2.subtract(bright, darkest) >= _COLORED))
    drawn = (black + cv2.countNonZero(ground_of(darkest)) + colored) / bright.size
    side = square_side(solution)
    if drawn >= _SQUARES_DRAWN and any(is_mark(mask, side) for mask in marks):
        return ""
    if float(np.std(bright)) < _FLAT:
        return "it is all of one brightness, without start and end squares"
    walls = cv2.countNonZero(solution.barriers)
    found = agreement(bright, solution.barriers)
    # Between its own dark and light, of which text on a page is neither: soft walls are not black.
    middle = np.percentile(bright, (_RARE, 100 - _RARE)).mean()
    dark = int(np.count_nonzero(bright < middle))
    enough = dark >= _DARK_WALLS * walls
    is_drawing = drawn >= _DRAWN and black >= _BLACK_WALLS * walls
    chance = _CHANCE / math.sqrt(bright.size)
    if (found >= SURE_AGREEMENT and enough) or (
        is_drawing and found >= max(LEAST_AGREEMENT, chance)
    ):
        return ""
    return "nothing in it follows the solution's walls, and it has no start or end square"


def square_side(solution: SolutionAnalysis) -> float:
    """Return how long the sides of the solution's start square are, in pixels."""
    return math.sqrt(cv2.countNonZero(solution.green))


def is_mark(mask: Mask, side: float) -> bool:
    """Say whether a mask of one color holds a square about as large as the solution's.

    In many frames of noise a few pixels touch by chance; of all of their color they are next to
    nothing, whereas a square and its soft rim are most of it. A red part of a photograph is of any
    shape.

    Parameters
    ----------
    mask : (H, W) uint8
    side : float
        From `square_side`.
    """
    if min(mask.shape) < _LEAST_MARK:
        return False
    block = np.ones((_LEAST_MARK, _LEAST_MARK), dtype=np.uint8)
    solid = cv2.dilate(cv2.erode(mask, block, borderValue=0.0), block)
    found = cv2.countNonZero(solid)
    if not found or found < _SOLID * cv2.countNonZero(mask):
        return False
    _, _, stats, _ = cv2.connectedComponentsWithStats(solid, connectivity=8)
    width, height, area = stats[1 + int(stats[1:, cv2.CC_STAT_AREA].argmax()), 2:].tolist()
    longer, shorter = max(width, height), min(width, height)
    return bool(
        area >= _FILLED * width * height
        and longer <= _LONGER * shorter
        and side / _LARGER <= shorter
        and longer <= _LARGER * side
    )


def agreement(bright: NDArray[Any], walls: Mask) -> float:
    """Return how well brightness follows walls at the best place near their own.

    Parameters
    ----------
    bright, walls : (H, W) uint8

    Returns
    -------
    float
        Correlation in [0, 1]; light walls on dark ground agree as well. 1 where it cannot be told.
    """
    margin = int(MOVED * min(walls.shape))
    inner = walls[margin : walls.shape[0] - margin, margin : walls.shape[1] - margin]
    if not float(np.std(inner)):
        return 1.0
    found = cv2.matchTemplate(
        np.asarray(bright, dtype=np.uint8), np.ascontiguousarray(inner), cv2.TM_CCOEFF_NORMED
    )
    return float(np.abs(found[np.isfinite(found)]).max(initial=0.0))
