"""Runs a task's own grader again, with a person's answers in place of the judge's.

It is code from strangers. It runs only when a person asks for this task and confirms; in a closed
room where there is one; on a copy of the workspace; without keys, network or our environment.
"""

from __future__ import annotations

import json
import math
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from reviewer.process.isolation import (
    Isolation,
    NotIsolatedError,
    closed_command,
    probe_isolation,
)
from reviewer.process.runner import Finished, run

_HERE = Path(__file__).resolve().parent
_DISK_PERIOD = 0.5
# What graders of the family call the grade.
_HEADLINES = ("overall_score", "score", "reward", "final_score")


@dataclass(frozen=True, slots=True)
class GraderLimits:
    """How much a grader may use."""

    seconds: float = 120.0
    memory: int = 4 << 30
    disk: int = 2 << 30
    output: int = 16 << 20
    processes: int = 64


@dataclass(frozen=True, slots=True)
class GraderRun:
    """What to run. `answers` None means that no judge was asked.

    `leave_out` names entries of the workspace's root that are no part of it: logs, scores.
    """

    code: str
    workspace: Path
    gt: Path | None
    answers: Mapping[str, float] | None
    judge_method: str = ""
    chat: Path | None = None
    limits: GraderLimits = field(default_factory=GraderLimits)
    leave_out: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class GraderOutcome:
    """What the grader returned. `problem` is empty on success, else says what went wrong."""

    result: dict[str, Any] | None
    problem: str
    missing_modules: tuple[str, ...]
    asked: Mapping[str, str]
    was_isolated: bool
    open_ends: tuple[str, ...]
    stdout: str
    stderr: str
    seconds: float
    notes: tuple[str, ...] = ()


class _DiskFull(Exception):
    """The grader wrote more than it may."""


def run_grader(
    request: GraderRun,
    *,
    confirmed: bool,
    cancel: Callable[[], None] | None = None,
) -> GraderOutcome:
    """Run a grader; raises NotIsolatedError where the room is open and nobody has confirmed."""
    isolation = probe_isolation()
    if not sys.platform.startswith("linux"):
        raise NotIsolatedError(f"{isolation.reason}, and the program cannot run it here", ())
    if not isolation.is_available and not confirmed:
        raise NotIsolatedError(isolation.reason, isolation.open_ends)
    with tempfile.TemporaryDirectory(prefix="reviewer-grader-") as name:
        base = Path(name)
        evaluation, workspace = base / "eval", base / "tmp_workspace"
        chat_place = Path("/chat.jsonl") if isolation.is_available else request.chat
        _lay_out(request, evaluation, chat_place)
        _copy(
            request.workspace,
            workspace,
            request.limits.disk,
            skip=request.gt,
            leave_out=request.leave_out,
        )
        command, folder = _command(request, base, isolation)
        watch = _disk_watch(workspace, request.limits.disk, cancel)
        try:
            finished = run(
                command,
                timeout=request.limits.seconds,
                memory_limit=request.limits.memory,
                output_limit=request.limits.output,
                env=_environment(base),
                cancel=watch,
                cwd=folder,
                process_limit=request.limits.processes,
                file_limit=request.limits.disk,
            )
        except _DiskFull:
            size = request.limits.disk // 2**20
            return _failed(f"it was stopped: it wrote more than {size:,} MB", isolation)
    return _outcome(finished, isolation)


def _lay_out(request: GraderRun, folder: Path, chat_place: Path | None) -> None:
    folder.mkdir()
    # Standard library only, so that it runs by itself in the closed room.
    shutil.copyfile(_HERE.parent / "formats" / "chat_log.py", folder / "chat_log.py")
    shutil.copyfile(_HERE / "grader_driver.py", folder / "driver.py")
    shutil.copyfile(_HERE / "judge_stand_in.py", folder / "_judge_helper.py")
    (folder / "grader.py").write_text(request.code, encoding="utf-8")
    chat = None if request.chat is None else str(chat_place)
    answers = None if request.answers is None else dict(request.answers)
    given = {"answers": answers, "method": request.judge_method, "chat": chat}
    (folder / "answers.json").write_text(json.dumps(given), encoding="utf-8")


def _copy(
    source: Path,
    target: Path,
    limit: int,
    *,
    skip: Path | None,
    leave_out: frozenset[str] = frozenset(),
) -> None:
    """Copy regular files only: links lead out of the workspace, and pipes never end."""
    total = 0
    for where, folders, names in os.walk(source):
        here = Path(where)
        folders[:] = [name for name in folders if not (here / name).is_symlink()]
        folders[:] = [name for name in folders if here / name != skip]
        if here == source:
            folders[:] = [name for name in folders if name not in leave_out]
            names = [name for name in names if name not in leave_out]
        there = target / here.relative_to(source)
        there.mkdir(parents=True, exist_ok=True)
        for name in names:
            path = here / name
            if path.is_symlink() or not path.is_file():
                continue
            total += path.stat().st_size
            if total > limit:
                raise ValueError(
                    f"{source}: the workspace has more than {limit // 2**20:,} MB to copy. "
                    "Run the grader by hand."
                )
            shutil.copyfile(path, there / name)


def _command(request: GraderRun, base: Path, isolation: Isolation) -> tuple[list[str], Path]:
    evaluation, workspace = base / "eval", base / "tmp_workspace"
    if isolation.is_available:
        driver = [sys.executable, "-I", "-B", "/eval/driver.py", "/eval", "/tmp_workspace"]
        read_only = {"/eval": evaluation}
        if request.gt is not None:
            # Graders of the family look for it beside the workspace, and inside it.
            read_only |= {"/gt": request.gt, "/tmp_workspace/gt": request.gt}
        if request.chat is not None:
            read_only["/chat.jsonl"] = request.chat
        command = closed_command(
            driver,
            read_only=read_only,
            writable={"/tmp_workspace": workspace},
            folder="/tmp_workspace",
        )
        return command, base
    if request.gt is not None:
        for place in (base / "gt", workspace / "gt"):
            _copy(request.gt, place, request.limits.disk, skip=None)
    driver = [sys.executable, "-I", "-B", str(evaluation / "driver.py"), str(evaluation)]
    return [*driver, str(workspace)], workspace


def _environment(base: Path) -> dict[str, str]:
    path = "/usr/local/bin:/usr/bin:/bin"
    return {"PATH": path, "HOME": str(base), "LANG": "C.UTF-8", "OPENBLAS_NUM_THREADS": "1"}


def _disk_watch(folder: Path, limit: int, cancel: Callable[[], None] | None) -> Callable[[], None]:
    due = time.monotonic() + _DISK_PERIOD

    def watch() -> None:
        nonlocal due
        if cancel is not None:
            cancel()
        if time.monotonic() < due:
            return
        if _size(folder) > 2 * limit:
            raise _DiskFull
        due = time.monotonic() + _DISK_PERIOD

    return watch


def _size(folder: Path) -> int:
    total = 0
    for where, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.lstat(os.path.join(where, name)).st_size
            except FileNotFoundError:
                # Deleted by the grader while we looked.
                continue
    return total


def _failed(problem: str, isolation: Isolation) -> GraderOutcome:
    return GraderOutcome(
        result=None,
        problem=problem,
        missing_modules=(),
        asked={},
        was_isolated=isolation.is_available,
        open_ends=isolation.open_ends,
        stdout="",
        stderr="",
        seconds=0.0,
    )


def _outcome(finished: Finished, isolation: Isolation) -> GraderOutcome:
    stdout = finished.stdout.decode("utf-8", errors="replace")
    odd: list[str] = []
    envelope = _last_json(stdout)
    if envelope.get("reviewer_grader") == 1:
        result, problem = envelope["result"], str(envelope["error"])
    else:
        # It ended the program itself after printing its scores.
        result, problem = envelope or None, ""
    missing = tuple(str(name) for name in envelope.get("missing_modules", ()))
    if finished.stopped:
        result, problem = None, f"it was stopped: {finished.stopped}"
    elif not problem and not isinstance(result, dict):
        problem = f"it returned no scores (exit code {finished.returncode})"
    if isinstance(result, dict):
        result = {key: _finite(value, str(key), odd) for key, value in result.items()}
        broken = [name for name in odd if name in _HEADLINES]
        if broken and not problem:
            problem = f"its {broken[0]} is NaN or infinite, which is no score"
    if problem and missing:
        problem += f"; not installed here: {', '.join(missing)}"
    asked = envelope.get("asked", {})
    return GraderOutcome(
        result=result if isinstance(result, dict) and not problem else None,
        problem=problem,
        missing_modules=missing,
        asked=dict(asked) if isinstance(asked, dict) else {},
        was_isolated=isolation.is_available,
        open_ends=isolation.open_ends,
        stdout=stdout,
        stderr=finished.stderr.decode("utf-8", errors="replace"),
        seconds=finished.seconds,
        notes=(f"NaN or infinite, so not measured: {', '.join(odd)}",) if odd else (),
    )


def _finite(value: Any, name: str, odd: list[str]) -> Any:  # noqa: ANN401 - any JSON value
    """A value with null where a number is none, since JSON has no such number; named in `odd`."""
    if isinstance(value, float) and not math.isfinite(value):
        odd.append(name)
        return None
    if isinstance(value, dict):
        return {key: _finite(each, f"{name}.{key}", odd) for key, each in value.items()}
    if isinstance(value, list):
        return [_finite(each, f"{name}.{n}", odd) for n, each in enumerate(value, 1)]
    return value


def _last_json(text: str) -> dict[str, Any]:
    for line in reversed(text.splitlines()):
        if not line.lstrip().startswith("{"):
            continue
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict):
            return found
    return {}
