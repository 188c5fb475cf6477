"""Appending to a review log: written at once, synced by one thread that says when it is safe."""

from __future__ import annotations

import errno
import os
import queue
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from reviewer.model import Entry, Task
from reviewer.model.counting import noun
from reviewer.store import files
from reviewer.store.log import elsewhere, encode_entry, log_name, logs_in, read_log
from reviewer.store.settings import Settings

# A task whose folder refuses for one of these keeps its log in the user's own data folder.
# So does one that was deleted while open, and one where `review` or the log is no such thing.
_GO_ELSEWHERE = frozenset(
    {errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOSPC, errno.EDQUOT}
    | {errno.ENOENT, errno.ENOTDIR, errno.EEXIST, errno.EISDIR, errno.ELOOP, errno.ENAMETOOLONG}
)


def at_once(read: Callable[[], set[str]], then: Callable[[set[str]], None]) -> None:
    """Read what the logs say here and now."""
    then(read())


@dataclass(slots=True)
class LogWriter:
    """Appends the entries of one task: written at once, synced by the writer's thread.

    `held` gives the entries that the desk holds: they are written again when the log was deleted,
    replaced or shortened while it was open. Appending reads no log; where it must be known what
    the logs still say, `apart` reads it, off the caller's thread where there is a window.
    """

    task: Task
    settings: Settings
    syncer: Syncer
    held: Callable[[], Iterable[Entry]] = tuple
    apart: Callable[[Callable[[], set[str]], Callable[[set[str]], None]], None] = at_once
    note: str = ""
    is_elsewhere: bool = False
    _written: set[str] = field(default_factory=set)
    _number: int | None = None
    _path: Path | None = None
    _size: int = 0

    @property
    def path(self) -> Path | None:
        """The log that is written to, once it is open."""
        return self._path

    def append(self, entry: Entry) -> None:
        """Append one entry with one write; raises FileError when it cannot be kept anywhere."""
        self.keep()
        if self._number is None:
            self._open()
        self._write((entry,))

    def keep(self) -> None:
        """Write again what an open log held, when somebody deleted, replaced or shortened it."""
        if self._number is None or not self._is_lost(self._number):
            return
        self.close()
        self._open()
        if self._size:  # an empty one was filled again when it was opened
            self._restore()

    def _is_lost(self, number: int) -> bool:
        status = os.fstat(number)
        try:
            named = os.stat(self._path or "")
        except OSError:
            return True
        is_same = (named.st_dev, named.st_ino) == (status.st_dev, status.st_ino)
        return not is_same or status.st_size < self._size

    def _mine(self) -> list[Entry]:
        return [entry for entry in self.held() if entry.author == self.settings.author]

    def _restore(self) -> None:
        if self._mine():
            self.apart(self._ids_there, self._write_again)

    def _write_again(self, there: set[str]) -> None:
        """Write what this person is known to have said here and no log says any more."""
        known = there | self._written
        missing = [entry for entry in self._mine() if entry.id not in known]
        if missing and self._number is not None:
            self._write(missing)
            self.note = (
                f"{self.note} {self._path}: the log was deleted or shortened while the task was "
                f"open. {len(missing):,} of your entries {noun(len(missing), 'was', 'were')} "
                "written again."
            ).strip()

    def _ids_there(self) -> set[str]:
        found: set[str] = set()
        for folder in (self.task.review_folder, elsewhere(self.task)):
            for path in logs_in(folder):
                found.update(entry.id for entry in read_log(path).entries)
        return found

    def _write(self, entries: Iterable[Entry]) -> None:
        entries = tuple(entries)
        lines = b"".join(map(encode_entry, entries))
        try:
            self._append(lines)
        except files.FileError as error:
            if self.is_elsewhere:
                raise
            self._open_elsewhere(error.cause)
            self._append(lines)
        assert self._number is not None
        self._written.update(entry.id for entry in entries)
        self.syncer.sync(self._number, entries[-1])

    def _append(self, line: bytes) -> None:
        assert self._number is not None
        assert self._path is not None
        start = os.fstat(self._number).st_size
        if start and os.pread(self._number, 1, start - 1) != b"\n":
            line = b"\n" + line
        try:
            written = os.write(self._number, line)
        except OSError as error:
            raise files.file_error(self._path, error) from error
        if written != len(line):
            os.ftruncate(self._number, start)
            raise files.FileError(self._path, "the disk is full", "Free some space.")
        self._size = start + written

    def _open(self) -> None:
        self._open_beside_the_task()
        if not self._size:
            self._restore()

    def _open_beside_the_task(self) -> None:
        folder = self.task.review_folder
        if not files.is_inside(folder, self.task.root):
            self._open_elsewhere("it is a link that leads out of the opened folder")
            return
        try:
            # A task's folder that was deleted is not made again.
            folder.mkdir(exist_ok=True)
            self._open_in(folder)
        except OSError as error:
            if error.errno not in _GO_ELSEWHERE:
                raise files.file_error(folder, error) from error
            self._open_elsewhere(files.file_error(folder, error).cause)

    def _open_in(self, folder: Path) -> None:
        self._path = folder / log_name(self.settings)
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC
        self._number = os.open(self._path, flags, 0o666)
        self._size = os.fstat(self._number).st_size
        self._written.clear()

    def _open_elsewhere(self, cause: str) -> None:
        self.close()
        folder = elsewhere(self.task)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._open_in(folder)
        except OSError as error:
            raise files.file_error(folder, error) from error
        self.is_elsewhere = True
        self.note = (
            f"{self.task.review_folder}: {cause}. What you say is kept in {self._path}; "
            "use Save a copy as… for the grade."
        )

    def close(self) -> None:
        """Let go of the file after what was written is synced."""
        if self._number is not None:
            self.syncer.wait()
            os.close(self._number)
            self._number = None


def finished(writer: LogWriter) -> str:
    """Keep what a log that nobody writes to any more lost, and close it; what is to be told."""
    try:
        writer.keep()
    finally:
        writer.close()
    return writer.note


@dataclass(slots=True)
class Syncer:
    """One thread that makes appended lines durable and says when they are."""

    on_synced: Callable[[Entry, str], None]
    _waiting: queue.Queue[tuple[int, Entry] | None] = field(default_factory=queue.Queue)
    _thread: threading.Thread | None = None
    _starting: threading.Lock = field(default_factory=threading.Lock)

    def sync(self, number: int, entry: Entry) -> None:
        """Sync the file behind a descriptor, then tell that the entry is safe."""
        with self._starting:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="reviewer-journal")
                self._thread.start()
        self._waiting.put((number, entry))

    def _run(self) -> None:
        while True:
            job = self._waiting.get()
            if job is None:
                self._waiting.task_done()
                return
            number, entry = job
            problem = ""
            try:
                os.fsync(number)
            except OSError as error:
                problem = f"the journal could not be made safe: {error.strerror}"
            self.on_synced(entry, problem)
            self._waiting.task_done()

    def wait(self) -> None:
        """Wait until everything handed in is on the disk."""
        self._waiting.join()

    def close(self) -> None:
        """End the thread once everything is on the disk."""
        if self._thread is not None:
            self._waiting.put(None)
            self._thread.join()
            self._thread = None
