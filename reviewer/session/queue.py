"""The list as a queue: filter words, sort keys, progress and the next unreviewed task."""

from __future__ import annotations

import shlex
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from reviewer.kinds.naming import natural_key
from reviewer.session.state import DONE, Row

Test = Callable[[Row], bool]
SORTS = ("folder", "id", "headline", "margin", "status", "kind", "flags", "seconds")


class FilterError(ValueError):
    """A filter word that means nothing; the message says which are known."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the person is: counts and the median seconds a task took."""

    done: int
    total: int
    median_seconds: float | None

    @property
    def seconds_left(self) -> float | None:
        """The time the rest will take at the median pace."""
        if self.median_seconds is None:
            return None
        return self.median_seconds * (self.total - self.done)


def compile_filter(text: str) -> Test:
    """One test of a row for filter words; all words must hold, a leading `-` negates one."""
    try:
        words = shlex.split(text)
    except ValueError:
        words = text.split()
    tests: list[Test] = []
    verdicts: dict[str, float | None] = {}
    for word in words:
        negated = word.startswith("-") and len(word) > 1
        plain = word[1:] if negated else word
        name, colon, value = plain.partition(":")
        if colon and name in ("judge", "you") and not negated:
            verdicts[name] = _verdict(value)
            continue
        test = _word(name, value.casefold()) if colon else _bare(plain.casefold())
        tests.append(_negate(test) if negated else test)
    if verdicts:
        tests.append(_verdict_test(verdicts))
    return lambda row: all(test(row) for test in tests)


def _negate(test: Test) -> Test:
    return lambda row: not test(row)


def _bare(word: str) -> Test:
    if word == "disputed":
        return lambda row: row.is_disputed
    if word == "stale":
        return lambda row: row.is_stale
    return lambda row: word in row.id.casefold() or word in row.text.casefold()


def _word(name: str, value: str) -> Test:
    tests: dict[str, Test] = {
        "status": lambda row: _status_matches(row, value),
        "kind": lambda row: value in row.kind.casefold(),
        "flag": lambda row: any(value in flag.casefold() for flag in row.flags),
        "cap": lambda row: value in row.held_by.casefold(),
        "near": lambda row: any(value in check.casefold() for check in row.near),
        "fail": lambda row: any(value in check.casefold() for check in row.failed),
        "id": lambda row: value in row.id.casefold(),
    }
    if name not in tests:
        known = ", ".join(f"{word}:" for word in (*tests, "judge", "you"))
        raise FilterError(f"unknown filter word {name}:; known words: {known} disputed, stale")
    return tests[name]


def _status_matches(row: Row, value: str) -> bool:
    if value in ("passes", "pass"):
        return row.passes is True
    if value in ("fails", "fail"):
        return row.passes is False
    if value == "error":
        return bool(row.error)
    if value in ("reviewed", "done"):
        return row.status == DONE
    if value == "unreviewed":
        return row.status != DONE
    return row.status == value


def _verdict(value: str) -> float | None:
    words = {"yes": 1.0, "no": 0.0, "half": 0.5, "-": None}
    if value in words:
        return words[value]
    try:
        return float(value)
    except ValueError:
        raise FilterError(f"{value!r} is no answer; use 1, 0, .5 or -") from None


def _verdict_test(wanted: dict[str, float | None]) -> Test:
    def test(row: Row) -> bool:
        for item in row.judge.keys() | row.mine.keys():
            judge = "judge" not in wanted or (
                item in row.judge and row.judge[item] == wanted["judge"]
            )
            mine = "you" not in wanted or (item in row.mine and row.mine[item] == wanted["you"])
            if judge and mine:
                return True
        return False

    return test


def arrange(rows: Sequence[Row], *, words: str, sort: str, descending: bool = False) -> list[Row]:
    """The rows that pass the filter, sorted; unknown values come last in either direction."""
    test = compile_filter(words)
    kept = [row for row in rows if test(row)]
    if sort == "folder":
        return kept[::-1] if descending else kept
    key = _sort_key(sort)
    known = [row for row in kept if key(row) is not None]
    unknown = [row for row in kept if key(row) is None]
    return sorted(known, key=lambda row: key(row), reverse=descending) + unknown  # type: ignore[arg-type, return-value]


def _sort_key(sort: str) -> Callable[[Row], object]:
    keys: dict[str, Callable[[Row], object]] = {
        "id": lambda row: natural_key(row.id),
        "headline": lambda row: row.headline,
        "margin": lambda row: None if row.margin is None else abs(row.margin),
        "status": lambda row: ("open", "begun", "done").index(row.status),
        "kind": lambda row: (row.kind, natural_key(row.id)),
        "flags": lambda row: -len(row.flags),
        "seconds": lambda row: row.seconds,
    }
    return keys[sort]


def next_unreviewed(rows: Sequence[Row], current: str) -> str | None:
    """The next task of the queue that is not done, going round once; None when all are."""
    ids = [row.id for row in rows]
    start = ids.index(current) + 1 if current in ids else 0
    for row in [*rows[start:], *rows[:start]]:
        if row.status != DONE and row.id != current:
            return row.id
    return None


def progress(rows: Iterable[Row]) -> Progress:
    """How many of the rows are done, and how long one takes."""
    every = list(rows)
    done = [row for row in every if row.status == DONE]
    seconds = [row.seconds for row in done if row.seconds]
    return Progress(len(done), len(every), statistics.median(seconds) if seconds else None)
