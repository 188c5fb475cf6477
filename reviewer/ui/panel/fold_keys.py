"""What keys mean on the line of a fold."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

_WALKS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_OPENS = (
    Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Right, Qt.Key.Key_Left,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FoldKey:
    """So many rows on, or open and close; neither where the key is used up without effect."""

    walks: int = 0
    toggles: bool = False


def fold_key(event: QKeyEvent, *, is_open: bool) -> FoldKey | None:
    """Enter, Space, → and ← open and close a fold, ↑ ↓ walk on; None for any other key."""
    if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
        return None
    key = Qt.Key(event.key())
    if key in _WALKS:
        return FoldKey(walks=_WALKS[key])
    if key not in _OPENS:
        return None
    if key == Qt.Key.Key_Right and is_open:
        return FoldKey(walks=1)
    is_fresh = not event.isAutoRepeat()
    return FoldKey(toggles=is_fresh and (key != Qt.Key.Key_Left or is_open))
