"""What waits for the first picture of the window comes after it, once, and in any case."""

from __future__ import annotations

import gc

import pytest
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from reviewer.cli import open_window
from reviewer.session.jobs import Jobs
from reviewer.session.start import warm_up
from reviewer.ui import app
from reviewer.ui.app import FirstPaint


class Painted(QWidget):
    """Notes what happens to it."""

    def __init__(self, told: list[str]) -> None:
        super().__init__()
        self.told = told

    def paintEvent(self, event: QPaintEvent) -> None:
        self.told.append("painted")


def test_it_is_called_once_and_after_the_window_was_painted(qtbot: QtBot) -> None:
    told: list[str] = []
    widget = Painted(told)
    qtbot.addWidget(widget)
    FirstPaint(widget, lambda: told.append("called"))
    widget.show()
    qtbot.waitUntil(lambda: "called" in told, timeout=5_000)
    assert told[0] == "painted"
    widget.repaint()
    qtbot.wait(50)
    assert told.count("called") == 1


def test_a_window_that_nobody_sees_goes_on_too(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "_UNSEEN", 20)
    told: list[str] = []
    widget = Painted(told)
    qtbot.addWidget(widget)
    FirstPaint(widget, lambda: told.append("called"))
    qtbot.waitUntil(lambda: bool(told), timeout=5_000)
    assert told == ["called"]


def test_garbage_is_collected_again_once_everything_is_loaded() -> None:
    jobs = Jobs()
    gc.disable()
    try:
        warm_up(jobs, app._collect_garbage)
        jobs.drain()
        assert gc.isenabled()
    finally:
        gc.enable()
        gc.unfreeze()
        jobs.close()


def test_a_library_that_is_not_there_is_told_before_qt_ends_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DISPLAY", ":7")
    for name in ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(open_window, "_loads", lambda library: False)
    assert "libxcb-cursor0" in open_window.display_problem()
    monkeypatch.undo()
    assert not open_window._loads("libnobody-has-this.so.9")
