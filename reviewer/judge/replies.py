"""Scores and items in a reply: read where only one reading is possible, else refused with it."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reviewer.judge.protocol import JudgeError
from reviewer.model.reply import all_objects, objects_in, spoken, torn_keys, why_unread

_YES = frozenset({"yes", "true", "y", "pass", "satisfied"})
_NO = frozenset({"no", "false", "n", "fail", "not satisfied"})
_HALF = frozenset({"half", "partial", "partly"})
_VALUES = ("value", "score", "answer")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)")


@dataclass(frozen=True, slots=True)
class TwoValues:
    """In the place of a value: the key to which the reply gives two different ones."""

    key: str


def one_object(text: str, *, key: str) -> dict[str, Any]:
    """The one object that holds a key; a JudgeError when there is none, or two that differ."""
    holders = [one for one in all_objects(objects_in(spoken(text))) if key in one]
    if not holders:
        raise JudgeError(_why_none(text, key), raw=text)
    if any(_plain(one[key]) != _plain(holders[0][key]) for one in holders):
        raise JudgeError(f"the reply holds two answers that differ in {key!r}", raw=text)
    return holders[0]


def item_answers(text: str, ids: Sequence[str]) -> dict[str, tuple[Any, str]]:
    """Value and reason for each item that the reply answers once, or in the same way twice."""
    answers: dict[str, list[tuple[Any, str]]] = {}
    outermost = objects_in(spoken(text))
    for one in all_objects(outermost):
        if one.get("id") in ids:
            answers.setdefault(str(one["id"]), []).append(_value_and_reason(one))
        for item in ids:
            if item in one:
                answers.setdefault(item, []).append(_value_and_reason(one[item]))
            elif item in torn_keys(one):
                answers.setdefault(item, []).append((TwoValues(item), ""))
    if len(ids) == 1 and not answers:
        # Only one thing was asked: an answer without its id can be to nothing else.
        bare = [
            one for one in outermost if "id" not in one and set(_VALUES) & {*one, *torn_keys(one)}
        ]
        answers[ids[0]] = [_value_and_reason(one) for one in bare]
    return {
        item: given[0]
        for item, given in answers.items()
        if given and all(_plain(value) == _plain(given[0][0]) for value, _ in given)
    }


def read_number(value: object) -> float:
    """A number, also one written as text; ValueError for anything else, true and NaN too."""
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        return float(value)
    if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        return float(value)
    raise ValueError(f"{value!r} is not a number")


def read_item(value: object, scale: str) -> float:
    """A value on a row's scale (yes_no, three or unit); ValueError where it is not on it."""
    if isinstance(value, TwoValues):
        raise ValueError(f"the reply gives two different values for {value.key!r}")
    if value is None:
        raise ValueError("the reply gives no value for this item")
    if isinstance(value, bool):
        return float(value)
    word = value.strip().rstrip(".").casefold() if isinstance(value, str) else ""
    if word in _YES or word in _NO:
        return float(word in _YES)
    number = 0.5 if word in _HALF else read_number(value)
    allowed = {"yes_no": (0.0, 1.0), "three": (0.0, 0.5, 1.0)}
    if scale == "unit":
        if 0 <= number <= 1:
            return number
        raise ValueError(f"{number:g} does not lie within [0, 1]")
    if number not in allowed[scale]:
        choices = ", ".join(f"{choice:g}" for choice in allowed[scale])
        raise ValueError(f"{number:g} is not one of {choices}")
    return number


def _value_and_reason(given: object) -> tuple[Any, str]:
    if not isinstance(given, dict):
        return given, ""
    torn = [key for key in _VALUES if key in torn_keys(given)]
    told = next((given[key] for key in _VALUES if key in given), None)
    value = TwoValues(torn[0]) if torn else told
    reason = next((given[key] for key in ("reason", "reasoning", "evidence") if key in given), "")
    return value, str(reason)


def _plain(value: object) -> object:
    try:
        return read_number(value)
    except ValueError:
        return value.strip().casefold() if isinstance(value, str) else value


def why_no_answer(text: str) -> str:
    """Why a reply answers an item not at all, or in two ways; one without objects may decline."""
    wanted = "no single answer to this item"
    return f"the reply holds {wanted}" if objects_in(spoken(text)) else why_unread(text, wanted)


def _why_none(text: str, key: str) -> str:
    if any(key in torn_keys(one) for one in all_objects(objects_in(spoken(text)))):
        return f"the reply gives two different values for {key!r}"
    if "{" in text:
        return why_unread(text, f"no {key!r} in JSON that can be read")
    return why_unread(text, f"no JSON with {key!r}")
