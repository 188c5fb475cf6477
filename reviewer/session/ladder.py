"""The verdict between two candidates, made anew from what is in force: people's answers count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from reviewer.model import Credited, Ledger, Measurement, Override, Rubric
from reviewer.model.ledger import ERROR
from reviewer.model.measurement import CODE, JUDGE, PERSON
from reviewer.scoring.fold import fold
from reviewer.scoring.ladder import ProblemVerdict, SideResult, decide_problem
from reviewer.scoring.pairwise import CHALLENGER, KING, PREFERENCE, TIE, JudgeVerdict, JudgeVote

if TYPE_CHECKING:
    from collections.abc import Sequence

VERDICT = "verdict"
INSTRUMENT = "ladder"
VALUES = {CHALLENGER: 1.0, KING: 0.0, TIE: 0.5}
# The first picture stands for the challenger, the second for the king.
_NAMES = ((CHALLENGER, "the first picture"), (KING, "the second picture"))
_SCORES = ("fact_score", "other_fact_score")
_UNKNOWN = "no verdict before the facts of both pictures are known"


def folded(
    rubric: Rubric, measurements: Mapping[str, Measurement], overrides: Mapping[str, Override]
) -> tuple[Mapping[str, Measurement], Ledger]:
    """The fold; where two pictures are compared, with the verdict that follows from it."""
    ledger = fold(rubric, measurements, overrides)
    if rubric.check(VERDICT) is None or rubric.check(PREFERENCE) is None:
        return measurements, ledger
    held = measurements.get(VERDICT)
    if held is not None and held.source == PERSON:
        return measurements, ledger
    decided = {**measurements, VERDICT: verdict(ledger, measurements)}
    return decided, fold(rubric, decided, overrides)


def verdict(ledger: Ledger, measurements: Mapping[str, Measurement]) -> Measurement:
    """The ladder's answer: 1 the first picture, 0 the second, .5 a tie; absent while it hangs."""
    sides = [_side(ledger, measurements, start) for start in ("", "other_")]
    hangs = _missing_facts(ledger) if all(side.valid for side in sides) else None
    if hangs is not None:
        return hangs
    found = _decide(sides, None)
    if found.rule in ("validity", "fact_dominance"):
        return _measured(found, f"{found.rule}: {_named(found.detail)}")
    preference = ledger.check(PREFERENCE)
    if preference is None or preference.credit is None:
        why = f"facts are too close to decide ({_scores(sides)}); the blind votes decide"
        reason = preference.reason if preference is not None else "nobody was asked"
        return Measurement(
            VERDICT, None, source=JUDGE, instrument=INSTRUMENT, reason=f"{why}: {reason}"
        )
    judged = _decide(sides, _as_votes(preference))
    return _measured(judged, f"{judged.rule}: {_voted(judged, preference)}")


def _decide(sides: Sequence[SideResult], judge: JudgeVerdict | None) -> ProblemVerdict:
    return decide_problem(problem_id="", challenger=sides[0], king=sides[1], judge=judge)


def _side(ledger: Ledger, measurements: Mapping[str, Measurement], start: str) -> SideResult:
    credited = ledger.check(f"{start}valid")
    is_valid = credited is not None and (credited.credit or 0) >= 1
    held = measurements.get(f"{start}valid")
    name = _SCORES[1 if start else 0]
    score = next((h.value for h in ledger.headlines if h.name == name), None)
    return SideResult(is_valid, score, error="; ".join(held.notes) if held is not None else "")


def _missing_facts(ledger: Ledger) -> Measurement | None:
    """No verdict while a fact score is missing: an error stays one, a question stays open."""
    scores = [headline for headline in ledger.headlines if headline.name in _SCORES]
    if any(headline.error for headline in scores):
        # Each fact says its own fault; here every cause is told once.
        causes = dict.fromkeys(c.reason for c in ledger.checks if c.state == ERROR)
        error = " · ".join((_UNKNOWN, *causes))
        return Measurement(VERDICT, None, instrument=INSTRUMENT, error=error)
    if any(headline.value is None for headline in scores):
        return Measurement(VERDICT, None, source=JUDGE, instrument=INSTRUMENT, reason=_UNKNOWN)
    return None


def _as_votes(preference: Credited) -> JudgeVerdict:
    credit = preference.credit
    winner = TIE if credit == VALUES[TIE] else CHALLENGER if credit else KING
    return JudgeVerdict(winner, "A", (JudgeVote("", "", winner),))


def _voted(found: ProblemVerdict, preference: Credited) -> str:
    if found.rule != "judge":
        return "neither facts nor votes separate the two"
    who = "a person" if preference.is_overridden else "the blind majority"
    return f"{who} chose {_named(found.winner)}"


def _measured(found: ProblemVerdict, note: str) -> Measurement:
    return Measurement(
        VERDICT,
        VALUES[found.winner],
        source=CODE,
        instrument=INSTRUMENT,
        notes=(note,),
        facts={"rule": found.rule, "winner": found.winner},
    )


def _named(text: str) -> str:
    for side, name in _NAMES:
        text = text.replace(side, name)
    return text.replace("picture image", "picture is")


def _scores(sides: Sequence[SideResult]) -> str:
    shown = ["–" if side.fact_score is None else f"{side.fact_score:.2f}" for side in sides]
    return f"{shown[0]} and {shown[1]}"
