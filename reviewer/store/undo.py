"""The undo journal: which steps this person took, over all tasks and restarts.

It holds pointers only. The review logs stay the truth: undo appends a `retract` there, redo
retracts the retraction.
"""

from __future__ import annotations

import json
import logging
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reviewer.model import Entry, Task
from reviewer.model.counting import counted
from reviewer.model.entry import ADJUDICATE, ADOPT, ANSWER, CONFIRM, DISPUTE, NOTE, RETRACT, STATUS
from reviewer.store import files
from reviewer.store.settings import Settings, state_folder

_STEPS_KEPT = 2000
_LIMIT = 64 * 1024 * 1024
_RENEWED_AT = 4 * 1024 * 1024
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Part:
    """What a step wrote for one task."""

    grade_path: str
    folder: str
    entry_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Target:
    """The entries to retract to undo or redo one step, task by task, and the step in words."""

    parts: tuple[Part, ...]
    says: str
    direction: str


Written = Sequence[tuple[Task, Sequence[Entry]]]


class Journal:
    """Steps done and undone by one person, kept in the user's state folder."""

    def __init__(self, settings: Settings) -> None:
        self.author = settings.author
        name = re.sub(r"[^\w.@+-]+", "_", settings.author) or "reviewer"
        self._path = state_folder() / f"undo-{name[:60]}-{settings.installation}.jsonl"
        self._done: list[Target] = []
        self._undone: list[tuple[Target, Target]] = []
        self._number: int | None = None
        self._read()

    def undo_target(self) -> Target | None:
        """The latest step in force."""
        return self._done[-1] if self._done else None

    def redo_target(self) -> Target | None:
        """The latest step undone, as long as nothing new was done since."""
        return self._undone[-1][0] if self._undone else None

    def record(self, written: Written, *, undoing: Target | None = None, asked: str = "") -> None:
        """Note a step over one or more tasks: something new, an undo or a redo.

        `asked` is the question of the row that the step begins with, as people know it.
        """
        row: dict[str, Any] = {
            "step": undoing.direction if undoing else "do",
            "parts": [
                {
                    "grade": str(task.grade_path),
                    "folder": str(task.root),
                    "ids": [entry.id for entry in entries],
                }
                for task, entries in written
            ],
        }
        if undoing is None:
            row["says"] = says(written, asked)
        else:
            # Another window of the same person may have noted steps of its own since.
            row["of"] = [part.entry_ids[0] for part in undoing.parts if part.entry_ids]
        self._take(row)
        self._append(row)

    def _take(self, row: dict[str, Any]) -> None:
        step, parts = row.get("step"), _parts(row.get("parts"))
        if step == "do" and parts:
            self._done.append(Target(parts, str(row.get("says", "")), "undo"))
            self._undone.clear()
            del self._done[:-_STEPS_KEPT]
        elif step == "undo" and self._done:
            done = self._done.pop(_place(self._done, row.get("of")))
            self._undone.append((Target(parts, done.says, "redo"), done))
        elif step == "redo" and self._undone:
            targets = [target for target, _ in self._undone]
            self._done.append(self._undone.pop(_place(targets, row.get("of")))[1])

    def _read(self) -> None:
        """What the journal says; lines that say nothing are left out, the logs hold the truth."""
        if not self._path.exists():
            return
        try:
            data = files.read_bytes(self._path, limit=_LIMIT)
        except files.FileError as error:
            _LOG.info("undo starts anew: %s", error)
            return
        for line in data.splitlines():
            row = _row(line)
            if row is not None:
                self._take(row)
        if len(data) > _RENEWED_AT:
            self._renew()

    def _renew(self) -> None:
        """Keep only the steps that can still be undone."""
        rows = [
            {"step": "do", "says": t.says, "parts": [_part_row(part) for part in t.parts]}
            for t in self._done
        ]
        try:
            files.replace_bytes(self._path, b"".join(_line(row) for row in rows))
        except files.FileError as error:
            _LOG.info("the undo journal stays long: %s", error)

    def _append(self, row: dict[str, Any]) -> None:
        try:
            if self._number is None:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_CLOEXEC", 0)
                self._number = os.open(self._path, flags, 0o600)
            os.write(self._number, _line(row))
        except OSError as error:
            raise files.file_error(self._path, error) from error

    def close(self) -> None:
        """Let go of the file."""
        if self._number is not None:
            os.close(self._number)
            self._number = None


def _place(targets: Sequence[Target], firsts: object) -> int:
    """Where the step stands whose entries begin with these; the last one where none is named."""
    for place in range(len(targets) - 1, -1, -1):
        if [part.entry_ids[0] for part in targets[place].parts if part.entry_ids] == firsts:
            return place
    return -1


def _row(line: bytes) -> dict[str, Any] | None:
    try:
        row = json.loads(line)
    except ValueError:
        return None
    return row if isinstance(row, dict) else None


def _line(row: dict[str, Any]) -> bytes:
    return json.dumps(row, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"


def _parts(rows: object) -> tuple[Part, ...]:
    return tuple(
        Part(str(row.get("grade")), str(row.get("folder")), tuple(map(str, row.get("ids", ()))))
        for row in (rows if isinstance(rows, list) else ())
        if isinstance(row, dict)
    )


def _part_row(part: Part) -> dict[str, Any]:
    return {"grade": part.grade_path, "folder": part.folder, "ids": list(part.entry_ids)}


def says(written: Written, asked: str = "") -> str:
    """A step in words, as the status line tells it."""
    task, entries = written[0]
    first = entries[0]
    words = _REASON if _is_reason(first) else _WORDS[first.type]
    what = words.format(item=asked or first.item, value=_value(first), text=first.text)
    where = task.id if len(written) == 1 else counted(len(written), "task")
    return f"{what} · {where}"


def _is_reason(entry: Entry) -> bool:
    """True for the answer of before, said again with a reason: only that comes and goes."""
    is_same = entry.value is not None and entry.value == entry.replaced
    return entry.type == ANSWER and is_same and bool(entry.text)


_REASON = "the reason for {value} to {item}"
_WORDS = {
    ANSWER: "answer {value} to {item}",
    RETRACT: "taking back the answer to {item}",
    DISPUTE: "dispute of {item}",
    ADJUDICATE: "settling {item} at {value}",
    ADOPT: "adopting a draft",
    NOTE: "a note",
    CONFIRM: "completing",
    STATUS: "marking as {text}",
}


def _value(entry: Entry) -> str:
    if entry.type == ANSWER and entry.extra.get("vote"):
        # A choice between two candidates is named by its side.
        return str(entry.extra["vote"])
    words = {1.0: "yes", 0.0: "no", 0.5: "half", None: "cannot tell"}
    if entry.value is None or isinstance(entry.value, (int, float)):
        return words.get(entry.value, str(entry.value))
    return str(entry.value)
