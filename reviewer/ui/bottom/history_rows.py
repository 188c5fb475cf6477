"""Log entries in words, oldest first, beginning with what the grader said."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from reviewer.model import Entry, HeadlineValue, Rubric, Scalar
from reviewer.model.counting import counted
from reviewer.model.entry import (
    ADJUDICATE,
    ADOPT,
    ANSWER,
    CONFIRM,
    DISPUTE,
    DISPUTE_CODES,
    NOTE,
    RETRACT,
    STATUS,
)
from reviewer.scoring.standing import merged, standing
from reviewer.scoring.whatif import Editable
from reviewer.session.judge_plan import PREFERENCE
from reviewer.session.pair_desk import CHOICE_NAMES, is_choice
from reviewer.session.pairs import SLOTS, choice_of
from reviewer.ui import numbers
from reviewer.ui.bottom.ledger_rows import names_of
from reviewer.ui.bottom.what_if_rows import editable_text


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """One line of the history; `marks` are words such as blind, taken back, stale, disputed."""

    key: str
    when: str
    who: str
    what: str
    reason: str
    marks: tuple[str, ...] = ()
    is_gone: bool = False
    item: str = ""


def history_rows(
    entries: Iterable[Entry],
    automatic: HeadlineValue | None,
    *,
    stale: Sequence[str] = (),
    disputed: Sequence[str] = (),
    ignored: Sequence[str] = (),
    names: Mapping[str, str] | None = None,
    source: str = "",
) -> tuple[HistoryRow, ...]:
    """The original grade, then every entry; what was taken back stays and says so.

    `ignored` are the ids of entries that count for nothing, and say so too.
    """
    every = merged(entries)
    kept = {entry.id for entry in standing(every)}
    by_id = {entry.id: entry for entry in every}
    rows = [_original(automatic, source)] if automatic is not None else []
    for entry in every:
        said = _what(entry, by_id, names or {})
        is_gone = entry.type != RETRACT and entry.id not in kept
        marks = ["blind"] if entry.blind else []
        if is_gone:
            marks.append("taken back")
        elif entry.id in ignored:
            marks.append("not counted")
        elif entry.item and entry.type in (ANSWER, ADJUDICATE, DISPUTE):
            marks += ["stale"] if entry.item in stale else []
            marks += ["disputed"] if entry.item in disputed else []
        reason = entry.text if entry.type != STATUS else ""
        rows.append(
            HistoryRow(entry.id, when_text(entry.at), entry.author, said, reason, tuple(marks),
                       is_gone, entry.item)
        )  # fmt: skip
    return tuple(rows)


def history_names(rubric: Rubric | None, editables: Iterable[Editable]) -> dict[str, str]:
    """What checks, items beside the grade and numbers of the rubric are called."""
    if rubric is None:
        return {}
    names = names_of(rubric)
    called = {check.id: check.asks for check in rubric.checks if check.asks}
    called |= {row.id: row.asks for row in rubric.uncovered if row.asks}
    called |= CHOICE_NAMES if is_choice(rubric.check(PREFERENCE)) else {}
    return called | {each.key: editable_text(each, names) for each in editables}


def _original(headline: HeadlineValue, source: str) -> HistoryRow:
    value = numbers.headline(headline.value)
    if headline.value is None and headline.known is not None:
        low, high = (numbers.credit(end) for end in headline.known)
        value = f"withheld, between {low} and {high}"
    verdict = "" if headline.passes is None else ", passes" if headline.passes else ", fails"
    if headline.error:
        value, verdict = "no value", ""
    words = f"Original grade {value}{verdict}"
    return HistoryRow("original", "", source or "automatic", words,
                      headline.error or headline.held_by)  # fmt: skip


def when_text(at: str) -> str:
    """A UTC time of the log in the person's own: 30 Nov 03:04."""
    try:
        moment = datetime.fromisoformat(at.replace("Z", "+00:00"))
    except ValueError:
        return at
    local = moment.astimezone()
    return f"{local.day} {local:%b %H:%M}"


def value_word(value: Scalar) -> str:
    """An answer as its key prints it."""
    if value is None:
        return "cannot tell"
    if isinstance(value, str):
        return value
    return {1.0: "yes", 0.0: "no", 0.5: "half"}.get(float(value), numbers.threshold(float(value)))


def _is_vote(entry: Entry, item: str) -> bool:
    """True for what was said of the choice between two candidates, as its name tells."""
    return entry.item in CHOICE_NAMES and item == CHOICE_NAMES[entry.item]


def _choice_word(entry: Entry, value: Scalar) -> str:
    """A vote by the side it was cast for; where none is kept, by the picture."""
    slot = entry.extra.get("challenger_slot")
    if slot in SLOTS and choice_of(value, str(slot)):
        return choice_of(value, str(slot))
    words = {1.0: "the first picture", 0.0: "the second picture", 0.5: "a tie"}
    return words.get(float(value), "") if isinstance(value, (int, float)) else value_word(value)


def _what(entry: Entry, by_id: Mapping[str, Entry], names: Mapping[str, str]) -> str:
    item = names.get(entry.item, entry.item)
    if entry.type == ANSWER:
        word = partial(_choice_word, entry) if _is_vote(entry, item) else value_word
        was = f" (was {word(entry.replaced)})" if entry.replaced is not None else ""
        return f"{word(entry.value)}{was} · {item}"
    if entry.type == CONFIRM:
        count = len(entry.items)
        agreed = f"agreed with {counted(count, 'item')}" if count else "completed"
        taken = f" after {entry.seconds:.0f} s" if entry.seconds is not None else ""
        if entry.mode != "sheet":
            return f"{agreed}{taken}"
        # A page is confirmed one claim at a time: what was seen of the task is that claim alone.
        named = [names.get(each, each) for each in entry.items]
        said = "agreed" if named else "completed"
        return f"{said} on the contact sheet{taken}" + "".join(f" · {name}" for name in named)
    if entry.type == DISPUTE:
        code = DISPUTE_CODES.get(entry.code or 0, "disputed")
        should = f", should be {value_word(entry.value)}" if entry.value is not None else ""
        return f"disputed, {code}{should} · {item}"
    if entry.type == ADOPT:
        rows = entry.extra.get("rows")
        pairs = rows.items() if isinstance(rows, Mapping) else ()
        return "adopted " + "; ".join(
            f"{names.get(str(key), key)} = {value_word_of(value)}" for key, value in pairs
        )
    if entry.type == ADJUDICATE:
        is_vote = _is_vote(entry, item)
        ruling = _choice_word(entry, entry.value) if is_vote else value_word(entry.value)
        return f"settled as {ruling} · {item}"
    if entry.type == NOTE:
        return f"note · {item}" if item else "note on the task"
    if entry.type == STATUS:
        return {"reviewed": "marked as reviewed", "open": "reopened"}.get(entry.text, entry.text)
    return _retracted(entry, by_id, names)


def value_word_of(value: object) -> str:
    """A number of the rubric as it is written there."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return numbers.threshold(float(value))
    return str(value)


def _retracted(entry: Entry, by_id: Mapping[str, Entry], names: Mapping[str, str]) -> str:
    target = by_id.get(entry.retracts)
    if target is None:
        item = names.get(entry.item, entry.item)
        return f"took the answer back · {item}" if item else "took an entry back"
    if target.type == RETRACT:
        return f"did again: {_again(target, by_id, names)}"
    return f"took back: {_what(target, by_id, names)}"


def _again(entry: Entry, by_id: Mapping[str, Entry], names: Mapping[str, str]) -> str:
    """What a retraction had taken back; chains of undo and redo end at the first entry."""
    seen: set[str] = set()
    while entry.type == RETRACT and entry.retracts in by_id and entry.id not in seen:
        seen.add(entry.id)
        entry = by_id[entry.retracts]
    return "an entry" if entry.type == RETRACT else _what(entry, by_id, names)
