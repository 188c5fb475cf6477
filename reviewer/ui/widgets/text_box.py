"""A field for several lines of plain text, framed as the other fields are."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QPlainTextEdit, QVBoxLayout, QWidget

from reviewer.ui import fonts, theme
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.scroll_bar import thin_bars


class TextBox(paint.Painted, QWidget):
    """The frame belongs to the box: the edit inside draws words only."""

    def __init__(
        self, name: str, text: str = "", *, hint: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.edit = QPlainTextEdit(text)
        self.edit.setPlaceholderText(hint)
        self.edit.setAccessibleName(name)
        self.edit.setTabChangesFocus(True)
        self.edit.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.edit.viewport().setAutoFillBackground(False)
        self.edit.installEventFilter(self)
        thin_bars(self.edit)
        inside = QVBoxLayout(self)
        inside.setContentsMargins(fonts.scaled(4), 3, 3, 3)
        inside.addWidget(self.edit)
        self.setFocusProxy(self.edit)
        self.setMinimumHeight(fonts.scaled(72))

    def words(self) -> str:
        """What was written, without air around it."""
        return self.edit.toPlainText().strip()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The ring comes and goes with the keyboard."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
        return super().eventFilter(watched, event)

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        rect = QRectF(self.rect())
        paint.box(painter, rect, radius=6, fill=tokens.field, outline=tokens.line2)
        if self.edit.hasFocus():
            paint.focus_ring(painter, rect, tokens)
