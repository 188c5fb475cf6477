"""What the panel does a moment later: end a flash, look ahead at the headlines of the open item."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer


def after(milliseconds: int, act: Callable[[], object], parent: QObject) -> QTimer:
    """A timer that acts once, so long after it was last started."""
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(milliseconds)
    timer.timeout.connect(act)
    return timer
