"""What the halves of the lower panel share: a title row and the line between them."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QFrame, QWidget

from reviewer.ui import fonts, theme
from reviewer.ui.widgets import paint


class PartTitle(paint.Painted, QWidget):
    """Bold name, quiet words, quiet words at the right; 32 high with a hairline below."""

    def __init__(self) -> None:
        super().__init__()
        self._words = ("", "", "")
        self.setFixedHeight(fonts.scaled(34))

    def set_words(self, title: str, about: str = "", right: str = "") -> None:
        self._words = (title, about, right)
        self.setAccessibleName(", ".join(part for part in self._words if part))
        self.update()

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        title, about, right = self._words
        pad = fonts.scaled(16)
        rect = QRectF(self.rect()).adjusted(pad, 0, -pad - fonts.scaled(28), -1)
        small = fonts.font("s")
        used = paint.text(painter, rect, title, font=fonts.font("m", bold=True), color=tokens.text)
        end = paint.text(painter, rect, right, font=small, color=tokens.text2, align=paint.RIGHT)
        rest = rect.adjusted(used + 12, 0, -end - 12, 0)
        paint.text(painter, rest, about, font=small, color=tokens.text2)
        bottom = QPointF(0, self.height() - 1)
        paint.hairline(painter, bottom, self.width(), tokens.line)


class PartRule(paint.Painted, QFrame):
    """The hairline between two halves."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedWidth(1)

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        paint.hairline(painter, QPointF(0, 0), self.height(), tokens.line, vertical=True)
