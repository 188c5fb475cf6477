"""The one window: its parts, and how they are put together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QApplication,
    QMainWindow,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from reviewer.session import opening
from reviewer.session.pair_desk import seen
from reviewer.session.refusing import RefusedError
from reviewer.ui import key_filter, layout, wiring
from reviewer.ui.binder import Binder
from reviewer.ui.bottom.bottom import BottomPanel
from reviewer.ui.commands import Commands
from reviewer.ui.extras.extras import Extras
from reviewer.ui.list_pane import ListPane
from reviewer.ui.menus import Menus
from reviewer.ui.message_bar import MessageBar
from reviewer.ui.message_place import Floating
from reviewer.ui.panel.panel import RightPanel
from reviewer.ui.person import PersonCorner
from reviewer.ui.pictures.desk import PictureDesk
from reviewer.ui.pointing import Pointing
from reviewer.ui.preferences import LANGUAGES, Preferences
from reviewer.ui.queue_acts import QueueActs
from reviewer.ui.row_focus import RowFocus
from reviewer.ui.status_row import StatusRow
from reviewer.ui.surfaces import Surfaces
from reviewer.ui.task_header import TaskHeader
from reviewer.ui.translate import tr, translated
from reviewer.ui.welcome import Welcome
from reviewer.ui.workspace import Workspace

if TYPE_CHECKING:
    from reviewer.session.desk import Session

_STATUS_PAUSE = 100


class Window(QMainWindow):
    """Owns the panes; what they show comes from the binder, what they do from the commands."""

    def __init__(
        self, session: Session, *, keep: Callable[[Any], None], kept: Mapping[str, object]
    ) -> None:
        super().__init__()
        self.session = session
        self.setWindowTitle(tr("Reviewer"))
        self.setMinimumSize(QSize(*layout.SMALLEST))
        self.setAcceptDrops(True)
        self.is_grader_view = False
        self.bottom_tab = ""
        self.list_pane = ListPane()
        self.header = TaskHeader()
        self.pictures = PictureDesk(run=self.run_quietly)
        self.panel = RightPanel()
        self.bottom = BottomPanel()
        self.messages = MessageBar()
        self.status = StatusRow()
        self.welcome = Welcome()
        self.workspace = Workspace(
            list_pane=self.list_pane,
            header=self.header,
            pictures=self.pictures,
            panel=self.panel,
            bottom=self.bottom,
        )
        self.preferences = Preferences(self, keep=keep, kept=kept)
        self.rows = RowFocus(self)
        self.queue = QueueActs(self)
        self.surfaces = Surfaces(self)
        self.extras = Extras(self)
        self.commands = Commands(self, session)
        self.binder = Binder(self, session)
        self.pointing = Pointing(self, session)
        self._lay_out()
        self._make_menus()
        wiring.connect(self)
        self._ticking = QTimer(self)
        self._ticking.setSingleShot(True)
        self._ticking.setInterval(_STATUS_PAUSE)
        self._ticking.timeout.connect(self.binder.refresh_status)
        self.queue.start()
        self.preferences.apply()
        self.show_tasks(False)

    def _lay_out(self) -> None:
        self.stack = QStackedWidget()
        self.stack.addWidget(self.welcome)
        self.stack.addWidget(self.workspace)
        self.page = QWidget()
        column = QVBoxLayout(self.page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(layout.scrolling(self.stack), 1)
        column.addWidget(self.status)
        self.setCentralWidget(self.page)
        self._floating = Floating(
            self.messages, self.page, desk=self.pictures, stack=self.stack, workspace=self.workspace
        )
        self.person = PersonCorner(LANGUAGES)
        self.menuBar().setCornerWidget(self.person, Qt.Corner.TopRightCorner)

    def _make_menus(self) -> None:
        self.menus = Menus(
            self.menuBar(),
            act=self.commands.run,
            end=self.commands.end,
            page=lambda: self.extras.view,
            is_enabled=self.commands.is_enabled,
            is_checked=self._is_checked,
            key_of=self.preferences.key_of,
        )
        self.key_filter = key_filter.KeyFilter(
            self, table=self.preferences.bindings, act=self.commands.run, end=self.commands.end
        )
        QApplication.instance().installEventFilter(self.key_filter)  # type: ignore[union-attr]

    def _is_checked(self, action_id: str) -> bool:
        if action_id == "blind":
            return self.session.is_blind
        if action_id == "number-cells":
            return self.extras.numbering.is_on
        return action_id == "safe-palette" and self.preferences.settings.palette == "safe"

    def run_quietly(
        self,
        key: str,
        call: Callable[[Any], Any],
        *,
        done: Callable[[Any], None],
        failed: Callable[[Exception], None],
    ) -> object:
        """Run a pure call for the screen off this thread, without a line in the status row."""
        return self.session.jobs.submit(
            f"screen:{key}", call, done=done, failed=failed, is_quiet=True
        )

    def jobs_changed(self) -> None:
        """Something began, went on or ended: the status row follows in a moment."""
        self.binder.said.leave_old_runs()
        if not self._ticking.isActive():
            self._ticking.start()

    def act(self, call: Callable[[], object]) -> None:
        """Run something that may be refused, saying so in the status line."""
        try:
            call()
        except RefusedError as error:
            self.refused(error)

    def refused(self, error: RefusedError) -> None:
        """Say why something was refused, and go to the row that it is about."""
        self.status.say(translated(error.why))
        if error.item:
            self.panel.point_at(error.item)
            self.panel.setFocus()

    # Folders and tasks

    def open(self, path: Path) -> None:
        """Open a folder."""
        folder = path if path.is_dir() else path.parent
        if not folder.is_dir():
            said = tr("{path}: there is no such folder. It may have moved.")
            self.session.say(said.format(path=path), is_error=True)
            return
        self.preferences.opened(folder)
        self.messages.leave_folder()
        self.extras.leave()
        self.session.announce(self.session.open(folder))
        self.queue.tell()
        self.show_tasks(True)
        self.workspace.setFocus()

    def open_samples(self, task: str = "") -> None:
        """A copy of the samples, so that reviewing them changes no file of the program."""

        def copied(folder: Path) -> None:
            if task:
                self.preferences.visited(folder, task)
            self.open(folder)

        self.session.copy_samples(copied)

    def open_first_task(self) -> None:
        """The task that was open last, or the first one."""
        rows = self.session.rows()
        if not rows:
            return
        last = self.preferences.last_task(self.session.root)
        if last and last not in self.session.tasks and self.session.is_discovering:
            return
        self.select(last if last in self.session.tasks else rows[0].id)

    def select(self, task_id: str) -> None:
        """Put a task on the desk."""
        self.is_grader_view = False
        self.rows.last_answered = ""
        self.menus.let_go()
        self.pictures.set_grader_view(False)
        self.session.announce(self.session.select(task_id))
        self.list_pane.set_current(task_id)
        if self.bottom_tab == "details":
            self.session.showing.show_panels()

    def show_tasks(self, is_shown: bool) -> None:
        """The desk, or the welcome page; a page of its own stays until it is left."""
        if is_shown and self.extras.view:
            return
        self.extras.leave()
        if not is_shown:
            self.preferences.tell_welcome()
        self.stack.setCurrentWidget(self.workspace if is_shown else self.welcome)
        self.status.setVisible(is_shown)
        self.person.progress.setVisible(is_shown)
        self._fit_corner()

    def set_mine(self, text: str) -> None:
        """Who reviews and how far they are, in the menu bar."""
        self.person.set_person(self.session.settings.author, self.session.settings.languages)
        self.person.set_progress(text)
        self._fit_corner()

    def _fit_corner(self) -> None:
        # Set again, the bar gives it the width that it has now.
        self.person.adjustSize()
        self.menuBar().setCornerWidget(self.person, Qt.Corner.TopRightCorner)

    def hand_over(self, change: Callable[[], object]) -> None:
        """Another person sits down: nothing of what the one before said or saw stays."""
        from reviewer.session import handing_over

        current = self.session.current_id
        handing_over.put_down(self.session)
        change()
        self.panel.editors.close()
        self.bottom.forget()
        self.messages.leave_person()
        self.extras.leave_person()
        self.session.announce(handing_over.take_up(self.session))
        self.queue.tell()
        self.status.forget()
        if current:
            self.select(current)
        self.binder.refresh_list()

    # Pictures

    def result_shown(self) -> None:
        self.session.showing.result_painted()
        self.binder.refresh_panel()

    def role_shown(self, role: str) -> None:
        """One role is on the screen: of a pair both have to be before a vote."""
        if self.session.current is not None:
            seen(self.session.current, role)

    def toggle_grader_view(self) -> None:
        """What the grader compared instead of the originals, and back."""
        self.set_grader_view(not self.is_grader_view)
        self.pictures.set_grader_view(self.is_grader_view)

    def set_grader_view(self, is_on: bool) -> None:
        self.is_grader_view = is_on
        if is_on:
            self.session.showing.show_compared()
        self.binder.refresh_pictures_all()

    # Panels

    def show_tab(self, tab: str, *, takes_focus: bool = True) -> None:
        """Open a tab of the lower panel, or close the panel."""
        held = QApplication.focusWidget()
        if not tab and held is not None and self.bottom.isAncestorOf(held):
            # Qt would hand the keyboard to the next field, where single keys are dead.
            self.workspace.setFocus()
        self.bottom_tab = tab
        self.bottom.setVisible(bool(tab))
        self.status.set_tab(tab)
        if tab:
            self.bottom.show_tab(tab)
            if tab == "details":
                self.session.showing.show_panels()
            self.binder.lower.refresh()
            if takes_focus:
                self.bottom.focus_content()

    def tab_wanted(self, tab: str) -> None:
        self.show_tab("" if tab == self.bottom_tab else tab)

    def toggle_panels(self) -> None:
        """Side panels away, and back."""
        self.workspace.toggle_panels()

    def toggle_pictures_only(self) -> None:
        """Pictures and question only, and back."""
        self.workspace.toggle_pictures_only()
        is_bare = self.workspace.is_pictures_only
        self.menuBar().setVisible(not is_bare)
        self.status.setVisible(not is_bare)
        if is_bare and self.bottom_tab:
            self.show_tab("")

    def toggle_list(self) -> None:
        """The list away, and back."""
        self.workspace.toggle_list()

    def set_draft(self, key: str, value: object) -> None:
        number = float(value) if isinstance(value, (int, float)) else None
        self.session.announce(self.session.set_draft(key, number))

    def cancel_work(self) -> None:
        self.extras.cancel()
        opening.stop(self.session)
        self.session.jobs.cancel_loud()
        self.status.say(tr("Cancelled"))

    def open_named(self, name: str) -> None:
        state = self.session.current
        found = next((a for a in state.task.artifacts if a.name == name), None) if state else None
        if found is not None:
            self.surfaces.open_outside(found)

    # Preferences

    def set_blind(self, is_blind: bool) -> None:
        """Hide what the judge said until one has answered, or show it."""
        self.session.announce(self.session.set_blind(is_blind))
        self.preferences.change(blind=is_blind)
        self.status.say(tr("Blind mode on") if is_blind else tr("Blind mode off"))

    # Going away

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        local = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if local:
            event.acceptProposedAction()
            self.open(Path(local[0]))

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.session.editor.journal_error and not self.surfaces.may_leave():
            event.ignore()
            return
        self.preferences.leaving()
        QApplication.instance().removeEventFilter(self.key_filter)  # type: ignore[union-attr]
        self._ticking.stop()
        self.session.close()
        event.accept()
