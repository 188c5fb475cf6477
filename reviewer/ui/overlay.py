"""A card that lies over the window without taking it over."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QCloseEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from reviewer.ui import fonts, theme
from reviewer.ui.key_filter import LIES_OVER
from reviewer.ui.widgets import paint

_MARGIN = 16


class Overlay(paint.Painted, QWidget):
    """Stays inside its parent; remembers who had the keyboard and gives it back."""

    closed = Signal()

    def __init__(self, parent: QWidget, *, name: str) -> None:
        super().__init__(parent)
        self._before: QWidget | None = None
        self.setAccessibleName(name)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)
        self.setProperty(LIES_OVER, True)
        parent.installEventFilter(self)
        self.hide()

    def wanted_size(self, room: tuple[int, int]) -> tuple[int, int]:
        """Width and height of the card for the room there is."""
        return room

    def top(self, room: int, height: int) -> int:
        """Where the card begins; in the middle unless a subclass says otherwise."""
        return max(fonts.scaled(_MARGIN), (room - height) // 2)

    def place(self) -> None:
        """Fit the card into its parent."""
        parent = self.parentWidget()
        if parent is None:
            return
        margin = fonts.scaled(_MARGIN)
        room = (parent.width() - 2 * margin, parent.height() - 2 * margin)
        width, height = self.wanted_size(room)
        width, height = min(width, room[0]), min(height, room[1])
        left = (parent.width() - width) // 2
        self.setGeometry(left, self.top(parent.height(), height), width, height)

    def show_over(self) -> None:
        """Show the card; the keyboard's place is remembered."""
        if not self.isVisible():
            self._before = self.window().focusWidget()
        self.place()
        self.show()
        self.raise_()

    def leave(self) -> None:
        """Take the card away; the keyboard goes back to where it was."""
        if not self.isVisible():
            return
        had_focus = self.isAncestorOf(self.window().focusWidget() or self)
        self.hide()
        before, self._before = self._before, None
        if had_focus and before is not None and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)
        self.closed.emit()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.leave()
        super().closeEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the size of the parent."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self.place()
        return super().eventFilter(watched, event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        # A click beside the card's contents is no click on what lies below it.
        event.accept()

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        paint.box(painter, QRectF(self.rect()), radius=6, fill=tokens.raised, outline=tokens.line2)
