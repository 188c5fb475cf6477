"""The rules of one task: its kind's rubric, completed by the kind and by the checks it chose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from reviewer import kinds
from reviewer.scoring.library import with_checks
from reviewer.scoring.rubric_file import RubricError
from reviewer.store import files, rubrics

if TYPE_CHECKING:
    from reviewer.kinds.protocol import Reader
    from reviewer.model import Rubric, Task

CHECKS = "checks"


def rules_of(task: Task, reader: Reader) -> Rubric:
    """What a task is graded by; raises RubricError, FileError or UnreadableError."""
    kind = kinds.kind(task.kind)
    rubric = rubrics.load_rubric(task)
    if kind.tailor is not None:
        rubric = kind.tailor(rubric, task, reader, rubrics.shipped_rubric)
    # Rows that the rubric brings are looked at for themselves; what files they need it knows.
    faults = [fault for check in rubric.checks for fault in kind.faults(check, None)]
    if faults:
        raise RubricError(str(task.rubric_path or rubric.name), [(0, fault) for fault in faults])
    chosen = task.settings.get(CHECKS)
    if not chosen or not kind.library:
        return rubric
    place = task.folder / "task.toml"
    if not isinstance(chosen, list) or not all(isinstance(row, Mapping) for row in chosen):
        raise files.FileError(
            place, "checks are not a list of tables", 'Write [[checks]] and use = "mirror", say.'
        )
    return with_chosen(rubric, task, chosen, name=str(place))


def with_chosen(
    rubric: Rubric, task: Task, rows: Sequence[Mapping[str, Any]], *, name: str
) -> Rubric:
    """A rubric with the checks that a task chose; RubricError says what is wrong with them."""
    kind = kinds.kind(task.kind)
    joined = with_checks(rubric, rubrics.shipped_rubric(kind.library), rows, name=name)
    checks = tuple(kind.chosen(c) if "use" in c.params else c for c in joined.checks)
    faults = [
        fault for check in checks if "use" in check.params for fault in kind.faults(check, task)
    ]
    if faults:
        raise RubricError(name, [(0, fault) for fault in faults])
    return replace(joined, checks=checks)
