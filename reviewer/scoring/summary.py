"""Many ledgers in a few numbers; what was not measured is left out and counted."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from reviewer.model import Ledger
from reviewer.model.ledger import STATES


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


@dataclass(frozen=True, slots=True)
class HeadlineSummary:
    """One headline over many tasks."""

    name: str
    spread: Spread
    passed: int
    failed: int
    withheld: int
    errors: int

    @property
    def pass_rate(self) -> float | None:
        """Passed of those with a verdict."""
        judged = self.passed + self.failed
        return self.passed / judged if judged else None


@dataclass(frozen=True, slots=True)
class CheckSummary:
    """One row over many tasks: its credit, and how often it was in each state."""

    id: str
    spread: Spread
    states: Mapping[str, int]
    overridden: int
    near: int


@dataclass(frozen=True, slots=True)
class Summary:
    """All headlines, rows and binding lines over many tasks."""

    tasks: int
    headlines: tuple[HeadlineSummary, ...]
    checks: tuple[CheckSummary, ...]
    binding: Mapping[str, int] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON and CSV."""
        return {
            "tasks": self.tasks,
            "headlines": {
                headline.name: {
                    **headline.spread.to_dict(),
                    "passed": headline.passed,
                    "failed": headline.failed,
                    "withheld": headline.withheld,
                    "errors": headline.errors,
                    "pass_rate": headline.pass_rate,
                }
                for headline in self.headlines
            },
            "checks": {
                check.id: {
                    **check.spread.to_dict(),
                    "states": dict(check.states),
                    "overridden": check.overridden,
                    "near": check.near,
                }
                for check in self.checks
            },
            "binding": dict(self.binding),
        }


def summarise(ledgers: Iterable[Ledger]) -> Summary:
    """The numbers over many tasks, of one rubric or of several."""
    every = tuple(ledgers)
    names = dict.fromkeys(headline.name for ledger in every for headline in ledger.headlines)
    ids = dict.fromkeys(check.id for ledger in every for check in ledger.checks)
    binding = Counter(
        because for ledger in every for because in {line.because for line in ledger.binding}
    )
    return Summary(
        len(every),
        tuple(_headline(name, every) for name in names),
        tuple(_check(check_id, every) for check_id in ids),
        dict(binding.most_common()),
    )


def spread(values: Sequence[float | None]) -> Spread:
    """Count, mean, population standard deviation and ends of the values that are there."""
    known = [value for value in values if value is not None]
    left_out = len(values) - len(known)
    if not known:
        return Spread(0, left_out, None, None, None, None)
    mean = math.fsum(known) / len(known)
    variance = math.fsum((value - mean) ** 2 for value in known) / len(known)
    return Spread(len(known), left_out, mean, math.sqrt(variance), min(known), max(known))


def _headline(name: str, ledgers: tuple[Ledger, ...]) -> HeadlineSummary:
    found = [h for ledger in ledgers for h in ledger.headlines if h.name == name]
    return HeadlineSummary(
        name,
        spread([headline.value for headline in found]),
        passed=sum(headline.passes is True for headline in found),
        failed=sum(headline.passes is False for headline in found),
        withheld=sum(headline.known is not None for headline in found),
        errors=sum(bool(headline.error) for headline in found),
    )


def _check(check_id: str, ledgers: tuple[Ledger, ...]) -> CheckSummary:
    found = [c for ledger in ledgers for c in ledger.checks if c.id == check_id]
    states = Counter(check.state for check in found)
    return CheckSummary(
        check_id,
        spread([check.credit for check in found]),
        {state: states[state] for state in STATES if states[state]},
        overridden=sum(check.is_overridden for check in found),
        near=sum(check.is_near for check in found),
    )
