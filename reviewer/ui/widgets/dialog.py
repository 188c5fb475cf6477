"""A dialog of ours: a title, what it is about, its contents, a message and buttons."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from reviewer.ui import fonts, theme
from reviewer.ui.translate import tr
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.buttons import Button
from reviewer.ui.widgets.labels import ElidedLabel


class Dialog(paint.Painted, QDialog):
    """Subclasses fill `body`; Esc leaves without doing anything."""

    def __init__(
        self, title: str, about: str = "", *, accept: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        px = fonts.scaled
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self.setAccessibleDescription(about)
        self.body = QVBoxLayout()
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(0)
        self.message = ElidedLabel("", step="s", role="text2", most=2)
        self.accept_button = Button(accept, kind="primary", height=32)
        self.cancel_button = Button(tr("Cancel"), height=32)
        self.accept_button.clicked.connect(self.accept)
        self.cancel_button.clicked.connect(self.reject)
        top = QVBoxLayout()
        top.setContentsMargins(px(24), px(20), px(24), px(12))
        top.setSpacing(px(4))
        top.addWidget(ElidedLabel(title, step="m", bold=True))
        self.about = ElidedLabel(about, step="s", role="text2", most=3)
        self.about.setVisible(bool(about))
        top.addWidget(self.about)
        self._foot = QWidget()
        self._foot.setFixedHeight(px(56))
        self.buttons = QHBoxLayout(self._foot)
        self.buttons.setContentsMargins(px(24), 0, px(24), 0)
        self.buttons.setSpacing(px(8))
        self.buttons.addWidget(self.message, 1)
        self.buttons.addWidget(self.cancel_button)
        self.buttons.addWidget(self.accept_button)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addLayout(top)
        outer.addLayout(self.body, 1)
        outer.addWidget(self._foot)

    def say(self, text: str, *, is_error: bool = False) -> None:
        """A line at the foot: what is wrong, or what will happen."""
        self.message.set_words(text)
        self.message.set_look(role="bad" if is_error else "text2")

    def fit(self, width: int, height: int) -> None:
        """The size it would like, within the window it belongs to."""
        parent = self.parentWidget()
        room = parent.window().size() if parent is not None else None
        wide, high = fonts.scaled(width), fonts.scaled(height)
        if room is not None:
            wide, high = min(wide, room.width() - 48), min(high, room.height() - 48)
        self.resize(wide, high)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter does what the dialog is for, where no field or button has a use for it."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.accept_button.isEnabled() and not event.isAutoRepeat():
                self.accept_button.click()
            return
        super().keyPressEvent(event)

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        painter.fillRect(self.rect(), self.palette().window())
        y = float(self._foot.geometry().top())
        paint.hairline(painter, QPointF(0, y), self.width(), tokens.line)


def focus_first(widget: QWidget) -> None:
    """Put the keyboard where the person begins."""
    widget.setFocus(Qt.FocusReason.OtherFocusReason)
