"""From a task on disk to its ledger on the desk: load, measure, fold; slow steps in the pools."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reviewer.model.failure import told
from reviewer.model.wording import worded
from reviewer.scoring.review import REVIEWED
from reviewer.session import changes as facet
from reviewer.session import folding, loading, time_spent
from reviewer.session.changes import changes
from reviewer.session.jobs import Pool
from reviewer.session.state import Loaded, TaskState

if TYPE_CHECKING:
    from reviewer.kinds.protocol import Measured
    from reviewer.session.desk import Session

_READ = (facet.TASK, facet.TASKS, facet.RUBRIC, facet.REVIEW)
_ALL = (*_READ, facet.GRADE, facet.MEASUREMENTS)


class Grading:
    """Brings tasks up to their grade. `pool` is "ahead" for tasks that are not looked at yet."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def load(self, state: TaskState, *, pool: Pool = "cpu") -> None:
        """Read what the disk says of a task, then measure it."""
        session = self._session
        if state.is_loaded:
            self.measure(state, pool=pool)
            return
        session.jobs.submit(
            f"load:{state.task.id}",
            lambda token: time_spent.noted(
                loading.load(
                    state.task,
                    reader=state.reader,
                    settings=session.settings,
                    cache=session.cache,
                    token=token,
                ),
                session.settings,
            ),
            done=lambda loaded: self.loaded(state, loaded, pool=pool),
            failed=lambda error: self._failed(state, error),
            pool=pool,
            title=worded("Opening {task}", task=state.task.id),
            is_quiet=True,
        )

    def loaded(self, state: TaskState, loaded: Loaded, *, pool: Pool = "cpu") -> None:
        """Take over what was read, and measure unless it was measured before."""
        session = self._session
        before = state.task.artifacts
        folding.take(state, loaded)
        time_spent.take(state, author=session.settings.author, since_completed=loaded.seconds)
        if state.task.artifacts != before:
            # What lay in an archive has files only now.
            session.tasks[state.task.id] = state.task
            if state is session.current:
                session.showing.start(state)
        if session.judge_answers is not None and state.rubric is not None:
            state.judged.update(session.judge_answers.measurements(state.task.id, state.rubric))
        self.refold(state)
        for note in state.notes:
            session.say(note, task=state.task.id)
        if loaded.error:
            session.say(loaded.error, is_error=True, task=state.task.id)
        session.announce(changes(_ALL, state.task.id))
        self._save_edited(state)
        self.measure(state, pool="cpu" if state is session.current else pool)

    def _save_edited(self, state: TaskState) -> None:
        """What was undone before the task was read is written as soon as there is a grade."""
        session = self._session
        is_done = state.review.status_by.get(session.settings.author) == REVIEWED
        waits = state.writes_when_graded and state.ledger is not None
        if waits:
            state.writes_when_graded = False
        if waits or (state.is_edited and (is_done or state is not session.current)):
            session.save(state.task.id)

    def measure(self, state: TaskState, *, pool: Pool = "cpu") -> None:
        """Measure a task by the rubric's values unless that was done."""
        session, rubric, key = self._session, state.rubric, f"measure:{state.task.id}"
        if rubric is None or state.measured or session.jobs.has_begun(key):
            return
        session.jobs.submit(
            key,
            lambda token: loading.measure(
                state.task,
                rubric=rubric,
                reader=state.reader,
                parameters={},
                token=token,
                cache=session.cache,
                digests=state.digests,
            ),
            done=lambda measured: self._measured(state, measured),
            failed=lambda error: self._failed(state, error),
            pool=pool,
            title=worded("Measuring {task}", task=state.task.id),
        )

    def _measured(self, state: TaskState, measured: Measured) -> None:
        folding.take_measured(state, measured)
        state.error = ""
        self.refold(state)
        self._save_edited(state)
        self._session.announce(
            changes({facet.MEASUREMENTS, facet.GRADE, facet.TASKS}, state.task.id)
        )

    def _failed(self, state: TaskState, error: Exception) -> None:
        text = told(error)
        state.error = text
        state.is_loaded = True
        self.refold(state)
        self._session.say(f"{state.task.id}: {text}", is_error=True, task=state.task.id)
        self._session.announce(
            changes({facet.TASK, facet.MEASUREMENTS, facet.TASKS}, state.task.id)
        )

    def refold(self, state: TaskState) -> None:
        """Credit and fold again: microseconds, on this thread."""
        session, author = self._session, self._session.settings.author
        folding.refold(state, author=author)
        if session.tasks.get(state.task.id) is state.task:
            session.task_rows.put(folding.row_of(state, author=author))
        session.showing.refresh_answers(state)
