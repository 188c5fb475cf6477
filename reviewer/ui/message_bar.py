"""Errors and news as a bar in the window: file, cause, remedy; never a dialog."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from reviewer.session.changes import Message
from reviewer.ui import fonts, icons, theme
from reviewer.ui.translate import tr, translated
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.buttons import Button, IconButton
from reviewer.ui.widgets.labels import ElidedLabel

ACTIONS = {
    "conflict": (("Show the two", "conflict-show"), ("Write mine", "conflict-mine"),
                 ("Keep theirs", "conflict-theirs")),
    "choose-roles": (("Choose the roles by hand…", "choose-roles"),),
    "save-copy": (("Save a copy as…", "save-copy"), ("Try again", "save")),
}  # fmt: skip


class MessageBar(paint.Painted, QWidget):
    """The latest message, with what can be done about it; older ones wait behind it."""

    acted = Signal(str, str)
    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self._waiting: list[Message] = []
        self._counts: dict[str, int] = {}
        self.label = ElidedLabel("", step="m", most=3)
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(6)
        self.close_button = IconButton("close", tr("Close this message"))
        self.close_button.clicked.connect(self.dismiss)
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(fonts.scaled(40), 6, 8, 6)
        row.addWidget(self.label, 1, Qt.AlignmentFlag.AlignVCenter)
        row.addLayout(self._buttons)
        row.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def show_message(self, message: Message) -> None:
        """Show a message; the same one again is counted and comes to the front."""
        same = [waiting for waiting in self._waiting if waiting.text == message.text]
        for waiting in same:
            self._waiting.remove(waiting)
        self._counts[message.text] = self._counts.get(message.text, 0) + 1 if same else 1
        # News makes way for what comes next, unless both are of one task; trouble waits.
        self._waiting = [
            each for each in self._waiting if each.is_error or (each.task == message.task != "")
        ]
        self._waiting.append(message)
        self._show()

    def leave_runs(self, is_latest: Callable[[str, int], bool]) -> None:
        """What an earlier run said is old news as soon as it is run again.

        What can be acted upon stays until that is done.
        """
        self._keep(
            lambda message: (
                bool(message.action) or not message.job or is_latest(message.job, message.run)
            )
        )

    def leave_task(self, task: str, *, shown_there: Collection[str]) -> None:
        """Another task is on the desk: news of the one before goes.

        Errors stay, except those that are `shown_there`, with their task, whenever it is opened.
        """
        self._keep(
            lambda message: (
                message.task in ("", task) or (message.is_error and message.text not in shown_there)
            )
        )

    def forget(self, texts: Collection[str]) -> None:
        """What these messages say is true no more."""
        self._keep(lambda message: message.text not in texts)

    def leave_gone(self, tasks: Collection[str]) -> None:
        """Tasks that are gone: what was wrong with them is nobody's trouble any more.

        What can be acted upon stays: something of theirs may not have been saved.
        """
        self._keep(lambda message: message.task not in tasks or bool(message.action))

    def leave_folder(self) -> None:
        """Another folder is opened: nothing that was said of the one before is true of it."""
        self._keep(lambda message: False)

    def leave_person(self) -> None:
        """Another person sits down: what goes on is told, not what was said to the one before."""
        self._keep(lambda message: message.is_error or bool(message.action))

    def messages(self) -> tuple[Message, ...]:
        """The messages not dismissed yet, the one on show last."""
        return tuple(self._waiting)

    def dismiss(self) -> None:
        """Take the message away; the one before it comes back."""
        if self._waiting:
            self._waiting.pop()
        self._show()

    def dismiss_for(self, action: str) -> None:
        """Take away the messages that a finished act has settled."""
        self._keep(lambda message: message.action != action)

    def _keep(self, is_kept: Callable[[Message], bool]) -> None:
        kept = [message for message in self._waiting if is_kept(message)]
        if len(kept) != len(self._waiting):
            self._waiting = kept
            self._show()

    def _act(self, action: str, task: str) -> None:
        self.acted.emit(action, task)

    def _show(self) -> None:
        while (item := self._buttons.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        said = {message.text for message in self._waiting}
        self._counts = {text: times for text, times in self._counts.items() if text in said}
        if not self._waiting:
            self.hide()
            return
        message = self._waiting[-1]
        behind = len(self._waiting) - 1
        more = "   " + tr("(+{count} more)").format(count=behind) if behind else ""
        times = self._counts[message.text]
        again = f"   ×{times}" if times > 1 else ""
        words = translated(message.text)
        self.label.set_words(words + again + more)
        for text, action in ACTIONS.get(message.action, ()):
            button = Button(tr(text))
            button.clicked.connect(partial(self._act, action, message.task))
            self._buttons.addWidget(button)
        self.setAccessibleName(words)
        self.changed.emit()
        self.show()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(400, fonts.scaled(44))

    def height_at(self, width: int) -> int:
        """The height at which the words are whole, or three lines of them."""
        needed = self._row.heightForWidth(width) if self._row.hasHeightForWidth() else 0
        return max(needed, self._row.sizeHint().height(), fonts.scaled(44))

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        rect = self.rect()
        is_error = bool(self._waiting) and self._waiting[-1].is_error
        fill = QColor(tokens.badbg if is_error else tokens.sel2)
        paint.box(painter, QRectF(rect), radius=6, fill=fill, outline=tokens.line2)
        side = fonts.scaled(16)
        place = QRectF(fonts.scaled(16), (self.height() - side) / 2, side, side)
        name, tone = ("error", tokens.bad) if is_error else ("info", tokens.text2)
        icons.paint(painter, name, place, color=tone, knockout=tokens.badbg)
