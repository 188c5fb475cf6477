"""What the logs of a task say and the desk does not know: said in another window meanwhile."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from reviewer.model import Entry
from reviewer.store.log import LogRead, in_order

if TYPE_CHECKING:
    from reviewer.session.state import TaskState


def logs_key(state: TaskState) -> str:
    """The job that reads the logs of a task again."""
    return f"logs:{state.task.id}"


def take_in(state: TaskState, read: LogRead) -> int:
    """Take in what logs say by now; returns how many entries the desk did not know."""
    state.is_reading_logs = False
    state.unread = read.unread
    before = len(state.entries)
    state.entries[:] = with_more(state.entries, read.entries)
    return len(state.entries) - before


def with_more(entries: Sequence[Entry], more: Iterable[Entry]) -> list[Entry]:
    """Entries and those of others that are not among them, by time."""
    known = {entry.id for entry in entries}
    missed = [entry for entry in more if entry.id not in known]
    return in_order([*entries, *missed]) if missed else list(entries)
