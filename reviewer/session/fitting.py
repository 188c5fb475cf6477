"""Thresholds of proposed checks: golden passes with a margin, the initial clearly does not."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from reviewer.kinds.edit_catalog import instrument_of
from reviewer.model import Bound, Check, Measurement
from reviewer.scoring.bounds import holds, threshold

Values = Mapping[str, Measurement]
Row = Mapping[str, Any]
_LIMITS = ("at_least", "above", "at_most", "below")
# How far below the golden picture a threshold may lie, as a share of what the number can be.
_MARGIN = 0.02
# An initial picture that misses by less than this share of its way to the golden one is too near…
_CLEAR = 0.1
# …and then the threshold moves to this share of the way.
_PART = 0.25
# Checks of one place only: they say nothing of a shape or a text that stands elsewhere.
PLACES = frozenset({"centered_shape", "text_on_left"})


def fitted(row: Row, check: Check, golden: Values, initial: Values) -> Row | None:
    """The row with thresholds that tell; None where the golden picture cannot hold it."""
    if check.rule.form != "passes" or not check.rule.needs_all:
        return row
    if row.get("use") in PLACES and not _all_hold(check, golden):
        # Eased, the row would no longer ask for a place: it would hold in the middle too.
        return None
    old = check.rule.conditions
    new: list[Bound] = []
    for bound in old:
        eased = _eased(bound, check, golden, initial)
        if eased is None:
            return None
        new.append(eased)
    tells = [not _holds(bound, check, initial) for bound in new]
    if new != list(old) and not any(tells):
        return None
    if not any(_is_clear(bound, check, golden, initial) for bound in new):
        place = next((n for n, telling in enumerate(tells) if telling), None)
        if place is not None:
            new[place] = _moved(new[place], check, golden, initial)
    return _written(row, old, tuple(new))


def _all_hold(check: Check, values: Values) -> bool:
    return all(_holds(bound, check, values) for bound in check.rule.conditions)


def _number(bound: Bound, check: Check, values: Values) -> float | None:
    found = values.get(bound.of or check.measure)
    value = found.value if found is not None and found.is_measured else None
    return None if isinstance(value, bool | str) else value


def _holds(bound: Bound, check: Check, values: Values) -> bool:
    found = values.get(bound.of or check.measure)
    return found is not None and found.is_measured and holds(bound, found.value)


def _eased(bound: Bound, check: Check, golden: Values, initial: Values) -> Bound | None:
    """A comparison that the golden picture holds: the row's own, or one a little beyond it."""
    if _holds(bound, check, golden):
        return bound
    good = _number(bound, check, golden)
    if good is None or bound.has_equals or threshold(bound) is None:
        return None
    step = _MARGIN * _range(bound, check)
    bad = _number(bound, check, initial)
    is_floor = _is_floor(bound)
    if bad is not None and bad != good and (good > bad) == is_floor:
        step = min(step, abs(good - bad) / 2)
    eased = _at(bound, good - step if is_floor else good + step)
    return eased if holds(eased, good) else None


def _range(bound: Bound, check: Check) -> float:
    """What the number can be, from end to end; a likeness counts from 0 to 1."""
    found = instrument_of(bound.of or check.measure)
    if found is None or found.low is None or found.high is None:
        return 0.0
    return float(found.high - max(found.low, -found.high / 255))


def _is_clear(bound: Bound, check: Check, golden: Values, initial: Values) -> bool:
    """Whether the initial picture misses a comparison by a fair part of its way to the golden."""
    if _holds(bound, check, initial):
        return False
    good, bad = _number(bound, check, golden), _number(bound, check, initial)
    limit = threshold(bound)
    if good is None or bad is None or limit is None or good == bad:
        return True
    return abs(limit - bad) >= _CLEAR * abs(good - bad)


def _moved(bound: Bound, check: Check, golden: Values, initial: Values) -> Bound:
    good, bad = _number(bound, check, golden), _number(bound, check, initial)
    if good is None or bad is None:
        return bound
    return _at(bound, bad + _PART * (good - bad))


def _is_floor(bound: Bound) -> bool:
    return bound.at_least is not None or bound.above is not None


def _at(bound: Bound, limit: float) -> Bound:
    """The same comparison with another number, short enough to be read."""
    name = next(name for name in _LIMITS if getattr(bound, name) is not None)
    changed: dict[str, Any] = {name: round(limit, 4 if abs(limit) < 2 else 2)}
    return dataclasses.replace(bound, **changed)


def _written(row: Row, old: tuple[Bound, ...], new: tuple[Bound, ...]) -> Row:
    """The row as `task.toml` says it: a bare threshold where only the row's own one moved."""
    changed = [bound for bound, before in zip(new, old, strict=True) if bound != before]
    if not changed:
        return row
    if all(not bound.of for bound in changed):
        return {**row, **_limits(changed[0])}
    return {**row, "passes": {"all": [_plain(bound) for bound in new]}}


def _limits(bound: Bound) -> dict[str, Any]:
    return {name: getattr(bound, name) for name in _LIMITS if getattr(bound, name) is not None}


def _plain(bound: Bound) -> dict[str, Any]:
    said: dict[str, Any] = {"of": bound.of.rpartition(".")[2]} if bound.of else {}
    return said | ({"equals": bound.equals} if bound.has_equals else _limits(bound))
