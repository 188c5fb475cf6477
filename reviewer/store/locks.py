"""Kernel locks on tasks, in the user's state folder: looking at a task changes no file."""

from __future__ import annotations

import hashlib
import os
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
        name = hashlib.sha256(real.encode("utf-8", "surrogatepass")).hexdigest()[:32]
        self._path: Path = state_folder() / "locks" / f"{name}.lock"
        self._lock: FileLock | None = None

    def acquire(self) -> bool:
        """Take the lock without waiting; False when another program holds it."""
        from filelock import FileLock, Timeout

        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            lock = FileLock(str(self._path), timeout=0)
            lock.acquire()
        except Timeout:
            return False
        except OSError as error:
            raise files.file_error(self._path, error) from error
        self._lock = lock
        return True

    def release(self) -> None:
        """Let go of the lock."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None
