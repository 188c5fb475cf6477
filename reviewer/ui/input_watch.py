"""Sees that somebody is at the window: any key, click, movement or wheel."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

_INPUT = frozenset(
    {
        QEvent.Type.KeyPress,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseMove,
        QEvent.Type.Wheel,
        QEvent.Type.TouchUpdate,
        QEvent.Type.TabletMove,
        QEvent.Type.InputMethod,
    }
)


class InputWatch(QObject):
    """Calls `touched` at each input to the program, and eats none."""

    def __init__(self, parent: QObject, touched: Callable[[], None]) -> None:
        super().__init__(parent)
        self._touched = touched
        QApplication.instance().installEventFilter(self)  # type: ignore[union-attr]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt's hook."""
        if event.type() in _INPUT:
            self._touched()
        return False
