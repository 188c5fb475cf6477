"""The pictures of the window that are made without a display show a folder that is graded."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QPixmap
from pytestqt.qtbot import QtBot

from reviewer.ui import portrait
from reviewer.ui.window import Window
from tests.ui import window_desk


def test_a_picture_is_taken_when_the_whole_list_is_graded(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("cat_darker", "coffee_mirrored", "coins_inverted", "rocket_contrast")
    folder = window_desk.copy_samples(tmp_path / "samples", *names)
    known, busy = [], []
    real = Window.grab

    def grab(window: Window) -> QPixmap:
        known.append(sum(row.headline is not None for row in window.session.rows()))
        busy.append([job.title for job in window.session.jobs.running() if not job.is_quiet])
        return real(window)

    monkeypatch.setattr(Window, "grab", grab)
    assert portrait.take(folder, tmp_path) == 4
    assert known == [4, 4, 4, 4]
    assert busy == [[], [], [], []]
    assert {path.stem for path in tmp_path.glob("*.png")} == {f"window_{name}" for name in names}
