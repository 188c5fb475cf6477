"""Changing keys: conflicts refused with the reason, profiles, resets."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from reviewer.ui import fonts, keys, theme
from reviewer.ui.actions import ACTIONS
from reviewer.ui.rebind import RebindDialog


@pytest.fixture(autouse=True)
def dressed(qapp: QApplication) -> None:
    fonts.set_scale(qapp, 1.0)
    theme.apply(qapp, "dark")


@pytest.fixture
def dialog(qtbot: QtBot) -> RebindDialog:
    made = RebindDialog(profile="arrows", own={})
    qtbot.addWidget(made)
    made.show()
    return made


def go_to(dialog: RebindDialog, action_id: str) -> None:
    place = next(n for n, row in enumerate(dialog.list.rows()) if row.id == action_id)
    dialog.list.set_current_place(place)


def listen(dialog: RebindDialog, qtbot: QtBot, action_id: str) -> None:
    go_to(dialog, action_id)
    qtbot.keyClick(dialog.list, Qt.Key.Key_Return)


def test_a_free_key_is_taken(dialog: RebindDialog, qtbot: QtBot) -> None:
    listen(dialog, qtbot, "fit")
    assert dialog.list.current_row().is_listening
    qtbot.keyClick(dialog.list, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    assert dialog.values() == ("arrows", {"fit": "Ctrl+J"})
    row = dialog.list.current_row()
    assert (row.id, row.key, row.is_own, row.is_listening) == ("fit", "Ctrl+J", True, False)


def test_a_key_that_is_taken_is_refused_with_the_reason(dialog: RebindDialog, qtbot: QtBot) -> None:
    listen(dialog, qtbot, "fit")
    qtbot.keyClick(dialog.list, Qt.Key.Key_B)
    assert dialog.values()[1] == {}
    assert dialog.message.words() == "B already does “Blind mode”."
    assert dialog.list.current_row().is_listening, "another key can be tried at once"
    qtbot.keyClick(dialog.list, Qt.Key.Key_H)
    assert dialog.values()[1] == {"fit": "H"}
    assert dialog.message.words() == ""


@pytest.mark.parametrize("key", [Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Return])
def test_keys_that_could_lose_work_are_never_bound(
    dialog: RebindDialog, qtbot: QtBot, key: Qt.Key
) -> None:
    listen(dialog, qtbot, "fit")
    qtbot.keyClick(dialog.list, key)
    assert dialog.values()[1] == {}
    assert "could lose work" in dialog.message.words()


def test_esc_leaves_a_row_as_it_was_and_the_dialog_open(dialog: RebindDialog, qtbot: QtBot) -> None:
    listen(dialog, qtbot, "fit")
    qtbot.keyClick(dialog.list, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    assert not dialog.list.current_row().is_listening
    assert dialog.values()[1] == {}


def test_tab_can_be_pressed_while_listening(dialog: RebindDialog, qtbot: QtBot) -> None:
    go_to(dialog, "panels")
    qtbot.keyClick(dialog.list, Qt.Key.Key_Delete)
    assert dialog.values()[1] == {"panels": ""}
    listen(dialog, qtbot, "fit")
    qtbot.keyClick(dialog.list, Qt.Key.Key_Tab)
    assert dialog.values()[1] == {"panels": "", "fit": "Tab"}


def test_one_key_or_all_go_back(dialog: RebindDialog, qtbot: QtBot) -> None:
    for action_id, key in (("fit", Qt.Key.Key_H), ("overlay", Qt.Key.Key_U)):
        listen(dialog, qtbot, action_id)
        qtbot.keyClick(dialog.list, key)
    go_to(dialog, "fit")
    dialog.reset_button.click()
    assert dialog.values()[1] == {"overlay": "U"}
    dialog.reset_all_button.click()
    assert dialog.values()[1] == {}
    assert not dialog.reset_all_button.isEnabled()


def test_going_back_to_a_key_that_was_given_away_is_refused(
    dialog: RebindDialog, qtbot: QtBot
) -> None:
    go_to(dialog, "fit")
    dialog.clear_button.click()
    listen(dialog, qtbot, "overlay")
    qtbot.keyClick(dialog.list, Qt.Key.Key_F)
    go_to(dialog, "fit")
    dialog.reset_button.click()
    assert dialog.values()[1] == {"fit": "", "overlay": "F"}
    assert "already does “Overlay on and off”" in dialog.message.words()


def test_the_other_profile_lets_go_of_keys_that_clash(dialog: RebindDialog, qtbot: QtBot) -> None:
    listen(dialog, qtbot, "fit")
    qtbot.keyClick(dialog.list, Qt.Key.Key_D)
    assert dialog.values()[1] == {"fit": "D"}
    dialog.profiles.step(1)
    profile, own = dialog.values()
    assert (profile, own) == ("letters", {})
    assert "1 of your keys" in dialog.message.words()
    table = keys.bindings(profile, own)
    assert len(table) == len({key for key in table})
    assert table["D"] == "next-task"


def test_actions_are_found_by_words_and_by_key(dialog: RebindDialog, qtbot: QtBot) -> None:
    assert len(dialog.list.rows()) == len(ACTIONS)
    qtbot.keyClicks(dialog.filter, "blink")
    assert {row.id for row in dialog.list.rows()} == {"blink-golden", "blink-initial"}
    dialog.filter.setText("f11")
    assert [row.id for row in dialog.list.rows()] == ["pictures-only"]
    assert not dialog.grab().isNull()
