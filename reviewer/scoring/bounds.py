"""Comparisons: does a value hold a bound, by how much, and how is that written."""

from __future__ import annotations

import math

from reviewer.model import Bound, Scalar
from reviewer.model.counting import short_of_one

# Less than this between two numbers is how computers round.
NOISE = 1e-9
AT_THRESHOLD = "at the threshold"


def holds(bound: Bound, value: Scalar) -> bool:
    """True when every comparison of the bound holds; a yes/no value is itself the answer."""
    if value is None:
        return False
    if bound.has_equals:
        return value == bound.equals
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        return False
    return (
        (bound.at_least is None or value >= bound.at_least)
        and (bound.above is None or value > bound.above)
        and (bound.at_most is None or value <= bound.at_most)
        and (bound.below is None or value < bound.below)
    )


def margin(bound: Bound, value: Scalar) -> float | None:
    """How far inside the bound the value lies (negative: outside); None without a number."""
    if value is None or bound.has_equals or isinstance(value, bool | str):
        return None
    slack: float | None = None
    for limit in (bound.at_least, bound.above):
        if limit is not None and (slack is None or value - limit < slack):
            slack = value - limit
    for limit in (bound.at_most, bound.below):
        if limit is not None and (slack is None or limit - value < slack):
            slack = limit - value
    return slack


def threshold(bound: Bound) -> float | None:
    """The one number of the bound, or None when it has none or several."""
    limits = [
        limit
        for limit in (bound.at_least, bound.above, bound.at_most, bound.below)
        if limit is not None
    ]
    return limits[0] if len(limits) == 1 else None


def bound_text(bound: Bound) -> str:
    """The bound as people write it: `≥ 22`, `> 0.8 and ≤ 1`, `= yes`."""
    if bound.has_equals:
        said = f"= {value_text(bound.equals)}"
    else:
        parts = []
        for sign, limit in (
            ("≥", bound.at_least),
            (">", bound.above),
            ("≤", bound.at_most),
            ("<", bound.below),
        ):
            if limit is not None:
                parts.append(f"{sign} {number_text(limit)}")
        said = " and ".join(parts)
    return f"{bound.of} {said}" if bound.of else said


def value_text(value: Scalar) -> str:
    """A measured value in words: yes, no, a number or the text itself."""
    if value is None:
        return "not measured"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        # An empty text is a value: a blank place would look like none.
        return value or '""'
    return number_text(value)


def margin_text(margin: float, *, past: str, short: str) -> str:
    """`0.02 short`, `3 to spare`, or `at the threshold` where nothing lies between."""
    if abs(margin) < NOISE:
        return AT_THRESHOLD
    return f"{number_text(abs(margin))} {past if margin > 0 else short}"


def number_text(value: float) -> str:
    """A number without noise: whole numbers whole, others with at most four decimals."""
    if not math.isfinite(value):
        return str(value)
    if value == int(value):
        return f"{int(value):,}"
    if abs(value) < 0.001:
        return f"{value:.2g}"
    if 1 - abs(value) >= NOISE:
        return short_of_one(value, 4).rstrip("0").rstrip(".")
    return f"{value:,.4f}".rstrip("0").rstrip(".")
