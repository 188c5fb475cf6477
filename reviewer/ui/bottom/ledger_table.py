"""All rows of a ledger; with a draft, what each step would do instead and what that changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reviewer.model import HeadlineValue, Ledger, Line, Rubric
from reviewer.scoring.naming import sentence
from reviewer.scoring.whatif import Aligned, Comparison
from reviewer.ui import numbers
from reviewer.ui.bottom.ledger_rows import (
    CAPS,
    SAME,
    Cell,
    LedgerRow,
    Names,
    cell_of,
    headline_cell,
    headline_row,
    line_row,
    names_of,
    numbered_key,
)


def ledger_rows(
    ledger: Ledger, rubric: Rubric, comparison: Comparison | None
) -> tuple[LedgerRow, ...]:
    """Every step, then every headline; with a comparison the draft stands beside it."""
    if comparison is None:
        places: dict[str, int] = {}
        names = names_of(rubric, ledger)
        rows = [line_row(numbered_key(places, line, rubric), line, names) for line in ledger.lines]
        return (*rows, *(headline_row(each, rubric) for each in ledger.headlines))
    lines = [row for row in comparison.rows if row.sort == "line"]
    changes = _changes(lines, comparison)
    both = (names_of(rubric, comparison.now), names_of(rubric, comparison.draft))
    return (
        *(_both(row, both, changes.get(row.key, "")) for row in lines),
        *(_both_headlines(row, rubric) for row in comparison.rows if row.sort == "headline"),
    )


def grader_rows(ran: Ledger, rubric: Rubric, *, is_outdated: bool) -> tuple[LedgerRow, ...]:
    """What the task's own grader said when it was run again: its line, then each answer to it."""
    names = names_of(rubric)
    found = []
    for line in (*ran.lines[-1:], *ran.lines[:-1]):
        check = names.checks.get(line.part)
        text = f"{check.asks}, as in force" if check is not None else sentence(line.because)
        if is_outdated and not line.part:
            text += " (you have answered otherwise since: run it again)"
        before, after = numbers.credit(line.before), numbers.credit(line.after)
        found.append(
            LedgerRow(
                key=f"grader/{line.part}", verb=line.verb, text=text, amount=f"{before} →",
                now=Cell(line.before or 0.0, line.after, "barfill", after), draft=None,
                is_quiet=not line.fired or is_outdated, check=line.part if check else "",
                note=f"before {before}, after {after}",
            )
        )  # fmt: skip
    return tuple(found)


def _both(row: Aligned, names: tuple[Names, Names], change: str) -> LedgerRow:
    now = row.now if isinstance(row.now, Line) else None
    then = row.draft if isinstance(row.draft, Line) else None
    shown = now or then
    assert shown is not None
    made = line_row(row.key, shown, names[0] if now else names[1])
    draft = cell_of(then) if then is not None else Cell(after="gone", is_word=True)
    if now is not None and then is not None:
        if now.fired and now.available and not then.fired and then.verb in (*CAPS, "penalise"):
            draft = replace(draft, after="lifted")
        elif draft.tone in ("barfill", "warn") and _moves(now) != _moves(then):
            draft = replace(draft, tone="accent")
    if now is None:
        made = replace(made, now=Cell(after="new", is_word=True))
    both_quiet = made.is_quiet and (then is None or not then.fired)
    return replace(made, draft=draft, change=change, is_quiet=both_quiet)


def _moves(line: Line) -> float:
    """What the step itself adds, apart from where it stands."""
    base = 0.0 if line.before is None or line.verb == "mean" else line.before
    return round((line.after or 0.0) - base, 9)


def _both_headlines(row: Aligned, rubric: Rubric) -> LedgerRow:
    now, then = row.now, row.draft
    assert isinstance(now, HeadlineValue)
    assert isinstance(then, HeadlineValue)
    made = headline_row(now, rubric)
    return replace(made, draft=headline_cell(then), change=headline_change(now, then))


def headline_change(now: HeadlineValue, then: HeadlineValue) -> str:
    """The difference of the two numbers as they are shown, or nothing."""
    if now.value is None or then.value is None:
        return ""
    change = round(then.value, 3) - round(now.value, 3)
    return numbers.signed(change) if abs(change) > 5e-4 else ""


def _changes(lines: Sequence[Aligned], comparison: Comparison) -> dict[str, str]:
    """Step by step what the draft changes; the numbers shown add up to the headline's change."""
    found: dict[str, str] = {}
    for now, then in zip(comparison.now.headlines, comparison.draft.headlines, strict=False):
        if now.value is None or then.value is None:
            continue
        total = round(then.value, 3) - round(now.value, 3)
        found.update(_steps_of(now.name, lines, total))
    return found


def _steps_of(name: str, lines: Sequence[Aligned], total: float) -> dict[str, str]:
    reached, shown = 0.0, 0.0
    steps: dict[str, float] = {}
    for row in lines:
        now, then = row.now, row.draft
        if not (isinstance(now, Line) and isinstance(then, Line)) or now.into != name:
            continue
        if now.after is None or then.after is None:
            continue
        apart = then.after - now.after
        if abs(apart - reached) > SAME:
            steps[row.key] = round(apart, 3) - shown
            shown, reached = round(apart, 3), apart
    if steps:
        # Both headlines are rounded on their own: the last step carries what that leaves.
        last = next(reversed(steps))
        steps[last] += total - shown
    return {key: numbers.signed(step) for key, step in steps.items() if abs(step) > 5e-4}
