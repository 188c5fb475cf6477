"""Brings what was said to the message bar, once, and takes away what no longer holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reviewer.session.desk import Session
    from reviewer.session.state import TaskState
    from reviewer.ui.message_bar import MessageBar
    from reviewer.ui.status_row import StatusRow


class Said:
    """Follows what the desk says, and what is wrong with the task on it."""

    def __init__(self, session: Session, *, messages: MessageBar, status: StatusRow) -> None:
        self._session = session
        self._messages = messages
        self._status = status
        self._of = ""
        self._errors: frozenset[str] = frozenset()
        self._seen = 0

    def follow(self, state: TaskState) -> None:
        """Another task is on the desk, or the same one in another state."""
        errors = _errors_of(state)
        if state.task.id != self._of:
            self._of = state.task.id
            self._status.forget()
            there = {said for known in self._session.held for said in _errors_of(known)}
            self._messages.leave_task(state.task.id, shown_there=there)
        elif self._errors != errors:
            # Read again: what was wrong with the task is settled, or something else is wrong.
            self._messages.forget(self._errors - errors)
        self._errors = errors

    def leave_old_runs(self) -> None:
        """What an earlier run of something said goes when it is run again."""
        self._messages.leave_runs(self._session.jobs.is_latest)

    def take_new(self) -> None:
        """Show what was said since."""
        self.leave_old_runs()
        current = self._session.current
        elsewhere = {
            said
            for known in self._session.held
            if known is not current
            for said in _errors_of(known)
        }
        for message in self._session.messages[self._seen :]:
            # What is wrong with a task is said where the task is: in its row, and when it is open.
            if not (message.task and message.text in elsewhere):
                self._messages.show_message(message)
        self._seen = len(self._session.messages)


def _errors_of(state: TaskState) -> frozenset[str]:
    """What is wrong with a task, in the words that a message may have for it."""
    return frozenset({state.error, f"{state.task.id}: {state.error}"} if state.error else ())
