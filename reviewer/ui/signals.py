"""Signals that end the program take the way of Quit: grades are written, locks let go of."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier

_ENDING = (signal.SIGINT, signal.SIGTERM)


class QuitSignals(QObject):
    """Calls `end` at SIGINT or SIGTERM; a second one ends the program as it always does.

    Python runs a handler only between two of its own steps, and Qt's loop waits without any: the
    wake-up socket makes the loop take one.
    """

    def __init__(self, parent: QObject, end: Callable[[], object]) -> None:
        super().__init__(parent)
        self._end = end
        self._hear, self._tell = socket.socketpair()
        self._hear.setblocking(False)
        self._tell.setblocking(False)
        self._notifier = QSocketNotifier(self._hear.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._woken)
        self._earlier = {number: signal.signal(number, self._caught) for number in _ENDING}
        self._wakes_up = signal.set_wakeup_fd(self._tell.fileno(), warn_on_full_buffer=False)

    def _woken(self) -> None:
        self._hear.recv(4096)

    def _caught(self, number: int, frame: FrameType | None) -> None:
        for ending in _ENDING:
            signal.signal(ending, signal.SIG_DFL)
        self._end()

    def close(self) -> None:
        """Leave signals as they were found."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._wakes_up)
        for number, handler in self._earlier.items():
            signal.signal(number, handler)
        self._hear.close()
        self._tell.close()
