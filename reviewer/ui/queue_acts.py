"""What the list asks for: a task, other words, another order, another width."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reviewer.session import queue
from reviewer.session.queue import FilterError

if TYPE_CHECKING:
    from reviewer.ui.window import Window


class QueueActs:
    """What the window does when the list of tasks is used."""

    def __init__(self, window: Window) -> None:
        self._window = window

    def start(self) -> None:
        """The list begins in the order that was chosen last."""
        session = self._window.session
        session.task_rows.arrange(sort=session.settings.sort)

    def tell(self) -> None:
        """Say by which words and in which order the list stands: no set of another folder stays."""
        rows, pane = self._window.session.task_rows, self._window.list_pane
        pane.set_sort(rows.sort, rows.descending)
        if pane.filter.text() and queue.names_sets(pane.filter.text()):
            pane.set_words(queue.without_sets(pane.filter.text()))

    def chosen(self, task_id: str) -> None:
        """A row was opened: its task comes to the desk, and a drawer has served."""
        window = self._window
        window.select(task_id)
        if window.workspace.is_drawer_open:
            window.workspace.set_drawer(False)
        window.workspace.setFocus()

    def filter(self, words: str) -> None:
        """Other filter words; those that mean nothing are said under the field."""
        window = self._window
        try:
            window.session.announce(window.session.arrange(words=words))
        except FilterError as error:
            window.list_pane.set_problem(str(error))
            return
        window.list_pane.set_problem("")
        window.binder.refresh_list()

    def sort(self, sort: str, descending: bool) -> None:
        """Another order."""
        session = self._window.session
        session.announce(session.arrange(sort=sort, descending=descending))
        self._window.list_pane.set_sort(sort, descending)
        self._window.preferences.change(sort=sort)

    def focus_filter(self) -> None:
        """Put the keyboard into the filter field."""
        self._window.workspace.show_list()
        self._window.list_pane.filter.setFocus()
        self._window.list_pane.filter.selectAll()

    def save_filter(self) -> None:
        """Keep the filter words under a name."""
        self._window.surfaces.save_filter(self._window.list_pane.filter.text())

    def set_width(self, width: int) -> None:
        """The list is this wide from now on; 0 follows the window."""
        self._window.workspace.set_list_width(width)
        self._window.preferences.change(list_width=width)

    def fit_width(self) -> None:
        """As wide as the names of the list; one that was chosen goes back to the usual width."""
        window = self._window
        self.set_width(0 if window.workspace.list_width else window.list_pane.model.widest)
