"""What every row of the right panel shares: hover, ground, ring, marks, a click."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QEnterEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from reviewer.ui import fonts, icons, theme
from reviewer.ui.widgets import paint

EDGE = 16
TEXT = 40
NARROW = 340


@dataclass(frozen=True, slots=True)
class Standing:
    """How a row stands among the others: current, holding the ring, flashed."""

    is_current: bool = False
    has_ring: bool = False
    is_flashed: bool = False


class RowWidget(paint.Painted, QWidget):
    """One painted row; the list that owns it says what it shows."""

    pressed = Signal(str)
    menu_wanted = Signal(str, QPointF)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.row_id = ""
        self.standing = Standing()
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def set_standing(self, standing: Standing) -> None:
        """Current or not, ring or not."""
        if standing != self.standing:
            self.standing = standing
            self.update()

    def enterEvent(self, event: QEnterEvent) -> None:
        self.update()
        super().enterEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.pressed.emit(self.row_id)
            event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_wanted.emit(self.row_id, QPointF(event.globalPos()))
        event.accept()

    def ground(self, painter: QPainter, tokens: theme.Tokens) -> None:
        """Fill and ring under the row's content."""
        inner = QRectF(self.rect()).adjusted(fonts.scaled(8), 1, -fonts.scaled(8), -1)
        if self.standing.is_flashed:
            paint.box(painter, inner, radius=4, fill=tokens.warnbg)
        elif self.standing.is_current:
            paint.box(painter, inner, radius=4, fill=tokens.sel)
        elif self.underMouse():
            paint.box(painter, inner, radius=4, fill=tokens.hover)
        if self.standing.has_ring:
            paint.focus_ring(painter, inner, tokens, radius=4)

    def ground_color(self, tokens: theme.Tokens) -> str:
        """What lies under the content, for knock-outs and halos."""
        if self.standing.is_flashed:
            return tokens.warnbg
        if self.standing.is_current:
            return tokens.sel
        return tokens.hover if self.underMouse() else tokens.panel

    def role(self, name: str) -> str:
        """A color role that stays readable on the ground of a current row."""
        return "text2" if name == "text3" and self.standing.is_current else name


def icon_at(
    painter: QPainter, name: str, left: float, middle: float, *, color: str, ground: str,
    side: int = 0,
) -> None:  # fmt: skip
    """An icon with its middle at a height, on the pixel grid."""
    edge = side or icons.side()
    square = QRectF(round(left), round(middle - edge / 2), edge, edge)
    icons.paint(painter, name, square, color=color, knockout=ground)


def marks(
    painter: QPainter, right: float, middle: float, *, tokens: theme.Tokens, disputed: bool,
    stale: bool,
) -> float:  # fmt: skip
    """Small flags of a row, ending at `right`; returns where the next thing may end."""
    side = fonts.scaled(14)
    for name, is_on in (("clock", stale), ("flag", disputed)):
        if is_on:
            right -= side
            icon_at(painter, name, right, middle, color=tokens.warn, ground=tokens.panel, side=side)
            right -= fonts.scaled(4)
    return right
