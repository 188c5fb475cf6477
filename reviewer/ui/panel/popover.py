"""A small card beside a row. It blocks nothing; while it has the keyboard it keeps its keys.

Esc and Ctrl+Enter are the card's wherever the keyboard went: what is on the screen answers them.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QCloseEvent, QHideEvent, QInputMethodEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from reviewer.ui import fonts
from reviewer.ui.key_filter import is_text_field
from reviewer.ui.overlay import Overlay
from reviewer.ui.panel import words
from reviewer.ui.widgets.buttons import Button
from reviewer.ui.widgets.labels import ElidedLabel

_GAP = 8
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_PRESSES = (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
_TABS = {Qt.Key.Key_Tab: 1, Qt.Key.Key_Backtab: -1}
_SCROLLS = (
    Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home,
    Qt.Key.Key_End,
)  # fmt: skip
_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class Popover(Overlay):
    """Esc leaves it, Ctrl+Enter saves.

    With `keeps_draft` what was written is still there when it comes back to the same row of the
    same task after Esc, and is called a draft; Cancel throws it away.
    """

    left = Signal()

    def __init__(
        self, owner: QWidget, *, name: str, width: int, saves: str = "Save", key: str = "Ctrl ↵",
        keeps_draft: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(owner.window(), name=name)
        self._owner, self._card_width = owner, width
        self._row = ""
        self._is_composing = False
        self._at = 0
        self.title = ElidedLabel(name, step="s", bold=True, role="text2")
        self.question = ElidedLabel("", step="m", most=3)
        self.problem = ElidedLabel("", step="s", role="bad", most=2)
        self.hint = ElidedLabel("", step="s", role="text2")
        self._keeps_draft = keeps_draft
        self._drafts: dict[tuple[str, str], tuple[str, ...]] = {}
        # The task that the row belongs to; rows of two tasks may have one name.
        self.scope = ""
        self.cancel = Button(self.tr("Cancel"), key="" if keeps_draft else "Esc")
        if keeps_draft:
            self.cancel.setToolTip(self.tr("Throw away what is written here"))
        self.save = Button(saves, key=key, kind="primary")
        self.column = QVBoxLayout(self)
        pad = fonts.scaled(12)
        self.column.setContentsMargins(pad, fonts.scaled(10), pad, pad)
        self.column.setSpacing(fonts.scaled(_GAP))
        self.column.addWidget(self.title)
        self.column.addWidget(self.question)
        self.content = QVBoxLayout()
        self.content.setSpacing(fonts.scaled(_GAP))
        self.column.addLayout(self.content)
        self.column.addWidget(self.problem)
        self.buttons = QHBoxLayout()
        self.buttons.setSpacing(fonts.scaled(_GAP))
        self.buttons.addWidget(self.hint, 1)
        self.buttons.addWidget(self.cancel)
        self.buttons.addWidget(self.save)
        self.column.addLayout(self.buttons)
        self.cancel.clicked.connect(self.discard)
        self.save.clicked.connect(self.commit)

    @property
    def row(self) -> str:
        """The row that it is about."""
        return self._row

    def open_for(self, row: str, question: str, *, y: int, is_draft: bool = False) -> None:
        """Show it for a row, its top near a height of the owner."""
        self._row, self._at = row, y
        self.say_hint(self._hint(is_draft=is_draft))
        self.question.set_words(words.one_line(question, 300))
        self.question.setToolTip("")
        self.say("")
        self.show_over()
        self.first_focus().setFocus(Qt.FocusReason.PopupFocusReason)

    def _hint(self, *, is_draft: bool) -> str:
        if not self._keeps_draft:
            return ""
        return self.tr("Your draft from before") if is_draft else self.tr("Esc keeps a draft")

    def say_hint(self, words: str) -> None:
        """A few words beside the buttons."""
        self.hint.set_words(words)

    def discard(self) -> None:
        """Leave it, and forget what was written."""
        self.clear()
        self.leave()

    def written(self) -> tuple[str, ...]:
        """What would be lost were it closed; empty when nothing would be."""
        return ()

    def clear(self) -> None:
        """Forget what was written."""

    def take_draft(self, row: str) -> tuple[str, ...]:
        """What was left written for a row of this task, once."""
        return self._drafts.pop((self.scope, row), ())

    def say(self, problem: str) -> None:
        """What is wrong with what was typed; nothing hides the line."""
        self.problem.set_words(problem)
        self.problem.setVisible(bool(problem))
        if self.isVisible():
            self.place()

    def first_focus(self) -> QWidget:
        """What has the keyboard at first."""
        return self.save

    def commit(self) -> None:
        """Take what was entered; a subclass says what that is."""
        self.leave()

    def digit(self, number: int) -> bool:
        """A digit pressed outside of a text field; True when it meant something."""
        return number < 0

    def place(self) -> None:
        """Left of the owner where there is room, else over its edge."""
        parent = self.parentWidget()
        if parent is None:
            return
        margin = fonts.scaled(_GAP)
        width = min(fonts.scaled(self._card_width), parent.width() - 2 * margin)
        inside = width - 2 * fonts.scaled(12)
        self.question.setFixedHeight(self.question.heightForWidth(inside))
        self.column.activate()
        height = min(self.column.minimumSize().height(), parent.height() - 2 * margin)
        corner = self._owner.mapTo(parent, QPoint(0, self._at))
        left = max(margin, min(corner.x() - width - margin, parent.width() - width - margin))
        top = max(margin, min(corner.y(), parent.height() - height - margin))
        self.setGeometry(left, top, width, height)

    # Keys come here before they reach the window's own filter

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        app = QApplication.instance()
        if app is not None:
            app.removeEventFilter(self)
            app.installEventFilter(self)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        app = QApplication.instance()
        if app is not None:
            app.removeEventFilter(self)

    def closeEvent(self, event: QCloseEvent) -> None:
        event.ignore()
        self.leave()

    def leave(self) -> None:
        was = self.isVisible()
        if was and self._keeps_draft and self.written():
            self._drafts[self.scope, self._row] = self.written()
        super().leave()
        if was:
            self.left.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.InputMethod and isinstance(event, QInputMethodEvent):
            self._is_composing = bool(event.preeditString())
            return False
        if event.type() == QEvent.Type.FocusOut:
            # A composition ends with the field that it was in, whatever the input method says.
            self._is_composing = False
            return False
        if isinstance(event, QKeyEvent) and event.type() in _PRESSES and self._is_ours(watched):
            is_press = event.type() == QEvent.Type.KeyPress
            return self._key(event, self._meaning(event, watched), is_press=is_press)
        if watched is self.parentWidget():
            return super().eventFilter(watched, event)
        return False

    def _is_ours(self, watched: QObject) -> bool:
        """Keys of this window, at what has the keyboard; menus and dialogs keep theirs."""
        if QApplication.activePopupWidget() or QApplication.activeModalWidget():
            return False
        if not isinstance(watched, QWidget) or watched.window() is not self.window():
            return False
        return watched is (self.window().focusWidget() or self.window())

    def _key(
        self, event: QKeyEvent, wanted: Callable[[], object] | None, *, is_press: bool
    ) -> bool:
        """True eats the key: nothing typed here may answer an item behind."""
        if wanted is None:
            return False
        if is_press:
            wanted()
        else:
            event.accept()
        return True

    def _meaning(self, event: QKeyEvent, focused: QObject) -> Callable[[], object] | None:
        """What a key does here; None leaves it to whatever has the keyboard."""
        key = Qt.Key(event.key())
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if self._is_composing:
            return None
        if key == Qt.Key.Key_Escape:
            return self.leave
        if key in _ENTER and held == Qt.KeyboardModifier.ControlModifier:
            return self._ignore if event.isAutoRepeat() else self.commit
        if not isinstance(focused, QWidget) or not self.isAncestorOf(focused):
            return None
        if key in _TABS:
            return lambda: self._step(_TABS[key])
        if is_text_field(focused):
            is_line = isinstance(focused, QLineEdit)
            return self.commit if is_line and key in _ENTER else None
        if held & ~Qt.KeyboardModifier.ShiftModifier:
            return None
        if event.isAutoRepeat() and (key in _ENTER or key == Qt.Key.Key_Space):
            # The key that opened the card, still held, presses nothing on it.
            return self._ignore
        return self._of_button(key, focused)

    def _of_button(self, key: Qt.Key, focused: QWidget) -> Callable[[], object] | None:
        """Keys outside of text: digits, arrows, the button itself; all others mean nothing."""
        if Qt.Key.Key_0 <= key <= Qt.Key.Key_9:
            return lambda: self.digit(int(key) - int(Qt.Key.Key_0))
        if isinstance(focused, QAbstractButton):
            if key in _STEPS:
                return lambda: self._step(_STEPS[key])
            return focused.click if key in (*_ENTER, Qt.Key.Key_Space) else self._ignore
        # A text that is only read scrolls with its own keys.
        return None if key in _SCROLLS else self._ignore

    def _ignore(self) -> None:
        """Keys of the window mean nothing while the card has the keyboard."""

    def _step(self, by: int) -> None:
        """The next control of the card, round to the first."""
        shown = [
            each
            for each in self.findChildren(QWidget)
            if each.isVisibleTo(self)
            and each.isEnabled()
            and each.focusPolicy() & Qt.FocusPolicy.TabFocus
        ]
        order = sorted(shown, key=lambda each: each.mapTo(self, QPoint(0, 0)).toTuple()[::-1])
        focused = QApplication.focusWidget()
        place = next((n for n, each in enumerate(order) if each is focused), -1)
        if order:
            order[(place + by) % len(order)].setFocus(Qt.FocusReason.TabFocusReason)
