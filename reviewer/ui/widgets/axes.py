"""Axes of a plot: how far they reach and where their ticks stand."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from reviewer.ui import numbers

# Fewer ticks than this and a place between them cannot be read.
LEAST_TICKS = 3

Points = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Range:
    """The part of the plane that a plot shows."""

    left: float
    right: float
    low: float
    high: float


def range_of(series: Mapping[str, Points]) -> Range:
    """Wide enough for every finite point; flat and empty series get a unit of room."""
    points = [
        (x, y) for each in series.values() for x, y in each
        if math.isfinite(x) and math.isfinite(y)
    ]  # fmt: skip
    if not points:
        return Range(0.0, 1.0, 0.0, 1.0)
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    low, high = min(0.0, min(y for _, y in points)), max(y for _, y in points)
    if right <= left:
        right = left + 1.0
    if high <= low:
        high = low + 1.0
    return Range(left, right, low, high)


def ticks(low: float, high: float, most: int) -> list[float]:
    """Round values between two ends, at most `most` of them."""
    span = high - low
    if span <= 0 or most < 1:
        return [low]
    raw = span / most
    power = 10.0 ** math.floor(math.log10(raw))
    step = next((m * power for m in (1, 2, 5, 10) if m * power >= raw), 10 * power)
    first = math.ceil(low / step - 1e-9)
    return [round(n * step, 12) for n in range(first, math.floor(high / step + 1e-9) + 1)]


def enough_ticks(
    low: float, high: float, most: int, *, fits: Callable[[Sequence[float]], bool],
    is_whole: bool = False, seen: Callable[[Sequence[float]], Sequence[float]] = tuple,
) -> list[float]:  # fmt: skip
    """Ticks as `ticks`, in finer steps where fewer than three would be `seen`.

    Steps become finer only as long as their words fit; an axis of whole numbers keeps whole ones.
    """
    found = ticks(low, high, most)
    finest = min(4 * LEAST_TICKS, int(high - low)) if is_whole else 4 * LEAST_TICKS
    for more in range(most + 1, finest + 1):
        if len(seen(found)) >= LEAST_TICKS:
            break
        finer = ticks(low, high, more)
        if len(finer) > len(found) and fits(finer):
            found = finer
    return found


def apart(values: Sequence[float], span: float, room: float) -> float:
    """How far two ticks stand from each other on the screen."""
    return room if len(values) < 2 else (values[1] - values[0]) / span * room


def value_at(points: Points, at: float) -> float | None:
    """What a series is at a place, between its points on the line that joins them."""
    seen = sorted((x, y) for x, y in points if math.isfinite(x) and math.isfinite(y))
    if not seen or not seen[0][0] <= at <= seen[-1][0]:
        return None
    after = next(number for number, (x, _) in enumerate(seen) if x >= at)
    right, high = seen[after]
    if right == at or after == 0:
        return high
    left, low = seen[after - 1]
    return low + (high - low) * (at - left) / (right - left)


def most_ticks(room: float, apart: int, span: float, values: Iterable[float]) -> int:
    """As many ticks as are readable; an axis of whole numbers gets whole steps."""
    most = max(2, int(room // apart))
    return max(1, min(most, int(span))) if all(float(v).is_integer() for v in values) else most


def tick_text(value: float) -> str:
    """A tick as short as it is clear."""
    if value and abs(value) < 1e-3:
        return numbers.bare(f"{value:.1e}")
    if float(value).is_integer():
        return numbers.count(int(value))
    return numbers.threshold(value)
