"""Grading all tasks of a folder in the background, one after the other, with a rate and cancel."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

from reviewer.kinds.protocol import UnreadableError
from reviewer.model.failure import told
from reviewer.session import changes as facet
from reviewer.session import folding, loading
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
_TELL_EVERY = 0.4
_PAUSE = 0.03
# Seconds for which the desk may be at a task before it is graded beside it.
_PATIENCE = 20.0


def start(session: Session) -> None:
    """Survey every task that the desk does not know yet."""
    rows = session.task_rows
    waiting = [task for task_id, task in session.tasks.items() if not rows.is_known(task_id)]
    if not waiting:
        return
    session.jobs.submit(
        KEY,
        lambda token: _work(session, waiting, token),
        done=lambda _: session.announce(changes({facet.TASKS, facet.BUSY})),
        failed=session.failing(),
        pool="background",
        title="Grading the folder",
    )


def _work(session: Session, waiting: list[Task], token: CancelToken) -> None:
    ready: list[Row] = []
    told = time.monotonic()
    for number, task in enumerate(waiting, 1):
        # What the person is waiting for goes first.
        while session.jobs.is_occupied():
            if token.wait(_PAUSE):
                break
        token.check()
        if not _is_coming(session, task.id, token):
            ready.append(
                grade_row(
                    task,
                    settings=session.settings,
                    cache=session.cache,
                    answers=session.judge_answers,
                    token=token.apart(),
                )
            )
        token.report(number, len(waiting))
        # The list is told of many rows at once: each telling costs it a look at all of them.
        if time.monotonic() - told > _TELL_EVERY or number == len(waiting):
            session.jobs.post(partial(_hand, session, tuple(ready), token))
            ready.clear()
            told = time.monotonic()


def _hand(session: Session, rows: tuple[Row, ...], token: CancelToken) -> None:
    """Rows of a survey that was cancelled say what is true no more: of another person's tasks."""
    if not token.is_cancelled:
        session.put_rows(rows)


def _is_coming(session: Session, task_id: str, token: CancelToken) -> bool:
    """Wait a while for a task that is being opened on the desk: it is not worked out twice."""
    until = time.monotonic() + _PATIENCE
    rows = session.task_rows
    while task_id == session.current_id and not rows.is_known(task_id):
        if time.monotonic() > until or token.wait(_PAUSE):
            break
    token.check()
    return rows.is_known(task_id)


def grade_state(
    task: Task,
    *,
    settings: Settings,
    cache: MeasurementCache | None,
    answers: JudgeAnswers | None,
    token: CancelToken,
    pictures: PictureCache | None = None,
) -> TaskState:
    """Load, measure and fold one task outside the desk; one that cannot be says why in `error`."""
    from reviewer.session.backends import machines_of

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
            try:
                measured = loading.measure(
                    state.task,
                    rubric=state.rubric,
                    reader=reader,
                    parameters={},
                    token=token,
                    cache=cache,
                    digests=state.digests,
                )
            except UnreadableError as error:
                state.error = str(error)
                return state
            folding.take_measured(state, measured)
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
        return Row(task.id, task.kind, error=told(error))
    return folding.row_of(state, author=settings.author)
