"""Rollouts whose results lie in an archive: unpacked into the cache, then read like a folder."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from reviewer.kinds import agent_roles as roles
from reviewer.kinds.agent_folders import AGENT_JUDGED, FLOOR_PLAN
from reviewer.kinds.grader_output import OUTPUT
from reviewer.kinds.protocol import Listing
from reviewer.model import Artifact, Task
from reviewer.store import files
from reviewer.store.listing import list_folder
from reviewer.store.settings import cache_folder

_DONE = ".reviewer.json"
_MOST_BYTES = 8 << 30
_NAMED = 3


def unpacked(task: Task, *, cancel: Callable[[], None]) -> Task:
    """The task with the files of its archive; raises FileError where it cannot be unpacked.

    What was left out of it (links, paths that lead out) is said in the task's settings.
    """
    archive = task.artifact(roles.ARCHIVE)
    if archive is None or "archive" in task.settings or not archive.path.is_file():
        return task
    cancel()
    folder, notes = _folder_of(archive.path)
    listing, prefix = _results(list_folder(folder, folder))
    is_plan = roles.is_plan(listing)
    made = _artifacts(listing, folder, prefix, is_plan=is_plan)
    cancel()
    known = {artifact.name.rpartition("/")[2] for artifact in task.artifacts}
    added = tuple(a for a in made if a.name.rpartition("/")[2] not in known)
    settings = {**task.settings, "archive": str(folder / prefix), "archive_notes": notes}
    kind = FLOOR_PLAN if is_plan and _is_open(task) else task.kind
    return dataclasses.replace(
        task, kind=kind, artifacts=(*added, *task.artifacts), settings=settings
    )


def kind_of(task: Task, *, cancel: Callable[[], None]) -> str:
    """The kind that a task is graded as, its archive only listed; nothing is unpacked."""
    from reviewer.formats.archive import list_archive
    from reviewer.formats.document_error import DocumentError

    archive = task.artifact(roles.ARCHIVE)
    if archive is None or "archive" in task.settings or not _is_open(task):
        return task.kind
    cancel()
    try:
        members = list_archive(archive.path).members
    except (DocumentError, OSError):
        # Grading says what is wrong with it.
        return task.kind
    listing, _ = _results(_listing_of([member.path.split("/") for member in members]))
    return FLOOR_PLAN if roles.is_plan(listing) else task.kind


def _is_open(task: Task) -> bool:
    """True where only the results can tell which kind it is: no score says so."""
    return task.kind == AGENT_JUDGED and task.artifact(OUTPUT) is None


def _listing_of(paths: list[list[str]]) -> Listing:
    """The names of an archive as a folder would list them."""
    inside: dict[str, list[list[str]]] = {}
    for first, *rest in paths:
        if rest:
            inside.setdefault(first, []).append(rest)
    return Listing(
        path=Path(),
        root=Path(),
        files=tuple(path[0] for path in paths if len(path) == 1),
        folders=tuple(inside),
        below=lambda name: _listing_of(inside[name]) if name in inside else None,
        peek=lambda name: None,
    )


def _results(listing: Listing) -> tuple[Listing, str]:
    """Where in an archive the results begin: below folders that hold nothing else."""
    prefix = ""
    while len(listing.folders) == 1 and listing.folders[0] != roles.RESULTS:
        inner = listing.below(listing.folders[0])
        if inner is None or not all(name.startswith(".") for name in listing.files):
            break
        prefix += f"{listing.folders[0]}/"
        listing = inner
    return listing, prefix


def _artifacts(
    listing: Listing, folder: Path, prefix: str, *, is_plan: bool
) -> tuple[Artifact, ...]:
    """The roles of the unpacked files."""
    if is_plan:
        found = roles.plan_roles(listing, prefix)
    else:
        found = roles.other_roles(listing, prefix, is_whole=True)
    return tuple(Artifact(role, folder / path, path) for role, path in found)


def _folder_of(path: Path) -> tuple[Path, str]:
    """The folder an archive was unpacked into, now or before, and what was left out of it."""
    from reviewer.formats.archive import unpack
    from reviewer.formats.document_error import DocumentError

    try:
        status = path.stat()
    except OSError as error:
        raise files.file_error(path, error) from error
    key = files.digest(repr((os.path.realpath(path), status.st_mtime_ns, status.st_size)).encode())
    base = cache_folder() / "archives"
    target = base / key[:32]
    done = target / _DONE
    if done.is_file():
        # Used again: the oldest ones make room first.
        with contextlib.suppress(OSError):
            os.utime(done)
        return target, str(json.loads(files.read_bytes(done)).get("notes", ""))
    try:
        base.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix="unpacking-", dir=base))
    except OSError as error:
        raise files.file_error(base, error) from error
    try:
        listing = unpack(path, work)
        notes = _notes(listing.skipped)
        record = {"notes": notes, "bytes": listing.total_bytes}
        (work / _DONE).write_text(json.dumps(record), encoding="utf-8")
        if not target.exists():
            os.replace(work, target)
    except DocumentError as error:
        raise files.FileError(path, error.cause, f"{error.remedy}.") from error
    except OSError as error:
        raise files.file_error(target, error) from error
    finally:
        shutil.rmtree(work, ignore_errors=True)
    _make_room(base, keep=target)
    return target, notes


def _notes(skipped: tuple[tuple[str, str], ...]) -> str:
    if not skipped:
        return ""
    named = "; ".join(f"{name} ({reason})" for name, reason in skipped[:_NAMED])
    more = f"; and {len(skipped) - _NAMED} more" if len(skipped) > _NAMED else ""
    return f"Left out of the archive: {named}{more}."


def _make_room(base: Path, *, keep: Path) -> None:
    """Delete what was unpacked longest ago, down to the cap; the cache may go at any time."""
    held: list[tuple[float, int, Path]] = []
    for done in base.glob(f"*/{_DONE}"):
        with contextlib.suppress(OSError, ValueError):  # another window deletes too
            size = int(json.loads(done.read_text("utf-8")).get("bytes", 0))
            held.append((done.stat().st_mtime, size, done.parent))
    total = sum(size for _, size, _ in held)
    for _, size, folder in sorted(held):
        if total <= _MOST_BYTES:
            return
        if folder != keep:
            shutil.rmtree(folder, ignore_errors=True)
            total -= size
