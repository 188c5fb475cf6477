"""What the logs of a task say and the desk does not know: said in another window meanwhile."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reviewer.model import Entry, Task
from reviewer.model.counting import counted, noun
from reviewer.model.entry import ANSWER, DISPUTE, STATUS
from reviewer.store import log
from reviewer.store.log import LogRead, in_order

if TYPE_CHECKING:
    from reviewer.session.desk import Session
    from reviewer.session.state import TaskState


@dataclass(frozen=True, slots=True)
class LogsRead:
    """What the logs of a task said, and how their files stood just before they were read."""

    read: LogRead
    stamps: log.Stamps


def read_logs(task: Task) -> LogsRead:
    """Read all logs of a task; what is appended meanwhile makes the stamps old."""
    stamps = log.stamps(task)
    return LogsRead(log.read_all(task), stamps)


def logs_key(state: TaskState) -> str:
    """The job that reads the logs of a task again."""
    return f"logs:{state.task.id}"


def take_in(state: TaskState, read: LogRead) -> list[Entry]:
    """Take in what logs say by now; returns the entries that the desk did not know."""
    state.is_reading_logs = False
    state.unread = read.unread
    known = {entry.id for entry in state.entries}
    news = [entry for entry in read.entries if entry.id not in known]
    if news:
        state.entries[:] = in_order([*state.entries, *news])
    return news


def with_more(entries: Sequence[Entry], more: Iterable[Entry]) -> list[Entry]:
    """Entries and those of others that are not among them, by time."""
    known = {entry.id for entry in entries}
    missed = [entry for entry in more if entry.id not in known]
    return in_order([*entries, *missed]) if missed else list(entries)


def tell_of(session: Session, state: TaskState, news: Sequence[Entry]) -> None:
    """Say in one line who said something here meanwhile; in blind mode not what it was about."""
    author, panel = session.settings.author, session.panel(state)
    own = [entry for entry in news if entry.author == author]
    told = []
    if own:
        were = f"{counted(len(own), 'entry', 'entries')} written elsewhere since it was opened"
        told.append(f"{were} {noun(len(own), 'was', 'were')} taken in.")
    for person in sorted({entry.author for entry in news} - {author}):
        if panel is not None and panel.is_hidden:
            told.append(f"{person} worked here too; it is shown once you have answered.")
        else:
            said = _told([entry for entry in news if entry.author == person])
            told.append(f"{person} {said} here.")
    session.say(f"{state.task.id}: {' '.join(told)}", task=state.task.id)


def _told(news: Sequence[Entry]) -> str:
    """What one person did, in words."""
    answered = {entry.item for entry in news if entry.type == ANSWER}
    disputed = {entry.item for entry in news if entry.type == DISPUTE}
    parts = []
    if answered:
        parts.append(f"answered {counted(len(answered), 'item')}")
    if disputed:
        parts.append(f"disputed {counted(len(disputed), 'row')}")
    if any(entry.type == STATUS and entry.text == "reviewed" for entry in news):
        parts.append("completed the task")
    return " and ".join(parts) or f"wrote {counted(len(news), 'entry', 'entries')}"
