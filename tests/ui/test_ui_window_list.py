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

from reviewer.session.preferences import load_settings
from reviewer.session.queue import blinded
from reviewer.session.state import Row
from reviewer.ui import fonts, layout
from reviewer.ui.row_pieces import GAP, fitting, pieces, word_column
from reviewer.ui.row_words import tooltip, verdict
from reviewer.ui.task_list import TaskListModel, shown_name
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
    kept = load_settings()[0].list_width
    assert kept == pane.width()
    assert abs(kept - 400) <= grip.WIDTH
    QTest.mouseDClick(grip, Qt.MouseButton.LeftButton, pos=start)
    assert load_settings()[0].list_width == 0
    assert pane.width() == 272
    QTest.mouseDClick(grip, Qt.MouseButton.LeftButton, pos=start)
    assert load_settings()[0].list_width == pane.model.widest == pane.width()


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


def row(name: str, **values: object) -> Row:
    given = {"headline": 0.697, "passes": True, "is_known": True, **values}
    return Row(name, "gimp_edit", **given)  # type: ignore[arg-type]


def test_the_word_of_a_flag_is_whole_or_not_there_and_the_name_goes_before_it(
    qapp: QApplication,
) -> None:
    flagged = row("task", flags=("closer-to-initial", "no-op"), alarm="no-op")
    column = word_column(is_torn=False)
    whole = pieces(flagged, column=column)
    assert [(piece.words, piece.role) for piece in whole] == [
        ("passes", "text2"), ("0.697", "text"), ("no-op", "text2"),
    ]  # fmt: skip
    assert whole[-1].icon_role == "warn", "the icon has the color, not the word of every other row"
    right = sum(piece.width + GAP for piece in whole)
    for name in (20, 60, 120):
        assert fitting(whole, room=right + name, name=name) == whole
        without = fitting(whole, room=right + name - 1, name=name)
        assert [piece.words for piece in without] == ["passes", "0.697", ""]
        assert without[-1].has_flag
        assert without[-1].width == fonts.scaled(16)
    assert [(p.words, p.has_flag) for p in fitting(whole, room=60, name=40)] == [("", True)]
    done = row("task", flags=("no-op",), alarm="no-op", status="done")
    assert {piece.role for piece in pieces(done, column=0)} == {"text2"}
    assert pieces(done, column=0)[-1].icon_role == "text2"


@pytest.mark.parametrize("is_narrow", [False, True])
def test_every_headline_of_the_list_ends_at_the_same_edge(
    qapp: QApplication, is_narrow: bool
) -> None:
    rows = [
        row("plain"), row("failing", passes=False), row("unmarked", passes=None),
        row("flagged", flags=("no-op",), alarm="no-op"), row("torn", is_disputed=True),
        row("below", headline=-0.25), row("broken", error="a file is missing"),
    ]  # fmt: skip
    column = 0 if is_narrow else word_column(is_torn=True)
    edges = set()
    for each in rows:
        found = fitting(pieces(each, column=column), room=230, name=150)
        number = next(n for n, piece in enumerate(found) if piece.rank == 1)
        edges.add(sum(piece.width + GAP for piece in found[:number]))
    assert len(edges) == 1
    (torn,) = (p for p in pieces(rows[4], column=column) if p.words == "disputed")
    assert torn.has_flag is is_narrow, "without a column for words a flag says it"


def test_flags_stand_in_one_column(qapp: QApplication) -> None:
    column = word_column(is_torn=False)
    flags = ("no-op",)
    rows = [
        row("plain", flags=flags), row("broken", flags=flags, error="cut short", headline=None),
        row("open", flags=flags, headline=None, passes=None),
    ]  # fmt: skip
    edges = set()
    for each in rows:
        found = fitting(pieces(each, column=column), room=230, name=90)
        assert found[-1].has_flag
        edges.add(sum(piece.width + GAP for piece in found[:-1]))
    assert len(edges) == 1


def test_in_a_narrow_list_names_are_told_apart(qapp: QApplication) -> None:
    names = [f"brightness_{way}" for way in ("down_black", "down_good", "down_noop", "up_good")]
    names += ["alpha_edges", "blur_sharpen", "config_theme", "contrast_rocket"]
    # 208 px less margins, icon, flag and number, beside a scroll bar.
    room = 208 - 8 - 4 - 8 - 16 - 8 - 4 - 2 - 40 - GAP - 16 - GAP
    shown = [shown_name(name, tuple(n for n in names if n != name), room) for name in names]
    assert len(set(shown)) == len(names)
    assert all(fonts.width(name, "m", bold=True) <= room for name in shown)
    assert shown[names.index("alpha_edges")] == "alpha_edges"


def test_an_open_drawer_shows_the_task_on_the_desk(qtbot: QtBot, narrow: Window) -> None:
    pane = narrow.list_pane
    rows = [replace(narrow.session.rows()[0], id=f"task_{n:03}") for n in range(200)]
    pane.set_rows(rows, current="task_150", total=200, is_searching=False)
    narrow.workspace.set_drawer(True)
    place = pane.view.visualRect(pane.model.index(150))
    assert pane.view.viewport().rect().contains(place)


@pytest.mark.parametrize("headline", [-0.031, -0.3, 1.0, 0.697])
def test_a_headline_is_never_cut(qapp: QApplication, headline: float) -> None:
    (piece,) = pieces(row("task", headline=headline), column=0)
    assert piece.width > fonts.width(piece.words, piece.step)


def test_the_whole_name_is_in_the_tooltip(qapp: QApplication) -> None:
    name = "maze_dfs/" + "very_long_" * 20
    assert name in tooltip(row(name))


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
