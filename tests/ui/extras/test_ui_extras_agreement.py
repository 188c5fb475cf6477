"""Person beside judge: counts open their tasks; blind answers stand apart."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from reviewer.session import queue
from reviewer.session.agreement import Case, report_of
from reviewer.session.state import Row
from reviewer.ui.extras.cell_table import CellTable, shared
from reviewer.ui.extras.tables import AGREEMENT, agreement_rows
from reviewer.ui.window import Window


def case(task: str, judge: float, person: float | None, *, blind: bool = False) -> Case:
    return Case(task, "neat", "Is it neat?", "ann", judge, person, blind, person is None)


CASES = [
    case("a", 1.0, 1.0),
    case("b", 1.0, 0.0),
    case("c", 0.0, 1.0, blind=True),
    case("d", 1.0, None),
]


@pytest.fixture
def table(qtbot: QtBot) -> CellTable:
    made = CellTable("Person beside judge", AGREEMENT)
    qtbot.addWidget(made)
    made.resize(1000, 300)
    made.set_rows(agreement_rows(report_of(CASES, tasks=4)))
    made.show()
    return made


def test_blind_answers_stand_in_a_row_of_their_own(table: CellTable) -> None:
    rows = {(row[0].text, row[1].text): row for row in table.cells.rows}
    blind = next(row for row in table.cells.rows[2:] if row[1].text == "blind")
    seen = next(row for row in table.cells.rows[2:] if row[1].text == "judge in view")
    assert ("all items", "blind") in rows
    assert [cell.text for cell in blind[2:4]] == ["1", "0"]
    assert blind[6].tasks == ("c",)
    assert seen[2].text == "3"
    assert seen[3].second == "67 %"
    assert seen[5].tasks == ("b",)
    assert seen[9].tasks == ("d",)


def test_a_choice_between_two_and_a_change_of_mind_have_columns_of_their_own() -> None:
    choice = Case(
        "p", "preference", "Which?", "ann", 0.0, 1.0, True, is_choice=True, is_changed=True
    )
    heads = [column.title for column in AGREEMENT]
    blind = agreement_rows(report_of([choice], tasks=1))[2]
    told = {head: cell for head, cell in zip(heads, blind, strict=True)}
    assert [told[head].text for head in ("judge too generous", "judge too strict")] == ["0", "0"]
    assert told["chose otherwise"].tasks == ("p",)
    assert told["changed since"].tasks == ("p",)


def test_counts_open_by_key_and_nothing_else_does(table: CellTable, qtbot: QtBot) -> None:
    opened: list[object] = []
    table.opened.connect(opened.append)
    table.setFocus()
    place = next(n for n, row in enumerate(table.cells.rows) if row[5].tasks == ("b",))
    table.setCurrentIndex(table.cells.index(place, 4))
    qtbot.keyClick(table, Qt.Key.Key_Return)
    assert opened == []
    qtbot.keyClick(table, Qt.Key.Key_Right)
    qtbot.keyClick(table, Qt.Key.Key_Return)
    assert [cell.tasks for cell in opened] == [("b",)]  # type: ignore[attr-defined]


def test_a_named_set_of_tasks_is_a_filter_word() -> None:
    sets = {"too strict: neat": frozenset({"a"})}
    test = queue.compile_filter('in:"too strict: neat" kind:maze', sets)
    assert test(Row("a", "maze_image"))
    assert not test(Row("b", "maze_image"))
    with pytest.raises(queue.FilterError, match="no set of tasks"):
        queue.compile_filter("in:other", sets)


def test_a_count_lists_its_tasks_at_the_desk(
    make_task: Callable[..., Path], opened: Callable[[Path], Window], qtbot: QtBot
) -> None:
    folder = make_task("one")
    make_task("two")
    window = opened(folder.parent)
    window.commands.apply(lambda: window.session.editor.answer("neat", 0.0))
    window.commands.run("agreement")
    page = window.extras.reports.agreement
    assert page is not None
    cells = page.tables[0].table.cells
    qtbot.waitUntil(lambda: cells.rowCount() > 0, timeout=15_000)
    row = next(row for row in cells.rows if row[0].text == "neat")
    assert row[5].tasks == ("one",)
    page.tables[0].table.opened.emit(row[5])
    assert window.extras.view == ""
    qtbot.waitUntil(lambda: [r.id for r in window.session.rows()] == ["one"])
    assert window.list_pane.filter.text() == 'in:"too generous, judge in view: neat"'


def test_blind_mode_does_not_tell_the_figures_early(
    make_task: Callable[..., Path], opened: Callable[[Path], Window]
) -> None:
    window = opened(make_task("one").parent)
    window.set_blind(True)
    window.commands.run("agreement")
    assert window.extras.view == ""
    assert "blind mode" in window.status.said.words()


def test_short_columns_are_whole_where_there_is_too_little_room() -> None:
    assert shared(300, [500, 80]) == [220, 80]
    assert shared(100, [90, 80, 40]) == [34, 33, 33]
    assert shared(1000, [300, 200]) == [600, 400]
    assert shared(10, []) == []
