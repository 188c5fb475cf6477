"""The descendants of a process and the memory they hold, where the system tells (Linux)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

_PROC = Path("/proc")


def descendants(root: int) -> tuple[int, ...]:
    """List the process ids below one; empty on systems without /proc."""
    children: dict[int, list[int]] = {}
    if not _PROC.is_dir():
        return ()
    for entry in os.scandir(_PROC):
        if entry.name.isdigit():
            parent = _parent(entry.name)
            if parent is not None:
                children.setdefault(parent, []).append(int(entry.name))
    found: list[int] = []
    waiting = [root]
    while waiting:
        below = children.get(waiting.pop(), [])
        found.extend(below)
        waiting.extend(below)
    return tuple(found)


def resident_bytes(processes: Sequence[int]) -> int:
    """Sum the resident memory of processes; those that have ended count nothing."""
    pages = 0
    for number in processes:
        fields = _read(f"{number}/statm").split()
        pages += int(fields[1]) if len(fields) > 1 else 0
    return pages * os.sysconf("SC_PAGE_SIZE") if pages else 0


def _parent(name: str) -> int | None:
    # The command in parentheses may hold spaces and parentheses: the fields follow the last one.
    fields = _read(f"{name}/stat").rpartition(")")[2].split()
    return int(fields[1]) if len(fields) > 1 else None


def _read(name: str) -> str:
    try:
        return (_PROC / name).read_text(errors="replace")
    except OSError:
        # The process ended between the listing and the reading.
        return ""
