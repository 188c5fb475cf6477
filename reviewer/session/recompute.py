"""Rebuilding one grade file byte for byte from what it is a function of."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from reviewer.model import Task
from reviewer.model.failure import told
from reviewer.session import joining, saving, survey
from reviewer.session.jobs import CancelToken
from reviewer.session.kept import lost
from reviewer.session.state import TaskState
from reviewer.store import files, grade
from reviewer.store.settings import Settings


@dataclass(frozen=True, slots=True)
class Recomputed:
    """What became of one grade file."""

    path: Path
    exists: bool = False
    is_changed: bool = False
    problem: str = ""


def recompute_task(
    task: Task, *, settings: Settings, writes: bool, takes_unreviewed: bool = False
) -> Recomputed:
    """Measure, fold and compare with the file on disk; write it when it differs."""
    path = task.grade_path
    try:
        state = survey.grade_state(
            task, settings=settings, cache=None, answers=None, token=CancelToken()
        )
        if state.unread is not None:
            return Recomputed(path, exists=path.exists(), problem=str(state.unread))
        if not state.entries and not takes_unreviewed and not _has_review(state):
            return Recomputed(path, exists=path.exists())
        document = joining.document_of(state)
        if document is None or state.grade is None:
            return Recomputed(path, problem=f"{task.id}: {state.error or 'not graded'}")
        if gone := lost(state):
            return Recomputed(path, exists=path.exists(), problem=gone)
        data = grade.encode(document, is_list=state.grade.is_list)
        before = files.read_bytes(path) if path.exists() else None
        if data == before:
            return Recomputed(path, exists=True)
        if writes:
            saving.write_locked(state, document)
    except (files.FileError, grade.ConflictError) as error:
        return Recomputed(path, problem=str(error))
    except Exception as error:  # noqa: BLE001 - one task's failure never ends the run
        return Recomputed(path, problem=f"{task.id}: {told(error)}")
    return Recomputed(path, exists=before is not None, is_changed=True)


def _has_review(state: TaskState) -> bool:
    return state.grade is not None and grade.is_ours(state.grade.document)
