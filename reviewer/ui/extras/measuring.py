"""Binds the knobs to the desk: what is tried is measured at once and adopted by nobody."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from reviewer.model import Rubric
from reviewer.model.measurement import CODE
from reviewer.session import changes as facet
from reviewer.session.changes import Changes
from reviewer.ui.extras.knobs import Knobs, Spec, thresholds_of
from reviewer.ui.extras.trial_words import Before, trial_words

if TYPE_CHECKING:
    from reviewer.model import Curve
    from reviewer.session.state import TaskState
    from reviewer.ui.window import Window

_FOLLOWS = frozenset({facet.TASK, facet.RUBRIC, facet.MEASUREMENTS, facet.GRADE, facet.REVIEW,
                      facet.TRIAL, facet.SHEET})  # fmt: skip


class Measuring:
    """Shows the knobs of the task on the desk beside its sheet."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self.knobs = Knobs()
        self._of: tuple[str, Rubric, bool] | None = None
        self._began: float | None = None
        self._in_use: tuple[str, Mapping[str, float]] = ("", {})
        self.knobs.tried.connect(self._try)
        self.knobs.drafted.connect(self._draft)
        self.knobs.reset_wanted.connect(self._reset)
        self.knobs.refused.connect(window.status.say)
        window.pictures.inspector.set_extra(self.knobs)
        window.pictures.inspector.set_foot(self.knobs.foot)
        window.pictures.inspector.tightened.connect(self.knobs.set_tight)
        window.pictures.mode_changed.connect(lambda _: self._want_curve())

    def changed(self, changed: Changes) -> None:
        """Follow the desk."""
        session = self._window.session
        state = session.current
        if state is None or changed.task not in ("", session.current_id):
            return
        if changed.facets & _FOLLOWS:
            self._refresh(state)
        if facet.TRIAL in changed:
            self._measured(state)
            curve = self._curve()
            # While new values are measured the last curve stays: without it all below would jump.
            if curve is not None or state.try_error:
                self.knobs.set_curve(curve)

    def _refresh(self, state: TaskState) -> None:
        rubric = state.effective or state.rubric
        if rubric is None:
            self.knobs.set_spec(Spec())
            return
        # Which rows code decides is known once the task was measured.
        of = (state.task.id, rubric, state.measured is not None)
        if self._of != of:
            is_other = self._of is None or self._of[0] != state.task.id
            self._of = of
            self.knobs.set_spec(self._spec(state, rubric))
            if is_other:
                self._began = None
                self.knobs.set_took(None)
                self.knobs.set_curve(None)
                self._want_curve()
        sheet = self._window.session.showing.sheet
        self.knobs.set_values(state.parameters, state.draft, sheet.in_use if sheet else {})
        self._say_verdict(state)

    def _spec(self, state: TaskState, rubric: Rubric) -> Spec:
        by_code = {name for name, found in state.measurements.items() if found.source == CODE}
        rows = [c.id for c in rubric.checks if c.overridable and c.measure in by_code]
        editables = self._window.session.editable() if rows and rubric.parameters else ()
        return Spec(rubric.parameters, thresholds_of(editables, rows))

    def _say_verdict(self, state: TaskState) -> None:
        """What the grade is by the rubric, and what it would be with what is tried."""
        session = self._window.session
        panel = session.panel(state)
        if (panel and panel.is_hidden) or state.ledger is None or state.effective is None:
            self.knobs.foot.set_verdict("", "text")
            return
        said = trial_words(
            state.effective, tried=state.parameters, draft=state.draft, now=state.ledger.headlines,
            trial=session.drafts.trial(), error=state.try_error, in_use=self._own(state),
            before=Before(state.ledger, state.measurements),
        )  # fmt: skip
        self.knobs.foot.set_verdict(said.words, said.role)

    def _own(self, state: TaskState) -> Mapping[str, float]:
        """What values left to the instrument came to before anything was tried."""
        sheet = self._window.session.showing.sheet
        if sheet is not None and not state.parameters:
            self._in_use = (state.task.id, sheet.in_use)
        return self._in_use[1] if self._in_use[0] == state.task.id else {}

    def _measured(self, state: TaskState) -> None:
        if self._began is not None and (state.tried is not None or state.try_error):
            self.knobs.set_took((time.monotonic() - self._began) * 1000)
            self._began = None
            self._want_curve()

    def _want_curve(self) -> None:
        """Panels are worked out while the sheet is looked at, for the curve they may hold."""
        window = self._window
        if window.pictures.mode == "sheet" and self.knobs.knobs and window.session.current:
            window.session.showing.show_trial()

    def _curve(self) -> Curve | None:
        if not self.knobs.knobs:
            return None
        panels = self._window.session.showing.trial
        return next((p.curve for p in panels if p.form == "curve" and p.curve is not None), None)

    def _try(self, name: str, value: object) -> None:
        if not isinstance(value, (bool, int, float, str)):
            return
        self._began = time.monotonic()
        self.knobs.set_busy()
        self._window.session.announce(self._window.session.set_parameter(name, value))

    def _draft(self, key: str, value: float) -> None:
        row = next((each for each in self.knobs.spec.thresholds if each.key == key), None)
        is_own = row is not None and row.value == value
        changed = self._window.session.set_draft(key, None if is_own else value)
        self._window.session.announce(changed)
        self._want_curve()

    def _reset(self) -> None:
        """The knobs' own values only: other drafts of What if stay."""
        session = self._window.session
        self._began = None
        self.knobs.set_took(None)
        for row in self.knobs.spec.thresholds:
            session.announce(session.set_draft(row.key, None))
        session.announce(session.reset_parameters())
        self._want_curve()
