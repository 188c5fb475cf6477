"""Starting the window: Qt first, numbers and pictures behind it."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QImageReader
from PySide6.QtWidgets import QApplication, QWidget

from reviewer.session.answers import read_answers
from reviewer.session.desk import Session
from reviewer.session.jobs import Jobs
from reviewer.session.preferences import Settings, changed, keep, load_settings, put_aside
from reviewer.session.start import open_cache, tidy_up, warm_up
from reviewer.ui import theme
from reviewer.ui.bridge import Bridge
from reviewer.ui.input_watch import InputWatch
from reviewer.ui.listening import Listening
from reviewer.ui.preferences import FULL
from reviewer.ui.signals import QuitSignals
from reviewer.ui.window import Window

_START = (1440, 900)
# Milliseconds after which a window that nobody sees goes on without having been painted.
_UNSEEN = 2_000
# A title bar and borders, as wide as they come: a window is shown before its own are known.
_FRAME = (16, 48)


def application() -> QApplication:
    """The one application object, dressed."""
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    QApplication.setHighDpiScaleFactorRoundingPolicy(
        Qt.HighDpiScaleFactorRoundingPolicy.PassThrough
    )
    app = QApplication(sys.argv[:1])
    app.setApplicationName("reviewer")
    app.setApplicationDisplayName("Reviewer")
    # Qt decodes only our own icons; a null image of its own limit must never look like a result.
    QImageReader.setAllocationLimit(64)
    return app


def make_window(
    settings: Settings,
    *,
    judge_answers: Path | None = None,
    this_run: Mapping[str, object] | None = None,
) -> Window:
    """A window with its session, ready to open a folder.

    `this_run` are settings that hold until the window closes and are not kept: what the command
    line asks for.
    """
    chosen = dict(this_run or {})
    kept = {name: getattr(settings, name) for name in chosen}
    settings = changed(settings, **chosen)
    bridge = Bridge()
    jobs = Jobs(deliver=bridge.deliver)
    session = Session(
        settings=settings,
        jobs=jobs,
        cache=open_cache(),
        judge_answers=read_answers(judge_answers) if judge_answers else None,
    )
    window = Window(session, keep=lambda chosen: keep(chosen, session), kept=kept)
    bridge.setParent(window)
    jobs.on_change = lambda: bridge.deliver(window.jobs_changed)
    window.destroyed.connect(bridge.close)
    InputWatch(window, session.clock.touch)
    Listening(window, session.watch)
    return window


class FirstPaint(QObject):
    """Calls once, when a widget was painted, or after a while where nothing paints it."""

    def __init__(self, widget: QWidget, then: Callable[[], None]) -> None:
        super().__init__(widget)
        self._widget, self._then, self._is_due = widget, then, True
        widget.installEventFilter(self)
        QTimer.singleShot(_UNSEEN, self, self._call)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt's hook: what is called must not delay the painting itself."""
        if event.type() == QEvent.Type.Paint and watched is self._widget:
            self._widget.removeEventFilter(self)
            QTimer.singleShot(0, self, self._call)
        return False

    def _call(self) -> None:
        if self._is_due:
            self._is_due = False
            self._then()


def _collect_garbage() -> None:
    """From now on, and never among what was loaded at the start: it stays until the end."""
    gc.freeze()
    gc.enable()


def run_window(
    folder: Path | None, *, theme_choice: str = "", judge_answers: Path | None = None,
    author: str = "",
) -> int:  # fmt: skip
    """Show the window until it is closed; returns the exit code."""
    app = application()
    settings, note = load_settings()[0], put_aside()
    asked = {"theme": theme_choice, "author": author}
    this_run = {name: value for name, value in asked.items() if value}
    scheme = changed(settings, **this_run).theme
    theme.apply(app, scheme, more_contrast=settings.more_contrast, canvas=settings.canvas)
    window = make_window(settings, judge_answers=judge_answers, this_run=this_run)
    if fills(settings.window, app):
        window.resize(size_for("", app))
        window.showMaximized()
    else:
        window.resize(size_for(settings.window, app))
        window.show()
    FirstPaint(window, lambda: warm_up(window.session.jobs, _collect_garbage))
    tidy_up(window.session.jobs)
    if note:
        window.session.say(note, is_error=True)
    if folder is not None:
        window.open(folder)
    signals = QuitSignals(window, app.closeAllWindows)
    try:
        return app.exec()
    finally:
        signals.close()


def fills(remembered: str, app: QApplication) -> bool:
    """As it was left; at the first start small screens are filled."""
    if os.environ.get("REVIEWER_WINDOW") == "normal":
        return False
    if remembered:
        return remembered == FULL
    screen = app.primaryScreen()
    return screen is None or screen.availableGeometry().width() <= _START[0] + 500


def size_for(remembered: str, app: QApplication) -> QSize:
    """The size as it was left, within the screen and its title bar."""
    width, _, height = remembered.partition("x")
    is_size = width.isdecimal() and height.isdecimal()
    wanted = QSize(int(width), int(height)) if is_size else QSize(*_START)
    screen = app.primaryScreen()
    if screen is None:
        return wanted
    room = screen.availableGeometry().size() - QSize(*_FRAME)
    return wanted.boundedTo(room)
