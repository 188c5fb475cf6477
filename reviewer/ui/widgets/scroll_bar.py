"""A quiet scroll bar: a thin handle, no arrows, no trough."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractScrollArea, QScrollBar, QStyle, QStyleOptionSlider, QWidget

from reviewer.ui import fonts, theme
from reviewer.ui.widgets import paint


class ThinScrollBar(paint.Painted, QScrollBar):
    """Wide enough to be hit, drawn narrow."""

    def __init__(self, orientation: Qt.Orientation, parent: QWidget | None = None) -> None:
        super().__init__(orientation, parent)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        # What lies below shows through, on panels and on raised cards alike.
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent, False)

    def sizeHint(self) -> QSize:
        thick = fonts.scaled(12)
        if self.orientation() == Qt.Orientation.Vertical:
            return QSize(thick, 2 * thick)
        return QSize(2 * thick, thick)

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        part = QStyle.SubControl.SC_ScrollBarSlider
        control = QStyle.ComplexControl.CC_ScrollBar
        handle = QRectF(self.style().subControlRect(control, option, part, self))
        if self.maximum() <= self.minimum():
            return
        if self.orientation() == Qt.Orientation.Vertical:
            bar = handle.adjusted(4, 2, -2, -2)
        else:
            bar = handle.adjusted(2, 4, -2, -2)
        fill = tokens.text3 if self.underMouse() or self.isSliderDown() else tokens.line2
        paint.box(painter, bar, radius=3, fill=fill)


def thin_bars(area: QAbstractScrollArea) -> None:
    """Give a scroll area thin bars in both directions."""
    area.setVerticalScrollBar(ThinScrollBar(Qt.Orientation.Vertical, area))
    area.setHorizontalScrollBar(ThinScrollBar(Qt.Orientation.Horizontal, area))
