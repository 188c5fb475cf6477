"""Which of two pictures answered a problem better: the first rule that separates them decides."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from reviewer.scoring.pairwise import CHALLENGER, KING, TIE, JudgeVerdict

FACT_GAP = Decimal("0.15")
PREFERENCE_GAP = Decimal("0.10")
# Compared as published: what anybody can read in the report gives the same verdict.
_PLACES = 6


@dataclass(frozen=True, slots=True)
class SideResult:
    """What is known of one side's picture; None is not measured."""

    valid: bool
    fact_score: float | None = None
    preference: float | None = None
    error: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The published form."""
        score = None if self.fact_score is None else round(self.fact_score, _PLACES)
        return {"valid": self.valid, "fact_score": score}


@dataclass(frozen=True, slots=True)
class ProblemVerdict:
    """Who won, by which rule, and why in words."""

    problem_id: str
    winner: str
    rule: str
    detail: str
    king: SideResult
    challenger: SideResult
    judge: JudgeVerdict | None = None

    def to_dict(self) -> dict[str, Any]:
        """The published form."""
        return {
            "problem_id": self.problem_id,
            "winner": self.winner,
            "rule": self.rule,
            "detail": self.detail,
            "king": self.king.to_dict(),
            "challenger": self.challenger.to_dict(),
            "judge": None if self.judge is None else self.judge.to_dict(),
        }


def decide_problem(
    *,
    problem_id: str,
    king: SideResult,
    challenger: SideResult,
    judge: JudgeVerdict | None = None,
) -> ProblemVerdict:
    """Validity, then facts, then the judge, then preference: an order, not a weighing."""
    winner, rule, detail = (
        _by_validity(king, challenger)
        or _by_facts(king, challenger)
        or _by_judge(judge)
        or _by_preference(king, challenger)
        or (TIE, "tie", _why_tie(king, challenger, judge))
    )
    return ProblemVerdict(problem_id, winner, rule, detail, king, challenger, judge)


def _by_validity(king: SideResult, challenger: SideResult) -> tuple[str, str, str] | None:
    if king.valid and challenger.valid:
        return None
    if not king.valid and not challenger.valid:
        return TIE, "validity", "neither side produced a usable image"
    loser, name, winner = (
        (king, KING, CHALLENGER) if challenger.valid else (challenger, CHALLENGER, KING)
    )
    return winner, "validity", f"{name} image unusable: {loser.error or 'invalid'}"


def _by_facts(king: SideResult, challenger: SideResult) -> tuple[str, str, str] | None:
    if king.fact_score is None or challenger.fact_score is None:
        return None
    gap = _exact(challenger.fact_score) - _exact(king.fact_score)
    if abs(gap) < FACT_GAP:
        return None
    detail = (
        f"fact score {challenger.fact_score:.2f} vs {king.fact_score:.2f} "
        f"(gap {abs(gap):.2f} ≥ {FACT_GAP})"
    )
    return CHALLENGER if gap > 0 else KING, "fact_dominance", detail


def _by_judge(judge: JudgeVerdict | None) -> tuple[str, str, str] | None:
    if judge is None or judge.winner == TIE:
        return None
    return judge.winner, "judge", f"blind majority chose the {judge.winner}"


def _by_preference(king: SideResult, challenger: SideResult) -> tuple[str, str, str] | None:
    if king.preference is None or challenger.preference is None:
        return None
    gap = _exact(challenger.preference) - _exact(king.preference)
    if abs(gap) < PREFERENCE_GAP:
        return None
    detail = f"preference {challenger.preference:.2f} vs {king.preference:.2f}"
    return CHALLENGER if gap > 0 else KING, "preference", detail


def _why_tie(king: SideResult, challenger: SideResult, judge: JudgeVerdict | None) -> str:
    absent = []
    if king.fact_score is None or challenger.fact_score is None:
        absent.append("facts not measured")
    if judge is None or not judge.is_judged:
        absent.append("not judged")
    return "; ".join(["no rule separated the two images", *absent])


def _exact(score: float) -> Decimal:
    # Binary floats say that .95 − .80 is less than .15; decimals do not.
    return round(Decimal(repr(float(score))), _PLACES)
