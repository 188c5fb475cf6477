"""An item that is not open: its question in two languages, what was said, what it can change."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from reviewer.session.panel import AnswerKey, Item
from reviewer.ui import fonts, theme
from reviewer.ui.panel import words
from reviewer.ui.panel.check_words import ICON_ROLES, ICONS
from reviewer.ui.panel.row_widget import EDGE, NARROW, TEXT, RowWidget, icon_at, marks
from reviewer.ui.widgets import paint


class ItemRow(RowWidget):
    """Two lines, or one where height is short."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._item: Item | None = None
        self._keys: tuple[AnswerKey, ...] = ()
        self._first = self._second = ""
        self._is_slim = False

    def set_item(
        self, item: Item, keys: tuple[AnswerKey, ...], *, languages: str, is_slim: bool
    ) -> None:
        """Show an item."""
        self.row_id, self._item, self._keys, self._is_slim = item.id, item, keys, is_slim
        self._first, self._second = words.asked(item, languages)
        said, _, _ = self._said()
        self.setAccessibleName(words.clip(self._first))
        parts = [words.clip(self._second), said, self._below(is_short=False), self._marked()]
        self.setAccessibleDescription(", ".join(part for part in parts if part))
        self.setToolTip(words.tip(self._first, self._second, self._marked()))
        self.update()

    def _marked(self) -> str:
        item = self._item
        assert item is not None
        said = []
        if item.is_disputed:
            said.append("people disagree")
        elif item.disputes:
            said.append("disputed")
        if item.is_stale:
            said.append("stale: the file or the question changed since it was answered")
        return ", ".join(said)

    def _said(self) -> tuple[str, str, str]:
        """Word, icon and color role of what stands at the right."""
        item = self._item
        assert item is not None
        if item.is_answered:
            return f"you: {words.answer_word(item.mine, item)}", "", "text"
        if item.is_hidden:
            return "hidden", "eye-off", "text2"
        if item.is_confirmed and item.opinion is not None:
            return f"you agreed: {item.opinion.word}", "", "text"
        if item.opinion is None:
            return ("not asked", "not-judged", "text2") if not item.is_uncovered else ("", "", "")
        state = item.opinion.state
        return item.opinion.word, ICONS.get(state, "not-judged"), ICON_ROLES.get(state, "text2")

    def _below(self, *, is_short: bool) -> str:
        item = self._item
        assert item is not None
        if item.is_uncovered:
            # The fold above says that these stand beside the grade.
            return "" if is_short else item.outcome
        if item.opinion and item.opinion.state == "not judged":
            return item.outcome
        return words.reach(self._keys, is_short=is_short)

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        if self._item is None:
            return
        self.ground(painter, tokens)
        height = self.height()
        first = QRectF(0, fonts.scaled(4), self.width(), fonts.line_height("m"))
        if self._is_slim:
            first = QRectF(0, 0, self.width(), height)
        self._icon(painter, height / 2, tokens)
        right = self._right_word(painter, first, tokens)
        left = float(fonts.scaled(TEXT))
        bold = fonts.font("m", bold=not self._item.is_answered)
        line = QRectF(left, first.top(), right - left - fonts.scaled(8), first.height())
        color = tokens.text2 if self._item.is_answered else tokens.text
        paint.text(painter, line, words.one_line(self._first), font=bold, color=color)
        if not self._is_slim:
            self._second_line(painter, left, tokens)

    def _second_line(self, painter: QPainter, left: float, tokens: theme.Tokens) -> None:
        small, edge = fonts.font("s"), self.width() - fonts.scaled(EDGE)
        line = QRectF(left, fonts.scaled(24), edge - left, fonts.line_height("s"))
        is_short = self._item is not None and self._item.is_uncovered
        below = self._below(is_short=is_short or self.width() < fonts.scaled(NARROW))
        used = paint.text(painter, line, below, font=small, color=tokens.text2, align=paint.RIGHT)
        rest = line.adjusted(0, 0, -used - fonts.scaled(8), 0)
        second = words.one_line(self._second)
        paint.text(painter, rest, second, font=small, color=tokens.text2)

    def _icon(self, painter: QPainter, middle: float, tokens: theme.Tokens) -> None:
        item = self._item
        assert item is not None
        is_said = item.is_answered or item.is_confirmed
        name, role = ("done", "text2") if is_said else ("open", "text3")
        color = str(getattr(tokens, self.role(role)))
        icon_at(
            painter, name, fonts.scaled(EDGE), middle, color=color, ground=self.ground_color(tokens)
        )

    def _right_word(self, painter: QPainter, line: QRectF, tokens: theme.Tokens) -> float:
        item = self._item
        assert item is not None
        word, icon, role = self._said()
        word = words.one_line(word, 40)
        most = line.width() * 0.45
        needed = min(fonts.width(word, "m"), most)
        right = line.width() - fonts.scaled(EDGE)
        box = QRectF(right - needed, line.top(), needed, line.height())
        color = tokens.text if word else tokens.text2
        paint.text(painter, box, word, font=fonts.font("m"), color=color, align=paint.RIGHT)
        right -= needed
        if icon:
            right -= fonts.scaled(6) + fonts.scaled(16)
            icon_at(
                painter, icon, right, line.center().y(), color=str(getattr(tokens, role)),
                ground=self.ground_color(tokens),
            )  # fmt: skip
        is_disputed = item.is_disputed or bool(item.disputes)
        if is_disputed or item.is_stale:
            right = marks(
                painter, right - fonts.scaled(6), line.center().y(), tokens=tokens,
                disputed=is_disputed, stale=item.is_stale,
            )  # fmt: skip
        return right
