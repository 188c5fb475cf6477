"""Asking a judge from the desk: an estimate first, then many tasks at once, with cancel and cost.

Answers become measurements of the tasks and are written to their grade files at once, since they
were paid for. A judge that cannot be asked is said once and leaves everything not judged.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from reviewer.judge.protocol import JudgeError, Model
from reviewer.model import Measurement, Task
from reviewer.model.ledger import why_not
from reviewer.model.wording import worded
from reviewer.session import changes as facet
from reviewer.session import folding, survey
from reviewer.session.changes import Changes, changes
from reviewer.session.jobs import CancelToken
from reviewer.session.judge_models import AskedModel, open_model, prompts
from reviewer.session.judge_plan import Estimate, estimate
from reviewer.session.judge_run import (
    WORKERS,
    Answered,
    Options,
    Run,
    ask_all,
    keep,
    keep_and_write,
)
from reviewer.session.judge_task import Asking, asking_of
from reviewer.store import files

if TYPE_CHECKING:
    from reviewer.session.desk import Session
    from reviewer.session.state import TaskState

KEY = "judge"
_TICK_S = 0.2
Found = TypeVar("Found")


class Judging:
    """The judge at the desk."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._said: set[str] = set()
        self.run: Run | None = None
        self.estimated: Estimate | None = None

    # Before asking

    def estimate(self, task_ids: Sequence[str], options: Options | None = None) -> Changes:
        """Work the estimate out, reading tasks where needed; `estimated` then holds it."""
        chosen = options or Options()
        held = self._held(task_ids, chosen)
        model = self._session.settings.judge.model
        read = self._reading(chosen)
        self.estimated = None

        def work(token: CancelToken) -> Estimate:
            plans, problems = [], []
            for number, (task, asking) in enumerate(held, 1):
                token.check()
                try:
                    known = asking or read(task, token)[1]
                    plans.append(known.plan() if known is not None else ())
                except (files.FileError, ValueError) as error:
                    problems.append(f"{task.id}: {error}")
                token.report(number, len(held))
            return dataclasses.replace(estimate(plans, model=model), problems=tuple(problems))

        def done(found: Estimate) -> None:
            self.estimated = found
            self._session.announce(changes({facet.JUDGE, facet.BUSY}))

        self._submit("judge-estimate", work, done, "Counting questions")
        return changes({facet.JUDGE, facet.BUSY})

    def due(self, *, again: bool = False) -> frozenset[str] | None:
        """The rows of the task on the desk that are asked where none is chosen; None: unknown."""
        state = self._session.current
        asking = _asking(state, Options(again=again)) if state is not None else None
        if asking is None:
            return None
        return frozenset(row.id for planned in asking.plan() for row in planned.rows)

    # Asking

    def ask(
        self,
        task_ids: Sequence[str],
        options: Options | None = None,
        *,
        model: Model | None = None,
    ) -> Changes:
        """Ask the judge about tasks in the network pool; answers arrive task by task."""
        chosen = options or Options()
        try:
            opened = model or open_model(
                self._session.settings.judge,
                record=chosen.record,
                replay=chosen.replay,
                on_lost=self._lost,
            )
        except JudgeError as error:
            self._say_once(str(error))
            self.run = Run(len(task_ids), problem=str(error))
            return changes({facet.JUDGE, facet.MESSAGE})
        asked, texts = AskedModel(opened), prompts()
        asked.on_call = self._ticking(asked)
        held = self._held(task_ids, chosen)
        read = self._reading(chosen)
        # Recorded answers to the same question come in the order in which it is asked.
        workers = 1 if chosen.replay is not None else WORKERS
        self.run = Run(len(held), is_running=True)

        def take(task: Task, outcome: Answered | Exception) -> None:
            self._session.jobs.post(lambda: self._take(task, outcome, asked))

        def work(token: CancelToken) -> None:
            ask_all(
                held,
                read=read,
                asked=asked,
                texts=texts,
                token=token,
                workers=workers,
                take=take,
            )

        self._submit(KEY, work, lambda _: self._finished(asked), "Asking the judge")
        return changes({facet.JUDGE, facet.BUSY})

    def cancel(self) -> Changes:
        """Stop asking; what was answered stays."""
        self._session.jobs.cancel(KEY)
        if self.run is not None and self.run.is_running:
            self.run = dataclasses.replace(self.run, is_running=False, is_cancelled=True)
        return changes({facet.JUDGE, facet.BUSY})

    def _submit(
        self,
        key: str,
        work: Callable[[CancelToken], Found],
        done: Callable[[Found], None],
        title: str,
    ) -> None:
        def failed(error: Exception) -> None:
            if self.run is not None:
                self.run = dataclasses.replace(self.run, is_running=False, problem=str(error))
            said = worded("the judge was not asked: {why}", why=str(error))
            self._session.say(said, is_error=True)
            self._session.announce(changes({facet.JUDGE, facet.BUSY}))

        self._session.jobs.submit(key, work, done=done, failed=failed, pool="network", title=title)

    def _held(self, task_ids: Sequence[str], options: Options) -> list[tuple[Task, Asking | None]]:
        """The tasks, with what they ask where they are on the desk: captured on this thread."""
        tasks, held = self._session.tasks, self._session.held
        return [
            (tasks[name], _asking(state, options) if (state := held.get(name)) else None)
            for name in task_ids
            if name in tasks
        ]

    def _reading(
        self, options: Options
    ) -> Callable[[Task, CancelToken], tuple[TaskState, Asking | None]]:
        """How a task that is not on the desk is read and measured, in the pool."""
        session = self._session
        settings, cache, answers = session.settings, session.cache, session.judge_answers

        def read(task: Task, token: CancelToken) -> tuple[TaskState, Asking | None]:
            state = survey.grade_state(
                task, settings=settings, cache=cache, answers=answers, token=token
            )
            return state, _asking(state, options)

        return read

    # Answers

    def _take(self, task: Task, outcome: Answered | Exception, asked: AskedModel) -> None:
        """Take over what came of a task (on the owner's thread) and write it down."""
        if isinstance(outcome, Exception):
            if self.run is not None:
                self.run = dataclasses.replace(self.run, done=self.run.done + 1)
            self._say_once(f"{task.id}: {outcome}")
            return
        answers = outcome.answers
        if self.run is not None:
            self.run = self.run.after(outcome, asked.spent)
        state = self._session.held.get(task.id)
        if state is not None and answers:
            keep(state, answers)
            self._session.refold(state)
            if _has_answer(answers):
                state.is_edited = True
                self._session.save(task.id)
        elif outcome.state is not None and _has_answer(answers):
            self._write(outcome.state, answers)
        facets = {facet.JUDGE, facet.MEASUREMENTS, facet.GRADE, facet.TASKS}
        self._session.announce(changes(facets, task.id))

    def _write(self, state: TaskState, answers: Mapping[str, Measurement]) -> None:
        """Write the grade of a task that is not on the desk, in the background."""
        session, task_id = self._session, state.task.id
        author = session.settings.author

        def done(path: str) -> None:
            session.put_row(folding.row_of(state, author=author))
            opened = session.held.get(task_id)
            if opened is not None and not opened.is_edited:
                # It was opened while its file was written: what it read is old.
                opened.is_loaded = False
                session.grading.load(opened)
            session.announce(changes({facet.TASKS}, task_id))

        session.jobs.submit(
            f"judged:{task_id}",
            lambda token: keep_and_write(state, answers, author=author),
            done=done,
            failed=lambda error: session.say(f"{task_id}: {error}", is_error=True, task=task_id),
            pool="background",
            is_quiet=True,
        )

    def _ticking(self, asked: AskedModel) -> Callable[[], None]:
        """Shows what was spent as it is spent, a few times a second; called in the pool."""
        shown = 0.0

        def show() -> None:
            if self.run is not None and self.run.is_running:
                self.run = self.run.at(asked.spent)
                self._session.announce(changes({facet.JUDGE}))

        def tick() -> None:
            nonlocal shown
            if time.monotonic() - shown >= _TICK_S:
                shown = time.monotonic()
                self._session.jobs.post(show)

        return tick

    def _lost(self, problem: str) -> None:
        """The record is full or gone; said from the pool."""
        self._session.jobs.post(lambda: self._session.say(problem, is_error=True))

    def _finished(self, asked: AskedModel) -> None:
        if self.run is not None:
            ended = dataclasses.replace(self.run, is_running=False, problem=asked.problem)
            self.run = ended.at(asked.spent)
            if not asked.problem:
                self._session.say(worded("the judge: {told}", told=self.run.text))
        if asked.problem:
            self._say_once(asked.problem)
        self._session.announce(changes({facet.JUDGE, facet.BUSY, facet.TASKS}))

    def _say_once(self, text: str) -> None:
        """The same trouble is told once, however many tasks it concerns."""
        if text not in self._said:
            self._said.add(text)
            said = worded("not judged: {why}", why=why_not(text))
            self._session.say(said, is_error=True)


def _asking(state: TaskState, options: Options) -> Asking | None:
    return asking_of(state, items=options.items, again=options.again, probe=options.probe)


def _has_answer(answers: Mapping[str, Measurement]) -> bool:
    return any(found.is_measured for found in answers.values())
