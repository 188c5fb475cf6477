"""Grading many tasks without a window, in this process or in several spawned ones."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from reviewer.model import Measurement, Task
from reviewer.model.failure import told
from reviewer.model.measurement import CODE, JUDGE
from reviewer.session import joining, saving, survey
from reviewer.session.answers import JudgeAnswers, read_answers
from reviewer.session.folding import refold
from reviewer.session.jobs import CancelToken
from reviewer.session.judge_plan import PREFERENCE
from reviewer.session.kept import lost
from reviewer.session.report import Report, report_error, report_of
from reviewer.session.state import TaskState
from reviewer.store import files, folder, grade
from reviewer.store.cache import MeasurementCache
from reviewer.store.settings import Settings, load_settings


@dataclass(frozen=True, slots=True)
class Options:
    """How a batch grades: everything a spawned process needs, picklable."""

    judge_answers: str = ""
    values: dict[str, float] = field(default_factory=dict)
    writes: bool = False
    uses_cache: bool = True
    absent_judge: str = ""
    known_hashes: str = ""
    detector: str = ""
    detector_labels: str = ""

    def machines(self, settings: Settings) -> Settings:
        """The settings with the machines that this run names, where it names any."""
        named = {
            name: str(Path(value).absolute())
            for name in ("known_hashes", "detector", "detector_labels")
            if (value := getattr(self, name))
        }
        return msgspec.structs.replace(settings, **named)


def tasks_of(folders: Sequence[Path], *, notes: Callable[[folder.FolderNote], None]) -> list[Task]:
    """All tasks of the folders, in order, each once; FileError for a folder that is not there."""
    found: list[Task] = []
    seen: set[str] = set()
    for path in dict.fromkeys(folders):
        inside = [(os.path.realpath(t.grade_path), t) for t in folder.discover(path, notes=notes)]
        found += [task for place, task in inside if place not in seen]
        seen.update(place for place, _ in inside)
    return found


def grade_all(tasks: Sequence[Task], options: Options, *, jobs: int = 1) -> Iterator[Report]:
    """A report a task, in the order given; one task's failure never ends the run."""
    if jobs <= 1 or len(tasks) < 2:
        worker = _Worker(options)
        try:
            for task in tasks:
                yield worker.grade(task)
        finally:
            worker.close()
        return
    yield from _grade_in_processes(list(tasks), options, jobs=jobs)


def _grade_in_processes(tasks: list[Task], options: Options, *, jobs: int) -> Iterator[Report]:
    """Spawned workers; when one dies, the task it may have died of is tried alone, once."""
    start = 0
    while start < len(tasks):
        waiting = tasks[start:]
        pool = _pool(min(jobs, len(waiting)), options)
        try:
            with _deaf_children():
                answers = [pool.submit(_grade, task) for task in waiting]
            for answer in answers:
                yield answer.result()
                start += 1
        except BrokenProcessPool:
            yield _grade_alone(tasks[start], options)
            start += 1
        finally:
            # Also when the person stops: what waits is dropped, what runs may end.
            pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Ctrl+C is for the process that asked: children started in here never hear it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _pool(count: int, options: Options) -> ProcessPoolExecutor:
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(count, mp_context=context, initializer=_begin, initargs=(options,))


def _grade_alone(task: Task, options: Options) -> Report:
    with _pool(1, options) as pool:
        try:
            with _deaf_children():
                answer = pool.submit(_grade, task)
            return answer.result()
        except BrokenProcessPool:
            return report_error(task, "the process that graded it was killed, or ran out of memory")


class _Worker:
    def __init__(self, options: Options) -> None:
        self.options = options
        self.settings = options.machines(load_settings()[0])
        self.cache = MeasurementCache() if options.uses_cache else None
        self.answers: JudgeAnswers | None = (
            read_answers(Path(options.judge_answers)) if options.judge_answers else None
        )

    def grade(self, task: Task) -> Report:
        try:
            state = survey.grade_state(
                task,
                settings=self.settings,
                cache=self.cache,
                answers=self.answers,
                token=CancelToken(),
            )
            lacks, known = self._adjust(state)
            written = self._write(state) if self.options.writes else ""
        except (ValueError, files.FileError, grade.ConflictError) as error:
            return report_error(task, str(error))
        except Exception as error:  # noqa: BLE001 - reported as this task's error
            return report_error(task, told(error))
        return report_of(state, written=written, lacks=lacks, numbers=known if lacks else ())

    def _adjust(self, state: TaskState) -> tuple[list[str], list[str]]:
        """Set what was asked for; returns what the task's rubric lacks of it, and what it has."""
        from reviewer.scoring.editable import editable, with_values
        from reviewer.scoring.row import MOST_WEIGHT

        if state.rubric is None:
            return [], []
        if self.options.absent_judge == "zero":
            state.judged.update(_zeros(state))
        numbers = editable(state.rubric) if self.options.values else ()
        known = {row.key for row in numbers}
        values = {key: value for key, value in self.options.values.items() if key in known}
        weights = {row.key for row in numbers if row.sort == "weight"}
        for key in weights & values.keys():
            if not 0 <= values[key] <= MOST_WEIGHT:
                raise ValueError(
                    f"{key} = {values[key]:g}: a weight is between 0 and {MOST_WEIGHT:g}"
                )
        if values:
            state.rubric = with_values(state.rubric, values)
        if values or self.options.absent_judge == "zero":
            refold(state, author=self.settings.author)
        return sorted(self.options.values.keys() - known), sorted(known)

    def _write(self, state: TaskState) -> str:
        if gone := lost(state):
            raise ValueError(gone)
        document = joining.document_of(state)
        written = None if document is None else saving.write_locked(state, document)
        return str(written or "")

    def close(self) -> None:
        if self.cache is not None:
            self.cache.close()


def _zeros(state: TaskState) -> dict[str, Measurement]:
    """What the document does where no judge answers: it counts 0, and says so.

    A machine that is missing stays an error, and a pair that nobody compared is a tie.
    """
    assert state.rubric is not None
    found: dict[str, Measurement] = {}
    for check in state.rubric.checks:
        held = state.measurements.get(check.measure)
        if not check.overridable or (
            held is not None and (held.is_measured or held.source == CODE)
        ):
            continue
        value, note = 0.0, "no judge answered; counted as 0 on request"
        if check.id == PREFERENCE:
            value, note = 0.5, "no judge voted; counted as a tie on request"
        found[check.measure] = Measurement(check.measure, value, source=JUDGE, notes=(note,))
    return found


_worker: _Worker | None = None


def _begin(options: Options) -> None:
    global _worker
    import cv2

    cv2.setNumThreads(1)
    _worker = _Worker(options)


def _grade(task: Task) -> Report:
    assert _worker is not None
    return _worker.grade(task)


def check_folders(folders: Sequence[Path]) -> None:
    """Raise FileError for the first folder that is not there."""
    for path in folders:
        if not path.exists():
            raise files.FileError(path, "there is no such folder", "Check the name.")
