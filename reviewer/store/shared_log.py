"""A log that all tasks of a folder share: read once, and then only what was appended to it.

Every task of the folder asks for its entries, and every edit makes the log longer: to read all of
it each time would make a folder of ten thousand tasks slow.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from reviewer.model import Entry
from reviewer.store import files

LIMIT = 256 * 1024 * 1024
_LOGS_KEPT = 4
# So much before the place where reading goes on must be what it was.
_TAIL = 4096

Said = tuple[tuple[Entry, ...], tuple[str, ...]]
Parse = Callable[[bytes, int], Said]


@dataclass(slots=True)
class _Held:
    """What was read of one log up to the end of its last whole line."""

    inode: int = 0
    size: int = 0
    lines: int = 0
    tail: bytes = b""
    by_task: dict[str, list[Entry]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


_lock = threading.Lock()
_logs: OrderedDict[str, _Held] = OrderedDict()


def read_shared(path: Path, last: str, parse: Parse) -> Said:
    """The entries of the task whose id ends in `last`, and what was wrong with the log.

    `parse` reads lines, given how many lines come before them.
    """
    with _lock:
        held, rest = _up_to_date(path, parse)
        _logs[str(path)] = held
        _logs.move_to_end(str(path))
        while len(_logs) > _LOGS_KEPT:
            _logs.popitem(last=False)
        # A last line without its end is torn, or is being written: it is looked at anew each time.
        torn, notes = parse(rest, held.lines)
        own = [entry for entry in torn if last_part(entry.task) == last]
        return (*held.by_task.get(last, ()), *own), (*held.notes, *notes)


def last_part(task_id: str) -> str:
    """The part of a task's id that is the same whichever folder above was opened."""
    return task_id.rpartition("/")[2]


def _up_to_date(path: Path, parse: Parse) -> tuple[_Held, bytes]:
    try:
        status = path.stat()
    except OSError as error:
        raise files.read_error(path, error) from error
    held = _logs.get(str(path))
    if held is not None and held.inode == status.st_ino and held.size <= status.st_size:
        start = held.size - len(held.tail)
        data = files.read_bytes(path, limit=LIMIT, start=start)
        if data.startswith(held.tail):
            return held, _take(held, parse, data[len(held.tail) :])
    held = _Held(inode=status.st_ino)
    return held, _take(held, parse, files.read_bytes(path, limit=LIMIT))


def _take(held: _Held, parse: Parse, data: bytes) -> bytes:
    """Take in the whole lines of what follows; the rest is returned."""
    end = data.rfind(b"\n") + 1
    whole, rest = data[:end], data[end:]
    if whole:
        entries, notes = parse(whole, held.lines)
        for entry in entries:
            held.by_task.setdefault(last_part(entry.task), []).append(entry)
        held.notes += notes
        held.lines += whole.count(b"\n")
        held.size += len(whole)
        held.tail = (held.tail + whole)[-_TAIL:]
    return rest
