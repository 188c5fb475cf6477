"""Strokes that the painted controls share."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from reviewer.ui import fonts, theme
from reviewer.ui.theme import Tokens

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTER = Qt.AlignmentFlag.AlignCenter


def box(
    painter: QPainter,
    rect: QRectF,
    *,
    radius: float = 0.0,
    fill: str | QColor | None = None,
    outline: str | QColor | None = None,
    stroke: float = 1.0,
) -> None:
    """A rounded box whose outline lies inside its rectangle, so that it is never clipped."""
    painter.save()
    inset = stroke / 2 if outline is not None else 0.0
    painter.setBrush(QColor(fill) if fill is not None else Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(outline), stroke) if outline is not None else Qt.PenStyle.NoPen)
    inner = rect.adjusted(inset, inset, -inset, -inset)
    if radius:
        painter.drawRoundedRect(inner, radius - inset, radius - inset)
    else:
        painter.drawRect(inner)
    painter.restore()


def focus_ring(painter: QPainter, rect: QRectF, tokens: Tokens, *, radius: float = 6.0) -> None:
    """The one ring on the screen: where a key goes."""
    box(painter, rect, radius=radius, outline=tokens.accent, stroke=1.5)


def text(
    painter: QPainter,
    rect: QRectF,
    words: str,
    *,
    font: QFont,
    color: str | QColor,
    align: Qt.AlignmentFlag = LEFT,
    elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
) -> float:
    """One line of plain text, elided to its rectangle. Returns the width that it took."""
    if rect.width() <= 0 or not words:
        return 0.0
    font = fonts.for_words(font, words)
    metrics = QFontMetricsF(font)
    shown = metrics.elidedText(words.replace("\n", " "), elide, rect.width() + 0.5)
    painter.setFont(font)
    painter.setPen(QColor(color))
    flags = align | Qt.TextFlag.TextSingleLine | Qt.TextFlag.TextDontClip
    painter.drawText(rect, int(flags), shown)
    return min(metrics.horizontalAdvance(shown), rect.width())


def hairline(
    painter: QPainter, start: QPointF, length: float, color: str, *, vertical: bool = False
) -> None:
    """A line one logical pixel thick, on the pixel grid."""
    size = (1.0, length) if vertical else (length, 1.0)
    painter.fillRect(QRectF(start.x(), start.y(), *size), QColor(color))


def key_cap_width(key: str) -> int:
    """The width of a key cap with this text."""
    return max(fonts.scaled(18), fonts.width(key, "s") + fonts.scaled(10))


def key_cap(
    painter: QPainter, x: float, middle: float, key: str, *, tokens: Tokens, given: bool = False,
    plain: bool = False,
) -> float:  # fmt: skip
    """A key cap, its middle at a height; `given` fills it. Returns its width."""
    width, height = key_cap_width(key), fonts.scaled(18)
    rect = QRectF(x, round(middle - height / 2), width, height)
    fill = tokens.accentfill if given else None if plain else tokens.raised
    outline = tokens.accentfill if given else tokens.line2
    box(painter, rect, radius=4, fill=fill, outline=outline)
    color = tokens.onaccent if given else tokens.text2
    text(painter, rect, key, font=fonts.font("s", bold=given), color=color, align=CENTER)
    return float(width)


def disabled(color: str) -> QColor:
    """A color at the 60 % that says disabled and stays readable."""
    faded = QColor(color)
    faded.setAlphaF(0.6)
    return faded


class Painted:
    """Mixin, left of a QWidget: subclasses draw, and the painter ends even when that fails.

    A painter left open after an error would crash the process at the next repaint.
    """

    def paintEvent(self, _event: QPaintEvent) -> None:
        widget = cast(QWidget, self)
        with QPainter(widget) as painter:
            painter.setRenderHints(
                QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing
            )
            self.draw(painter, theme.of(widget))

    def draw(self, painter: QPainter, tokens: Tokens) -> None:
        """Paint the control."""
