"""Looking for the tasks of a folder in the background; they reach the list in growing batches."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from reviewer.session import changes as facet
from reviewer.session.changes import changes
from reviewer.session.jobs import CancelToken
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

Batch = list[tuple["Task", Row]]


def start(session: Session, path: Path) -> None:
    """Look for the tasks below a folder."""
    session.jobs.submit(
        KEY,
        lambda token: _discover(session, path, token),
        done=lambda _: session.discovered(),
        failed=lambda error: session.discovered(str(error)),
        title="Looking for tasks",
        pool="background",
    )


def _discover(session: Session, path: Path, token: CancelToken) -> None:
    def flush(batch: Batch) -> None:
        session.jobs.post(lambda: None if token.is_cancelled else _add(session, batch))

    def note(found: folder.FolderNote) -> None:
        session.jobs.post(
            lambda: None if token.is_cancelled else session.say(found.text, is_error=True)
        )

    batch: Batch = []
    began = time.monotonic()
    for count, task in enumerate(folder.discover(path, check=token.check, notes=note), 1):
        batch.append((task, Row(task.id, task.kind, error=task.problem)))
        if count == 1 or (
            len(batch) >= count // _GROWTH
            and (len(batch) >= _CHUNK or time.monotonic() - began > _CHUNK_SECONDS)
        ):
            token.report(count, 0)
            flush(batch)
            batch, began = [], time.monotonic()
    if batch:
        flush(batch)


def _add(session: Session, batch: Batch) -> None:
    session.tasks.update((task.id, task) for task, _ in batch)
    session.task_rows.add(row for _, row in batch)
    session.announce(changes({facet.TASKS}))
