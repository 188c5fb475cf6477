"""The review log: append-only lines, one file an author and installation.

An entry names its task by the id it had in the folder that was open. The log lies beside the
task, so the last part of that id is enough to find its entries again from any folder above.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import uuid
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import reviewer
from reviewer.model import Entry, Task
from reviewer.model.entry import ANSWER, ENTRY_TYPES
from reviewer.store import files
from reviewer.store.settings import Settings, data_folder
from reviewer.store.shared_log import LIMIT, last_part, read_shared

# Path, inode, size and time of each log.
Stamps = tuple[tuple[str, int, int, int], ...]
_KNOWN = frozenset(f.name for f in fields(Entry)) - {"extra"}


@dataclass(frozen=True, slots=True)
class LogRead:
    """The entries of one or more logs, oldest first, and what was wrong with them."""

    entries: tuple[Entry, ...]
    notes: tuple[str, ...] = ()
    # A log that could not be read: a grade made without what it says must not be written.
    unread: files.FileError | None = None


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
        # 0 says something, as seconds or as the value that was replaced; it equals False.
        says_nothing = value is None or value is False or value in ("", (), {})
        # Of an answer it is told that others' answers were seen, as well as that they were not.
        says_nothing = says_nothing and not (spec.name == "blind" and entry.type == ANSWER)
        if says_nothing and spec.name != "value":
            continue
        if spec.name == "value" and value is None and entry.type not in ("answer", "adjudicate"):
            continue
        row[spec.name] = list(value) if isinstance(value, tuple) else value
    row.update({key: value for key, value in entry.extra.items() if key not in row})
    text = json.dumps(row, ensure_ascii=False, allow_nan=False)
    try:
        return text.encode("utf-8") + b"\n"
    except UnicodeEncodeError:  # half of a surrogate pair, as a file may name its checks
        return json.dumps(row, allow_nan=False).encode("ascii") + b"\n"


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
    return parse_lines(path, files.read_bytes(path, limit=LIMIT))


def parse_lines(path: Path, data: bytes, *, before: int = 0) -> LogRead:
    """The entries of some lines of a log; `before` lines come before them."""
    entries: list[Entry] = []
    notes: list[str] = []
    lines = data.split(b"\n")
    for number, line in enumerate(lines, before + 1):
        if not line.strip():
            continue
        try:
            entries.append(decode_entry(line))
        except (ValueError, RecursionError, TypeError) as error:
            if number == before + len(lines):
                notes.append(f"{path}: the last line is torn and was ignored ({error}).")
            elif _is_torn(line):
                notes.append(
                    f"{path}: line {number} is torn and was ignored: the program was ended while "
                    "it wrote it, before it said that the entry was kept."
                )
            else:
                notes.append(f"{path}: line {number} was ignored ({error}). Correct it by hand.")
    return LogRead(tuple(entries), tuple(notes))


def _is_torn(line: bytes) -> bool:
    """The beginning of an entry, as a killed program leaves it; later entries follow."""
    return line.startswith(b'{"id"') and not line.endswith(b"}")


def read_all(task: Task) -> LogRead:
    """All entries of a task over all authors, each id once, by time."""
    found: dict[str, Entry] = {}
    notes: list[str] = []
    unread: files.FileError | None = None
    last = last_part(task.id)
    for folder in (task.review_folder, elsewhere(task)):
        try:
            paths = logs_in(folder)
        except files.FileError as error:
            unread = unread or error
            continue
        for path in paths:
            try:
                read = _shared(path, last) if task.is_single_file else read_log(path)
            except files.FileError as error:
                unread = unread or error
                continue
            notes += read.notes
            for entry in read.entries:
                found.setdefault(entry.id, entry)
    ordered = in_order(found.values())
    if unread is not None:
        notes.append(f"{unread} Until it can be read no grade file is written here.")
    return LogRead(tuple(ordered), tuple(notes), unread)


def stamps(task: Task) -> Stamps:
    """What the file system says of the logs of a task: another answer means that they grew."""
    found = []
    for folder in (task.review_folder, elsewhere(task)):
        with suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(".jsonl"):
                    status = entry.stat()
                    found.append((entry.path, status.st_ino, status.st_size, status.st_mtime_ns))
    return tuple(sorted(found))


def _shared(path: Path, last: str) -> LogRead:
    """The entries of one task in a log that many tasks of a folder share."""

    def parse(data: bytes, before: int) -> tuple[tuple[Entry, ...], tuple[str, ...]]:
        read = parse_lines(path, data, before=before)
        return read.entries, read.notes

    return LogRead(*read_shared(path, last, parse))


def in_order(entries: Iterable[Entry]) -> list[Entry]:
    """Entries by their time."""
    return sorted(entries, key=lambda entry: (entry.at, entry.id))


def logs_in(folder: Path) -> list[Path]:
    """The logs in a folder; none where it is not there, an error where it cannot be looked into."""
    try:
        names = os.listdir(folder)
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise files.read_error(folder, error) from error
    return [folder / name for name in sorted(names) if name.endswith(".jsonl")]


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
