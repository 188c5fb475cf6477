"""Judging all mazes of a folder: rows written as they come, resumed after a kill, then results."""

from __future__ import annotations

import dataclasses
import multiprocessing
import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from reviewer import __version__
from reviewer.model.counting import counted
from reviewer.process.memory import keep_freed_memory
from reviewer.session.jobs import CancelToken
from reviewer.session.maze_orders import Order, Plan, RunFolder
from reviewer.session.maze_place import RUNNING, replaces, set_aside
from reviewer.session.maze_rows import (
    error_row,
    is_error,
    printable,
    result_names,
    summary_of,
)
from reviewer.session.maze_worker import Place, as_json, begin, judge, judge_in_worker
from reviewer.store import files
from reviewer.store.row_file import RowFile, read_rows

STAMP = "_stamp"
COMPLETE = "complete"
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class FolderDone:
    """What came out of one folder; `resumed` rows were there from a run that had been killed."""

    folder: RunFolder
    rows: tuple[Row, ...]
    summary: Mapping[str, Any]
    resumed: int
    seconds: float
    written: tuple[Path, ...]

    @property
    def errors(self) -> int:
        """How many answers could not be judged."""
        return sum(map(is_error, self.rows))


@dataclass(slots=True)
class RunLog:
    """The log of a run, one line at a time; without a path it says nothing.

    What a person should know at once is also told to `tell`.
    """

    path: Path | None
    tell: Callable[[str], None] = lambda text: None

    def say(self, text: str, *, level: str = "INFO") -> None:
        """Add a line."""
        if self.path is not None:
            now = datetime.now()
            stamp = f"{now:%Y-%m-%d %H:%M:%S},{now.microsecond // 1000:03d}"
            line = f"{stamp} - {level} - {text}\n"
            files.append_bytes(self.path, line.encode("utf-8", "backslashreplace"))

    def warn(self, text: str) -> None:
        """Add a line and tell it."""
        self.say(text, level="WARNING")
        self.tell(text)


def opened_log(
    first: str, *, is_video: bool, timestamp: str, output: Path, tell: Callable[[str], None]
) -> RunLog:
    """The log of a run with its first line: below the output where the usual folder is closed."""
    path = log_path(is_video=is_video, timestamp=timestamp)
    log = RunLog(_own(path), tell)
    try:
        log.say(first)
    except files.FileError as error:
        log.path = _own(output / path)
        log.say(first)
        log.warn(f"{error} The log is {log.path}.")
    return log


def _own(path: Path) -> Path:
    """A name that no other run has taken: several may start in one second."""
    number, own = 1, path
    while own.exists():
        number += 1
        own = path.with_stem(f"{path.stem}_{number}")
    return own


def told_parameters(plan: Plan) -> str:
    """The numbers of a run for its log: `tolerance_pixels 3, wall_erosion auto, …`."""
    told = dataclasses.asdict(plan.parameters).items()
    return ", ".join(f"{name} {'auto' if value is None else value}" for name, value in told)


def log_path(*, is_video: bool, timestamp: str) -> Path:
    """Where the log of a run goes, below the current folder."""
    start = "maze_video_vis_evaluation" if is_video else "maze_vis_evaluation"
    return Path("evaluation_logs") / f"{start}_{timestamp}.log"


def run_folder(
    folder: RunFolder,
    plan: Plan,
    *,
    jobs: int,
    log: RunLog,
    timestamp: str,
    fresh: bool = False,
    step: Callable[[int, int], None] = lambda done, resumed: None,
) -> FolderDone:
    """Judge what is not judged yet, then write latest and timestamped results."""
    started = time.monotonic()
    names = result_names(folder.suffix)
    path = folder.output / names["incremental"]
    head = {"run": _described(folder, plan) | {"status": RUNNING}}
    known = {} if fresh else _known(path, head, folder.orders)
    if not fresh:
        set_aside(path, head, timestamp, tell=log.warn)
    if known:
        log.say(f"{path}: resumed, {len(known)} of {len(folder.orders)} are judged already")
    for name in folder.skipped:
        log.say(f"{name}: not named as the answer to a maze, left out", level="WARNING")
    for name in folder.unread:
        log.warn(f"{folder.input / name}: clips of this kind are not read. Make it an MP4.")
    rows = dict(known)
    growing = RowFile(path, head, [rows[o.answer.name] for o in _in(rows, folder.orders)])
    try:
        missing = [order for order in folder.orders if order.answer.name not in rows]
        place = Place(folder.output, folder.suffix)
        for order, row in _judged(missing, plan, place, jobs=jobs):
            rows[order.answer.name] = row | {STAMP: order.stamp}
            growing.append(rows[order.answer.name])
            _say(log, row)
            step(len(rows), len(known))
    finally:
        growing.close()
    if before := replaces(folder):
        log.warn(
            f"{folder.output}: the latest results were those of {before}; they are now those of "
            f"{folder.input}. Each run's own results stay under their time."
        )
    done = tuple(_plain(rows[order.answer.name]) for order in folder.orders)
    finished = FolderDone(
        folder,
        done,
        summary_of(done, is_video=plan.is_video),
        len(known),
        time.monotonic() - started,
        _targets(folder, timestamp),
    )
    _write(finished, plan, timestamp=timestamp)
    # Only now: a run that is killed while results are written is resumed, not begun anew.
    RowFile(path, {"run": _described(folder, plan) | {"status": COMPLETE}}, done).close()
    found = f"{counted(len(done), 'result')}, {counted(finished.errors, 'error')}"
    log.say(f"{finished.written[-1]}: {found}")
    return finished


def _targets(folder: RunFolder, timestamp: str) -> tuple[Path, ...]:
    names = result_names(folder.suffix)
    stamped = names["stamped"].format(timestamp=timestamp)
    return folder.output / stamped, folder.output / names["latest"]


def _write(done: FolderDone, plan: Plan, *, timestamp: str) -> None:
    """The same bytes under the time's name and as the latest."""
    facts = _described(done.folder, plan) | {
        "timestamp": timestamp,
        "judged": len(done.rows),
        "resumed": done.resumed,
        "seconds": round(done.seconds, 3),
    }
    data = as_json({"summary": done.summary, "results": list(done.rows), "run": facts})
    for target in done.written:
        files.replace_bytes(target, data)


def _described(folder: RunFolder, plan: Plan) -> dict[str, Any]:
    """What a run is; another one is never resumed."""
    return {
        "kind": "video" if plan.is_video else "image",
        "model_name": plan.model_name,
        "input_dir": str(folder.input),
        "solution_dir": None if plan.solution_dir is None else str(plan.solution_dir),
        "parameters": dataclasses.asdict(plan.parameters),
        "app": __version__,
    }


def _known(path: Path, head: Mapping[str, Any], orders: Sequence[Order]) -> dict[str, Row]:
    """Rows of the same run that had been killed, of answers that are still the same."""
    held = read_rows(path)
    if held is None or held.head != head:
        return {}
    stamps = {order.answer.name: order.stamp for order in orders}
    return {
        row["filename"]: dict(row)
        for row in held.rows
        # What failed is tried again: the cause may be gone.
        if not is_error(row) and row.get(STAMP) == stamps.get(row.get("filename", ""), 0)
    }


def _in(rows: Mapping[str, Row], orders: Sequence[Order]) -> Iterator[Order]:
    return (order for order in orders if order.answer.name in rows)


def _plain(row: Row) -> Row:
    return {key: value for key, value in row.items() if key != STAMP}


def _say(log: RunLog, row: Row) -> None:
    if is_error(row):
        log.say(row["error"], level="ERROR")
        return
    crossing = "crossing" if row["wall_crossing_detected"] else "no crossing"
    log.say(
        f"{row['filename']}: overall {row['overall_score']}, {crossing}, "
        f"target {row['target_achievement']}"
    )


def _judged(
    orders: Sequence[Order], plan: Plan, place: Place, *, jobs: int
) -> Iterator[tuple[Order, Row]]:
    """Every order with its row, in the order in which they are done."""
    if jobs <= 1 or len(orders) < 2:
        keep_freed_memory()
        token = CancelToken()
        for order in orders:
            yield order, judge(order, plan, place, token=token)
        return
    waiting = list(orders)
    while waiting:
        done: set[Path] = set()
        try:
            for order, row in _in_pool(waiting, plan, place, jobs=jobs):
                done.add(order.answer)
                yield order, row
            return
        except BrokenProcessPool:
            # A process was killed: of those under way, find the one by judging each alone.
            waiting = [order for order in waiting if order.answer not in done]
            for order in waiting[:jobs]:
                yield order, _alone(order, plan, place)
            waiting = waiting[jobs:]


def _in_pool(
    orders: Sequence[Order], plan: Plan, place: Place, *, jobs: int
) -> Iterator[tuple[Order, Row]]:
    """In order, at most a few ahead: a long run must not pile up."""
    with _pool(min(jobs, len(orders)), plan) as pool:
        ahead: deque[tuple[Order, Future[Row]]] = deque()
        coming = iter(orders)
        try:
            while True:
                while len(ahead) < 3 * jobs and (order := next(coming, None)) is not None:
                    ahead.append((order, pool.submit(judge_in_worker, order, place)))
                if not ahead:
                    return
                order, future = ahead.popleft()
                yield order, future.result()
        finally:
            for _, future in ahead:
                future.cancel()


def _alone(order: Order, plan: Plan, place: Place) -> Row:
    try:
        with _pool(1, plan) as pool:
            return pool.submit(judge_in_worker, order, place).result()
    except BrokenProcessPool:
        solution = order.solution.name if order.solution is not None else None
        name = printable(order.answer.name)
        return error_row(
            name,
            solution,
            f"{name}: the process that judged it was ended. Check the memory.",
        )


def _pool(jobs: int, plan: Plan) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(
        jobs,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=begin,
        initargs=(plan,),
    )


def timestamp_now() -> str:
    """The time in file names."""
    return f"{datetime.now():%Y%m%d_%H%M%S}"


def cores() -> int:
    """How many processes use all cores."""
    return os.cpu_count() or 1
