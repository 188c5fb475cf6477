"""The right panel: headline, what needs the person, checks, the ledger in short, the footer."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QApplication, QWidget

from reviewer.session.panel import CheckRow, Item
from reviewer.ui import fonts, theme
from reviewer.ui.key_filter import KEEPS_ARROWS
from reviewer.ui.panel import wires, words
from reviewer.ui.panel.blocks import BESIDE, CARD, FOLD, HEIGHTS, LEDGER, Block, Content
from reviewer.ui.panel.body import RowsArea
from reviewer.ui.panel.content import (
    Stop,
    content_of,
    first_open,
    first_row,
    hiding,
    is_fold,
    is_other,
    next_open,
    said_at,
    takes,
    walk_of,
)  # fmt: skip
from reviewer.ui.panel.editors import Editors
from reviewer.ui.panel.fold_keys import fold_key
from reviewer.ui.panel.footer import Footer
from reviewer.ui.panel.frame import Frame
from reviewer.ui.panel.headline import HeadlineBlock
from reviewer.ui.panel.pinned import Pinned
from reviewer.ui.panel.rows import RowMaker
from reviewer.ui.panel.timers import after
from reviewer.ui.panel.view import PanelView
from reviewer.ui.widgets import paint

_FLASH = 600
_PAUSE = 120


class RightPanel(QWidget):
    """One task for one person. Keys reach it through the window; clicks are its own."""

    answer_given = Signal(str, str)
    row_selected = Signal(str)
    row_opened = Signal(str)
    row_changed = Signal(str)
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
        self._awaited = self._told = ""
        # Keys act on a row, or on the line of a fold: then no row answers them.
        self._current = self._fold = self._open_item = self._flashed = ""
        self._opened: dict[str, bool] = {}
        self.languages = words.BOTH
        self.headline = HeadlineBlock(self)
        self.maker = RowMaker(self)
        self.body = RowsArea(self.maker.make, self._fill, self._key, self)
        self.pinned = Pinned(self)
        self.footer = Footer(self)
        self._frame = Frame(self.headline, self.body, self.pinned, self.footer)
        self.editors = Editors(self)
        self.setFocusProxy(self.body)
        self.setAccessibleName(self.tr("Grade and questions"))
        self._flashing = after(_FLASH, lambda: self.flash(""), self)
        # With tens of thousands of checks five folds take a third of a second: after the paint.
        self._later = after(_PAUSE, self._look_ahead, self)
        wires.connect(self)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._focus_moved)

    # What is shown

    def set_view(self, view: PanelView) -> None:
        """Show a task; another task starts at its first open item."""
        if is_other(self._view, view):
            self._current = self._fold = self._open_item = self._awaited = ""
            self._opened.clear()
            self.editors.close()
            self.body.bar.setValue(0)
        self._view = view
        self.maker.ahead.clear()
        self.headline.set_view(view)
        self.footer.set_view(view, is_blind=view.hides)
        self._content = content_of(
            view, open_item="", opened=self._opened, languages=self.languages
        )
        if not self._current or self.row(self._current) is None:
            self._current = first_row(self._content)
        if self._open_item and self._view.item(self._open_item) is None:
            self._open_item = ""
        if not self._open_item or (self._view.item(self._current) is not None and not self._fold):
            self._open_item = self._card_for("" if self._fold else self._current)
        before = self.body.place_of(self._current)
        self.arrange()
        if before is not None and self.body.place_of(self._current) != before:
            self.body.reveal_row(self._current)
        if self._awaited:
            self.point_at(self._awaited)

    @property
    def task(self) -> str:
        """The task that is shown."""
        return self._view.task

    def y_of(self, row: str) -> int:
        """Where a row begins, in this panel's own pixels; its top edge when it is folded."""
        found = self.body.place_of(row)
        top = found[0] - self.body.bar.value() if found else 0
        return self.body.y() + max(0, min(top, self.body.height()))

    def set_languages(self, shown: str) -> None:
        """Every question in both languages, or in one of them where it has it."""
        self.languages = shown
        self.arrange()

    def flash(self, row: str) -> None:
        """Point at a row for a moment."""
        self._flashed = row
        if row:
            self._flashing.start()
        self.body.refresh()

    def point_at(self, row: str) -> None:
        """Go to a row that something was done to; to one that is not there yet, as it arrives."""
        self._awaited = "" if self.row(row) is not None else row
        if not self._awaited:
            self.set_current(row)
            self.flash(row)

    # The current row

    def current_row(self) -> str:
        """The row that keys act on; an empty string without one, or on the line of a fold."""
        return "" if self._fold else self._current

    def set_current(self, row: str) -> None:
        """Go to a row without telling anybody; the fold that hides it opens."""
        if row == self.current_row() or self.row(row) is None:
            return
        folded = hiding(self._content, self._plan, row)
        self._current, self._fold = row, ""
        if self._view.item(row) is not None:
            self._open_item = row
        if folded:
            self._opened[folded] = True
        self.arrange()
        self.body.reveal_row(self._current)

    def move(self, step: int) -> None:  # type: ignore[override]
        """↑ and ↓ over the items, the visible checks and the folds."""
        walk = walk_of(self._content, self._plan)
        here = self._stop()
        wanted = walk.index(here) + step if here in walk else 0
        if 0 <= wanted < len(walk) and walk[wanted] != here:
            if walk[wanted].row:
                self._select(walk[wanted].row)
            else:
                self._go_to_fold(walk[wanted].fold)

    def _stop(self) -> Stop:
        return Stop(fold=self._fold) if self._fold else Stop(row=self._current)

    def _go_to_fold(self, fold: str) -> None:
        """The line of a fold takes the keyboard, so that Enter and → mean the fold."""
        self._fold = fold
        self.body.setFocus(Qt.FocusReason.OtherFocusReason)
        self.arrange()
        self.body.reveal_fold(fold, most=fonts.scaled(HEIGHTS[FOLD]))

    def next_unanswered(self) -> str:
        """Go to the next item without an answer; its id, or an empty string."""
        wanted = next_open(self._content, self._current)
        if wanted:
            self._select(wanted)
        return wanted

    def press(self, key: str) -> bool:
        """Answer the current row with a printed key, where its scale has it."""
        row = self.current_row()
        fits = takes(self.row(row), key)
        if fits:
            self.answer_given.emit(row, key)
        return fits

    def _select(self, row: str) -> None:
        self.set_current(row)
        self.row_selected.emit(row)

    def row(self, row: str) -> Item | CheckRow | None:
        """The item or check with this id."""
        return self._view.row(row)

    def _card_for(self, row: str) -> str:
        return row if self._view.item(row) is not None else first_open(self._content)

    # Layout

    def sizeHint(self) -> QSize:
        return QSize(fonts.scaled(320), fonts.scaled(600))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.scaled(200), fonts.scaled(240))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.repaints_on(event):
            self.arrange()

    def paintEvent(self, _event: object) -> None:
        with QPainter(self) as painter:
            tokens = theme.of(self)
            painter.fillRect(self.rect(), self.palette().window())
            paint.hairline(painter, QPointF(0, 0), self.height(), tokens.line, vertical=True)

    def arrange(self) -> None:
        """Lay everything out anew."""
        self._content = content_of(
            self._view, open_item=self._open_item, opened=self._opened, languages=self.languages
        )
        item = self._view.item(self._open_item)
        rows = self._view.rows
        if item and rows and rows.lacks_ahead(item) and item.id not in self.maker.ahead:
            self._later.start()
        self.maker.show(self._view, self._content, self.languages, width=self.width() - 1)
        self._plan = self._frame.arrange(self._content, self.size(), self.maker.measure)
        if self._fold and self._stop() not in walk_of(self._content, self._plan):
            self._fold = ""
        self.body.setProperty(KEEPS_ARROWS, bool(self._fold))
        self.body.setAccessibleDescription(
            said_at(self._view.row(self._current), self._fold, self._content, self._plan)
        )
        self.body.set_plan(self._plan)
        self.pinned.set_ring(self._fold)
        if self._told != self.current_row():
            # However it came about: what is shown of a row belongs to this one from now on.
            self._told = self.current_row()
            self.row_changed.emit(self._told)

    def _look_ahead(self) -> None:
        """Work out what the headline would be at each answer of the open item."""
        item, rows = self._view.item(self._open_item), self._view.rows
        if item is not None and rows is not None and rows.ahead is not None:
            self.maker.ahead[item.id] = rows.ahead(item.id)
            self.arrange()

    def _fill(self, widget: QWidget, block: Block, number: int) -> None:
        self.maker.fill(widget, block, number)
        row = self._open_item if block.kind == CARD else getattr(block.rows[number], "id", "")
        is_current = bool(row) and row == self.current_row()
        if is_fold(block):
            is_current = block.key == self._fold
        self.maker.set_standing(
            widget,
            is_current=is_current,
            has_ring=is_current and self._has_keyboard(),
            is_flashed=bool(row) and row == self._flashed,
        )

    # Keyboard and mouse

    def _has_keyboard(self) -> bool:
        """True unless another widget shows where keys go: exactly one ring on the screen."""
        focused = QApplication.focusWidget()
        return focused is None or focused is self.body or focused.isAncestorOf(self)

    def _focus_moved(self, _old: QWidget | None, _new: QWidget | None) -> None:
        if self._fold and not self._has_keyboard():
            # Only while keys reach the panel: elsewhere they are meant for the row.
            self._fold = ""
            self.arrange()
            return
        self.body.refresh()

    def _key(self, event: QKeyEvent) -> bool:
        """Keys on the line of a fold: Enter, Space, → and ← open and close it, ↑ ↓ walk on."""
        found = fold_key(event, is_open=self._content.is_open(self._fold)) if self._fold else None
        if found is None:
            return False
        if found.walks:
            self.move(found.walks)
        elif found.toggles:
            self.toggle(self._fold)
        return True

    def press_row(self, row: str) -> None:
        """The mouse pressed a row."""
        self.body.setFocus(Qt.FocusReason.MouseFocusReason)
        if row != self.current_row():
            self._select(row)
        self.row_opened.emit(row)

    def toggle(self, fold: str) -> None:
        """Open a fold, or close it."""
        if fold == LEDGER:
            self.ledger_wanted.emit()
            return
        was_open, found = self._content.is_open(fold), self.body.place_of_fold(fold)
        self._opened[fold] = not was_open
        folded = self._content.beside if fold == BESIDE and was_open else ()
        if any(item.id == self._open_item for item in folded):
            self._open_item = self._card_for("")
        y = found[0] - self.body.bar.value() if found is not None else None
        self.arrange()
        if y is not None:
            self.body.keep_still(fold, y)
        else:
            # It stood at the bottom and opens among the rows: its line comes into view.
            self.body.reveal_fold(fold, most=self.body.height())
        if was_open and self.body.place_of(self._current) is None:
            # A key never answers a row that is folded away.
            self._current, self._fold = self._open_item or self._current, fold
            self.arrange()
