"""Grading all tasks of a folder in the background, one after the other, with a rate and cancel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reviewer.session import changes as facet
from reviewer.session import folding, loading
from reviewer.session.backends import machines_of
from reviewer.session.changes import changes
from reviewer.session.jobs import Cancelled, CancelToken
from reviewer.session.state import Row, TaskState
from reviewer.store.reader import PictureCache, TaskReader

if TYPE_CHECKING:
    from reviewer.model import Task
    from reviewer.session.answers import JudgeAnswers
    from reviewer.session.desk import Session
    from reviewer.store.cache import MeasurementCache
    from reviewer.store.settings import Settings

KEY = "survey"
_OWN_CACHE = 256 * 1024 * 1024
_ANNOUNCE_EVERY = 20


def start(session: Session) -> None:
    """Survey every task that the desk does not know yet."""
    waiting = [task for task_id, task in session.tasks.items() if not session.row(task_id).is_known]
    if not waiting:
        return

    def work(token: CancelToken) -> None:
        for number, task in enumerate(waiting, 1):
            token.check()
            row = grade_row(
                task,
                settings=session.settings,
                cache=session.cache,
                answers=session.judge_answers,
                token=token,
            )
            session.jobs.post(lambda row=row: session.put_row(row))  # type: ignore[misc]
            token.report(number, len(waiting))
            if number % _ANNOUNCE_EVERY == 0 or number == len(waiting):
                session.jobs.post(lambda: session.announce(changes({facet.TASKS})))

    session.jobs.submit(
        KEY,
        work,
        done=lambda _: session.announce(changes({facet.TASKS, facet.BUSY})),
        failed=lambda error: session.say(str(error), is_error=True),
        pool="background",
        title="Grading the folder",
    )


def grade_state(
    task: Task,
    *,
    settings: Settings,
    cache: MeasurementCache | None,
    answers: JudgeAnswers | None,
    token: CancelToken,
    pictures: PictureCache | None = None,
) -> TaskState:
    """Load, measure and fold one task outside the desk."""
    reader = TaskReader(
        task,
        pictures or PictureCache(_OWN_CACHE),
        cancel=token.check,
        machines=machines_of(settings),
    )
    state = TaskState(task, reader)
    loaded = loading.load(task, reader=reader, settings=settings, cache=cache, token=token)
    folding.take(state, loaded)
    if state.rubric is not None:
        if answers is not None:
            state.judged.update(answers.measurements(task.id, state.rubric))
        if state.measured is None:
            state.measured = loading.measure(
                task,
                rubric=state.rubric,
                reader=reader,
                parameters=state.parameters,
                token=token,
                cache=cache,
                digests=state.digests,
            )
        folding.refold(state, author=settings.author)
    return state


def grade_row(
    task: Task,
    *,
    settings: Settings,
    cache: MeasurementCache | None,
    answers: JudgeAnswers | None,
    token: CancelToken,
) -> Row:
    """The list's line of one task; a failure becomes a row with the error, never a lost task."""
    try:
        state = grade_state(task, settings=settings, cache=cache, answers=answers, token=token)
    except Cancelled:
        raise
    except Exception as error:  # noqa: BLE001 - one task's failure must not end the survey
        return Row(task.id, task.kind, error=f"{type(error).__name__}: {error}")
    return folding.row_of(state, author=settings.author)
