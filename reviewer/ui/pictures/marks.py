"""Marks over a picture, drawn in screen space: boxes, rings, lines, arrows, polygons, labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import atan2, cos, hypot, pi, sin

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from reviewer.model import Mark
from reviewer.ui import fonts, theme
from reviewer.ui.pictures import mark_labels
from reviewer.ui.widgets import paint

# A region that would be smaller than this on the screen gets a ring instead.
RING_UNDER = 6.0
# A number takes so much of its box, and is never written smaller than can be read.
_NUMBER_SHARE, _LEAST_NUMBER, _MOST_NUMBER = 0.62, 9.0, 16
# So much of a box may be taken by a number's width; a digit is so wide for its height.
_NUMBER_WIDE, _DIGIT = 0.66, 0.62
ToView = Callable[[float, float], QPointF]

# On pictures the bright hues of the dark scheme are read best, above a black halo.
_TONES = {
    "plain": theme.ON_PICTURE, "accent": theme.DARK.accent, "ok": theme.DARK.ok,
    "bad": theme.DARK.bad, "warn": theme.DARK.warn,
}  # fmt: skip


def in_palette(marks: Sequence[Mark], palette: str) -> tuple[Mark, ...]:
    """Marks in the colors that are chosen: green beside red is told by few, blue by nearly all."""
    if palette != "safe":
        return tuple(marks)
    return tuple(replace(mark, tone="accent") if mark.tone == "ok" else mark for mark in marks)


def draw_marks(painter: QPainter, marks: Sequence[Mark], to_view: ToView, view: QSizeF) -> None:
    """Draw marks; `to_view` maps a picture's pixels to the view."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _draw_small([mark for mark in marks if mark.shape == "small"], painter, to_view, view)
    extents = [_DRAW.get(mark.shape, _nothing)(painter, mark, to_view, view) for mark in marks]
    # Labels last, so that no stroke runs through a word.
    for at, words in mark_labels.placed(marks, extents, view):
        draw_label(painter, at, words, view)
    painter.restore()


def draw_label(painter: QPainter, anchor: QPointF, words: str, view: QSizeF) -> QRectF:
    """White words on near-black, kept inside the view. Returns the box."""
    if not words:
        return QRectF()
    size = mark_labels.label_size(words, view)
    width, height = size.width(), size.height()
    left = min(max(2.0, anchor.x()), max(2.0, view.width() - width - 2))
    top = min(max(2.0, anchor.y()), max(2.0, view.height() - height - 2))
    rect = QRectF(round(left), round(top), width, height)
    paint.box(painter, rect, radius=4, fill=theme.UNDER_PICTURE_TEXT)
    inner = rect.adjusted(fonts.scaled(8), 0, -fonts.scaled(8) + 1, 0)
    font = fonts.font("s", bold=True)
    paint.text(painter, inner, words, font=font, color=theme.ON_PICTURE)
    return rect


def draw_ring(painter: QPainter, at: QPointF, radius: float, color: str = "#ffffff") -> None:
    """1.5 of a color over 3.5 black."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for ink, width in ((QColor(0, 0, 0, 230), 3.5), (QColor(color), 1.5)):
        painter.setPen(QPen(ink, width))
        painter.drawEllipse(at, radius, radius)


def draw_box(painter: QPainter, rect: QRectF, color: str = "#ffffff") -> None:
    """A 2-px box of a color with a black halo."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for ink, width in ((QColor(0, 0, 0, 230), 4.0), (QColor(color), 2.0)):
        painter.setPen(
            QPen(
                ink,
                width,
                Qt.PenStyle.SolidLine,
                Qt.PenCapStyle.SquareCap,
                Qt.PenJoinStyle.MiterJoin,
            )
        )
        painter.drawRoundedRect(rect, 2, 2)


def _tone(mark: Mark) -> str:
    return _TONES.get(mark.tone, theme.ON_PICTURE)


def _box(painter: QPainter, mark: Mark, to_view: ToView, view: QSizeF) -> QRectF | None:
    x, y, width, height = mark.points[:4]
    rect = QRectF(to_view(x, y), to_view(x + width, y + height)).normalized()
    if max(rect.width(), rect.height()) < RING_UNDER:
        radius = max(rect.width(), rect.height()) / 2 + 6
        draw_ring(painter, rect.center(), radius, _tone(mark))
        rect = QRectF(
            rect.center().x() - radius, rect.center().y() - radius, 2 * radius, 2 * radius
        )
    else:
        rect = rect.adjusted(-2, -2, 2, 2)
        draw_box(painter, rect, _tone(mark))
    return _seen(rect, view)


def _ring(painter: QPainter, mark: Mark, to_view: ToView, view: QSizeF) -> QRectF | None:
    x, y, radius = mark.points[:3]
    middle, edge = to_view(x, y), to_view(x + radius, y)
    shown = max(7.0, hypot(edge.x() - middle.x(), edge.y() - middle.y()))
    draw_ring(painter, middle, shown, _tone(mark))
    rect = QRectF(middle.x() - shown, middle.y() - shown, 2 * shown, 2 * shown)
    return _seen(rect, view)


def _line(painter: QPainter, mark: Mark, to_view: ToView, view: QSizeF) -> QRectF | None:
    points = [to_view(mark.points[at], mark.points[at + 1]) for at in (0, 2)]
    _stroke(painter, QPolygonF(points), mark)
    if mark.shape == "arrow":
        _stroke(painter, QPolygonF(_head(points[0], points[1])), mark)
    return _seen(QRectF(points[0], points[1]).normalized(), view)


def _head(start: QPointF, end: QPointF) -> list[QPointF]:
    angle = atan2(end.y() - start.y(), end.x() - start.x())
    wings = [
        end - QPointF(10 * cos(angle + turn), 10 * sin(angle + turn)) for turn in (pi / 7, -pi / 7)
    ]
    return [wings[0], end, wings[1]]


def _polygon(painter: QPainter, mark: Mark, to_view: ToView, view: QSizeF) -> QRectF | None:
    pairs = zip(mark.points[0::2], mark.points[1::2], strict=False)
    points = [to_view(x, y) for x, y in pairs]
    shape = QPolygonF([*points, points[0]]) if points else QPolygonF()
    _stroke(painter, shape, mark)
    return _seen(shape.boundingRect(), view)


def _column(painter: QPainter, mark: Mark, to_view: ToView, view: QSizeF) -> QRectF | None:
    x = to_view(mark.points[0], 0).x()
    _stroke(painter, QPolygonF([QPointF(x, 0), QPointF(x, view.height())]), mark)
    return QRectF(x + 6, 6, 0, 0)


def _nothing(painter: QPainter, mark: Mark, to_view: ToView, view: QSizeF) -> QRectF | None:
    """A label alone stands where its point is."""
    return QRectF(to_view(mark.points[0], mark.points[1]), QSizeF(0, 0))


def _stroke(painter: QPainter, shape: QPolygonF, mark: Mark) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for ink, width in ((QColor(0, 0, 0, 230), 4.0), (QColor(_tone(mark)), 2.0)):
        painter.setPen(
            QPen(
                ink,
                width,
                Qt.PenStyle.SolidLine,
                Qt.PenCapStyle.RoundCap,
                Qt.PenJoinStyle.RoundJoin,
            )
        )
        painter.drawPolyline(shape)


def _number(painter: QPainter, mark: Mark, to_view: ToView, view: QSizeF) -> QRectF | None:
    """A word in the middle of a box; in boxes too small for it every fifth number stands."""
    x, y, width, height = mark.points[:4]
    rect = QRectF(to_view(x, y), to_view(x + width, y + height)).normalized()
    if not rect.intersects(QRectF(0, 0, view.width(), view.height())):
        return None
    font = fonts.font("m", bold=True)
    wanted = min(float(fonts.scaled(_MOST_NUMBER)), _NUMBER_SHARE * rect.height())
    # Numbers beside each other must stay apart, and all of a maze are of one size.
    digits = max(2, len(mark.label))
    wanted = min(wanted, _NUMBER_WIDE * rect.width() / (_DIGIT * digits))
    if wanted < _LEAST_NUMBER:
        if mark.label.isdecimal() and int(mark.label) % 5 and mark.label != "1":
            return None
        wanted = _LEAST_NUMBER
    font.setPixelSize(round(wanted))
    path = QPainterPath()
    path.addText(QPointF(), font, mark.label)
    box = path.boundingRect()
    path.translate(rect.center() - box.center())
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.strokePath(path, QPen(QColor(0, 0, 0, 235), 3.0, Qt.PenStyle.SolidLine,
                                  Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))  # fmt: skip
    painter.fillPath(path, QColor(_tone(mark)))
    return None


def _draw_small(marks: Sequence[Mark], painter: QPainter, to_view: ToView, view: QSizeF) -> None:
    """Rings around regions that would be missed: small ones that stand alone, those near as one."""
    if not marks:
        return
    import numpy as np

    from reviewer.overlays.lone import lone_regions

    rows = []
    for mark in marks:
        x, y, width, height, area = (*mark.points, 1.0)[:5]
        start, end = to_view(x, y), to_view(x + width, y + height)
        wide, high = end.x() - start.x(), end.y() - start.y()
        share = area / max(1.0, width * height)
        rows.append((start.x(), start.y(), wide, high, share * wide * high))
    inside = QRectF(-20, -20, view.width() + 40, view.height() + 40)
    for x, y, side in lone_regions(np.array(rows), under=RING_UNDER):
        if inside.contains(QPointF(x, y)):
            draw_ring(painter, QPointF(x, y), max(side / 2 + 4, 7.0))


def _unseen(painter: QPainter, mark: Mark, to_view: ToView, view: QSizeF) -> QRectF | None:
    """Small marks are drawn together, before the others."""
    return None


def _seen(rect: QRectF, view: QSizeF) -> QRectF | None:
    """What a mark covers; None when it is out of sight."""
    is_seen = rect.intersects(QRectF(-1, -1, view.width() + 2, view.height() + 2))
    # A line along an axis has no area that could intersect anything.
    is_seen = is_seen or QRectF(0, 0, view.width(), view.height()).contains(rect.center())
    return rect if is_seen else None


_DRAW = {
    "box": _box, "ring": _ring, "line": _line, "arrow": _line, "polygon": _polygon,
    "column": _column, "small": _unseen, "number": _number,
}  # fmt: skip
