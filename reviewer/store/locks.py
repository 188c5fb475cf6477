"""Kernel locks on files, in the user's state folder: looking at a task changes no file."""

from __future__ import annotations

import hashlib
import os
import stat
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from reviewer.model import Task
from reviewer.store import files
from reviewer.store.settings import state_folder

if TYPE_CHECKING:
    from filelock import FileLock


_LONGEST_NOTE = 4096


class PathLock:
    """Held while a file is written; the kernel lets go of it when the program ends."""

    def __init__(self, path: Path) -> None:
        real = os.path.realpath(path)
        self._name = hashlib.sha256(real.encode("utf-8", "surrogatepass")).hexdigest()[:32]
        self._lock: FileLock | None = None
        self._folder = Path()

    def acquire(self, owner: str = "") -> bool:
        """Take the lock without waiting; False when another program holds it.

        `owner` is what others are told of who has it.

        Where the state folder cannot be written the temporary one serves: a home that is read-only
        keeps nobody from reviewing.
        """
        from filelock import Timeout

        self._folder = state_folder() / "locks"
        try:
            self._lock = self._taken(owner)
        except Timeout:
            return False
        except OSError:
            return self._acquire_in_temporary(owner)
        return True

    @property
    def owner(self) -> str:
        """What whoever holds the lock said of itself, or an empty string."""
        try:
            return files.read_bytes(self._note, limit=_LONGEST_NOTE).decode("utf-8", "replace")
        except files.FileError:
            return ""

    @property
    def _note(self) -> Path:
        return self._folder / f"{self._name}.owner"

    def _acquire_in_temporary(self, owner: str) -> bool:
        from filelock import Timeout

        self._folder = Path(tempfile.gettempdir()) / f"reviewer-locks-{_user()}"
        try:
            _make_private(self._folder)
            self._lock = self._taken(owner)
        except Timeout:
            return False
        except OSError as error:
            raise files.file_error(self._folder, error) from error
        return True

    def _taken(self, owner: str) -> FileLock:
        from filelock import FileLock

        self._folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(str(self._folder / f"{self._name}.lock"), timeout=0)
        lock.acquire()
        if owner:
            # Beside the lock: where locks are mandatory nobody else can read the locked file.
            self._note.write_text(owner, encoding="utf-8")
        return lock

    def release(self) -> None:
        """Let go of the lock."""
        if self._lock is not None:
            self._note.unlink(missing_ok=True)
            self._lock.release()
            self._lock = None


def _user() -> int:
    # Where there are no numbers the temporary folder itself is the user's own.
    return os.getuid() if hasattr(os, "getuid") else 0


def _make_private(folder: Path) -> None:
    """Make a folder that nobody else can put files or links into; FileError where one may.

    The temporary folder is everybody's, and a link under a lock's name would have its target
    written over.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    status = os.lstat(folder)
    is_own = stat.S_ISDIR(status.st_mode) and status.st_uid == _user()
    if hasattr(os, "getuid") and (not is_own or status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)):
        raise files.FileError(
            folder,
            "it is not yours alone, and locks would be written into it",
            "Remove it, or make the state folder writable.",
        )


class TaskLock(PathLock):
    """Held while a task is edited."""

    def __init__(self, task: Task) -> None:
        super().__init__(task.grade_path)
