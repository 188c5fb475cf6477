"""The undo journal: which steps this person took, over all tasks and restarts.

It holds pointers only. The review logs stay the truth: undo appends a `retract` there, redo
retracts the retraction.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reviewer.model import Entry, Task
from reviewer.model.entry import ADJUDICATE, ADOPT, ANSWER, CONFIRM, DISPUTE, NOTE, RETRACT, STATUS
from reviewer.store import files
from reviewer.store.settings import Settings, state_folder

_STEPS_KEPT = 2000
_LIMIT = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Target:
    """The entries to retract to undo or redo one step, and what to tell the person."""

    grade_path: str
    folder: str
    entry_ids: tuple[str, ...]
    says: str
    direction: str


class Journal:
    """Steps done and undone, kept in the user's state folder."""

    def __init__(self, settings: Settings) -> None:
        author = re.sub(r"[^\w.@+-]+", "_", settings.author) or "reviewer"
        self._path = state_folder() / f"undo-{author[:60]}-{settings.installation}.jsonl"
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

    def record(self, task: Task, entries: Sequence[Entry], *, undoing: object = None) -> None:
        """Note a step: something new, an undo or a redo."""
        ids = [entry.id for entry in entries]
        row: dict[str, Any] = {
            "grade": str(task.grade_path),
            "folder": str(task.root),
            "ids": ids,
        }
        if isinstance(undoing, Target):
            row["step"] = "undo" if undoing.direction == "undo" else "redo"
        else:
            row["step"] = "do"
            row["says"] = says(task, entries)
            row["group"] = entries[0].group
        self._take(row)
        self._append(row)

    def _take(self, row: dict[str, Any]) -> None:
        step, ids = row.get("step"), tuple(str(value) for value in row.get("ids", ()))
        if step == "do":
            target = Target(
                str(row.get("grade")), str(row.get("folder")), ids, str(row.get("says")), "undo"
            )
            self._done.append(target)
            self._undone.clear()
            del self._done[:-_STEPS_KEPT]
        elif step == "undo" and self._done:
            done = self._done.pop()
            back = Target(done.grade_path, done.folder, ids, done.says, "redo")
            self._undone.append((back, done))
        elif step == "redo" and self._undone:
            self._done.append(self._undone.pop()[1])

    def _read(self) -> None:
        if not self._path.exists():
            return
        try:
            data = files.read_bytes(self._path, limit=_LIMIT)
        except files.FileError:
            return
        for line in data.splitlines():
            try:
                row = json.loads(line)
            except ValueError:
                continue
            if isinstance(row, dict):
                self._take(row)

    def _append(self, row: dict[str, Any]) -> None:
        try:
            if self._number is None:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC
                self._number = os.open(self._path, flags, 0o600)
            os.write(self._number, json.dumps(row, ensure_ascii=False).encode("utf-8") + b"\n")
        except OSError as error:
            raise files.file_error(self._path, error) from error

    def close(self) -> None:
        """Let go of the file."""
        if self._number is not None:
            os.close(self._number)
            self._number = None


def says(task: Task, entries: Sequence[Entry]) -> str:
    """A step in words, as the status line tells it."""
    first = entries[0]
    what = {
        ANSWER: f"answer {_value(first)} to {first.item}",
        RETRACT: f"taking back the answer to {first.item}",
        DISPUTE: f"dispute of {first.item}",
        ADJUDICATE: f"settling {first.item} at {_value(first)}",
        ADOPT: "adopting a draft",
        NOTE: "a note",
        CONFIRM: "completing",
        STATUS: f"marking as {first.text}",
    }[first.type]
    return f"{what} · {task.id}"


def _value(entry: Entry) -> str:
    words = {1.0: "yes", 0.0: "no", 0.5: "half", None: "cannot tell"}
    if entry.value is None or isinstance(entry.value, (int, float)):
        return words.get(entry.value, str(entry.value))
    return str(entry.value)
