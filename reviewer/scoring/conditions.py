"""Conditions of a fold, compiled: does it fire, how far is that, and could it be looked at?"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from reviewer.model import Measurements, Scalar, When


@dataclass(slots=True)
class State:
    """What a fold has come to so far."""

    credits: list[float | None]
    measurements: Measurements
    registers: dict[str, float | None] = field(default_factory=dict)


Getter = Callable[[State], float | None]
Look = Callable[[State], Scalar]
# fires, margin (how far from firing; negative when it fires), available
Verdict = tuple[bool, float | None, bool]
Condition = Callable[[State], Verdict]


def compile_when(when: When, getter_of: Callable[[str, str], Look]) -> Condition:
    """The condition as a function; `getter_of(subject, name)` finds what it looks at."""
    if when.all_of:
        return _compile_all(tuple(compile_when(inner, getter_of) for inner in when.all_of))
    look = getter_of(when.subject, when.name)
    if when.absent is not None:
        wanted = when.absent
        return lambda state: ((look(state) is None) == wanted, None, True)
    return _compile_comparison(when, look)


def _compile_all(inner: tuple[Condition, ...]) -> Condition:
    """All must fire; the margin is that of the one furthest from firing."""

    def decide(state: State) -> Verdict:
        fires, available = True, True
        distances: dict[bool, float] = {}
        for condition in inner:
            fired, margin, seen = condition(state)
            if not fired:
                fires = False
                available = available and seen
            if margin is not None and margin > distances.get(fired, -math.inf):
                distances[fired] = margin
        return fires, distances.get(fires), fires or available

    return decide


def _compile_comparison(when: When, look: Look) -> Condition:
    places, has_equals, equals = when.places, when.has_equals, when.equals
    is_missing = (when.missing == "fire", None, when.missing == "fire")
    tests = tuple(
        (limit, upwards, inclusive)
        for limit, upwards, inclusive in (
            (when.below, False, False),
            (when.at_most, False, True),
            (when.above, True, False),
            (when.at_least, True, True),
        )
        if limit is not None
    )

    if len(tests) == 1 and places is None and not has_equals:
        return _compile_limit(look, *tests[0], is_missing)

    def decide(state: State) -> Verdict:
        value = look(state)
        if value is None:
            return is_missing
        if has_equals:
            return value == equals, None, True
        if isinstance(value, str):
            return False, None, False
        if places is not None:
            value = round(value, places)
        fires, far = True, -math.inf
        for limit, upwards, inclusive in tests:
            distance = limit - value if upwards else value - limit
            # The comparison itself, not the sign of a difference that may have been rounded.
            if value == limit:
                fires = fires and inclusive
            elif (value > limit) != upwards:
                fires = False
            if distance > far:
                far = distance
        return fires, far, True

    return decide


def _compile_limit(
    look: Look, limit: float, upwards: bool, inclusive: bool, is_missing: Verdict
) -> Condition:
    """One limit, the usual condition of a cap: the same without the loop."""

    def decide(state: State) -> Verdict:
        value = look(state)
        if value is None:
            return is_missing
        if isinstance(value, str):
            return False, None, False
        distance = limit - value if upwards else value - limit
        fires = inclusive if value == limit else (value > limit) == upwards
        return fires, distance, True

    return decide
