"""How wide a passage is: what is free along its line, wherever on it a piece stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .geometry import PARALLEL, Points, Segment, contains, edges, pair_of


def free_width(
    start: Sequence[float],
    end: Sequence[float],
    *,
    solids: Sequence[Points],
    lines: Sequence[tuple[Points, bool]],
) -> tuple[float, Segment] | None:
    """Return the widest free stretch along a line drawn over a passage.

    Parameters
    ----------
    start, end : pair of float
        The line. It may be shorter than the passage: where its middle is free, the stretch goes on
        to the obstacles on both sides. Every other stretch ends where the line ends.
    solids : sequence of ndarray of shape (n, 2)
        Filled polygons: inside them nothing is free.
    lines : sequence of (ndarray of shape (n, 2), bool)
        Outlines that bound what is free, and whether each is closed.

    Returns
    -------
    float and segment, or None
        The free width in units, 0 where all of the line is covered, and the segment found; None
        where nothing stands on the line and one side of it is open.
    """
    one, two = np.asarray(start, dtype=np.float64), np.asarray(end, dtype=np.float64)
    length = float(np.linalg.norm(two - one))
    if length == 0:
        return None
    direction = (two - one) / length
    outlines = [*((solid, True) for solid in solids), *lines]
    hits = [_hits(one, direction, line, is_closed) for line, is_closed in outlines]
    stops = np.unique(np.concatenate(hits)) if hits else np.empty(0)
    met = [solid for solid, found in zip(solids, hits, strict=False) if len(found)]
    best = (0.0, 0.0, length)
    for near, far in _stretches(stops, one, direction, met):
        is_bounded = np.isfinite(near) and np.isfinite(far)
        if near <= 0 and far >= length and not is_bounded:
            return None
        if not (is_bounded and near <= length / 2 <= far):
            near, far = max(near, 0.0), min(far, length)
        best = max(best, (far - near, near, far), key=lambda found: found[0])
    width, near, far = best
    return width, (pair_of(one + direction * near), pair_of(one + direction * far))


def _stretches(
    stops: NDArray[np.float64],
    origin: NDArray[Any],
    direction: NDArray[Any],
    solids: Sequence[Points],
) -> Iterator[tuple[float, float]]:
    """The free stretches between neighboring stops, the open ones at both ends included."""
    bounds = np.concatenate(([-np.inf], stops, [np.inf]))
    inside = (stops[:-1] + stops[1:]) / 2
    covered = np.zeros(len(bounds) - 1, dtype=bool)
    # Beyond the first and the last stop no polygon reaches.
    for solid in solids if len(inside) else ():
        covered[1:-1] |= contains(solid, origin + direction * inside[:, None])
    for (near, far), is_covered in zip(pairwise(bounds), covered, strict=True):
        if not is_covered:
            yield float(near), float(far)


def _hits(
    origin: NDArray[Any], direction: NDArray[Any], line: Points, is_closed: bool
) -> NDArray[np.float64]:
    """Signed distances along a line through a point at which it meets a polyline."""
    start, end = edges(line, is_closed=is_closed)
    across = end - start
    denominator = direction[0] * across[:, 1] - direction[1] * across[:, 0]
    meets = np.abs(denominator) > PARALLEL * np.linalg.norm(across, axis=1)
    safe = np.where(meets, denominator, 1.0)
    offset = start - origin
    t = (offset[:, 0] * across[:, 1] - offset[:, 1] * across[:, 0]) / safe
    u = (offset[:, 0] * direction[1] - offset[:, 1] * direction[0]) / safe
    return np.asarray(t[meets & (u >= 0) & (u <= 1)])
