"""The review log: append-only lines, one file an author and installation.

An entry names its task by the id it had in the folder that was open. The log lies beside the
task, so the last part of that id is enough to find its entries again from any folder above.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import queue
import re
import threading
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import reviewer
from reviewer.model import Entry, Task
from reviewer.model.entry import ENTRY_TYPES
from reviewer.store import files
from reviewer.store.settings import Settings, data_folder

_LIMIT = 256 * 1024 * 1024
_KNOWN = frozenset(f.name for f in fields(Entry)) - {"extra"}
_READ_ONLY = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})


@dataclass(frozen=True, slots=True)
class LogRead:
    """The entries of one or more logs, oldest first, and what was wrong with them."""

    entries: tuple[Entry, ...]
    notes: tuple[str, ...] = ()


def now() -> str:
    """The time in UTC to the millisecond, as entries carry it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_entry(type: str, *, task: str, author: str, **values: Any) -> Entry:  # noqa: ANN401
    """A new entry with its own id, the time and the program's version."""
    return Entry(
        id=str(uuid.uuid4()),
        type=type,
        task=task,
        author=author,
        at=now(),
        app=reviewer.__version__,
        **values,
    )


def encode_entry(entry: Entry) -> bytes:
    """One line of JSON with the fields that say something; unknown keys are kept."""
    row: dict[str, Any] = {}
    for name in ("id", "type", "task", "author", "at", "app"):
        row[name] = getattr(entry, name)
    for spec in fields(Entry):
        value = getattr(entry, spec.name)
        if spec.name in row or spec.name == "extra":
            continue
        if value in ("", None, (), {}, False) and spec.name != "value":
            continue
        if spec.name == "value" and value is None and entry.type not in ("answer", "adjudicate"):
            continue
        row[spec.name] = list(value) if isinstance(value, tuple) else value
    row.update({key: value for key, value in entry.extra.items() if key not in row})
    return json.dumps(row, ensure_ascii=False, allow_nan=False).encode("utf-8") + b"\n"


def decode_entry(line: bytes) -> Entry:
    """The entry of one line; raises ValueError when it is none."""
    row = json.loads(line)
    if not isinstance(row, dict):
        raise ValueError("the line is no JSON object")
    missing = [name for name in ("id", "type", "task", "author", "at") if name not in row]
    if missing:
        raise ValueError(f"the line lacks {', '.join(missing)}")
    if row["type"] not in ENTRY_TYPES:
        raise ValueError(f"unknown type of entry {row['type']!r}")
    for name in ("id", "type", "task", "author", "at"):
        if not isinstance(row[name], str):
            raise ValueError(f"{name} is no text")
    known = {name: value for name, value in row.items() if name in _KNOWN}
    known.setdefault("app", "")
    if isinstance(known.get("items"), list):
        known["items"] = tuple(str(item) for item in known["items"])
    extra = {name: value for name, value in row.items() if name not in _KNOWN}
    return Entry(**known, extra=extra)


def read_log(path: Path) -> LogRead:
    """The entries of one log; a torn last line is ignored with a note."""
    data = files.read_bytes(path, limit=_LIMIT)
    entries: list[Entry] = []
    notes: list[str] = []
    lines = data.split(b"\n")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            entries.append(decode_entry(line))
        except (ValueError, RecursionError, TypeError) as error:
            if number == len(lines):
                notes.append(f"{path}: the last line is torn and was ignored ({error}).")
            else:
                notes.append(f"{path}: line {number} was ignored ({error}). Correct it by hand.")
    return LogRead(tuple(entries), tuple(notes))


def read_all(task: Task, settings: Settings) -> LogRead:
    """All entries of a task over all authors, each id once, by time."""
    found: dict[str, Entry] = {}
    notes: list[str] = []
    last = _last_part(task.id)
    for folder in (task.review_folder, elsewhere(task)):
        for path in sorted(folder.glob("*.jsonl")) if folder.is_dir() else ():
            read = read_log(path)
            notes += read.notes
            for entry in read.entries:
                if not task.is_single_file or _last_part(entry.task) == last:
                    found.setdefault(entry.id, entry)
    ordered = sorted(found.values(), key=lambda entry: (entry.at, entry.id))
    return LogRead(tuple(ordered), tuple(notes))


def _last_part(task_id: str) -> str:
    return task_id.rpartition("/")[2]


def elsewhere(task: Task) -> Path:
    """Where the logs of a task live when its own folder cannot be written."""
    real = os.path.realpath(task.review_folder)
    return (
        data_folder() / "logs" / hashlib.sha256(real.encode("utf-8", "surrogatepass")).hexdigest()
    )


def log_name(settings: Settings) -> str:
    """The file name of this person's log on this installation."""
    safe = re.sub(r"[^\w.@+-]+", "_", settings.author, flags=re.UNICODE).strip("._") or "reviewer"
    return f"{safe[:60]}-{settings.installation}.jsonl"


@dataclass(slots=True)
class LogWriter:
    """Appends the entries of one task: written at once, synced by the writer's thread."""

    task: Task
    settings: Settings
    syncer: Syncer
    note: str = ""
    is_elsewhere: bool = False
    _number: int | None = None
    _path: Path | None = None

    @property
    def path(self) -> Path | None:
        """The log that is written to, once it is open."""
        return self._path

    def append(self, entry: Entry) -> None:
        """Append one entry with one write; raises FileError when it cannot be kept anywhere."""
        line = encode_entry(entry)
        if self._number is None:
            self._open()
        try:
            self._append(line)
        except files.FileError:
            if self.is_elsewhere:
                raise
            self._open_elsewhere("the task's folder cannot be written")
            self._append(line)
        assert self._number is not None
        self.syncer.sync(self._number, entry)

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

    def _open(self) -> None:
        folder = self.task.review_folder
        try:
            self._number = self._open_in(folder)
        except OSError as error:
            if error.errno not in _READ_ONLY and error.errno not in (errno.ENOSPC, errno.EDQUOT):
                raise files.file_error(folder, error) from error
            self._open_elsewhere(files.file_error(folder, error).cause)

    def _open_in(self, folder: Path) -> int:
        folder.mkdir(parents=True, exist_ok=True)
        self._path = folder / log_name(self.settings)
        return os.open(self._path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o666)

    def _open_elsewhere(self, cause: str) -> None:
        self.close()
        folder = elsewhere(self.task)
        try:
            self._number = self._open_in(folder)
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


@dataclass(slots=True)
class Syncer:
    """One thread that makes appended lines durable and says when they are."""

    on_synced: Callable[[Entry, str], None]
    _waiting: queue.Queue[tuple[int, Entry] | None] = field(default_factory=queue.Queue)
    _thread: threading.Thread | None = None

    def sync(self, number: int, entry: Entry) -> None:
        """Sync the file behind a descriptor, then tell that the entry is safe."""
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


def entries_by_author(entries: tuple[Entry, ...]) -> Mapping[str, tuple[Entry, ...]]:
    """The entries of each person, in order."""
    found: dict[str, list[Entry]] = {}
    for entry in entries:
        found.setdefault(entry.author, []).append(entry)
    return {author: tuple(rows) for author, rows in found.items()}
