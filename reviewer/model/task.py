"""A task and the files that play a role in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

INITIAL = "initial"
RESULT = "result"
GOLDEN = "golden"
# How the problem of a task begins whose picture is still to come, which is no failure.
NO_PICTURE = "no picture yet"


@dataclass(frozen=True, slots=True)
class Artifact:
    """One file in one role; `path` is absolute, `name` is what people are shown."""

    role: str
    path: Path
    name: str


@dataclass(frozen=True, slots=True)
class Task:
    """One unit of grading, as it was found on disk.

    `id` is the path below the opened folder (without extension for single-file tasks), so two
    rounds never collide. `problem` says why a task that was found cannot be graded (a broken
    `task.toml`, say). `settings` is what `task.toml` or the folder said beyond the roles.
    """

    id: str
    kind: str
    root: Path
    folder: Path
    artifacts: tuple[Artifact, ...]
    grade_path: Path
    instruction: str = ""
    rubric_path: Path | None = None
    graded_from: Path | None = None
    why: str = ""
    instruction_path: Path | None = None
    problem: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)

    def artifact(self, role: str) -> Artifact | None:
        """The first artifact in this role, or None."""
        return next((a for a in self.artifacts if a.role == role), None)

    def artifacts_in(self, role: str) -> tuple[Artifact, ...]:
        """All artifacts in this role, in the order found."""
        return tuple(a for a in self.artifacts if a.role == role)

    @property
    def reads_grade(self) -> bool:
        """True when the grade file is measured, too: it is the grader's own."""
        return any(artifact.path == self.grade_path for artifact in self.artifacts)

    @property
    def review_folder(self) -> Path:
        """Where the review logs of this task live."""
        return self.grade_path.parent if self.is_single_file else self.folder / "review"

    @property
    def is_single_file(self) -> bool:
        """True when several tasks share one folder and grade files stand in `review/`."""
        return self.grade_path.name != "grade.json"
