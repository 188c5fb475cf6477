"""Starting the window: Qt first, numbers and pictures behind it."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImageReader
from PySide6.QtWidgets import QApplication

from reviewer.session.answers import read_answers
from reviewer.session.desk import Session
from reviewer.session.jobs import Jobs
from reviewer.session.preferences import Settings, changed, load_settings, save_settings
from reviewer.session.start import open_cache, warm_up
from reviewer.store import resources
from reviewer.ui import icons, theme
from reviewer.ui.bridge import Bridge
from reviewer.ui.window import Window

_START = (1440, 900)


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
    icons.set_folder(resources.path("icons"))
    return app


def make_window(settings: Settings, *, judge_answers: Path | None = None) -> Window:
    """A window with its session, ready to open a folder."""
    bridge = Bridge()
    jobs = Jobs(deliver=bridge.deliver)
    session = Session(
        settings=settings,
        jobs=jobs,
        cache=open_cache(),
        judge_answers=read_answers(judge_answers) if judge_answers else None,
    )
    window = Window(session, keep=save_settings)
    bridge.setParent(window)
    jobs.on_change = lambda: bridge.deliver(window.jobs_changed)
    window.destroyed.connect(bridge.close)
    return window


def run_window(
    folder: Path | None, *, theme_choice: str = "", judge_answers: Path | None = None,
    author: str = "",
) -> int:  # fmt: skip
    """Show the window until it is closed; returns the exit code."""
    app = application()
    settings, note = load_settings()
    asked = {"theme": theme_choice, "author": author}
    this_run = {name: value for name, value in asked.items() if value}
    theme.apply(app, changed(settings, **this_run).theme, more_contrast=settings.more_contrast)
    window = make_window(settings, judge_answers=judge_answers, this_run=this_run)
    if fills(settings.window, app):
        window.resize(size_for("", app))
        window.showMaximized()
    else:
        window.resize(size_for(settings.window, app))
        window.show()
    warm_up(window.session.jobs, _collect_garbage)
    if note:
        window.session.say(note, is_error=True)
    if folder is not None:
def _collect_garbage() -> None:
    """From now on, and never among what was loaded at the start: it stays until the end."""
    gc.freeze()
    gc.enable()


        window.open(folder)
    return app.exec()


def _fills(app: QApplication) -> bool:
    """Small screens are filled; on large ones the window starts smaller."""
    if os.environ.get("REVIEWER_WINDOW") == "normal":
        return False
    screen = app.primaryScreen()
    return screen is None or screen.availableGeometry().width() <= _START[0] + 500
