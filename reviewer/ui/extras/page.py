"""A page of the window beside the desk: a title bar with a way back, then what it is about."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from reviewer.ui import fonts, theme
from reviewer.ui.key_filter import without_input_method
from reviewer.ui.translate import tr
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.buttons import Button
from reviewer.ui.widgets.labels import ElidedLabel

BAR = 52


class PageBar(paint.Painted, QWidget):
    """Bold title, quiet words; further controls are added at the right."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = ElidedLabel(title, bold=True)
        self.title.setFixedWidth(fonts.width(title, "m", bold=True) + 4)
        self.about = ElidedLabel("", step="s", role="text2")
        self.row = QHBoxLayout(self)
        pad = fonts.scaled(16)
        self.row.setContentsMargins(pad, 0, pad, 0)
        self.row.setSpacing(fonts.scaled(10))
        self.row.addWidget(self.title)
        self.row.addWidget(self.about, 1)
        self.setFixedHeight(fonts.scaled(BAR))

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        painter.fillRect(self.rect(), self.palette().window())
        paint.hairline(painter, QPointF(0, self.height() - 1), self.width(), tokens.line)


class Page(QWidget):
    """Subclasses fill `body`; `left` is asked for by the button and by Esc."""

    left = Signal()

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(title)
        without_input_method(self)
        self.bar = PageBar(title)
        self.back = Button(tr("Back"), key="Esc", key_as_cap=True)
        self.back.clicked.connect(self.left)
        self.body = QVBoxLayout()
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(0)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.bar)
        outer.addLayout(self.body, 1)
        self.bar.row.addWidget(self.back)

    def add_control(self, widget: QWidget) -> None:
        """A control in the bar, before the way back."""
        self.bar.row.insertWidget(self.bar.row.count() - 1, widget)

    def say(self, words: str) -> None:
        """The quiet words beside the title."""
        self.bar.about.set_words(words)
