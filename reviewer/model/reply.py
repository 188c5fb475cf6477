"""The text of a model's reply, taken apart the same way by everyone who reads one.

Models are asked for JSON and answer with fences, prose, single quotes, aloud thinking, two objects
or an apology. What lies deeper or is longer than any answer asked for is not read at all.
"""

from __future__ import annotations

import ast
import contextlib
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

LONGEST = 50_000
DEEPEST = 32
# Braces in prose that open nothing: beyond this many the rest is no answer either.
_MOST_TRIES = 40
_PYTHON_WORDS = (("true", "True"), ("false", "False"), ("null", "None"))
_THOUGHTS = re.compile(r"<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_REFUSAL = re.compile(
    r"\bi(?: am|'m) (?:so |very |really )?(?:sorry|unable|not able)\b|"
    r"\bi (?:cannot|can't|can not|could not|couldn't|won't|will not) "
    r"(?:\w+ )?(?:assist|help|comply|read|transcribe|process|view|see|identify|answer|judge)\b|"
    r"\bas an ai\b"
)
# "I cannot see any dog in the image" is an observation: only the pictures themselves count here.
_UNSEEN = re.compile(
    r"\b(?:cannot|can't|can not|could not|couldn't|unable to|not able to|no ability to) "
    r"(?:\w+ )?(?:view|see|access|open|process|analy[sz]e|load|receive|look at) "
    r"(?:(?:the|these|this|those|any|your|an?|both|two|provided|attached|uploaded) )*"
    r"(?:images?|pictures?|photos?|attachments?)"
    r"(?=\W*$|[.,;!]| (?:directly|provided|attached|you|so|and|because|as)\b)|"
    r"\bno (?:images?|pictures?|photos?) (?:was|were|has been|have been|is|are) "
    r"(?:provided|attached|received|given|visible to me)\b|"
    r"\bi(?: am|'m) (?:so |very |really )?sorry\b|"
    r"\bi (?:cannot|can't|can not|won't|will not) (?:assist|help|comply)\b"
)
_REGRET = re.compile(r"\b(sorry|cannot|can't|unable|won't|not able)\b")


def load_json(text: str | bytes) -> Any:  # noqa: ANN401 - whatever the JSON holds
    """The value of a JSON text; ValueError for what is none, or is nested beyond all reading."""
    try:
        return json.loads(text)
    except RecursionError as error:
        raise ValueError("it is nested too deep") from error


def spoken(text: str) -> str:
    """The reply without what a model thought aloud before it."""
    return _THOUGHTS.sub(" ", text).replace("’", "'")


def is_refusal(text: str) -> bool:
    """True where the model speaks of itself and declines, which is no text of a picture."""
    return _REFUSAL.search(spoken(text).casefold()) is not None


def saw_nothing(text: str) -> bool:
    """True where a reason declines or says that no picture was seen: it explains no answer.

    A model that must answer in JSON declines inside it: {"score": 0, "reasoning": "I cannot …"}.
    """
    return _UNSEEN.search(spoken(text).casefold()) is not None


def why_unread(text: str, wanted: str) -> str:
    """Why no answer can be read in a reply: declined, too long, or without what was wanted."""
    said = spoken(text).casefold()
    if _REGRET.search(said):
        return "the model declined to answer"
    if len(text) > LONGEST:
        return f"the reply is longer than {LONGEST:,} characters and is not read"
    return f"the reply holds {wanted}"


def objects_in(text: str) -> list[dict[str, Any]]:
    """Every outermost object in a reply, JSON or the same in single quotes."""
    if len(text) > LONGEST:
        return []
    found: list[dict[str, Any]] = []
    tries = 0
    start = text.find("{")
    while start >= 0:
        parsed, end = _object_at(text, start)
        if parsed is not None:
            found.append(parsed)
        else:
            tries += 1
        if tries > _MOST_TRIES:
            # Half a reading could miss the answer that contradicts the one it found.
            return []
        start = text.find("{", end)
    return found


def all_objects(objects: Sequence[Any]) -> Iterator[dict[str, Any]]:
    """The objects and every object inside them."""
    for one in objects:
        if isinstance(one, dict):
            yield one
            yield from all_objects(list(one.values()))
        elif isinstance(one, list):
            yield from all_objects(one)


def _object_at(text: str, start: int) -> tuple[dict[str, Any] | None, int]:
    """The object that opens at `start`, if it is one, and where to look on."""
    end = _closing(text, start)
    if end is None:
        return None, start + 1
    body = text[start:end]
    with contextlib.suppress(ValueError):
        return json.loads(body, parse_constant=_no_constant, object_pairs_hook=_once), end
    # Single quotes, a comma too many: the same in Python's own writing.
    for old, new in _PYTHON_WORDS:
        body = re.sub(rf"(?<=[:\[,\s]){old}(?=\s*[,}}\]])", new, body)
    try:
        parsed = _value_of(ast.parse(body.strip(), mode="eval").body)
    except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
        return None, start + 1
    return (parsed, end) if isinstance(parsed, dict) else (None, end)


def _closing(text: str, start: int) -> int | None:
    """Behind the brace that closes the one at `start`; None without one, or nested too deep."""
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
        elif char in "{[":
            depth += 1
            if depth > DEEPEST:
                return None
        elif char in "}]":
            depth -= 1
            if depth == 0:
                return place + 1
    return None


class Told(dict[str, Any]):
    """An object of a reply; `torn` are its keys that had two values, and are left out."""

    torn: tuple[str, ...] = ()


def torn_keys(one: dict[str, Any]) -> tuple[str, ...]:
    """The keys to which an object gives two different values."""
    return one.torn if isinstance(one, Told) else ()


def _once(pairs: list[tuple[str, Any]]) -> Told:
    """The object without the keys that have two values: which was meant cannot be told."""
    found = Told(pairs)
    torn = {key: None for key, value in pairs if found[key] != value}
    for key in torn:
        del found[key]
    found.torn = tuple(torn)
    return found


def _value_of(node: ast.expr) -> Any:  # noqa: ANN401 - whatever Python writes
    """The value of a literal; objects are read as those of JSON are."""
    if isinstance(node, ast.Dict):
        if any(key is None for key in node.keys):
            raise ValueError("no literal")
        keys = [ast.literal_eval(key) for key in node.keys if key is not None]
        return _once(list(zip(keys, map(_value_of, node.values), strict=True)))
    if isinstance(node, ast.List | ast.Tuple):
        return [_value_of(one) for one in node.elts]
    return ast.literal_eval(node)


def _no_constant(constant: str) -> float:
    raise ValueError(f"{constant} is not JSON")
