"""The list as a queue: filter words, sort keys, progress and the next unreviewed task."""

from __future__ import annotations

import dataclasses
import re
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from reviewer.kinds.naming import natural_key
from reviewer.session.alarms import is_judges, without_judge
from reviewer.session.state import BEGUN, DONE, OPEN, Row

Test = Callable[[Row], bool]
_SET = re.compile(r"""(?:^|(?<=\s))-?in:(?:"[^"]*"|'[^']*'|\S)*""")


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


def compile_filter(text: str, sets: Mapping[str, frozenset[str]] | None = None) -> Test:
    """One test of a row for filter words; all words must hold, a leading `-` negates one.

    `sets` are named sets of tasks, such as those behind a count, for the word `in:`.
    """
    known_sets = sets or {}
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
        if colon and name == "in":
            test = _among(value, known_sets)
        else:
            test = _word(name, value.casefold()) if colon else _bare(plain.casefold())
        tests.append(_negate(test) if negated else test)
    if verdicts:
        tests.append(_verdict_test(verdicts))
    if len(tests) == 1:
        return tests[0]
    return (lambda row: all(test(row) for test in tests)) if tests else (lambda row: True)


def names_sets(text: str) -> bool:
    """True where filter words name a set of tasks."""
    return _SET.search(text) is not None


def without_sets(text: str) -> str:
    """Filter words without those that name a set of tasks."""
    return _SET.sub("", text).strip()


def _negate(test: Test) -> Test:
    return lambda row: not test(row)


def _among(name: str, sets: Mapping[str, frozenset[str]]) -> Test:
    if name not in sets:
        known = ", ".join(sets) or "none yet: open a count of a table"
        raise FilterError(f"no set of tasks is called {name!r}; known: {known}")
    ids = sets[name]
    return lambda row: row.id in ids


def _bare(word: str) -> Test:
    if word == "disputed":
        return lambda row: row.is_disputed
    if word == "stale":
        return lambda row: row.is_stale
    return lambda row: word in row.id.casefold() or word in row.text.casefold()


def _word(name: str, value: str) -> Test:
    tests: dict[str, Test] = {
        "status": _status(value),
        "kind": lambda row: value in row.kind.casefold(),
        "flag": lambda row: any(value in flag.casefold() for flag in row.flags),
        "cap": lambda row: value in row.held_by.casefold(),
        "near": lambda row: any(value in check.casefold() for check in row.near),
        "fail": lambda row: any(value in check.casefold() for check in row.failed),
        "partial": lambda row: any(value in check.casefold() for check in row.partial),
        "id": lambda row: value in row.id.casefold(),
    }
    if name not in tests:
        known = ", ".join(f"{word}:" for word in (*tests, "judge", "you", "in"))
        raise FilterError(f"unknown filter word {name}:; known words: {known} disputed, stale")
    return tests[name]


def _status(value: str) -> Test:
    if value in ("passes", "pass"):
        return lambda row: row.passes is True
    if value in ("fails", "fail"):
        return lambda row: row.passes is False
    if value == "error":
        return lambda row: bool(row.error)
    if value in ("reviewed", "done"):
        return lambda row: row.status == DONE
    if value == "unreviewed":
        return lambda row: row.status != DONE
    return lambda row: row.status == value


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


def sort_key(row: Row, *, sort: str, descending: bool) -> tuple[int, object]:
    """What a row is sorted by; unknown values come last in either direction."""
    value = _SORT_KEYS[sort](row)
    return (int(value is None) if not descending else int(value is not None), value)


_SORT_KEYS: dict[str, Callable[[Row], object]] = {
    "id": lambda row: natural_key(row.id),
    "headline": lambda row: row.headline,
    "margin": lambda row: None if row.margin is None else abs(row.margin),
    "status": lambda row: (OPEN, BEGUN, DONE).index(row.status),
    "kind": lambda row: (row.kind, natural_key(row.id)),
    "flags": lambda row: -len(row.flags),
    "seconds": lambda row: row.seconds,
}
SORTS = ("folder", *_SORT_KEYS)
# A list that is sorted by what was measured hunts for mistakes.
MEASURED_SORTS = frozenset({"headline", "margin", "flags"})


def next_unreviewed(rows: Sequence[Row], current: str, *, start: int) -> str | None:
    """The next task from `start` on that is not done, going round once; None when all are."""
    for row in chain(islice(rows, start, None), islice(rows, start)):
        if row.status != DONE and row.id != current:
            return row.id
    return None


def progress(rows: Iterable[Row]) -> Progress:
    """How many of the rows are done, and how long one takes."""
    every = list(rows)
    done = [row for row in every if row.status == DONE]
    seconds = [row.seconds for row in done if row.seconds]
    return Progress(len(done), len(every), _median(seconds))


def _median(seconds: list[float]) -> float | None:
    if not seconds:
        return None
    from statistics import median

    return median(seconds)


def blinded(row: Row) -> Row:
    """A row without anything that tells what a judge or other people said, until all is answered.

    Filters and sort keys look at rows as they are here, so that they tell nothing either.
    """
    if row.is_known and row.unanswered == 0:
        return row
    return dataclasses.replace(
        row,
        headline=None,
        passes=None,
        held_by="",
        flags=tuple(flag for flag in row.flags if not is_judges(flag)),
        alarm=without_judge(row.alarm),
        near=(),
        failed=(),
        partial=(),
        margin=None,
        judge={},
        is_disputed=False,
        is_hidden=row.is_known,
        # What is wrong with a fold names the judge's values; what is wrong with a file does not.
        error="" if row.is_known else row.error,
    )
