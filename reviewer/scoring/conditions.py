"""Conditions of a fold, compiled: does it fire, how far is that, and could it be looked at?"""

from __future__ import annotations

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
        verdicts = [condition(state) for condition in inner]
        fires = all(fired for fired, _, _ in verdicts)
        waiting = [m for fired, m, _ in verdicts if m is not None and fired == fires]
        available = fires or all(seen for fired, _, seen in verdicts if not fired)
        return fires, max(waiting, default=None), available

    return decide


def _compile_comparison(when: When, look: Look) -> Condition:
    places, has_equals, equals = when.places, when.has_equals, when.equals
    below, above, at_least, at_most = when.below, when.above, when.at_least, when.at_most
    fires_missing = when.missing == "fire"

    def decide(state: State) -> Verdict:
        value = look(state)
        if value is None:
            return fires_missing, None, fires_missing
        if has_equals:
            return value == equals, None, True
        if isinstance(value, str):
            return False, None, False
        if places is not None:
            value = round(value, places)
        fires = (
            (below is None or value < below)
            and (above is None or value > above)
            and (at_least is None or value >= at_least)
            and (at_most is None or value <= at_most)
        )
        distances = []
        if below is not None:
            distances.append(value - below)
        if above is not None:
            distances.append(above - value)
        if at_least is not None:
            distances.append(at_least - value)
        if at_most is not None:
            distances.append(value - at_most)
        return fires, max(distances), True

    return decide
