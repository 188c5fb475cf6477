"""Why there is nothing to judge: work that runs, or what went wrong, in plain words."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from reviewer.ui import fonts, theme
from reviewer.ui.panel import words
from reviewer.ui.panel.row_widget import EDGE, TEXT, icon_at
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.labels import lines_of

_MOST = 14


def _lines(text: str, width: float) -> list[str]:
    room = width - fonts.scaled(TEXT) - fonts.scaled(EDGE)
    return lines_of(words.clip(text, 3000), room, step="m", most=_MOST)


class Notice(paint.Painted, QWidget):
    """An icon and wrapped words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text, self._is_error = "", False
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def set_notice(self, text: str, *, is_error: bool) -> None:
        """What to say."""
        self._text, self._is_error = text, is_error
        self.setAccessibleName(words.clip(text, 3000))
        self.setToolTip(words.tip(text))
        self.update()

    @staticmethod
    def height_for(text: str, width: int) -> int:
        """The height of a text at a width."""
        return len(_lines(text, width)) * fonts.line_height("m") + fonts.scaled(20)

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        if not self._text:
            return
        if self._is_error:
            pad = fonts.scaled(8)
            ground = QRectF(self.rect()).adjusted(pad, 2, -pad, -2)
            paint.box(painter, ground, radius=4, fill=tokens.badbg)
        height, top = fonts.line_height("m"), fonts.scaled(10)
        icon_at(
            painter, "error" if self._is_error else "clock", fonts.scaled(EDGE), top + height / 2,
            color=tokens.bad if self._is_error else tokens.text2,
            ground=tokens.badbg if self._is_error else tokens.panel,
        )  # fmt: skip
        width = self.width() - fonts.scaled(TEXT) - fonts.scaled(EDGE)
        for number, line in enumerate(_lines(self._text, self.width())):
            rect = QRectF(fonts.scaled(TEXT), top + number * height, width, height)
            paint.text(painter, rect, line, font=fonts.font("m"), color=tokens.text)
