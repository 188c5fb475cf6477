"""One checked requirement, and the report that a list of them makes."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

# What an engine may raise when it fails; anything else, a cancel above all, is passed on.
ENGINE_FAULTS = (RuntimeError, OSError, ValueError)


@dataclass(frozen=True, slots=True)
class CheckResult:
    """How one requirement came out; the score lies in [0, 1]."""

    kind: str
    label: str
    passed: bool
    score: float
    weight: float
    detail: str = ""
    skipped: bool = False
    is_deterministic: bool = True

    def to_dict(self) -> dict[str, Any]:
        """The published form."""
        return {
            "kind": self.kind,
            "label": self.label,
            "passed": self.passed,
            "score": round(self.score, 6),
            "weight": self.weight,
            "detail": self.detail,
            "skipped": self.skipped,
        }


@dataclass(frozen=True, slots=True)
class FactReport:
    """Every check of one picture and their weighted mean."""

    problem_id: str
    fact_score: float
    checks: tuple[CheckResult, ...]

    @property
    def passed_count(self) -> int:
        """How many checks passed."""
        return sum(check.passed for check in self.checks)

    def to_dict(self) -> dict[str, Any]:
        """The published form."""
        return {
            "problem_id": self.problem_id,
            "fact_score": round(self.fact_score, 6),
            "passed": self.passed_count,
            "total": len(self.checks),
            "checks": [check.to_dict() for check in self.checks],
        }


def weighted_mean(checks: Iterable[CheckResult]) -> float:
    """Σ score·weight / Σ weight; no checks at all are a fault, not a score."""
    checks = tuple(checks)
    if not checks:
        raise ValueError("no checks to fold; an answer key has at least one requirement")
    total = math.fsum(check.weight for check in checks)
    return math.fsum(check.score * check.weight for check in checks) / total
