"""Bars: a measured value against its threshold, a headline against its pass mark, progress."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from reviewer.ui import fonts, theme
from reviewer.ui.widgets import paint

BarState = Literal["passes", "partial", "fails", "none", "accent"]


def state_color(tokens: theme.Tokens, state: BarState) -> str:
    """Only what is not plain passed has a hue."""
    return {
        "passes": tokens.barfill, "partial": tokens.warn, "fails": tokens.bad,
        "none": tokens.track, "accent": tokens.accent,
    }[state]  # fmt: skip


def paint_bar(
    painter: QPainter, rect: QRectF, tokens: theme.Tokens, *, start: float, end: float,
    tick: float | None, state: BarState, ground: str | None = None,
) -> None:  # fmt: skip
    """A 4-px bar in the middle of `rect`; start, end and tick are shares of its width."""
    middle = rect.center().y()
    line = QRectF(rect.left(), round(middle - 2), rect.width(), 4)
    paint.box(painter, line, radius=2, fill=tokens.track)
    low, high = sorted((min(1.0, max(0.0, start)), min(1.0, max(0.0, end))))
    if high > low and state != "none":
        filled = QRectF(line.left() + low * line.width(), line.top(), 0, 4)
        filled.setRight(line.left() + high * line.width())
        paint.box(painter, filled, radius=2, fill=state_color(tokens, state))
    if tick is not None:
        x = line.left() + min(1.0, max(0.0, tick)) * line.width()
        x = min(x, line.right() - 0.75)
        mark = QRectF(x - 0.75, middle - 6, 1.5, 12)
        painter.fillRect(mark.adjusted(-1, 0, 1, 0), QColor(ground or tokens.panel))
        painter.fillRect(mark, QColor(tokens.text))


class ProgressLine(paint.Painted, QWidget):
    """How far a count has come, 4 px high."""

    def __init__(self, name: str, parent: QWidget | None = None, *, width: int = 0) -> None:
        super().__init__(parent)
        self._share: float | None = 0.0
        self._width, self._name = width, name
        policy = QSizePolicy.Policy.Fixed if width else QSizePolicy.Policy.Expanding
        self.setSizePolicy(policy, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(name)

    def set_share(self, share: float | None) -> None:
        """From 0 to 1; None while the end is not known."""
        self._share = share
        spoken = "" if share is None else f"{round(share * 100)} %"
        self.setAccessibleDescription(spoken)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.scaled(self._width or 80), 4)

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        rect = QRectF(self.rect())
        paint.box(painter, rect, radius=2, fill=tokens.track)
        painter.setPen(Qt.PenStyle.NoPen)
        if self._share is None:
            third = rect.width() / 3
            paint.box(painter, QRectF(third, 0, third, 4), radius=2, fill=tokens.accent)
        elif self._share > 0:
            width = max(4.0, min(1.0, self._share) * rect.width())
            fill = tokens.barfill if self._share >= 1 else tokens.accent
            paint.box(painter, QRectF(0, 0, width, 4), radius=2, fill=fill)
