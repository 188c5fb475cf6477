"""Writing grade files: built purely, saved whole, never over something unread."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from reviewer.model.wording import worded
from reviewer.session import changes as facet
from reviewer.session import folding
from reviewer.session.changes import changes
from reviewer.session.disk_jobs import on_disk
from reviewer.session.freshness import OtherFilesError, require_same
from reviewer.session.joining import conflict_with, document_of, take_same_bytes
from reviewer.session.said_elsewhere import LogsRead, logs_key, read_logs, take_in, tell_of
from reviewer.store import files, grade, log
from reviewer.store.files import FileError
from reviewer.store.locks import TaskLock

if TYPE_CHECKING:
    from collections.abc import Callable

    from reviewer.session.desk import Session
    from reviewer.session.state import TaskState
Step = TypeVar("Step")


class LeadsOutError(FileError):
    """The grade file is a link out of the opened tree: a person is asked before it is followed."""


def save(session: Session, state: TaskState, *, is_asked: bool = False) -> None:
    """Write the grade file in the background; a conflict or a full disk is said, not fought.

    One save of a task runs at a time: a second one would take the first for a stranger's. Each
    begins with what everybody's logs say by now, since the file says what all of them come to.
    `is_asked` by the person, who may have been told that the file leads out of the tree.
    """
    state.may_leave_tree |= is_asked and state.leads_out
    if state.is_saving or state.is_reading_logs:
        state.saves_again = True
        return
    if state.conflict is not None or document_of(state) is None:
        return
    state.is_saving = True
    task = state.task

    def done(found: LogsRead) -> None:
        take_said(session, state, found)
        _write_beside(session, state, found)

    _submit(session, state, before_key(state), lambda: read_logs(task), done)


def take_said(session: Session, state: TaskState, found: LogsRead) -> None:
    """Take in what logs say by now, and say so where it is news."""
    news = take_in(state, found.read)
    if news:
        session.grading.refold(state)
        # While a task is still being read all of it is new, and most of it one's own.
        if state.is_loaded:
            tell_of(session, state, news)
        session.announce(changes({facet.REVIEW, facet.GRADE, facet.TASKS}, state.task.id))


def _write_beside(session: Session, state: TaskState, found: LogsRead) -> None:
    document, held = document_of(state), state.grade
    if document is None or held is None:
        state.is_saving = False
        return
    entries, may_leave, task = list(state.entries), state.may_leave_tree, state.task

    def done(made: tuple[grade.GradeFile, bool]) -> None:
        state.grade, has_grown = made
        state.written.clear()
        state.is_saving = False
        if state.entries == entries:
            state.is_edited = False
        # Said while the file was written: whoever writes last has read all of it.
        state.saves_again |= has_grown
        _finish(session, state)

    digests, reader = state.digests, state.reader

    def work() -> tuple[grade.GradeFile, bool]:
        require_same(task, reader, digests)
        saved = _write(state, held, document, may_leave=may_leave)
        return saved, log.stamps(task) != found.stamps

    _submit(session, state, f"save:{state.task.id}", work, done)


def before_key(state: TaskState) -> str:
    """The job that reads the logs before the grade file is written."""
    return f"before-save:{state.task.id}"


def _submit(
    session: Session,
    state: TaskState,
    key: str,
    work: Callable[[], Step],
    done: Callable[[Step], None],
) -> None:
    """One of the two steps of saving; either may find that the file cannot be written."""

    def failed(error: Exception) -> None:
        state.is_saving = False
        if isinstance(error, OtherFilesError):
            said = worded("{task}: not written yet: {why}", task=state.task.id, why=str(error))
            session.say(said, task=state.task.id)
            read_and_write(session, state)
            if session.current is state:
                session.showing.start(state)
                session.announce(changes({facet.PICTURES, facet.MEASUREMENTS}, state.task.id))
            return
        _failed(session, state, error)
        _finish(session, state)

    title = worded("Saving {task}", task=state.task.id)
    on_disk(session, key, work, done=done, failed=failed, title=title)


def _write(
    state: TaskState,
    held: grade.GradeFile,
    document: dict[str, object],
    *,
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
    saved = grade.save(held, document)
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
        if take_in(state, log.read_all(state.task)):
            folding.refold(state, author="")
            document = document_of(state) or document
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
    elif state.reads_after and state.conflict is None:
        read_and_write(session, state)
    elif state is not session.current and not state.is_edited:
        session.editor.let_go(state)


def read_and_write(session: Session, state: TaskState) -> None:
    """Read and measure the task anew, then write its grade: what it is measured of is another."""
    state.reads_after, state.writes_when_graded, state.is_edited = False, True, True
    state.is_loaded, state.measured = False, None
    session.grading.load(state)


def go_on(session: Session, state: TaskState) -> None:
    """Do what had to wait for the logs, or for a save that ran."""
    if state.saves_again and not state.is_saving and not state.is_reading_logs:
        state.saves_again = False
        save(session, state)


def save_now(session: Session, state: TaskState) -> None:
    """On closing: write the grade file of a task that was edited."""
    if not state.is_edited:
        return
    for key in (logs_key(state), before_key(state), f"save:{state.task.id}"):
        session.jobs.stop(key)
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
        session.failing(task_id)(error)
        session.editor.let_go(state)

    on_disk(
        session,
        f"put-away:{id(state)}",
        lambda: _write_last(state, author),
        done=lambda _: session.editor.let_go(state),
        failed=failed,
        title=worded("Saving {task}", task=task_id),
        is_kept=True,
    )


def _write_last(state: TaskState, author: str) -> None:
    """Write a task that nothing else touches any more, with what its logs say by now."""
    take_in(state, log.read_all(state.task))
    folding.refold(state, author=author)
    if state.written:
        state.grade = state.written[-1]
    if state.conflict is not None or state.grade is None:
        return
    try:
        _write_held(state)
    except grade.ConflictError as error:
        # Another window that wrote what the logs said then, and no more, is no stranger: on
        # leaving nobody can be asked any more, and nothing of anybody's is lost.
        if not take_same_bytes(state, error.theirs, author):
            raise
        _write_held(state)


def _write_held(state: TaskState) -> None:
    document = document_of(state)
    if document is not None and state.grade is not None:
        require_same(state.task, state.reader, state.digests)
        state.grade = _write(state, state.grade, document, may_leave=state.may_leave_tree)
        state.is_edited = False


def save_copy(session: Session, state: TaskState, path: Path) -> None:
    """Save the grade document somewhere else; says so, or why not."""
    document, task_id = document_of(state), state.task.id
    if document is None:
        raise FileError(path, "there is no grade to save yet", "Wait until it is measured.")
    on_disk(
        session,
        "save-copy",
        lambda: grade.save_copy(path, document),
        done=lambda _: session.say(worded("Saved a copy: {path}", path=path), task=task_id),
        task=task_id,
        title=worded("Saving a copy of {task}", task=task_id),
        is_kept=True,
    )


def _failed(session: Session, state: TaskState, error: Exception) -> None:
    text = str(error)
    if isinstance(error, grade.ConflictError):
        state.conflict = conflict_with(state, error.theirs) or error
        action = "conflict"
    else:
        state.leads_out = isinstance(error, LeadsOutError)
        action = "save-copy"
    session.say(text, is_error=True, task=state.task.id, action=action)
