"""Binds the numbers of a maze's cells to the desk: along the way, over every picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reviewer.model import Mark
from reviewer.session import changes as facet
from reviewer.session import numbered
from reviewer.session.changes import Changes
from reviewer.session.refusing import RefusedError
from reviewer.session.veiling import untold_marks
from reviewer.ui.translate import tr

if TYPE_CHECKING:
    from reviewer.session.state import TaskState
    from reviewer.ui.window import Window


class Numbering:
    """On until it is switched off, from maze to maze."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self.is_on = False
        self._of: object = None
        window.pictures.mode_changed.connect(lambda _: self._follow())

    def toggle(self) -> None:
        """Number the cells along the way, or take the numbers away."""
        if not self.is_on and not self._window.extras.is_maze:
            raise RefusedError("only the cells of a maze are numbered")
        self.is_on = not self.is_on
        self._forget()
        if self.is_on:
            self._want()

    def changed(self, changed: Changes) -> None:
        """Follow the task on the desk."""
        follows = {facet.TASK, facet.MEASUREMENTS, facet.TRIAL, facet.REVIEW, facet.SETTINGS}
        if changed.facets & follows:
            self._follow()

    def _follow(self) -> None:
        state = self._window.session.current
        if self.is_on and (state is None or self._key(state) != self._of):
            self._forget()
            self._want()

    def _key(self, state: TaskState) -> object:
        """What the colors hang on: the sheet is painted with the values that are tried."""
        tried = dict(state.parameters) if self._window.pictures.mode == "sheet" else {}
        values = tuple(sorted((name, str(value)) for name, value in tried.items()))
        return id(state.measured), self._window.session.showing.hides_answers(state), values

    def _forget(self) -> None:
        self._of = None
        self._window.pictures.set_numbers(())

    def _want(self) -> None:
        session, state = self._window.session, self._window.session.current
        if state is None or state.measured is None or not self._window.extras.is_maze:
            return
        self._of = self._key(state)
        is_sheet = self._window.pictures.mode == "sheet"
        ask = session.showing.trial_request if is_sheet else session.showing.request
        session.jobs.submit(
            "numbered-cells",
            lambda token: numbered.cells(ask(state, token)),
            done=lambda marks: self._show(state, marks),
            failed=session.failing(),
            is_quiet=True,
        )

    def _show(self, state: TaskState, marks: tuple[Mark, ...]) -> None:
        if self.is_on and self._window.session.current is state:
            hides = self._window.session.showing.hides_answers(state)
            self._window.pictures.set_numbers(untold_marks(marks) if hides else marks)
            is_safe = self._window.session.settings.palette == "safe"
            blue, green = tr(": blue is touched, red is not"), tr(": green is touched, red is not")
            colors = blue if is_safe else green
            self._window.status.say(tr("Cells along the way") + ("" if hides else colors))
