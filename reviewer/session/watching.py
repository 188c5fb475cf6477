"""What others do to the task that is open here: their logs, and the grade file they write."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from reviewer.model import Task
from reviewer.session import changes as facet
from reviewer.session import joining, saving, time_spent
from reviewer.session.changes import changes
from reviewer.session.disk_jobs import on_disk
from reviewer.session.said_elsewhere import LogsRead, read_logs
from reviewer.store import grade, log

if TYPE_CHECKING:
    from reviewer.session.desk import Session
    from reviewer.session.state import TaskState

Step = TypeVar("Step")


@dataclass(frozen=True, slots=True)
class _Heard:
    logs: LogsRead
    grade: grade.GradeFile | None


def watch(session: Session, state: TaskState) -> None:
    """Ask the file system whether logs or grade of a task changed; read them only if they did."""
    time_spent.note(session, state)
    task, key = state.task, f"watch:{state.task.id}"
    if not state.is_loaded or state.grade is None or session.jobs.is_running(key):
        return

    def done(now: log.Stamps) -> None:
        if now != state.seen:
            state.seen = now
            _hear(session, state)

    _submit(session, key, lambda: _stamps(task), done)


def _stamps(task: Task) -> log.Stamps:
    found = log.stamps(task)
    with suppress(OSError):
        status = task.grade_path.stat()
        place = str(task.grade_path)
        return (*found, (place, status.st_ino, status.st_size, status.st_mtime_ns))
    return found


def _hear(session: Session, state: TaskState) -> None:
    task = state.task

    def work() -> _Heard:
        logs, found = read_logs(task), None
        with suppress(grade.GradeFileError):
            found = grade.load_grade(task.grade_path) if task.grade_path.exists() else None
        return _Heard(logs, found)

    def done(heard: _Heard) -> None:
        if not state.is_reading_logs:
            saving.take_said(session, state, heard.logs)
        _take_grade(session, state, heard.grade)

    # Under a key of its own: what it says stays when the file system is asked again.
    _submit(session, f"heard:{task.id}", work, done)


def _submit(
    session: Session, key: str, work: Callable[[], Step], done: Callable[[Step], None]
) -> None:
    # What cannot be looked at now is looked at again in a moment; saving says what is wrong.
    on_disk(session, key, work, done=done, failed=lambda error: None)


def _take_grade(session: Session, state: TaskState, found: grade.GradeFile | None) -> None:
    """What another window wrote is read by now; a stranger's change waits for the person."""
    is_busy = state.is_saving or state.is_reading_logs or state.conflict is not None
    if found is None or is_busy or state.grade is None or found.digest == state.grade.digest:
        return
    if joining.take_same(state, found, session.settings.author):
        session.announce(changes({facet.GRADE}, state.task.id))
