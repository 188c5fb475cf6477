"""The six credit rules, compiled: a value in, its credit and its margin out."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeGuard

from reviewer.model import Bound, Check, CreditRule, Measurements, Scalar, Stair
from reviewer.scoring.bounds import bound_text, holds, margin, number_text, threshold

# What a rule said of one value: credit, margin, near miss, threshold, its text, and the reason why
# it cannot be credited where the credit is None. Plain, since every row of every fold makes one.
Outcome = tuple[float | None, float | None, bool, float | None, str, str]
Rule = Callable[[Scalar, Measurements], Outcome]
Test = Callable[[Scalar, Measurements], bool]


def compile_rule(check: Check) -> Rule:
    """The rule of a row as a function."""
    return _COMPILERS[check.rule.form](check, check.rule)


def _compile_steps(check: Check, rule: CreditRule) -> Rule:
    stairs = tuple((stair, (stair.bound, *stair.also)) for stair in rule.stairs)
    text = "; ".join(f"{_joined(bounds, ' and ')} → {stair.credit:g}" for stair, bounds in stairs)
    tests = tuple(
        (stair.credit, tuple(_compile_test(bound) for bound in bounds)) for stair, bounds in stairs
    )
    every = [bound for _, bounds in stairs for bound in bounds]

    def decide(value: Scalar, measurements: Measurements) -> float:
        for earned, needed in tests:
            for test in needed:
                if not test(value, measurements):
                    break
            else:
                return earned
        return 0.0

    return _compared(check, every, _main_bound(check, rule.stairs), text, decide)


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
    text = _joined(bounds, " and " if rule.needs_all else " or ")
    tests = tuple(_compile_test(bound) for bound in bounds)
    wanted = not rule.needs_all

    def decide(value: Scalar, measurements: Measurements) -> float:
        for test in tests:
            if test(value, measurements) == wanted:
                return float(wanted)
        return float(not wanted)

    return _compared(check, list(bounds), own[0] if len(own) == 1 else None, text, decide)


def _compared(
    check: Check,
    bounds: list[Bound],
    limit: Bound | None,
    text: str,
    decide: Callable[[Scalar, Measurements], float],
) -> Rule:
    """A rule of comparisons, with the margin to its main one and the nearness to any."""
    own = [bound for bound in bounds if _is_own(bound, check) and not bound.has_equals]
    at = threshold(limit) if limit else None
    main = _compile_slack(limit) if limit and not limit.has_equals else None
    near = check.near
    others = tuple(_compile_slack(bound) for bound in own if bound is not limit)

    def apply(value: Scalar, measurements: Measurements) -> Outcome:
        if not _is_number(value):
            if own and isinstance(value, str):
                return _no_number(value)
            return decide(value, measurements), None, False, at, text, ""
        slack = main(value) if main else None
        is_near = False
        if near is not None:
            is_near = slack is not None and -near <= slack <= near
            if not is_near and others:
                is_near = any(-near <= other(value) <= near for other in others)
        return decide(value, measurements), slack, is_near, at, text, ""

    return apply


def _compile_slack(bound: Bound) -> Callable[[float], float]:
    """How far inside a bound a number lies."""
    limit = threshold(bound)
    if limit is None:
        return lambda value: margin(bound, value) or 0.0
    if bound.at_least is not None or bound.above is not None:
        return lambda value: value - limit
    return lambda value: limit - value


def _compile_ramp(check: Check, rule: CreditRule) -> Rule:
    target, near = rule.target, check.near
    fixed = _full_credit_text(target) if _is_number(target) else ""

    def apply(value: Scalar, measurements: Measurements) -> Outcome:
        if isinstance(value, bool):
            return _plain(float(value))
        if not _is_number(value):
            return _no_number(value)
        if fixed:
            reach, text = target, fixed
        else:
            measured = measurements.get(str(target))
            reach = measured.value if measured is not None and measured.is_measured else None
            text = _full_credit_text(reach) if _is_number(reach) else ""
        if not _is_number(reach) or not reach > 0:
            return _refused(f"the target {target} was not measured")
        credit = min(1.0, value / reach) if value > 0 else 0.0
        slack = value - reach
        is_near = near is not None and -near <= slack <= near
        return credit, slack, is_near, reach, text, ""

    return apply


@lru_cache(maxsize=256)
def _full_credit_text(target: float) -> str:
    return f"{number_text(target)} for full credit"


def _compile_within(check: Check, rule: CreditRule) -> Rule:
    low, high, near = rule.low or 0.0, rule.high or 0.0, check.near
    text = f"{number_text(low)} to {number_text(high)}"

    def apply(value: Scalar, measurements: Measurements) -> Outcome:
        if isinstance(value, bool):
            return _plain(float(value), text)
        if not _is_number(value):
            return _no_number(value)
        slack = min(value - low, high - value)
        at = low if value - low <= high - value else high
        is_near = near is not None and -near <= slack <= near
        return float(low <= value <= high), slack, is_near, at, text, ""

    return apply


def _compile_equals(check: Check, rule: CreditRule) -> Rule:
    text = bound_text(Bound(equals=rule.equals, has_equals=True))
    return lambda value, measurements: _plain(float(value == rule.equals), text)


def _compile_direct(check: Check, rule: CreditRule) -> Rule:
    return lambda value, measurements: as_credit(value)


def as_credit(value: Scalar) -> Outcome:
    """A value that already is a credit."""
    if isinstance(value, bool):
        return _plain(float(value))
    if not _is_number(value):
        return _no_number(value)
    if not 0 <= value <= 1:
        return _refused(
            f"{number_text(value)} is outside 0 to 1, as on another scale. "
            "Correct it in the file that it comes from, or answer the row"
        )
    return _plain(float(value))


def _plain(credit: float, text: str = "") -> Outcome:
    return credit, None, False, None, text, ""


def _refused(reason: str) -> Outcome:
    return None, None, False, None, "", reason


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


def _compile_test(bound: Bound) -> Test:
    """One comparison; with a measurement that is not there it does not hold."""
    name = bound.of
    if not name:
        limit = threshold(bound)
        if limit is not None and bound.at_least is not None and not bound.has_equals:
            # The usual case, spelled out because it runs for most rows of every fold.
            return lambda value, measurements: (
                value >= limit
                if value.__class__ is int or value.__class__ is float
                else holds(bound, value)
            )
        return lambda value, measurements: holds(bound, value)

    def test(value: Scalar, measurements: Measurements) -> bool:
        other = measurements.get(name)
        return other is not None and other.is_measured and holds(bound, other.value)

    return test


def _is_number(value: Scalar) -> TypeGuard[int | float]:
    kind = value.__class__
    return kind is float or kind is int or (isinstance(value, int | float) and kind is not bool)


def _no_number(value: Scalar) -> Outcome:
    return _refused(f"{value!r} is not a number")


def _joined(bounds: tuple[Bound, ...], word: str) -> str:
    return word.join(bound_text(bound) for bound in bounds)
