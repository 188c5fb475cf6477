"""Axes of a plot: how far they reach and where their ticks stand."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from reviewer.ui import numbers

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
