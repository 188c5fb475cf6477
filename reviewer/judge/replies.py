"""What a model's reply says: read where only one reading is possible, else refused with the reply.

Models are asked for JSON and answer with fences, prose, single quotes, numbers as words, two
objects, or an apology.
"""

from __future__ import annotations

import ast
import json
import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

from reviewer.judge.protocol import JudgeError

# Far beyond any answer that was asked for; a longer one is not searched.
_LONGEST = 50_000
_PYTHON_WORDS = (("true", "True"), ("false", "False"), ("null", "None"))
_YES = frozenset({"yes", "true", "y", "pass", "satisfied"})
_NO = frozenset({"no", "false", "n", "fail", "not satisfied"})
_HALF = frozenset({"half", "partial", "partly"})
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)")


def objects_in(text: str) -> list[dict[str, Any]]:
    """Every outermost object in a reply, JSON or the same in single quotes."""
    text = text[:_LONGEST]
    found: list[dict[str, Any]] = []
    start = text.find("{")
    while start >= 0:
        parsed, end = _object_at(text, start)
        if parsed is not None:
            found.append(parsed)
        start = text.find("{", end)
    return found


def one_object(text: str, *, key: str) -> dict[str, Any]:
    """The one object that holds a key; a JudgeError when there is none, or two that differ."""
    holders = [one for one in _all_objects(objects_in(text)) if key in one]
    if not holders:
        raise JudgeError(_why_none(text, key), raw=text)
    if any(_plain(one[key]) != _plain(holders[0][key]) for one in holders):
        raise JudgeError(f"the reply holds two answers that differ in {key!r}", raw=text)
    return holders[0]


def item_answers(text: str, ids: Sequence[str]) -> dict[str, tuple[Any, str]]:
    """Value and reason for each item that the reply answers once, or in the same way twice."""
    answers: dict[str, list[tuple[Any, str]]] = {}
    for one in _all_objects(objects_in(text)):
        if one.get("id") in ids:
            answers.setdefault(str(one["id"]), []).append(_value_and_reason(one))
        for item in ids:
            if item in one:
                answers.setdefault(item, []).append(_value_and_reason(one[item]))
    return {
        item: given[0]
        for item, given in answers.items()
        if all(_plain(value) == _plain(given[0][0]) for value, _ in given)
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


def _object_at(text: str, start: int) -> tuple[dict[str, Any] | None, int]:
    """The object that opens at `start`, if it is one, and where to look on."""
    try:
        parsed, end = json.JSONDecoder(parse_constant=_no_constant).raw_decode(text, start)
    except (ValueError, RecursionError):
        return _quoted_object_at(text, start)
    return parsed, end


def _quoted_object_at(text: str, start: int) -> tuple[dict[str, Any] | None, int]:
    end = _closing(text, start)
    if end is None:
        return None, start + 1
    body = text[start:end]
    for old, new in _PYTHON_WORDS:
        body = re.sub(rf"(?<=[:\[,\s]){old}(?=\s*[,}}\]])", new, body)
    try:
        parsed = ast.literal_eval(body)
    except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
        return None, start + 1
    return (parsed, end) if isinstance(parsed, dict) else (None, end)


def _closing(text: str, start: int) -> int | None:
    depth = 0
    quote = ""
    skip = False
    for place in range(start, len(text)):
        char = text[place]
        if skip:
            skip = False
        elif char == "\\":
            skip = True
        elif quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        elif char == "{":
            depth += 1
        elif char == "}":
            depth -= 1
            if depth == 0:
                return place + 1
    return None


def _all_objects(objects: Sequence[Any]) -> Iterator[dict[str, Any]]:
    for one in objects:
        if isinstance(one, dict):
            yield one
            yield from _all_objects(list(one.values()))
        elif isinstance(one, list):
            yield from _all_objects(one)


def _value_and_reason(given: object) -> tuple[Any, str]:
    if not isinstance(given, dict):
        return given, ""
    value = next((given[key] for key in ("value", "score", "answer") if key in given), None)
    reason = next((given[key] for key in ("reason", "reasoning", "evidence") if key in given), "")
    return value, str(reason)


def _plain(value: object) -> object:
    try:
        return read_number(value)
    except ValueError:
        return value.strip().casefold() if isinstance(value, str) else value


def _why_none(text: str, key: str) -> str:
    if re.search(r"\b(sorry|cannot|can't|can’t|unable|won't|won’t|not able)\b", text.casefold()):
        return "the model declined to answer"
    if "{" in text:
        return f"the reply's JSON cannot be read, or holds no {key!r}"
    return f"the reply holds no JSON with {key!r}"


def _no_constant(constant: str) -> float:
    raise ValueError(f"{constant} is not JSON")
