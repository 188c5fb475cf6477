"""The list in the window: its filter, its drawer, its widths, and what a row says of a flag."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from reviewer.session.queue import blinded
from reviewer.session.state import Row
from reviewer.ui import fonts, layout
from reviewer.ui.row_words import verdict
from reviewer.ui.task_list import TaskListModel
from reviewer.ui.window import Window
from tests.ui import window_desk

POSTER, CAT, COFFEE, COINS, CUP, ROCKET = (
    "astronaut_poster", "cat_darker", "coffee_mirrored", "coins_inverted", "cup_cut_out",
    "rocket_contrast",
)  # fmt: skip
NARROW = (1000, 600)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return window_desk.copy_samples(tmp_path / "samples", POSTER, CAT, COFFEE, COINS, CUP, ROCKET)


@pytest.fixture
def window(qtbot: QtBot, folder: Path) -> Iterator[Window]:
    with window_desk.desk(qtbot, folder) as made:
        qtbot.waitUntil(lambda: len(made.session.tasks) == 6, timeout=window_desk.TIMEOUT)
        yield made


@pytest.fixture
def narrow(qtbot: QtBot, folder: Path) -> Iterator[Window]:
    with window_desk.desk(qtbot, folder, size=NARROW) as made:
        qtbot.waitUntil(lambda: len(made.session.tasks) == 6, timeout=window_desk.TIMEOUT)
        yield made


def type_filter(window: Window, words: str) -> None:
    window_desk.press(window, Qt.Key.Key_Slash)
    QTest.keyClicks(window.list_pane.filter, words)


def test_what_is_wrong_with_the_filter_is_read_whole(qtbot: QtBot, narrow: Window) -> None:
    pane = narrow.list_pane
    narrow.workspace.show_list()
    type_filter(narrow, "colour:red")
    qtbot.waitUntil(lambda: "unknown filter word" in pane.count.words(), timeout=3000)
    qtbot.wait(50)
    needed = pane.count.heightForWidth(pane.count.width())
    assert needed > fonts.line_height("s"), "it takes more than one line here"
    assert pane.count.height() >= needed
    pane.filter.clear()
    qtbot.waitUntil(lambda: pane.order.isVisibleTo(pane), timeout=3000)
    assert "unknown" not in pane.count.words()


def test_what_blind_mode_hides_is_not_called_not_judged() -> None:
    known = Row("a", "k", headline=0.5, passes=False, is_known=True, unanswered=2)
    assert verdict(blinded(known))[0] == "hidden"
    assert verdict(blinded(replace(known, unanswered=0)))[0] == "fails"
    assert verdict(Row("a", "k", is_known=True))[0] == "not judged"


def test_arrows_go_on_from_a_task_that_the_filter_hides(qtbot: QtBot, window: Window) -> None:
    window_desk.go(qtbot, window, COINS)
    type_filter(window, "id:c -id:coins")
    window_desk.press(window, Qt.Key.Key_Escape)
    qtbot.waitUntil(
        lambda: [row.id for row in window.session.rows()] == [CAT, COFFEE, CUP, ROCKET],
        timeout=3000,
    )
    assert window.session.current_id == COINS
    window_desk.press(window, Qt.Key.Key_Right)
    assert window.session.current_id == CUP
    window_desk.go(qtbot, window, COINS)
    window_desk.press(window, Qt.Key.Key_Left)
    assert window.session.current_id == COFFEE


def test_enter_in_the_filter_opens_the_first_match_at_once(window: Window) -> None:
    type_filter(window, "id:coffee")
    window_desk.press(window, Qt.Key.Key_Return)
    assert window.session.current_id == COFFEE
    assert QApplication.focusWidget() is window.workspace
    assert [row.id for row in window.session.rows()] == [COFFEE]


def test_enter_on_a_filter_that_nothing_passes_stays_in_the_field(window: Window) -> None:
    type_filter(window, "id:nothing")
    window_desk.press(window, Qt.Key.Key_Return)
    assert window.session.current_id == POSTER
    assert QApplication.focusWidget() is window.list_pane.filter


def test_down_walks_from_the_filter_into_the_rows(qtbot: QtBot, window: Window) -> None:
    type_filter(window, "id:c")
    window_desk.press(window, Qt.Key.Key_Down)
    view = window.list_pane.view
    assert QApplication.focusWidget() is view
    before = window.panel.current_row()
    window_desk.press(window, Qt.Key.Key_Down)
    window_desk.press(window, Qt.Key.Key_Down)
    # News of other tasks leaves the walker where they stand.
    window.binder.refresh_list()
    assert view.currentIndex().data() == COINS
    assert window.session.current_id == POSTER
    assert window.panel.current_row() == before
    window_desk.press(window, Qt.Key.Key_Return)
    assert window.session.current_id == COINS
    assert QApplication.focusWidget() is window.workspace


def test_esc_leaves_the_filter_and_keeps_its_words(window: Window) -> None:
    type_filter(window, "id:coffee")
    window_desk.press(window, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is window.workspace
    assert window.list_pane.filter.text() == "id:coffee"
    assert "Esc leaves the field and keeps the words" in window.list_pane.filter.toolTip()


@pytest.mark.parametrize("way", ["escape", "enter", "click", "beside"])
def test_the_drawer_closes_once_it_has_served(way: str, qtbot: QtBot, narrow: Window) -> None:
    window_desk.press(narrow, Qt.Key.Key_Slash)
    pane = narrow.list_pane
    assert pane.isVisible()
    if way == "escape":
        window_desk.press(narrow, Qt.Key.Key_Escape)
    elif way == "enter":
        QTest.keyClicks(pane.filter, "id:coffee")
        window_desk.press(narrow, Qt.Key.Key_Return)
    elif way == "click":
        place = pane.view.visualRect(pane.model.index(2)).center()
        QTest.mouseClick(pane.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    else:
        beside = narrow.workspace.childAt(narrow.workspace.width() - 200, 200)
        QTest.mouseClick(beside, Qt.MouseButton.LeftButton)
    assert not pane.isVisible()
    assert not narrow.workspace.is_drawer_open
    assert QApplication.focusWidget() is narrow.workspace
    assert narrow.session.current_id == (COFFEE if way in ("enter", "click") else POSTER)
    window_desk.press(narrow, Qt.Key.Key_Right)
    assert not pane.isVisible()


def test_the_edge_of_the_list_can_be_dragged_and_is_kept(qtbot: QtBot, window: Window) -> None:
    pane, grip = window.list_pane, window.list_pane.grip
    start = QPoint(2, 300)
    QTest.mousePress(grip, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(grip, start + QPoint(120, 0))
    wide = pane.width()
    assert wide > 272
    QTest.mouseRelease(grip, Qt.MouseButton.LeftButton, pos=grip.mapFromParent(QPoint(400, 300)))
    kept = window_desk.kept(qtbot, window).list_width
    assert kept == pane.width()
    assert abs(kept - 400) <= grip.WIDTH
    QTest.mouseDClick(grip, Qt.MouseButton.LeftButton, pos=start)
    assert window_desk.kept(qtbot, window).list_width == 0
    assert pane.width() == 272
    QTest.mouseDClick(grip, Qt.MouseButton.LeftButton, pos=start)
    assert window_desk.kept(qtbot, window).list_width == pane.model.widest == pane.width()


@pytest.mark.parametrize(
    ("window_width", "needed", "chosen", "found"),
    [
        (1920, 100, 0, 272),
        (1920, 900, 0, 272),
        (1500, 900, 0, 272),
        (1499, 900, 0, 208),
        (1366, 100, 0, 208),
        (1093, 100, 0, 272),
        (1093, 340, 0, 340),
        (1093, 900, 0, 437),
        (1920, 900, 500, 500),
        (1366, 0, 9000, 546),
        (1366, 900, 20, 160),
    ],
)
def test_the_list_leaves_the_pictures_their_room_until_a_person_widens_it(
    qapp: QApplication, window_width: int, needed: int, chosen: int, found: int
) -> None:
    widths = layout.widths(window_width, needed=needed, chosen=chosen)
    assert widths.drawer == found
    assert widths.list == (0 if window_width < 1200 else found)


def test_an_open_drawer_shows_the_task_on_the_desk(qtbot: QtBot, narrow: Window) -> None:
    pane = narrow.list_pane
    rows = [replace(narrow.session.rows()[0], id=f"task_{n:03}") for n in range(200)]
    pane.set_rows(rows, current="task_150", total=200, is_searching=False)
    narrow.workspace.set_drawer(True)
    place = pane.view.visualRect(pane.model.index(150))
    assert pane.view.viewport().rect().contains(place)


def test_the_samples_that_should_alarm_do(qtbot: QtBot, window: Window) -> None:
    qtbot.waitUntil(
        lambda: all(found.is_known for found in window.session.rows()), timeout=window_desk.TIMEOUT
    )
    said = {found.id: found.alarm for found in window.session.rows()}
    assert said == {
        POSTER: "", CAT: "no-op", COFFEE: "is golden", COINS: "unreadable", CUP: "",
        ROCKET: "wrong direction",
    }  # fmt: skip


def test_where_the_list_is_out_of_sight_the_mouse_walks_by_buttons(narrow: Window) -> None:
    walk = narrow.status.walk
    assert all(button.isVisible() for button in walk.values())
    QTest.mouseClick(walk["next-task"], Qt.MouseButton.LeftButton)
    assert narrow.session.current_id == CAT
    QTest.mouseClick(walk["previous-task"], Qt.MouseButton.LeftButton)
    assert narrow.session.current_id == POSTER
    QTest.mouseClick(walk["task-list"], Qt.MouseButton.LeftButton)
    assert narrow.list_pane.isVisible()
    narrow.resize(1600, 900)
    assert not any(button.isVisible() for button in walk.values())


@pytest.mark.parametrize("size", [(910, 485), (728, 390), (480, 320)])
def test_nothing_is_out_of_reach_in_a_small_window(
    qtbot: QtBot, folder: Path, size: tuple[int, int]
) -> None:
    with window_desk.desk(qtbot, folder, size=size) as window:
        assert (window.width(), window.height()) == size
        page = window.workspace
        area = page.window().findChild(QScrollArea, "page")
        assert area is not None
        across, down = area.horizontalScrollBar(), area.verticalScrollBar()
        assert page.width() <= area.viewport().width() + across.maximum()
        assert page.height() <= area.viewport().height() + down.maximum()
        complete = window.panel.footer.complete
        corner = complete.mapTo(page, complete.rect().bottomRight())
        assert page.rect().contains(corner)
        if size == (910, 485):
            assert (across.maximum(), down.maximum()) == (0, 0)


def test_a_window_at_rest_paints_nothing(qtbot: QtBot, window: Window) -> None:
    qtbot.waitUntil(lambda: not window.session.jobs.running(), timeout=window_desk.TIMEOUT)
    qtbot.wait(300)
    painted: list[str] = []

    class Counter(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint:
                painted.append(type(watched).__name__)
            return False

    counter, app = Counter(), QApplication.instance()
    assert app is not None
    app.installEventFilter(counter)
    qtbot.wait(300)
    app.removeEventFilter(counter)
    assert painted == []


def test_the_model_keeps_its_word_to_qt(qtbot: QtBot, qtmodeltester: ModelTester) -> None:
    model = TaskListModel()
    qtmodeltester.check(model)
    rows = [Row(f"t{number}", "x") for number in range(6)]
    for shown in (rows[:3], rows, rows[::-1], rows[2:4], [], rows):
        model.set_rows(shown)
        assert [model.index(n).data() for n in range(model.rowCount())] == [r.id for r in shown]
        assert [model.place_of(row.id) for row in shown] == list(range(len(shown)))
    assert model.place_of("nobody") == -1


def test_a_row_that_says_something_else_keeps_its_place(qtbot: QtBot) -> None:
    model = TaskListModel()
    rows = [Row(f"t{number}", "x") for number in range(3)]
    model.set_rows(rows)
    told: list[tuple[int, int]] = []
    resets: list[None] = []
    model.dataChanged.connect(lambda first, last: told.append((first.row(), last.row())))
    model.modelReset.connect(lambda: resets.append(None))
    model.set_rows([rows[0], Row("t1", "x", headline=0.5), rows[2], Row("t3", "x")])
    assert (told, resets, model.rowCount()) == ([(1, 1)], [], 4)
    found = model.row_at(1)
    assert found is not None
    assert found.headline == 0.5
    model.set_rows([rows[1], rows[0]])
    assert len(resets) == 1


def test_a_task_whose_picture_is_still_to_come_says_so() -> None:
    waits = Row("p1", "text_to_image", error="no picture yet; put one or two pictures here.")
    assert verdict(waits) == ("no picture yet", "text2")
    assert verdict(Row("p2", "text_to_image", error="it is cut off"))[0] == "unreadable"


def test_a_match_before_the_task_on_the_desk_is_reached_and_said(
    qtbot: QtBot, tmp_path: Path
) -> None:
    folder = window_desk.copy_samples(
        tmp_path / "samples", "astronaut_poster", "cat_darker", "rocket_contrast"
    )
    with window_desk.desk(qtbot, folder) as window:
        window_desk.go(qtbot, window, "rocket_contrast")
        window.queue.filter("id:cat")
        window_desk.press(window, Qt.Key.Key_Right)
        assert window.session.current_id == "cat_darker"
        assert "first task that the filter shows" in window.status.said.words()
        window_desk.go(qtbot, window, "rocket_contrast")
        window_desk.press(window, Qt.Key.Key_Return, window_desk.CTRL)
        assert window.session.state("rocket_contrast").review.status == "reviewed"
        assert window.session.current_id == "cat_darker"
        window.queue.filter("id:nothing")
        window_desk.press(window, Qt.Key.Key_Right)
        assert window.session.current_id == "cat_darker"
        assert "the filter shows no task" in window.status.said.words()
