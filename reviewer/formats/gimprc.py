"""GIMP's settings files: S-expressions with comments, quoted strings and nested lists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

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
# A file with thousands of faults has one cause.
_MAX_FAULTS: Final = 20


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
    def plain(self) -> tuple[Any, ...]:
        """The items alone, lists in lists: what two files can be compared by."""
        return tuple(item if isinstance(item, str) else item.plain for item in self.items)

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
    """A settings file, entry by entry in the order of the file, and what in it is malformed."""

    name: str
    entries: tuple[Entry, ...]
    faults: tuple[GimprcError, ...] = ()


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


@dataclass(frozen=True, slots=True)
class _Form:
    """One form of the file: the entry that it is, or why it is none, and where it ends."""

    end: int
    entry: Entry | None = None
    cause: str = ""
    line: int = 0
    is_stray: bool = False


def parse(text: str, *, name: str) -> Gimprc:
    """Read a settings file; a malformed form is noted and spoils no other.

    Raises GimprcError with the line where nothing but malformed forms is there.
    """
    source = text.removeprefix("\ufeff")
    entries: list[Entry] = []
    faults: list[GimprcError] = []
    position, line, was_stray = 0, 1, False
    while position < len(source):
        form = _form(source, position, line)
        if form.entry is not None:
            entries.append(form.entry)
        # Words that follow each other outside any list are one fault.
        if form.cause and not (form.is_stray and was_stray) and len(faults) < _MAX_FAULTS:
            faults.append(GimprcError(name, form.line, form.cause))
        if form.entry is not None or form.cause:
            was_stray = form.is_stray
        line += source.count("\n", position, form.end)
        position = form.end
    if faults and not entries:
        raise faults[0]
    return Gimprc(name, tuple(entries), tuple(faults))


def _form(source: str, position: int, line: int) -> _Form:
    """What begins at a place: white space, a comment, a list, or something that belongs nowhere."""
    opened: list[_Opened] = []
    for token in _tokens(source, position, line):
        if token.kind in ("space", "comment"):
            if not opened:
                return _Form(token.end)
        elif token.kind == "open":
            if len(opened) == _MAX_DEPTH:
                cause = f"lists nested more than {_MAX_DEPTH} deep"
                return _Form(_next_line_list(source, position), None, cause, token.line)
            opened.append(_Opened(token, []))
        elif token.kind == "unclosed":
            cause = "a quoted string that is never closed"
            return _Form(_next_line_list(source, position), None, cause, token.line)
        elif not opened:
            cause = f"{_short(token.text)} stands outside any list"
            if token.kind == "close":
                cause = "a ')' that closes nothing"
            return _Form(token.end, None, cause, token.line, is_stray=token.kind != "close")
        elif token.kind == "close":
            entry = _closed(opened.pop(), token, source)
            if opened:
                opened[-1].items.append(entry)
            elif entry.key is None:
                cause = "a list that does not start with a key"
                return _Form(token.end, None, cause, entry.line)
            else:
                return _Form(token.end, entry)
        else:
            opened[-1].items.append(_plain(token))
    return _Form(_next_line_list(source, position), None, "a '(' that is never closed", line)


def _next_line_list(source: str, position: int) -> int:
    """Where reading goes on after a list without an end: at the next one that starts a line."""
    found = source.find("\n(", position)
    return len(source) if found < 0 else found + 1


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


def _tokens(source: str, position: int, line: int) -> Iterator[_Token]:
    while position < len(source):
        match = _TOKEN.match(source, position)
        if match is None:
            yield _Token("unclosed", "", line, position, len(source))
            return
        kind = match.lastgroup or ""
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
