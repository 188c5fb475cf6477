"""The seconds that a task was visible, kept over restarts until it is completed."""

from __future__ import annotations

import dataclasses
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from reviewer.model.entry import CONFIRM
from reviewer.session.disk_jobs import on_disk
from reviewer.store.files import FileError
from reviewer.store.settings import Settings
from reviewer.store.spent import note_spent, seconds_spent

if TYPE_CHECKING:
    from reviewer.session.desk import Session
    from reviewer.session.state import Loaded, TaskState

# What a program that is ended may lose.
_STEP = 5.0
_LOG = logging.getLogger(__name__)


def noted(loaded: Loaded, settings: Settings) -> Loaded:
    """What was loaded of a task that comes on the desk, with the seconds noted of it."""
    seconds = seconds_spent(settings, loaded.task.grade_path)
    return dataclasses.replace(loaded, seconds=seconds)


def take(state: TaskState, *, author: str, since_completed: float) -> None:
    """Count on from what was noted: in the log on completing, and in the state folder since."""
    if not state.knows_time:
        state.knows_time = True
        state.seconds += _completed(state, author) + since_completed
        state.noted = _completed(state, author) + since_completed


def note(session: Session, state: TaskState, *, is_last: bool = False) -> None:
    """Keep how long the task was visible, off this thread, where it is worth writing."""
    total = _total(session, state)
    if not state.knows_time or (total - state.noted < (0.1 if is_last else _STEP)):
        return
    state.noted = total
    settings, path = session.settings, state.task.grade_path
    since = total - _completed(state, settings.author)
    on_disk(
        session,
        f"time:{state.task.id}",
        lambda: note_spent(settings, path, since),
        done=lambda _: None,
        # Losing it loses a number in a report, never an answer.
        failed=lambda error: _LOG.info("the time spent is not kept: %s", error),
        is_kept=is_last,
    )


def note_now(session: Session) -> None:
    """On closing: keep it before the program goes."""
    state = session.current
    if state is not None and state.knows_time:
        since = _total(session, state) - _completed(state, session.settings.author)
        session.jobs.stop(f"time:{state.task.id}")
        with suppress(FileError):
            note_spent(session.settings, state.task.grade_path, since)


def _total(session: Session, state: TaskState) -> float:
    running = session.clock.seconds if state is session.current else 0.0
    return state.seconds + running


def _completed(state: TaskState, author: str) -> float:
    """The seconds that the log says of this person's last completing."""
    said = [
        entry.seconds
        for entry in state.entries
        if entry.author == author and entry.type == CONFIRM and entry.seconds is not None
    ]
    return said[-1] if said else 0.0
