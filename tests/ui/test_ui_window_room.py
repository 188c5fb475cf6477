"""The question and its answers are whole, whatever else is open and however small the window is."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from reviewer.ui.panel.card import ItemCard
from reviewer.ui.widgets.answers import AnswerKeys
from reviewer.ui.window import Window
from tests.ui import window_desk

POSTER = "astronaut_poster"
SIZES = [(1920, 1080), (1600, 900), (1366, 768), (1093, 614)]


def place(window: Window, part: QWidget) -> QRect:
    return QRect(part.mapTo(window, QPoint(0, 0)), part.size())


@pytest.mark.parametrize("tab", ["ledger", "what-if", "details"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_open_question_is_whole_with_the_drawer_open(
    qtbot: QtBot, tmp_path: Path, size: tuple[int, int], tab: str
) -> None:
    folder = window_desk.copy_samples(tmp_path / "samples", POSTER)
    with window_desk.desk(qtbot, folder, size=size) as window:
        window.show_tab(tab, takes_focus=False)
        qtbot.wait(50)
        card = window.panel.findChild(ItemCard)
        assert place(window, window.panel.body).contains(place(window, card))
        for keys in card.findChildren(AnswerKeys):
            if keys.isVisible():
                assert place(window, card).contains(place(window, keys))
        assert window.bottom.isVisible()
        assert not place(window, window.bottom).intersects(place(window, window.panel))


def test_the_drawer_goes_beside_the_panel_and_back_as_the_window_is_sized(
    qtbot: QtBot, tmp_path: Path
) -> None:
    folder = window_desk.copy_samples(tmp_path / "samples", POSTER)
    with window_desk.desk(qtbot, folder, size=(1366, 768)) as window:
        window.show_tab("history")
        assert window.bottom.width() == window.workspace.width()
        window.resize(1366, 640)
        qtbot.waitUntil(lambda: window.bottom.width() < window.workspace.width(), timeout=3000)
        assert window.bottom.isVisible()
        assert window.panel.height() == window.workspace.height()
        window.resize(1366, 768)
        qtbot.waitUntil(lambda: window.bottom.width() == window.workspace.width(), timeout=3000)
        assert window.bottom.isVisible()
