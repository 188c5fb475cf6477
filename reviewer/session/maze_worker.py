"""Judging one answer of a maze run, in this process or in a spawned one."""

from __future__ import annotations

import json
import os
import signal
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from multiprocessing import parent_process
from multiprocessing.connection import wait
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reviewer.kinds.maze_names import IMAGE, VIDEO
from reviewer.kinds.protocol import Request, UnreadableError
from reviewer.metrics import NotMeasured
from reviewer.model import GOLDEN, RESULT, Artifact, Rubric, Task
from reviewer.model.failure import told
from reviewer.process.memory import keep_freed_memory
from reviewer.session.jobs import Cancelled, CancelToken
from reviewer.session.maze_orders import Order, Plan
from reviewer.session.maze_rows import error_row, printable, row_of, sheet_path
from reviewer.store import files
from reviewer.store.reader import PictureCache, TaskReader

if TYPE_CHECKING:
    from reviewer.kinds.maze_reading import MazeFiles
    from reviewer.metrics.maze_evaluation import MazeEvaluation

# A run goes from one picture to the next: only the solution is wanted again.
_CACHE = 32 * 1024 * 1024
_NO_RULES = Rubric("maze", 1, (), (), ())


class RunStopped(Exception):
    """The run cannot go on: its results cannot be written. It can cross between processes."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the files of one answer go."""

    output: Path
    suffix: str


def judge(order: Order, plan: Plan, place: Place, *, token: CancelToken) -> dict[str, Any]:
    """The row of one answer, its sheet and (of a clip) its own result file written before.

    What is wrong with the answer becomes an error row; a disk that is full ends the run.
    """
    filename = printable(order.answer.name)
    solution = order.solution.name if order.solution is not None else None
    row: dict[str, Any]
    try:
        read = maze_files(order, plan, token=token)
        found = read.judge()
        row = row_of(found, filename=filename, solution_file=str(solution))
        if plan.draws:
            _draw(found, sheet_path(place.output, order.name, place.suffix))
    except (files.FileError, Cancelled):
        raise
    except (UnreadableError, NotMeasured) as error:
        text = str(error)
        said = text if text.startswith(filename) else f"{filename}: {text}"
        row = error_row(filename, solution, said)
    except Exception as error:  # noqa: BLE001 - one answer's failure becomes its row
        row = error_row(filename, solution, f"{filename}: {told(error)}")
    if plan.is_video:
        # An error too: what a run before found of this clip must not stay.
        target = place.output / f"{order.name}{place.suffix}_result.json"
        files.replace_bytes(target, as_json(row))
    return row


def as_json(document: Mapping[str, Any]) -> bytes:
    """A result file's bytes."""
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, indent=2)
    # A folder's name may hold bytes that are no text: as an escape it stays JSON.
    return text.encode("utf-8", "backslashreplace") + b"\n"


def maze_files(order: Order, plan: Plan, *, token: CancelToken) -> MazeFiles:
    """The answer of an order as a task of its kind."""
    from reviewer.kinds.maze_reading import MazeFiles, no_solution

    artifacts = [Artifact(RESULT, order.answer, order.answer.name)]
    if order.fault:
        raise UnreadableError(f"{printable(order.answer.name)}: {order.fault}")
    if order.solution is None:
        raise UnreadableError(no_solution(order.answer.name))
    artifacts.append(Artifact(GOLDEN, order.solution, order.solution.name))
    task = Task(
        id=order.name,
        kind=VIDEO if plan.is_video else IMAGE,
        root=order.answer.parent,
        folder=order.answer.parent,
        artifacts=tuple(artifacts),
        grade_path=order.answer.parent / "review" / f"{order.name}.grade.json",
        settings={"size": list(order.expected)} if order.expected else {},
    )
    reader = TaskReader(task, PictureCache(_CACHE), cancel=token.check)
    return MazeFiles(Request(task, _NO_RULES, reader, token), given=plan.parameters)


def _draw(found: MazeEvaluation, path: Path) -> None:
    from reviewer.formats.encode import encode_png
    from reviewer.kinds.maze_sheet import pictures_of
    from reviewer.overlays.maze_sheet import draw_maze_sheet

    files.replace_bytes(path, encode_png(draw_maze_sheet(pictures_of(found))))


_plan: Plan | None = None


def begin(plan: Plan) -> None:
    """Make a spawned process ready: one thread for OpenCV, Ctrl+C left to the run, no orphans."""
    global _plan
    import cv2

    cv2.setNumThreads(1)
    keep_freed_memory()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _plan = plan
    threading.Thread(target=_end_with_parent, name="maze-parent", daemon=True).start()


def _end_with_parent() -> None:
    """A killed run cannot tell its processes to end: they look for themselves."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def judge_in_worker(order: Order, place: Place) -> dict[str, Any]:
    """The same in a spawned process."""
    assert _plan is not None
    try:
        return judge(order, _plan, place, token=CancelToken())
    except files.FileError as error:
        raise RunStopped(str(error)) from error
