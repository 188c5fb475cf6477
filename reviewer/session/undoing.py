"""Undo and redo over tasks and restarts: a step back appends retractions, nothing is deleted."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import TYPE_CHECKING

from reviewer.model import Entry
from reviewer.model.entry import RETRACT
from reviewer.model.wording import worded
from reviewer.session.changes import Changes, changes
from reviewer.session.entry_writer import EDITED, EntryWriter
from reviewer.session.refusing import RefusedError
from reviewer.store.undo import Target

if TYPE_CHECKING:
    from reviewer.session.desk import Session
    from reviewer.session.state import TaskState


def step_back(session: Session, writer: EntryWriter, target: Target | None) -> tuple[Changes, str]:
    """Retract the entries of a step, going to the task it changed; returns what it did in words.

    A retraction names entries only, so it is written before the task is read: the disk is not
    waited for, and no later act comes before it.
    """
    if target is None:
        raise RefusedError("there is nothing to undo or redo")
    ids = {str(task.grade_path): task_id for task_id, task in session.tasks.items()}
    missing = [part for part in target.parts if part.grade_path not in ids]
    if missing:
        said = "open {folder} to undo there: {step}"
        raise RefusedError(worded(said, folder=missing[0].folder, step=target.says))
    touched = [ids[part.grade_path] for part in target.parts]
    shown: frozenset[str] = frozenset()
    if session.current_id not in touched:
        shown = session.select(touched[0]).facets
    group = str(uuid.uuid4())
    done: list[tuple[TaskState, tuple[Entry, ...]]] = []
    for part, task_id in zip(target.parts, touched, strict=True):
        state = session.state(task_id)
        if not state.is_loaded and not session.jobs.is_running(f"load:{task_id}"):
            session.grading.load(state)
        retracts = tuple(
            writer.entry(state, RETRACT, retracts=entry_id, group=group)
            for entry_id in part.entry_ids
        )
        writer.append(state, *retracts)
        done.append((state, retracts))
    writer.record(done, step=target)
    for state, _ in done:
        if state is not session.current:
            session.save(state.task.id)
    return changes({*EDITED, *shown}, touched[0] if len(touched) == 1 else ""), target.says


def row_changed(state: TaskState) -> str:
    """The one row that the latest step back or forth on a task was about, or an empty string."""
    entries = {entry.id: entry for entry in state.review.entries}
    last = next((entry for entry in reversed(state.review.entries)), None)
    group = [each for each in entries.values() if last and each.group == last.group]
    rows = {_row(each, entries) for each in group if each.type == RETRACT}
    return rows.pop() if len(rows) == 1 else ""


def _row(entry: Entry, entries: Mapping[str, Entry]) -> str:
    """The row of an entry; of a retraction, that of what it takes back at the end of its chain."""
    seen: set[str] = set()
    while not entry.item and entry.retracts in entries and entry.id not in seen:
        seen.add(entry.id)
        entry = entries[entry.retracts]
    return entry.item
