"""A whole window on a copy of the samples, driven as a person drives it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from reviewer.session.preferences import Settings, changed, load_settings
from reviewer.store import resources
from reviewer.ui import app as starting
from reviewer.ui.portrait import is_there
from reviewer.ui.window import Window

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
PLAIN = Qt.KeyboardModifier.NoModifier
TIMEOUT = 20_000


def copy_samples(folder: Path, *names: str) -> Path:
    """Some samples, or all of them, in a folder of one's own."""
    source = resources.path("samples")
    for item in sorted(source.iterdir()):
        if item.is_dir() and (not names or item.name in names):
            shutil.copytree(item, folder / item.name)
    return folder


@contextmanager
def desk(
    qtbot: QtBot, folder: Path, *, size: tuple[int, int] = (1600, 900), **settings: object
) -> Iterator[Window]:
    """A window with this folder open; it is closed whatever happens."""
    starting.application()
    chosen: Settings = changed(load_settings()[0], author="ann", theme="dark", **settings)
    window = starting.make_window(chosen)
    try:
        window.resize(*size)
        window.show()
        qtbot.waitExposed(window)
        window.open(folder)
        qtbot.waitUntil(lambda: bool(window.session.current_id), timeout=TIMEOUT)
        settle(qtbot, window)
        yield window
    finally:
        window.close()
        window.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        QApplication.processEvents()


def kept(qtbot: QtBot, window: Window) -> Settings:
    """The settings as they were last written: a window does not wait for that."""
    qtbot.waitUntil(lambda: not window.session.jobs.is_running("settings"), timeout=TIMEOUT)
    return load_settings()[0]


def settle(qtbot: QtBot, window: Window) -> None:
    """Wait until the task on the desk is measured and its result painted."""
    qtbot.waitUntil(lambda: is_there(window), timeout=TIMEOUT)


def rest(qtbot: QtBot, window: Window) -> None:
    """Wait until nothing runs and what it brought is shown."""
    qtbot.waitUntil(lambda: not window.session.jobs.running(), timeout=TIMEOUT)
    qtbot.wait(120)


def go(qtbot: QtBot, window: Window, task: str) -> None:
    """Put a task on the desk and wait for it."""
    window.select(task)
    settle(qtbot, window)


def press(window: Window, key: Qt.Key, modifiers: Qt.KeyboardModifier = PLAIN) -> None:
    """One key press at whatever has the keyboard."""
    QTest.keyClick(QApplication.focusWidget() or window, key, modifiers)
    QApplication.processEvents()


def hold(window: Window, key: Qt.Key, modifiers: Qt.KeyboardModifier, *, repeats: int) -> None:
    """A key held down: one press, then auto-repeats, then the release."""
    target = QApplication.focusWidget() or window
    for number in range(repeats + 1):
        event = QKeyEvent(QEvent.Type.KeyPress, key, modifiers, "", number > 0)
        QApplication.sendEvent(target, event)
        QApplication.processEvents()
    QApplication.sendEvent(target, QKeyEvent(QEvent.Type.KeyRelease, key, modifiers))
    QApplication.processEvents()
