"""Does raising a credit ever lower a headline? Tried on many credits; a warning where it does."""

from __future__ import annotations

import random

from reviewer.model import Measurement, Rubric, Scalar
from reviewer.scoring.conditions import State
from reviewer.scoring.faults import Fault
from reviewer.scoring.lines import Journal
from reviewer.scoring.plan import Plan, compile_plan
from reviewer.scoring.references import conditions_of
from reviewer.scoring.verbs import take

_LEVELS = (0.0, 0.3, 0.45, 0.5, 0.6, 0.7, 0.75, 0.9, 1.0)
_TRIALS = 24
_ROWS_TRIED = 200


def falling_credits(rubric: Rubric) -> list[Fault]:
    """A warning for each row whose rising credit lowers a headline somewhere."""
    plan = compile_plan(rubric)
    # Seeded: the same rubric gives the same warnings.
    chance = random.Random(0)
    facts = _facts(rubric)
    faults: dict[int, Fault] = {}
    for _ in range(_TRIALS):
        credits: list[float | None] = [chance.choice(_LEVELS) for _ in plan.checks]
        measured = {name: chance.choice(values) for name, values in facts.items()}
        base = _headlines(plan, credits, measured)
        for index, row in enumerate(plan.checks[:_ROWS_TRIED]):
            before = credits[index]
            if before is None or before >= 1 or index in faults:
                continue
            higher = chance.choice([level for level in _LEVELS if level > before])
            raised = [*credits[:index], higher, *credits[index + 1 :]]
            name = _lowered(base, _headlines(plan, raised, measured))
            if name:
                text = f"check {row.check.id}: raising its credit from {before:g} to {higher:g}"
                faults[index] = Fault(row.check.line, f"{text} can lower {name}", is_warning=True)
    return list(faults.values())


def _facts(rubric: Rubric) -> dict[str, list[Scalar]]:
    """Facts of the conditions, with values on either side of each comparison."""
    found: dict[str, list[Scalar]] = {}
    for step in rubric.steps:
        for outer in (step.when, *step.conditions):
            for when in conditions_of(outer):
                if when.subject == "fact":
                    values = found.setdefault(when.name, [None])
                    for limit in (when.below, when.above, when.at_least, when.at_most):
                        if limit is not None:
                            values += [limit - 1, limit, limit + 1]
                    if when.has_equals:
                        values.append(when.equals)
    return found


def _headlines(
    plan: Plan, credits: list[float | None], facts: dict[str, Scalar]
) -> dict[str, float | None]:
    measurements = {name: Measurement(name, value) for name, value in facts.items()}
    state = State(credits, measurements)
    for step in plan.steps:
        take(step, state, Journal())
    return {h.name: state.registers.get(h.name) for h in plan.rubric.headlines}


def _lowered(before: dict[str, float | None], after: dict[str, float | None]) -> str:
    for name, value in before.items():
        raised = after[name]
        if value is not None and raised is not None and raised < value - 1e-9:
            return name
    return ""
