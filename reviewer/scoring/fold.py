"""The fold: credits to a ledger whose last lines are the headlines."""

from __future__ import annotations

from collections.abc import Mapping

from reviewer.model import Credited, Headline, HeadlineValue, Ledger, Measurements, Override, Rubric
from reviewer.model.ledger import ERROR, NOT_JUDGED
from reviewer.scoring.bounds import number_text
from reviewer.scoring.conditions import State
from reviewer.scoring.credit import credit_all
from reviewer.scoring.plan import Plan, plan_of
from reviewer.scoring.verbs import Draft, Journal, finished, take

WITHHOLD = "withhold"
ZERO = "zero"
_NONE: Mapping[str, Override] = {}


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
    return fold_plan(plan_of(rubric), measurements, overrides, absent_judge=absent_judge)


def fold_plan(
    plan: Plan,
    measurements: Measurements,
    overrides: Mapping[str, Override] = _NONE,
    *,
    absent_judge: str = WITHHOLD,
) -> Ledger:
    """As `fold`, with a rubric that is already compiled."""
    credited = credit_all(plan.checks, plan.order, measurements, overrides)
    credits = [check.credit for check in credited]
    missing = _missing_judgements(plan, credited)
    state, journal = _run(plan, _filled(credits, missing, 0.0), measurements)
    high = state
    if missing and absent_judge != ZERO:
        high, _ = _run(plan, _filled(credits, missing, 1.0), measurements)
    broken = _broken(plan, credited)
    headlines = []
    for headline in plan.rubric.headlines:
        holding = journal.holding.get(headline.name, [])
        error = _error_of(plan, headline, broken)
        value = state.registers.get(headline.name)
        if error:
            headlines.append(_without_value(headline, error=error))
            state.registers[headline.name] = None
        elif _is_withheld(plan, headline, missing) and absent_judge != ZERO:
            known = _range(value, high.registers.get(headline.name), headline)
            headlines.append(_without_value(headline, known=known))
            state.registers[headline.name] = None
        else:
            headlines.append(_with_value(headline, value, holding))
        for line in holding:
            line.is_binding = True
    return Ledger(credited, tuple(map(finished, journal.lines)), tuple(headlines), state.registers)


def _note_missing(plan: Plan, missing: frozenset[int], lines: list[Draft]) -> None:
    """A part that nobody judged is shown as such, not as a 0."""
    names = {plan.checks[index].check.id for index in missing}
    for line in lines:
        if line.part in names:
            line.available, line.fired, line.note = False, False, "not judged"


def _run(
    plan: Plan, credits: list[float | None], measurements: Measurements
) -> tuple[State, Journal]:
    state, journal = State(credits, measurements), Journal()
    for step in plan.steps:
        take(step, state, journal)
    return state, journal


def _missing_judgements(plan: Plan, credited: tuple[Credited, ...]) -> frozenset[int]:
    """The rows a headline is withheld without and that nobody judged."""
    if not plan.withheld:
        return frozenset()
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


def _broken(plan: Plan, credited: tuple[Credited, ...]) -> dict[int, str]:
    """The rows that leave no headline, with the reason."""
    broken = {}
    for index, check in enumerate(credited):
        if check.credit is not None:
            continue
        row = plan.checks[index].check
        if (row.failed if check.state == ERROR else row.absent) == "error":
            broken[index] = f"{row.id}: {check.reason or check.state}"
    return broken


def _error_of(plan: Plan, headline: Headline, broken: dict[int, str]) -> str:
    if not broken:
        return ""
    reads = plan.reads.get(headline.name, frozenset())
    return "; ".join(text for index, text in broken.items() if index in reads)


def _is_withheld(plan: Plan, headline: Headline, missing: frozenset[int]) -> bool:
    return any(index in missing for index in plan.withheld.get(headline.name, ()))


def _range(low: float | None, high: float | None, headline: Headline) -> tuple[float, float]:
    ends = [value for value in (low, high) if value is not None]
    if len(ends) < 2:
        return headline.low, headline.high
    return min(ends), max(ends)


def _without_value(
    headline: Headline, *, error: str = "", known: tuple[float, float] | None = None
) -> HeadlineValue:
    if known is not None:
        held_by = f"withheld until judged: {number_text(known[0])} to {number_text(known[1])}"
    else:
        held_by = ""
    return HeadlineValue(
        headline.name,
        None,
        None,
        headline.passes,
        headline.low,
        headline.high,
        known,
        held_by,
        error,
    )


def _with_value(headline: Headline, value: float | None, holding: list[Draft]) -> HeadlineValue:
    mark = headline.passes
    passes = None
    if value is not None and mark is not None:
        passes = value > mark if headline.strict else value >= mark
    return HeadlineValue(
        headline.name,
        value,
        passes,
        mark,
        headline.low,
        headline.high,
        None,
        _held_by(value, holding),
    )


def _held_by(value: float | None, holding: list[Draft]) -> str:
    """`held at 0.5: fewer than 70 % of the ids are semantic`."""
    if value is None or not holding:
        return ""
    said = []
    for line in holding:
        text = f"{line.because} ({line.part})" if line.part else line.because
        if text not in said:
            said.append(text)
    word = "lowered to" if all(line.verb == "penalise" for line in holding) else "held at"
    return f"{word} {number_text(value)}: {'; '.join(said)}"
