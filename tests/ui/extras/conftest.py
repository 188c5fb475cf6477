"""A whole window over a folder of small tasks made on the spot."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from reviewer.session.preferences import Settings
from reviewer.ui import app as application
from reviewer.ui import fonts, theme
from reviewer.ui.window import Window

MakeTask = Callable[..., Path]


def picture(shade: int, *, side: int = 48) -> np.ndarray:
    """A small picture with a square of its own shade."""
    pixels = np.full((side, side, 3), 240, np.uint8)
    pixels[8:24, 8:24] = shade
    return pixels


@pytest.fixture
def make_task(tmp_path: Path) -> MakeTask:
    """Write one edit task with a judge's rows and measuring values; returns its folder."""

    def make(name: str, *, shade: int = 40, judge: float | None = 1.0, extra: str = "") -> Path:
        folder = tmp_path / "tasks" / name
        folder.mkdir(parents=True)
        for role, value in (("initial", 200), ("result", shade), ("golden", 40)):
            cv2.imwrite(str(folder / f"{role}.png"), picture(value))
        graded = 'graded_from = "score.json"\n' if judge is not None else ""
        (folder / "task.toml").write_text(
            f'kind = "gimp_edit"\n{graded}instruction = "Darken the square."\n'
            '[artifacts]\ninitial = "initial.png"\nresult = "result.png"\ngolden = "golden.png"\n'
            '[[checks]]\nuse = "brightness_decreased"\n'
        )
        (folder / "rubric.toml").write_text(
            'extends = "gimp_edit"\nname = "square"\nversion = 1\n'
            '[[check]]\nid = "neat"\nasks = "Is the square neat?"\nbucket = "judge"\n'
            'direct = true\noverridable = true\nscale = "yes_no"\n'
            '[[check]]\nid = "dark"\nasks = "Is the square dark?"\nbucket = "judge"\n'
            f'direct = true\noverridable = true\nscale = "yes_no"\n{extra}'
        )
        if judge is not None:
            rows = {"neat": {"score": judge, "reason": "seen"}, "dark": {"score": 1.0}}
            (folder / "score.json").write_text(
                json.dumps({"overall_score": 0.5, "judge_method": "vlm", "checks": rows})
            )
        return folder

    return make


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication) -> Iterator[Window]:
    """An open window without a folder."""
    fonts.set_scale(qapp, 1.0)
    theme.apply(qapp, "light")
    made = application.make_window(Settings(author="ann", theme="light", blind=False))
    qtbot.addWidget(made)
    made.resize(1366, 768)
    made.show()
    yield made
    made.close()


@pytest.fixture
def opened(window: Window, qtbot: QtBot) -> Callable[[Path], Window]:
    """Open a folder and wait until its first task is graded and shown."""

    def open_folder(folder: Path) -> Window:
        window.open(folder)
        qtbot.waitUntil(lambda: is_ready(window), timeout=15_000)
        return window

    return open_folder


def is_ready(window: Window) -> bool:
    """True once the task on the desk is graded and its result is on the screen."""
    state = window.session.current
    return state is not None and state.ledger is not None and state.result_shown
