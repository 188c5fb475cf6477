"""What is wrong with a rubric, and in which line."""

from __future__ import annotations

import re
from dataclasses import dataclass

_HEADER = re.compile(r"^\s*\[\[?\s*([A-Za-z0-9_.\"'-]+)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"^\s*([A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*')\s*(?:\.[^=]*)?=")


# A file with thousands of faults has one cause; a message must stay readable.
_NAMED = 8


class RubricError(Exception):
    """A rubric that cannot be used; `faults` holds (line, text) for each reason."""

    def __init__(self, name: str, faults: list[tuple[int, str]]) -> None:
        self.name = name
        self.faults = faults
        listed = "; ".join(
            f"line {line}: {text}" if line else text for line, text in faults[:_NAMED]
        )
        if len(faults) > _NAMED:
            listed += f"; and {len(faults) - _NAMED} more"
        super().__init__(f"{name}: {listed}. Correct this and open the task again.")


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a rubric; a warning lets the rubric be used."""

    line: int
    text: str
    is_warning: bool = False


@dataclass(frozen=True, slots=True)
class RowLines:
    """Where one row of an array of tables starts, and the lines of its keys.

    A row of another file names it in `base`; `extends` is the line that brings that file in.
    """

    line: int
    keys: dict[str, int]
    base: str = ""
    extends: int = 0

    def of(self, key: str) -> int:
        """The line of a key, or the line of the row when the key is nowhere to be seen."""
        return self.keys.get(key, self.line)

    def fault(self, key: str, text: str, *, is_warning: bool = False) -> Fault:
        """A fault at the line of a key; for a row of a base, at the line that extends it."""
        if not self.base:
            return Fault(self.of(key), text, is_warning)
        return Fault(self.extends, f"in {self.base} line {self.of(key)}: {text}", is_warning)


def row_lines(text: str) -> dict[str, list[RowLines]]:
    """The rows of each table by name, in order; the empty name holds the keys at the top."""
    found: dict[str, list[RowLines]] = {"": [RowLines(1, {})]}
    current = found[""][0]
    quote = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if not quote:
            header = _HEADER.match(line)
            if header:
                current = _open(found, current, header.group(1), number, line)
            elif key := _KEY.match(line):
                current.keys.setdefault(key.group(1).strip("\"'"), number)
        quote = _open_quote(line, quote)
    return found


def _open(
    found: dict[str, list[RowLines]], current: RowLines, name: str, number: int, line: str
) -> RowLines:
    """Start a row for `[[name]]`; a subtable `[name.key]` stays in its row."""
    if line.lstrip().startswith("[["):
        row = RowLines(number, {})
        found.setdefault(name, []).append(row)
        return row
    outer, dot, key = name.partition(".")
    if dot and found.get(outer, [None])[-1] is current:
        current.keys.setdefault(key, number)
        return current
    found[""][0].keys.setdefault(outer, number)
    return RowLines(number, {})


def _open_quote(line: str, quote: str) -> str:
    """The triple quote still open at the end of a line."""
    at = 0
    while at < len(line):
        if quote:
            end = line.find(quote, at)
            if end < 0:
                return quote
            at, quote = end + 3, ""
            continue
        starts = [(line.find(mark, at), mark) for mark in ('"""', "'''")]
        starts = [start for start in starts if start[0] >= 0]
        comment = line.find("#", at)
        if not starts or (0 <= comment < min(starts)[0]):
            return ""
        begin, quote = min(starts)
        at = begin + 3
    return quote
