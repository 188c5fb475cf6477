"""Rows that part and fold a panel."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from reviewer.ui import fonts, icons, theme
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.buttons import PaintedButton


class SectionTitle(paint.Painted, QWidget):
    """A hairline, a 12-px title and a quiet word at the right edge."""

    def __init__(
        self, words: str, right: str = "", *, ruled: bool = True, padding: int = 16,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._words, self._right, self._ruled, self._padding = words, right, ruled, padding
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.set_words(words, right)

    def set_words(self, words: str, right: str = "") -> None:
        """Title and what stands at the right."""
        self._words, self._right = words, right
        self.setAccessibleName(f"{words}, {right}" if right else words)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, fonts.scaled(32))

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        if self._ruled:
            paint.hairline(painter, QPointF(0, 0), self.width(), tokens.line)
        pad = fonts.scaled(self._padding)
        line = QRectF(pad, 0, self.width() - 2 * pad, self.height())
        small = fonts.font("s")
        used = paint.text(
            painter, line, self._right, font=small, color=tokens.text2, align=paint.RIGHT
        )
        title = line.adjusted(0, 0, -used - fonts.scaled(8), 0)
        bold = fonts.font("s", bold=True)
        paint.text(painter, title, self._words, font=bold, color=tokens.text2)


class FoldRow(PaintedButton):
    """A chevron and what is folded away; checked while open."""

    def __init__(
        self, words: str, right: str = "", *, ruled: bool = False, height: int = 32,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(words, parent)
        self._right, self._ruled, self._height = right, ruled, height
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.set_words(words, right)

    def set_words(self, words: str, right: str = "") -> None:
        """What is folded, and a quiet word at the right."""
        self.setText(words)
        self._right = right
        self.setAccessibleName(f"{words}, {right}" if right else words)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(160, fonts.scaled(self._height))

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        rect, side = QRectF(self.rect()), icons.side()
        if self.underMouse():
            painter.fillRect(rect, QColor(tokens.hover))
        if self._ruled:
            paint.hairline(painter, QPointF(0, 0), self.width(), tokens.line)
        at = QRectF(fonts.scaled(16), round((rect.height() - side) / 2), side, side)
        name = "chevron-down" if self.isChecked() else "chevron-right"
        icons.paint(painter, name, at, color=tokens.text3)
        line = QRectF(fonts.scaled(40), 0, rect.width() - fonts.scaled(56), rect.height())
        used = paint.text(
            painter, line, self._right, font=fonts.font("s"), color=tokens.text2, align=paint.RIGHT
        )
        words = line.adjusted(0, 0, -used - fonts.scaled(8), 0)
        paint.text(painter, words, self.text(), font=fonts.font("m"), color=tokens.text2)
        if self.hasFocus():
            paint.focus_ring(painter, rect.adjusted(4, 2, -4, -2), tokens, radius=4)
