"""Makes the widgets of the rows and tells each what it shows."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPointF, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from reviewer.session.panel import AnswerKey
from reviewer.ui import fonts
from reviewer.ui.panel import words
from reviewer.ui.panel.blocks import (
    CARD,
    CHECK,
    COMPACT,
    FOLD,
    ITEM,
    LEDGER,
    NOTICE,
    RULED_FOLD,
    SLIM_CHECK,
    SLIM_ITEM,
    TITLE,
    Block,
    Content,
)
from reviewer.ui.panel.card import ItemCard
from reviewer.ui.panel.card_layout import CardView
from reviewer.ui.panel.check_line import CheckLine
from reviewer.ui.panel.content import place_text
from reviewer.ui.panel.fold import PanelFold
from reviewer.ui.panel.item_row import ItemRow
from reviewer.ui.panel.ledger_block import LedgerBlock
from reviewer.ui.panel.notice import Notice
from reviewer.ui.panel.row_widget import RowWidget, Standing
from reviewer.ui.panel.view import PanelView
from reviewer.ui.widgets.rows import SectionTitle

_UNDER_CARD = 4


class PressedTitle(SectionTitle):
    """A section title that can be pressed."""

    pressed = Signal()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.pressed.emit()
        event.accept()


class RowMaker(QObject):
    """Builds rows by kind; one card serves whichever item is open."""

    pressed = Signal(str)
    menu_wanted = Signal(str, QPointF)
    fold_pressed = Signal(str)
    ledger_pressed = Signal()
    answered = Signal(str, str)
    raw_wanted = Signal(str)
    dispute_wanted = Signal(str)
    reason_wanted = Signal(str)
    grown = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._view = PanelView()
        self._content = Content()
        self._languages = words.BOTH
        self._width = 0
        self.ahead: dict[str, tuple[AnswerKey, ...]] = {}
        self.card = ItemCard(parent)
        self.card.hide()
        card = self.card
        card.answered.connect(self.answered)
        card.pressed.connect(self.pressed)
        card.menu_wanted.connect(self.menu_wanted)
        card.raw_wanted.connect(self.raw_wanted)
        card.dispute_wanted.connect(self.dispute_wanted)
        card.reason_wanted.connect(self.reason_wanted)
        card.grown.connect(self.grown)

    def show(self, view: PanelView, content: Content, languages: str, *, width: int) -> None:
        """What the rows are made from."""
        self._view, self._content, self._languages = view, content, languages
        self._width = width
        if view.rows is None:
            return
        item = view.rows.item(content.open_item)
        if item is not None:
            first, second = words.asked(item, languages)
            now = view.ledger.headline if view.ledger and not view.hides else None
            place = place_text(content, item)
            keys = self.ahead.get(item.id, item.keys)
            self.card.set_view(CardView(item, keys, first, second, place), now)

    def measure(self, kind: str) -> int:
        """The height of what has no fixed one."""
        if kind in (CARD, COMPACT):
            height = self.card.height_for(self._width, is_compact=kind == COMPACT)
            return height + fonts.scaled(_UNDER_CARD)
        if kind == LEDGER:
            return LedgerBlock.height_of(len(self._content.ledger))
        return Notice.height_for(self._content.notice, self._width)

    def make(self, kind: str) -> QWidget:
        """A new widget for a kind of row."""
        if kind == CARD:
            return self.card
        if kind in (ITEM, SLIM_ITEM):
            return self._wired(ItemRow())
        if kind in (CHECK, SLIM_CHECK):
            return self._wired(CheckLine())
        if kind in (FOLD, RULED_FOLD):
            fold = PanelFold(is_ruled=kind == RULED_FOLD)
            fold.clicked.connect(lambda: self.fold_pressed.emit(str(fold.property("fold"))))
            return fold
        if kind == TITLE:
            title = PressedTitle("")
            title.pressed.connect(lambda: self._title_pressed(title))
            return title
        if kind == LEDGER:
            ledger = LedgerBlock()
            ledger.pressed.connect(self.ledger_pressed)
            return ledger
        return Notice() if kind == NOTICE else QWidget()

    def _wired(self, row: RowWidget) -> RowWidget:
        row.pressed.connect(self.pressed)
        row.menu_wanted.connect(self.menu_wanted)
        return row

    def _title_pressed(self, title: QWidget) -> None:
        if title.property("fold") == LEDGER:
            self.ledger_pressed.emit()

    def fill(self, widget: QWidget, block: Block, number: int) -> None:
        """Tell a widget what it shows."""
        row = block.rows[number]
        if isinstance(widget, ItemRow):
            is_slim = block.kind == SLIM_ITEM
            keys = self.ahead.get(row.id, row.keys)  # type: ignore[attr-defined]
            widget.set_item(row, keys, languages=self._languages, is_slim=is_slim)  # type: ignore[arg-type]
        elif isinstance(widget, CheckLine):
            is_slim = block.kind == SLIM_CHECK
            widget.set_row(row, languages=self._languages, is_slim=is_slim)  # type: ignore[arg-type]
        elif isinstance(widget, ItemCard):
            widget.set_compact(block.words == COMPACT)
        elif isinstance(widget, PanelFold):
            widget.setProperty("fold", block.key)
            widget.setChecked(block.is_open)
            widget.set_words(block.words, block.right)
        elif isinstance(widget, PressedTitle):
            widget.setProperty("fold", block.key)
            widget.set_words(block.words, block.right)
        elif isinstance(widget, LedgerBlock):
            widget.set_lines(self._content.ledger)
        elif isinstance(widget, Notice):
            widget.set_notice(block.words, is_error=bool(self._view.error))

    def set_standing(
        self, widget: QWidget, *, is_current: bool, has_ring: bool, is_flashed: bool
    ) -> None:
        """Current, ring, flash."""
        if isinstance(widget, ItemCard):
            widget.set_standing(has_ring=has_ring, is_flashed=is_flashed)
        elif isinstance(widget, PanelFold):
            widget.set_ring(has_ring)
        elif isinstance(widget, RowWidget):
            widget.set_standing(Standing(is_current, has_ring, is_flashed))
