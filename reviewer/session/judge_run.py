"""One run of asking: what was chosen, how far it is, and its tasks a few at a time."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from reviewer.model import Measurement, Task
from reviewer.model.counting import counted
from reviewer.session import folding, joining, judge_task, saving
from reviewer.session.jobs import Cancelled, CancelToken
from reviewer.session.judge_task import Asking

if TYPE_CHECKING:
    from reviewer.judge.spending import Spent
    from reviewer.session.judge_models import AskedModel
    from reviewer.session.state import TaskState

WORKERS = 4


@dataclass(frozen=True, slots=True)
class Options:
    """What to ask and of whom; `record` and `replay` are files of answers."""

    items: tuple[str, ...] | None = None
    again: bool = False
    probe: bool = False
    record: Path | None = None
    replay: Path | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """How far the asking is, or how it ended."""

    tasks: int
    done: int = 0
    asked: int = 0
    answered: int = 0
    unanswered: int = 0
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0
    unpriced: int = 0
    problem: str = ""
    is_running: bool = False
    is_cancelled: bool = False

    @property
    def text(self) -> str:
        """The run in a line."""
        priced = f", ${self.cost:.4f}" if self.cost else ""
        unpriced = f" ({counted(self.unpriced, 'answer')} without a price)"
        partly = unpriced if priced and self.unpriced else ""
        tokens = self.prompt_tokens + self.completion_tokens
        # While it runs all tasks are gone through; in the end those count that were asked about.
        is_over = not (self.is_running or self.is_cancelled)
        where = f"{self.done} of {counted(self.tasks, 'task')}"
        if is_over and self.done == self.tasks:
            where = counted(self.asked, "task")
        return (
            f"{self.answered} answered, {self.unanswered} not judged, {where}, "
            f"{counted(self.calls, 'request')}, "
            f"{counted(tokens, 'token')}{priced}{partly}"
        )

    def after(self, outcome: Answered, spent: Spent) -> Run:
        """The run with one more task done; rows count as the estimate counted them."""
        rows = [found for name, found in outcome.answers.items() if name in outcome.asked]
        given = sum(found.is_measured for found in rows)
        more = dataclasses.replace(
            self,
            done=self.done + 1,
            asked=self.asked + bool(outcome.asked),
            answered=self.answered + given,
            unanswered=self.unanswered + len(rows) - given,
        )
        return more.at(spent)

    def at(self, spent: Spent) -> Run:
        """The run with what it has cost so far."""
        return dataclasses.replace(
            self,
            calls=spent.requests,
            prompt_tokens=spent.prompt_tokens,
            completion_tokens=spent.completion_tokens,
            cost=spent.cost,
            unpriced=spent.unpriced,
        )


@dataclass(frozen=True, slots=True)
class Answered:
    """What came of one task; `state` is its own where it is not on the desk."""

    answers: Mapping[str, Measurement]
    # The rows that were asked, as the estimate counted them.
    asked: frozenset[str]
    state: TaskState | None = None


Read = Callable[[Task, CancelToken], "tuple[TaskState, Asking | None]"]


def ask_all(
    held: Sequence[tuple[Task, Asking | None]],
    *,
    read: Read,
    asked: AskedModel,
    texts: Mapping[str, str],
    token: CancelToken,
    workers: int,
    take: Callable[[Task, Answered | Exception], None],
) -> None:
    """Every task, a few at a time; `take` gets each outcome as it comes, in this thread."""
    token.report(0, len(held))
    with ThreadPoolExecutor(workers, thread_name_prefix="reviewer-judge") as pool:
        waiting = {
            pool.submit(_one, task, asking, read, asked, texts, token): task
            for task, asking in held
        }
        for done, future in enumerate(as_completed(waiting), 1):
            error = future.exception()
            if isinstance(error, Cancelled):
                raise error
            if error is not None and not isinstance(error, Exception):
                raise error
            take(waiting[future], future.result() if error is None else error)
            token.report(done, len(held))


def _one(
    task: Task,
    asking: Asking | None,
    read: Read,
    asked: AskedModel,
    texts: Mapping[str, str],
    token: CancelToken,
) -> Answered:
    token.check()
    if asking is not None:
        return Answered(judge_task.ask(asking, asked, texts, token=token), _planned(asking))
    state, known = read(task, token)
    if known is None:
        raise ValueError(state.error or "it cannot be graded")
    answers = judge_task.ask(known, asked, texts, token=token)
    return Answered(answers, _planned(known), state)


def _planned(asking: Asking) -> frozenset[str]:
    return frozenset(row.measure for planned in asking.plan() for row in planned.rows)


def keep(state: TaskState, answers: Mapping[str, Measurement]) -> None:
    """Put answers among what was judged; silence takes nothing away that was known before."""
    for name, found in answers.items():
        before = state.measurements.get(name)
        if found.is_measured or before is None or not before.is_measured:
            state.judged[name] = found


def keep_and_write(state: TaskState, answers: Mapping[str, Measurement], *, author: str) -> str:
    """The grade file of a task that is not on the desk, unless somebody edits it just now."""
    keep(state, answers)
    folding.refold(state, author=author)
    document = joining.document_of(state)
    if document is None or state.grade is None:
        return ""
    return str(saving.write_locked(state, document))
