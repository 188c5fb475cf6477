"""Reading again what may be another by now: a task of the desk, and the tree of its folder."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from reviewer.model import Task
from reviewer.model.counting import counted
from reviewer.session import changes as facet
from reviewer.session.changes import Changes, changes
from reviewer.session.jobs import CancelToken
from reviewer.session.state import Row
from reviewer.store import folder

if TYPE_CHECKING:
    from reviewer.session.desk import Session
    from reviewer.session.state import TaskState

TREE = "rediscover"


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


def reread_tree(session: Session, told: Callable[[str], None]) -> None:
    """Look for the tasks of the folder again; `told` hears in words what changed.

    What is on the desk, what was answered, filter and sort stay as they are.
    """
    root = session.root
    if root is None or session.is_discovering:
        return

    def work(token: CancelToken) -> dict[str, Task]:
        found: dict[str, Task] = {}
        for task in folder.discover(root, check=token.check):
            found[task.id] = task
            token.report(len(found), 0)
        return found

    session.jobs.submit(
        TREE,
        work,
        done=lambda found: told(_take_tree(session, found)) if session.root == root else None,
        failed=lambda error: session.say(str(error), is_error=True),
        title="Looking for tasks again",
        pool="background",
    )


def _take_tree(session: Session, found: dict[str, Task]) -> str:
    """Put the tasks that were found in the place of those that were known; returns what changed."""
    known, current = dict(session.tasks), session.current_id
    if current in known and current not in found:
        # Whoever looks at it keeps it, as it was read.
        found = {**found, current: known[current]}
    added = [name for name in found if name not in known]
    removed = [name for name in known if name not in found]
    as_found = {state.task.id: state.found for state in session.known_states() if state.found}
    other = {
        name
        for name, task in known.items()
        if name in found and found[name] != as_found.get(name, task)
    } - {current}
    if not (added or removed or other):
        return "Read again: the folder holds the same tasks"
    # A state at the desk is told from one let go of by its very task.
    found.update(
        (name, task) for name, task in known.items() if name in found and name not in other
    )
    session.let_go({*removed, *other})
    session.tasks.clear()
    session.tasks.update(found)
    rows = {row.id: row for row in session.task_rows.every() if row.id not in other}
    session.task_rows.renew(
        rows.get(name) or Row(name, task.kind, error=task.problem) for name, task in found.items()
    )
    if current:
        session.task_rows.keep_place_of(current)
    session.announce(session.arrange())
    session.announce(changes({facet.TASKS}))
    session.survey()
    parts = [
        f"{counted(len(names), 'task')} {word}"
        for names, word in ((added, "added"), (removed, "gone"), (other, "changed"))
        if names
    ]
    return f"Read again: {', '.join(parts)}"


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
