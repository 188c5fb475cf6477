"""The closed list of verbs: what each does to its register, and the ledger lines it leaves."""

from __future__ import annotations

from collections.abc import Callable

from reviewer.model import Line
from reviewer.scoring.conditions import State
from reviewer.scoring.lines import Journal, StepPlan, line_of

_ABSENT = "not available"


def take(plan: StepPlan, state: State, journal: Journal) -> None:
    """Take one step: change its register and write its lines."""
    if plan.when is None:
        _VERBS[plan.step.verb](plan, state, journal, None)
        return
    fires, margin, available = plan.when(state)
    if fires:
        _VERBS[plan.step.verb](plan, state, journal, margin)
        return
    before = state.registers.setdefault(plan.step.into, None)
    note = "" if available else _ABSENT
    at = plan.step.at
    journal.lines.append(
        line_of(plan, before, before, margin, False, "", None, at, note, available)
    )


def _mean(plan: StepPlan, state: State, journal: Journal, margin: float | None) -> None:
    """The weighted mean of what has a credit."""
    total = weight = 0.0
    count = 0
    for _, share, get in plan.parts:
        value = get(state)
        if value is not None:
            total += share * value
            weight += share
            count += 1
    note = f"{count} of {len(plan.parts)} count" if count < len(plan.parts) else ""
    before = state.registers.get(plan.step.into)
    result = total / weight if weight else None
    _set(state, journal, line_of(plan, before, result, margin, note=note))


def _weigh(plan: StepPlan, state: State, journal: Journal, margin: float | None) -> None:
    """The weighted sum; renormalised, parts without a value leave with their weight."""
    renormalise = plan.step.renormalise
    values = [(name, weight, get(state)) for name, weight, get in plan.parts]
    total = reached = 0.0
    result: float | None = None
    for _, weight, value in values:
        if value is not None:
            total += weight
            reached += weight * value
    if total:
        # Not renormalised, the weights stand as written: a part without a value counts as 0.
        total = total if renormalise else 1.0
        result = reached / total
    running = 0.0
    for place, (name, weight, value) in enumerate(values, start=1):
        before = running
        share = weight / total if total else 0.0
        amount = None if value is None else share * value
        running += amount or 0.0
        after = result if place == len(values) else running
        if value is not None:
            line = line_of(plan, before, after, margin, True, name, share, amount)
        elif renormalise:
            line = line_of(plan, before, after, margin, False, name, 0.0, None, "left out", False)
        else:
            note = "counts as 0"
            line = line_of(plan, before, after, margin, False, name, weight, None, note, False)
        journal.lines.append(line)
    state.registers[plan.step.into] = result
    journal.holding[plan.step.into] = []


def _blend(plan: StepPlan, state: State, journal: Journal, margin: float | None) -> None:
    """(1 − share) of what was there, share of the other."""
    name, _, get = plan.parts[0]
    before, other = state.registers.get(plan.step.into), get(state)
    share = plan.step.share or 0.0
    if other is None or before is None:
        line = line_of(plan, before, before, margin, False, name, share, None, _ABSENT, False)
    else:
        after = before * (1 - share) + other * share
        line = line_of(plan, before, after, margin, True, name, share, other * share)
    _keep(state, journal, line)


def _penalise(plan: StepPlan, state: State, journal: Journal, margin: float | None) -> None:
    by = plan.step.by or 0.0
    before = state.registers.get(plan.step.into)
    after = None if before is None else before - by
    if after is not None and by:
        _hold(plan, journal).append(len(journal.lines))
    _keep(state, journal, line_of(plan, before, after, margin, amount=-by))


def _cap(plan: StepPlan, state: State, journal: Journal, margin: float | None) -> None:
    """A ceiling: it holds the register when it lowered it."""
    at = plan.step.at or 0.0
    after = before = state.registers.get(plan.step.into)
    holding, note = _hold(plan, journal), ""
    if before is None:
        note = "no value yet"
    elif before > at:
        after = at
        holding[:] = [len(journal.lines)]
    elif before == at and any(journal.lines[place].amount == at for place in holding):
        holding.append(len(journal.lines))
    else:
        note = "already lower"
    _keep(state, journal, line_of(plan, before, after, margin, amount=at, note=note))


def _gate(plan: StepPlan, state: State, journal: Journal, margin: float | None) -> None:
    """A ceiling that is also the value where nothing else gave one, whatever held it before."""
    at = plan.step.at or 0.0
    before = state.registers.get(plan.step.into)
    if before is not None and before < at:
        line = line_of(plan, before, before, margin, amount=at, note="already lower")
    else:
        _hold(plan, journal)[:] = [len(journal.lines)]
        line = line_of(plan, before, at, margin, amount=at)
    _keep(state, journal, line)


def _all_of(plan: StepPlan, state: State, journal: Journal, margin: float | None) -> None:
    """1 when every condition holds, 0 when one does not, no value when one is unknown."""
    verdicts = [condition(state) for condition in plan.conditions]
    result: float | None = 1.0
    if any(available and not holds for holds, _, available in verdicts):
        result = 0.0
    elif not all(available for _, _, available in verdicts):
        result = None
    holding: list[int] = []
    for says, (holds, distance, available) in zip(plan.says, verdicts, strict=True):
        if available and not holds:
            holding.append(len(journal.lines))
        note = "" if available else _ABSENT
        journal.lines.append(
            line_of(plan, None, result, distance, holds, says, None, None, note, available)
        )
    state.registers[plan.step.into] = result
    journal.holding[plan.step.into] = holding


def _least(plan: StepPlan, state: State, journal: Journal, margin: float | None) -> None:
    """The least of the parts; not renormalised, one missing part leaves no value."""
    values = [(name, get(state)) for name, _, get in plan.parts]
    known = [value for _, value in values if value is not None]
    is_complete = len(known) == len(values) or plan.step.renormalise
    result = min(known) if known and is_complete else None
    before = state.registers.get(plan.step.into)
    holding: list[int] = []
    for name, value in values:
        is_least = value is not None and value == result
        if is_least:
            holding.append(len(journal.lines))
        note = _ABSENT if value is None else ""
        journal.lines.append(
            line_of(plan, before, result, margin, is_least, name, None, value, note, not note)
        )
    state.registers[plan.step.into] = result
    # Where all parts are equal none of them holds the others down.
    journal.holding[plan.step.into] = holding if len(holding) < len(values) else []


def _clamp(plan: StepPlan, state: State, journal: Journal, margin: float | None) -> None:
    step = plan.step
    after = before = state.registers.get(step.into)
    if after is not None and step.low is not None:
        after = max(after, step.low)
    if after is not None and step.high is not None:
        after = min(after, step.high)
    if after != before:
        _hold(plan, journal)[:] = [len(journal.lines)]
    _keep(state, journal, line_of(plan, before, after, margin, after != before))


def _round(plan: StepPlan, state: State, journal: Journal, margin: float | None) -> None:
    before = state.registers.get(plan.step.into)
    # A rounded zero has no sign.
    after = None if before is None else round(before, plan.step.places or 0) + 0.0
    _keep(state, journal, line_of(plan, before, after, margin, before != after))


def _hold(plan: StepPlan, journal: Journal) -> list[int]:
    return journal.holding.setdefault(plan.step.into, [])


def _set(state: State, journal: Journal, line: Line) -> None:
    """A register written anew: nothing holds it yet."""
    journal.lines.append(line)
    state.registers[line.into] = line.after
    journal.holding[line.into] = []


def _keep(state: State, journal: Journal, line: Line) -> None:
    """A register changed: what held it still does."""
    journal.lines.append(line)
    state.registers[line.into] = line.after


_VERBS: dict[str, Callable[[StepPlan, State, Journal, float | None], None]] = {
    "mean": _mean,
    "weigh": _weigh,
    "blend": _blend,
    "penalise": _penalise,
    "cap": _cap,
    "gate": _gate,
    "all_of": _all_of,
    "least": _least,
    "clamp": _clamp,
    "round": _round,
}
