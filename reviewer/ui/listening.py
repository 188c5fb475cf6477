"""Listens for what others say of the task on the desk: in a while, and on coming back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget

_EVERY = 5_000


class Listening(QObject):
    """Calls `listen` every few seconds while the window is shown, and when it is gone to."""

    def __init__(self, window: QWidget, listen: Callable[[], None]) -> None:
        super().__init__(window)
        self._window, self._listen = window, listen
        self._timer = QTimer(self)
        self._timer.setInterval(_EVERY)
        self._timer.timeout.connect(self._tick)
        self._timer.start()
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt's hook."""
        if event.type() == QEvent.Type.WindowActivate:
            self._listen()
        return False

    def _tick(self) -> None:
        if self._window.isVisible():
            self._listen()
