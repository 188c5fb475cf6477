"""Brings the grade on the desk to the tab of the lower panel that is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reviewer.ui.bottom.history_rows import history_names
from reviewer.ui.told import Told

if TYPE_CHECKING:
    from reviewer.model import Ledger
    from reviewer.scoring.turning import TurningPoint
    from reviewer.session.desk import Session
    from reviewer.session.state import TaskState
    from reviewer.ui.window import Window


class Lower:
    """Refreshes the lower panel of one window; tabs that are not open wait until they are."""

    def __init__(self, window: Window, session: Session, told: Told) -> None:
        self._window = window
        self._session = session
        self._told = told
        self._points: tuple[TurningPoint, ...] = ()
        self._points_of: Ledger | None = None
        self._panels_of: Ledger | None = None

    def refresh(self) -> None:
        """The tab that is open."""
        state = self._session.current
        tab = self._window.bottom_tab
        if state is None or not tab:
            return
        if tab == "ledger":
            self._refresh_ledger(state)
        elif tab == "what-if":
            self._refresh_ledger(state)
            self._refresh_what_if(state)
        elif tab == "history":
            self._refresh_history(state)
        elif tab == "files":
            self.refresh_files(state)
        elif tab == "details":
            self._follow_panels(state)
            self.refresh_details()

    def _follow_panels(self, state: TaskState) -> None:
        """Panels say how rows stand: they are made anew when what is in force changed."""
        if state.ledger is not None and self._panels_of is not state.ledger:
            self._panels_of = state.ledger
            self._session.showing.show_panels()

    def _refresh_ledger(self, state: TaskState) -> None:
        bottom, rubric = self._window.bottom, self._told.worded(state)
        why = self._told.why_hidden(state)
        bottom.set_hidden(why)
        if why:
            bottom.set_ledger(None, None, rubric, None)
            return
        draft, ran = self._session.comparison(), self._window.extras.outside.ran(state)
        bottom.set_ledger(state.ledger, draft, rubric, ran)

    def _refresh_what_if(self, state: TaskState) -> None:
        if self._told.is_hidden(state) or state.effective is None:
            self._window.bottom.set_what_if((), {}, None, ())
            return
        self._window.bottom.set_what_if(
            self._session.editable(),
            dict(state.draft),
            self._session.comparison(),
            self._points if self._points_of is state.ledger else None,
        )

    def find_turning_points(self) -> None:
        """Work out in the pool where each value would change a headline."""
        state = self._session.current
        if state is None or state.ledger is None:
            return
        ledger = state.ledger

        def done(points: object) -> None:
            self._points_of = ledger
            self._points = points if isinstance(points, tuple) else ()
            if self._session.current is state and self._window.bottom_tab == "what-if":
                self._refresh_what_if(state)

        self._session.find_turning_points(done)

    def _refresh_history(self, state: TaskState) -> None:
        hidden, author = self._told.is_hidden(state), self._session.settings.author
        entries = [e for e in state.review.entries if not hidden or e.author == author]
        original = state.automatic.headline if state.automatic and not hidden else None
        names = history_names(self._told.worded(state), self._session.editable())
        self._window.bottom.set_hidden("")
        self._window.bottom.set_history(
            entries,
            original,
            stale=state.review.stale,
            disputed=state.review.disputed,
            ignored=[entry.id for entry in state.review.ignored],
            names=names,
            source=state.task.graded_from.name if state.task.graded_from else "",
        )

    def refresh_files(self, state: TaskState) -> None:
        """The files of the task."""
        if self._window.bottom_tab == "files":
            veil = self._told.veil
            # What the logs hold tells of others; what reading met does not.
            said = state.read_notes if self._told.is_hidden(state) else state.notes
            notes = () if veil.is_open else said
            self._window.bottom.set_files(
                veil.listed(state.task), state.digests, notes, state.sizes
            )

    def refresh_details(self) -> None:
        """Evidence and panels."""
        if self._window.bottom_tab == "details":
            bottom, showing = self._window.bottom, self._session.showing
            panels = self._told.veil.told(self._session.layers.panels)
            bottom.set_hidden(self._told.why_unvoted)
            bottom.details.keeps_panel = not self._window.rows.zooms
            bottom.set_details(self._told.evidence(), panels, showing.problem)
