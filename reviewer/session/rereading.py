"""Reading again what may be another by now: a task of the desk, and the tree of its folder."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reviewer.model import Task
from reviewer.model.counting import counted
from reviewer.model.wording import worded
from reviewer.session import changes as facet
from reviewer.session import freshness, loading
from reviewer.session.changes import Changes, changes
from reviewer.session.jobs import CancelToken
from reviewer.session.state import Row
from reviewer.store import folder

if TYPE_CHECKING:
    from reviewer.session.desk import Session
    from reviewer.session.state import TaskState

TREE = "rediscover"


@dataclass(frozen=True, slots=True)
class _Tree:
    """The tasks of a folder as it is now, and those whose files were touched since graded."""

    found: dict[str, Task]
    touched: set[str]


def reread(session: Session, state: TaskState) -> Changes:
    """Look at the task's folder again, then load and measure it anew, whatever was found."""

    def done(found: Task | None) -> None:
        if found is None:
            session.say(
                worded(
                    "{folder}: the task {task} is not there any more. It is shown as it was read "
                    "before; open the folder again.",
                    folder=state.task.folder,
                    task=state.task.id,
                ),
                is_error=True,
                task=state.task.id,
            )
            return
        _take(session, state, found)

    task = state.found or state.task
    session.jobs.submit(
        f"reread:{task.id}",
        lambda token: folder.again(task, check=token.check),
        done=done,
        failed=session.failing(task.id),
        title=worded("Reading {task} again", task=task.id),
    )
    return changes({facet.BUSY}, state.task.id)


def reread_tree(session: Session, told: Callable[[str], None]) -> None:
    """Look for the tasks of the folder again; `told` hears in words what changed.

    What is on the desk, what was answered, filter and sort stay as they are.
    """
    root = session.root
    if root is None or session.is_discovering:
        return

    stamps = {row.id: row.stamp for row in session.task_rows.every() if row.stamp}

    def work(token: CancelToken) -> _Tree:
        tree = _Tree({}, set())
        for task in folder.discover(root, check=token.check):
            tree.found[task.id] = task
            if task.id in stamps and stamps[task.id] != loading.stamp_of(task):
                tree.touched.add(task.id)
            token.report(len(tree.found), 0)
        return tree

    session.jobs.submit(
        TREE,
        work,
        done=lambda tree: told(_take_tree(session, tree)) if session.root == root else None,
        failed=session.failing(),
        title="Looking for tasks again",
        pool="background",
    )


def _take_tree(session: Session, tree: _Tree) -> str:
    """Put the tasks that were found in the place of those that were known; returns what changed."""
    found, known, current = tree.found, dict(session.tasks), session.current_id
    if current in known and current not in found:
        # Whoever looks at it keeps it, as it was read.
        found = {**found, current: known[current]}
    added = [name for name in found if name not in known]
    removed = [name for name in known if name not in found]
    as_found = {state.task.id: state.found for state in session.held if state.found}
    other = {
        name
        for name, task in known.items()
        if name in found and (name in tree.touched or found[name] != as_found.get(name, task))
    } - {current}
    if not (added or removed or other):
        return "Read again: the folder holds the same tasks"
    # A state at the desk is told from one let go of by its very task.
    found.update(
        (name, task) for name, task in known.items() if name in found and name not in other
    )
    edited = [s for s in session.held if s.is_edited and s.task.id in other]
    session.held.put_away({*removed, *other} - {state.task.id for state in edited})
    for name in removed:
        # Nothing is said of a task any more that is no longer there.
        session.jobs.cancel(f"load:{name}")
        session.jobs.cancel(f"measure:{name}")
    _put(session, found, anew=other)
    for state in edited:
        # What was said there is written once it is measured anew.
        _take(session, state, found[state.task.id])
    session.announce(session.arrange())
    session.announce(changes({facet.TASKS}))
    session.survey()
    parts = [
        f"{counted(len(names), 'task')} {word}"
        for names, word in ((added, "added"), (removed, "gone"), (other, "changed"))
        if names
    ]
    return f"Read again: {', '.join(parts)}"


def _put(session: Session, found: Mapping[str, Task], *, anew: Collection[str]) -> None:
    """Make these the tasks of the folder; of those to be read anew nothing is known any more."""
    session.tasks.clear()
    session.tasks.update(found)
    rows = {row.id: row for row in session.task_rows.every() if row.id not in anew}
    session.task_rows.renew(
        rows.get(name) or Row(name, task.kind, error=task.problem) for name, task in found.items()
    )
    if session.current_id:
        session.task_rows.keep_place_of(session.current_id)


def look_again(session: Session, state: TaskState) -> None:
    """On coming back to a task: load it anew when its folder has other files by now."""
    if not state.is_loaded:
        return
    task, digests, reader = state.task, state.digests, state.reader
    found_as = state.found or task
    # Of a folder of single files only these are looked at: the others are not part of the task.
    is_single = task.is_single_file and not state.error
    # Of a task that could not be read no digests are known.
    was_read = state.rubric is not None

    def work(token: CancelToken) -> tuple[Task | None, bool]:
        found = found_as if is_single else folder.again(found_as, check=token.check)
        return found, was_read and bool(freshness.other_roles(task, reader, digests))

    def done(seen: tuple[Task | None, bool]) -> None:
        found, has_others = seen
        is_same = state.digests is digests and state.is_loaded
        if found is not None and (found != state.found or has_others) and is_same:
            _take(session, state, found)

    session.jobs.submit(
        f"reread:{task.id}",
        work,
        done=done,
        failed=session.failing(task.id),
        title=worded("Reading {task} again", task=task.id),
        is_quiet=True,
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
