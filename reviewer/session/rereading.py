"""Reading a task of the desk again: its folder may hold other files or another task.toml by now."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from reviewer.model import Task
from reviewer.session import changes as facet
from reviewer.session.changes import Changes, changes
from reviewer.store import folder

if TYPE_CHECKING:
    from reviewer.session.desk import Session
    from reviewer.session.state import TaskState


def reread(session: Session, state: TaskState) -> Changes:
    """Look at the task's folder again, then load and measure it anew, whatever was found."""

    def done(found: Task | None) -> None:
        if found is None:
            session.say(
                f"{state.task.folder}: the task {state.task.id} is not there any more. It is shown "
                "as it was read before; open the folder again.",
                is_error=True,
                task=state.task.id,
            )
            return
        _take(session, state, found)

    _look(session, state, done, is_quiet=False)
    return changes({facet.BUSY}, state.task.id)


def look_again(session: Session, state: TaskState) -> None:
    """On coming back to a task: load it anew when its folder has other files by now."""
    if not state.is_loaded or (state.task.is_single_file and not state.error):
        return

    def done(found: Task | None) -> None:
        if found is not None and found != state.found and session.current is state:
            _take(session, state, found)

    _look(session, state, done, is_quiet=True)


def _look(
    session: Session, state: TaskState, done: Callable[[Task | None], None], *, is_quiet: bool
) -> None:
    task = state.found or state.task
    session.jobs.submit(
        f"reread:{task.id}",
        lambda token: folder.again(task, check=token.check),
        done=done,
        failed=lambda error: session.say(str(error), is_error=True, task=task.id),
        title=f"Reading {task.id} again",
        is_quiet=is_quiet,
    )


def _take(session: Session, state: TaskState, found: Task) -> None:
    """Put what was found in the place of what was known, and load it."""
    session.tasks[found.id] = state.task = state.found = found
    state.reader.task = found
    state.is_loaded = False
    state.measured = None
    state.grade = None
    state.error = ""
    if session.current is state:
        session.showing.start(state)
    session.grading.load(state)
    session.announce(
        changes({facet.TASK, facet.PICTURES, facet.MEASUREMENTS, facet.TASKS}, found.id)
    )
