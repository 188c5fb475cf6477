"""Writing grade files: built purely, saved whole, never over something unread."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from reviewer.session import changes as facet
from reviewer.session import folding
from reviewer.session.changes import Changes, changes
from reviewer.session.said_elsewhere import logs_key, take_in
from reviewer.store import files, grade, log
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


class LeadsOutError(FileError):
    """The grade file is a link out of the opened tree: a person is asked before it is followed."""


def save(session: Session, state: TaskState, *, is_asked: bool = False) -> None:
    """Write the grade file in the background; a conflict or a full disk is said, not fought.

    One save of a task runs at a time: a second one would take the first for a stranger's.
    `is_asked` by the person, who may have been told that the file leads out of the tree.
    """
    state.may_leave_tree |= is_asked and state.leads_out
    if state.is_saving or state.is_reading_logs:
        state.saves_again = True
        return
    if state.conflict is not None:
        return
    document, held = document_of(state), state.grade
    if document is None or held is None:
        return
    force = state.keeps_mine
    entries, may_leave = list(state.entries), state.may_leave_tree or force

    def done(saved: grade.GradeFile) -> None:
        state.grade = saved
        state.written.clear()
        state.conflict, state.save_error, state.is_saving = None, "", False
        state.keeps_mine = False
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
    """Raise LeadsOutError for a grade file that is a link out of the opened tree."""
    if not files.is_inside(path, root):
        raise LeadsOutError(
            path,
            f"it leads out of the opened folder to {os.path.realpath(path)}",
            "Save again to write there all the same, or save a copy elsewhere.",
        )


def _finish(session: Session, state: TaskState) -> None:
    session.announce(changes({facet.GRADE}, state.task.id))
    if state.saves_again:
        go_on(session, state)
    elif state is not session.current and not state.is_edited:
        session.editor.let_go(state)


def go_on(session: Session, state: TaskState) -> None:
    """Do what had to wait for the logs, or for a save that ran."""
    if state.saves_again and not state.is_saving and not state.is_reading_logs:
        state.saves_again = False
        save(session, state)


def save_now(session: Session, state: TaskState) -> None:
    """On closing: write the grade file of a task that was edited."""
    if not state.is_edited:
        return
    session.jobs.stop(logs_key(state))
    session.jobs.stop(f"save:{state.task.id}")
    try:
        _write_last(state, session.settings.author)
    except (FileError, grade.ConflictError) as error:
        _failed(session, state, error)


def put_away(session: Session, state: TaskState) -> None:
    """Let go of a task, after its grade file if it was edited; the window does not wait."""
    if not state.is_edited:
        session.editor.let_go(state)
        return
    author, task_id = session.settings.author, state.task.id

    def failed(error: Exception) -> None:
        session.say(str(error), is_error=True, task=task_id)
        session.editor.let_go(state)

    session.jobs.submit(
        f"put-away:{id(state)}",
        lambda token: _write_last(state, author),
        done=lambda _: session.editor.let_go(state),
        failed=failed,
        pool="disk",
        title=f"Saving {task_id}",
        is_quiet=True,
        is_kept=True,
    )


def _write_last(state: TaskState, author: str) -> None:
    """Write a task that nothing else touches any more, with what its logs say by now."""
    if state.is_reading_logs:
        take_in(state, log.read_all(state.task))
        folding.refold(state, author=author)
    held = state.written[-1] if state.written else state.grade
    document = document_of(state)
    is_settled = state.conflict is None or state.keeps_mine
    if document is None or held is None or not is_settled:
        return
    state.grade = _write(
        state,
        held,
        document,
        force=state.keeps_mine,
        may_leave=state.may_leave_tree or state.keeps_mine,
    )
    state.is_edited = False


def save_copy(session: Session, state: TaskState, path: Path) -> None:
    """Save the grade document somewhere else; says so, or why not."""
    document, task_id = document_of(state), state.task.id
    if document is None:
        raise FileError(path, "there is no grade to save yet", "Wait until it is measured.")
    session.jobs.submit(
        "save-copy",
        lambda token: grade.save_copy(path, document),
        done=lambda _: session.say(f"Saved a copy: {path}", task=task_id),
        failed=lambda error: session.say(str(error), is_error=True, task=task_id),
        pool="disk",
        title=f"Saving a copy of {task_id}",
        is_quiet=True,
        is_kept=True,
    )


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
    state.keeps_mine = choice == "mine"
    if choice != "keep":
        _read_theirs(session, state, _take_mine if choice == "mine" else _take_theirs)
    return changes({facet.GRADE}, state.task.id)


def _read_theirs(
    session: Session,
    state: TaskState,
    take: Callable[[Session, TaskState, grade.GradeFile | None, str], None],
) -> None:
    """Read the file as it is on the disk by now, then go on with it, or with why it cannot be."""
    path, task_id = state.task.grade_path, state.task.id

    def done(found: grade.GradeFile | None, problem: str = "") -> None:
        if state.conflict is not None:
            take(session, state, found, problem)
            session.announce(changes({facet.GRADE}, task_id))

    session.jobs.submit(
        f"settle:{task_id}",
        lambda token: grade.load_grade(path),
        done=done,
        failed=lambda error: done(None, str(error)),
        pool="disk",
        title=f"Reading {path.name}",
        is_quiet=True,
    )


def _take_mine(
    session: Session, state: TaskState, found: grade.GradeFile | None, problem: str
) -> None:
    # What cannot be read has no keys; that it is written over was the person's choice.
    state.conflict = None
    if found is not None and state.grade is not None:
        state.grade = grade.joined(state.grade, found)
    save(session, state)


def _take_theirs(
    session: Session, state: TaskState, found: grade.GradeFile | None, problem: str
) -> None:
    if found is None:
        session.say(problem, is_error=True, task=state.task.id, action="conflict")
        return
    state.grade, state.conflict, state.is_edited = found, None, False


def _take_added(state: TaskState, theirs: bytes) -> None:
    """Keys that others added to the file on disk survive, whoever's values are written."""
    if state.grade is None:
        return
    # What cannot be read has no keys: whether it is written over is the person's to choose.
    with suppress(grade.GradeFileError):
        state.grade = grade.joined(state.grade, grade.parse_grade(state.grade.path, theirs))


def _failed(session: Session, state: TaskState, error: Exception) -> None:
    text = str(error)
    if isinstance(error, grade.ConflictError):
        _take_added(state, error.theirs)
        document, held = document_of(state), state.grade
        if document is not None and held is not None:
            mine = grade.encode(document, is_list=held.is_list)
            error = grade.ConflictError(error.path, mine, error.theirs)
        state.conflict = error
        action = "conflict"
    else:
        state.save_error = text
        state.leads_out = isinstance(error, LeadsOutError)
        action = "save-copy"
    session.say(text, is_error=True, task=state.task.id, action=action)
