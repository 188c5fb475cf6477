"""Parts of the welcome page: where a folder is dropped, and the keys at the foot."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from reviewer.ui import fonts, icons, theme
from reviewer.ui.translate import tr
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.buttons import Button

# The page is no wider than this: lines longer than that are hard to follow.
WIDEST = 960


class DropZone(paint.Painted, QWidget):
    """Where a folder can be dropped, with the one button of the page."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_hot = False
        self.open_button = Button(tr("Open a folder…"), kind="primary", key="Ctrl O", height=32)
        self.open_button.setParent(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_hot(self, is_hot: bool) -> None:
        """A folder hovers over the page."""
        self._is_hot = is_hot
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.scaled(400), fonts.scaled(168))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        size = self.open_button.sizeHint()
        self.open_button.setGeometry(
            (self.width() - size.width()) // 2, fonts.scaled(116), size.width(), size.height()
        )

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        rect, px = QRectF(self.rect()).adjusted(1, 1, -1, -1), fonts.scaled
        fill = tokens.sel if self._is_hot else tokens.sel2
        paint.box(painter, rect, radius=8, fill=fill)
        pen = QPen(QColor(tokens.accent if self._is_hot else tokens.line2), 1.5)
        pen.setDashPattern([5, 4])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect, 8, 8)
        side = px(28)
        icon = QRectF(rect.center().x() - side / 2, px(24), side, side)
        icons.paint(painter, "drop", icon, color=tokens.accent, knockout=fill)
        line = QRectF(16, px(62), self.width() - 32, px(20))
        words = "Let go to open it" if self._is_hot else "Drop a folder of tasks here"
        bold = fonts.font("m", bold=True)
        paint.text(painter, line, words, font=bold, color=tokens.text, align=paint.CENTER)
        line = QRectF(16, px(84), self.width() - 32, px(18))
        words = "Nothing is changed by looking. Answers go to a journal beside the folder."
        small = fonts.font("s")
        paint.text(painter, line, words, font=small, color=tokens.text2, align=paint.CENTER)


class Foot(paint.Painted, QWidget):
    """Three keys worth knowing, and who is signed in."""

    KEYS = (("?", "all keys"), ("Ctrl K", "every command"), ("Ctrl O", "open a folder"))

    def __init__(self) -> None:
        super().__init__()
        self.words = ""
        self.setFixedHeight(fonts.scaled(56))
        self.setAccessibleName(", ".join(f"{key}: {words}" for key, words in self.KEYS))

    def set_words(self, words: str) -> None:
        """Who is signed in."""
        self.words = words
        self.update()

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        px, small = fonts.scaled, fonts.font("s")
        paint.hairline(painter, QPointF(0, 0), self.width(), tokens.line)
        left = max(float(px(24)), (self.width() - px(WIDEST)) / 2)
        right = self.width() - left
        middle = self.height() / 2
        for key, words in self.KEYS:
            left += paint.key_cap(painter, left, middle, key, tokens=tokens) + px(8)
            box = QRectF(left, 0, fonts.width(words, "s") + 2, self.height())
            paint.text(painter, box, words, font=small, color=tokens.text2)
            left = box.right() + px(24)
        box = QRectF(left, 0, right - left, self.height())
        paint.text(painter, box, self.words, font=small, color=tokens.text2, align=paint.RIGHT)
