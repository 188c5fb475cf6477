"""Plane geometry for drawings: containment and clearance between polygons."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Points = NDArray[np.float64]
Segment = tuple[tuple[float, float], tuple[float, float]]
_SAMPLES = 17
PARALLEL = 1e-9


def as_points(values: ArrayLike) -> Points:
    """Return coordinates as float64 of shape (n, 2).

    Raises
    ------
    ValueError
        The values are no list of finite pairs.
    """
    points = np.asarray(values, dtype=np.float64)
    if points.ndim != 2 or points.shape[1] != 2 or not np.isfinite(points).all():
        raise ValueError("coordinates must be finite pairs of numbers")
    return points


def area(ring: Points) -> float:
    """Return the area of a closed ring, in square units; the ring need not repeat its start."""
    x, y = ring[:, 0], ring[:, 1]
    return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2)


def bounds(points: Points) -> tuple[float, float, float, float]:
    """Return x, y, width and height of the box around points."""
    low, high = points.min(axis=0), points.max(axis=0)
    return float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1])


def centroid(ring: Points) -> tuple[float, float]:
    """Return the center of area of a closed ring; of its points where it has no area."""
    following = np.roll(ring, -1, axis=0)
    cross = ring[:, 0] * following[:, 1] - following[:, 0] * ring[:, 1]
    total = float(cross.sum())
    if abs(total) < 1e-12:
        middle = ring.mean(axis=0)
        return float(middle[0]), float(middle[1])
    center = ((ring + following) * cross[:, None]).sum(axis=0) / (3 * total)
    return float(center[0]), float(center[1])


def contains(ring: Points, points: Points) -> NDArray[np.bool_]:
    """Tell for each point whether it lies inside a closed ring (even-odd rule).

    Parameters
    ----------
    ring : ndarray, shape (n, 2)
        The polygon, in either direction, convex or not.
    points : ndarray, shape (m, 2)
        Points on the ring itself may come out either way; ask `distance_to` for them.

    Returns
    -------
    ndarray of bool, shape (m,)
    """
    start, end = ring, np.roll(ring, -1, axis=0)
    x, y = points[:, 0, None], points[:, 1, None]
    crosses = (start[:, 1] > y) != (end[:, 1] > y)
    rise = np.where(end[:, 1] == start[:, 1], 1.0, end[:, 1] - start[:, 1])
    # A nearly level edge meets the line at infinity, on one side or the other: both are right.
    with np.errstate(over="ignore"):
        at = (end[:, 0] - start[:, 0]) * (y - start[:, 1]) / rise + start[:, 0]
    inside: NDArray[np.bool_] = np.logical_xor.reduce(crosses & (x < at), axis=1)
    return inside


def edges(points: Points, *, is_closed: bool) -> tuple[Points, Points]:
    """Return starts and ends of the edges of a polyline; a single point is an edge of no length."""
    if len(points) == 1:
        return points, points
    if is_closed:
        return points, np.roll(points, -1, axis=0)
    return points[:-1], points[1:]


def distance_to(points: Points, line: Points, *, is_closed: bool) -> NDArray[np.float64]:
    """Return each point's distance to a polyline, in units, shape (m,)."""
    nearest = _feet(points, line, is_closed)
    return np.asarray(np.linalg.norm(points[:, None] - nearest, axis=2).min(axis=1))


def gap(first: Points, second: Points, *, closed: tuple[bool, bool]) -> tuple[float, Segment]:
    """Return the least distance between two polylines and the segment that spans it.

    Parameters
    ----------
    first, second : ndarray, shape (n, 2)
        Polylines; a closed one is its outline, so that a piece inside a room has a distance to it.
    closed : pair of bool
        Whether each is closed.

    Returns
    -------
    float
        The distance in units, 0 where they touch or cross.
    tuple
        Two points, on the first and on the second.
    """
    crossing = _crossing(edges(first, is_closed=closed[0]), edges(second, is_closed=closed[1]))
    if crossing is not None:
        return 0.0, (crossing, crossing)
    one = _nearest(first, second, closed[1])
    distance, (foot, point) = _nearest(second, first, closed[0])
    return min(one, (distance, (point, foot)), key=lambda found: found[0])


def region_gap(piece: Points, region: Points) -> tuple[float, Segment]:
    """Return the least distance between two filled polygons, 0 where they overlap."""
    distance, segment = gap(piece, region, closed=(True, True))
    if contains(region, piece[:1])[0]:
        return 0.0, (pair_of(piece[0]), pair_of(piece[0]))
    if contains(piece, region[:1])[0]:
        return 0.0, (pair_of(region[0]), pair_of(region[0]))
    return distance, segment


def excess(inner: Points, outer: Points) -> tuple[float, tuple[float, float]]:
    """Return how far one polygon reaches out of another, and where it reaches farthest.

    Parameters
    ----------
    inner : ndarray, shape (n, 2)
        The polygon that should lie inside. Its edges are sampled at 17 points each, so that a
        corner of a concave room that cuts into it is found.
    outer : ndarray, shape (m, 2)
        The polygon around it, convex or not.

    Returns
    -------
    float
        The largest distance from the outer outline of a point that lies outside, in units; 0 when
        everything lies inside or on the outline.
    tuple of float
        The point in question.
    """
    start, end = edges(inner, is_closed=True)
    steps = np.linspace(0.0, 1.0, _SAMPLES)[:, None, None]
    samples = (start + (end - start) * steps).reshape(-1, 2)
    outside = samples[~contains(outer, samples)]
    best, where = 0.0, pair_of(inner[0])
    if len(outside):
        reach = distance_to(outside, outer, is_closed=True)
        best, where = float(reach.max()), pair_of(outside[int(reach.argmax())])
    intruding = outer[contains(inner, outer)]
    if len(intruding):
        reach = distance_to(intruding, inner, is_closed=True)
        if float(reach.max()) > best:
            best, where = float(reach.max()), pair_of(intruding[int(reach.argmax())])
    return best, where


def pair_of(point: NDArray[Any]) -> tuple[float, float]:
    """Return a point as a pair of plain numbers."""
    return float(point[0]), float(point[1])


def _feet(points: Points, line: Points, is_closed: bool) -> NDArray[np.float64]:
    """For each point and each edge, the nearest place on the edge: shape (points, edges, 2)."""
    start, end = edges(line, is_closed=is_closed)
    along = end - start
    squared = (along**2).sum(axis=1)
    share = ((points[:, None] - start) * along).sum(axis=2) / np.where(squared == 0, 1.0, squared)
    return np.asarray(start + np.clip(share, 0.0, 1.0)[:, :, None] * along)


def _nearest(points: Points, line: Points, is_closed: bool) -> tuple[float, Segment]:
    feet = _feet(points, line, is_closed)
    distances = np.linalg.norm(points[:, None] - feet, axis=2)
    row, column = np.unravel_index(int(distances.argmin()), distances.shape)
    return float(distances[row, column]), (pair_of(points[row]), pair_of(feet[row, column]))


def _crossing(
    first: tuple[Points, Points], second: tuple[Points, Points]
) -> tuple[float, float] | None:
    """A point where edges of two polylines properly cross, or None."""
    start, along = first[0][:, None], (first[1] - first[0])[:, None]
    other, across = second[0][None], (second[1] - second[0])[None]
    denominator = along[..., 0] * across[..., 1] - along[..., 1] * across[..., 0]
    lengths = np.linalg.norm(along, axis=2) * np.linalg.norm(across, axis=2)
    # Nearly parallel edges meet at no reliable place; where they touch, their ends say so.
    meets = np.abs(denominator) > PARALLEL * lengths
    safe = np.where(meets, denominator, 1.0)
    offset = other - start
    t = (offset[..., 0] * across[..., 1] - offset[..., 1] * across[..., 0]) / safe
    u = (offset[..., 0] * along[..., 1] - offset[..., 1] * along[..., 0]) / safe
    hit = meets & (t >= 0) & (t <= 1) & (u >= 0) & (u <= 1)
    if not hit.any():
        return None
    row, column = np.argwhere(hit)[0]
    return pair_of(start[row, 0] + along[row, 0] * t[row, column])
