"""A fold row of the panel: its words come first, the quiet word at the right yields."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from reviewer.ui import brief, fonts, icons, theme
from reviewer.ui.panel.row_widget import EDGE, TEXT
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.rows import FoldRow

_MOST, _SHORT = 0.85, 0.4
_LEAST = 0.55
# So much of a long right word still says something.
_SAYING = 64


class PanelFold(FoldRow):
    """The right word keeps at most what the left words leave, and never over half the row."""

    def __init__(self, *, is_ruled: bool, parent: QWidget | None = None) -> None:
        super().__init__("", ruled=is_ruled, parent=parent)
        self._is_ruled = is_ruled
        self._quiet = ""
        self._has_ring = False
        # The rows beside it have no focus of their own either: ↑ and ↓ lead to it.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def set_words(self, words: str, right: str = "") -> None:
        self._quiet = right
        super().set_words(words, right)

    def set_ring(self, has_ring: bool) -> None:
        """Whether keys act on this fold."""
        if has_ring != self._has_ring:
            self._has_ring = has_ring
            self.update()

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        rect, side = QRectF(self.rect()), icons.side()
        if self.underMouse():
            painter.fillRect(rect, QColor(tokens.hover))
        if self._is_ruled:
            paint.hairline(painter, QPointF(0, 0), self.width(), tokens.line)
        at = QRectF(fonts.scaled(EDGE), round((rect.height() - side) / 2), side, side)
        name = "chevron-down" if self.isChecked() else "chevron-right"
        icons.paint(painter, name, at, color=tokens.text3)
        left, gap = fonts.scaled(TEXT), fonts.scaled(8)
        line = QRectF(left, 0, rect.width() - left - fonts.scaled(EDGE), rect.height())
        needed = float(fonts.width(self.text(), "m"))
        # Of two long texts the right one gives way first: the counts at the left are read whole.
        least = line.width() * (_MOST if self._right_width() > line.width() * _SHORT else _LEAST)
        kept = min(needed, max(least, line.width() - gap - self._right_width()))
        if needed + gap + min(self._right_width(), fonts.scaled(_SAYING)) > line.width():
            # Three letters of it would say nothing, and cost the counts their end.
            kept = line.width()
        right = QRectF(line)
        right.setLeft(line.left() + kept + gap)
        small = fonts.font("s")
        quiet = brief.fitting(self._quiet, right.width(), lambda text: fonts.width(text, "s"))
        used = paint.text(painter, right, quiet, font=small, color=tokens.text2, align=paint.RIGHT)
        words = QRectF(line)
        words.setRight(line.right() - used - (gap if used else 0))
        paint.text(painter, words, self.text(), font=fonts.font("m"), color=tokens.text2)
        if self._has_ring:
            pad = fonts.scaled(8)
            paint.focus_ring(painter, rect.adjusted(pad, 2, -pad, -2), tokens, radius=4)

    def _right_width(self) -> float:
        return float(fonts.width(self._quiet, "s"))
