"""Lines of a text file in a pane: numbered, those that a check found marked, scrolled to one."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from reviewer.ui import fonts, theme
from reviewer.ui.widgets import paint

_PAD, _BAR = 12, 3


@dataclass(frozen=True, slots=True)
class ShownText:
    """A text with the numbers of the lines that were found; `at` is the one to be seen."""

    lines: tuple[str, ...]
    found: frozenset[int] = frozenset()
    at: int = 0

    def spoken(self) -> str:
        """The lines that were found, for a screen reader."""
        known = sorted(number for number in self.found if 0 < number <= len(self.lines))
        return "; ".join(f"line {number}: {self.lines[number - 1].strip()}" for number in known)


def line_height() -> int:
    """Pixels from one line to the next."""
    return fonts.line_height("m") + fonts.scaled(3)


def rows_seen(height: float) -> int:
    """How many whole lines a pane shows."""
    return max(1, int((height - 2 * fonts.scaled(_PAD)) // line_height()))


def top_for(text: ShownText, height: float) -> int:
    """The first line to show, so that the line that matters stands in the upper third."""
    wanted = text.at or min(text.found, default=1)
    return kept_inside(text, wanted - 1 - rows_seen(height) // 3, height)


def kept_inside(text: ShownText, top: int, height: float) -> int:
    """A first line that leaves no empty room at the end."""
    return max(0, min(top, len(text.lines) - rows_seen(height)))


def draw_text(
    painter: QPainter, widget: QWidget, tokens: theme.Tokens, text: ShownText, top: int
) -> None:
    """The lines from `top` on, as many as there is room for."""
    pad, high = fonts.scaled(_PAD), line_height()
    plain, bold = fonts.mono(), fonts.mono(bold=True)
    digits = len(str(len(text.lines)))
    gutter = pad + fonts.width("0", "m") * (digits + 1)
    painter.fillRect(widget.rect(), QColor(tokens.panel))
    for row in range(rows_seen(widget.height()) + 1):
        number = top + row + 1
        if number > len(text.lines):
            break
        y = pad + row * high
        is_found = number in text.found
        if is_found:
            painter.fillRect(QRectF(0, y, widget.width(), high), QColor(tokens.sel))
            painter.fillRect(QRectF(0, y, fonts.scaled(_BAR), high), QColor(tokens.accent))
        box = QRectF(pad, y, gutter - pad, high)
        paint.text(painter, box, str(number), font=fonts.font("s"), color=tokens.text3)
        line = QRectF(gutter, y, widget.width() - gutter - pad, high)
        words = text.lines[number - 1].expandtabs(4)
        font = bold if is_found else plain
        paint.text(painter, line, words, font=font, color=tokens.text)
    if len(text.lines) > rows_seen(widget.height()):
        _draw_extent(painter, widget, tokens, text, top)


def _draw_extent(
    painter: QPainter, widget: QWidget, tokens: theme.Tokens, text: ShownText, top: int
) -> None:
    """Which part is seen, and where in the whole the found lines stand."""
    height, count = float(widget.height()), len(text.lines)
    x, wide = widget.width() - fonts.scaled(6), float(fonts.scaled(4))
    seen = QRectF(x, height * top / count, wide, height * rows_seen(height) / count)
    paint.box(painter, seen, radius=2, fill=tokens.line2)
    painter.setPen(QPen(QColor(tokens.accent), 2))
    for number in text.found:
        y = height * (number - 0.5) / count
        painter.drawLine(int(x), int(y), int(x + wide), int(y))
