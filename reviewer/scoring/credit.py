"""Credit: how good is each measurement, by the rule of its row, with overrides on top."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from reviewer.model import (
    Bound,
    Check,
    Credited,
    Measurement,
    Measurements,
    Override,
    Rubric,
    Scalar,
)
from reviewer.model.ledger import ERROR, FAIL, NOT_JUDGED, NOT_MEASURED, PARTIAL, PASS
from reviewer.model.measurement import JUDGE
from reviewer.scoring.bounds import holds, value_text
from reviewer.scoring.rules import Rule, as_credit, compile_rule

# A measurement of this unit is a credit that another grader gave: the row's rule is done already.
CREDIT_UNIT = "credit"
_UNKNOWN = Credited("", NOT_MEASURED, None, None)
_ABSENT_CREDIT = {"skip": None, "zero": 0.0, "error": None}


class _OpenCredit:
    """A credited row while it is filled in, as `lines.line_of` does and for the same reason."""

    __slots__ = Credited.__slots__
    id: str
    state: str
    credit: float | None
    measurement: Measurement | None
    threshold: float | None
    threshold_text: str
    margin: float | None
    is_near: bool
    is_overridden: bool
    previous: float | None
    reason: str
    is_skipped: bool


@dataclass(frozen=True, slots=True)
class CheckPlan:
    """One row, ready to be credited."""

    check: Check
    rule: Rule
    parents: tuple[int, ...]


def plan_checks(rubric: Rubric) -> tuple[tuple[CheckPlan, ...], tuple[int, ...]]:
    """The rows compiled, and the order in which parents come before their children."""
    places = {check.id: index for index, check in enumerate(rubric.checks)}
    plans = tuple(
        CheckPlan(check, compile_rule(check), tuple(places[p] for p in check.needs))
        for check in rubric.checks
    )
    order: list[int] = []
    placed: set[int] = set()
    waiting = list(range(len(plans)))
    while waiting:
        ready = [index for index in waiting if placed.issuperset(plans[index].parents)]
        if not ready:
            names = ", ".join(plans[index].check.id for index in waiting)
            raise ValueError(f"{rubric.name}: rows need each other in a circle: {names}")
        order.extend(ready)
        placed.update(ready)
        waiting = [index for index in waiting if index not in placed]
    return plans, tuple(order)


def credit(
    rubric: Rubric, measurements: Measurements, overrides: Mapping[str, Override] | None = None
) -> tuple[Credited, ...]:
    """Every row credited, in the rubric's order."""
    plans, order = plan_checks(rubric)
    return credit_all(plans, order, measurements, overrides or {})


def credit_all(
    plans: tuple[CheckPlan, ...],
    order: tuple[int, ...],
    measurements: Measurements,
    overrides: Mapping[str, Override],
) -> tuple[Credited, ...]:
    """Every compiled row credited."""
    done: list[Credited] = [_UNKNOWN] * len(plans)
    for index in order:
        plan = plans[index]
        check = plan.check
        measured = measurements.get(check.measure)
        credited = _credit_one(check, plan.rule, measured, measurements)
        if plan.parents:
            credited = _follow_parents(credited, [done[parent] for parent in plan.parents])
        if overrides and check.id in overrides:
            credited = _overridden(credited, overrides[check.id])
        done[index] = credited
    return tuple(done)


def _credit_one(
    check: Check, rule: Rule, measured: Measurement | None, measurements: Measurements
) -> Credited:
    if measured is None:
        return _absent(check, None, "no judge" if check.overridable else "not measured")
    if measured.error:
        return _failed(check, measured, measured.error)
    value = measured.value
    if value is None:
        return _absent(check, measured, measured.reason, is_excused=measured.is_excused)
    if isinstance(value, float) and not math.isfinite(value):
        return _failed(check, measured, f"{value} is not a finite number")
    earned, margin, is_near, threshold, text, reason = (
        as_credit(value) if measured.unit == CREDIT_UNIT else rule(value, measurements)
    )
    if earned is None:
        return _failed(check, measured, reason)
    state = PASS if earned >= 1 else PARTIAL if earned > 0 else FAIL
    if state == FAIL and len(check.rule.conditions) > 1:
        open_one = _open_condition(check, value, measurements)
        if open_one is not None and open_one.error:
            return _failed(check, measured, open_one.error)
        if open_one is not None:
            said = f"{open_one.id}: {open_one.reason or 'not measured'}"
            return _absent(check, measured, said, is_excused=open_one.is_excused)
    reason = _decided_beside(check, state, value, measurements)
    if reason or (margin is not None and (margin > 0 if state != PASS else margin < 0)):
        # The row's own number says otherwise: its distance is not what decides.
        return _credited(check.id, state, earned, measured, reason, threshold, text)
    return _credited(check.id, state, earned, measured, "", threshold, text, margin, is_near)


def _decided_beside(check: Check, state: str, value: Scalar, measurements: Measurements) -> str:
    """What decides a row against its own number: `mode is RGB`; empty for every other row.

    Without full credit that is what keeps it from its first stair, or from its list of conditions;
    with it, what holds in the place of its own number.
    """
    bounds, needs_all = _wanted_for_full(check)
    own = [bound for bound in bounds if bound.of in ("", check.measure)]
    others = [bound for bound in bounds if bound.of not in ("", check.measure)]
    is_full = state == PASS
    if not own or not others or needs_all is is_full:
        return ""
    if all(holds(bound, value) for bound in own) is is_full:
        return ""
    said = []
    for bound in others:
        other = measurements.get(bound.of)
        found = other.value if other is not None else None
        if holds(bound, found) is is_full:
            said.append(f"{bound.of.rpartition('.')[2].replace('_', ' ')} is {value_text(found)}")
    return "; ".join(said)


def _wanted_for_full(check: Check) -> tuple[tuple[Bound, ...], bool]:
    """The comparisons that full credit hangs on, and whether all of them must hold."""
    rule = check.rule
    full = next((stair for stair in rule.stairs if stair.credit >= 1), None)
    if full is not None:
        return (full.bound, *full.also), True
    return rule.conditions, rule.needs_all


def _credited(
    id: str,
    state: str,
    credit: float | None,
    measured: Measurement | None,
    reason: str,
    threshold: float | None = None,
    text: str = "",
    margin: float | None = None,
    is_near: bool = False,
) -> Credited:
    """One row credited by its rule, not by a person."""
    made = _OpenCredit()
    made.id = id
    made.state = state
    made.credit = credit
    made.measurement = measured
    made.threshold = threshold
    made.threshold_text = text
    made.margin = margin
    made.is_near = is_near
    made.is_overridden = False
    made.previous = None
    made.reason = reason
    made.is_skipped = False
    made.__class__ = Credited  # type: ignore[assignment]
    return made  # type: ignore[return-value]


def _open_condition(check: Check, value: Scalar, measurements: Measurements) -> Measurement | None:
    """What a row of comparisons still hangs on: one that was not measured while none decides it."""
    waiting = None
    for bound in check.rule.conditions:
        if bound.of in ("", check.measure):
            is_held = holds(bound, value)
        else:
            other = measurements.get(bound.of)
            if other is not None and not other.is_measured:
                waiting = waiting or other
                continue
            is_held = other is not None and holds(bound, other.value)
        if check.rule.needs_all and not is_held:
            return None
    return waiting


def state_of(earned: float) -> str:
    """Pass, partial or fail."""
    if earned >= 1:
        return PASS
    return PARTIAL if earned > 0 else FAIL


def _is_judged(check: Check, measured: Measurement | None) -> bool:
    """True when the answer would be a judge's: then its absence is *not judged*."""
    return check.overridable if measured is None else measured.source == JUDGE


def _absent(
    check: Check, measured: Measurement | None, reason: str, *, is_excused: bool = False
) -> Credited:
    state = NOT_JUDGED if _is_judged(check, measured) else NOT_MEASURED
    credit = None if is_excused else _ABSENT_CREDIT[check.absent]
    return _credited(check.id, state, credit, measured, reason)


def _failed(check: Check, measured: Measurement, reason: str) -> Credited:
    """A judge that failed did not judge; an instrument that failed is an error."""
    if measured.source == JUDGE:
        return _credited(check.id, NOT_JUDGED, _ABSENT_CREDIT[check.absent], measured, reason)
    return _credited(check.id, ERROR, _ABSENT_CREDIT[check.failed], measured, reason)


def _follow_parents(credited: Credited, parents: list[Credited]) -> Credited:
    """A child of a failed parent fails, and its weight counts; of an unknown one is unknown."""
    for parent in parents:
        if parent.credit is not None and parent.credit < 1:
            return Credited(
                credited.id,
                FAIL,
                0.0,
                credited.measurement,
                reason=f"needs {parent.id}, which failed",
                is_skipped=True,
            )
    for parent in parents:
        if parent.credit is None:
            reason = f"needs {parent.id}, which is {parent.state}"
            return Credited(credited.id, parent.state, None, credited.measurement, reason=reason)
    return credited


def _overridden(credited: Credited, override: Override) -> Credited:
    value = override.value
    return Credited(
        credited.id,
        state_of(value),
        value,
        credited.measurement,
        credited.threshold,
        credited.threshold_text,
        # The person decides, not the distance of what was measured.
        None,
        False,
        True,
        credited.credit,
        f"{override.by}: {override.author}" if override.author else override.by,
    )
