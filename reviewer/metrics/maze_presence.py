"""Whether an answer shows a maze at all, however badly it is solved."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.metrics.maze_color import Channels
from reviewer.metrics.maze_solution import SolutionAnalysis
from reviewer.metrics.maze_spot import Mask

# Another maze agrees by .3, a turned or shrunk one by .04 to .2, noise by under .02 …
LEAST_AGREEMENT = 0.035
# … and by chance alone the less the more pixels there are: this many standard deviations.
_CHANCE = 6.0
# How far, of the smaller side, a drawing may be moved against the solution.
MOVED = 0.1
_LEAST_MARK = 3
_SOLID = 0.1
_FLAT = 1.0


def missing_maze(channels: Channels, solution: SolutionAnalysis, marks: Iterable[Mask]) -> str:
    """Say why a picture shows no maze, or return an empty string where it may show one.

    Strict on purpose: a green or red square is enough to be an attempt, as are dark or light
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
    if any(is_mark(mask) for mask in marks):
        return ""
    bright = cv2.max(cv2.max(channels.red, channels.green), channels.blue)
    if float(np.std(bright)) < _FLAT:
        return "it is all of one brightness, without start and end squares"
    chance = _CHANCE / math.sqrt(bright.size)
    if agreement(bright, solution.barriers) < max(LEAST_AGREEMENT, chance):
        return "nothing in it follows the solution's walls, and it has no start or end square"
    return ""


def is_mark(mask: Mask) -> bool:
    """Say whether a mask of one color holds a solid patch: noise and specks are none.

    In many frames of noise a few pixels touch by chance; of all of their color they are next to
    nothing, whereas a square and its soft rim are most of it.
    """
    if min(mask.shape) < _LEAST_MARK:
        return False
    block = np.ones((_LEAST_MARK, _LEAST_MARK), dtype=np.uint8)
    solid = cv2.dilate(cv2.erode(mask, block, borderValue=0.0), block)
    found = cv2.countNonZero(solid)
    return found > 0 and found >= _SOLID * cv2.countNonZero(mask)


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
