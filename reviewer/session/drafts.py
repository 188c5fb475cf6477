"""Trying other numbers on the task at the desk: measuring parameters and drafts of judging ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from reviewer.model import Rubric, Scalar
from reviewer.model.failure import told
from reviewer.model.wording import worded
from reviewer.scoring.editable import Editable, editable
from reviewer.scoring.turning import TurningPoint, turning_points
from reviewer.scoring.whatif import Comparison, compare
from reviewer.session import changes as facet
from reviewer.session import folding, loading
from reviewer.session.changes import Changes, changes
from reviewer.session.folding import Trial

if TYPE_CHECKING:
    from reviewer.kinds.protocol import Measured
    from reviewer.session.desk import Session
    from reviewer.session.state import TaskState

_NOTHING = changes(())


class Drafts:
    """What if: nothing here is written anywhere until a draft is adopted."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def set_parameter(self, name: str, value: Scalar) -> Changes:
        """Try another measuring value: the pixels are measured again, for looking only."""
        state = self._session.current
        if state is None or state.rubric is None or state.measured is None:
            return _NOTHING
        own = {parameter.id: parameter.value for parameter in state.rubric.parameters}
        state.parameters[name] = value
        tried = {key: said for key, said in state.parameters.items() if said != own.get(key)}
        if not tried:
            return self.reset_parameters()
        state.parameters, state.tried, state.try_error = tried, None, ""
        self._measure(state, state.rubric)
        self._session.showing.refresh_sheet(state)
        return changes({facet.TRIAL, facet.BUSY}, state.task.id)

    def _measure(self, state: TaskState, rubric: Rubric) -> None:
        """Measure with what is tried, beside the grade: the state's own numbers stay."""
        session, parameters = self._session, dict(state.parameters)

        def take(tried: Measured | None, error: str = "") -> None:
            if state.parameters == parameters:
                state.tried, state.try_error = tried, error
                session.announce(changes({facet.TRIAL, facet.BUSY}, state.task.id))

        session.jobs.submit(
            f"try:{state.task.id}",
            lambda token: loading.measure(
                state.task,
                rubric=rubric,
                reader=state.reader,
                parameters=parameters,
                token=token,
                cache=session.cache,
                digests=state.digests,
            ),
            done=take,
            failed=lambda error: take(None, told(error)),
            title=worded("Measuring {task}", task=state.task.id),
        )

    def reset_parameters(self) -> Changes:
        """Back to the rubric's values: what they gave is still known."""
        state = self._session.current
        if state is None or not self.put_back(state):
            return _NOTHING
        self._session.showing.refresh_sheet(state)
        return changes({facet.TRIAL, facet.BUSY}, state.task.id)

    def put_back(self, state: TaskState) -> bool:
        """Let what was tried on a task go; True when something was."""
        if not state.parameters:
            return False
        state.parameters.clear()
        self._session.jobs.cancel(f"try:{state.task.id}")
        state.tried, state.try_error = None, ""
        return True

    def trial(self) -> Trial | None:
        """What the values tried and the draft would give the task at the desk."""
        return folding.trial_of(self._session.current) if self._session.current else None

    def set_draft(self, key: str, value: float | None) -> Changes:
        """Edit one judging threshold, weight or cap; None takes it back."""
        state = self._session.current
        if state is None:
            return _NOTHING
        if value is None:
            state.draft.pop(key, None)
        else:
            state.draft[key] = value
        return changes({facet.RUBRIC}, state.task.id)

    def discard_draft(self) -> Changes:
        """Forget the draft."""
        state = self._session.current
        if state is None:
            return _NOTHING
        state.draft.clear()
        return changes({facet.RUBRIC}, state.task.id)

    def comparison(self) -> Comparison | None:
        """The ledger now and with the draft, aligned; None without a draft."""
        state = self._session.current
        if state is None or state.effective is None or state.ledger is None:
            return None
        draft = folding.draft_of(state)
        if draft is None:
            return None
        return compare(state.measurements, state.effective, draft, state.review.overrides)

    def editable(self) -> tuple[Editable, ...]:
        """Every judging value of the task's rubric that a draft may change."""
        state = self._session.current
        return editable(state.effective) if state is not None and state.effective else ()

    def find_turning_points(self, done: Callable[[tuple[TurningPoint, ...]], None]) -> None:
        """For each value the nearest one at which a headline changes, worked out in the pool."""
        session, state = self._session, self._session.current
        if state is None or state.effective is None or state.ledger is None:
            return
        measurements, rubric = state.measurements, state.effective
        overrides = state.review.overrides
        session.jobs.submit(
            "turning",
            lambda token: turning_points(measurements, rubric, overrides),
            done=done,
            failed=session.failing(),
            is_quiet=True,
        )
