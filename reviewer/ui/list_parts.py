"""Parts of the list pane: the view, the filter field, the edge that makes the list wider."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QLineEdit, QListView, QWidget

from reviewer.ui import fonts, icons, theme
from reviewer.ui.key_filter import KEEPS_ARROWS, VERTICAL, without_input_method
from reviewer.ui.translate import tr
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.row_list import as_rows
from reviewer.ui.widgets.scroll_bar import thin_bars

_FILTER_TIP = (
    "Enter opens the first match · ↓ goes into the list · Esc leaves the field and keeps the words"
)
_GRIP_TIP = (
    "Drag to make the list wider or narrower; a double click fits it to its names, "
    "another gives it its usual width"
)


class TaskListView(QListView):
    """The queue: uniform rows, so that 100,000 of them cost nothing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        as_rows(self)
        thin_bars(self)
        self.setAccessibleName(tr("Tasks"))
        # ← → go through the queue wherever the focus is; ↑ ↓ walk the rows and Enter opens one.
        self.setProperty(KEEPS_ARROWS, VERTICAL)
        without_input_method(self)


class FilterField(QLineEdit):
    """The filter words; ↓ leads into the list."""

    down_pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(tr("filter"))
        self.setAccessibleName(tr("Filter the list"))
        self.setAccessibleDescription(_FILTER_TIP)
        self.setToolTip(_FILTER_TIP)
        self.setClearButtonEnabled(True)
        self._key = "/"
        self._search = QAction(self)
        self.addAction(self._search, QLineEdit.ActionPosition.LeadingPosition)

    def set_key(self, key: str) -> None:
        """The key that leads into the field; it is seen while the field is empty."""
        self._key = key
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._key and not self.text() and not self.hasFocus():
            with QPainter(self) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                left = self.width() - paint.key_cap_width(self._key) - fonts.scaled(5)
                middle = self.height() / 2
                paint.key_cap(painter, left, middle, self._key, tokens=theme.of(self), plain=True)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._tint()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self.isVisible():
            self._tint()

    def _tint(self) -> None:
        # Never while painting: a new icon asks for another painting, and so on without end.
        self._search.setIcon(icons.icon("search", self, role="text3"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down and not event.modifiers():
            self.down_pressed.emit()
            return
        super().keyPressEvent(event)


class Grip(paint.Painted, QWidget):
    """The right edge of the list: dragged it says a width, double-clicked that one is to fit."""

    WIDTH = 5
    dragged = Signal(int)
    chosen = Signal(int)
    fit_wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setCursor(Qt.CursorShape.SplitHCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setToolTip(_GRIP_TIP)
        self.setAccessibleName(tr("Width of the list"))
        self._at = -1
        self._has_moved = False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._at = self.WIDTH - round(event.position().x())
            self._has_moved = False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._at >= 0:
            self._has_moved = True
            self.dragged.emit(self._width(event))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        width, was_held, self._at = self._width(event), self._at >= 0, -1
        if was_held and self._has_moved:
            self.chosen.emit(width)

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        self._at = -1
        self.fit_wanted.emit()

    def _width(self, event: QMouseEvent) -> int:
        place = self.mapToParent(event.position().toPoint()).x()
        return place + self._at

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        if self.underMouse() or self._at >= 0:
            painter.fillRect(self.rect().adjusted(2, 0, 0, 0), tokens.line2)
