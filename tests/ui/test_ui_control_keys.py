"""Keys at a focused control: they belong to it and answer no question."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QWidget
from pytestqt.qtbot import QtBot

from reviewer.model import Parameter
from reviewer.ui.extras.knobs import Knobs, Spec
from reviewer.ui.key_filter import keeps_plain
from reviewer.ui.keys import bindings
from reviewer.ui.widgets.inputs import NumberField, Slider, Toggle
from reviewer.ui.widgets.segmented import Segment, Segmented
from tests.ui import window_desk

POSTER = "astronaut_poster"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return window_desk.copy_samples(tmp_path / "samples", POSTER)


CONTROLS: dict[str, Callable[[QWidget], QWidget]] = {
    "slider": lambda page: Slider("Opacity", 0, 100, page),
    "field": lambda page: NumberField("Tolerance", low=0, high=255, parent=page),
    "choice": QComboBox,
    "knob": lambda page: _knobs(page, "t"),
    "switch of a knob": lambda page: _knobs(page, "strict"),
}


def _knobs(page: QWidget, name: str) -> Knobs:
    every = (Parameter("t", "Eroded by", 3, 0, 8, "px"), Parameter("strict", "Strictly", False))
    made = Knobs(page)
    made.foot.setParent(made)
    made.set_spec(Spec(tuple(each for each in every if each.id == name)))
    made.set_values({}, {})
    return made


@pytest.mark.parametrize("name", CONTROLS)
def test_keys_at_a_control_that_sets_a_value_answer_nothing(
    qtbot: QtBot, folder: Path, name: str
) -> None:
    with window_desk.desk(qtbot, folder) as window:
        window_desk.go(qtbot, window, POSTER)
        made = CONTROLS[name](window.page)
        made.show()
        control = made.findChild(Slider if name == "knob" else Toggle) or made
        control.setFocus()
        task, row = window.session.current_id, window.panel.current_row()
        typed = (Qt.Key.Key_1, Qt.Key.Key_4, Qt.Key.Key_0, Qt.Key.Key_Minus, Qt.Key.Key_X,
                 Qt.Key.Key_Y, Qt.Key.Key_B)  # fmt: skip
        # A switch has no use for arrows: there they go from control to control.
        arrows = () if isinstance(control, Toggle) else (Qt.Key.Key_Left, Qt.Key.Key_Down)
        for key in (*typed, *arrows):
            window_desk.press(window, key)
        state = window.session.current
        assert state is not None
        assert state.review.entries == ()
        assert (window.session.current_id, window.panel.current_row()) == (task, row)
        assert not window.session.is_blind
        assert QApplication.focusWidget() is control
        window_desk.press(window, Qt.Key.Key_Escape)
        assert QApplication.focusWidget() is window.workspace
        window_desk.press(window, Qt.Key.Key_1)
        assert [entry.value for entry in state.review.entries] == [1.0]


def test_space_presses_the_focused_button_and_arrows_go_through_its_choices(
    qtbot: QtBot, folder: Path
) -> None:
    with window_desk.desk(qtbot, folder) as window:
        task = window.session.current_id
        choice = Segmented("Side", [Segment("a", "A"), Segment("b", "B")])
        toggle = Toggle("Marks")
        for control in (choice, toggle):
            control.setParent(window.page)
            control.show()
        choice.findChild(QAbstractButton).setFocus()
        window_desk.press(window, Qt.Key.Key_Right)
        assert choice.current() == "b"
        assert window.session.current_id == task
        toggle.setFocus()
        window_desk.press(window, Qt.Key.Key_Space)
        assert toggle.isChecked()


def test_space_at_a_button_of_the_contact_sheet_is_no_key_of_the_page(qapp: QApplication) -> None:
    assert bindings("standard", {}, "sheet")["Space"] == "tile-large"
    assert keeps_plain(Toggle("Marks"), "Space")
    assert not keeps_plain(QWidget(), "Space")
