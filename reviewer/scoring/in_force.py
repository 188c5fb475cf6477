"""Which value of an item is in force: adjudicated > unanimous > single; where people differ, none.

A ruling settles a disagreement and nothing else: of a row that takes no answers, or one on which
nobody ever differed, it counts for nothing and is kept, told and shown as such.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reviewer.model import Answer, Check, Entry, Review, Rubric, Scalar
from reviewer.model.entry import ADJUDICATE, ANSWER
from reviewer.scoring.standing import standing

ADJUDICATED = "adjudicated"
UNANIMOUS = "unanimous"
SINGLE = "single"

_SCALES = {"yes_no": (0.0, 1.0), "three": (0.0, 0.5, 1.0)}


@dataclass(frozen=True, slots=True)
class Voice:
    """One person's value for one item."""

    author: str
    value: Scalar


def fits(check: Check, value: Scalar) -> bool:
    """True when a person can give this value on the row's scale."""
    number = number_of(value)
    if number is None or not 0 <= number <= 1:
        return False
    allowed = _SCALES.get(check.scale)
    return allowed is None or number in allowed


def number_of(value: Scalar) -> float | None:
    """A finite number, or None."""
    if isinstance(value, int | float) and math.isfinite(value):
        return float(value)
    return None


def voices_of(check: Check, answers: Iterable[Answer]) -> list[Voice]:
    """The answers that count; "cannot tell" and what is stale count for nobody."""
    return [
        Voice(answer.author, answer.counted)
        for answer in answers
        if not answer.is_stale and fits(check, answer.counted)
    ]


def differ(voices: Sequence[Voice]) -> bool:
    """True where people gave more than one value."""
    return any(voice.value != voices[0].value for voice in voices[1:])


def decide(voices: Sequence[Voice], ruling: Entry | None) -> tuple[Scalar, str, str] | None:
    """(value, by, author) in force, or None when nobody spoke or people differ."""
    if ruling is not None and ruling.value is not None:
        return ruling.value, ADJUDICATED, ruling.author
    if not voices or differ(voices):
        return None
    names = ", ".join(voice.author for voice in voices)
    return voices[0].value, SINGLE if len(voices) == 1 else UNANIMOUS, names


def rulings_of(
    every: tuple[Entry, ...],
    kept: tuple[Entry, ...],
    rubric: Rubric,
    *,
    stale: frozenset[str],
) -> tuple[dict[str, Entry], tuple[Entry, ...]]:
    """The latest ruling on each item that counts, and the rulings that count for nothing."""
    counted: dict[str, Entry] = {}
    ignored: list[Entry] = []
    rulings = [entry for entry in kept if entry.type == ADJUDICATE and entry.id not in stale]
    for ruling in sorted(rulings, key=lambda entry: (entry.at, entry.id)):
        check = rubric.check(ruling.item)
        if check is None or not check.overridable or not fits(check, ruling.value):
            ignored.append(ruling)
        # Who agrees afterwards, or takes an answer back, does not undo what was settled; and what
        # settled nothing does not begin to when people differ later.
        elif _differed(check, _until(every, ruling)):
            counted[ruling.item] = ruling
        else:
            ignored.append(ruling)
    return counted, tuple(ignored)


def _until(every: tuple[Entry, ...], ruling: Entry) -> tuple[Entry, ...]:
    """What stood when the ruling was made."""
    return standing(tuple(entry for entry in every if entry.at <= ruling.at))


def _differed(check: Check, kept: Iterable[Entry]) -> bool:
    said = {
        entry.author: Voice(entry.author, entry.value)
        for entry in kept
        if entry.type == ANSWER and entry.item == check.id
    }
    return differ([voice for voice in said.values() if fits(check, voice.value)])


def may_be_settled(check: Check, review: Review) -> bool:
    """True where people differ on a row that takes answers, settled before or not."""
    return check.overridable and differ(voices_of(check, review.answers.get(check.id, ())))


def value_with(check: Check, review: Review, *, author: str, value: float | None) -> float | None:
    """The value in force were this person to answer so; None: the judge's stands.

    What is settled stays, and beside somebody who says something else nobody's answer counts; nor
    does what this person says of a pair after a blind vote.
    """
    answers = review.answers.get(check.id, ())
    voices = voices_of(check, (a for a in answers if a.author != author))
    if value is not None:
        mine = (a.first for a in answers if a.author == author and not a.is_stale)
        first = next(mine, None)
        voices.append(Voice(author, value if first is None else first))
    decided = decide(voices, review.rulings.get(check.id))
    return number_of(decided[0]) if decided is not None else None


def why_ignored(ruling: Entry, rubric: Rubric) -> str:
    """Why a ruling counts for nothing, and what to do about it."""
    check = rubric.check(ruling.item)
    if check is None:
        why = "the rubric has no such row"
    elif not check.overridable:
        why = "the row takes no answers; dispute it as measured wrong, with the right value"
    elif not fits(check, ruling.value):
        why = "its value is no answer to this row; settle it anew with one that is"
    else:
        why = "people did not differ there; answer the row instead"
    return (
        f"A settlement of {ruling.item} by {ruling.author} is in the review log and is not "
        f"counted: {why}."
    )


def notes_on(review: Review, rubric: Rubric) -> tuple[str, ...]:
    """What is to be told of rulings that count for nothing."""
    return tuple(dict.fromkeys(why_ignored(ruling, rubric) for ruling in review.ignored))
