"""GIMP's settings files: S-expressions with comments, quoted strings and nested lists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_TOKEN: Final = re.compile(
    r"""(?P<space>\s+)
    |(?P<comment>\#[^\n]*)
    |(?P<open>\()
    |(?P<close>\))
    |(?P<double>"(?:[^"\\]|\\.)*+")
    |(?P<single>'[^']*+')
    |(?P<atom>[^\s()"'\#][^\s()"]*)
    """,
    re.VERBOSE | re.DOTALL,
)
# GIMP writes bytes outside ASCII as runs of octal escapes.
_ESCAPE: Final = re.compile(r"((?:\\[0-7]{1,3})+)|\\(.)", re.DOTALL)
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
# GIMP nests three deep; the limit keeps a hostile file from exhausting anything.
_MAX_DEPTH: Final = 32


class GimprcError(ValueError):
    """A settings file is not made of S-expressions: the file, the line and the cause."""

    def __init__(self, name: str, line: int, cause: str) -> None:
        super().__init__(name, line, cause)
        self.name = name
        self.line = line
        self.cause = cause

    def __str__(self) -> str:
        return (
            f"{self.name}, line {self.line}: {self.cause}. "
            "Save the preferences again from GIMP, or mend the line by hand."
        )


@dataclass(frozen=True, slots=True)
class Entry:
    """One parenthesised list: its items (text or lists), where it starts, and its source."""

    items: tuple[str | Entry, ...]
    line: int
    text: str

    @property
    def key(self) -> str | None:
        """The first item, where that is text."""
        return self.items[0] if self.items and isinstance(self.items[0], str) else None

    @property
    def values(self) -> tuple[str | Entry, ...]:
        """Everything after the key."""
        return self.items[1:]

    @property
    def value(self) -> str | None:
        """The last text in the list, which is the setting's value."""
        for item in reversed(self.values):
            found = item if isinstance(item, str) else item.value
            if found is not None:
                return found
        return None


@dataclass(frozen=True, slots=True)
class Gimprc:
    """A settings file, entry by entry in the order of the file."""

    name: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Opened:
    token: _Token
    items: list[str | Entry]


def parse(text: str, *, name: str) -> Gimprc:
    """Read a settings file; raise `GimprcError` with the line for anything malformed."""
    entries: list[Entry] = []
    opened: list[_Opened] = []
    for token in _tokens(text.removeprefix("\ufeff"), name):
        if token.kind == "open":
            if len(opened) == _MAX_DEPTH:
                raise GimprcError(name, token.line, f"lists nested more than {_MAX_DEPTH} deep")
            opened.append(_Opened(token, []))
        elif token.kind == "close":
            if not opened:
                raise GimprcError(name, token.line, "a ')' that closes nothing")
            entry = _closed(opened.pop(), token, text.removeprefix("\ufeff"))
            if opened:
                opened[-1].items.append(entry)
            elif entry.key is None:
                raise GimprcError(name, entry.line, "a list that does not start with a key")
            else:
                entries.append(entry)
        elif not opened:
            raise GimprcError(name, token.line, f"{_short(token.text)} stands outside any list")
        else:
            opened[-1].items.append(_plain(token))
    if opened:
        start = opened[0].token
        raise GimprcError(name, start.line, "a '(' that is never closed")
    return Gimprc(name, tuple(entries))


def find(document: Gimprc, key: str | tuple[str, str]) -> Entry | None:
    """Find a setting; of a repeated key the last one counts, as in GIMP.

    A pair is a key and either its first value, `(tool "brush" …)`, or a list inside it,
    `(color-management (mode display))`; for the latter the inner list is returned.
    """
    first, second = (key, None) if isinstance(key, str) else key
    for entry in reversed(document.entries):
        if entry.key != first:
            continue
        if second is None or entry.values[:1] == (second,):
            return entry
        for inner in reversed(entry.values):
            if isinstance(inner, Entry) and inner.key == second:
                return inner
    return None


def _tokens(text: str, name: str) -> Iterator[_Token]:
    position, line = 0, 1
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise GimprcError(name, line, "a quoted string that is never closed")
        kind = match.lastgroup or ""
        if kind not in ("space", "comment"):
            yield _Token(kind, match[0], line, match.start(), match.end())
        line += match[0].count("\n")
        position = match.end()


def _closed(opened: _Opened, closing: _Token, text: str) -> Entry:
    return Entry(tuple(opened.items), opened.token.line, text[opened.token.start : closing.end])


def _plain(token: _Token) -> str:
    if token.kind == "single":
        return token.text[1:-1]
    if token.kind == "double":
        return _ESCAPE.sub(_unescaped, token.text[1:-1])
    return token.text


def _unescaped(match: re.Match[str]) -> str:
    octals, escaped = match.groups()
    if octals is None:
        return _ESCAPES.get(escaped, escaped)
    codes = bytes(int(code, 8) & 0xFF for code in octals.split("\\")[1:])
    try:
        return codes.decode("utf-8")
    except UnicodeDecodeError:
        return codes.decode("latin-1")


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:40]}…")
