"""Finding the tasks of a folder: a lazy walk that never leaves the opened tree."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reviewer import kinds
from reviewer.kinds.protocol import Found, Listing
from reviewer.model import RESULT, Artifact, Task
from reviewer.store import files
from reviewer.store.listing import FolderNote, Notes, list_folder, listed, peek
from reviewer.store.task_file import SCORES, TASK_FILE, read_task_file

__all__ = ["FolderNote", "KindRow", "discover", "explain_kinds", "list_folder", "peek", "tasks_in"]

_DEPTH_LIMIT = 64


def discover(
    path: Path,
    *,
    check: Callable[[], None] = lambda: None,
    notes: Notes = lambda note: None,
) -> Iterator[Task]:
    """The tasks below a folder, first ones at once; `check` may raise to cancel the walk.

    Links are followed only where they stay inside the tree. A folder that cannot be read gives a
    note and the rest of the tree still works. No two tasks have one id.
    """
    root = Path(os.path.abspath(path))
    if root.is_file():
        root = root.parent
    if not root.is_dir():
        raise files.FileError(root, "there is no such folder", "Check the name and open it again.")
    ids: set[str] = set()
    for step in _walk(root, check, notes):
        for task, consumes in tasks_in(step.names):
            check()
            step.consumed |= consumes
            if task.id in ids:
                task = _by_full_name(task)
            if task.id in ids:
                notes(FolderNote(task.folder, f"{task.id}: a second task of this name is left out"))
                continue
            ids.add(task.id)
            yield task


def again(task: Task, *, check: Callable[[], None] = lambda: None) -> Task | None:
    """The same task as its folders are now: new files, another task.toml; None when it is gone.

    What makes up a task may lie above its own folder: the folders up to the root are looked at.
    """
    folder = task.folder
    while True:
        try:
            listing = list_folder(folder, task.root, check=check)
        except (files.FileError, OSError):
            listing = None
        for found, _ in tasks_in(listing) if listing is not None else ():
            check()
            if found.id == task.id:
                return found
            if found.grade_path == task.grade_path:
                # Told apart from another of its name when it was found.
                return dataclasses.replace(found, id=task.id)
        if folder == task.root or folder == folder.parent:
            return None
        folder = folder.parent


@dataclass(slots=True)
class _Step:
    """One folder of the walk; what its tasks consume is not walked further."""

    names: Listing
    consumed: set[str]


def _walk(root: Path, check: Callable[[], None], notes: Notes) -> Iterator[_Step]:
    """Every folder once, depth first in the order of names; links after all real folders."""
    seen: set[tuple[int, int]] = set()
    waiting: list[tuple[Path, int]] = [(root, 0)]
    links: list[tuple[Path, int]] = []
    while waiting or links:
        check()
        folder, depth = waiting.pop() if waiting else links.pop()
        if depth > _DEPTH_LIMIT:
            notes(FolderNote(folder, f"{folder}: deeper than {_DEPTH_LIMIT} folders. Open it."))
            continue
        try:
            status = os.stat(folder)
            if (status.st_dev, status.st_ino) in seen:
                continue
            seen.add((status.st_dev, status.st_ino))
            listing, linked = listed(folder, root, notes, check)
        except files.FileError as error:
            notes(FolderNote(folder, str(error)))
            continue
        except OSError as error:
            notes(FolderNote(folder, str(files.file_error(folder, error))))
            continue
        step = _Step(listing, set())
        yield step
        for name in reversed(listing.folders):
            if name not in step.consumed:
                (links if name in linked else waiting).append((folder / name, depth + 1))


def tasks_in(listing: Listing) -> Iterator[tuple[Task, set[str]]]:
    """The tasks of one folder, each with the subfolders it takes for itself."""
    if TASK_FILE in listing.files:
        yield _with_roles(read_task_file(listing.path, listing.root), listing), set(listing.folders)
        return
    relative = os.path.relpath(listing.path, listing.root)
    prefix = "" if relative == os.curdir else relative.replace(os.sep, "/")
    own_rubric = "rubric.toml" if "rubric.toml" in listing.files else ""
    for found in kinds.detect(listing):
        is_whole = not found.stem and not found.problem
        takes = set(listing.folders) if is_whole else set(found.consumes)
        yield _as_task(listing, found, prefix=prefix, rubric=found.rubric_file or own_rubric), takes


def _with_roles(task: Task, listing: Listing) -> Task:
    """A task file that names no files has them by their names, as a folder without it does."""
    if task.problem or task.artifacts:
        return task
    alike = [found for found in kinds.detect(listing) if found.kind == task.kind]
    if len(alike) != 1 or alike[0].problem:
        return task
    base = f"{listing.path}{os.sep}"
    roles = tuple(Artifact(role, Path(base + path), path) for role, path in alike[0].roles)
    return dataclasses.replace(task, artifacts=roles)


def _by_full_name(task: Task) -> Task:
    """The same task told apart by its file's whole name: `a.json` beside a folder `a`."""
    own = task.artifact(RESULT) or task.artifacts[-1]
    name = own.name.rpartition("/")[2]
    prefix = task.id.rpartition("/")[0]
    grade = task.grade_path.with_name(f"{name}.grade.json") if task.is_single_file else None
    return dataclasses.replace(
        task,
        id=f"{prefix}/{name}" if prefix else name,
        grade_path=grade or task.grade_path,
    )


def _as_task(listing: Listing, found: Found, *, prefix: str, rubric: str) -> Task:
    folder = listing.path
    base = f"{folder}{os.sep}"
    artifacts = tuple(Artifact(role, Path(base + path), path) for role, path in found.roles)
    if found.stem:
        identity = f"{prefix}/{found.stem}" if prefix else found.stem
        grade = f"{base}review{os.sep}{found.stem}{found.grade_suffix}.grade.json"
    else:
        identity = prefix or folder.name or str(folder)
        grade = f"{base}grade.json"
    return Task(
        id=identity,
        kind=found.kind,
        root=listing.root,
        folder=folder,
        artifacts=artifacts,
        grade_path=Path(grade),
        instruction=found.instruction,
        rubric_path=folder / rubric if rubric else None,
        graded_from=_graded_from(listing, found),
        why=found.why,
        instruction_path=folder / found.instruction_file if found.instruction_file else None,
        settings=dict(found.settings),
        problem=found.problem,
    )


def _graded_from(listing: Listing, found: Found) -> Path | None:
    """The score file of another name beside the task, whose keys the grade starts from."""
    name = found.graded_from
    if not name and not found.stem:
        name = next((score for score in SCORES if score in listing.files), "")
    if not name or (not found.stem and name == "grade.json"):
        return None
    return listing.path / name


@dataclass(frozen=True, slots=True)
class KindRow:
    """What a folder would be read as, and why."""

    id: str
    kind: str
    why: str
    roles: Mapping[str, str]
    problem: str = ""


def explain_kinds(
    path: Path,
    *,
    kind_of: Callable[[Task], str] = lambda task: task.kind,
    **hooks: Any,  # noqa: ANN401 - passed through
) -> Iterator[KindRow]:
    """One row a task, for people who ask why a folder was read as it was."""
    for task in discover(path, **hooks):
        roles = {artifact.role: artifact.name for artifact in task.artifacts}
        yield KindRow(task.id, kind_of(task), task.why, roles, task.problem)
