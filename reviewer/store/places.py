"""Where a value stands in a grader's document: read, set and put back, also inside lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reviewer.model import Measurement

Place = tuple[str | int, ...]
_CLAUSE = {1.0: True, 0.5: "partial", 0.0: False}


def place_of(measurement: Measurement | None) -> Place:
    """The place that a measurement was read from, or an empty tuple."""
    at = measurement.facts.get("at") if measurement else None
    if not isinstance(at, Sequence) or isinstance(at, str):
        return ()
    return tuple(part if isinstance(part, int) else str(part) for part in at)


def get_at(document: object, place: Place) -> object:
    """The value at a place, or None."""
    value: Any = document
    for part in place:
        if not _has(value, part):
            return None
        value = value[part]
    return value


def is_at(document: object, place: Place) -> bool:
    """True when something stands at a place, be it null."""
    return bool(place) and _has(get_at(document, place[:-1]), place[-1])


def _has(value: object, part: str | int) -> bool:
    if isinstance(value, list):
        return isinstance(part, int) and part < len(value)
    return isinstance(value, Mapping) and part in value


def taken_out(value: Any, place: Place) -> Any:  # noqa: ANN401 - any JSON
    """The document without the key at a place."""
    if isinstance(value, Mapping) and place:
        rest = dict(value)
        if len(place) == 1:
            rest.pop(place[0], None)
        elif place[0] in rest:
            rest[str(place[0])] = taken_out(rest[str(place[0])], place[1:])
        return rest
    if isinstance(value, list) and len(place) > 1 and isinstance(place[0], int):
        return [
            taken_out(item, place[1:]) if number == place[0] else item
            for number, item in enumerate(value)
        ]
    return value


def put_back(value: Any, first: Mapping[str, Any]) -> Any:  # noqa: ANN401 - any JSON
    """The document with its first values again; entries of a list are named by their number."""
    if isinstance(value, list):
        merged: Any = list(value)
        known = {str(number): number for number in range(len(merged))}
    else:
        merged = dict(value)
        known = {}
    for key, item in first.items():
        at = known.get(key, key)
        inner = merged[at] if at in known.values() or key in merged else None
        if isinstance(item, Mapping) and isinstance(inner, (Mapping, list)):
            merged[at] = put_back(inner, item)
        else:
            merged[at] = item
    return merged


def as_written(measurement: Measurement | None, credit: float | None) -> object:
    """A credit in the words of the file it goes into: a clause, or the opposite of a verdict."""
    form = measurement.facts.get("as") if measurement else None
    if credit is None or form is None:
        return credit
    if form == "opposite":
        return credit < 1
    return _CLAUSE.get(credit, credit)
