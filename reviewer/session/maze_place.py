"""Where a maze run writes: one run at a time, and nothing of another kind of run is lost."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from reviewer.session.maze_orders import Plan, RunFolder
from reviewer.session.maze_rows import result_names
from reviewer.store import files
from reviewer.store.locks import PathLock
from reviewer.store.row_file import read_rows

RUNNING = "running"
_LIMIT = 1024**3
_WORDS = {"image": "pictures", "video": "clips"}
_ELSEWHERE = "Give --output_dir another folder."


@contextmanager
def claimed(folder: RunFolder, plan: Plan) -> Iterator[None]:
    """Keep other runs out of a folder's results while they are written."""
    names = result_names(folder.suffix)
    path = folder.output / names["incremental"]
    lock = PathLock(path)
    if not lock.acquire(f"process {os.getpid()} on {socket.gethostname()}, {datetime.now():%H:%M}"):
        owner = lock.owner or "another program"
        raise files.FileError(
            path,
            f"another run writes its results here ({owner})",
            f"Wait until it is done, or end it. {_ELSEWHERE}",
        )
    try:
        for name in (names["latest"], names["incremental"]):
            _check_kind(folder.output / name, plan)
        yield
    finally:
        lock.release()


def _check_kind(path: Path, plan: Plan) -> None:
    """Raise where a file holds results of pictures and those of clips would replace them."""
    kind, wanted = kind_of(path), "video" if plan.is_video else "image"
    if kind and kind != wanted:
        raise files.FileError(
            path,
            f"it holds the results of {_WORDS[kind]}; those of {_WORDS[wanted]} would replace them",
            _ELSEWHERE,
        )


def kind_of(path: Path) -> str:
    """`image` or `video`, of results that another program wrote too; else an empty string."""
    document = _document(path)
    run, rows = document.get("run"), document.get("results")
    kind = run.get("kind") if isinstance(run, dict) else None
    if kind in _WORDS:
        return str(kind)
    good = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    if not any("layout_match_score" in row for row in good):
        return ""
    return "video" if any("total_frames" in row for row in good) else "image"


def _document(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    try:
        found = json.loads(files.read_bytes(path, limit=_LIMIT))
    except (files.FileError, ValueError, RecursionError):
        held = read_rows(path)
        return {} if held is None else {**held.head, "results": list(held.rows)}
    return found if isinstance(found, dict) else {}


def replaces(folder: RunFolder) -> str:
    """Whose latest results a run replaces: another input folder's, or an empty string."""
    run = _document(folder.output / result_names(folder.suffix)["latest"]).get("run")
    before = run.get("input_dir") if isinstance(run, dict) else None
    return str(before) if before and before != str(folder.input) else ""


def set_aside(
    path: Path, head: Mapping[str, Any], timestamp: str, *, tell: Callable[[str], None]
) -> None:
    """Move an incremental file away that this run would write over and that is of use to others."""
    if not path.is_file():
        return
    held = read_rows(path)
    if held is None:
        why = "it cannot be read as the rows of a run"
    elif held.head == head or held.head.get("run", {}).get("status") != RUNNING:
        return
    else:
        why = "it is of another run that was ended before it was done"
    target = path.with_name(f"{path.stem}_aside_{timestamp}{path.suffix}")
    files.set_aside(path, target)
    tell(f"{path}: {why}. It is kept as {target.name}; this run begins anew.")
