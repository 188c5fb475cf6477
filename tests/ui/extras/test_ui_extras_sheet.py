"""The contact sheet: claims in few words, exceptions by key, the rest as one step of undo."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from reviewer.session import tiles
from reviewer.session.tile_claims import MOST_WORDS
from reviewer.ui.extras import contact
from reviewer.ui.extras.sheet_page import SheetPage
from reviewer.ui.window import Window


@pytest.fixture
def page(
    make_task: Callable[..., Path], opened: Callable[[Path], Window], qtbot: QtBot
) -> SheetPage:
    folder = make_task("one")
    make_task("two", judge=0.0)
    make_task("three")
    window = opened(folder.parent)
    window.commands.run("contact-sheet")
    made = window.extras.contact.page
    assert made is not None
    qtbot.waitUntil(
        lambda: (
            len(made.grid.tiles) == 3
            and all(made.grid.has_picture(tile.view.task) for tile in made.grid.tiles)
        ),
        timeout=15_000,
    )
    return made


def said(page: SheetPage) -> dict[str, str]:
    return {tile.view.task: tile.view.mine for tile in page.grid.tiles}


def test_claims_have_few_words(page: SheetPage) -> None:
    for tile in page.grid.tiles:
        assert tile.view.lines
        assert all(len(line.words) <= MOST_WORDS for line in tile.view.lines)


def test_exceptions_by_key_then_the_rest_in_one_step(
    window: Window, page: SheetPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = page.grid.tiles[0].view.task
    qtbot.keyClick(page.grid, Qt.Key.Key_0)
    qtbot.waitUntil(lambda: said(page)[first] == "wrong")
    assert page.grid.current == 1
    listed: list[object] = []
    buttons: list[object] = []

    def agree(title: str, about: str, rows: list[object], **asked: object) -> bool:
        listed.extend(rows)
        buttons.append(asked["accept"])
        return True

    monkeypatch.setattr(contact, "ask_list", agree)
    qtbot.keyClick(page.grid, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    # The button counts every line that is listed.
    assert buttons == ["Confirm 2 and complete 1"]
    assert [row[1].endswith(" · you: wrong") for row in listed] == [False, False, True]
    qtbot.waitUntil(lambda: sorted(said(page).values()) == ["reviewed", "reviewed", "wrong"])
    entries = [e for name in said(page) for e in window.session.state(name).entries]
    confirms = [e for e in entries if e.type == "confirm"]
    assert {e.mode for e in confirms} == {"sheet"}
    claim = window.extras.contact.claim
    assert sorted(e.items for e in confirms) == [(), (claim,), (claim,)]
    assert all(e.seconds is not None and 0 <= e.seconds < 60 for e in confirms)
    # The one marked wrong is reviewed too: nothing has to be opened for it.
    assert window.session.progress().done == 3
    assert page.confirm.text() == "Nothing left to confirm"
    window.commands.run("undo")
    assert sorted(said(page).values()) == ["", "", "wrong"]


def test_wrong_means_the_opposite_of_what_was_claimed(
    window: Window, page: SheetPage, qtbot: QtBot
) -> None:
    claimed = {tile.view.task: tile.view.holds for tile in page.grid.tiles}
    for _ in claimed:
        qtbot.keyClick(page.grid, Qt.Key.Key_0)
    for name, holds in claimed.items():
        answers = window.session.state(name).review.answers[window.extras.contact.claim]
        assert answers[0].value == (0.0 if holds else 1.0)


def test_only_as_many_tiles_are_offered_as_can_be_judged(
    window: Window, page: SheetPage, qtbot: QtBot
) -> None:
    page.shape._choose("8×5")
    assert (page.size_of_page, page.grid.columns) == (40, 8)
    window.resize(1093, 614)
    qtbot.waitUntil(lambda: not page.shape.is_offered("8×5"))
    assert page.shape.current() == "6×4"
    assert page.size_of_page == 24
    assert page.grid.picture_side(6, 4) >= 40
    window.resize(1366, 768)
    qtbot.waitUntil(lambda: page.shape.is_offered("8×5"))


@pytest.mark.parametrize("width", [1093, 1200, 1366, 1920])
def test_what_is_said_of_the_page_is_never_cut(
    window: Window, page: SheetPage, qtbot: QtBot, width: int
) -> None:
    window.resize(width, 768)
    for order in ("queue", "crossing", "target"):
        window.extras.contact._choose_order(order)
        qtbot.wait(60)
        about = page.bar.about
        assert about.sizeHint().width() <= about.width() + 1


def test_unsure_is_an_answer_and_can_be_taken_back(page: SheetPage, qtbot: QtBot) -> None:
    name = page.grid.tiles[0].view.task
    qtbot.keyClick(page.grid, Qt.Key.Key_Minus)
    assert said(page)[name] == "unsure"
    qtbot.keyClick(page.grid, Qt.Key.Key_Left)
    qtbot.keyClick(page.grid, Qt.Key.Key_X)
    assert said(page)[name] == ""


def test_holding_enlarges(page: SheetPage, qtbot: QtBot) -> None:
    qtbot.keyPress(page.grid, Qt.Key.Key_Space)
    assert page.grid.is_large
    qtbot.keyRelease(page.grid, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: not page.grid.is_large)


def test_a_held_key_that_repeats_never_flickers(
    page: SheetPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under load a repeat arrives as a plain release and a plain press."""
    changes: list[bool] = []
    set_large = page.grid.set_large
    monkeypatch.setattr(
        page.grid, "set_large", lambda is_large: (changes.append(is_large), set_large(is_large))
    )
    for _ in range(5):
        qtbot.keyPress(page.grid, Qt.Key.Key_Space)
        qtbot.wait(20)
        qtbot.keyRelease(page.grid, Qt.Key.Key_Space)
        qtbot.wait(10)
    assert changes == [True]
    qtbot.waitUntil(lambda: changes == [True, False])


def test_an_order_by_measurement_says_that_it_hunts(
    window: Window, page: SheetPage, qtbot: QtBot
) -> None:
    page.order_chosen.emit(tiles.MARGIN)
    qtbot.waitUntil(
        lambda: page.hints.accessibleDescription() == "hunting, not an estimate", timeout=10_000
    )
    page.order_chosen.emit(tiles.RANDOM)
    assert "an estimate" in page.hints.accessibleDescription()


def test_blind_mode_has_no_sheet(
    make_task: Callable[..., Path], opened: Callable[[Path], Window]
) -> None:
    window = opened(make_task("one").parent)
    window.set_blind(True)
    window.commands.run("contact-sheet")
    assert window.extras.view == ""
    assert "blind mode" in window.status.said.words()


def test_a_page_of_marked_tiles_is_completed_too(
    window: Window, page: SheetPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    for key in (Qt.Key.Key_0, Qt.Key.Key_Minus, Qt.Key.Key_1):
        qtbot.keyClick(page.grid, key)
    assert page.confirm.text() == "Complete the 3 marked"
    monkeypatch.setattr(contact, "ask_list", lambda *_, **__: True)
    page.confirm.click()
    assert page.confirm.text() == "Nothing left to confirm"
    assert {row.status for row in window.session.rows()} == {"done"}


def test_the_frame_is_on_the_task_of_the_desk(
    window: Window, page: SheetPage, qtbot: QtBot
) -> None:
    window.extras.leave()
    wanted = page.grid.tiles[2].view.task
    window.select(wanted)
    qtbot.waitUntil(lambda: window.session.current_id == wanted)
    qtbot.waitUntil(lambda: window.session.panel() is not None, timeout=15_000)
    window.commands.run("contact-sheet")
    view = page.grid.current_view()
    assert view is not None
    assert view.task == wanted


def test_another_claim_of_a_confirmed_page_is_still_open(
    window: Window, page: SheetPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contact, "ask_list", lambda *_, **__: True)
    page.confirm.click()
    assert set(said(page).values()) == {"reviewed"}
    claims = window.extras.contact._claims()
    other = next(claim for claim in claims if claim != window.extras.contact.claim)
    page.claim_chosen.emit(other)
    assert set(said(page).values()) == {""}


def test_marking_twice_says_the_same_twice(window: Window, page: SheetPage, qtbot: QtBot) -> None:
    name, holds = page.grid.tiles[0].view.task, page.grid.tiles[0].view.holds
    for _ in range(2):
        page.grid.choose(0)
        qtbot.keyClick(page.grid, Qt.Key.Key_0)
        assert said(page)[name] == "wrong"
        assert page.grid.tiles[0].view.holds is holds


def test_time_on_the_page_is_not_that_of_the_task_at_the_desk(
    window: Window, page: SheetPage
) -> None:
    window.session.clock._counted = 50.0
    window.commands.run("escape")
    assert window.extras.view == ""
    assert window.session.clock.seconds < 5
