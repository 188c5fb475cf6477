"""Which key does what: one table, two profiles, the person's own keys, conflicts refused."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from reviewer.ui.actions import ACTIONS, BY_ID, EVERYWHERE

_MODIFIERS = (
    Qt.Key.Key_Shift,
    Qt.Key.Key_Control,
    Qt.Key.Key_Alt,
    Qt.Key.Key_Meta,
    Qt.Key.Key_AltGr,
)
# No bare key of these may ever lose work.
FORBIDDEN = frozenset({"Backspace", "Del", "Delete", "Return", "Enter"})


class KeyConflictError(ValueError):
    """Two actions would share a key; the message names both."""


def normal(key: str) -> str:
    """One spelling for a key: Qt's portable one, or the character itself for signs."""
    if len(key) == 1 and not key.isalpha():
        return key
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.PortableText)


def bindings(profile: str, own: Mapping[str, str], view: str = "") -> dict[str, str]:
    """Key → action id on one page; the person's own keys win over the profile's."""
    table: dict[str, str] = {}
    on_page = [action for action in ACTIONS if action.view == view]
    if view:
        on_page += [action for action in ACTIONS if action.id in EVERYWHERE]
    for action in on_page:
        key = key_of(action.id, profile, own)
        if key and key not in table:
            table[key] = action.id
    return table


def key_of(action_id: str, profile: str, own: Mapping[str, str]) -> str:
    """The key of an action, or an empty string."""
    if action_id in own:
        return normal(own[action_id]) if own[action_id] else ""
    action = BY_ID[action_id]
    key = action.letters if profile == "letters" and action.letters else action.key
    return normal(key) if key else ""


def rebound(profile: str, own: Mapping[str, str], action_id: str, key: str) -> dict[str, str]:
    """The person's keys with one more; raises KeyConflictError when the key is taken."""
    wanted = normal(key) if key else ""
    if wanted in FORBIDDEN:
        raise KeyConflictError(f"{wanted} alone is never bound: it could lose work by accident")
    view = BY_ID[action_id].view
    pages = {view} if view or action_id not in EVERYWHERE else {a.view for a in ACTIONS}
    held = (bindings(profile, own, page).get(wanted) for page in sorted(pages))
    holder = next((found for found in held if found not in (None, action_id)), None)
    if wanted and holder not in (None, action_id):
        raise KeyConflictError(f"{wanted} already does “{BY_ID[str(holder)].text}”")
    return {**own, action_id: wanted}


def key_of_event(event: QKeyEvent) -> str:
    """The key that was pressed, in the spelling of the table."""
    if event.key() in _MODIFIERS or event.key() == Qt.Key.Key_unknown:
        return ""
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    text = event.text()
    strong = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    is_sign = len(text) == 1 and text.isprintable() and not (text.isalpha() or text.isspace())
    if is_sign and not held & strong:
        return text
    key = event.key()
    if key == Qt.Key.Key_Enter:
        key = Qt.Key.Key_Return
    if key == Qt.Key.Key_Backtab:
        key = Qt.Key.Key_Tab
    combined = QKeySequence(int(held.value) | int(key))
    return combined.toString(QKeySequence.SequenceFormat.PortableText)


def shown(key: str) -> str:
    """A key as people see it on a cap."""
    signs = {"Right": "→", "Left": "←", "Up": "↑", "Down": "↓", "Return": "↵"}
    # The last sign of "Ctrl++" is the key itself.
    parts = [*key[:-1].split("+"), "+"] if key.endswith("+") else key.split("+")
    return " ".join(signs.get(part, part) for part in parts if part) or key
