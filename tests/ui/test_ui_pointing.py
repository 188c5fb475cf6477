"""A row of a list shows its place in the pictures, and a place in a picture its row."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from reviewer.ui.widgets.table_list import TableList
from reviewer.ui.window import Window
from tests.ui import window_desk

DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 900" '
    'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape">'
    '<g id="base_layer" inkscape:groupmode="layer" inkscape:label="base">'
    '<rect id="floor_all" width="1200" height="900" style="fill:#eeeeee"/></g>'
    '<g id="top" inkscape:groupmode="layer" inkscape:label="furniture">'
    '<rect id="bed_master" data-room="living" x="200" y="200" width="100" height="80" '
    'style="fill:#3366cc"/>'
    '<rect id="dining_table" data-room="kitchen" x="800" y="300" width="120" height="60" '
    'style="fill:#33aa55"/></g></svg>'
)
ROOMS = '{"living": [[0,0],[600,0],[600,900],[0,900]], "kitchen": [[600,0],[1200,0],[1200,900],[600,900]]}'  # noqa: E501


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[Window]:
    case = tmp_path / "cases" / "DES_task_7_plan"
    (case / "results").mkdir(parents=True)
    (case / "gt").mkdir()
    (case / "results" / "floor_annotated.svg").write_text(DRAWING)
    (case / "gt" / "rooms.json").write_text(ROOMS)
    (case / "task.md").write_text("---\nid: DES_task_7_plan\n---\n\n## Prompt\n\nFurnish it.\n")
    with window_desk.desk(qtbot, tmp_path / "cases") as made:
        yield made


def _open(qtbot: QtBot, window: Window, page: str) -> TableList:
    window.show_tab("details")
    details = window.bottom.details
    qtbot.waitUntil(lambda: any(p.key == page for p in details.pages), timeout=20_000)
    details.choice.set_current(page)
    details._open(page)
    table = details.stack.currentWidget()
    assert isinstance(table, TableList)
    return table


def _pointed(window: Window) -> dict[str, tuple[float, ...]]:
    return {mark.item: mark.points for mark in window.pictures._pointed}


def test_a_row_of_the_rules_shows_its_piece_before_any_evidence_was_opened(
    qtbot: QtBot, window: Window
) -> None:
    table = _open(qtbot, window, "panel:rules")
    assert window.session.showing.evidence is None
    table.item_wanted.emit("element:bed_master")
    qtbot.waitUntil(lambda: "element:bed_master" in _pointed(window), timeout=20_000)
    _, _, width, height = _pointed(window)["element:bed_master"]
    assert width / height == pytest.approx(100 / 80)
    assert window.pictures.camera.u == pytest.approx(250 / 1200, abs=0.02)
    assert window.pictures.camera.v == pytest.approx(240 / 900, abs=0.02)
    assert window.status.said.words() == ""
    # The list that was clicked stays.
    assert window.bottom.details.choice.current() == "panel:rules"


def test_what_has_no_place_is_said_by_its_own_name(qtbot: QtBot, window: Window) -> None:
    table = _open(qtbot, window, "panel:rules")
    table.item_wanted.emit("element:no_such_thing")
    qtbot.waitUntil(lambda: window.status.said.words() != "", timeout=20_000)
    assert window.status.said.words().startswith("no_such_thing is nowhere")
    assert _pointed(window) == {}


def test_a_layer_shows_what_it_draws(qtbot: QtBot, window: Window) -> None:
    _open(qtbot, window, "panel:rules")
    window.bottom.details.item_wanted.emit("layers", "layer:furniture")
    qtbot.waitUntil(lambda: "layer:furniture" in _pointed(window), timeout=20_000)
    panes = window.pictures.stage.all_panes()
    qtbot.waitUntil(lambda: any(p.isVisible() and p.view.picture for p in panes), timeout=20_000)
    seen = next(p for p in panes if p.isVisible() and p.view.picture).view.seen_shares()
    assert seen.left() <= 200 / 1200
    assert seen.right() >= 920 / 1200


def test_a_click_on_a_piece_selects_its_row(qtbot: QtBot, window: Window) -> None:
    table = _open(qtbot, window, "panel:rules")
    panes = window.pictures.stage.all_panes()
    qtbot.waitUntil(lambda: any(p.isVisible() and p.view.picture for p in panes), timeout=20_000)
    pane = next(p for p in panes if p.isVisible() and p.view.picture)
    wide, high = pane.view.picture.size
    at = pane.view.to_view(860 / 1200 * wide, 330 / 900 * high)
    QTest.mouseClick(
        pane.view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier,
        QPoint(round(at.x()), round(at.y())),
    )  # fmt: skip
    qtbot.waitUntil(lambda: "element:dining_table" in _pointed(window), timeout=20_000)
    assert "dining_table" in table.list.current_row()[1][2]


def test_a_click_finds_the_row_from_another_tab_too(qtbot: QtBot, window: Window) -> None:
    window.show_tab("ledger")
    window.pictures.place_clicked.emit("drawing", 250 / 1200, 240 / 900)
    details = window.bottom.details

    def is_selected() -> bool:
        table = details.stack.currentWidget()
        row = table.list.current_row() if isinstance(table, TableList) else None
        return row is not None and "bed_master" in str(row)

    qtbot.waitUntil(is_selected, timeout=20_000)
    assert window.bottom_tab == "details"


def test_a_click_beside_everything_points_at_nothing(qtbot: QtBot, window: Window) -> None:
    table = _open(qtbot, window, "panel:rules")
    table.item_wanted.emit("element:bed_master")
    qtbot.waitUntil(lambda: bool(_pointed(window)), timeout=20_000)
    window.pictures.place_clicked.emit("drawing", 2.0, 2.0)
    qtbot.waitUntil(lambda: _pointed(window) == {}, timeout=20_000)
    assert window.bottom_tab == "details"


def test_closing_the_lower_panel_leaves_single_keys_alive(qtbot: QtBot, window: Window) -> None:
    _open(qtbot, window, "panel:rules")
    QTest.mouseClick(window.bottom.close_button, Qt.MouseButton.LeftButton)
    assert not window.bottom.isVisible()
    assert QApplication.focusWidget() is not window.list_pane.filter


def test_pages_that_arrive_leave_the_keyboard_in_the_panel(qtbot: QtBot, window: Window) -> None:
    window.status.tabs["details"].click()
    details = window.bottom.details
    qtbot.waitUntil(lambda: bool(details.pages), timeout=20_000)
    held = QApplication.focusWidget()
    assert held is not None
    assert window.bottom.isAncestorOf(held)


def test_a_picture_of_a_strip_is_shown_large(qtbot: QtBot, tmp_path: Path) -> None:
    case = tmp_path / "cases" / "DES_task_8_shots"
    (case / "results").mkdir(parents=True)
    picture = Image.effect_noise((320, 200), 90)
    picture.save(case / "results" / "view_01_layers_panel.png")
    (case / "results" / "floor_annotated.svg").write_text(DRAWING)
    (case / "task.md").write_text("---\nid: DES_task_8_shots\n---\n\n## Prompt\n\nFurnish it.\n")
    with window_desk.desk(qtbot, tmp_path / "cases") as window:
        window.show_tab("details")
        details = window.bottom.details
        key = "panel:screenshots"
        qtbot.waitUntil(lambda: any(p.key == key for p in details.pages), timeout=20_000)
        details._open(key)
        details.stack.currentWidget().picture_wanted.emit(0)
        role = "evidence:view_01_layers_panel.png"
        assert window.pictures.current_role == role
        assert window.pictures.mode == "one"
        main = window.pictures.stage.main.view
        qtbot.waitUntil(lambda: main.picture is not None, timeout=20_000)
        assert main.picture.size == (320, 200)


CLAUSES = [
    {"clause": "It has a layer.", "satisfied": True, "evidence": "seen"},
    {"clause": "It has rooms.", "satisfied": "partial", "evidence": "two of four"},
]


def test_a_clause_of_a_table_goes_to_its_row_and_stays_selected(
    qtbot: QtBot, tmp_path: Path
) -> None:
    case = tmp_path / "cases" / "one"
    case.mkdir(parents=True)
    names = (
        "task_completion", "deliverable_correctness", "deliverable_quality",
        "evidence_authenticity", "tool_use_correctness", "final_state_correctness",
        "efficiency_robustness", "instruction_following",
    )  # fmt: skip
    inner = {
        "artifact_checks": [{"id": "a.svg", "clause_results": CLAUSES}],
        "dimensions": {name: {"score": 0.9, "reason": "fine"} for name in names},
        "is_hack": False,
        "final_score": 0.9,
    }
    document = {"task_id": "one", "category": "SPA", "score": 0.9, "scores": inner}
    (case / "score.json").write_text(json.dumps(document))
    with window_desk.desk(qtbot, tmp_path / "cases") as window:
        window.show_tab("details")
        details = window.bottom.details
        qtbot.waitUntil(lambda: bool(details.pages), timeout=20_000)
        table = details.stack.currentWidget()
        assert isinstance(table, TableList)
        first = table._table.items[0]
        table.item_wanted.emit(first)
        qtbot.waitUntil(lambda: details.choice.current() == "table", timeout=20_000)
        second = details.pages[0].content.items[1]
        details.stack.currentWidget().item_wanted.emit(second)
        showing = window.session.showing
        qtbot.waitUntil(
            lambda: showing.evidence is not None and showing.evidence.check == second,
            timeout=20_000,
        )
        assert window.panel.current_row() == second
        assert details.stack.currentWidget().list.current_row()[0] == 1
