"""The tasks of the folders that a command was given."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from reviewer.cli.text import CliError, write_error

if TYPE_CHECKING:
    from reviewer.model import Task


def tasks_in(folders: Sequence[Path]) -> list[Task]:
    """All tasks, in order, and at least one; notes go to standard error."""
    from reviewer.session import batch
    from reviewer.store.files import FileError
    from reviewer.store.settings import put_aside

    note = put_aside()
    if note:
        write_error(note)
    try:
        batch.check_folders(folders)
        found = batch.tasks_of(folders, notes=lambda note: write_error(note.text))
    except FileError as error:
        raise CliError(str(error)) from error
    if not found:
        names = ", ".join(str(folder) for folder in folders)
        raise CliError(f"{names}: no task was found. `reviewer kinds FOLDER` says why.")
    return found
