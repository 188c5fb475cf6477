"""The mouse alone: every action of the table is in a menu, and a task can be walked with it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from reviewer.ui.actions import ACTIONS, BY_ID, MENUS
from reviewer.ui.menus import menu_of
from reviewer.ui.window import Window
from tests.ui import window_desk

CAT, POSTER = "cat_darker", "astronaut_poster"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return window_desk.copy_samples(tmp_path / "samples", CAT, POSTER)


@pytest.fixture
def window(qtbot: QtBot, folder: Path) -> Iterator[Window]:
    with window_desk.desk(qtbot, folder) as made:
        qtbot.waitUntil(lambda: not made.session.is_discovering, timeout=window_desk.TIMEOUT)
        yield made


def in_menus(window: Window) -> dict[str, QAction]:
    """What the mouse finds in the menu bar now, by the id of its action."""
    found: dict[str, QAction] = {}
    for top in window.menuBar().actions():
        menu = top.menu()
        assert isinstance(menu, QMenu)
        menu.aboutToShow.emit()
        found.update(_lines(menu))
    return found


def _lines(menu: QMenu) -> dict[str, QAction]:
    """The actions of a menu and of those that open from it."""
    found: dict[str, QAction] = {}
    for action in menu.actions():
        further = action.menu()
        if isinstance(further, QMenu):
            found.update(_lines(further))
        elif action.isVisible() and action.objectName():
            found[action.objectName()] = action
    return found


def test_every_menu_fits_the_smallest_window(window: Window) -> None:
    for top in window.menuBar().actions():
        menu = top.menu()
        assert isinstance(menu, QMenu)
        menu.aboutToShow.emit()
        for each in (menu, *menu.findChildren(QMenu)):
            assert each.sizeHint().height() <= 614 - window.menuBar().height()


def test_the_lower_panel_keeps_its_height_whatever_it_shows(qtbot: QtBot, folder: Path) -> None:
    with window_desk.desk(qtbot, folder, size=(1366, 768)) as window:
        window_desk.go(qtbot, window, POSTER)
        heights = set()

        def look() -> None:
            qtbot.wait(60)
            heights.add(window.bottom.height())

        for tab in ("details", "ledger", "history"):
            window.show_tab(tab)
            for row in ("ssim", "histogram", "title_legible", "dimensions"):
                window.panel.set_current(row)
                window.rows.show_evidence(row, zoom=False)
                look()
        for mode in ("3-up", "sheet", "difference"):
            window.pictures.choose_mode(mode)
            look()
        assert len(heights) == 1, heights
        (before,) = heights
        grip = window.bottom.grip
        QTest.mousePress(grip, Qt.MouseButton.LeftButton, pos=QPoint(40, 2))
        QTest.mouseMove(grip, QPoint(40, -38))
        QTest.mouseRelease(grip, Qt.MouseButton.LeftButton, pos=QPoint(40, -38))
        qtbot.wait(30)
        assert window.bottom.height() > before
        assert window.preferences.settings.drawer_height >= window.bottom.height()
        QTest.mouseDClick(grip, Qt.MouseButton.LeftButton)
        qtbot.wait(30)
        assert (window.bottom.height(), window.preferences.settings.drawer_height) == (before, 0)


def choose(window: Window, action_id: str) -> None:
    """A click on the line of a menu."""
    in_menus(window)[action_id].trigger()


def test_every_action_of_the_desk_is_in_a_menu(window: Window) -> None:
    assert set(in_menus(window)) == {action.id for action in ACTIONS if not action.view}
    assert {menu_of(action) for action in ACTIONS} <= set(MENUS)


@pytest.mark.parametrize(("view", "opening"), [("sheet", "contact-sheet"), ("pairs", "")])
def test_every_action_of_a_page_is_in_a_menu_there(window: Window, view: str, opening: str) -> None:
    if opening:
        choose(window, opening)
    else:
        window.extras.view = view
    assert window.extras.view == view
    wanted = {action.id for action in ACTIONS if action.view in ("", view)}
    assert set(in_menus(window)) == wanted
    window.extras.view = view if opening else ""


def test_a_click_begins_what_a_key_holds_and_a_click_ends_it(window: Window) -> None:
    pane = window.pictures
    choose(window, "blink-golden")
    assert pane._showing.blink == "golden"
    assert in_menus(window)["blink-golden"].isChecked()
    choose(window, "blink-golden")
    assert pane._showing.blink == ""
    assert not in_menus(window)["blink-golden"].isChecked()
    choose(window, "blink-initial")
    choose(window, "next-task")
    assert not in_menus(window)["blink-initial"].isChecked()


def test_a_task_is_answered_undone_completed_and_filtered_by_menu(
    qtbot: QtBot, window: Window
) -> None:
    window_desk.go(qtbot, window, POSTER)
    answers = window.session.state(POSTER).review
    for action in ("answer-yes", "answer-no", "cannot-tell", "answer-half"):
        choose(window, action)
    assert len(window.session.state(POSTER).review.answers) == 4
    choose(window, "undo")
    assert len(window.session.state(POSTER).review.answers) == 3
    choose(window, "redo")
    assert len(window.session.state(POSTER).review.answers) == 4
    assert answers is not window.session.state(POSTER).review
    choose(window, "complete")
    assert window.session.row(POSTER).status == "done"
    assert window.session.current_id == CAT
    choose(window, "blind")
    assert window.session.is_blind
    assert in_menus(window)["blind"].isChecked()
    choose(window, "focus-filter")
    assert window.list_pane.filter.hasFocus()


def test_what_cannot_be_done_now_is_greyed(window: Window) -> None:
    shown = in_menus(window)
    assert not shown["clip-play"].isEnabled()
    assert BY_ID["clip-play"].needs == "clip"
    assert shown["next-task"].isEnabled()
