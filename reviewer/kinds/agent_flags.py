"""Sanity flags that every case of the agent benchmark has: its task file, archive and log."""

from __future__ import annotations

from collections.abc import Iterator

from reviewer.kinds import agent_roles as roles
from reviewer.kinds.protocol import NO_FILE, Request, UnreadableError
from reviewer.model import Flag

_NAMED = 4
_HANDED_IN = ("result", roles.DRAWING, roles.REPORT, roles.SCREENSHOT, roles.DELIVERABLE)


def case_flags(request: Request) -> tuple[Flag, ...]:
    """Flags about the case itself, raised or not."""
    return (
        Flag("task-file", "oddities in the task file", *_raised(_task_notes(request))),
        Flag("two-tasks", "two tasks with one number", *_raised(_same_number(request))),
        Flag("archive", "archive not unpacked whole", *_raised(_archive(request))),
        Flag("no-file", "files that are none, or lead out", *_raised(_no_files(request))),
    )


def _raised(detail: str) -> tuple[bool, str, str]:
    return bool(detail), "warn", detail


def _task_notes(request: Request) -> str:
    artifact = request.task.artifact(roles.TASK)
    if artifact is None:
        return ""
    try:
        document = request.reader.document(artifact, "task_markdown")
    except UnreadableError as error:
        return str(error)
    return " ".join(document.notes)


def _same_number(request: Request) -> str:
    others = request.task.settings.get("same_number") or ()
    own = request.task.artifact(roles.TASK)
    if not others or own is None:
        return ""
    names = ", ".join(str(name) for name in others)
    return f"{own.name.rpartition('/')[2]} has the number of {names}: is this the right task?"


def _archive(request: Request) -> str:
    return str(request.task.settings.get("archive_notes") or "")


def _no_files(request: Request) -> str:
    """What stands under a file's name and cannot be read: a link, a pipe, a folder."""
    found = []
    for artifact in request.task.artifacts:
        if not request.reader.exists(artifact):
            why = request.reader.absence(artifact)
            if why != NO_FILE:
                found.append(f"{artifact.name}: {why}.")
    more = f" And {len(found) - _NAMED} more." if len(found) > _NAMED else ""
    return " ".join(found[:_NAMED]) + more


def same_files(request: Request) -> str:
    """Files handed in under several names, by their bytes."""
    by_digest: dict[str, list[str]] = {}
    for artifact in _handed_in(request):
        by_digest.setdefault(artifact[1], []).append(artifact[0])
    twice = [names for names in by_digest.values() if len(names) > 1]
    return " ".join(f"One file under several names: {', '.join(names)}." for names in twice)


def _handed_in(request: Request) -> Iterator[tuple[str, str]]:
    for artifact in request.task.artifacts:
        if artifact.role in _HANDED_IN and request.reader.exists(artifact):
            yield artifact.name.rpartition("/")[2], request.reader.digest(artifact)
