"""Tells a key that is held from one that is pressed again, where the window system does not."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtGui import QKeyEvent

# Milliseconds between a release and the next press of the same key, below which no finger did it.
# X11 without detectable auto-repeat makes a release and a press of each repeat, both at the same
# time; a worn switch bounces for 5 to 25 ms. Who taps one key as fast as can be does it 6 to 8
# times a second, and the key is up for some 60 ms or more each time.
FASTEST = 40
# A press of a key that is down is a repeat as long as the repeats come: the first is waited for
# the longest, 660 ms on X11 and up to a second elsewhere. After that its release was lost.
LONGEST_WAIT = 1_000
# Not every system numbers its keys; these numbers say nothing.
_UNNUMBERED = (0, 1)


@dataclass(slots=True)
class _Key:
    is_down: bool = False
    pressed: int = 0
    released: int | None = None


class HeldKeys:
    """Remembers when each key went down and up, by the clock of the window system."""

    def __init__(self) -> None:
        self._keys: dict[tuple[int, int], _Key] = {}

    def is_repeat(self, event: QKeyEvent) -> bool:
        """Take a key event in; True for a press that no finger made anew."""
        at = event.timestamp()
        if not at:
            # Made by a program, which knows what it says.
            return event.isAutoRepeat()
        key = self._keys.setdefault(_name(event), _Key())
        if event.type() == QEvent.Type.KeyRelease:
            key.is_down, key.released = event.isAutoRepeat(), at
            return event.isAutoRepeat()
        is_bounce = key.released is not None and 0 <= at - key.released <= FASTEST
        is_down = key.is_down and 0 <= at - key.pressed <= LONGEST_WAIT
        key.is_down, key.pressed = True, at
        return event.isAutoRepeat() or is_bounce or is_down

    def marks(self, window: QObject, event: QKeyEvent) -> bool:
        """Send a repeat that is not marked as one again, marked; True when that was done."""
        if not self.is_repeat(event) or event.isAutoRepeat():
            return False
        marked = QKeyEvent(
            event.type(),
            event.key(),
            event.modifiers(),
            event.nativeScanCode(),
            event.nativeVirtualKey(),
            event.nativeModifiers(),
            event.text(),
            True,
            event.count(),
        )
        # It stands for one that was taken in already.
        marked.setTimestamp(0)
        QCoreApplication.sendEvent(window, marked)
        event.setAccepted(marked.isAccepted())
        return True


def _name(event: QKeyEvent) -> tuple[int, int]:
    """The key itself where it is numbered: what it means changes when Shift is let go first."""
    code = event.nativeScanCode()
    return (code, 0) if code not in _UNNUMBERED else (0, event.key())
