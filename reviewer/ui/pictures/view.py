"""The hands on a picture: wheel, drag, click, keys, and the place under the cursor."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QEnterEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from reviewer.ui.pictures import text_lines
from reviewer.ui.pictures.camera import Camera
from reviewer.ui.pictures.surface import PictureSurface

_PAN_STEP = 0.1
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1),
}  # fmt: skip
_PAGES = {int(Qt.Key.Key_PageUp): -1, int(Qt.Key.Key_PageDown): 1}
_PICTURE_MODIFIERS = Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ControlModifier


class PictureView(PictureSurface):
    """Alt+arrows pan, Alt+Shift+arrows move the cross-hair, + and − zoom, Space blinks;
    Ctrl with arrows, drag or wheel moves this pane alone."""

    clicked = Signal(int, int)
    blink_wanted = Signal()
    swiped = Signal(float)

    def __init__(self, camera: Camera, key: str, parent: QWidget | None = None) -> None:
        super().__init__(camera, key, parent)
        self._press: QPointF | None = None
        self._last = QPointF()
        self._dragged: Literal["", "pan", "swipe"] = ""
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self._picture is None:
            if self.text.lines:
                self.scroll_text(-round(event.angleDelta().y() / 40))
                event.accept()
            return
        steps = (event.angleDelta().y() or event.angleDelta().x()) / 120
        self._zoom(1.25**steps, event.position(), alone=_is_alone(event.modifiers()))
        event.accept()

    def _zoom(self, factor: float, at: QPointF, *, alone: bool = False) -> None:
        if self._picture is None:
            return
        ratio = self.devicePixelRatioF()
        middle = QPointF(self.width() / 2, self.height() / 2)
        self._camera.zoom_by(
            factor, anchor=(at - middle) * ratio, size=self._picture.size, key=self.key, alone=alone
        )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() not in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            return
        self._press = self._last = event.position()
        self._dragged = ""
        if self._over_style == "swipe" and abs(event.position().x() - self._divider()) < 8:
            self._dragged = "swipe"

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        if self._press is not None and self._picture is not None:
            if self._dragged == "swipe":
                self._swipe_to(at.x())
            elif self._dragged == "pan" or (at - self._press).manhattanLength() > 3:
                self._dragged = "pan"
                self.setCursor(Qt.CursorShape.ClosedHandCursor)
                moved = (at - self._last) * self.devicePixelRatioF()
                self._camera.pan(
                    moved.x(), moved.y(), size=self._picture.size, key=self.key,
                    alone=_is_alone(event.modifiers()),
                )  # fmt: skip
        elif self._over_style == "swipe" and abs(at.x() - self._divider()) < 8:
            self.setCursor(Qt.CursorShape.SplitHCursor)
        else:
            self.setCursor(Qt.CursorShape.CrossCursor)
        self._last = at
        self._move_cursor(at)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        was_click = self._press is not None and not self._dragged
        self._press, self._dragged = None, ""
        self.setCursor(Qt.CursorShape.CrossCursor)
        if was_click and self._picture is not None and event.button() == Qt.MouseButton.LeftButton:
            u, v = self.share_at(event.position())
            if 0 <= u < 1 and 0 <= v < 1:
                wide, high = self._picture.size
                self.clicked.emit(int(u * wide), int(v * high))

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        self._camera.fit()

    def enterEvent(self, event: QEnterEvent) -> None:
        self.setCursor(Qt.CursorShape.CrossCursor)
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._camera.set_cursor(None)
        super().leaveEvent(event)

    def _move_cursor(self, at: QPointF) -> None:
        u, v = self.share_at(at)
        inside = self._picture is not None and 0 <= u < 1 and 0 <= v < 1
        self._camera.set_cursor((u, v) if inside else None)

    def _divider(self) -> float:
        rect, ratio = self.picture_rect(), self.devicePixelRatioF()
        return (rect.left() + self._amount * rect.width()) / ratio

    def _swipe_to(self, x: float) -> None:
        u, _ = self.share_at(QPointF(x, 0))
        self._amount = min(1.0, max(0.0, u))
        self.swiped.emit(self._amount)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, held = event.key(), event.modifiers()
        step = _ARROWS.get(Qt.Key(key))
        middle = QPointF(self.width() / 2, self.height() / 2)
        if step and self._picture is not None and held & _PICTURE_MODIFIERS:
            self._move_by_key(step, held)
        elif key in _PAGES and self._picture is None and self.text.lines:
            self.scroll_text(_PAGES[key] * text_lines.rows_seen(self.height()))
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal) and not held & _PICTURE_MODIFIERS:
            self._zoom(1.25, middle)
        elif key == Qt.Key.Key_Minus and not held & _PICTURE_MODIFIERS:
            self._zoom(0.8, middle)
        elif key == Qt.Key.Key_Space and not event.isAutoRepeat():
            self.blink_wanted.emit()
        else:
            event.ignore()

    def _move_by_key(self, step: tuple[int, int], held: Qt.KeyboardModifier) -> None:
        picture = self._picture
        if picture is None:
            return
        wide, high = picture.size
        is_alt = bool(held & Qt.KeyboardModifier.AltModifier)
        if is_alt and held & Qt.KeyboardModifier.ShiftModifier:
            u, v = self._camera.cursor or (self._camera.u, self._camera.v)
            place = (u + step[0] / wide, v + step[1] / high)
            if 0 <= place[0] < 1 and 0 <= place[1] < 1:
                self._camera.set_cursor(place)
            return
        far = _PAN_STEP * min(self.device_size().width(), self.device_size().height())
        reach = far if is_alt else max(1.0, self._camera.scale(picture.size, self.key))
        self._camera.pan(
            -step[0] * reach if is_alt else step[0] * reach,
            -step[1] * reach if is_alt else step[1] * reach,
            size=picture.size, key=self.key, alone=not is_alt,
        )  # fmt: skip


def _is_alone(held: Qt.KeyboardModifier) -> bool:
    return bool(held & Qt.KeyboardModifier.ControlModifier)
