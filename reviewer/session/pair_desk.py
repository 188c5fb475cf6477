"""Two candidates at the desk: sides instead of names, nothing told before the person's vote."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from reviewer.kinds.t2i_rows import OTHER, SECOND, SECOND_ZH
from reviewer.model import RESULT, Check, Review, Rubric, Task
from reviewer.model.counting import counted, noun
from reviewer.model.entry import ANSWER
from reviewer.model.wording import worded
from reviewer.session.judge_plan import PREFERENCE, SWAPPED
from reviewer.session.pairs import choice_of, is_pair, slot_in
from reviewer.session.panel import AnswerKey, Item
from reviewer.session.refusing import RefusedError

if TYPE_CHECKING:
    from reviewer.session.state import TaskState

CANDIDATES = (RESULT, OTHER)
# The rows on which of the two is better.
CHOICES = (PREFERENCE, SWAPPED)
# The key of each choice: the same places on the keyboard as yes, no and half.
_KEYS = {"A": "1", "B": "0", "tie": "5"}
_CANDIDATE = "Candidate {}: "
_CANDIDATE_TR = {"zh": "候选图 {}："}
_ASKS = "Which picture is better as a whole: A, B, or a tie?"
# What the two rows of the choice are called wherever they are told of.
CHOICE_NAMES = {PREFERENCE: _ASKS, SWAPPED: "The same with the sides swapped"}
_FIRST = "First picture: "
_FIRST_TR = {"zh": "第一张图："}
_ASKS_TR = {"zh": "整体上哪张图更好：A、B，还是平局？"}


def sides(state: TaskState) -> Mapping[str, str]:
    """The letter of each candidate by its role; empty where there is no pair, or not yet read."""
    if not is_pair(state.task) or not state.is_loaded or state.error:
        return {}
    slot = slot_in(state)
    return {RESULT: slot, OTHER: "B" if slot == "A" else "A"}


def candidates_of(task: Task) -> frozenset[str]:
    """The roles of the two candidates of a pair; none of any other task."""
    return frozenset(CANDIDATES) if is_pair(task) else frozenset()


def seen(state: TaskState, *roles: str) -> None:
    """Candidates were painted in full, or why they cannot be read."""
    state.unseen = state.unseen.difference(roles)


def refuse_unseen(state: TaskState, item: str) -> None:
    """Refuse an answer on a candidate that has not been on the screen yet; a choice is on both."""
    check = state.rubric.check(item) if state.rubric is not None else None
    about = CANDIDATES if item in CHOICES else check.reads if check is not None else ()
    missing = state.unseen.intersection(about)
    if missing:
        letters = sorted(sides(state).get(role, "") for role in missing)
        names = " and ".join(f"candidate {letter}" for letter in letters)
        raise RefusedError(worded("look at {names} first: not on the screen so far", names=names))


def is_open(state: TaskState, author: str) -> bool:
    """True while a pair waits for this person's vote: no name and no opinion may be told."""
    return is_pair(state.task) and awaits_vote(state.review, author)


def is_choice(check: Check | None) -> bool:
    """True for the choice between two pictures, which can be neither too strict nor generous."""
    return check is not None and check.id == PREFERENCE and len(check.reads) > 1


def awaits_vote(review: Review, author: str) -> bool:
    """True before this person first said which picture is better, or that it cannot be told.

    What was told then stays known: a vote that was taken back hides nothing again.
    """
    return not any(
        entry.type == ANSWER and entry.item == PREFERENCE and entry.author == author
        for entry in review.entries
    )


def wait_for_vote(count: int) -> str:
    """So many pairs of which nothing may be told, in words."""
    return f"{counted(count, 'pair')} {noun(count, 'waits', 'wait')} for your vote"


def was_told(state: TaskState, author: str) -> bool:
    """True once this person has been told whose pictures these are."""
    return is_pair(state.task) and not awaits_vote(state.review, author)


def require_vote(state: TaskState | None, author: str, *, why: str) -> None:
    """Refuse what would tell the names of two candidates before this person's vote."""
    if state is not None and is_open(state, author):
        raise RefusedError(worded("say first which picture is better: {why}", why=why))


def by_sides(rubric: Rubric, slot: str) -> Rubric:
    """The rubric with its questions named by side and in their order, as before the vote."""
    checks = sorted(rubric.checks, key=lambda check: _letter(check, slot) or "Z")
    return dataclasses.replace(rubric, checks=tuple(_check_by_side(each, slot) for each in checks))


def by_pictures(rubric: Rubric) -> Rubric:
    """The rubric of a pair after the vote: each question says which picture it is about."""
    checks = tuple(
        dataclasses.replace(check, asks=_FIRST + check.asks, asks_tr=_firsts(check.asks_tr))
        if check.reads == (RESULT,)
        else check
        for check in rubric.checks
    )
    return dataclasses.replace(rubric, checks=checks)


def _check_by_side(check: Check, slot: str) -> Check:
    if check.id == PREFERENCE:
        return dataclasses.replace(check, asks=_ASKS, asks_tr=_ASKS_TR)
    letter = _letter(check, slot)
    if not letter:
        return check
    asks, translations = _by_side(check.asks, check.asks_tr, letter)
    return dataclasses.replace(check, asks=asks, asks_tr=translations)


def sided(
    items: Sequence[Item], slot: str, checks: Mapping[str, Check], *, is_unvoted: bool
) -> list[Item]:
    """The items with the choice between the two first, in the letters of the sides.

    While the panes are named by side so are the questions, in the order of the sides: which of
    the two is the first picture is not told, and nobody answers for the other one.
    """
    choice = [_sided(item, slot) for item in items if item.id == PREFERENCE]
    rest = [item for item in items if item.id != PREFERENCE]
    if not is_unvoted:
        return choice + [_as_first(item, checks[item.id]) for item in rest]
    letters = {item.id: _letter(checks[item.id], slot) for item in rest}
    named = [_named(item, letters[item.id]) for item in rest]
    return choice + sorted(named, key=lambda item: letters[item.id] or "Z")


def _letter(check: Check, slot: str) -> str:
    """The side of the picture that a row reads; empty where it reads both."""
    if check.reads == (RESULT,):
        return slot
    if check.reads == (OTHER,):
        return "B" if slot == "A" else "A"
    return ""


def _as_first(item: Item, check: Check) -> Item:
    """A question about the first picture, which its key does not say, in the words for both."""
    if check.reads != (RESULT,):
        return item
    translations = _firsts(item.translations)
    return dataclasses.replace(item, asks=_FIRST + item.asks, translations=translations)


def _firsts(translations: Mapping[str, str]) -> Mapping[str, str]:
    return {name: _FIRST_TR.get(name, _FIRST) + text for name, text in translations.items()}


def _named(item: Item, letter: str) -> Item:
    if not letter:
        return item
    asks, translations = _by_side(item.asks, item.translations, letter)
    return dataclasses.replace(item, asks=asks, translations=translations, is_nameless=True)


def _by_side(
    asks: str, translations: Mapping[str, str], letter: str
) -> tuple[str, Mapping[str, str]]:
    """A question about one of the two, in every language, without which of them it is."""
    worded = {
        language: (_CANDIDATE_TR.get(language, _CANDIDATE).format(letter))
        + text.removeprefix(SECOND_ZH).removeprefix(SECOND)
        for language, text in translations.items()
    }
    return _CANDIDATE.format(letter) + asks.removeprefix(SECOND), worded


def _sided(item: Item, slot: str) -> Item:
    opinion = item.opinion
    if opinion is not None and opinion.value is not None:
        word = choice_of(opinion.value, slot) or opinion.word
        opinion = dataclasses.replace(opinion, word=word)
    return dataclasses.replace(
        item,
        asks=_ASKS,
        translations=_ASKS_TR,
        keys=sided_keys(item.keys, slot),
        opinion=opinion,
    )


def sided_keys(keys: Sequence[AnswerKey], slot: str) -> tuple[AnswerKey, ...]:
    """The answers as A, B and a tie, whichever picture stands on which side."""
    by_choice = {choice_of(key.value, slot): key for key in keys if key.value is not None}
    chosen = [
        dataclasses.replace(by_choice[choice], key=key, word=choice)
        for choice, key in _KEYS.items()
        if choice in by_choice
    ]
    return (*chosen, *(key for key in keys if key.value is None and key.key != "="))
