"""The sanity flag that a row of the list says in a word: its grade must not look plain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reviewer.kinds.t2i_rows import NO_BACKEND, unseen
from reviewer.model import Flag

if TYPE_CHECKING:
    from reviewer.session.state import TaskState
from reviewer.session.veiling import ANSWERING_FLAGS

# The strongest first. A task that cannot be judged comes before a result that should not pass.
_WORDS: dict[str, str] = {
    "no-result": "no result",
    "unreadable": "unreadable",
    "undecodable": "unreadable",
    "no-solution": "no solution",
    "broken-task": "broken task",
    "grader-error": "grader failed",
    "blank": "blank",
    "no-op": "no-op",
    "wrong-direction": "wrong direction",
    "closer-to-initial": "near initial",
    "copied": "is golden",
    "replay": "seen before",
    "same-picture": "look alike",
    "fake-signal": "fake?",
    "nan": "NaN",
    "too-small": "too small",
    "no-path": "no path",
    "one-frame": "one frame",
    "still": "stands still",
    "cut-below-threshold": "cuts a wall",
    "grid-mismatch": "other grid",
}
# What the judge's file says of the work, beside what it says of the judge.
_JUDGES = frozenset({"fake-signal", "grader-notes"})
_TELLING = _JUDGES | ANSWERING_FLAGS
_PLACES = {flag: place for place, flag in enumerate(_WORDS)}


def flags_of(state: TaskState) -> tuple[Flag, ...]:
    """The flags of a task; facts that a vision model has answered since are looked for."""
    measured = state.measured
    if measured is None:
        return ()
    known = state.measurements
    left = [
        found
        for found in measured.measurements
        if not (found.id in known and known[found.id].is_measured)
    ]
    return tuple(
        unseen(each for each in left if each.error in flag.detail)
        if flag.id == NO_BACKEND and flag.is_raised
        else flag
        for flag in measured.flags
    )


def is_judges(flag_id: str) -> bool:
    """True for a flag that tells what the judge or code said: in blind mode it is not shown."""
    return flag_id.startswith("judge") or flag_id in _TELLING


def without_judge(word: str) -> str:
    """The word of a row's alarm, unless it tells what the judge or code said."""
    return "" if word in {_WORDS.get(name) for name in _TELLING} else word


def alarm(flags: Sequence[Flag]) -> str:
    """The word of the strongest raised flag, or nothing when none is strong.

    What a judge did is never among them: in blind mode the list must not tell.
    """
    strong = [
        flag
        for flag in flags
        if flag.is_raised
        and (flag.id in _WORDS or flag.severity == "bad")
        and not flag.id.startswith("judge")
    ]
    if not strong:
        return ""
    first = min(strong, key=lambda flag: _PLACES.get(flag.id, len(_PLACES)))
    return _WORDS.get(first.id, first.text)
