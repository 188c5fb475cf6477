"""The strip of a clip: the layout score of every frame, what lacks a marker, where one stands."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from reviewer.ui import fonts, theme
from reviewer.ui.key_filter import KEEPS_ARROWS, without_input_method
from reviewer.ui.translate import tr
from reviewer.ui.widgets import paint

_STEPS = {
    Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_PageUp: -10, Qt.Key.Key_PageDown: 10,
}  # fmt: skip
_HEIGHT, _BAND, _EDGE = 44, 5, 6


class ScrubStrip(paint.Painted, QWidget):
    """Click, drag, arrows, Page keys, Home and End choose a frame."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.count, self.place = 0, 0
        self._scores: Sequence[float] = ()
        self._lacks: frozenset[int] = frozenset()
        self._faded: frozenset[int] = frozenset()
        self._worst: int | None = None
        self._crossing: int | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty(KEEPS_ARROWS, True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        without_input_method(self)
        self.setAccessibleName(tr("Frames of the clip"))

    def set_frames(
        self, count: int, *, scores: Sequence[float] = (), lacks: Sequence[int] = (),
        faded: Sequence[int] = (), worst: int | None = None, crossing: int | None = None,
    ) -> None:  # fmt: skip
        """Another clip."""
        self.count, self.place = count, 0
        self._scores, self._lacks, self._faded = scores, frozenset(lacks), frozenset(faded)
        self._worst, self._crossing = worst, crossing
        self.update()

    def set_place(self, place: int, spoken: str) -> None:
        """Where the clip stands."""
        self.place = place
        self.setAccessibleDescription(spoken)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.scaled(320), fonts.scaled(_HEIGHT))

    def _x(self, place: float) -> float:
        span = max(1, self.count - 1)
        return _EDGE + place / span * (self.width() - 2 * _EDGE)

    def _place_at(self, x: float) -> int:
        span = max(1.0, self.width() - 2.0 * _EDGE)
        return round(min(1.0, max(0.0, (x - _EDGE) / span)) * max(0, self.count - 1))

    def _choose(self, place: int) -> None:
        wanted = min(max(0, self.count - 1), max(0, place))
        if self.count and wanted != self.place:
            self.chosen.emit(wanted)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self._choose(self._place_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._choose(self._place_at(event.position().x()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif key in _STEPS:
            self._choose(self.place + _STEPS[key])
        elif key == Qt.Key.Key_Home:
            self._choose(0)
        elif key == Qt.Key.Key_End:
            self._choose(self.count - 1)
        else:
            super().keyPressEvent(event)

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        rect = QRectF(self.rect())
        body = rect.adjusted(_EDGE, 4, -_EDGE, -4)
        paint.box(painter, body.adjusted(-2, -2, 2, 2), radius=4, fill=tokens.trough)
        if self.count:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            self._draw_scores(painter, body, tokens)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._draw_band(painter, body, tokens)
            for place, color in ((self._worst, tokens.bad), (self._crossing, tokens.warn)):
                if place is not None:
                    self._draw_mark(painter, body, place, color)
            x = round(self._x(self.place))
            painter.fillRect(QRectF(x - 1, rect.top() + 1, 2, rect.height() - 2),
                             QColor(tokens.accent))  # fmt: skip
        if self.hasFocus():
            paint.focus_ring(painter, rect, tokens)

    def _draw_scores(self, painter: QPainter, body: QRectF, tokens: theme.Tokens) -> None:
        """Many frames share a pixel: the lowest of them is drawn, since a dip must be seen."""
        room = body.height() - _BAND - 2
        lowest: dict[int, tuple[float, int]] = {}
        for place, score in enumerate(self._scores):
            x = int(self._x(place))
            if x not in lowest or score < lowest[x][0]:
                lowest[x] = (score, place)
        # One pixel over, so that rounding leaves no gaps between neighbours.
        width = body.width() / max(1, self.count - 1) + 1
        for x, (score, place) in lowest.items():
            high = max(1.0, room * min(1.0, max(0.0, score)))
            faded = place in self._faded
            color = (
                tokens.track if faded else tokens.bad if place == self._worst else tokens.barfill
            )
            left = max(body.left(), x - width / 2)
            wide = min(width, body.right() - left)
            painter.fillRect(QRectF(left, body.top() + room - high, wide, high), QColor(color))

    def _draw_band(self, painter: QPainter, body: QRectF, tokens: theme.Tokens) -> None:
        """Below the scores: where the marker is seen, and hatched where it is not."""
        top = body.bottom() - _BAND
        painter.fillRect(QRectF(body.left(), top, body.width(), _BAND), QColor(tokens.track))
        half = max(0.5, body.width() / max(1, self.count - 1) / 2)
        painter.setPen(QPen(QColor(tokens.warn), 1))
        for place in sorted(self._lacks):
            x = self._x(place)
            box = QRectF(max(body.left(), x - half), top, 2 * half, _BAND)
            painter.fillRect(box.intersected(body), QColor(tokens.warn))

    def _draw_mark(self, painter: QPainter, body: QRectF, place: int, color: str) -> None:
        x, top = self._x(place), body.top() - 2
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(color))
        painter.drawPolygon([QPointF(x - 4, top), QPointF(x + 4, top), QPointF(x, top + 7)])
