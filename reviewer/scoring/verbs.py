"""The closed list of verbs: what each does to its register, and the ledger lines it leaves."""

from __future__ import annotations

from collections.abc import Callable

from reviewer.scoring.conditions import State
from reviewer.scoring.lines import Draft, Journal, StepPlan, unfired


def take(plan: StepPlan, state: State, journal: Journal) -> None:
    """Take one step: change its register and write its lines."""
    step = plan.step
    before = state.registers.get(step.into)
    margin = None
    if plan.when is not None:
        fires, margin, available = plan.when(state)
        if not fires:
            state.registers.setdefault(step.into, None)
            journal.lines.append(unfired(plan, before, margin, available))
            return
    _VERBS[step.verb](plan, state, journal, margin)


def _line(plan: StepPlan, before: float | None, after: float | None) -> Draft:
    step = plan.step
    return Draft(plan.index, step.verb, step.because, step.into, before, after)


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
    line = _line(plan, state.registers.get(plan.step.into), total / weight if weight else None)
    line.margin = margin
    if count < len(plan.parts):
        line.note = f"{count} of {len(plan.parts)} count"
    _set(state, journal, line)


def _weigh(plan: StepPlan, state: State, journal: Journal, margin: float | None) -> None:
    """The weighted sum; renormalised, parts without a value leave with their weight."""
    step = plan.step
    values = [(name, weight, get(state)) for name, weight, get in plan.parts]
    total = sum(weight for _, weight, value in values if value is not None)
    if not step.renormalise:
        total = 1.0
    reached = 0.0
    for _, weight, value in values:
        if value is not None:
            reached += weight * value
    result = reached / total if total and any(v is not None for _, _, v in values) else None
    running: float | None = 0.0
    line = None
    for name, weight, value in values:
        line = _line(plan, running, running)
        line.part, line.margin = name, margin
        if value is None:
            line.fired, line.available = False, False
            line.weight = 0.0 if step.renormalise else weight
            line.note = "left out" if step.renormalise else "counts as 0"
        else:
            line.weight = weight / total if total else 0.0
            line.amount = line.weight * value
            running = line.after = (running or 0.0) + line.amount
        journal.lines.append(line)
    if line is not None:
        line.after = result
    state.registers[step.into] = result
    journal.holding[step.into] = []


def _blend(plan: StepPlan, state: State, journal: Journal, margin: float | None) -> None:
    """(1 − share) of what was there, share of the other."""
    step = plan.step
    name, _, get = plan.parts[0]
    before, other, share = state.registers.get(step.into), get(state), step.share or 0.0
    line = _line(plan, before, before)
    line.part, line.weight, line.margin = name, share, margin
    if other is None or before is None:
        line.fired, line.available, line.note = False, False, "not available"
    else:
        line.after = before * (1 - share) + other * share
        line.amount = other * share
    _keep(state, journal, line)


def _penalise(plan: StepPlan, state: State, journal: Journal, margin: float | None) -> None:
    by = plan.step.by or 0.0
    before = state.registers.get(plan.step.into)
    line = _line(plan, before, None if before is None else before - by)
    line.margin, line.amount = margin, -by
    _keep(state, journal, line)
    if before is not None and by:
        journal.holding.setdefault(line.into, []).append(line)


def _cap(plan: StepPlan, state: State, journal: Journal, margin: float | None) -> None:
    """A ceiling, or for a gate the value itself: it holds the register when it lowered it."""
    at = plan.step.at or 0.0
    before = state.registers.get(plan.step.into)
    line = _line(plan, before, before)
    line.margin, line.amount = margin, at
    holding = journal.holding.setdefault(line.into, [])
    if before is not None and before > at:
        line.after = at
        holding[:] = [line]
    elif before == at and any(held.amount == at for held in holding):
        holding.append(line)
    else:
        line.note = "already lower" if before is not None else "no value yet"
    _keep(state, journal, line)


def _all_of(plan: StepPlan, state: State, journal: Journal, margin: float | None) -> None:
    """1 when every condition holds, 0 when one does not, no value when one is unknown."""
    step = plan.step
    result: float | None = 1.0
    drafts = []
    for condition, says in zip(plan.conditions, plan.says, strict=True):
        holds, distance, available = condition(state)
        line = _line(plan, None, None)
        line.fired, line.margin, line.part, line.available = holds, distance, says, available
        if not available:
            line.note = "not available"
            result = None if result != 0.0 else result
        elif not holds:
            result = 0.0
        drafts.append(line)
    holding = []
    for line in drafts:
        line.after = result
        if result == 0.0 and line.available and not line.fired:
            holding.append(line)
    journal.lines.extend(drafts)
    state.registers[step.into] = result
    journal.holding[step.into] = holding


def _least(plan: StepPlan, state: State, journal: Journal, margin: float | None) -> None:
    """The least of the parts; not renormalised, one missing part leaves no value."""
    step = plan.step
    values = [(name, get(state)) for name, _, get in plan.parts]
    known = [value for _, value in values if value is not None]
    complete = len(known) == len(values) or step.renormalise
    result = min(known) if known and complete else None
    holding = []
    before = state.registers.get(step.into)
    for name, value in values:
        line = _line(plan, before, result)
        line.part, line.amount, line.margin = name, value, margin
        line.fired = value is not None and value == result
        if value is None:
            line.available, line.note = False, "not available"
        elif line.fired:
            holding.append(line)
        journal.lines.append(line)
    state.registers[step.into] = result
    journal.holding[step.into] = holding if len(holding) < len(values) else []


def _clamp(plan: StepPlan, state: State, journal: Journal, margin: float | None) -> None:
    step = plan.step
    value = before = state.registers.get(step.into)
    if value is not None and step.low is not None:
        value = max(value, step.low)
    if value is not None and step.high is not None:
        value = min(value, step.high)
    line = _line(plan, before, value)
    line.fired, line.margin = value != before, margin
    if line.fired:
        journal.holding[step.into] = [line]
    _keep(state, journal, line)


def _round(plan: StepPlan, state: State, journal: Journal, margin: float | None) -> None:
    before = state.registers.get(plan.step.into)
    after = None if before is None else round(before, plan.step.places or 0)
    line = _line(plan, before, after)
    line.fired = before != after
    _keep(state, journal, line)


def _set(state: State, journal: Journal, line: Draft) -> None:
    """A register written anew: nothing holds it yet."""
    journal.lines.append(line)
    state.registers[line.into] = line.after
    journal.holding[line.into] = []


def _keep(state: State, journal: Journal, line: Draft) -> None:
    """A register changed: what held it still does."""
    journal.lines.append(line)
    state.registers[line.into] = line.after


_VERBS: dict[str, Callable[[StepPlan, State, Journal, float | None], None]] = {
    "mean": _mean,
    "weigh": _weigh,
    "blend": _blend,
    "penalise": _penalise,
    "cap": _cap,
    "gate": _cap,
    "all_of": _all_of,
    "least": _least,
    "clamp": _clamp,
    "round": _round,
}
