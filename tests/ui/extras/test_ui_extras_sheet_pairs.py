"""Before the vote a contact sheet tells nothing of a pair, and confirms nothing of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from reviewer.session import tiles
from reviewer.session.judge_plan import PREFERENCE
from reviewer.session.refusing import RefusedError
from reviewer.ui.extras import contact
from reviewer.ui.extras.sheet_page import SheetPage
from reviewer.ui.window import Window
from tests.ui.extras.pair_folders import judge, make_pairs, vote

COUNT = 3


@pytest.fixture
def desk(window: Window, opened: Callable[[Path], Window], tmp_path: Path) -> Window:
    window.session.judge_answers = judge()
    return opened(make_pairs(tmp_path / "pairs", COUNT))


def sheet(window: Window, qtbot: QtBot) -> SheetPage:
    window.commands.run("contact-sheet")
    page = window.extras.contact.page
    assert page is not None
    states = [window.session.state(f"p{number}") for number in range(COUNT)]
    qtbot.waitUntil(lambda: all(state.ledger is not None for state in states), timeout=15_000)
    # Whatever was still cut has arrived by now.
    qtbot.waitUntil(lambda: not window.session.jobs.is_running("tile:p0"), timeout=15_000)
    qtbot.wait(300)
    return page


def test_tiles_of_pairs_show_no_picture_number_or_mark(desk: Window, qtbot: QtBot) -> None:
    page = sheet(desk, qtbot)
    assert [tile.view.task for tile in page.grid.tiles] == ["p0", "p1", "p2"]
    for tile in page.grid.tiles:
        view = tile.view
        assert (tile.picture, tile.pixmap) == (None, None)
        assert (view.lines, view.further, view.headline, view.holds) == ((), (), None, None)
        assert view.problem == tiles.UNVOTED
    assert "3 pairs wait for your vote" in page.bar.about.words()
    assert not page.claim.isVisible()


def test_nothing_of_them_is_confirmed_or_marked(
    desk: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contact, "ask_list", lambda *_, **__: True)
    page = sheet(desk, qtbot)
    assert not page.confirm.isEnabled()
    for key in (Qt.Key.Key_0, Qt.Key.Key_1, Qt.Key.Key_Minus):
        qtbot.keyClick(page.grid, key)
    qtbot.keyClick(page.grid, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    session = desk.session
    with pytest.raises(RefusedError):
        session.editor.confirm_rows({"p1": PREFERENCE}, mode="sheet")
    with pytest.raises(RefusedError, match="which picture is better"):
        session.editor.answer_on("p1", "question_q1", 0.0)
    assert all(not session.state(f"p{number}").entries for number in range(COUNT))
    assert session.progress().done == 0


def test_after_the_vote_the_tile_is_as_any_other(desk: Window, qtbot: QtBot) -> None:
    voted = vote(desk, qtbot)
    page = sheet(desk, qtbot)
    secret = {tile.view.task: tile.view.is_secret for tile in page.grid.tiles}
    assert secret == {name: name != voted for name in ("p0", "p1", "p2")}
    qtbot.waitUntil(lambda: page.grid.has_picture(voted), timeout=15_000)
    assert [tile.view.task for tile in page.grid.tiles if tile.pixmap is not None] == [voted]


def test_an_order_by_measurement_places_no_pair_before_the_vote(
    desk: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tiles, "_keys", lambda task, *_: {tiles.MARGIN: -float(task.id[1:])})
    vote(desk, qtbot)
    page = sheet(desk, qtbot)
    shown = desk.extras.contact
    page.order_chosen.emit(tiles.MARGIN)
    qtbot.waitUntil(lambda: not desk.session.jobs.is_running(tiles.KEY), timeout=15_000)
    # By its key p2 would come first, and p1 second.
    qtbot.waitUntil(lambda: shown.ids == ["p0", "p1", "p2"], timeout=5_000)
    assert [tile.view.task for tile in page.grid.tiles] == ["p0", "p1", "p2"]


def test_blind_mode_leaves_a_sheet_that_is_open(desk: Window, qtbot: QtBot) -> None:
    sheet(desk, qtbot)
    desk.preferences.change_many({"blind": True})
    assert desk.extras.view == ""
    assert desk.stack.currentWidget() is desk.workspace
