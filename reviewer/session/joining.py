"""The grade as it stands here, joined with what others left of it on the disk."""

from __future__ import annotations

import dataclasses
from contextlib import suppress
from typing import TYPE_CHECKING

from reviewer.session import folding
from reviewer.store import files, grade

if TYPE_CHECKING:
    from collections.abc import Mapping

    from reviewer.session.state import TaskState


def document_of(state: TaskState) -> dict[str, object] | None:
    """The grade document of a task as it stands, or None while it has no grade."""
    if state.ledger is None or state.rubric is None or state.grade is None:
        return None
    return grade.build(
        state.grade.grader,
        task=state.task,
        rubric=state.rubric,
        measurements=state.measurements,
        ledger=state.ledger,
        review=state.review,
        digests=_bound_to(state.digests, state.grade.source_digest),
        graded_from=state.grade.graded_from,
    )


def _bound_to(digests: Mapping[str, str], source: str | None) -> Mapping[str, str]:
    """What the file is made of: its artifacts, and a score file that is none of them.

    By it a value that somebody changed in the grade file by hand is told from an old one.
    """
    if source is None or source in digests.values():
        return digests
    return {**digests, folding.SCORE_FILE: source}


def take_same(state: TaskState, found: grade.GradeFile, author: str) -> bool:
    """Count a grade file as read that differs only in what reviews added; False for any other."""
    if state.grade is None or not grade.says_the_same(state.grade, found):
        return False
    state.grade = dataclasses.replace(state.grade, digest=found.digest, document=found.document)
    if keep_judged(state, found):
        folding.refold(state, author=author)
    return True


def keep_judged(state: TaskState, found: grade.GradeFile) -> bool:
    """Answers of a judge that another window asked; True where there are any."""
    if state.rubric is None:
        return False
    asked = folding.judged_before(found.document, rubric=state.rubric, digests=state.digests)
    own = {name for name, kept in state.judged.items() if kept.facts.get("asked_here")}
    more = {name: answer for name, answer in asked.items() if name not in own}
    state.judged.update(more)
    return bool(more)


def take_same_bytes(state: TaskState, theirs: bytes | None, author: str) -> bool:
    """The same of a file as it was found; what cannot be read is another."""
    if theirs is None:
        return False
    try:
        found = grade.parse_grade(state.task.grade_path, theirs)
    except grade.GradeFileError:
        return False
    return take_same(state, found, author)


def take_added(state: TaskState, theirs: bytes | None) -> None:
    """Keys that others added to the file on disk survive, whoever's values are written.

    That form of the file then counts as read. What cannot be read has no keys: that it is written
    over is the person's to choose.
    """
    if state.grade is None:
        return
    digest = files.digest(theirs) if theirs is not None else None
    state.grade = dataclasses.replace(state.grade, digest=digest)
    with suppress(grade.GradeFileError):
        if theirs is not None:
            found = grade.parse_grade(state.grade.path, theirs)
            state.grade = grade.joined(state.grade, found)
            keep_judged(state, found)


def conflict_with(state: TaskState, theirs: bytes | None) -> grade.ConflictError | None:
    """The two forms as they stand: mine with all that others added, and theirs."""
    take_added(state, theirs)
    document, held = document_of(state), state.grade
    if document is None or held is None:
        return None
    return grade.ConflictError(held.path, grade.encode(document, is_list=held.is_list), theirs)
