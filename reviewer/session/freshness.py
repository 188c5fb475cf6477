"""Whether the files of a task are still those that were measured. Runs off the owner's thread."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from reviewer.model import Task
from reviewer.session import loading
from reviewer.store.files import FileError
from reviewer.store.reader import TaskReader


class OtherFilesError(FileError):
    """The files of a task are others than those that were measured."""

    def __init__(self, folder: Path, names: str) -> None:
        super().__init__(
            folder,
            f"other bytes than were measured: {names}",
            "What you said is in the log; the grade is written once the task is measured again.",
        )


def other_roles(task: Task, reader: TaskReader, digests: Mapping[str, str]) -> list[str]:
    """The roles whose files came, went or hold other bytes than these digests say.

    The grade file is left out: what others write there is settled when it is written.
    """
    now = loading.digests_of(task, reader)
    graded = {a.role for a in task.artifacts if a.path == task.grade_path}
    roles = sorted({*now, *digests})
    return [
        role
        for role in roles
        if now.get(role) != digests.get(role) and role.partition("#")[0] not in graded
    ]


def require_same(task: Task, reader: TaskReader, digests: Mapping[str, str]) -> None:
    """Raise OtherFilesError when a grade would be bound to files that are no longer there."""
    if task.folder.is_dir() and (others := other_roles(task, reader, digests)):
        raise OtherFilesError(task.folder, ", ".join(others))
