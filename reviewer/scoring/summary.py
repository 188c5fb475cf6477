"""Many values in a few numbers; what was not measured is left out and counted."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Spread:
    """Values of one name over many tasks; `left_out` had none."""

    count: int
    left_out: int
    mean: float | None
    std: float | None
    low: float | None
    high: float | None

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "count": self.count,
            "left_out": self.left_out,
            "mean": self.mean,
            "std": self.std,
            "min": self.low,
            "max": self.high,
        }


def spread(values: Sequence[float | None]) -> Spread:
    """Count, mean, population standard deviation and ends of the values that are there."""
    known = [value for value in values if value is not None]
    left_out = len(values) - len(known)
    if not known:
        return Spread(0, left_out, None, None, None, None)
    mean = math.fsum(known) / len(known)
    variance = math.fsum((value - mean) ** 2 for value in known) / len(known)
    return Spread(len(known), left_out, mean, math.sqrt(variance), min(known), max(known))
