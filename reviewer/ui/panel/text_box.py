"""A field for several lines of plain text."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from reviewer.ui import fonts, theme
from reviewer.ui.widgets import paint


class TextBox(QPlainTextEdit):
    """Plain text only, whatever is pasted; the ring is the field's own."""

    def __init__(
        self, name: str, hint: str = "", *, lines: int = 3, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setPlaceholderText(hint)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFont(fonts.font("m"))
        self.document().setDocumentMargin(fonts.scaled(6))
        self.set_lines(lines)
        self.viewport().setAutoFillBackground(False)

    def set_lines(self, lines: int) -> None:
        """Room for so many lines; more are scrolled."""
        self.setFixedHeight(fonts.line_height("m") * lines + fonts.scaled(14))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self.viewport()) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            tokens, rect = theme.of(self), QRectF(self.viewport().rect())
            paint.box(painter, rect, radius=6, fill=tokens.field, outline=tokens.line2)
            if self.hasFocus():
                paint.focus_ring(painter, rect, tokens)
        super().paintEvent(event)
