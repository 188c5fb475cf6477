"""The credit rule of a rubric row: steps, ramp, within, equals, direct or passes."""

from __future__ import annotations

import math
from collections.abc import Mapping

from reviewer.model import Bound, CreditRule, Stair
from reviewer.scoring.row import Row, is_number, is_scalar, kind_of, said_of, scalar_of

LIMITS = ("at_least", "above", "at_most", "below")
RULE_KEYS = ("steps", "ramp", "within", "equals", "direct", "passes", *LIMITS)

_NONE = CreditRule(form="direct")


def read_rule(row: Row) -> CreditRule:
    """The one credit rule of a row; none or several is a fault."""
    given = [key for key in RULE_KEYS if row.has(key)]
    forms = {"passes" if key in LIMITS else key for key in given}
    if len(forms) != 1:
        said = " and ".join(given) if given else "none"
        row.fault(given[-1] if given else "id", f"needs exactly one credit rule, has {said}")
        for key in given:
            row.get(key)
        return _NONE
    if given[0] in LIMITS:
        bound = read_bound(row, {key: row.get(key) for key in given}, given[0])
        return CreditRule(form="passes", conditions=(bound,))
    return _READERS[given[0]](row)


def _steps(row: Row) -> CreditRule:
    value = row.get("steps")
    if not isinstance(value, list) or not value:
        row.fault("steps", "steps must be a list such as [[22, 1], [14, 0.5]]")
        return _NONE
    before = len(row.faults)
    stairs = tuple(_stair(row, item) for item in value)
    if len(row.faults) == before:
        _check_reached(row, stairs)
    return CreditRule(form="steps", stairs=stairs)


def _check_reached(row: Row, stairs: tuple[Stair, ...]) -> None:
    """The first stair that holds counts: one that only holds where an earlier one does is dead."""
    for number, stair in enumerate(stairs):
        for above, earlier in enumerate(stairs[:number]):
            bounds = (stair.bound, *stair.also)
            if not earlier.also and any(_is_inside(bound, earlier.bound) for bound in bounds):
                row.fault(
                    "steps",
                    f"stair {number + 1} is never reached: wherever it holds, stair {above + 1} "
                    "holds first",
                )
                break


def _is_inside(inner: Bound, outer: Bound) -> bool:
    """Whether every value that meets one bound meets the other."""
    if inner.of != outer.of or inner.has_equals or outer.has_equals:
        return inner == outer
    return _floor(inner) >= _floor(outer) and _top(inner) <= _top(outer)


def _floor(bound: Bound) -> tuple[float, bool]:
    """The lowest value, and whether it is itself left out."""
    floors = [(bound.at_least, False), (bound.above, True)]
    return (
        max((limit, is_out) for limit, is_out in floors if limit is not None)
        if any(limit is not None for limit, _ in floors)
        else (-math.inf, False)
    )


def _top(bound: Bound) -> tuple[float, bool]:
    """The highest value, and whether it is itself met."""
    tops = [(bound.at_most, True), (bound.below, False)]
    return (
        min((limit, is_met) for limit, is_met in tops if limit is not None)
        if any(limit is not None for limit, _ in tops)
        else (math.inf, True)
    )


def _stair(row: Row, item: object) -> Stair:
    """One stair: [at least, credit] or { at_most = 5, credit = 1 } or { all = […], credit = 1 }."""
    if isinstance(item, list) and len(item) == 2 and all(is_number(part) for part in item):
        return Stair(Bound(at_least=item[0]), _credit(row, item[1]))
    if not isinstance(item, dict):
        row.fault("steps", "a step is [at least, credit], two numbers, or a table with credit")
        return Stair(Bound(at_least=0), 0.0)
    credit = _credit(row, item.get("credit"))
    rest = {key: value for key, value in item.items() if key != "credit"}
    if "all" not in rest:
        return Stair(read_bound(row, rest, "steps"), credit)
    bounds = _bounds(row, rest["all"], "steps")
    if len(rest) > 1 or not bounds:
        row.fault("steps", "a step with all holds all and credit, and nothing else")
        return Stair(Bound(at_least=0), credit)
    return Stair(bounds[0], credit, also=bounds[1:])


def _credit(row: Row, value: object) -> float:
    if not is_number(value) or not 0 <= value <= 1:
        row.fault("steps", f"a credit lies between 0 and 1, not {said_of(value)}")
        return 0.0
    return float(value)


def _ramp(row: Row) -> CreditRule:
    value = row.get("ramp")
    if isinstance(value, str) and value:
        return CreditRule(form="ramp", target=value)
    if not is_number(value) or value <= 0:
        row.fault("ramp", "ramp is a target above 0 or the id of another measurement")
        return _NONE
    return CreditRule(form="ramp", target=value)


def _within(row: Row) -> CreditRule:
    value = row.get("within")
    if (
        not isinstance(value, list)
        or len(value) != 2
        or not all(is_number(part) for part in value)
        or value[0] > value[1]
    ):
        row.fault("within", "within is [low, high] with low ≤ high")
        return _NONE
    return CreditRule(form="within", low=value[0], high=value[1])


def _equals(row: Row) -> CreditRule:
    return CreditRule(form="equals", equals=row.scalar("equals"))


def _direct(row: Row) -> CreditRule:
    if row.get("direct") is not True:
        row.fault("direct", "direct is true or left out")
    return CreditRule(form="direct")


def _passes(row: Row) -> CreditRule:
    value = row.get("passes")
    if isinstance(value, list):
        value = {"all": value}
    if not isinstance(value, dict) or len(value) != 1 or next(iter(value)) not in ("all", "any"):
        row.fault("passes", "passes is { all = [ … ] } or { any = [ … ] }")
        return _NONE
    mode, items = next(iter(value.items()))
    return CreditRule(
        form="passes", conditions=_bounds(row, items, "passes"), needs_all=mode == "all"
    )


def _bounds(row: Row, items: object, key: str) -> tuple[Bound, ...]:
    if not isinstance(items, list) or not items or not all(isinstance(i, dict) for i in items):
        row.fault(key, 'conditions are a list of tables such as { of = "x", at_least = 1 }')
        return ()
    return tuple(read_bound(row, item, key) for item in items)


def read_bound(row: Row, table: Mapping[str, object], key: str) -> Bound:
    """One comparison; `of` names a measurement other than the row's own."""
    limits: dict[str, float] = {}
    for name, value in table.items():
        if name in LIMITS:
            if is_number(value):
                limits[name] = value
            else:
                row.fault(key, f"{name} must be a number, not {said_of(value)}")
        elif name not in ("of", "equals"):
            row.fault(key, f"unknown key {name!r} in a comparison")
    of = table.get("of", "")
    if not isinstance(of, str) or ("of" in table and not of):
        row.fault(key, "of must name a measurement")
        of = ""
    has_equals = "equals" in table
    if has_equals and not is_scalar(table["equals"]):
        row.fault(key, f"equals must be one value, not {kind_of(table['equals'])}")
    if not limits and not has_equals:
        row.fault(key, "a comparison needs at_least, above, at_most, below or equals")
    if not can_hold(limits):
        said = " and ".join(f"{name} {value:g}" for name, value in limits.items())
        row.fault(key, f"no number is {said.replace('_', ' ')}: the check could never hold")
    return Bound(**limits, equals=scalar_of(table.get("equals")), has_equals=has_equals, of=of)


def can_hold(limits: Mapping[str, float]) -> bool:
    """Whether a number between the limits is left."""
    floors = [limits[name] for name in ("at_least", "above") if name in limits]
    tops = [limits[name] for name in ("at_most", "below") if name in limits]
    if not floors or not tops or max(floors) < min(tops):
        return True
    is_met = "above" not in limits or limits["above"] < max(floors)
    is_met = is_met and ("below" not in limits or limits["below"] > min(tops))
    return max(floors) == min(tops) and is_met


_READERS = {
    "steps": _steps,
    "ramp": _ramp,
    "within": _within,
    "equals": _equals,
    "direct": _direct,
    "passes": _passes,
}
