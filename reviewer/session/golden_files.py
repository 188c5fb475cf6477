"""Which files are golden pictures: those are not handed to a program that could change them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from reviewer.kinds import naming
from reviewer.model import GOLDEN, Artifact, Task
from reviewer.store import files, folder

WHY = (
    "is not opened in GIMP: saved by mistake, it would change what everybody is graded by. "
    "Open a copy of it under another name, in another folder."
)


def golden_reason(path: Path) -> str:
    """Why a file is not opened in GIMP: it is a golden picture, or a copy of one without a role."""
    real = os.path.realpath(path)
    for task in _tasks_around(Path(real)):
        goldens = task.artifacts_in(GOLDEN)
        if any(is_one_file(golden.path, path) for golden in goldens):
            return f"{path} is the golden picture of {task.id} and {WHY}"
        if any(os.path.realpath(own.path) == real for own in task.artifacts):
            # A result may equal the golden picture and is still the agent's own file.
            return _shared_reason(path)
        twin = next((golden for golden in goldens if _is_same(golden, path)), None)
        if twin is not None:
            return f"{path} has the very bytes of {twin.name}, the golden picture, and {WHY}"
    stem = naming.stem(path.name).casefold()
    if stem == GOLDEN or stem.endswith(f"_{GOLDEN}"):
        return f"{path} is a golden picture by its name and {WHY}"
    return _shared_reason(path)


def is_one_file(one: Path, other: Path) -> bool:
    """Whether two names lead to the same bytes on the disk: writing one changes the other."""
    try:
        return os.path.samefile(one, other)
    except OSError:
        return False


def _shared_reason(path: Path) -> str:
    """The other names of a file cannot be looked up; any of them may be a golden picture."""
    names = path.stat().st_nlink
    if names < 2:
        return ""
    return (
        f"{path} is one file under {names} names (hard links) and is not opened in GIMP: saved by "
        "mistake, it would change what stands under the other names, which may be a golden "
        "picture. Open a copy of it."
    )


def _tasks_around(path: Path) -> Iterator[Task]:
    """The tasks of a file's folder and of the one above, which may take it for itself."""
    for place in (path.parent, path.parent.parent):
        try:
            listing = folder.list_folder(place, place)
        except (OSError, files.FileError):
            continue
        for task, _ in folder.tasks_in(listing):
            yield task


def _is_same(golden: Artifact, path: Path) -> bool:
    try:
        if golden.path.stat().st_size != path.stat().st_size:
            return False
        return files.digest_file(golden.path) == files.digest_file(path)
    except (OSError, files.FileError):
        return False
