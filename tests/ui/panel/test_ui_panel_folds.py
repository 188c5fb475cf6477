"""Folds under the keyboard: stops of ↑ and ↓, opened in place, opened by what is acted on."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from reviewer.ui.key_filter import keeps_arrows
from reviewer.ui.panel.blocks import ANSWERED, BESIDE, LEDGER, PASSED
from reviewer.ui.panel.fold import PanelFold
from reviewer.ui.panel.panel import RightPanel
from tests.ui.panel.rows_shown import rows_shown

DOWN, UP = Qt.Key.Key_Down, Qt.Key.Key_Up


@pytest.fixture
def walker(panel: RightPanel, stage: Any, qtbot: QtBot) -> RightPanel:
    """Two of four items answered, the keyboard in the panel."""
    for item in ("legible", "poster"):
        stage.say(item, 1.0)
    panel.set_view(stage.view())
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow, timeout=3000)
    panel.setFocus()
    return panel


def fold_of(panel: RightPanel, key: str) -> PanelFold:
    """The line of a fold, among the rows or at the bottom."""
    lines = [*rows_shown(panel), *panel.pinned.findChildren(PanelFold)]
    found = [
        each for each in lines
        if isinstance(each, PanelFold) and each.isVisible() and (
            each.property("fold") == key or panel.pinned._rows.get(key) is each
        )
    ]  # fmt: skip
    assert len(found) == 1, key
    return found[0]


def walked(panel: RightPanel, step: int = 1, most: int = 30) -> list[str]:
    """Where ↓ (or ↑) leads to from here: rows by id, folds in brackets."""
    seen: list[str] = []
    for _ in range(most):
        before = panel._stop()
        panel.move(step)
        here = panel._stop()
        if here == before:
            break
        seen.append(here.row or f"[{here.fold}]")
    return seen


def test_folds_are_stops_and_rows_of_an_open_fold_are_reached(
    walker: RightPanel, qtbot: QtBot
) -> None:
    assert walker.current_row() == "place"
    assert walked(walker) == ["amount", "[answered]", "[beside]", "colors", "structure", "[passed]"]
    walked(walker, -1)
    for _ in range(2):
        walker.move(1)
    qtbot.keyClick(walker.body, Qt.Key.Key_Return)
    assert walked(walker)[:4] == ["legible", "poster", "[beside]", "colors"]
    assert walked(walker, -1)[-5:] == ["poster", "legible", "[answered]", "amount", "place"]


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Right])
def test_enter_space_and_right_open_a_fold(walker: RightPanel, qtbot: QtBot, key: Any) -> None:
    walker.move(1)
    walker.move(1)
    assert walker.current_row() == ""
    assert walker.body.accessibleDescription().endswith("folded")
    qtbot.keyClick(walker.body, key)
    assert walker._content.is_open(ANSWERED)
    assert walker.body.accessibleDescription().endswith("open")
    qtbot.keyClick(walker.body, DOWN)
    assert walker.current_row() == "legible"
    walker.move(-1)
    qtbot.keyClick(walker.body, UP)
    assert walker.current_row() == "amount"


def test_arrows_of_a_fold_are_its_own_and_go_back_to_the_window(
    walker: RightPanel, qtbot: QtBot
) -> None:
    assert not keeps_arrows(walker.body, "Up")
    walker.move(1)
    walker.move(1)
    assert keeps_arrows(walker.body, "Up")
    qtbot.keyClick(walker.body, Qt.Key.Key_Left)
    assert not walker._content.is_open(ANSWERED)
    qtbot.keyClick(walker.body, Qt.Key.Key_Right)
    qtbot.keyClick(walker.body, Qt.Key.Key_Left)
    assert not walker._content.is_open(ANSWERED)
    qtbot.keyClick(walker.body, Qt.Key.Key_Right)
    qtbot.keyClick(walker.body, Qt.Key.Key_Right)
    assert walker.current_row() == "legible"
    assert not keeps_arrows(walker.body, "Up")


def test_no_key_answers_while_a_fold_has_the_keyboard(walker: RightPanel) -> None:
    given: list[Any] = []
    walker.answer_given.connect(lambda *said: given.append(said))
    walker.move(1)
    walker.move(1)
    assert not walker.press("1")
    walker.move(-1)
    assert walker.press("1")
    assert given == [("amount", "1")]


def test_one_ring_and_it_is_on_the_fold(walker: RightPanel) -> None:
    walker.move(1)
    walker.move(1)
    assert fold_of(walker, ANSWERED)._has_ring
    assert not walker.maker.card.has_ring
    walker.move(1)
    assert not fold_of(walker, ANSWERED)._has_ring
    assert fold_of(walker, BESIDE)._has_ring


def test_the_pinned_ledger_is_a_stop_that_opens_the_ledger(
    walker: RightPanel, stage: Any, qtbot: QtBot
) -> None:
    walker.resize(320, 704)
    walker.set_view(stage.view())
    assert [block.key for block in walker._plan.pinned][-1] == LEDGER
    assert walked(walker)[-1] == "[ledger]"
    assert fold_of(walker, LEDGER)._has_ring
    with qtbot.waitSignal(walker.ledger_wanted):
        qtbot.keyClick(walker.body, Qt.Key.Key_Return)


@pytest.mark.parametrize(
    ("height", "row"),
    [
        (1016, "legible"), (1016, "layer"), (1016, "taste"), (700, "structure"),
        (300, "layer"), (300, "colors"), (300, "poster"), (300, "taste"),
    ],
)  # fmt: skip
def test_a_row_that_is_acted_on_is_on_the_screen(walker: RightPanel, height: int, row: str) -> None:
    walker.resize(400, height)
    assert walker.body.place_of(row) is None
    walker.point_at(row)
    found = walker.body.place_of(row)
    assert found is not None
    assert walker.current_row() == row
    top = found[0] - walker.body.bar.value()
    assert top < walker.body.height()
    assert top + found[1] > 0


def test_an_answered_item_that_is_jumped_to_opens_its_fold(walker: RightPanel) -> None:
    walker.set_current("poster")
    assert walker._content.is_open(ANSWERED)
    place, fold = walker.body.place_of("poster"), walker.body.place_of_fold(ANSWERED)
    assert place is not None
    assert fold is not None
    assert place[0] > fold[0]


def test_a_closed_fold_takes_the_keyboard_from_a_row_inside(
    walker: RightPanel, qtbot: QtBot
) -> None:
    walker.set_current("layer")
    qtbot.mouseClick(fold_of(walker, PASSED), Qt.MouseButton.LeftButton)
    assert walker.body.place_of("layer") is None
    assert walker.current_row() == ""
    assert not walker.press("=")
    walker.set_current("taste")
    qtbot.mouseClick(fold_of(walker, BESIDE), Qt.MouseButton.LeftButton)
    assert walker.body.place_of("taste") is None
    assert walker.current_row() == ""


def test_the_mouse_opens_a_fold_and_leaves_the_row_current(
    walker: RightPanel, qtbot: QtBot
) -> None:
    qtbot.mouseClick(fold_of(walker, PASSED), Qt.MouseButton.LeftButton)
    assert walker.body.place_of("layer") is not None
    assert walker.current_row() == "place"


def test_a_fold_keeps_its_place_on_the_screen(walker: RightPanel, stage: Any, qtbot: QtBot) -> None:
    walker.resize(400, 578)
    walker.set_view(stage.view())
    qtbot.mouseClick(fold_of(walker, ANSWERED), Qt.MouseButton.LeftButton)
    walker.body.bar.setValue(60)
    for _ in range(2):
        line = fold_of(walker, BESIDE)
        y = line.y()
        qtbot.mouseClick(line, Qt.MouseButton.LeftButton)
        assert fold_of(walker, BESIDE).y() == y


def test_a_fold_of_the_bottom_shows_its_rows_when_it_opens(
    walker: RightPanel, stage: Any, qtbot: QtBot
) -> None:
    walker.resize(320, 690)
    walker.set_view(stage.view())
    assert PASSED in [block.key for block in walker._plan.pinned]
    qtbot.mouseClick(fold_of(walker, PASSED), Qt.MouseButton.LeftButton)
    line = fold_of(walker, PASSED)
    assert 0 <= line.y() <= walker.body.height() - line.height()
    found = walker.body.place_of("layer")
    assert found is not None
    assert found[0] - walker.body.bar.value() < walker.body.height()


def test_elsewhere_keys_mean_the_row_again(walker: RightPanel, qtbot: QtBot) -> None:
    field = QLineEdit(walker.parentWidget())
    qtbot.addWidget(field)
    walker.move(1)
    walker.move(1)
    assert walker.current_row() == ""
    field.show()
    field.activateWindow()
    qtbot.waitUntil(field.isActiveWindow, timeout=3000)
    field.setFocus()
    QApplication.processEvents()
    assert walker.current_row() == "amount"


def test_a_click_on_the_row_leaves_the_fold(walker: RightPanel, qtbot: QtBot) -> None:
    walker.move(1)
    walker.move(1)
    assert walker.current_row() == ""
    walker.press_row("amount")
    assert walker.current_row() == "amount"
