"""Finding the tasks of a folder: a lazy walk that never leaves the opened tree."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reviewer import kinds
from reviewer.kinds import naming
from reviewer.kinds.protocol import Found, Listing
from reviewer.model import Artifact, Task
from reviewer.store import files
from reviewer.store.task_file import TASK_FILE, read_task_file

_PEEK_LIMIT = 4 * 1024 * 1024
_DEPTH_LIMIT = 64
_NEVER = frozenset({"review", "__pycache__", "node_modules", ".git", "__MACOSX"})


@dataclass(frozen=True, slots=True)
class FolderNote:
    """Something about a folder that a person should know: it could not be read, say."""

    path: Path
    text: str


def discover(
    path: Path,
    *,
    check: Callable[[], None] = lambda: None,
    notes: Callable[[FolderNote], None] = lambda note: None,
) -> Iterator[Task]:
    """The tasks below a folder, first ones at once; `check` may raise to cancel the walk.

    Links are followed only where they stay inside the tree. A folder that cannot be read gives a
    note and the rest of the tree still works.
    """
    root = Path(os.path.abspath(path))
    if root.is_file():
        root = root.parent
    if not root.is_dir():
        raise files.FileError(root, "there is no such folder", "Check the name and open it again.")
    seen: set[str] = set()
    waiting: list[tuple[Path, int]] = [(root, 0)]
    while waiting:
        check()
        folder, depth = waiting.pop()
        real = os.path.realpath(folder)
        if real in seen or depth > _DEPTH_LIMIT:
            continue
        seen.add(real)
        try:
            listing = list_folder(folder, root)
        except files.FileError as error:
            notes(FolderNote(folder, str(error)))
            continue
        consumed: set[str] = set()
        for task, consumes in tasks_in(listing):
            consumed |= consumes
            yield task
        deeper = [name for name in listing.folders if name not in consumed]
        waiting.extend((folder / name, depth + 1) for name in reversed(deeper))


def tasks_in(listing: Listing) -> Iterator[tuple[Task, set[str]]]:
    """The tasks of one folder, each with the subfolders it takes for itself."""
    if TASK_FILE in listing.files:
        yield read_task_file(listing.path, listing.root), set(listing.folders)
        return
    for found in kinds.detect(listing):
        takes = set(listing.folders) if not found.stem else set(found.consumes)
        yield _as_task(listing, found), takes


def list_folder(folder: Path, root: Path) -> Listing:
    """The names in a folder, sorted as people count."""
    names: list[str] = []
    folders: list[str] = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_symlink() and not files.is_inside(Path(entry.path), root):
                    continue
                if not _is_text(entry.name):
                    continue
                if entry.is_dir():
                    if entry.name not in _NEVER and not entry.name.startswith("."):
                        folders.append(entry.name)
                else:
                    names.append(entry.name)
    except OSError as error:
        raise files.file_error(folder, error) from error
    return Listing(
        path=folder,
        root=root,
        files=tuple(sorted(names, key=naming.natural_key)),
        folders=tuple(sorted(folders, key=naming.natural_key)),
        below=lambda name: _below(folder / name, root),
        peek=lambda name: peek(folder / name),
    )


def _is_text(name: str) -> bool:
    """Names with bytes that are no UTF-8 stay readable for Python but cannot be saved as JSON."""
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _below(folder: Path, root: Path) -> Listing | None:
    if not folder.is_dir() or not files.is_inside(folder, root):
        return None
    try:
        return list_folder(folder, root)
    except files.FileError:
        return None


def peek(path: Path) -> object:
    """The contents of a small JSON or TOML file, or None when it is no such thing."""
    try:
        data = files.read_bytes(path, limit=_PEEK_LIMIT)
    except files.FileError:
        return None
    try:
        if path.suffix.lower() == ".toml":
            return tomllib.loads(data.decode("utf-8-sig"))
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def _as_task(listing: Listing, found: Found) -> Task:
    folder = listing.path
    artifacts = tuple(Artifact(role, folder / path, path) for role, path in found.roles)
    relative = os.path.relpath(folder, listing.root)
    prefix = "" if relative == os.curdir else relative.replace(os.sep, "/")
    if found.stem:
        identity = f"{prefix}/{found.stem}" if prefix else found.stem
        grade = folder / "review" / f"{found.stem}{found.grade_suffix}.grade.json"
    else:
        identity = prefix or folder.name
        grade = folder / "grade.json"
    return Task(
        id=identity,
        kind=found.kind,
        root=listing.root,
        folder=folder,
        artifacts=artifacts,
        grade_path=grade,
        instruction=found.instruction,
        rubric_path=_rubric_path(listing, found),
        graded_from=_graded_from(folder, found),
        why=found.why,
        instruction_path=folder / found.instruction_file if found.instruction_file else None,
        settings=dict(found.settings),
    )


def _rubric_path(listing: Listing, found: Found) -> Path | None:
    if found.rubric_file:
        return listing.path / found.rubric_file
    return listing.path / "rubric.toml" if "rubric.toml" in listing.files else None


def _graded_from(folder: Path, found: Found) -> Path | None:
    if not found.graded_from or (not found.stem and found.graded_from == "grade.json"):
        return None
    return folder / found.graded_from


@dataclass(frozen=True, slots=True)
class KindRow:
    """What a folder would be read as, and why."""

    id: str
    kind: str
    why: str
    roles: Mapping[str, str]
    problem: str = ""


def explain_kinds(path: Path, **hooks: Any) -> Iterator[KindRow]:  # noqa: ANN401 - passed through
    """One row a task, for people who ask why a folder was read as it was."""
    for task in discover(path, **hooks):
        roles = {artifact.role: artifact.name for artifact in task.artifacts}
        yield KindRow(task.id, task.kind, task.why, roles, task.problem)
