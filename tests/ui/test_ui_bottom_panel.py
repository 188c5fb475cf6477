"""The lower panel: tabs, what stands beside what, blind mode, files, history, details."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from reviewer.model import (
    Artifact,
    Curve,
    Entry,
    Evidence,
    HeadlineValue,
    Panel,
    Table,
    Task,
    TreeNode,
)
from reviewer.scoring import whatif
from reviewer.ui import fonts, theme
from reviewer.ui.bottom.bottom import TITLES, BottomPanel
from reviewer.ui.bottom.files_view import file_rows
from reviewer.ui.bottom.history_rows import history_rows, value_word, when_text
from reviewer.ui.widgets.filmstrip import Filmstrip
from reviewer.ui.widgets.plot import Plot
from reviewer.ui.widgets.table_list import TableList
from reviewer.ui.widgets.tree_list import TreeList
from tests.ui import poster


@pytest.fixture(autouse=True)
def dressed(qapp: QApplication) -> None:
    fonts.set_scale(qapp, 1.0)
    theme.apply(qapp, "dark")


@pytest.fixture
def panel(qtbot: QtBot) -> BottomPanel:
    made = BottomPanel()
    qtbot.addWidget(made)
    made.resize(1600, 300)
    made.set_ledger(poster.ledger(), None, poster.rubric())
    return made


def entry(number: int, type: str, **fields: object) -> Entry:
    plain: dict[str, object] = {"author": "ann", "task": "t", "app": "1"}
    at = f"2026-11-30T03:{number:02d}:05.678Z"
    return Entry(id=str(number), type=type, at=at, **{**plain, **fields})  # type: ignore[arg-type]


# Tabs


def test_every_tab_opens_and_paints_at_every_width(panel: BottomPanel, qtbot: QtBot) -> None:
    panel.set_what_if(whatif.editable(poster.rubric()), {}, None, ())
    for width in (1093, 1366, 1920):
        panel.resize(width, 280)
        for tab in TITLES:
            panel.show_tab(tab)
            assert panel.tab() == tab
            assert not panel.grab().isNull()
    with pytest.raises(KeyError, match="there is no tab"):
        panel.show_tab("nothing")


def test_what_if_stands_beside_the_ledger_where_there_is_room(
    panel: BottomPanel, qtbot: QtBot
) -> None:
    panel.show_tab("what-if")
    assert panel.ledger.isVisible()
    assert panel.what_if.isVisible()
    panel.resize(1093, 300)
    assert not panel.ledger.isVisible()
    qtbot.waitUntil(lambda: panel.what_if.width() == 1093, timeout=2000)
    panel.show_tab("ledger")
    qtbot.waitUntil(lambda: panel.ledger.width() == 1093, timeout=2000)


def test_long_lists_are_searched_from_the_title_row(panel: BottomPanel, qtbot: QtBot) -> None:
    panel.set_what_if(whatif.editable(poster.rubric()), {}, None, ())
    panel.show_tab("history")
    assert not panel.what_if.filter.isVisible()
    panel.show_tab("what-if")
    assert panel.what_if.filter.isVisible()
    qtbot.keyClicks(panel.what_if.filter, "cap_low")
    assert {row.editable.row for row in panel.what_if.rows()} == {"cap_low"}
    panel.set_what_if(whatif.editable(poster.rubric())[:5], {}, None, ())
    assert not panel.what_if.filter.isVisible()


def test_turning_points_are_asked_for_only_when_they_are_looked_at(panel: BottomPanel) -> None:
    wanted: list[bool] = []
    panel.turning_wanted.connect(lambda: wanted.append(True))
    editables = whatif.editable(poster.rubric())
    panel.show_tab("ledger")
    panel.set_what_if(editables, {}, None, None)
    assert wanted == []
    panel.show_tab("what-if")
    assert wanted == [True]
    panel.set_what_if(editables, {}, None, ())
    assert wanted == [True]


def test_in_blind_mode_nothing_of_the_grade_is_shown(panel: BottomPanel) -> None:
    panel.show_tab("what-if")
    panel.set_hidden("Hidden until every item is answered.")
    assert not panel.ledger.isVisible()
    assert not panel.what_if.isVisible()
    panel.show_tab("history")
    assert not panel.history.isVisible()
    panel.set_hidden("")
    assert panel.history.isVisible()
    panel.show_tab("ledger")
    panel.set_ledger(None, None, None)
    assert not panel.ledger.isVisible()


def test_the_keyboard_goes_to_what_is_shown_and_the_cross_closes(
    panel: BottomPanel, qtbot: QtBot
) -> None:
    panel.show_tab("ledger")
    panel.activateWindow()
    panel.focus_content()
    assert panel.focusWidget() is panel.ledger.list
    panel.show_tab("files")
    panel.setFocus()
    assert panel.focusWidget() is panel.files.list
    with qtbot.waitSignal(panel.closed):
        panel.close_button.click()


def test_the_signals_of_its_parts_leave_the_panel(panel: BottomPanel) -> None:
    said: list[tuple[object, ...]] = []
    panel.draft_changed.connect(lambda key, value: said.append((key, value)))
    panel.draft_discarded.connect(lambda: said.append(("discarded",)))
    panel.draft_adopted.connect(lambda why: said.append((why,)))
    panel.what_if.changed.emit("cap_judge.at", 0.6)
    panel.what_if.changed.emit("cap_judge.at", None)
    panel.what_if.discarded.emit()
    panel.what_if.adopted.emit("why")
    assert said == [("cap_judge.at", 0.6), ("cap_judge.at", None), ("discarded",), ("why",)]


# History


def test_history_begins_with_the_original_grade() -> None:
    rows = history_rows([], HeadlineValue("h", 0.35, False, 0.8, held_by="held at .35: ids"))
    assert [(row.who, row.what, row.reason) for row in rows] == [
        ("automatic", "Original grade 0.350, fails", "held at .35: ids")
    ]
    withheld = HeadlineValue("h", None, None, 0.8, known=(0.4, 0.9))
    assert "withheld, between .400 and .900" in history_rows([], withheld)[0].what


def test_a_claim_confirmed_on_a_page_is_named_in_history() -> None:
    entries = [
        entry(1, "confirm", items=("no_wall",), mode="sheet", seconds=2),
        entry(2, "confirm", mode="sheet", seconds=2),
    ]
    said = [row.what for row in history_rows(entries, None, names={"no_wall": "Crosses no wall"})]
    assert "agreed on the contact sheet after 2 s · Crosses no wall" in said
    assert "completed on the contact sheet after 2 s" in said


def test_what_was_taken_back_stays_and_says_so_in_a_word() -> None:
    entries = [
        entry(1, "answer", item="legible", value=0.0, blind=True, text="too small"),
        entry(2, "retract", retracts="1"),
        entry(3, "answer", item="legible", value=1.0, replaced=0.0),
    ]
    rows = history_rows(entries, None, names={"legible": "Is it legible?"})
    assert [row.what for row in rows] == [
        "no · Is it legible?", "took back: no · Is it legible?", "yes (was no) · Is it legible?"
    ]  # fmt: skip
    assert rows[0].marks == ("blind", "taken back")
    assert rows[0].is_gone
    assert rows[0].reason == "too small"
    assert not rows[2].marks


def test_redo_stale_and_disputed_are_marked() -> None:
    entries = [
        entry(1, "answer", item="legible", value=0.5),
        entry(2, "retract", retracts="1"),
        entry(3, "retract", retracts="2"),
    ]
    rows = history_rows(entries, None, stale=("legible",), disputed=("legible",))
    assert rows[0].marks == ("stale", "disputed")
    assert rows[2].what == "did again: half · legible"


def test_every_sort_of_entry_has_words() -> None:
    entries = [
        entry(1, "confirm", items=("a",), seconds=41.2),
        entry(2, "dispute", item="ids", code=2, text="22 is too many", value=15.0),
        entry(3, "adopt", text="one room", extra={"rows": {"ids.ramp": 15.0}}),
        entry(4, "adjudicate", item="ids", value=1.0),
        entry(5, "note", text="<b>look</b>"),
        entry(6, "status", text="reviewed"),
        entry(7, "status", text="open"),
    ]
    rows = history_rows(entries, None)
    assert [row.what for row in rows] == [
        "agreed with 1 item after 41 s", "disputed, threshold wrong, should be 15 · ids",
        "adopted ids.ramp = 15", "settled as yes · ids", "note on the task",
        "marked as reviewed", "reopened",
    ]  # fmt: skip
    assert rows[4].reason == "<b>look</b>"


@pytest.fixture
def in_hong_kong(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as there:
        there.setenv("TZ", "HKT-8")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.usefixtures("in_hong_kong")
def test_times_are_the_persons_own() -> None:
    assert when_text("2026-11-30T23:04:05.678Z") == "1 Dec 07:04"
    assert when_text("not a time") == "not a time"


def test_answers_are_the_words_of_their_keys() -> None:
    assert [value_word(v) for v in (None, True, 0, 0.5, 0.7, "left")] == [
        "cannot tell", "yes", "no", "half", ".70", "left"
    ]  # fmt: skip


# Files


def task_of(*names: str) -> Task:
    folder = Path("/data/t")
    artifacts = tuple(
        Artifact(role, folder / name, name)
        for role, name in zip(("result", "result", "golden"), names, strict=False)
    )
    return Task("t", "gimp_edit", folder, folder, artifacts, folder / "grade.json")


def test_files_have_role_size_digest_and_their_own_notes() -> None:
    task = task_of("a.png", "b.png", "g.png")
    digests = {"result": "aa" * 32, "result#1": "unreadable", "golden": "cc" * 32}
    sizes = {str(task.artifacts[0].path): 1_940_000}
    rows = file_rows(task, digests, ["b.png: the file ends early"], sizes)
    assert [(row.role, row.name, row.size) for row in rows] == [
        ("result", "a.png", "1.94 MB"), ("result", "b.png", ""), ("golden", "g.png", "")
    ]  # fmt: skip
    assert rows[1].is_missing
    assert rows[1].note == "b.png: the file ends early"
    assert rows[2].digest == "cc" * 32


def test_enter_and_the_arrow_open_a_file_and_a_plain_click_does_not(
    panel: BottomPanel, qtbot: QtBot
) -> None:
    panel.set_files(task_of("a.png", "b.png"), {})
    panel.show_tab("files")
    wanted: list[str] = []
    panel.file_wanted.connect(wanted.append)
    view = panel.files.list
    rect = view.visualRect(view.model().index(1, 0))
    middle = rect.center().y()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(200, middle))
    assert wanted == []
    assert view.current_row().name == "b.png"
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert wanted == ["b.png"]
    at = QPoint(rect.right() - 28, middle)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert wanted == ["b.png", "b.png"]


# Details


def panels() -> tuple[Panel, ...]:
    leaf = TreeNode("title", "text", True, item="title")
    return (
        Panel("numbers", "table", "Numbers", table=Table(("a", "b"), ((1, "x"),), ("item",))),
        Panel("layers", "tree", "Layers", tree=(TreeNode("Group", "", None, children=(leaf,)),)),
        Panel("frames", "filmstrip", "Frames",
              pictures=tuple((f"frame {n}", np.zeros((8, 8, 3), np.uint8)) for n in range(5))),
        Panel("time", "timeline", "Layout", timeline=(1.0, 0.5, 0.8),
              timeline_marks=((1, "worst"),)),
        Panel("tol", "curve", "Tolerance",
              curve=Curve("px", "share", {"s": ((0.0, 1.0), (1.0, 0.5))})),
    )  # fmt: skip


def test_evidence_comes_first_and_every_page_paints(panel: BottomPanel) -> None:
    evidence = Evidence(
        "ssim", "SSIM is .91", histograms={"result R": (0.1, 0.9), "golden R": (0.2, 0.8)},
        text="plain <b>text</b>", table=Table(("what", "count"), (("ids", 15),)),
        pictures={"map": np.zeros((4, 4), bool)},
    )  # fmt: skip
    panel.set_details(evidence, panels())
    panel.show_tab("details")
    details = panel.details
    assert details.summary.words() == "SSIM is .91"
    assert [page.key for page in details.pages] == [
        "histograms", "table", "maps", "text", "panel:numbers", "panel:layers", "panel:frames",
        "panel:time", "panel:tol",
    ]  # fmt: skip
    for page in details.pages:
        details.choice.set_current(page.key)
        details._open(page.key)
        assert not panel.grab().isNull()
    panel.set_details(None, ())
    assert "press E" in details.nothing.words()
    panel.set_details(None, (), "the file cannot be read")
    assert details.summary.words() == "the file cannot be read"


def open_page(panel: BottomPanel, key: str) -> object:
    panel.set_details(None, panels())
    panel.show_tab("details")
    panel.details.choice.set_current(key)
    panel.details._open(key)
    return panel.details.stack.currentWidget()


def test_a_tree_tells_what_was_shown_or_hidden(panel: BottomPanel, qtbot: QtBot) -> None:
    tree = open_page(panel, "panel:layers")
    assert isinstance(tree, TreeList)
    said: list[tuple[str, str, bool]] = []
    items: list[str] = []
    panel.tree_toggled.connect(lambda *args: said.append(args))
    panel.item_wanted.connect(lambda _, item: items.append(item))
    group = tree.model().index(0, 0)
    tree.setCurrentIndex(group)
    qtbot.keyClick(tree, Qt.Key.Key_Space)
    assert said == [], "a group without a box has nothing to toggle"
    tree.setCurrentIndex(tree.model().index(0, 0, group))
    qtbot.keyClick(tree, Qt.Key.Key_Space)
    qtbot.keyClick(tree, Qt.Key.Key_Space)
    qtbot.keyClick(tree, Qt.Key.Key_Return)
    assert said == [("layers", "title", False), ("layers", "title", True)]
    assert items == ["title"]


def test_frames_places_and_rows_lead_on(panel: BottomPanel, qtbot: QtBot) -> None:
    strip = open_page(panel, "panel:frames")
    assert isinstance(strip, Filmstrip)
    said: list[tuple[object, ...]] = []
    panel.picture_wanted.connect(lambda *args: said.append(args))
    panel.frame_wanted.connect(lambda *args: said.append(args))
    panel.item_wanted.connect(lambda _, item: said.append((item,)))
    strip.set_current_place(3)
    qtbot.keyClick(strip, Qt.Key.Key_Return)
    plot = open_page(panel, "panel:time")
    assert isinstance(plot, Plot)
    qtbot.keyClick(plot, Qt.Key.Key_Right)
    qtbot.keyClick(plot, Qt.Key.Key_PageDown)
    table = open_page(panel, "panel:numbers")
    assert isinstance(table, TableList)
    table.list.set_current_place(0)
    qtbot.keyClick(table.list, Qt.Key.Key_Return)
    assert said == [("frames", 3), ("time", 1), ("time", 2), ("item",)]
