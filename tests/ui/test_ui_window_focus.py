"""Where the keyboard is as parts of the window come and go: one ring, and on what is seen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from reviewer.ui.pictures.view import PictureView
from reviewer.ui.window import Window
from tests.ui import window_desk
from tests.ui.window_desk import press

CAT = "cat_darker"


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[Window]:
    folder = window_desk.copy_samples(tmp_path / "samples", CAT)
    with window_desk.desk(qtbot, folder) as made:
        qtbot.waitUntil(lambda: made.pictures.sheet.sheet is not None, timeout=window_desk.TIMEOUT)
        yield made


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_a_mode_leaves_the_keyboard_with_the_pictures(window: Window, number: int) -> None:
    """Qt would hand it to the inspector of the sheet, where an arrow changes the palette."""
    starts = {1: "sheet", 5: "3-up"}
    window.pictures.set_mode(starts.get(number, "3-up"))
    window.pictures.focus_picture()
    press(window, Qt.Key(Qt.Key.Key_0 + number), Qt.KeyboardModifier.AltModifier)
    held = QApplication.focusWidget()
    assert isinstance(held, PictureView)
    assert held.isVisible()


def test_leaving_the_sheet_takes_the_keyboard_from_its_inspector(window: Window) -> None:
    window.commands.run("mode-sheet")
    window.pictures.inspector.setFocus()
    window.pictures.inspector.focusNextChild()
    assert window.pictures.inspector.isAncestorOf(QApplication.focusWidget())
    window.commands.run("mode-3up")
    assert isinstance(QApplication.focusWidget(), PictureView)


def test_each_part_that_f6_reaches_shows_where_the_keyboard_is(window: Window) -> None:
    window.list_pane.view.setFocus()
    press(window, Qt.Key.Key_F6)
    assert isinstance(QApplication.focusWidget(), PictureView), "it draws its ring when it has it"
    press(window, Qt.Key.Key_F6)
    assert QApplication.focusWidget() is window.panel.body
    press(window, Qt.Key.Key_F6)
    assert QApplication.focusWidget() is window.list_pane.view
