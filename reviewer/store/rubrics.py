"""The rubric of a task: its kind's default, or the task's own with what it extends."""

from __future__ import annotations

from functools import lru_cache

from reviewer import kinds
from reviewer.model import Rubric, Task
from reviewer.scoring.rubric_file import parse_rubric
from reviewer.store import files, resources

_LIMIT = 1024 * 1024


@lru_cache(maxsize=64)
def _parsed(data: bytes, name: str) -> Rubric:
    return parse_rubric(data, name=name, base=resources.rubric_bytes)


def load_rubric(task: Task) -> Rubric:
    """The rules a task is graded by; raises RubricError or FileError, naming file and line."""
    if task.rubric_path is not None:
        return _parsed(files.read_bytes(task.rubric_path, limit=_LIMIT), str(task.rubric_path))
    choose = kinds.kind(task.kind).rubric
    name = str(task.settings.get("rubric_name") or (choose(task) if choose else task.kind))
    if name not in resources.rubric_names():
        known = ", ".join(resources.rubric_names())
        raise files.FileError(
            task.folder / "task.toml", f"there is no rubric {name!r}", f"Use one of {known}."
        )
    return _parsed(resources.rubric_bytes(name), f"{name}.toml")


def shipped_rubric(name: str) -> Rubric:
    """One of the program's own rubrics."""
    return _parsed(resources.rubric_bytes(name), f"{name}.toml")
