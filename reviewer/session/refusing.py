"""What must not be done now, and why: no result on the screen, no such row, nothing measured."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reviewer.model.wording import worded
from reviewer.scoring.in_force import fits

if TYPE_CHECKING:
    from reviewer.session.desk import Session
    from reviewer.session.state import TaskState


class RefusedError(Exception):
    """An act that must not be done now, and why; `item` is the row that it is about."""

    def __init__(self, why: str, *, item: str = "") -> None:
        super().__init__(why)
        # As it was given: text made of an error is no sentence with values any more.
        self.why = why
        self.item = item


def require_read(session: Session) -> TaskState:
    """The task on the desk; refused while there is none, or it is still being read."""
    state = session.current
    if state is None:
        raise RefusedError("open a task first")
    if state.rubric is None or not state.is_loaded:
        raise RefusedError(state.error or "the task is still being read")
    return state


def require_seen(session: Session) -> TaskState:
    """The task on the desk; refused before its result was on the screen and it was measured."""
    state = require_read(session)
    if not state.result_shown:
        raise RefusedError("wait until the result is on the screen")
    if state.ledger is None and not state.error:
        raise RefusedError("the task is still being measured")
    return state


def require_measured(session: Session, task_id: str) -> TaskState:
    """A task beside the desk; refused before it was measured."""
    state = session.state(task_id)
    if state.ledger is None or state.effective is None:
        raise RefusedError(state.error or worded("{task} is still being measured", task=task_id))
    return state


def refuse_unfit(state: TaskState, item: str, value: float | None) -> None:
    """Refuse an answer that the row does not take."""
    assert state.rubric is not None
    check = state.rubric.check(item)
    if check is None:
        known = {row.id for row in state.rubric.uncovered}
        if item not in known:
            raise RefusedError(worded("there is no item {item!r} in this task", item=item))
        return
    if not check.overridable:
        raise RefusedError("this row takes no answer; ! disputes it")
    if value is not None and not fits(check, value):
        raise RefusedError(worded("{value:g} is no answer to this row", value=value))
