"""The right panel: headline, what needs the person, checks, the ledger in short, the footer."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QApplication, QWidget

from reviewer.session.panel import CheckRow, Item
from reviewer.ui import fonts, theme
from reviewer.ui.panel import words
from reviewer.ui.panel.blocks import CARD, LEDGER, Block, Content
from reviewer.ui.panel.body import RowsArea
from reviewer.ui.panel.content import content_of, first_row, is_other, next_open, takes, walk_of
from reviewer.ui.panel.editors import Editors
from reviewer.ui.panel.footer import Footer
from reviewer.ui.panel.headline import HeadlineBlock
from reviewer.ui.panel.pinned import Pinned
from reviewer.ui.panel.plan import plan
from reviewer.ui.panel.row_menu import show_menu
from reviewer.ui.panel.rows import RowMaker
from reviewer.ui.panel.view import PanelView
from reviewer.ui.widgets import paint

_FLASH = 600
_PAUSE = 120


class RightPanel(QWidget):
    """One task for one person. Keys reach it through the window; clicks are its own."""

    answer_given = Signal(str, str)
    row_selected = Signal(str)
    row_opened = Signal(str)
    dispute_wanted = Signal(str)
    reason_wanted = Signal(str)
    raw_wanted = Signal(str)
    ledger_wanted = Signal()
    complete_wanted = Signal()
    agree_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = PanelView()
        self._content = Content()
        self._current = self._open_item = self._flashed = ""
        self._opened: dict[str, bool] = {}
        self.translation = words.BOTH
        self.headline = HeadlineBlock(self)
        self.maker = RowMaker(self)
        self.body = RowsArea(self.maker.make, self._fill, self)
        self.pinned = Pinned(self)
        self.footer = Footer(self)
        self.editors = Editors(self)
        self.setFocusProxy(self.body)
        self.setAccessibleName(self.tr("Grade and questions"))
        self._flashing = QTimer(self)
        self._flashing.setSingleShot(True)
        self._flashing.setInterval(_FLASH)
        self._flashing.timeout.connect(lambda: self.flash(""))
        # With tens of thousands of checks five folds take a third of a second: after the paint.
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(_PAUSE)
        self._later.timeout.connect(self._look_ahead)
        self._connect()

    def _connect(self) -> None:
        maker = self.maker
        maker.pressed.connect(self._pressed)
        maker.menu_wanted.connect(lambda row, at: show_menu(self, row, at))
        maker.fold_pressed.connect(self._toggle)
        maker.ledger_pressed.connect(self.ledger_wanted)
        maker.answered.connect(self.answer_given)
        maker.raw_wanted.connect(self.raw_wanted)
        maker.dispute_wanted.connect(self.dispute_wanted)
        maker.reason_wanted.connect(self.reason_wanted)
        maker.grown.connect(self._arrange)
        self.pinned.pressed.connect(self._toggle)
        self.footer.agree_wanted.connect(self.agree_wanted)
        self.footer.complete_wanted.connect(self.complete_wanted)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._focus_moved)

    # What is shown

    def set_view(self, view: PanelView) -> None:
        """Show a task; another task starts at its first open item."""
        if is_other(self._view, view):
            self._current = self._open_item = ""
            self._opened.clear()
            self.editors.close()
            self.body.bar.setValue(0)
        self._view = view
        self.maker.ahead.clear()
        self.headline.set_view(view)
        self.footer.set_view(view, is_blind=view.hides)
        self._content = content_of(view, open_item="", opened=self._opened)
        if not self._current or self.row(self._current) is None:
            self._current = first_row(self._content)
        if self._open_item and self._item(self._open_item) is None:
            self._open_item = ""
        if not self._open_item or self._item(self._current) is not None:
            self._open_item = self._card_for(self._current)
        self._arrange()

    def y_of(self, row: str) -> int:
        """Where a row begins, in this panel's own pixels; its top edge when it is folded."""
        found = self.body.place_of(row)
        top = found[0] - self.body.bar.value() if found else 0
        return self.body.y() + max(0, min(top, self.body.height()))

    def set_translation(self, shown: str) -> None:
        """Both languages, the original or the translation alone."""
        self.translation = shown
        self._arrange()

    def flash(self, row: str) -> None:
        """Point at a row for a moment."""
        self._flashed = row
        if row:
            self._flashing.start()
        self.body.refresh()

    # The current row

    def current_row(self) -> str:
        """The row that keys act on, or an empty string."""
        return self._current

    def set_current(self, row: str) -> None:
        """Go to a row without telling anybody."""
        if row == self._current or self.row(row) is None:
            return
        self._current = row
        if self._item(row) is not None:
            self._open_item = row
        self._arrange()
        self._reveal()

    def move(self, step: int) -> None:  # type: ignore[override]
        """↑ and ↓ over the items and the visible checks."""
        walk = walk_of(self._content, self._plan)
        if not walk:
            return
        place = walk.index(self._current) if self._current in walk else -1
        wanted = place + step if place >= 0 else 0
        if 0 <= wanted < len(walk) and walk[wanted] != self._current:
            self._select(walk[wanted])

    def next_unanswered(self) -> str:
        """Go to the next item without an answer; its id, or an empty string."""
        wanted = next_open(self._content, self._current)
        if wanted:
            self._select(wanted)
        return wanted

    def press(self, key: str) -> bool:
        """Answer the current row with a printed key, where its scale has it."""
        fits = takes(self.row(self._current), key)
        if fits:
            self.answer_given.emit(self._current, key)
        return fits

    def _select(self, row: str) -> None:
        self.set_current(row)
        self.row_selected.emit(row)

    def row(self, row: str) -> Item | CheckRow | None:
        """The item or check with this id."""
        return self._item(row) or self._check(row)

    def _item(self, row: str) -> Item | None:
        return self._view.rows.item(row) if self._view.rows else None

    def _check(self, row: str) -> CheckRow | None:
        rows = self._view.rows
        groups = (rows.failed, rows.passed) if rows else ()
        return next((each for group in groups for each in group if each.id == row), None)

    def _card_for(self, row: str) -> str:
        if self._item(row) is not None:
            return row
        items = self._content.items
        return next((item.id for item in items if not item.is_answered), "")

    # Layout

    def sizeHint(self) -> QSize:
        return QSize(fonts.scaled(320), fonts.scaled(600))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.scaled(200), fonts.scaled(240))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.repaints_on(event):
            self._arrange()

    def paintEvent(self, _event: object) -> None:
        with QPainter(self) as painter:
            tokens = theme.of(self)
            painter.fillRect(self.rect(), self.palette().window())
            paint.hairline(painter, QPointF(0, 0), self.height(), tokens.line, vertical=True)

    def _arrange(self) -> None:
        self._content = content_of(self._view, open_item=self._open_item, opened=self._opened)
        item = self._item(self._open_item)
        rows = self._view.rows
        if item and rows and rows.lacks_ahead(item) and item.id not in self.maker.ahead:
            self._later.start()
        self.maker.show(self._view, self._content, self.translation, width=self.width() - 1)
        # Placed by hand and at once: a layout would show the old heights for one frame.
        left, width = 1, self.width() - 1
        top, foot = self.headline.height_for(width), self.footer.sizeHint().height()
        self._plan = plan(self._content, self.height() - top - foot, self.maker.measure)
        self.pinned.set_blocks(self._plan.pinned)
        low = sum(block.height for block in self._plan.pinned)
        middle = max(0, self.height() - top - foot - low)
        self.headline.setGeometry(left, 0, width, top)
        self.body.setGeometry(left, top, width, middle)
        self.pinned.setGeometry(left, top + middle, width, low)
        self.footer.setGeometry(left, self.height() - foot, width, foot)
        self.body.set_plan(self._plan)

    def _look_ahead(self) -> None:
        """Work out what the headline would be at each answer of the open item."""
        item, rows = self._item(self._open_item), self._view.rows
        if item is not None and rows is not None and rows.ahead is not None:
            self.maker.ahead[item.id] = rows.ahead(item.id)
            self._arrange()

    def _reveal(self) -> None:
        found = self.body.place_of(self._current)
        if found is not None:
            self.body.reveal(*found)

    def _fill(self, widget: QWidget, block: Block, number: int) -> None:
        self.maker.fill(widget, block, number)
        row = self._open_item if block.kind == CARD else getattr(block.rows[number], "id", "")
        self.maker.set_standing(
            widget,
            is_current=bool(row) and row == self._current,
            has_ring=bool(row) and row == self._current and self._has_keyboard(),
            is_flashed=bool(row) and row == self._flashed,
        )

    # Keyboard and mouse

    def _has_keyboard(self) -> bool:
        """True unless another widget shows where keys go: exactly one ring on the screen."""
        focused = QApplication.focusWidget()
        return focused is None or focused is self.body or focused.isAncestorOf(self)

    def _focus_moved(self, _old: QWidget | None, _new: QWidget | None) -> None:
        self.body.refresh()

    def _pressed(self, row: str) -> None:
        self.body.setFocus(Qt.FocusReason.MouseFocusReason)
        if row != self._current:
            self._select(row)
        self.row_opened.emit(row)

    def _toggle(self, fold: str) -> None:
        if fold == LEDGER:
            self.ledger_wanted.emit()
            return
        self._opened[fold] = not self._content.is_open(fold)
        self._arrange()
