"""Writing grade files: built purely, saved whole, never over something unread."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from reviewer.session import changes as facet
from reviewer.session.changes import Changes, changes
from reviewer.store import files, grade
from reviewer.store.files import FileError
from reviewer.store.locks import TaskLock

if TYPE_CHECKING:
    from reviewer.session.desk import Session
    from reviewer.session.state import TaskState

Choice = Literal["mine", "theirs", "keep"]


@dataclass(frozen=True, slots=True)
class Conflict:
    """The two forms of one grade file, as text to be shown side by side."""

    path: Path
    mine: str
    theirs: str


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
    """Write the grade file in the background; a conflict or a full disk is said, not fought.

    One save of a task runs at a time: a second one would take the first for a stranger's.
    """
    if state.is_saving:
        state.saves_again = True
        return
    if state.conflict is not None and not force:
        return
    document, held = document_of(state), state.grade
    if document is None or held is None:
        return
    if force:
        state.may_leave_tree = True
    entries = list(state.entries)
    may_leave = state.may_leave_tree

    def done(saved: grade.GradeFile) -> None:
        state.grade = saved
        state.written.clear()
        state.conflict, state.save_error, state.is_saving = None, "", False
        if state.entries == entries:
            state.is_edited = False
        _finish(session, state)

    def failed(error: Exception) -> None:
        state.is_saving = False
        _failed(session, state, error)
        _finish(session, state)

    state.is_saving = True
    session.jobs.submit(
        f"save:{state.task.id}",
        lambda token: _write(state, held, document, force=force, may_leave=may_leave),
        done=done,
        failed=failed,
        pool="disk",
        title=f"Saving {state.task.id}",
        is_quiet=True,
    )


def _write(
    state: TaskState,
    held: grade.GradeFile,
    document: dict[str, object],
    *,
    force: bool = False,
    may_leave: bool = False,
) -> grade.GradeFile:
    if not may_leave:
        refuse_outside(held.path, state.task.root)
    if state.unread is not None:
        raise state.unread
    if not state.task.folder.is_dir():
        # Writing would make a folder again that somebody took away.
        raise FileError(
            state.task.folder,
            "the folder of the task is gone",
            "Put it back, or save a copy of the grade elsewhere.",
        )
    saved = grade.save(held, document, force=force)
    state.written.append(saved)
    return saved


def write_locked(state: TaskState, document: dict[str, object]) -> Path | None:
    """Write the grade of a task that is on no desk; raises where it must not be written."""
    if state.grade is None:
        return None
    lock = TaskLock(state.task)
    if not lock.acquire():
        raise FileError(
            state.grade.path,
            "not written: it is being edited in a window of Reviewer",
            "Close it there first.",
        )
    try:
        _write(state, state.grade, document)
    finally:
        lock.release()
    return state.grade.path


def refuse_outside(path: Path, root: Path) -> None:
    """Raise FileError for a grade file that is a link out of the opened tree: a person is asked."""
    if not files.is_inside(path, root):
        raise FileError(
            path,
            f"it leads out of the opened folder to {os.path.realpath(path)}",
            "Save again to write there all the same, or save a copy elsewhere.",
        )


def _finish(session: Session, state: TaskState) -> None:
    session.announce(changes({facet.GRADE}, state.task.id))
    if state.saves_again:
        state.saves_again = False
        save(session, state)
    elif state is not session.current and not state.is_edited:
        session.editor.let_go(state)


def save_now(session: Session, state: TaskState) -> None:
    """Write the grade file before its task is let go of."""
    if state.is_saving:
        session.jobs.stop(f"save:{state.task.id}")
        state.is_saving = False
        state.grade = state.written[-1] if state.written else state.grade
    document = document_of(state)
    if document is None or state.grade is None or state.conflict is not None:
        return
    try:
        state.grade = _write(state, state.grade, document, may_leave=state.may_leave_tree)
        state.is_edited = False
    except (FileError, grade.ConflictError) as error:
        _failed(session, state, error)


def save_copy(state: TaskState, path: Path) -> None:
    """Save the grade document somewhere else."""
    document = document_of(state)
    if document is None:
        raise FileError(path, "there is no grade to save yet", "Wait until it is measured.")
    grade.save_copy(path, document)


def conflict_of(state: TaskState) -> Conflict | None:
    """The two forms of the grade file, where it changed on disk since it was read."""
    if state.conflict is None:
        return None
    return Conflict(
        state.conflict.path,
        state.conflict.mine.decode("utf-8", "replace"),
        state.conflict.theirs.decode("utf-8", "replace"),
    )


def settle(session: Session, choice: Choice) -> Changes:
    """Act on what the person chose between the two forms; "keep" leaves both as they are."""
    state = session.current
    if state is None or state.conflict is None:
        return changes(())
    if choice == "mine":
        state.conflict = None
        _take_added(state)
        save(session, state, force=True)
    elif choice == "theirs":
        try:
            state.grade = grade.load_grade(state.task.grade_path)
        except grade.GradeFileError as error:
            session.say(str(error), is_error=True, task=state.task.id, action="conflict")
            return changes(())
        state.conflict, state.is_edited = None, False
    return changes({facet.GRADE}, state.task.id)


def _take_added(state: TaskState) -> None:
    """Keys that others added to the file on disk survive, whoever's values are written."""
    if state.grade is None:
        return
    # What cannot be read has no keys: whether it is written over is the person's to choose.
    with suppress(grade.GradeFileError):
        state.grade = grade.joined(state.grade, grade.load_grade(state.grade.path))


def _failed(session: Session, state: TaskState, error: Exception) -> None:
    text = str(error)
    if isinstance(error, grade.ConflictError):
        _take_added(state)
        document, held = document_of(state), state.grade
        if document is not None and held is not None:
            mine = grade.encode(document, is_list=held.is_list)
            error = grade.ConflictError(error.path, mine, error.theirs)
        state.conflict = error
        action = "conflict"
    else:
        state.save_error = text
        action = "save-copy"
    session.say(text, is_error=True, task=state.task.id, action=action)
