"""The fold: credits to a ledger whose last lines are the headlines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from reviewer.model import (
    Credited,
    Headline,
    HeadlineValue,
    Ledger,
    Line,
    Measurements,
    Override,
    Rubric,
)
from reviewer.model.counting import together
from reviewer.model.ledger import ERROR, NOT_JUDGED
from reviewer.scoring.bounds import number_text
from reviewer.scoring.conditions import State
from reviewer.scoring.credit import credit_all
from reviewer.scoring.lines import Journal
from reviewer.scoring.naming import part_name, part_names
from reviewer.scoring.plan import Plan, plan_of
from reviewer.scoring.verbs import take

WITHHOLD = "withhold"
ZERO = "zero"
_NONE: Mapping[str, Override] = {}


@dataclass(frozen=True, slots=True)
class _Folded:
    """A fold before its lines are written out; `missing` are the rows nobody judged."""

    credited: tuple[Credited, ...]
    headlines: tuple[HeadlineValue, ...]
    state: State
    journal: Journal
    missing: frozenset[int]


def fold(
    rubric: Rubric,
    measurements: Measurements,
    overrides: Mapping[str, Override] = _NONE,
    *,
    absent_judge: str = WITHHOLD,
) -> Ledger:
    """The ledger of one task: a pure function of rubric, measurements and overrides.

    `absent_judge="zero"` counts items a headline is withheld without as 0, as the graders do that
    know no withholding.
    """
    plan = plan_of(rubric)
    done = _fold(plan, measurements, overrides, absent_judge=absent_judge)
    missing = {plan.checks[index].check.id: "not judged" for index in done.missing}
    lines = done.journal.finished(missing)
    return Ledger(done.credited, lines, done.headlines, done.state.registers)


def headlines_of(
    plan: Plan, measurements: Measurements, overrides: Mapping[str, Override] = _NONE
) -> tuple[HeadlineValue, ...]:
    """The headlines alone, for those who try many values."""
    return _fold(plan, measurements, overrides, absent_judge=WITHHOLD).headlines


def _fold(
    plan: Plan, measurements: Measurements, overrides: Mapping[str, Override], *, absent_judge: str
) -> _Folded:
    credited = credit_all(plan.checks, plan.order, measurements, overrides)
    credits = [check.credit for check in credited]
    missing = _missing_judgements(plan, credited) if plan.withheld else frozenset()
    is_held_back = bool(missing) and absent_judge != ZERO
    # What nobody judged is no 0 in the ledger of a grade that waits for it: 0 and 1 are only the
    # ends of what it can come to.
    state, journal = _run(
        plan, credits if is_held_back else _filled(credits, missing, 0.0), measurements
    )
    low = high = state
    if is_held_back:
        low, _ = _run(plan, _filled(credits, missing, 0.0), measurements)
        high, _ = _run(plan, _filled(credits, missing, 1.0), measurements)
    broken = _broken(plan, credited) if None in credits else {}
    headlines = []
    for headline in plan.rubric.headlines:
        name = headline.name
        value = low.registers.get(name)
        error = _error_of(plan, headline, broken)
        if error:
            headlines.append(_without_value(headline, error=error))
            state.registers[name] = None
        elif (
            is_held_back
            and _is_withheld(plan, headline, missing)
            # Where no answer can change it, the value is known (a gate that is shut).
            and (value is None or value != high.registers.get(name))
        ):
            known = _range(value, high.registers.get(name), headline)
            headlines.append(_without_value(headline, known=known))
            state.registers[name] = None
        else:
            state.registers[name] = value
            headlines.append(_with_value(headline, value, journal.held_by(name), plan.rubric))
    return _Folded(credited, tuple(headlines), state, journal, missing)


def _run(
    plan: Plan, credits: list[float | None], measurements: Measurements
) -> tuple[State, Journal]:
    state, journal = State(credits, measurements), Journal()
    for step in plan.steps:
        take(step, state, journal)
    return state, journal


def _missing_judgements(plan: Plan, credited: tuple[Credited, ...]) -> frozenset[int]:
    """The rows a headline is withheld without and that nobody judged."""
    return frozenset(
        index
        for members in plan.withheld.values()
        for index in members
        if credited[index].credit is None and credited[index].state == NOT_JUDGED
    )


def _filled(
    credits: list[float | None], missing: frozenset[int], value: float
) -> list[float | None]:
    if not missing:
        return credits
    return [value if index in missing else known for index, known in enumerate(credits)]


def _broken(plan: Plan, credited: tuple[Credited, ...]) -> dict[int, tuple[str, str]]:
    """The rows that leave no headline, by name and reason."""
    broken = {}
    for index, check in enumerate(credited):
        if check.credit is not None:
            continue
        row = plan.checks[index].check
        if (row.failed if check.state == ERROR else row.absent) == "error":
            broken[index] = (row.asks or row.id, check.reason or check.state)
    return broken


def _error_of(plan: Plan, headline: Headline, broken: dict[int, tuple[str, str]]) -> str:
    if not broken:
        return ""
    reads = plan.reads.get(headline.name, frozenset())
    return "; ".join(together(fault for index, fault in broken.items() if index in reads))


def _is_withheld(plan: Plan, headline: Headline, missing: frozenset[int]) -> bool:
    return any(index in missing for index in plan.withheld.get(headline.name, ()))


def _range(low: float | None, high: float | None, headline: Headline) -> tuple[float, float]:
    if low is None or high is None:
        return headline.low, headline.high
    return min(low, high), max(low, high)


def _without_value(
    headline: Headline, *, error: str = "", known: tuple[float, float] | None = None
) -> HeadlineValue:
    held_by = ""
    if known is not None:
        held_by = f"withheld until judged: {number_text(known[0])} to {number_text(known[1])}"
    return HeadlineValue(
        name=headline.name,
        value=None,
        passes=None,
        pass_mark=headline.passes,
        low=headline.low,
        high=headline.high,
        known=known,
        held_by=held_by,
        error=error,
    )


def _with_value(
    headline: Headline, value: float | None, holding: list[Line], rubric: Rubric
) -> HeadlineValue:
    mark = headline.passes
    passes = None
    if value is not None and mark is not None:
        passes = value > mark if headline.strict else value >= mark
    return HeadlineValue(
        name=headline.name,
        value=value,
        passes=passes,
        pass_mark=mark,
        low=headline.low,
        high=headline.high,
        held_by=_held_by(value, holding, rubric),
    )


def _held_by(value: float | None, holding: list[Line], rubric: Rubric) -> str:
    """`held at 0.5: fewer than 70 % of the ids are semantic`."""
    if value is None or not holding:
        return ""
    said: list[str] = []
    names = part_names(rubric) if any(line.part for line in holding) else {}
    for line in holding:
        text = f"{line.because} ({part_name(line.part, names)})" if line.part else line.because
        if text not in said:
            said.append(text)
    word = "lowered to" if all(line.verb == "penalise" for line in holding) else "held at"
    return f"{word} {number_text(value)}: {'; '.join(said)}"
