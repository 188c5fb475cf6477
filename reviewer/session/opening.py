"""Looking for the tasks of a folder in the background; they reach the list in growing batches."""

from __future__ import annotations

import gc
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from reviewer.model.counting import counted
from reviewer.model.wording import worded
from reviewer.session import changes as facet
from reviewer.session.changes import changes
from reviewer.session.jobs import CancelToken
from reviewer.session.preferences import without_recent
from reviewer.session.state import Row
from reviewer.store import folder

if TYPE_CHECKING:
    from reviewer.model import Task
    from reviewer.session.desk import Session

KEY = "discover"
_CHUNK = 200
_CHUNK_SECONDS = 0.08
# Showing a batch costs what the whole list costs: batches grow with it, so that a hundred thousand
# tasks are shown some dozen times and not five hundred.
_GROWTH = 8
_MOST = 4_000
_TELL_SECONDS = 0.1
_SETTLED = 1_000
_NOTES = 5
# What the message of a folder without tasks offers.
CHOOSE_ROLES = "choose-roles"
_NONE_FOUND = (
    "{folder}: no task is recognised here or in the folders below. Choose by hand which file plays "
    "which role, or see with `reviewer kinds` what is recognised by itself."
)
_NOTHING_THERE = (
    "{folder}: there are no files here, and no task in the folders below. Open a folder that holds "
    "tasks; `reviewer kinds` says what is recognised as one."
)

Batch = list[tuple["Task", Row]]


def start(session: Session, path: Path) -> None:
    """Look for the tasks below a folder."""
    session.jobs.submit(
        KEY,
        lambda token: _discover(session, path, token),
        done=lambda has_files: _ended(session, has_files=has_files),
        failed=lambda error: session.discovered(str(error)),
        title="Looking for tasks",
        pool="background",
    )


def _ended(session: Session, *, has_files: bool) -> None:
    """The walk is over; a folder without tasks says so and what would make it one."""
    root = session.root
    if not session.tasks and root is not None:
        # Said before the list is told: nothing was opened that could be gone back to.
        session.settings = without_recent(session.settings, root)
    session.discovered()
    if session.tasks or root is None:
        return
    said = worded(_NONE_FOUND if has_files else _NOTHING_THERE, folder=root)
    session.say(said, is_error=True, action=CHOOSE_ROLES if has_files else "")


def stop(session: Session) -> None:
    """Stop looking: what was found so far is the list."""
    session.jobs.cancel(KEY)
    if not session.is_discovering:
        return
    session.is_discovering = False
    session.say(
        worded(
            "{folder}: stopped after {tasks}. Open the folder again to find the rest.",
            folder=session.root,
            tasks=counted(len(session.tasks), "task"),
        )
    )
    session.announce(changes({facet.TASKS, facet.BUSY}))


@dataclass(slots=True)
class _Looking:
    """How far the walk is, and what it could not read; on the walk's thread."""

    session: Session
    token: CancelToken
    places: int = 0
    notes: int = 0
    told: float = 0.0

    def check(self) -> None:
        """Called between any two steps of the walk."""
        self.token.check()
        self.places += 1
        now = time.monotonic()
        if now - self.told > _TELL_SECONDS:
            self.told = now
            self.token.report(self.places, 0)

    def note(self, found: folder.FolderNote) -> None:
        """The first few notes one by one; a disk of locked folders must not fill the screen."""
        self.notes += 1
        if self.notes <= _NOTES:
            self.say(found.text)

    def end(self, path: Path) -> None:
        """What was not said one by one."""
        if self.notes > _NOTES:
            self.say(
                worded(
                    "{folder}: {count:,} more folders or files are left out for reasons like "
                    "these. Open one of them to read its own.",
                    folder=path,
                    count=self.notes - _NOTES,
                )
            )

    def say(self, text: str) -> None:
        """A message, unless the person has moved on."""
        self.session.jobs.post(
            lambda: None if self.token.is_cancelled else self.session.say(text, is_error=True)
        )


def _discover(session: Session, path: Path, token: CancelToken) -> bool:
    """Hand over the tasks as they are found; True when the folder itself holds files."""

    def flush(batch: Batch) -> None:
        session.jobs.post(lambda: None if token.is_cancelled else _add(session, batch))

    # The grades of the folder that was left may lie in this one.
    session.jobs.wait_for_disk(token)
    looking = _Looking(session, token)
    batch: Batch = []
    began = time.monotonic()
    found = folder.discover(path, check=looking.check, notes=looking.note)
    for count, task in enumerate(found, 1):
        batch.append((task, Row(task.id, task.kind, error=task.problem)))
        if count % _SETTLED == 0:
            # Tasks stay until the folder is left: looking among all of them for garbage, again
            # and again, would hold the window for most of a second.
            gc.freeze()
        if count == 1 or (
            len(batch) >= min(count // _GROWTH, _MOST)
            and (len(batch) >= _CHUNK or time.monotonic() - began > _CHUNK_SECONDS)
        ):
            flush(batch)
            batch, began = [], time.monotonic()
    if batch:
        flush(batch)
    looking.end(path)
    return any(each.is_file() for each in path.iterdir())


def _add(session: Session, batch: Batch) -> None:
    session.tasks.update((task.id, task) for task, _ in batch)
    session.task_rows.add(row for _, row in batch)
    session.announce(changes({facet.TASKS}))
