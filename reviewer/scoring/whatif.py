"""What if: other thresholds, other answers, and where a headline would change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from reviewer.model import Credited, HeadlineValue, Ledger, Line, Measurements, Override, Rubric
from reviewer.scoring.bounds import number_text
from reviewer.scoring.editable import Editable, editable, with_values
from reviewer.scoring.fold import fold, headlines_of
from reviewer.scoring.plan import plan_of
from reviewer.scoring.turning import TurningPoint, turning_points

__all__ = [
    "Aligned",
    "Comparison",
    "Editable",
    "Outcome",
    "TurningPoint",
    "at_answers",
    "compare",
    "editable",
    "turning_points",
    "with_values",
]

_NONE: Mapping[str, Override] = {}
ANSWERS = (0.0, 0.5, 1.0)


@dataclass(frozen=True, slots=True)
class Aligned:
    """One row of two ledgers side by side; `sort` is check, line or headline."""

    sort: str
    key: str
    text: str
    now: Credited | Line | HeadlineValue | None
    draft: Credited | Line | HeadlineValue | None
    changed: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """The ledger under the rubric in force and under a draft."""

    now: Ledger
    draft: Ledger
    rows: tuple[Aligned, ...]

    @property
    def changed(self) -> tuple[Aligned, ...]:
        """The rows that differ."""
        return tuple(row for row in self.rows if row.changed)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The first headline as one answer would make it, and what that changes, in words.

    `changes_others`: another headline than the first one would change too. `others` are
    the headlines after the first one as the answer would make them.
    """

    headline: float | None
    passes: bool | None
    text: str
    held_by: str = ""
    known: tuple[float, float] | None = None
    changes_others: bool = False
    others: tuple[HeadlineValue, ...] = ()


def compare(
    measurements: Measurements,
    rubric: Rubric,
    draft: Rubric,
    overrides: Mapping[str, Override] = _NONE,
) -> Comparison:
    """Both ledgers, aligned check by check, line by line, headline by headline."""
    now, then = fold(rubric, measurements, overrides), fold(draft, measurements, overrides)
    asks = {check.id: check.asks for check in (*draft.checks, *rubric.checks)}
    rows: list[Aligned] = []
    rows += _align(
        "check",
        {check.id: (asks[check.id], check) for check in now.checks},
        {check.id: (asks[check.id], check) for check in then.checks},
    )
    rows += _align("line", _lines(now, rubric), _lines(then, draft))
    rows += _align(
        "headline",
        {headline.name: (headline.name, headline) for headline in now.headlines},
        {headline.name: (headline.name, headline) for headline in then.headlines},
    )
    return Comparison(now, then, tuple(rows))


def at_answers(
    measurements: Measurements,
    rubric: Rubric,
    overrides: Mapping[str, Override],
    check_id: str,
    *,
    counted: Callable[[float | None], float | None] | None = None,
) -> dict[float | None, Outcome]:
    """What each answer to one item would come to; None is *no answer*.

    `counted` says which value an answer brings into force beside those of other people; where it
    brings none (None), the judge's stands.
    """
    plan = plan_of(rubric)
    now = headlines_of(plan, measurements, overrides)
    without = {name: override for name, override in overrides.items() if name != check_id}
    outcomes: dict[float | None, Outcome] = {}
    for answer in (*ANSWERS, None):
        tried = dict(without)
        value = answer if counted is None else counted(answer)
        if value is not None:
            tried[check_id] = Override(value, None, "single", "")
        outcomes[answer] = _outcome(now, headlines_of(plan, measurements, tried))
    return outcomes


def _outcome(now: tuple[HeadlineValue, ...], then: tuple[HeadlineValue, ...]) -> Outcome:
    """What becomes of the first headline; with several, the text tells of each that changes."""
    first = then[0]
    changed = [
        f"{new.name}: {_consequence(old, new)}"
        for old, new in zip(now[1:], then[1:], strict=True)
        if (old.value, old.known) != (new.value, new.known)
    ]
    text = "; ".join([_consequence(now[0], first), *changed])
    return Outcome(
        first.value, first.passes, text, first.held_by, first.known, bool(changed), then[1:]
    )


def _consequence(now: HeadlineValue, then: HeadlineValue) -> str:
    """`0.35 → 0.5, held at 0.5: …`, or that nothing changes and why."""
    if then.error:
        return f"no headline: {then.error}"
    why = f", {then.held_by}" if then.held_by else ""
    if (then.value, then.known) == (now.value, now.known):
        return "changes nothing" + (f": {then.held_by}" if then.held_by else "")
    return f"{headline_text(now)} → {headline_text(then)}{why}"


def headline_text(headline: HeadlineValue) -> str:
    """A headline's value, its range when withheld, or that there is none."""
    if headline.error:
        return "error"
    if headline.value is not None:
        return number_text(headline.value)
    if headline.known is not None:
        return f"{number_text(headline.known[0])}–{number_text(headline.known[1])}"
    return "none"


def _lines(ledger: Ledger, rubric: Rubric) -> dict[str, tuple[str, Line]]:
    """Lines by a key that survives a change of numbers: the step's id, or its place, and part."""
    found: dict[str, tuple[str, Line]] = {}
    for line in ledger.lines:
        step = rubric.steps[line.step]
        name = step.id or f"{step.verb}#{line.step}"
        key = f"{name}/{line.part}" if line.part else name
        while key in found:
            key += "+"
        found[key] = (line.because, line)
    return found


def _align(
    sort: str,
    now: Mapping[str, tuple[str, Credited | Line | HeadlineValue]],
    then: Mapping[str, tuple[str, Credited | Line | HeadlineValue]],
) -> list[Aligned]:
    rows = []
    for key in dict.fromkeys((*now, *then)):
        old, new = now.get(key), then.get(key)
        text = (old or new or ("", None))[0]
        before, after = (old[1] if old else None), (new[1] if new else None)
        rows.append(Aligned(sort, key, text, before, after, _differs(before, after)))
    return rows


def _differs(
    before: Credited | Line | HeadlineValue | None, after: Credited | Line | HeadlineValue | None
) -> bool:
    """A row changed when what it came to did; the place of a step is no change."""
    if isinstance(before, Line) and isinstance(after, Line):
        return replace(before, step=0) != replace(after, step=0)
    return before != after
