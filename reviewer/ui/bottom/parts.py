"""What the halves of the lower panel share: a title row and the line between them."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget

from reviewer.ui import fonts, theme
from reviewer.ui.translate import tr
from reviewer.ui.widgets import paint


class HeightGrip(paint.Painted, QWidget):
    """The upper edge: dragged it says a height, double-clicked it says 0, as the window allows."""

    HEIGHT = 5
    dragged = Signal(int)
    chosen = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._over = parent
        self.setCursor(Qt.CursorShape.SplitVCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setToolTip(tr("Drag to make the panel higher or lower; a double click resets it"))
        self.setAccessibleName(tr("Height of the lower panel"))
        self._is_held = self._has_moved = False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._is_held, self._has_moved = True, False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._is_held:
            self._has_moved = True
            self.dragged.emit(self._height(event))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        was_held, self._is_held = self._is_held, False
        if was_held and self._has_moved:
            self.chosen.emit(self._height(event))

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        self._is_held = False
        self.chosen.emit(0)

    def _height(self, event: QMouseEvent) -> int:
        bottom = self._over.mapToGlobal(self._over.rect().bottomLeft()).y() + 1
        return max(1, bottom - round(event.globalPosition().y()))

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        if self.underMouse() or self._is_held:
            painter.fillRect(self.rect().adjusted(0, 0, 0, -2), QColor(tokens.line2))


class PartTitle(paint.Painted, QWidget):
    """Bold name, quiet words, quiet words at the right; 32 high with a hairline below."""

    def __init__(self) -> None:
        super().__init__()
        self._words = ("", "", "")
        self._field: QWidget | None = None
        self.setFixedHeight(fonts.scaled(34))

    def set_field(self, field: QWidget) -> None:
        """A field that stands at the right of the words while it is shown."""
        self._field = field
        field.setParent(self)
        self._place()

    def set_words(self, title: str, about: str = "", right: str = "") -> None:
        """Title, quiet words beside it and at the right edge."""
        self._words = (title, about, right)
        self._place()
        self.setAccessibleName(", ".join(part for part in self._words if part))
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        if self._field is None:
            return
        wanted = max(fonts.scaled(220), self._field.sizeHint().width())
        width = min(wanted, self.width() // 2 - fonts.scaled(40))
        left = self.width() - fonts.scaled(16 + 28) - width
        self._field.setGeometry(left, 2, width, self.height() - 5)

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        title, about, right = self._words
        pad = fonts.scaled(16)
        rect = QRectF(self.rect()).adjusted(pad, 0, -pad - fonts.scaled(28), -1)
        if self._field is not None and self._field.isVisibleTo(self):
            rect.setRight(self._field.x() - fonts.scaled(8))
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
