"""Keys of the window: dead while text is typed, never repeated into an answer."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QWindow
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from reviewer.ui.actions import BY_ID
from reviewer.ui.held_keys import HeldKeys
from reviewer.ui.keys import key_of_event

ARROWS = frozenset({"Left", "Right", "Up", "Down"})
# A widget with this property keeps its arrow keys: a scrubber, a tree, a slider.
KEEPS_ARROWS = "keepsArrows"
# With these values it keeps ↑ and ↓ only, or ← and → only: the others go on through the queue.
VERTICAL, HORIZONTAL = "vertical", "horizontal"
_KEPT = {VERTICAL: frozenset({"Up", "Down"}), HORIZONTAL: frozenset({"Left", "Right"})}
# Inside a widget with this property the window's keys are dead: it lies over what they act on.
LIES_OVER = "liesOver"
# A key that is pressed again so soon after its release was held all the time.
GRACE = 60
_KEYS = frozenset({QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress, QEvent.Type.KeyRelease})
_OVER = frozenset({"escape", "palette", "keys"})
# A field with this property takes Ctrl+Enter and Esc for what is written in it.
COMMITS = "commits"
_COMMITS = frozenset({"Ctrl+Return", "Esc"})
# Inside a widget with this property plain keys are typed, into a field that may have yet to open.
TAKES_TYPING = "takesTyping"
# Inside a widget with this property Tab goes from control to control, as in a form.
KEEPS_TAB = "keepsTab"
_OWN_IN_TEXT = frozenset(
    {"Ctrl+Z", "Ctrl+Shift+Z", "Ctrl+Y", "Ctrl+0", "Tab", "Shift+Tab", "Ctrl+M"}
)


def is_text_field(widget: QWidget | None) -> bool:
    """True when keys that are pressed now become text."""
    if isinstance(widget, QComboBox):
        return widget.isEditable()
    if isinstance(widget, (QPlainTextEdit, QTextEdit)):
        return not widget.isReadOnly()
    return isinstance(widget, (QLineEdit, QAbstractSpinBox))


def sets_a_value(widget: QWidget | None) -> bool:
    """True for what a value is set with: a key pressed there is meant for that value."""
    return isinstance(widget, (QAbstractSlider, QComboBox)) or is_text_field(widget)


def keeps_plain(widget: QWidget | None, key: str) -> bool:
    """True when a key without Ctrl or Alt belongs to the focused control, not to the window."""
    if _is_chord(key):
        return False
    if key == "Space" and isinstance(widget, QAbstractButton):
        return True
    if _is_inside(widget, TAKES_TYPING):
        return True
    return isinstance(widget, (QAbstractSlider, QComboBox)) and key != "Tab"


def keeps_tab(widget: QWidget | None) -> bool:
    """True inside a form, where Tab goes from control to control."""
    return _is_inside(widget, KEEPS_TAB)


def _is_inside(widget: QWidget | None, name: str) -> bool:
    """True when a widget, or one that it lies in, has a property."""
    while widget is not None and not widget.isWindow():
        if widget.property(name):
            return True
        widget = widget.parentWidget()
    return False


def _is_chord(key: str) -> bool:
    """True for keys that are no text: with Ctrl or Alt, and the row of F keys."""
    return key.startswith(("Ctrl+", "Alt+")) or (key.startswith("F") and key[1:].isdigit())


def keeps_arrows(widget: QWidget | None, key: str) -> bool:
    """True when the focused widget has a use of its own for this arrow key."""
    while widget is not None:
        said = widget.property(KEEPS_ARROWS)
        if said in _KEPT:
            return key in _KEPT[said]
        if said is not None:
            return bool(said)
        if isinstance(widget, (QAbstractSlider, QAbstractItemView)):
            return True
        if widget.isWindow():
            return False
        widget = widget.parentWidget()
    return False


class KeyFilter(QObject):
    """Turns key events of one window into actions."""

    def __init__(
        self,
        window: QWidget,
        *,
        table: Callable[[], dict[str, str]],
        act: Callable[[str], bool],
        end: Callable[[str], None],
    ) -> None:
        super().__init__(window)
        self._window, self._table, self._act, self._end = window, table, act, end
        self._keys = HeldKeys()
        # The key that did something last, and what.
        self._begun = (0, "")
        self._held: dict[int, str] = {}
        self._released: dict[int, str] = {}
        self._grace = QTimer(self)
        self._grace.setSingleShot(True)
        self._grace.setInterval(GRACE)
        self._grace.timeout.connect(self._end_released)
        self._is_composing = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt's hook: True eats the event."""
        kind = event.type()
        if kind == QEvent.Type.InputMethod and isinstance(event, QInputMethodEvent):
            self._is_composing = bool(event.preeditString())
            return False
        if kind in _KEYS and isinstance(event, QKeyEvent):
            return self._key(watched, event)
        if kind in (QEvent.Type.WindowDeactivate, QEvent.Type.FocusOut) and (
            self._held or self._released
        ):
            self._let_go()
        return False

    def _key(self, watched: QObject, event: QKeyEvent) -> bool:
        kind = event.type()
        if isinstance(watched, QWindow):
            return kind != QEvent.Type.ShortcutOverride and self._keys.marks(watched, event)
        if kind == QEvent.Type.KeyRelease:
            return self._release(event)
        is_ours = self._is_ours(watched)
        if kind == QEvent.Type.KeyPress and self._means_else_now(event, is_ours=is_ours):
            return True
        return is_ours and self._press(event, is_override=kind == QEvent.Type.ShortcutOverride)

    def _means_else_now(self, event: QKeyEvent, *, is_ours: bool) -> bool:
        """True for a repeat of a key that did something, where it would now do something else.

        What opens a field must not be typed into it.
        """
        key, action_id = self._begun
        if not event.isAutoRepeat() or event.key() != key:
            self._begun = (0, "") if event.key() == key else self._begun
            return False
        return not is_ours or self._meaning(event) != action_id

    def _is_ours(self, watched: QObject) -> bool:
        if QApplication.activePopupWidget() or QApplication.activeModalWidget():
            return False
        # What a field leaves of a press goes on to its parents: it was decided upon already, and
        # the keyboard may be elsewhere by then.
        focused = QApplication.focusWidget()
        if focused is not None and watched is not focused:
            return False
        return isinstance(watched, QWidget) and watched.window() is self._window

    def _meaning(self, event: QKeyEvent) -> str:
        """The action that a key stands for where the keyboard is; empty leaves it to the widget."""
        key = key_of_event(event)
        action_id = self._table().get(key) if key else None
        if action_id is None:
            return ""
        focused = QApplication.focusWidget()
        if is_text_field(focused) and not self._is_allowed_in_text(key, action_id):
            return ""
        if action_id != "escape" and keeps_plain(focused, key):
            return ""
        if key in ARROWS and keeps_arrows(focused, key):
            return ""
        if key == "Tab" and keeps_tab(focused):
            return ""
        if focused is not None and focused.property(COMMITS) and key in _COMMITS:
            return ""
        if action_id not in _OVER and _is_inside(focused, LIES_OVER):
            return ""
        return action_id

    def _press(self, event: QKeyEvent, *, is_override: bool) -> bool:
        action_id = self._meaning(event)
        if not action_id:
            return False
        if is_override:
            # Claim the key, so that no menu takes it before the press arrives.
            event.accept()
            return True
        action = BY_ID[action_id]
        if event.isAutoRepeat() and not (action.repeats or action.hold):
            return True
        if action.hold and not self._holds_anew(event, action_id):
            return True
        self._begun = (event.key(), action_id)
        return self._act(action_id)

    def _holds_anew(self, event: QKeyEvent, action_id: str) -> bool:
        """True when what lasts as long as its key is held begins now; False when it goes on."""
        key = event.key()
        is_held_on = self._released.pop(key, None) == action_id
        if event.isAutoRepeat() and not is_held_on:
            return False
        self._held[key] = action_id
        return not is_held_on

    def _is_allowed_in_text(self, key: str, action_id: str) -> bool:
        if self._is_composing:
            return False
        if action_id == "escape":
            return True
        if key in _OWN_IN_TEXT:
            return False
        return _is_chord(key)

    def _release(self, event: QKeyEvent) -> bool:
        if event.isAutoRepeat():
            return event.key() in self._held
        action_id = self._held.pop(event.key(), None)
        if action_id is None:
            return False
        # A repeat that the window system has not announced yet looks like a release and a press.
        self._released[event.key()] = action_id
        self._grace.start()
        return True

    def _end_released(self) -> None:
        released, self._released = self._released, {}
        for action_id in released.values():
            self._end(action_id)

    def _let_go(self) -> None:
        """The window lost the keyboard: the release will never come."""
        self._grace.stop()
        held, self._held, self._released = self._held | self._released, {}, {}
        for action_id in held.values():
            self._end(action_id)


def without_input_method(widget: QWidget) -> None:
    """A widget without text must not start a composition when an answer key is pressed."""
    widget.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)
