"""The rows of the right panel: what needs the person, what failed or is near, what passed.

Blind mode hides here, so that no pane can leak what the judge said.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from reviewer.model import Answer, Check, Credited, Entry, Ledger, Measurement, Review, Rubric
from reviewer.model.ledger import FAIL, NOT_JUDGED, PARTIAL, PASS
from reviewer.model.measurement import JUDGE
from reviewer.scoring import whatif

SCALES: dict[str, tuple[tuple[str, str, float | None], ...]] = {
    "yes_no": (("1", "yes", 1.0), ("0", "no", 0.0), ("-", "can't tell", None)),
    "three": (
        ("1", "yes", 1.0),
        ("0", "no", 0.0),
        ("5", "half", 0.5),
        ("-", "can't tell", None),
    ),
    "unit": (
        ("1", "full", 1.0),
        ("0", "none", 0.0),
        ("5", "half", 0.5),
        ("=", "number", None),
        ("-", "can't tell", None),
    ),
}


@dataclass(frozen=True, slots=True)
class AnswerKey:
    """One answer a person can give: its key, its word and the headline it would give."""

    key: str
    word: str
    value: float | None
    headline: float | None = None
    passes: bool | None = None
    consequence: str = ""
    would_turn: bool = False
    is_given: bool = False


@dataclass(frozen=True, slots=True)
class Opinion:
    """What the judge (or code) said of an item, and why."""

    source: str
    state: str
    word: str
    value: float | None
    model: str = ""
    reason: str = ""
    raw: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """One question that needs this person."""

    id: str
    asks: str
    translations: Mapping[str, str]
    translated_by: str
    scale: str
    keys: tuple[AnswerKey, ...]
    opinion: Opinion | None
    is_hidden: bool
    mine: Answer | None
    others: tuple[Answer, ...]
    is_answered: bool
    is_disputed: bool
    is_stale: bool
    disputes: tuple[Entry, ...]
    outcome: str = ""
    is_uncovered: bool = False


@dataclass(frozen=True, slots=True)
class CheckRow:
    """One check as its row shows it; bar positions are in the measurement's own unit."""

    id: str
    asks: str
    translations: Mapping[str, str]
    state: str
    word: str
    value: float | str | None
    unit: str
    threshold: float | None
    threshold_text: str
    margin: float | None
    credit: float | None
    is_near: bool
    is_overridden: bool
    reason: str
    bucket: str
    disputes: tuple[Entry, ...] = ()
    is_stale: bool = False


@dataclass(frozen=True, slots=True)
class Rows:
    """The right panel, sorted."""

    needs: tuple[Item, ...]
    failed: tuple[CheckRow, ...]
    passed: tuple[CheckRow, ...]
    unanswered: int
    is_hidden: bool

    def item(self, item_id: str) -> Item | None:
        """The item with this id, or None."""
        return next((item for item in self.needs if item.id == item_id), None)


def rows(
    rubric: Rubric,
    measurements: Mapping[str, Measurement],
    ledger: Ledger,
    review: Review,
    *,
    author: str,
    is_blind: bool,
) -> Rows:
    """All rows of one task for one person."""
    answered = {
        item for item, answers in review.answers.items() if any(a.author == author for a in answers)
    }
    asked = [check for check in rubric.checks if check.overridable]
    open_items = [
        check.id for check in asked if check.id not in answered and ledger.check(check.id)
    ] + [row.id for row in rubric.uncovered if row.id not in answered and not row.measure]
    hidden = is_blind and bool(open_items)
    items: list[Item] = []
    for check in asked:
        credited = ledger.check(check.id)
        if credited is None:
            continue
        ahead = (
            {} if hidden else whatif.at_answers(measurements, rubric, review.overrides, check.id)
        )
        items.append(
            _item(check, credited, review, ahead, author=author, ledger=ledger, hidden=hidden)
        )
    items += [_uncovered_item(row, measurements, review, author) for row in rubric.uncovered]
    checks = [
        _check_row(rubric, credited, review)
        for credited in ledger.checks
        if (check := rubric.check(credited.id)) and not check.overridable
    ]
    failed = [row for row in checks if row.state != PASS or row.is_near or row.disputes]
    passed = [row for row in checks if row not in failed]
    return Rows(
        needs=tuple(items),
        failed=tuple(failed),
        passed=tuple(passed),
        unanswered=len(open_items),
        is_hidden=hidden,
    )


def _item(
    check: Check,
    credited: Credited,
    review: Review,
    ahead: Mapping[float | None, object],
    *,
    author: str,
    ledger: Ledger,
    hidden: bool,
) -> Item:
    answers = review.answers.get(check.id, ())
    mine = next((a for a in answers if a.author == author), None)
    now = ledger.headline
    keys = tuple(
        _answer_key(spec, ahead.get(spec[2]), now_passes=now.passes if now else None, mine=mine)
        for spec in SCALES.get(check.scale or "yes_no", SCALES["yes_no"])
    )
    return Item(
        id=check.id,
        asks=check.asks,
        translations=check.asks_tr,
        translated_by=check.translated_by,
        scale=check.scale or "yes_no",
        keys=keys,
        opinion=None if hidden else _opinion(credited),
        is_hidden=hidden,
        mine=mine,
        others=() if hidden else tuple(a for a in answers if a.author != author),
        is_answered=mine is not None,
        is_disputed=check.id in review.disputed,
        is_stale=check.id in review.stale,
        disputes=tuple(entry for entry in review.disputes if entry.item == check.id),
        outcome="" if hidden else _outcome(credited),
    )


def _uncovered_item(
    row: object, measurements: Mapping[str, Measurement], review: Review, author: str
) -> Item:
    from reviewer.model import Uncovered

    assert isinstance(row, Uncovered)
    answers = review.answers.get(row.id, ())
    mine = next((a for a in answers if a.author == author), None)
    found = measurements.get(row.measure) if row.measure else None
    opinion = None
    if found is not None:
        word = str(found.value) if found.is_measured else found.reason or found.error
        opinion = Opinion(
            source=found.source,
            state=PASS if found.value is True else FAIL if found.value is False else NOT_JUDGED,
            word={"True": "yes", "False": "no"}.get(word, word),
            value=None,
            reason="; ".join(found.notes),
        )
    keys = tuple(
        AnswerKey(key, word, value, consequence="beside the grade", is_given=_is_given(mine, value))
        for key, word, value in SCALES["yes_no"]
    )
    return Item(
        id=row.id,
        asks=row.asks,
        translations=row.asks_tr,
        translated_by="",
        scale="yes_no",
        keys=keys,
        opinion=opinion,
        is_hidden=False,
        mine=mine,
        others=tuple(a for a in answers if a.author != author),
        is_answered=mine is not None,
        is_disputed=False,
        is_stale=row.id in review.stale,
        disputes=tuple(entry for entry in review.disputes if entry.item == row.id),
        outcome="not graded by code",
        is_uncovered=True,
    )


def _is_given(mine: Answer | None, value: float | None) -> bool:
    return mine is not None and mine.value == value


def _answer_key(
    spec: tuple[str, str, float | None],
    ahead: object,
    *,
    now_passes: bool | None,
    mine: Answer | None,
) -> AnswerKey:
    key, word, value = spec
    if not isinstance(ahead, whatif.Outcome) or key == "=":
        return AnswerKey(key, word, value, is_given=key != "=" and _is_given(mine, value))
    return AnswerKey(
        key,
        word,
        value,
        headline=ahead.headline,
        passes=ahead.passes,
        consequence=ahead.text,
        would_turn=bool(ahead.passes) and not now_passes,
        is_given=_is_given(mine, value),
    )


def _opinion(credited: Credited) -> Opinion:
    found = credited.measurement
    said = credited.previous if credited.is_overridden else credited.credit
    state = credited.state if not credited.is_overridden else _state_of(said)
    if credited.is_overridden and (found is None or not found.is_measured):
        state = NOT_JUDGED
    return Opinion(
        source=found.source if found else JUDGE,
        state=state,
        word=word_for(state, said),
        value=said,
        model=found.model if found else "",
        reason=(
            found.reason or "; ".join(found.notes) or credited.reason if found else credited.reason
        ),
        raw=found.raw if found else "",
    )


def _state_of(credit: float | None) -> str:
    if credit is None:
        return NOT_JUDGED
    return PASS if credit >= 1 else FAIL if credit <= 0 else PARTIAL


def word_for(state: str, value: float | None) -> str:
    """The short word a person reads for an opinion."""
    if state == PASS:
        return "yes"
    if state == FAIL:
        return "no"
    if state == PARTIAL:
        return "half" if value == 0.5 else f"{value:.3f}".lstrip("0") if value else "partly"
    return state


def _outcome(credited: Credited) -> str:
    if credited.state == NOT_JUDGED:
        return credited.reason or "left out of the mean"
    return ""


def _check_row(rubric: Rubric, credited: Credited, review: Review) -> CheckRow:
    check = rubric.check(credited.id)
    assert check is not None
    found = credited.measurement
    value = found.value if found and found.is_measured else None
    return CheckRow(
        id=check.id,
        asks=check.asks,
        translations=check.asks_tr,
        state=credited.state,
        word=_state_word(credited),
        value=value,
        unit=check.unit or (found.unit if found else ""),
        threshold=credited.threshold,
        threshold_text=credited.threshold_text,
        margin=credited.margin,
        credit=credited.credit,
        is_near=credited.is_near,
        is_overridden=credited.is_overridden,
        reason=credited.reason,
        bucket=check.bucket,
        disputes=tuple(entry for entry in review.disputes if entry.item == check.id),
        is_stale=check.id in review.stale,
    )


def _state_word(credited: Credited) -> str:
    words = {PASS: "passes", FAIL: "fails"}
    word = words.get(credited.state, credited.state)
    if credited.state == PARTIAL and credited.credit is not None:
        word = "partial ½" if credited.credit == 0.5 else f"partial {credited.credit:.3f}"
    if credited.is_near and credited.state in (PASS, FAIL):
        word += ", near"
    if credited.is_overridden:
        word += ", overridden"
    return word
