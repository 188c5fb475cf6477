"""The one hop to the main thread."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal, Slot


class Bridge(QObject):
    """Runs callables on the thread it lives in, in the order they were handed over."""

    _handed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._handed.connect(self._run, Qt.ConnectionType.QueuedConnection)
        self._is_open = True

    def deliver(self, act: Callable[[], None]) -> None:
        """Hand a callable to the main thread; may be called from any thread."""
        if self._is_open:
            self._handed.emit(act)

    @Slot(object)
    def _run(self, act: Callable[[], None]) -> None:
        if self._is_open:
            act()

    def close(self) -> None:
        """Drop what has not been delivered: the window is going away."""
        self._is_open = False
