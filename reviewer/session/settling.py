"""A grade file that somebody else changed: the two forms shown, and what the person chose."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from reviewer.model.wording import worded
from reviewer.session import changes as facet
from reviewer.session import joining, saving
from reviewer.session.changes import Changes, changes
from reviewer.session.disk_jobs import on_disk
from reviewer.store import grade

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


def conflict_of(state: TaskState) -> Conflict | None:
    """The two forms of the grade file, where it changed on disk since it was read."""
    if state.conflict is None:
        return None
    return Conflict(
        state.conflict.path,
        state.conflict.mine.decode("utf-8", "replace"),
        (state.conflict.theirs or b"").decode("utf-8", "replace"),
    )


def look_at(session: Session, shown: Callable[[Conflict], None]) -> None:
    """Hand both forms to `shown` as they are by now, which may be later than they were found."""
    state = session.current
    if state is None or state.conflict is None:
        return

    def done(theirs: bytes | None) -> None:
        if state.conflict is None:
            return
        state.conflict = joining.conflict_with(state, theirs) or state.conflict
        found = conflict_of(state)
        if found is not None and session.current is state:
            shown(found)

    _read(session, state, done)


def settle(session: Session, choice: Choice) -> Changes:
    """Act on what the person chose between the two forms; "keep" leaves both as they are.

    Either way the file then says what all logs come to: of mine or theirs are only the values of
    the grader. A file that changed once more since it was shown is shown again, not written.
    """
    state = session.current
    if state is None or state.conflict is None:
        return changes(())
    shown = state.conflict
    if choice == "mine":
        # Counts as read in the form that was shown; in any other it is a conflict again.
        state.conflict = None
        state.may_leave_tree = True
        joining.take_added(state, shown.theirs)
        session.grading.refold(state)
        state.reads_after = state.task.reads_grade
        saving.save(session, state)
    elif choice == "theirs":
        _take_theirs(session, state, shown)
    return changes({facet.GRADE}, state.task.id)


def _take_theirs(session: Session, state: TaskState, shown: grade.ConflictError) -> None:
    try:
        found = (
            grade.parse_grade(shown.path, shown.theirs)
            if shown.theirs is not None
            else grade.absent(shown.path)
        )
    except grade.GradeFileError as error:
        session.say(str(error), is_error=True, task=state.task.id, action="conflict")
        return
    state.grade, state.conflict = found, None
    saving.read_and_write(session, state)


def _read(session: Session, state: TaskState, done: Callable[[bytes | None], None]) -> None:
    path, task_id = state.task.grade_path, state.task.id
    on_disk(
        session,
        f"settle:{task_id}",
        lambda: grade.on_disk(path),
        done=done,
        task=task_id,
        title=worded("Reading {file}", file=path.name),
    )
