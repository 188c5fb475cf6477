"""Narrow lines through walls of a soft picture: as much blue and brightness as a line carries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

# Pixels along a wall that are looked at together: a narrow line with its soft sides.
_SPAN = 5
# So many pixels of a wall tell how the rest of it looks.
_FEWEST = 8
# Softness spreads a line and keeps what it carries: a line of 2 px carries 2, less what a wall
# that lies between pixels seems to carry all along.
_LEAST = 1.3
# Where it is most, a line of 2 px carries half even under the widest blur that is looked for.
_HIGHEST = 0.48
# And so many times what any other place of the wall seems to carry.
_CLEAR = 2.0
_LEAST_STRAY = 0.1
_FAINT = 0.01


def narrow_stretches(
    evidence: NDArray[Any], is_inside: NDArray[Any]
) -> Iterator[tuple[int, slice]]:
    """Find the one narrow line that stands out from each wall.

    Parameters
    ----------
    evidence : (N, 4, length) float32
        Along each wall, from `SoftPicture.evidence`.
    is_inside : (N, length) bool
        Walls are of different lengths.

    Yields
    ------
    number : int
        Of the wall.
    along : slice
        Where the line goes through it.
    """
    given = evidence[:, 1::2]
    is_told = (given > _FAINT * given.max(axis=2, keepdims=True)).all(axis=1) & is_inside
    numbers = np.flatnonzero(is_told.sum(axis=1) >= _FEWEST)
    if not numbers.size or evidence.shape[2] < _SPAN:
        return
    is_told = is_told[numbers, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = np.where(is_told, evidence[numbers, ::2] / given[numbers], np.nan)
    above = np.nan_to_num(shares - np.nanmedian(shares, axis=2, keepdims=True))
    carried = np.lib.stride_tricks.sliding_window_view(above, _SPAN, axis=2).sum(axis=3)
    places = carried.min(axis=1).argmax(axis=1)
    best = np.take_along_axis(carried, places[:, None, None], axis=2)[:, :, 0]
    is_far = np.abs(np.arange(carried.shape[2]) - places[:, None]) > _SPAN
    stray = np.where(is_far[:, None], np.abs(carried), 0).max(axis=2)
    stray = np.maximum(stray, _LEAST_STRAY)
    span = places[:, None, None] + np.arange(_SPAN)
    highest = np.take_along_axis(above, span, axis=2).max(axis=2)
    is_line = (best >= _LEAST) & (best >= _CLEAR * stray) & (highest >= _HIGHEST)
    for row in np.flatnonzero(is_line.all(axis=1)).tolist():
        both = above[row].min(axis=0)
        # Color and brightness may each see a line where the other one sees none.
        if both[span[row, 0]].max() > 0:
            yield int(numbers[row]), _extent(both, int(places[row]))


def _extent(above: NDArray[Any], place: int) -> slice:
    """Return where a line lies within its span: as wide as what it carries."""
    part = np.maximum(above[place : place + _SPAN], 0)
    width = max(2, round(float(part.sum())))
    middle = place + float((part * (np.arange(len(part)) + 0.5)).sum() / part.sum())
    start = min(max(0, round(middle - width / 2)), len(above) - width)
    return slice(start, start + width)
