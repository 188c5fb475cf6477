"""Where a headline was lost: what it would gain if one row alone had full credit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from reviewer.model import Measurements, Override, Rubric
from reviewer.scoring.credit import credit
from reviewer.scoring.fold import headlines_of
from reviewer.scoring.plan import plan_of


@dataclass(frozen=True, slots=True)
class Loss:
    """The row that costs a headline most, and how much: through every step, cap and blend."""

    check: str
    gain: float


def largest_losses(
    measurements: Measurements, rubric: Rubric, overrides: Mapping[str, Override]
) -> dict[str, Loss]:
    """The largest loss of each headline that has a value; without one where no row alone helps."""
    plan = plan_of(rubric)
    now = headlines_of(plan, measurements, overrides)
    found: dict[str, Loss] = {}
    for row in credit(rubric, measurements, overrides):
        if row.credit is None or row.credit >= 1:
            continue
        tried = {**overrides, row.id: Override(1.0, None, "single", "")}
        for before, after in zip(now, headlines_of(plan, measurements, tried), strict=True):
            if before.value is None or after.value is None:
                continue
            gain = after.value - before.value
            best = found.get(before.name)
            if gain > (best.gain if best is not None else 0.0):
                found[before.name] = Loss(row.id, gain)
    return found
