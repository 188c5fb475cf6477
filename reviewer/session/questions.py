"""The items that need the person: judge items of the rubric, and what no code grades."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from reviewer.model import (
    Answer,
    Check,
    Credited,
    Entry,
    Ledger,
    Measurement,
    Review,
    Rubric,
    Uncovered,
)
from reviewer.model.counting import true_minus
from reviewer.model.ledger import FAIL, NOT_JUDGED, NOT_MEASURED, PARTIAL, PASS, why_not
from reviewer.model.measurement import CODE, FILE, JUDGE, PERSON
from reviewer.scoring.bounds import number_text, value_text
from reviewer.scoring.in_force import may_be_settled
from reviewer.session.panel import AnswerKey, Item, Opinion, Outcomes

SKIPPED = "skipped"
_WHY_SKIPPED = "its parent failed"

SCALES: dict[str, tuple[tuple[str, str, float | None], ...]] = {
    "yes_no": (("1", "yes", 1.0), ("0", "no", 0.0), ("-", "can’t tell", None)),
    "three": (
        ("1", "yes", 1.0),
        ("0", "no", 0.0),
        ("5", "half", 0.5),
        ("-", "can’t tell", None),
    ),
    "unit": (
        ("1", "full", 1.0),
        ("0", "none", 0.0),
        ("5", "half", 0.5),
        ("=", "value", None),
        ("-", "can’t tell", None),
    ),
}


def judge_item(
    check: Check,
    credited: Credited,
    review: Review,
    *,
    author: str,
    is_hidden: bool,
    before: str = "",
) -> Item:
    """An item of the rubric; while it is hidden it carries nothing that anybody else said.

    `before` is what code had found of a value that a person corrected, in the row's words.
    """
    answers = review.answers.get(check.id, ())
    mine = answer_of(answers, author)
    scale = check.scale if check.scale in SCALES else "yes_no"
    return Item(
        id=check.id,
        asks=check.asks,
        translations=check.asks_tr,
        translated_by=check.translated_by,
        scale=scale,
        keys=answer_keys(scale, mine, {}, now_passes=None),
        opinion=None if is_hidden else _opinion(credited, scale, before),
        is_hidden=is_hidden,
        is_by_code=credited.measurement is not None and credited.measurement.source == CODE,
        mine=mine,
        others=() if is_hidden else _others(answers, author),
        is_answered=mine is not None,
        is_confirmed=author in review.confirmed.get(check.id, ()),
        is_disputed=check.id in review.disputed and not is_hidden,
        may_settle=not is_hidden and may_be_settled(check, review),
        is_stale=check.id in review.stale,
        disputes=disputes_of(review, check.id, author=author, is_hidden=is_hidden),
        outcome="" if is_hidden else _outcome(credited),
    )


def uncovered_item(
    row: Uncovered,
    measurements: Mapping[str, Measurement],
    review: Review,
    *,
    author: str,
    is_blind: bool,
) -> Item:
    """A requirement that no code grades: asked beside the grade."""
    answers = review.answers.get(row.id, ())
    mine = answer_of(answers, author)
    is_hidden = is_blind and mine is None
    found = measurements.get(row.measure) if row.measure else None
    return Item(
        id=row.id,
        asks=row.asks,
        translations=row.asks_tr,
        translated_by="",
        scale="yes_no",
        keys=answer_keys("yes_no", mine, {}, now_passes=None),
        opinion=None if is_hidden or found is None else _finding(found),
        is_hidden=is_hidden,
        mine=mine,
        others=() if is_hidden else _others(answers, author),
        is_answered=mine is not None,
        is_disputed=row.id in review.disputed and not is_hidden,
        is_stale=row.id in review.stale,
        disputes=disputes_of(review, row.id, author=author, is_hidden=is_hidden),
        outcome="beside the grade",
        is_uncovered=True,
    )


def answer_keys(
    scale: str, mine: Answer | None, ahead: Outcomes, *, now_passes: bool | None
) -> tuple[AnswerKey, ...]:
    """The answers of a scale; `ahead` is empty where the headline at each is not known."""
    specs = SCALES[scale]
    values = [value for key, _, value in specs if key not in ("=", "-")]
    return tuple(_key(spec, mine, ahead, values, now_passes) for spec in specs)


def _key(
    spec: tuple[str, str, float | None],
    mine: Answer | None,
    ahead: Outcomes,
    values: Sequence[float | None],
    now_passes: bool | None,
) -> AnswerKey:
    key, word, value = spec
    is_given = mine is not None and mine.value == value and key != "="
    if key == "=":
        is_given = mine is not None and mine.value is not None and mine.value not in values
    outcome = ahead.get(value) if key != "=" else None
    if outcome is None:
        return AnswerKey(key, word, value, is_given=is_given)
    return AnswerKey(
        key,
        word,
        value,
        headline=outcome.headline,
        passes=outcome.passes,
        consequence=outcome.text,
        would_turn=bool(outcome.passes) and not now_passes,
        is_given=is_given,
        held_by=outcome.held_by,
        known=outcome.known,
        is_known=True,
        changes_others=outcome.changes_others,
        others=outcome.others,
    )


def answer_of(answers: Sequence[Answer], author: str) -> Answer | None:
    """One person's answer among those to an item."""
    return next((answer for answer in answers if answer.author == author), None)


def unanswered(rubric: Rubric, ledger: Ledger, review: Review, *, author: str) -> list[str]:
    """The items of the grade that a person has not answered."""
    credited = {each.id for each in ledger.checks}
    return [
        check.id
        for check in rubric.checks
        if check.overridable
        and check.id in credited
        and answer_of(review.answers.get(check.id, ()), author) is None
    ]


def passes_now(ledger: Ledger) -> bool | None:
    """Whether the first headline passes as it stands."""
    return ledger.headline.passes if ledger.headline else None


def disputes_of(review: Review, row: str, *, author: str, is_hidden: bool) -> tuple[Entry, ...]:
    """The disputes of a row; of a hidden one only the person's own."""
    return tuple(
        entry
        for entry in review.disputes
        if entry.item == row and (not is_hidden or entry.author == author)
    )


def _others(answers: Sequence[Answer], author: str) -> tuple[Answer, ...]:
    return tuple(answer for answer in answers if answer.author != author)


def _finding(found: Measurement) -> Opinion:
    """What code found of a requirement that it does not grade."""
    # A number that sums up many places says whether all of them hold beside it.
    holds = found.facts.get("holds", found.value)
    state = {True: PASS, False: FAIL}.get(holds) if isinstance(holds, bool) else None
    word = value_text(found.value) if found.is_measured else NOT_MEASURED
    return Opinion(
        source=found.source,
        state=state or (PARTIAL if found.is_measured else NOT_MEASURED),
        word=f"{word} {found.unit}".strip() if found.is_measured else word,
        value=None,
        model=found.model,
        reason="; ".join(found.notes) or found.reason or found.error,
        raw=found.raw,
        detail="found, not graded" if found.is_measured else "",
    )


def _opinion(credited: Credited, scale: str, before: str) -> Opinion:
    if credited.is_skipped:
        return _skipped(credited.measurement, scale)
    found = credited.measurement
    said = credited.previous if credited.is_overridden else credited.credit
    state = _state_of(said) if credited.is_overridden else credited.state
    if credited.is_overridden and (found is None or not found.is_measured):
        state = NOT_JUDGED
    if found is None:
        word = word_for(state, said, scale=scale)
        return Opinion(JUDGE, state, word, said, reason=_why(credited))
    return Opinion(
        source=found.source,
        state=state,
        word=word_for(state, said, scale=scale),
        value=said,
        model=found.model,
        # What was said of a row whose parent is not known is no reason why it has no credit.
        reason=before
        if before
        else _why(credited)
        if found.is_measured and credited.credit is None
        else why_not(found.reason) or "; ".join(found.notes) or found.error or _why(credited),
        raw=found.raw,
        detail=_detail(found, credited, scale),
    )


def said_before(found: Measurement, credit: float | None, *, scale: str) -> str:
    """What code had found: `code had found yes, measured .004`."""
    word = word_for(_state_of(credit), credit, scale=scale)
    return f"code had found {word}{'' if scale == 'unit' else _measured(found)}"


def _measured(found: Measurement) -> str:
    """`, measured .098`; empty for what is no number, or none that can be written."""
    number = found.value
    if isinstance(number, bool) or not isinstance(number, (int, float)):
        return ""
    if not math.isfinite(number):
        return ""
    return f", measured {_number(number, found.unit)}"


def _number(number: float, unit: str) -> str:
    is_plain = number == int(number) or abs(number) < 0.0005
    shown = number_text(number) if is_plain else f"{number:.3f}"
    return f"{true_minus(shown).removeprefix('0') or shown} {unit}".strip()


def _skipped(found: Measurement | None, scale: str) -> Opinion:
    """A question below one that failed: it counts as failed, whatever was said of it."""
    reason, raw = _WHY_SKIPPED, ""
    if found is not None and found.is_measured and isinstance(found.value, (int, float)):
        said = float(found.value)
        who = "the judge" if found.source == JUDGE else found.source
        reason += f"; {who} had said {word_for(_state_of(said), said, scale=scale)}"
        raw = found.raw
    return Opinion(CODE, SKIPPED, SKIPPED, None, reason=reason, raw=raw)


def _why(credited: Credited) -> str:
    """The reason of the credit itself; an override's is the person's, not the judge's."""
    return "" if credited.is_overridden else credited.reason


def _detail(found: Measurement, credited: Credited, scale: str) -> str:
    if found.source == JUDGE:
        # The notes of a judge that gave a reason say how it voted.
        return "; ".join(found.notes) if found.reason and found.is_measured else ""
    if found.source == FILE:
        return "as the file says"
    if found.source == PERSON:
        return "corrected"
    said = [f"{name.replace('_', ' ')} {value}" for name, value in found.params.items()]
    number = "" if scale == "unit" else _measured(found).removeprefix(", ")
    limit = credited.threshold
    # Where another rule decided, the number's own limit would seem to contradict the answer.
    is_decided = credited.margin is not None and (credited.margin >= 0) is (credited.state == PASS)
    if number and limit is not None and is_decided:
        number += f", limit {_number(limit, found.unit)}"
    return ", ".join((number or "measured", *said))


def _state_of(credit: float | None) -> str:
    if credit is None:
        return NOT_JUDGED
    return PASS if credit >= 1 else FAIL if credit <= 0 else PARTIAL


def word_for(state: str, value: float | None, *, scale: str = "") -> str:
    """The short word a person reads for an opinion; on a scale of numbers the number."""
    if scale == "unit" and value is not None:
        return f"{value:.3f}".removeprefix("0")
    if state == PASS:
        return "yes"
    if state == FAIL:
        return "no"
    if state == PARTIAL:
        return "half" if value == 0.5 else f"{value:.3f}".lstrip("0") if value else "partly"
    return state


def _outcome(credited: Credited) -> str:
    return "left out of the mean" if credited.state == NOT_JUDGED else ""
