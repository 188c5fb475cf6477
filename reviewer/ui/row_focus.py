"""The row in focus: its evidence comes and goes with it, and an answer leads to the next row."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reviewer.ui.window import Window


class RowFocus:
    """What the window does as rows of the right panel come into focus and are answered."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self.last_answered = ""
        # Whether evidence that arrives is zoomed to.
        self.zooms = False

    def show_evidence(self, row: str, *, zoom: bool) -> None:
        """Work out and show the evidence of a row."""
        self.zooms = zoom
        self._window.session.showing.show_evidence(row)

    def go_to(self, row: str) -> None:
        """Go to a row of the right panel and show its evidence."""
        self._window.panel.set_current(row)
        self.show_evidence(row, zoom=True)

    def selected(self, row: str) -> None:
        """The person went to a row: its evidence is zoomed to, when they want that."""
        if row and self._window.preferences.settings.zoom_to_evidence:
            self.show_evidence(row, zoom=True)

    def changed(self, row: str) -> None:
        """Another row, or none, is in focus: what was shown of the one before goes."""
        window = self._window
        window.session.showing.leave_evidence(row)
        window.pictures.point_at((), zoom=False)
        if row and window.bottom_tab == "details":
            self.show_evidence(row, zoom=False)

    def after_answer(self, row: str) -> None:
        """Go to the next open item, when the person wants that."""
        self.last_answered = row
        if self._window.preferences.settings.jump_to_next_item:
            self._window.panel.next_unanswered()
