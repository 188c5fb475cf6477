"""The open item: the question, what was said of it and why, and the answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QHBoxLayout, QWidget

from reviewer.model import HeadlineValue
from reviewer.session.panel import AnswerKey
from reviewer.ui import fonts, theme
from reviewer.ui.panel import card_words, words
from reviewer.ui.panel.card_layout import INSET, LABEL, CardLayout, CardView, Words, arrange
from reviewer.ui.panel.row_widget import NARROW, icon_at
from reviewer.ui.translate import tr
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.answers import Answer, AnswerKeys
from reviewer.ui.widgets.buttons import Link

_DOT = 12


class ItemCard(paint.Painted, QWidget):
    """One item in full. The ring says that a key answers it."""

    answered = Signal(str, str)
    pressed = Signal(str)
    menu_wanted = Signal(str, QPointF)
    raw_wanted = Signal(str)
    dispute_wanted = Signal(str)
    reason_wanted = Signal(str)
    grown = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: CardView | None = None
        self._now: HeadlineValue | None = None
        self._layout: CardLayout | None = None
        self.has_ring = self.is_flashed = False
        self._whole = self._link("whole reason", self._toggle_whole)
        self._raw = self._link("raw reply", lambda: self.raw_wanted.emit(self.row_id))
        self._dispute = self._link("dispute", lambda: self.dispute_wanted.emit(self.row_id))
        self._reason = self._link("reason", lambda: self.reason_wanted.emit(self.row_id))
        self._key_rows = [AnswerKeys("Your answer", self), AnswerKeys("More answers", self)]
        for row in self._key_rows:
            row.answered.connect(lambda key: self.answered.emit(self.row_id, key))

    def _link(self, text: str, act: Callable[[], None]) -> Link:
        link = Link(text, self)
        link.clicked.connect(act)
        return link

    @property
    def row_id(self) -> str:
        """The item that is open."""
        return self._view.item.id if self._view else ""

    def set_view(self, view: CardView, now: HeadlineValue | None) -> None:
        """Show an item; `now` is the headline as it stands."""
        before = self._view
        if before is not None and before.item.id == view.item.id:
            view = replace(view, is_whole=before.is_whole, is_compact=before.is_compact)
        self._view, self._now, self._layout = view, now, None
        self.setAccessibleName(words.clip(view.first))
        self.setAccessibleDescription(card_words.spoken(view))
        self.setToolTip(words.tip(view.item.shown_id))
        self._place()
        self.update()

    def set_compact(self, is_compact: bool) -> None:
        """With the least height the judge's reason takes one line; a link has all of it."""
        view = self._view
        if view is None or view.is_compact == is_compact:
            return
        self._view, self._layout = replace(view, is_compact=is_compact), None
        self._place()
        self.update()

    def _toggle_whole(self) -> None:
        if self._view is None:
            return
        self._view = replace(self._view, is_whole=not self._view.is_whole)
        self._layout = None
        self._place()
        self.grown.emit()

    def height_for(self, width: int, *, is_compact: bool = False) -> int:
        """The height at a width."""
        if self._view is None:
            return 0
        return arrange(replace(self._view, is_compact=is_compact), width).height

    def resizeEvent(self, _event: object) -> None:
        self._layout = None
        self._place()

    def changeEvent(self, event: object) -> None:
        super().changeEvent(event)  # type: ignore[arg-type]
        self._layout = None

    def _place(self) -> None:
        """Put the controls where the lines leave room for them."""
        if self._view is None or self.width() <= 0:
            return
        laid = self._layout = arrange(self._view, self.width())
        item, inset = self._view.item, fonts.scaled(INSET)
        left = inset + fonts.scaled(LABEL) - 1
        self._whole.setText(tr("less") if self._view.is_whole else tr("whole reason"))
        for link, shown in ((self._whole, laid.has_whole), (self._raw, laid.has_raw)):
            link.setVisible(shown)
            if shown:
                size = link.sizeHint()
                link.setGeometry(left, round(laid.links_y), size.width(), size.height())
                left += size.width() + fonts.scaled(_DOT)
        self._reason.setVisible(item.mine is not None)
        label = fonts.width(card_words.label(item), "s", bold=True) + fonts.scaled(10)
        self._reason.setGeometry(
            QRect(inset + label, round(laid.label_y) - 1, *self._reason.sizeHint().toTuple())
        )
        size = self._dispute.sizeHint()
        right = self.width() - inset - size.width()
        self._dispute.setVisible(laid.can_dispute)
        self._dispute.setGeometry(right, round(laid.links_y), size.width(), size.height())
        self._place_keys(laid, inset)

    def _place_keys(self, laid: CardLayout, inset: int) -> None:
        is_short = self.width() < fonts.scaled(NARROW)
        top, height = round(laid.keys_y), fonts.scaled(48)
        for number, control in enumerate(self._key_rows):
            control.setVisible(number < len(laid.key_rows))
            if number >= len(laid.key_rows):
                control.set_answers([])
                continue
            row = laid.key_rows[number]
            given = next((key.key for key in row if key.is_given), None)
            control.set_answers([self._answer(key, is_short=is_short) for key in row], given=given)
            _by_content(control)
            control.setGeometry(inset, top, self.width() - 2 * inset, height)
            top += height + fonts.scaled(4)

    def _answer(self, key: AnswerKey, *, is_short: bool) -> Answer:
        assert self._view is not None
        text = words.consequence(key, self._now, is_short=is_short)
        text = words.other_scores(self._view.keys).get(key.key, text)
        if self._view.item.is_uncovered or not words.reach(self._view.keys):
            text = ""
        word = key.word
        if key.key == "=" and key.is_given:
            word = words.answer_word(self._view.item.mine, self._view.item)
        return Answer(key.key, key.key, word, text, key.would_turn)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.pressed.emit(self.row_id)
            event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_wanted.emit(self.row_id, QPointF(event.globalPos()))
        event.accept()

    def set_standing(self, *, has_ring: bool, is_flashed: bool) -> None:
        """Whether the keyboard answers this item."""
        if (has_ring, is_flashed) != (self.has_ring, self.is_flashed):
            self.has_ring, self.is_flashed = has_ring, is_flashed
            self.update()

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        if self._view is None:
            return
        if self._layout is None:
            self._place()
        laid = self._layout
        assert laid is not None
        pad = fonts.scaled(8)
        box = QRectF(self.rect()).adjusted(pad, 0, -pad, 0)
        fill = tokens.warnbg if self.is_flashed else tokens.raised
        paint.box(painter, box, radius=6, fill=fill, outline=tokens.line2)
        if self.has_ring:
            paint.focus_ring(painter, box, tokens)
        for line in laid.lines:
            _draw_line(painter, line, tokens, ground=fill)
        if laid.has_whole and laid.has_raw:
            place = self._whole.geometry()
            dot = QRectF(place.right(), place.top(), fonts.scaled(_DOT), place.height())
            paint.text(
                painter, dot, "·", font=fonts.font("s"), color=tokens.accent, align=paint.CENTER
            )
        self._draw_label(painter, laid, tokens)

    def _draw_label(self, painter: QPainter, laid: CardLayout, tokens: theme.Tokens) -> None:
        assert self._view is not None
        inset, item = float(fonts.scaled(INSET)), self._view.item
        row = QRectF(inset, laid.label_y, self.width() - 2 * inset, fonts.line_height("s"))
        is_given = item.mine is not None
        font = fonts.font("s", bold=is_given)
        color = tokens.text if is_given else tokens.text2
        used = paint.text(painter, row, card_words.label(item), font=font, color=color)
        if self._reason.isVisibleTo(self):
            used = float(self._reason.geometry().right()) - inset
        row.setLeft(row.left() + used + fonts.scaled(12))
        small = fonts.font("s")
        right = card_words.label_right(self._view, self._now, room=row.width())
        paint.text(painter, row, right, font=small, color=tokens.text2, align=paint.RIGHT)


def _draw_line(painter: QPainter, line: Words, tokens: theme.Tokens, *, ground: str) -> None:
    rect = QRectF(line.x, line.y, line.width, line.height)
    if line.icon:
        color = str(getattr(tokens, line.icon_role))
        icon_at(painter, line.icon, line.x, rect.center().y(), color=color, ground=ground)
        rect.setLeft(line.x + fonts.scaled(24))
    paint.text(
        painter, rect, line.text, font=fonts.font(line.step, bold=line.bold),
        color=str(getattr(tokens, line.role)), align=paint.RIGHT if line.right else paint.LEFT,
    )  # fmt: skip


def _by_content(control: AnswerKeys) -> None:
    """Widths by content plus equal slack: with stretch the longest word would get no slack."""
    row = control.layout()
    if isinstance(row, QHBoxLayout):
        for number in range(row.count()):
            row.setStretch(number, 0)
