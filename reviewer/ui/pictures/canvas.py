"""Painting a picture in device pixels: sharp above 100 %, area-filtered below."""

from __future__ import annotations

from math import ceil, floor

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPen, QPixmap

from reviewer.ui.pictures.source import Picture

# From here on single pixels are big enough to be told apart by a grid.
GRID_FROM = 12.0
CHECKER = 8


def draw_picture(
    painter: QPainter, picture: Picture, rect: QRectF, view: QSizeF, *, opacity: float = 1.0
) -> None:
    """Draw the visible part of a picture whose whole would fill `rect`."""
    seen = rect.intersected(QRectF(0, 0, view.width(), view.height()))
    if seen.isEmpty():
        return
    scale = rect.width() / picture.size[0]
    level = picture.level_for(scale)
    pixmap = picture.pixmap(level)
    across, down = pixmap.width() / rect.width(), pixmap.height() / rect.height()
    # Whole source pixels, so that a pan never shifts the sampling of a pixel.
    left, top = floor((seen.left() - rect.left()) * across), floor((seen.top() - rect.top()) * down)
    right = min(pixmap.width(), ceil((seen.right() - rect.left()) * across))
    bottom = min(pixmap.height(), ceil((seen.bottom() - rect.top()) * down))
    source = QRectF(left, top, right - left, bottom - top)
    target = QRectF(
        rect.left() + left / across,
        rect.top() + top / down,
        source.width() / across,
        source.height() / down,
    )
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    if picture.has_alpha and opacity >= 1.0:
        _checkerboard(painter, target)
    is_smooth = not picture.is_full or (abs(across - 1) > 1e-6 and across > 1.0)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, is_smooth)
    painter.setOpacity(opacity)
    painter.drawPixmap(target, pixmap, source)
    painter.restore()


def draw_grid(painter: QPainter, rect: QRectF, view: QSizeF, size: tuple[int, int]) -> None:
    """Lines between pixels, once they are large."""
    scale = rect.width() / size[0]
    if scale < GRID_FROM:
        return
    seen = rect.intersected(QRectF(0, 0, view.width(), view.height()))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(QPen(QColor(128, 128, 128, 110), 0))
    for column in range(
        ceil((seen.left() - rect.left()) / scale), floor((seen.right() - rect.left()) / scale) + 1
    ):
        x = round(rect.left() + column * scale)
        painter.drawLine(QPointF(x, seen.top()), QPointF(x, seen.bottom()))
    for row in range(
        ceil((seen.top() - rect.top()) / scale), floor((seen.bottom() - rect.top()) / scale) + 1
    ):
        y = round(rect.top() + row * scale)
        painter.drawLine(QPointF(seen.left(), y), QPointF(seen.right(), y))
    painter.restore()


def draw_cross_hair(painter: QPainter, at: QPointF, ratio: float) -> None:
    """1.5 white over 3.5 black with a gap of 5, centered on a device pixel."""
    at = QPointF(floor(at.x()) + 0.5, floor(at.y()) + 0.5)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    gap, reach = 5 * ratio, 15 * ratio
    for color, width, extra in ((QColor(0, 0, 0, 220), 3.5, 1.0), (QColor("white"), 1.5, 0.0)):
        painter.setPen(QPen(color, width * ratio, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        inner, outer = gap - extra * ratio, reach + extra * ratio
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            painter.drawLine(
                at + QPointF(dx * inner, dy * inner), at + QPointF(dx * outer, dy * outer)
            )
    painter.restore()


def _checkerboard(painter: QPainter, rect: QRectF) -> None:
    tile = QImage(2 * CHECKER, 2 * CHECKER, QImage.Format.Format_RGB32)
    tile.fill(QColor("#cccccc"))
    for x in range(2 * CHECKER):
        for y in range(2 * CHECKER):
            if (x < CHECKER) == (y < CHECKER):
                tile.setPixelColor(x, y, QColor("#ffffff"))
    painter.setBrushOrigin(rect.topLeft())
    painter.fillRect(rect, QBrush(QPixmap.fromImage(tile)))


def draw_divider(painter: QPainter, x: float, view: QSizeF, ratio: float) -> None:
    """The swipe's edge, with a handle in the middle."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for color, width in ((QColor(0, 0, 0, 220), 3.5), (QColor("white"), 1.5)):
        painter.setPen(QPen(color, width * ratio))
        painter.drawLine(QPointF(x, 0), QPointF(x, view.height()))
    middle = QPointF(x, view.height() / 2)
    painter.setPen(QPen(QColor(0, 0, 0, 220), ratio))
    painter.setBrush(QColor("white"))
    painter.drawEllipse(middle, 11 * ratio, 11 * ratio)
    painter.setPen(
        QPen(QColor("#101113"), 1.5 * ratio, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    )
    for side in (-1, 1):
        tip = middle + QPointF(side * 7 * ratio, 0)
        painter.drawLine(tip, tip + QPointF(-side * 3.5 * ratio, 3.5 * ratio))
        painter.drawLine(tip, tip + QPointF(-side * 3.5 * ratio, -3.5 * ratio))
    painter.restore()
