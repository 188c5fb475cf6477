"""The review: what is in force after everything that people said, whoever said it last."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from reviewer.model import (
    Answer,
    Entry,
    Measurements,
    Override,
    Review,
    Rubric,
    Scalar,
)
from reviewer.model.entry import ADJUDICATE, ADOPT, ANSWER, CONFIRM, DISPUTE, NOTE, STATUS
from reviewer.scoring.credit import credit
from reviewer.scoring.in_force import Voice, decide, number_of, rulings_of, voices_of
from reviewer.scoring.pairwise import PREFERENCE
from reviewer.scoring.standing import Binding, merged, standing

OPEN = "open"
REVIEWED = "reviewed"
DISPUTED = "disputed"
MEASURED_WRONG = 1


def resolve(
    entries: Iterable[Entry],
    *,
    rubric: Rubric,
    measurements: Measurements,
    digests: Mapping[str, str],
) -> Review:
    """Fold all logs of one task: adjudicated > unanimous > single, never the latest writer.

    `measurements` are those before anybody corrected one; `digests` are of the artifacts by role.
    """
    every = merged(entries)
    kept = standing(every)
    binding = Binding(rubric, digests)
    stale = _without_confirmed(kept, binding)
    answers = _answers(kept, stale, rubric)
    settled, ignored = rulings_of(every, kept, rubric, stale=stale)
    overrides, torn = _overrides(answers, settled, rubric, measurements)
    measured, torn_measured = _measured(kept, stale, rubric)
    disputed = tuple(dict.fromkeys((*torn, *torn_measured)))
    status_by = _status_by(kept)
    return Review(
        answers=answers,
        overrides=overrides,
        measured=measured,
        rulings=settled,
        ignored=ignored,
        disputes=_of(kept, DISPUTE),
        notes=_of(kept, NOTE),
        confirmed=_confirmed(kept, binding),
        adopted=_of(kept, ADOPT),
        disputed=disputed,
        stale=_stale_items(answers, kept, stale),
        status=_status(disputed, status_by),
        status_by=status_by,
        entries=every,
    )


def _of(kept: tuple[Entry, ...], type: str) -> tuple[Entry, ...]:
    return tuple(entry for entry in kept if entry.type == type)


def _without_confirmed(kept: tuple[Entry, ...], binding: Binding) -> frozenset[str]:
    """The stale entries; a later confirmation of today's bytes makes one's own current again."""
    stale = {entry.id for entry in kept if binding.is_stale(entry, entry.item)}
    for number, entry in enumerate(kept if stale else ()):
        if entry.type != CONFIRM or not entry.bound_to:
            continue
        for earlier in kept[:number]:
            is_own = earlier.author == entry.author and earlier.item in entry.items
            if is_own and not binding.is_stale(entry, earlier.item):
                stale.discard(earlier.id)
    return frozenset(stale)


def _answers(
    kept: tuple[Entry, ...], stale: frozenset[str], rubric: Rubric
) -> dict[str, tuple[Answer, ...]]:
    """Everybody's current answer by item, people in the order of their names."""
    choice = rubric.check(PREFERENCE)
    has_pair = choice is not None and len(choice.reads) > 1
    latest: dict[tuple[str, str], Entry] = {}
    for entry in _of(kept, ANSWER):
        latest[entry.item, entry.author] = entry
    found: dict[str, list[Answer]] = {}
    for (item, author), entry in sorted(latest.items()):
        found.setdefault(item, []).append(
            Answer(
                author,
                entry.value,
                entry.at,
                entry.blind,
                entry.text,
                entry.code,
                entry.id,
                entry.id in stale,
                _first_blind(kept, entry) if has_pair and item == PREFERENCE else None,
            )
        )
    return {item: tuple(answers) for item, answers in found.items()}


def _first_blind(kept: tuple[Entry, ...], now: Entry) -> Scalar:
    """The first blind vote of the same person on the same pictures as the vote of now."""
    same = (now.author, now.item, now.bound_to)
    blind = (entry for entry in _of(kept, ANSWER) if entry.blind and entry.value is not None)
    return next((e.value for e in blind if (e.author, e.item, e.bound_to) == same), None)


def _overrides(
    answers: Mapping[str, tuple[Answer, ...]],
    settled: Mapping[str, Entry],
    rubric: Rubric,
    measurements: Measurements,
) -> tuple[dict[str, Override], list[str]]:
    """The values in force, and the items on which people differ and nobody has ruled."""
    found: dict[str, Override] = {}
    torn: list[str] = []
    credits: dict[str, float | None] | None = None
    for check in rubric.checks:
        if not check.overridable:
            continue
        voices = voices_of(check, answers.get(check.id, ()))
        decided = decide(voices, settled.get(check.id))
        if decided is None:
            if voices:
                torn.append(check.id)
            continue
        value, by, author = decided
        if credits is None:
            credits = {c.id: c.credit for c in credit(rubric, measurements)}
        number, previous = number_of(value), credits[check.id]
        # Agreeing with the judge is kept as an answer; there is nothing to override.
        if number is not None and number != previous:
            found[check.id] = Override(number, previous, by, author)
    return found, torn


def _measured(
    kept: tuple[Entry, ...], stale: frozenset[str], rubric: Rubric
) -> tuple[dict[str, Scalar], list[str]]:
    """Measurements that people corrected, by the measurement's id, and the items they differ on.

    These are no answers: nobody settles them, people agree on one value.
    """
    voices: dict[str, dict[str, Voice]] = {}
    for entry in _of(kept, DISPUTE):
        if entry.code == MEASURED_WRONG and entry.value is not None and entry.id not in stale:
            voices.setdefault(entry.item, {})[entry.author] = Voice(entry.author, entry.value)
    found: dict[str, Scalar] = {}
    torn: list[str] = []
    for check in rubric.checks:
        said = list(voices.get(check.id, {}).values())
        decided = decide(said, None)
        if decided is not None:
            found[check.measure] = decided[0]
        elif said:
            torn.append(check.id)
    return found, torn


def _confirmed(kept: tuple[Entry, ...], binding: Binding) -> dict[str, tuple[str, ...]]:
    """Who confirmed each item without answering it singly."""
    found: dict[str, set[str]] = {}
    for entry in _of(kept, CONFIRM):
        for item in entry.items:
            if not binding.is_stale(entry, item):
                found.setdefault(item, set()).add(entry.author)
    return {item: tuple(sorted(authors)) for item, authors in sorted(found.items())}


def _stale_items(
    answers: Mapping[str, tuple[Answer, ...]], kept: tuple[Entry, ...], stale: frozenset[str]
) -> tuple[str, ...]:
    """Items with a current answer, ruling or correction that no longer applies."""
    current = {answer.entry for given in answers.values() for answer in given}
    items = {
        entry.item
        for entry in kept
        if entry.id in stale
        and entry.item
        and (entry.id in current or entry.type in (ADJUDICATE, DISPUTE))
    }
    return tuple(sorted(items))


def _status_by(kept: tuple[Entry, ...]) -> dict[str, str]:
    """Each person's latest status of the task."""
    said = {entry.author: str(entry.text or entry.value or OPEN) for entry in _of(kept, STATUS)}
    return dict(sorted(said.items()))


def _status(disputed: tuple[str, ...], status_by: Mapping[str, str]) -> str:
    if disputed:
        return DISPUTED
    return REVIEWED if REVIEWED in status_by.values() else OPEN
