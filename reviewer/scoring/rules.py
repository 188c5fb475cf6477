"""The six credit rules, compiled: a value in, its credit and its margin out."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeGuard

from reviewer.model import Bound, Check, CreditRule, Measurements, Scalar, Stair
from reviewer.scoring.bounds import bound_text, holds, margin, number_text, threshold


class Outcome(NamedTuple):
    """What a rule said of one value; `credit` None with a reason is *cannot be credited*."""

    credit: float | None
    margin: float | None = None
    is_near: bool = False
    threshold: float | None = None
    text: str = ""
    reason: str = ""


Rule = Callable[[Scalar, Measurements], Outcome]


def compile_rule(check: Check) -> Rule:
    """The rule of a row as a function."""
    return _COMPILERS[check.rule.form](check, check.rule)


def _compile_steps(check: Check, rule: CreditRule) -> Rule:
    stairs = tuple((stair, (stair.bound, *stair.also)) for stair in rule.stairs)
    own = [bound for _, bounds in stairs for bound in bounds if _is_own(bound, check)]
    numeric = any(not bound.has_equals for bound in own)
    limit = _main_bound(check, rule.stairs)
    text = "; ".join(f"{_joined(bounds, ' and ')} → {stair.credit:g}" for stair, bounds in stairs)
    at = threshold(limit) if limit else None

    def apply(value: Scalar, measurements: Measurements) -> Outcome:
        if isinstance(value, str) and numeric:
            return _no_number(value)
        slack = margin(limit, value) if limit else None
        near = _is_near(check, own, value)
        for stair, bounds in stairs:
            if all(_holds(bound, value, measurements) for bound in bounds):
                return Outcome(stair.credit, slack, near, at, text)
        return Outcome(0.0, slack, near, at, text)

    return apply


def _main_bound(check: Check, stairs: tuple[Stair, ...]) -> Bound | None:
    """The comparison of the row's own value that full credit hangs on, if there is one."""
    full = [stair for stair in stairs if stair.credit >= 1]
    for stair in full or stairs[:1]:
        own = [bound for bound in (stair.bound, *stair.also) if _is_own(bound, check)]
        if len(own) == 1 and not own[0].has_equals:
            return own[0]
    return None


def _compile_passes(check: Check, rule: CreditRule) -> Rule:
    bounds = rule.conditions
    own = [bound for bound in bounds if _is_own(bound, check)]
    numeric = any(not bound.has_equals for bound in own)
    text = _joined(bounds, " and " if rule.needs_all else " or ")
    limit = own[0] if len(own) == 1 else None
    at = threshold(limit) if limit else None
    decide = all if rule.needs_all else any

    def apply(value: Scalar, measurements: Measurements) -> Outcome:
        if isinstance(value, str) and numeric:
            return _no_number(value)
        passed = decide(_holds(bound, value, measurements) for bound in bounds)
        slack = margin(limit, value) if limit else None
        return Outcome(float(passed), slack, _is_near(check, own, value), at, text)

    return apply


def _compile_ramp(check: Check, rule: CreditRule) -> Rule:
    def against(value: float, target: float) -> Outcome:
        credit = min(1.0, value / target) if value > 0 else 0.0
        slack = value - target
        near = check.near is not None and abs(slack) <= check.near
        return Outcome(credit, slack, near, target, f"{number_text(target)} for full credit")

    def apply(value: Scalar, measurements: Measurements) -> Outcome:
        if isinstance(value, bool):
            return Outcome(float(value))
        if not _is_number(value):
            return _no_number(value)
        target = rule.target
        if isinstance(target, str):
            measured = measurements.get(target)
            target = measured.value if measured is not None and measured.is_measured else None
            if isinstance(target, str | bool):
                target = None
        if target is None or not target > 0:
            return Outcome(None, reason=f"the target {rule.target} was not measured")
        return against(value, target)

    return apply


def _compile_within(check: Check, rule: CreditRule) -> Rule:
    low, high = rule.low or 0.0, rule.high or 0.0
    text = f"{number_text(low)} to {number_text(high)}"

    def apply(value: Scalar, measurements: Measurements) -> Outcome:
        if isinstance(value, bool):
            return Outcome(float(value), text=text)
        if not _is_number(value):
            return _no_number(value)
        slack = min(value - low, high - value)
        near = check.near is not None and abs(slack) <= check.near
        at = low if value - low <= high - value else high
        return Outcome(float(low <= value <= high), slack, near, at, text)

    return apply


def _compile_equals(check: Check, rule: CreditRule) -> Rule:
    text = bound_text(Bound(equals=rule.equals, has_equals=True))
    return lambda value, measurements: Outcome(float(value == rule.equals), text=text)


def _compile_direct(check: Check, rule: CreditRule) -> Rule:
    def apply(value: Scalar, measurements: Measurements) -> Outcome:
        if isinstance(value, bool):
            return Outcome(float(value))
        if not _is_number(value):
            return _no_number(value)
        if not 0 <= value <= 1:
            return Outcome(None, reason=f"{number_text(value)} is outside 0 to 1")
        return Outcome(float(value))

    return apply


_COMPILERS: dict[str, Callable[[Check, CreditRule], Rule]] = {
    "steps": _compile_steps,
    "passes": _compile_passes,
    "ramp": _compile_ramp,
    "within": _compile_within,
    "equals": _compile_equals,
    "direct": _compile_direct,
}


def _is_own(bound: Bound, check: Check) -> bool:
    return bound.of in ("", check.measure)


def _holds(bound: Bound, value: Scalar, measurements: Measurements) -> bool:
    """A comparison with a measurement that is not there does not hold."""
    if not bound.of:
        return holds(bound, value)
    other = measurements.get(bound.of)
    return other is not None and other.is_measured and holds(bound, other.value)


def _is_near(check: Check, own: list[Bound], value: Scalar) -> bool:
    if check.near is None:
        return False
    slacks = (margin(bound, value) for bound in own)
    return any(slack is not None and abs(slack) <= check.near for slack in slacks)


def _is_number(value: Scalar) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _no_number(value: Scalar) -> Outcome:
    return Outcome(None, reason=f"{value!r} is not a number")


def _joined(bounds: tuple[Bound, ...], word: str) -> str:
    return word.join(bound_text(bound) for bound in bounds)
