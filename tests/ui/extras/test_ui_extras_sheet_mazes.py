"""The contact sheet over mazes: a wrong number is asked for, and nothing is wrong of no path."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from pytestqt.qtbot import QtBot

from reviewer.ui.extras.sheet_page import SheetPage
from reviewer.ui.extras.tile_number import TileNumber
from reviewer.ui.window import Window
from tests.ui import window_desk
from tests.ui.extras.maze_folders import write_maze

SHARE, WALLS = "target_achievement", "no_wall_crossing"


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[Window]:
    """A solved maze, one solved by half, and one without a path."""
    for number, form in enumerate(("right", "half", "none")):
        write_maze(tmp_path / "run", number, form=form)
    with window_desk.desk(qtbot, tmp_path / "run") as made:
        made.commands.run("contact-sheet")
        page = page_of(made)
        qtbot.waitUntil(
            lambda: all(t.picture for t in page.grid.tiles) and len(page.grid.tiles) == 3,
            timeout=window_desk.TIMEOUT,
        )
        yield made


def page_of(window: Window) -> SheetPage:
    assert window.extras.contact.page is not None
    return window.extras.contact.page


def choose(window: Window, qtbot: QtBot, claim: str, place: int) -> None:
    page = page_of(window)
    page.claim_chosen.emit(claim)
    qtbot.waitUntil(lambda: all(t.picture for t in page.grid.tiles), timeout=window_desk.TIMEOUT)
    page.grid.setFocus()
    page.grid.choose(place)


def answers(window: Window, place: int, claim: str) -> list[object]:
    state = window.session.state(page_of(window).grid.tiles[place].view.task)
    return [answer.value for answer in state.review.answers.get(claim, ())]


def sheet(window: Window) -> TileNumber:
    assert window.extras.contact.number is not None
    return window.extras.contact.number


@pytest.mark.parametrize("place", [0, 1], ids=["reached", "missed"])
def test_a_number_that_is_wrong_is_asked_for_and_never_made_up(
    window: Window, qtbot: QtBot, place: int
) -> None:
    choose(window, qtbot, SHARE, place)
    grid = page_of(window).grid
    measured = grid.tiles[place].view.credit
    qtbot.keyClick(grid, Qt.Key.Key_0)
    asked = sheet(window)
    assert asked.isVisible()
    assert float(asked.field.text()) == pytest.approx(measured, abs=1e-5)
    assert answers(window, place, SHARE) == []
    # The tile is seen while its number is asked for.
    origin = grid.mapTo(window, grid.cell(place).topLeft().toPoint())
    tile = QRect(origin, grid.cell(place).size().toSize())
    assert not asked.geometry().intersects(tile)
    assert abs(asked.y() - tile.top()) < tile.height()
    assert window.rect().contains(asked.geometry())
    qtbot.keyClick(asked.field, Qt.Key.Key_Escape)
    assert not asked.isVisible()
    assert answers(window, place, SHARE) == []
    qtbot.keyClick(grid, Qt.Key.Key_0)
    asked.field.setText("1.7")
    qtbot.keyClick(asked.field, Qt.Key.Key_Return)
    assert asked.isVisible()
    assert answers(window, place, SHARE) == []
    asked.field.setText(".42")
    qtbot.keyClick(asked.field, Qt.Key.Key_Return)
    assert not asked.isVisible()
    assert answers(window, place, SHARE) == [0.42]
    assert grid.tiles[place].view.mine == "wrong"
    assert grid.hasFocus()


def test_the_mouse_gives_the_number_too_and_right_confirms_the_measured_one(
    window: Window, qtbot: QtBot
) -> None:
    choose(window, qtbot, SHARE, 1)
    grid = page_of(window).grid
    qtbot.keyClick(grid, Qt.Key.Key_0)
    asked = sheet(window)
    qtbot.mouseClick(asked.cancel, Qt.MouseButton.LeftButton)
    assert answers(window, 1, SHARE) == []
    qtbot.keyClick(grid, Qt.Key.Key_0)
    asked.field.setText("75 %")
    qtbot.mouseClick(asked.save, Qt.MouseButton.LeftButton)
    assert answers(window, 1, SHARE) == [0.75]
    grid.choose(1)
    qtbot.keyClick(grid, Qt.Key.Key_0)
    qtbot.keyClick(asked.field, Qt.Key.Key_Return)
    assert answers(window, 1, SHARE) == [grid.tiles[1].view.credit]
    assert grid.tiles[1].view.mine == "agrees"
    grid.choose(0)
    qtbot.keyClick(grid, Qt.Key.Key_1)
    assert answers(window, 0, SHARE) == [grid.tiles[0].view.credit]


def test_another_claim_or_page_leaves_the_number(window: Window, qtbot: QtBot) -> None:
    choose(window, qtbot, SHARE, 1)
    qtbot.keyClick(page_of(window).grid, Qt.Key.Key_0)
    page_of(window).claim_chosen.emit(WALLS)
    assert not sheet(window).isVisible()
    assert answers(window, 1, SHARE) == []


def test_no_path_cannot_be_wrong_about_walls(window: Window, qtbot: QtBot) -> None:
    choose(window, qtbot, WALLS, 2)
    grid = page_of(window).grid
    assert grid.tiles[2].view.words.startswith("No path drawn")
    qtbot.keyClick(grid, Qt.Key.Key_0)
    assert answers(window, 2, WALLS) == []
    told = window.status.said.words()
    assert "nothing here to be wrong about" in told
    assert "Enter opens the task" in told
    # That it is right, and that it cannot be told, may be said.
    qtbot.keyClick(grid, Qt.Key.Key_Minus)
    assert answers(window, 2, WALLS) == [None]
    # Where a path was drawn the claim can be wrong.
    grid.choose(0)
    qtbot.keyClick(grid, Qt.Key.Key_0)
    assert answers(window, 0, WALLS) == [0.0]
