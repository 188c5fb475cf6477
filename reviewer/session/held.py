"""The tasks that are held at the desk: the latest few, and whatever was edited."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from reviewer.session import saving
from reviewer.session.state import TaskState
from reviewer.store.reader import TaskReader

if TYPE_CHECKING:
    from reviewer.session.desk import Session

_KEPT = 48


class Held:
    """States of tasks by their ids, least recently used first; what leaves is put away."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._states: OrderedDict[str, TaskState] = OrderedDict()

    def __iter__(self) -> Iterator[TaskState]:
        yield from list(self._states.values())

    def get(self, task_id: str) -> TaskState | None:
        """The state of a task that is held, or None."""
        return self._states.get(task_id)

    def state(self, task_id: str) -> TaskState:
        """The state of a task, made when it is first needed."""
        state = self._states.get(task_id)
        if state is None:
            task = self._session.tasks[task_id]
            from reviewer.session.backends import machines_of

            machines = machines_of(self._session.settings)
            reader = TaskReader(task, self._session.pictures, machines=machines)
            state = TaskState(task, reader, found=task)
            self._states[task_id] = state
            self._trim()
        self._states.move_to_end(task_id)
        return state

    def _trim(self) -> None:
        for task_id, state in list(self._states.items()):
            if len(self._states) <= _KEPT:
                return
            if task_id != self._session.current_id and not state.is_edited:
                self._session.editor.let_go(state)
                del self._states[task_id]

    def put_away(self, task_ids: Collection[str] | None = None) -> None:
        """Let go of all tasks or of some, after their grades where they were edited.

        The disk is not waited for. What is left of them is read anew.
        """
        for state in self:
            if task_ids is None or state.task.id in task_ids:
                saving.put_away(self._session, state)
                self._states.pop(state.task.id, None)

    def close(self) -> None:
        """Write what was edited and let go of all of them before this returns."""
        for state in self:
            saving.save_now(self._session, state)
            self._session.editor.let_go(state)
        self._states.clear()
