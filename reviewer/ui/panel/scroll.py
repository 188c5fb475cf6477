"""A thin scroll bar that lies over the edge and takes no room from the rows."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter
from PySide6.QtWidgets import QScrollBar, QWidget

from reviewer.ui import fonts, theme
from reviewer.ui.widgets import paint

_LEAST = 24.0


class ThinScrollBar(paint.Painted, QScrollBar):
    """A handle of 4 px, 6 under the mouse; a press beside it jumps there."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self._grip = 0.0

    def sizeHint(self) -> QSize:
        return QSize(fonts.scaled(10), 40)

    def _handle(self) -> QRectF:
        whole = self.maximum() - self.minimum() + self.pageStep()
        height = float(self.height())
        length = max(_LEAST, height * self.pageStep() / max(1, whole))
        span = max(1, self.maximum() - self.minimum())
        top = (height - length) * (self.value() - self.minimum()) / span
        width = 6.0 if self.underMouse() or self.isSliderDown() else 4.0
        return QRectF(self.width() - width - 2, top, width, length)

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        if self.maximum() <= self.minimum():
            return
        is_used = self.underMouse() or self.isSliderDown()
        handle = self._handle().adjusted(0, 1, 0, -1)
        paint.box(painter, handle, radius=2, fill=tokens.text3 if is_used else tokens.line2)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        handle, y = self._handle(), event.position().y()
        inside = handle.top() <= y <= handle.bottom()
        self._grip = y - handle.top() if inside else handle.height() / 2
        self.setSliderDown(True)
        self._drag(y)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self._drag(event.position().y())

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        self.setSliderDown(False)
        self.update()

    def _drag(self, y: float) -> None:
        room = self.height() - self._handle().height()
        share = (y - self._grip) / room if room > 0 else 0.0
        span = self.maximum() - self.minimum()
        self.setValue(round(self.minimum() + min(1.0, max(0.0, share)) * span))
