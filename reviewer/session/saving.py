"""Writing grade files: built purely, saved whole, never over something unread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reviewer.session import changes as facet
from reviewer.session.changes import changes
from reviewer.store import grade
from reviewer.store.files import FileError

if TYPE_CHECKING:
    from pathlib import Path

    from reviewer.session.desk import Session
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
        digests=state.digests,
        graded_from=state.grade.graded_from,
    )


def save(session: Session, state: TaskState, *, force: bool = False) -> None:
    """Write the grade file in the background; a conflict or a full disk is said, not fought."""
    document = document_of(state)
    held = state.grade
    if document is None or held is None:
        return
    number = len(state.entries)

    def done(saved: grade.GradeFile) -> None:
        state.grade = saved
        state.conflict = state.save_error = ""
        if len(state.entries) == number:
            state.is_edited = False
        session.announce(changes({facet.GRADE}, state.task.id))

    session.jobs.submit(
        f"save:{state.task.id}",
        lambda token: grade.save(held, document, force=force),
        done=done,
        failed=lambda error: _failed(session, state, error),
        title=f"Saving {state.task.id}",
        is_quiet=True,
    )


def save_now(session: Session, state: TaskState) -> None:
    """Write the grade file before the program ends."""
    document = document_of(state)
    if document is None or state.grade is None:
        return
    try:
        state.grade = grade.save(state.grade, document)
        state.is_edited = False
    except (FileError, grade.ConflictError) as error:
        _failed(session, state, error)


def save_copy(state: TaskState, path: Path) -> None:
    """Save the grade document somewhere else."""
    document = document_of(state)
    if document is None:
        raise FileError(path, "there is no grade to save yet", "Wait until it is measured.")
    grade.save_copy(path, document)


def _failed(session: Session, state: TaskState, error: Exception) -> None:
    text = str(error)
    if isinstance(error, grade.ConflictError):
        state.conflict = text
        action = "conflict"
    else:
        state.save_error = text
        action = "save-copy"
    session.say(text, is_error=True, task=state.task.id, action=action)
    session.announce(changes({facet.GRADE}, state.task.id))
