"""One step or one headline of a ledger as a row: its words, its block, its margin."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from reviewer.model import Check, Credited, HeadlineValue, Ledger, Line, Rubric
from reviewer.model.ledger import PASS
from reviewer.scoring.naming import part_name, part_names, sentence, spelled
from reviewer.ui import numbers

SAME = 1e-9
_SEEN = 5e-4
CAPS = ("cap", "gate")


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


@dataclass(frozen=True, slots=True)
class Names:
    """What rows are called, looked up in one step: a rubric may have 20,000 checks."""

    rubric: Rubric
    checks: Mapping[str, Check]
    credited: Mapping[str, Credited]
    parts: Mapping[str, str]


def names_of(rubric: Rubric, ledger: Ledger | None = None) -> Names:
    """Checks by id, as they were credited, and what each part is called."""
    return Names(
        rubric,
        {check.id: check for check in rubric.checks},
        {check.id: check for check in ledger.checks} if ledger is not None else {},
        part_names(rubric, ledger.lines if ledger is not None else ()),
    )


def axis_of(ledgers: Iterable[Ledger]) -> Axis:
    """0 to 1, or wider where a headline or a step goes beyond."""
    ends = [0.0, 1.0]
    for ledger in ledgers:
        for headline in ledger.headlines:
            ends += [headline.low, headline.high]
        for line in ledger.lines:
            ends += [value for value in (line.before, line.after) if value is not None]
    return Axis(min(ends), max(ends))


def numbered_key(places: dict[str, int], line: Line, rubric: Rubric) -> str:
    """A key that tells the rows of one ledger apart."""
    key = f"{rubric.steps[line.step].id or line.step}/{line.part}"
    places[key] = places.get(key, 0) + 1
    return f"{key}#{places[key]}"


def line_row(key: str, line: Line, names: Names) -> LedgerRow:
    """One step as a row."""
    margin, is_short = _margin(line, names)
    return LedgerRow(
        key=key,
        verb=line.verb.replace("_", " "),
        text=line_text(line, names),
        amount=_amount(line),
        now=cell_of(line),
        draft=None,
        margin=margin,
        is_short=is_short,
        is_binding=line.is_binding,
        is_quiet=(line.verb not in ("weigh", "all_of") and not line.fired) or not line.available,
        check=line.part if line.part in names.checks else "",
        note=line.note,
        is_inner=names.rubric.headline(line.into) is None,
    )


def cell_of(line: Line) -> Cell:
    """The block that a step draws and what stands after it."""
    if not line.available:
        return Cell(after=line.note or "not available", is_word=True)
    if line.verb in CAPS and not line.fired:
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
    if line.verb in ("mean", "blend") and not line.fired:
        # A step whose condition does not hold: without a word its reason reads as a finding.
        return Cell(after="did not apply", is_word=True)
    if line.after is None:
        return Cell(after="no value", is_word=True)
    before = 0.0 if line.before is None or line.verb == "mean" else line.before
    tone = "bad" if line.is_binding else "warn" if line.after < before - SAME else "barfill"
    if line.verb in CAPS and not line.is_binding and line.after == before:
        return Cell(after=line.note or "already lower", is_word=True)
    return Cell(before, line.after, tone, numbers.credit(line.after))


def line_text(line: Line, names: Names) -> str:
    """What a row says: the part's own question where a step has parts, else the step's reason."""
    if line.verb in ("weigh", "least") and line.part:
        return part_name(line.part, names.parts)
    if line.verb == "all_of" and line.part:
        return sentence(spelled(line.part, names.parts))
    text = sentence(line.because)
    if line.amount is not None and line.verb == "cap":
        return f"{text}: at most {numbers.threshold(line.amount)}"
    if line.amount is not None and line.verb == "gate":
        return f"{text}: set to {numbers.threshold(line.amount)}"
    if line.amount is not None and line.verb == "penalise":
        return f"{text}: {numbers.threshold(line.amount)}"
    return text


def _amount(line: Line) -> str:
    if line.verb not in ("weigh", "blend") or line.weight is None or not line.available:
        return ""
    if line.amount is None or not line.weight:
        return f"{_short(line.weight)} ×"
    return f"{_short(line.weight)} × {_short(line.amount / line.weight)}"


def _short(value: float) -> str:
    places = 2 if abs(value * 100 - round(value * 100)) < 1e-6 else 3
    return numbers.bare(numbers.fixed(value, places))


def _margin(line: Line, names: Names) -> tuple[str, bool]:
    """How far from firing, or for a part how far its check is from its threshold.

    A condition that must hold is meant to fire: inside of it is what lies to spare.
    """
    if line.verb == "all_of" and line.margin is not None:
        return _written(-line.margin), not line.fired
    if line.margin is not None and line.verb != "weigh":
        return _written(line.margin), line.margin < 0
    check = names.credited.get(line.part)
    if check is None or check.margin is None:
        return "", False
    return _written(check.margin), check.margin < 0 and check.state != PASS


def _written(margin: float) -> str:
    return numbers.margin(margin, numbers.AT_THRESHOLD_SHORT)


def headline_row(headline: HeadlineValue, rubric: Rubric) -> LedgerRow:
    """A headline as a row: where it is and where it passes."""
    margin = ""
    if headline.value is not None and headline.pass_mark is not None:
        margin = _written(headline.value - headline.pass_mark)
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
