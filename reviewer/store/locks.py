"""Kernel locks on tasks, in the user's state folder: looking at a task changes no file."""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from reviewer.model import Task
from reviewer.store import files
from reviewer.store.settings import state_folder

if TYPE_CHECKING:
    from filelock import FileLock


class TaskLock:
    """Held while a task is edited; the kernel lets go of it when the program ends."""

    def __init__(self, task: Task) -> None:
        real = os.path.realpath(task.grade_path)
        self._name = hashlib.sha256(real.encode("utf-8", "surrogatepass")).hexdigest()[:32]
        self._lock: FileLock | None = None

    def acquire(self) -> bool:
        """Take the lock without waiting; False when another program holds it.

        Where the state folder cannot be written the temporary one serves: a home that is read-only
        keeps nobody from reviewing.
        """
        from filelock import Timeout

        try:
            self._lock = self._taken_in(state_folder() / "locks")
        except Timeout:
            return False
        except OSError:
            return self._acquire_in_temporary()
        return True

    def _acquire_in_temporary(self) -> bool:
        from filelock import Timeout

        folder = Path(tempfile.gettempdir()) / "reviewer-locks"
        try:
            self._lock = self._taken_in(folder)
        except Timeout:
            return False
        except OSError as error:
            raise files.file_error(folder, error) from error
        return True

    def _taken_in(self, folder: Path) -> FileLock:
        from filelock import FileLock

        folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(str(folder / f"{self._name}.lock"), timeout=0)
        lock.acquire()
        return lock

    def release(self) -> None:
        """Let go of the lock."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None
