"""The lines of a ledger that made the headline what it is, and no others."""

from __future__ import annotations

from dataclasses import dataclass

from reviewer.model import HeadlineValue, Ledger, Line
from reviewer.ui import numbers
from reviewer.ui.panel.headline_words import Share
from reviewer.ui.panel.words import one_line, sentence
from reviewer.ui.translate import tr

MOST = 7
_SMALL = 0.0005
_COUNTS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")


@dataclass(frozen=True, slots=True)
class ShortLine:
    """One row of the small ledger; `start` and `end` are shares of the headline's range."""

    text: str
    value: str
    start: float
    end: float
    tone: str = "plain"
    is_headline: bool = False
    tick: float | None = None
    tip: str = ""


def short_lines(ledger: Ledger | None) -> tuple[ShortLine, ...]:
    """The rows, the headline last; empty without a headline that has a value."""
    headline = ledger.headline if ledger else None
    if ledger is None or headline is None or headline.value is None:
        return ()
    lines = [line for line in ledger.lines if line.into == headline.name]
    rows: list[ShortLine] = []
    for step in _steps(lines):
        row = _weighed(step, headline) if step[0].verb == "weigh" else _row(step[-1], headline)
        if row is not None:
            rows.append(row)
    if len(rows) > MOST - 1:
        rows = _strongest(rows, MOST - 1)
    return (*rows, _last(headline))


def folded(ledger: Ledger | None) -> str:
    """The same on one line: `.825 → .662 → .500`."""
    rows = short_lines(ledger)
    values = [row.value for row in rows[:-1]] or [row.value for row in rows]
    shown = values if len(values) <= 4 else [values[0], "…", *values[-2:]]
    return " → ".join(shown)


def title_word(ledger: Ledger | None) -> str:
    """What the section says of itself at the right."""
    is_held = ledger is not None and ledger.binding
    return tr("the lines that bind") if is_held else tr("what it adds up to")


def _steps(lines: list[Line]) -> list[list[Line]]:
    steps: list[list[Line]] = []
    for line in lines:
        if steps and steps[-1][0].step == line.step and line.verb == "weigh":
            steps[-1].append(line)
        else:
            steps.append([line])
    return steps


def _weighed(step: list[Line], headline: HeadlineValue) -> ShortLine | None:
    counted = [line for line in step if line.fired and line.amount is not None]
    after = step[-1].after
    if after is None:
        return None
    count = len(counted)
    many = tr(_COUNTS[count]) if count < len(_COUNTS) else str(count)
    parts = tr("{count} weighted part") if count == 1 else tr("{count} weighted parts")
    text = parts.format(count=many)
    share = Share(headline.low, headline.high)
    start = share(step[0].before or 0.0)
    return ShortLine(text, numbers.credit(after), start, share(after), tip=step[0].because)


def _row(line: Line, headline: HeadlineValue) -> ShortLine | None:
    before = line.before if line.before is not None else max(0.0, headline.low)
    if line.after is None or not line.fired:
        return None
    if abs(line.after - before) < _SMALL and not line.is_binding and line.before is not None:
        return None
    share = Share(headline.low, headline.high)
    tone = "bad" if line.is_binding else "warn" if line.after < before else "plain"
    return ShortLine(
        sentence(line.because),
        numbers.credit(line.after),
        share(before),
        share(line.after),
        tone,
        tip=one_line(line.note),
    )


def _last(headline: HeadlineValue) -> ShortLine:
    share = Share(headline.low, headline.high)
    assert headline.value is not None
    mark = headline.pass_mark
    text = tr("Headline")
    if mark is not None:
        text = tr("Headline, passes at {mark}").format(mark=numbers.threshold(mark))
    zero = share(0.0) if headline.low < 0 else 0.0
    tick = zero if headline.low < 0 else None if mark is None else share(mark)
    value = numbers.credit(headline.value)
    return ShortLine(text, value, zero, share(headline.value), "headline", True, tick)


def _strongest(rows: list[ShortLine], most: int) -> list[ShortLine]:
    """The rows that move it most, in their order."""
    by_move = sorted(rows, key=lambda row: (row.tone != "bad", -abs(row.end - row.start)))
    kept = by_move[:most]
    return [row for row in rows if row in kept]
