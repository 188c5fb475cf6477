"""The left side: filter, order, the queue itself, progress."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from reviewer.model.counting import counted
from reviewer.session.queue import SORTS, Progress
from reviewer.session.state import Row
from reviewer.ui import fonts, theme
from reviewer.ui.list_parts import FilterField, Grip, TaskListView
from reviewer.ui.task_list import TaskDelegate, TaskListModel
from reviewer.ui.translate import tr
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.bars import ProgressLine
from reviewer.ui.widgets.buttons import DropDown, Link, add_choice
from reviewer.ui.widgets.labels import ElidedLabel

_TYPING_PAUSE = 150


class ListPane(QWidget):
    """Filter words, order, the queue, how far the person is."""

    chosen = Signal(str)
    words_changed = Signal(str)
    sort_changed = Signal(str, bool)
    save_filter_wanted = Signal()
    widened = Signal()
    width_wanted = Signal(int)
    width_chosen = Signal(int)
    fit_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.filter = FilterField()
        self._counted = self._problem = ""
        self.count = ElidedLabel("", step="s", role="text2")
        self.order = DropDown(tr("by folder"), tr("Order of the list"), framed=False)
        self.model = TaskListModel(self)
        self.view = TaskListView()
        self.delegate = TaskDelegate(self.view)
        self.view.setModel(self.model)
        self.view.setItemDelegate(self.delegate)
        self.nothing = ElidedLabel(
            tr("No task matches these words."), step="s", role="text2", most=0
        )
        # A part of its own: hidden, it takes no room over the rows.
        self._empty = QWidget()
        self.show_all = Link(tr("show all tasks"))
        self.show_all.clicked.connect(lambda: self.set_words(""))
        self.done = ElidedLabel("", step="s", bold=True)
        self.pace = ElidedLabel("", step="s", role="text2", right=True)
        self.line = ProgressLine(tr("Progress"))
        self._saved: dict[str, str] = {}
        self._sort, self._descending = "folder", False
        self.grip = Grip(self)
        self.grip.dragged.connect(self.width_wanted)
        self.grip.chosen.connect(self.width_chosen)
        self.grip.fit_wanted.connect(self.fit_wanted)
        self._lay_out()
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(_TYPING_PAUSE)
        self._typing.timeout.connect(lambda: self.words_changed.emit(self.filter.text()))
        self.filter.textChanged.connect(lambda _: self._typing.start())
        self.filter.returnPressed.connect(self._open_first)
        self.filter.down_pressed.connect(self._enter_list)
        self.order.menu_wanted.connect(self._fill_menu)
        self.view.clicked.connect(self._clicked)
        self.view.activated.connect(self._clicked)

    def _lay_out(self) -> None:
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        top = QHBoxLayout()
        top.setContentsMargins(8, 8, 8, 8)
        top.addWidget(self.filter)
        outer.addLayout(top)
        middle = QHBoxLayout()
        middle.setContentsMargins(12, 0, 8, 4)
        middle.addWidget(self.count, 1)
        middle.addWidget(self.order)
        outer.addLayout(middle)
        inner = QVBoxLayout(self._empty)
        inner.setContentsMargins(12, 4, 8, 4)
        inner.setSpacing(8)
        inner.addWidget(self.nothing)
        inner.addWidget(self.show_all, 0, Qt.AlignmentFlag.AlignLeft)
        outer.addWidget(self._empty)
        self._empty.hide()
        outer.addWidget(self.view, 1)
        bottom = QWidget()
        inside = QVBoxLayout(bottom)
        inside.setContentsMargins(12, 10, 12, 12)
        inside.setSpacing(6)
        words = QHBoxLayout()
        words.addWidget(self.done)
        words.addWidget(self.pace, 1)
        inside.addLayout(words)
        inside.addWidget(self.line)
        outer.addWidget(bottom)

    def sizeHint(self) -> QSize:
        return QSize(fonts.scaled(272), 400)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.grip.setGeometry(self.width() - Grip.WIDTH, 0, Grip.WIDTH, self.height())
        self.grip.raise_()

    def paintEvent(self, _event: object) -> None:
        with QPainter(self) as painter:
            tokens = theme.of(self)
            rect = self.rect()
            painter.fillRect(rect, self.palette().window())
            paint.hairline(
                painter,
                rect.topRight().toPointF(),
                rect.height(),
                tokens.line,
                vertical=True,
            )

    def set_narrow(self, is_narrow: bool) -> None:
        """In a narrow list the pass word is left out."""
        self.delegate.is_narrow = is_narrow
        self.view.viewport().update()

    def set_rows(self, rows: list[Row], *, current: str, total: int, is_searching: bool) -> None:
        """Show the arranged rows."""
        if not total:
            self.model.forget_widths()
        # Who walks the list with the arrow keys keeps the row they stand on.
        walked = self.model.row_at(self.view.currentIndex().row()) if self._is_walked else None
        before = self.model.widest
        self.model.set_rows(rows)
        if self.model.widest != before:
            self.widened.emit()
        shown = len(rows)
        every = counted(total, "task")
        few = tr("{shown} of {every}").format(shown=f"{shown:,}", every=every)
        words = every if shown == total else few
        self._counted = tr("{words}, looking…").format(words=words) if is_searching else words
        self.count.set_words(self._problem or self._counted)
        self._say_nothing(total > 0 and not rows and not is_searching)
        is_kept = walked is not None and self.model.place_of(walked.id) >= 0
        self.set_current(walked.id if walked is not None and is_kept else current)

    def _say_nothing(self, is_empty: bool) -> None:
        """A filter that lets no task through says so, with the way back."""
        if self.show_all.hasFocus() and not is_empty:
            self.filter.setFocus()
        self._empty.setVisible(is_empty)

    @property
    def _is_walked(self) -> bool:
        return self.view.hasFocus()

    def set_current(self, task_id: str) -> None:
        """Select a task's row and bring it into view."""
        place = self.model.place_of(task_id)
        selection = self.view.selectionModel()
        if place < 0:
            selection.clear()
            return
        index = self.model.index(place)
        if self.view.currentIndex() != index or not selection.isSelected(index):
            selection.setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
            self.view.scrollTo(index)

    def show_current(self) -> None:
        """Bring the current row into view: a list that was hidden has not scrolled."""
        # The view lays its rows out for the size that it has now.
        self.view.doItemsLayout()
        self.view.scrollTo(self.view.currentIndex())

    def set_progress(self, progress: Progress) -> None:
        """How many are done, and how long the rest will take."""
        done = tr("{done} of {total}")
        self.done.set_words(done.format(done=f"{progress.done:,}", total=f"{progress.total:,}"))
        self.line.set_share(progress.done / progress.total if progress.total else 0.0)
        if progress.median_seconds is None or progress.seconds_left is None:
            self.pace.set_words("")
            return
        pace = tr("{seconds} s a task · {span} left")
        seconds = f"{progress.median_seconds:.0f}"
        self.pace.set_words(pace.format(seconds=seconds, span=span(progress.seconds_left)))

    def set_sort(self, sort: str, descending: bool) -> None:
        """Say how the list is ordered."""
        self._sort, self._descending = sort, descending
        self.order.set_text(tr("by {order}").format(order=sort) + (" ↓" if descending else ""))

    def set_saved_filters(self, saved: dict[str, str]) -> None:
        """The person's own filters, offered in the menu."""
        self._saved = dict(saved)

    def set_words(self, words: str) -> None:
        """Put words into the filter field."""
        self.filter.setText(words)
        self._apply_now()

    def set_problem(self, text: str) -> None:
        """Say what is wrong with the filter words."""
        self._problem = text
        self.count.set_words(text or self._counted)
        self.count.set_look(role="bad" if text else "text2")
        # What is wrong is read whole; the order of a list that shows nothing gives it the room.
        self.count.set_most(0 if text else 1)
        self.order.setVisible(not text)

    def _apply_now(self) -> None:
        self._typing.stop()
        self.words_changed.emit(self.filter.text())

    def _open_first(self) -> None:
        """Enter: the words are applied at once, and the first task that passes them opens."""
        self._apply_now()
        first = self.model.row_at(0)
        if first is not None:
            self.chosen.emit(first.id)

    def _enter_list(self) -> None:
        """↓ goes from the words to the rows: to the task on the desk, or to the first row."""
        self._apply_now()
        if not self.model.rowCount():
            return
        self.view.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(self.model.index(0))

    def _clicked(self, index: QModelIndex) -> None:
        row = self.model.row_at(index.row())
        if row is not None:
            self.chosen.emit(row.id)

    def _fill_menu(self, menu: QMenu) -> None:
        for name in SORTS:
            words = tr("by {order}").format(order=name)
            add_choice(menu, words, partial(self._choose, name), is_current=name == self._sort)
        menu.addSeparator()
        for name, words in self._saved.items():
            act = menu.addAction(f"{name}: {words}".replace("&", "&&"))
            act.triggered.connect(lambda _=False, words=words: self.set_words(words))
        menu.addAction(tr("Save this filter…")).triggered.connect(
            lambda _=False: self.save_filter_wanted.emit()
        )

    def _choose(self, name: str) -> None:
        descending = not self._descending if name == self._sort else False
        self.sort_changed.emit(name, descending)


def span(seconds: float) -> str:
    """A time as people say it: 40 s, 12 min, 1 h 06."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02d}"
