"""Values typed in one line, by name or in order, with commas between them and in quotes."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping

_NAME = re.compile(r"\s*([A-Za-z_]\w*)\s*=(?!=)")
_QUOTES = {'"': '"', "'": "'"}
_PAIRS = {**_QUOTES, "[": "]"}


class TypedError(ValueError):
    """Values that cannot be told apart; the message says where and what to write."""


def parts_of(text: str, *, lists: bool) -> list[tuple[str, str]]:
    """Names and values of `name="Hello, you", 20`: commas in quotes do not part them, nor those
    in brackets where there may be lists.

    A value without a name has the name "". A quote begins something at the start of a value only:
    the one of `It's` is a letter.
    """
    found = []
    at = 0
    while at <= len(text):
        named = _NAME.match(text, at)
        start = named.end() if named else at
        end = _end_of(text, start, _PAIRS if lists else _QUOTES)
        found.append((named[1] if named else "", text[start:end].strip()))
        at = end + 1
    return found


def _end_of(text: str, start: int, pairs: Mapping[str, str]) -> int:
    """Where the value that starts here ends: at a comma or with the text."""
    first = start + len(text[start:]) - len(text[start:].lstrip())
    opening = text[first : first + 1]
    if opening not in pairs:
        comma = text.find(",", start)
        end = len(text) if comma < 0 else comma
        if '"' in text[start:end]:
            raise TypedError(
                f"{text[start:end].strip()} has a quote in its middle; "
                "put the whole value in single quotes"
            )
        return end
    close = _closing(text, first)
    comma = text.find(",", close)
    end = len(text) if comma < 0 else comma
    behind = text[close:end].strip()
    if behind:
        raise TypedError(f"{behind!r} stands behind {text[first:close]}; part values with commas")
    return end


def _closing(text: str, first: int) -> int:
    """Where what opens here is closed; one past its last character."""
    opening = text[first]
    at = first + 1
    while at < len(text):
        letter = text[at]
        if letter == _PAIRS[opening]:
            return at + 1
        if opening == "[" and letter in _PAIRS:
            at = _closing(text, at)
            continue
        at += 2 if letter == "\\" and opening == '"' else 1
    raise TypedError(f"{text[first:]} is not closed: its {_PAIRS[opening]} is missing")


def unquoted(value: str) -> str:
    """The text in quotes; anything else as it stands."""
    if value[:1] not in _QUOTES:
        return value
    try:
        return str(tomllib.loads(f"value = {value}")["value"])
    except tomllib.TOMLDecodeError as error:
        remedy = " Write a backslash twice, or use single quotes." if "\\" in value else ""
        raise TypedError(f"{value} cannot be read ({error}).{remedy}") from error
