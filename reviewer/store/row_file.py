"""A JSON file that grows by rows: whole JSON after every row, and readable after a kill."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reviewer.store import files

Row = Mapping[str, Any]
_END = b"\n]}\n"
_LIMIT = 1024**3


@dataclass(frozen=True, slots=True)
class GrownRows:
    """What a file of rows holds: its head, and the rows that are whole."""

    head: Mapping[str, Any]
    rows: tuple[Mapping[str, Any], ...]


def read_rows(path: Path) -> GrownRows | None:
    """The rows of a file, a torn last one left out; None where it is no such file."""
    try:
        lines = files.read_bytes(path, limit=_LIMIT).split(b"\n")
    except files.FileError:
        return None
    first = lines[0].strip()
    head = _parsed(first + b"]}") if first.endswith(b'"results": [') else None
    if head is None:
        return None
    rows = [row for line in lines[1:] if (row := _parsed(line.strip().removesuffix(b",")))]
    return GrownRows({key: value for key, value in head.items() if key != "results"}, tuple(rows))


def _parsed(line: bytes) -> dict[str, Any] | None:
    if not line.startswith(b"{"):
        return None
    try:
        found = json.loads(line)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


class RowFile:
    """Writes rows: `{…head, "results": [` and then one line a row. One writer at a time."""

    def __init__(self, path: Path, head: Row, rows: Iterable[Row] = ()) -> None:
        self.path = path
        start = _line(head)[:-1] + (b", " if head else b"") + b'"results": ['
        lines = [_line(row) for row in rows]
        body = b"".join(b"\n" + line + b"," for line in lines).removesuffix(b",")
        files.replace_bytes(path, start + body + _END)
        self._is_empty = not lines
        self._end = len(start) + len(body)
        try:
            flags = os.O_WRONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
            self._number = os.open(path, flags)
        except OSError as error:
            raise files.file_error(path, error) from error

    def append(self, row: Row) -> None:
        """Add a row with one write: the old end is overwritten by the row and a new end."""
        added = (b"\n" if self._is_empty else b",\n") + _line(row)
        data = added + _END
        try:
            os.lseek(self._number, self._end, os.SEEK_SET)
            written = os.write(self._number, data)
        except OSError as error:
            raise files.file_error(self.path, error) from error
        if written != len(data):
            raise files.FileError(self.path, "the disk is full", "Free some space.")
        self._end += len(added)
        self._is_empty = False

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._number)


def _line(row: Row) -> bytes:
    return json.dumps(row, ensure_ascii=False, allow_nan=False).encode("utf-8", "backslashreplace")
