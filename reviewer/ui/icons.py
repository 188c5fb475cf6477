"""Own icons: SVGs on a 16-px grid, tinted when they are painted, at any device pixel ratio."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QWidget

from reviewer.store import resources
from reviewer.ui import fonts, theme


def paint(
    painter: QPainter, name: str, rect: QRectF, *, color: str, knockout: str = "#ffffff"
) -> None:
    """Draw an icon into a square; `knockout` colors what is cut out of a filled shape."""
    device = painter.device()
    ratio = device.devicePixelRatioF() if device is not None else 1.0
    painter.drawPixmap(
        rect.topLeft(), pixmap(name, rect.width(), color=color, knockout=knockout, ratio=ratio)
    )


def pixmap(
    name: str, size: float, *, color: str, knockout: str = "#ffffff", ratio: float = 1.0
) -> QPixmap:
    """A tinted icon of a logical size, sharp at a device pixel ratio."""
    # Scaled up, a 1.5 stroke would look bold; it stays near 1.9 from 24 px on.
    stroke = 1.5 if size < 24 else round(1.9 * 16 / size, 2)
    return _pixmap(name, round(size * ratio), color, knockout, ratio, stroke)


def icon(name: str, widget: QWidget, *, role: str = "text2") -> QIcon:
    """An icon for menus and actions; it takes the scheme's color each time it is painted."""
    return QIcon(_TintedEngine(name, widget, role))


def side() -> int:
    """The side of an icon at the person's text size."""
    return fonts.scaled(16)


@lru_cache(maxsize=128)
def _source(name: str) -> str:
    return resources.read_text("icons", f"{name}.svg")


@lru_cache(maxsize=1024)
def _pixmap(
    name: str, device_side: int, color: str, knockout: str, ratio: float, stroke: float
) -> QPixmap:
    text = _source(name).replace("currentColor", color).replace("#knockout", knockout)
    text = text.replace('stroke-width="1.5"', f'stroke-width="{stroke}"', 1)
    renderer = QSvgRenderer(QByteArray(text.encode()))
    made = QPixmap(max(1, device_side), max(1, device_side))
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter, QRectF(0, 0, made.width(), made.height()))
    painter.end()
    made.setDevicePixelRatio(ratio)
    return made


class _TintedEngine(QIconEngine):
    """Asks the widget's palette for the color at paint time."""

    def __init__(self, name: str, widget: QWidget, role: str) -> None:
        super().__init__()
        self._name, self._widget, self._role = name, widget, role

    def clone(self) -> QIconEngine:
        return _TintedEngine(self._name, self._widget, self._role)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        tokens = theme.of(self._widget)
        color = tokens.text3 if mode == QIcon.Mode.Disabled else str(getattr(tokens, self._role))
        return pixmap(self._name, size.width(), color=color, knockout=tokens.panel)

    def scaledPixmap(
        self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float
    ) -> QPixmap:
        made = QPixmap(self.pixmap(size, mode, state))
        made.setDevicePixelRatio(scale)
        return made

    def paint(self, painter: QPainter, rect: object, mode: QIcon.Mode, state: QIcon.State) -> None:
        square = QRectF(rect)  # type: ignore[call-overload]
        edge = min(square.width(), square.height())
        square = QRectF(square.center().x() - edge / 2, square.center().y() - edge / 2, edge, edge)
        tokens = theme.of(self._widget)
        color = tokens.text3 if mode == QIcon.Mode.Disabled else str(getattr(tokens, self._role))
        paint(painter, self._name, square, color=color, knockout=tokens.panel)
