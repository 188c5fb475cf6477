"""The ledger as rows: what each step did now, what it would do in the draft, and the change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from reviewer.model import HeadlineValue, Ledger, Line, Rubric
from reviewer.model.ledger import PASS
from reviewer.scoring.whatif import Aligned, Comparison
from reviewer.ui import numbers

_SAME = 1e-9
_SEEN = 5e-4
_CAPS = ("cap", "gate")


@dataclass(frozen=True, slots=True)
class Cell:
    """One step on the shared axis. `tone` is a token's name, empty for no block."""

    start: float | None = None
    end: float | None = None
    tone: str = ""
    after: str = ""
    is_word: bool = False
    tick: float | None = None

    @property
    def moves(self) -> bool:
        """True when there is a block to see; rounding moves nothing."""
        return abs((self.end or 0.0) - (self.start or 0.0)) > _SEEN


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """One row of the table. `check` is the row of the rubric that it belongs to, if one.

    An inner row fills a register that no headline shows; a later step takes it up.
    """

    key: str
    verb: str
    text: str
    amount: str
    now: Cell
    draft: Cell | None
    margin: str = ""
    is_short: bool = False
    change: str = ""
    is_binding: bool = False
    is_quiet: bool = False
    is_headline: bool = False
    check: str = ""
    note: str = ""
    is_inner: bool = False


@dataclass(frozen=True, slots=True)
class Axis:
    """The range that all bars of a ledger share."""

    low: float = 0.0
    high: float = 1.0

    def share(self, value: float) -> float:
        """Where a value lies, 0 at the left end and 1 at the right."""
        return min(1.0, max(0.0, (value - self.low) / (self.high - self.low)))


def axis_of(ledgers: Iterable[Ledger]) -> Axis:
    """0 to 1, or wider where a headline or a step goes beyond."""
    ends = [0.0, 1.0]
    for ledger in ledgers:
        for headline in ledger.headlines:
            ends += [headline.low, headline.high]
        for line in ledger.lines:
            ends += [value for value in (line.before, line.after) if value is not None]
    return Axis(min(ends), max(ends))


def ledger_rows(
    ledger: Ledger, rubric: Rubric, comparison: Comparison | None
) -> tuple[LedgerRow, ...]:
    """Every step, then every headline; with a comparison the draft stands beside it."""
    if comparison is None:
        places: dict[str, int] = {}
        rows = [_line_row(_numbered(places, line, rubric), line, ledger, rubric)
                for line in ledger.lines]  # fmt: skip
        return (*rows, *(_headline_row(each, rubric) for each in ledger.headlines))
    lines = [row for row in comparison.rows if row.sort == "line"]
    changes = _changes(lines, comparison)
    return (
        *(_both(row, comparison, rubric, changes) for row in lines),
        *(_both_headlines(row, rubric) for row in comparison.rows if row.sort == "headline"),
    )


def _numbered(places: dict[str, int], line: Line, rubric: Rubric) -> str:
    key = f"{rubric.steps[line.step].id or line.step}/{line.part}"
    places[key] = places.get(key, 0) + 1
    return f"{key}#{places[key]}"


def _line_row(key: str, line: Line, ledger: Ledger, rubric: Rubric) -> LedgerRow:
    margin, is_short = _margin(line, ledger)
    return LedgerRow(
        key=key,
        verb=line.verb.replace("_", " "),
        text=line_text(line, rubric),
        amount=_amount(line),
        now=cell_of(line),
        draft=None,
        margin=margin,
        is_short=is_short,
        is_binding=line.is_binding,
        is_quiet=(line.verb not in ("weigh", "all_of") and not line.fired) or not line.available,
        check=line.part if rubric.check(line.part) else "",
        note=line.note,
        is_inner=rubric.headline(line.into) is None,
    )


def cell_of(line: Line) -> Cell:
    """The block that a step draws and what stands after it."""
    if not line.available:
        return Cell(after=line.note or "not available", is_word=True)
    if line.verb in _CAPS and not line.fired:
        return Cell(after="not fired", is_word=True)
    if line.verb == "penalise" and not line.fired:
        return Cell(after="not fired", is_word=True)
    if line.verb == "all_of":
        tone = "bad" if line.is_binding else ""
        return Cell(after="holds" if line.fired else "does not hold", is_word=True, tone=tone)
    if line.verb == "least":
        tone = "bad" if line.is_binding else "barfill"
        return Cell(0.0, line.amount, tone, numbers.credit(line.amount))
    if line.verb in ("round", "clamp") and not line.fired:
        return Cell(after=numbers.credit(line.after))
    if line.after is None:
        return Cell(after="no value", is_word=True)
    before = 0.0 if line.before is None or line.verb == "mean" else line.before
    tone = "bad" if line.is_binding else "warn" if line.after < before - _SAME else "barfill"
    if line.verb in _CAPS and not line.is_binding and line.after == before:
        return Cell(after=line.note or "already lower", is_word=True)
    return Cell(before, line.after, tone, numbers.credit(line.after))


def line_text(line: Line, rubric: Rubric) -> str:
    """What a row says: the part's own question where a step has parts, else the step's reason."""
    if line.verb in ("weigh", "least") and line.part:
        return part_text(line.part, rubric)
    if line.verb == "all_of" and line.part:
        return sentence(line.part.replace("_", " ").strip())
    text = sentence(line.because)
    if line.amount is not None and line.verb == "cap":
        return f"{text}: at most {numbers.threshold(line.amount)}"
    if line.amount is not None and line.verb == "gate":
        return f"{text}: set to {numbers.threshold(line.amount)}"
    if line.amount is not None and line.verb == "penalise":
        return f"{text}: {numbers.threshold(line.amount)}"
    return text


def part_text(part: str, rubric: Rubric) -> str:
    """A check's question, or the reason of the step that filled a register."""
    check = rubric.check(part)
    if check is not None:
        return check.asks
    filled = [step.because for step in rubric.steps if step.into == part]
    return sentence(filled[-1]) if filled else part.strip("_").replace("_", " ")


def sentence(text: str) -> str:
    """The same with a capital letter at its start."""
    return text[:1].upper() + text[1:]


def _amount(line: Line) -> str:
    if line.verb not in ("weigh", "blend") or line.weight is None or not line.available:
        return ""
    if line.amount is None or not line.weight:
        return f"{_short(line.weight)} ×"
    return f"{_short(line.weight)} × {_short(line.amount / line.weight)}"


def _short(value: float) -> str:
    places = 2 if abs(value * 100 - round(value * 100)) < 1e-6 else 3
    return numbers.bare(numbers.fixed(value, places))


def _margin(line: Line, ledger: Ledger) -> tuple[str, bool]:
    """How far from firing, or for a part how far its check is from its threshold."""
    if line.margin is not None and line.verb != "weigh":
        return numbers.signed(line.margin), line.margin < 0
    check = ledger.check(line.part) if line.part else None
    if check is None or check.margin is None:
        return "", False
    places = 0 if float(check.margin).is_integer() and abs(check.margin) >= 1 else 3
    return numbers.signed(check.margin, places), check.margin < 0 and check.state != PASS


def _headline_row(headline: HeadlineValue, rubric: Rubric) -> LedgerRow:
    margin = ""
    if headline.value is not None and headline.pass_mark is not None:
        margin = numbers.signed(headline.value - headline.pass_mark)
    named = rubric.headline(headline.name)
    if headline.pass_mark is not None:
        word = "Passes above" if named is not None and named.strict else "Passes at"
        text = f"{word} {numbers.threshold(headline.pass_mark)}"
    else:
        text = named.asks if named is not None and named.asks else "No pass mark"
    if len(rubric.headlines) > 1:
        text = f"{headline.name.replace('_', ' ')}: {text[:1].lower()}{text[1:]}"
    return LedgerRow(
        key=f"headline/{headline.name}",
        verb="headline",
        text=text,
        amount="",
        now=headline_cell(headline),
        draft=None,
        margin=margin,
        is_short=headline.passes is False,
        is_headline=True,
        note=headline.error or headline.held_by,
    )


def headline_cell(headline: HeadlineValue) -> Cell:
    """The headline's bar with its pass mark; withheld ones show the range they lie in."""
    tick = headline.pass_mark
    if headline.error:
        return Cell(after="error", is_word=True, tick=tick)
    if headline.value is None and headline.known is not None:
        low, high = headline.known
        words = f"{numbers.credit(low)}–{numbers.credit(high)}"
        return Cell(low, high, "track", words, is_word=True, tick=tick)
    if headline.value is None:
        return Cell(after="no value", is_word=True, tick=tick)
    tone = "bad" if headline.passes is False else "barfill"
    return Cell(min(0.0, headline.value), max(0.0, headline.value), tone,
                numbers.headline(headline.value), tick=tick)  # fmt: skip


def _both(
    row: Aligned, comparison: Comparison, rubric: Rubric, changes: Mapping[str, str]
) -> LedgerRow:
    now = row.now if isinstance(row.now, Line) else None
    then = row.draft if isinstance(row.draft, Line) else None
    shown = now or then
    assert shown is not None
    made = _line_row(row.key, shown, comparison.now if now else comparison.draft, rubric)
    draft = cell_of(then) if then is not None else Cell(after="gone", is_word=True)
    if now is not None and then is not None:
        if now.fired and now.available and not then.fired and then.verb in (*_CAPS, "penalise"):
            draft = replace(draft, after="lifted")
        elif draft.tone in ("barfill", "warn") and _moves(now) != _moves(then):
            draft = replace(draft, tone="accent")
    if now is None:
        made = replace(made, now=Cell(after="new", is_word=True))
    both_quiet = made.is_quiet and (then is None or not then.fired)
    return replace(made, draft=draft, change=changes.get(row.key, ""), is_quiet=both_quiet)


def _moves(line: Line) -> float:
    """What the step itself adds, apart from where it stands."""
    base = 0.0 if line.before is None or line.verb == "mean" else line.before
    return round((line.after or 0.0) - base, 9)


def _both_headlines(row: Aligned, rubric: Rubric) -> LedgerRow:
    now, then = row.now, row.draft
    assert isinstance(now, HeadlineValue)
    assert isinstance(then, HeadlineValue)
    made = _headline_row(now, rubric)
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
        if abs(apart - reached) > _SAME:
            steps[row.key] = round(apart, 3) - shown
            shown, reached = round(apart, 3), apart
    if steps:
        # Both headlines are rounded on their own: the last step carries what that leaves.
        last = next(reversed(steps))
        steps[last] += total - shown
    return {key: numbers.signed(step) for key, step in steps.items() if abs(step) > 5e-4}
