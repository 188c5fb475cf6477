"""One choice of a sheet: the key that chooses it and its words."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from reviewer.ui import fonts, theme
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.buttons import PaintedButton


class CodeButton(PaintedButton):
    """One code: its key and its words; the chosen one is filled."""

    def __init__(self, code: int, words: str, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self._code = code
        self.setCheckable(True)
        self.setAccessibleName(f"{code}: {words}")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(200, fonts.scaled(28))

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        rect = QRectF(self.rect()).adjusted(0, 1, 0, -1)
        if self.isChecked():
            paint.box(painter, rect, radius=4, fill=tokens.sel)
        elif self.underMouse():
            paint.box(painter, rect, radius=4, fill=tokens.hover)
        left = float(fonts.scaled(6))
        middle = rect.center().y()
        left += paint.key_cap(
            painter, left, middle, str(self._code), tokens=tokens, given=self.isChecked()
        )
        line = QRectF(left + fonts.scaled(8), rect.top(), 0, rect.height())
        line.setRight(rect.right() - fonts.scaled(6))
        font = fonts.font("m", bold=self.isChecked())
        paint.text(painter, line, self.text(), font=font, color=tokens.text)
        if self.hasFocus():
            paint.focus_ring(painter, rect, tokens, radius=4)
