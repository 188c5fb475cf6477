"""The sheet of keys: every action, the keys in force, columns that fit."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from reviewer.ui import fonts, keys, theme
from reviewer.ui.actions import ACTIONS
from reviewer.ui.keys_sheet import KeysSheet, Line, columns_of, lines_of


@pytest.fixture(autouse=True)
def dressed(qapp: QApplication) -> None:
    fonts.set_scale(qapp, 1.0)
    theme.apply(qapp, "dark")


@pytest.fixture
def host(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(1093, 614)
    inside = QVBoxLayout(made)
    inside.addWidget(QLineEdit())
    made.show()
    return made


def flat(groups: list[list[Line]]) -> list[Line]:
    return [line for group in groups for line in group if not line.is_title]


def test_every_action_is_listed_with_its_key_in_force() -> None:
    lines = flat(lines_of("letters", {"fit": "G", "overlay": ""}))
    assert len(lines) == sum(not action.view for action in ACTIONS)
    by_words = {line.words: line.key for line in lines}
    assert by_words["Fit"] == "G"
    assert by_words["Overlay on and off"] == ""
    assert by_words["Next task"] == "D", "the profile's own letter"
    assert by_words["Complete and next"] == "Ctrl ↵"


def test_held_keys_say_so_apart_from_their_words() -> None:
    held = [line for line in flat(lines_of("arrows", {})) if line.is_held]
    assert [line.key for line in held] == ["Q", "W"]
    assert all("hold" not in line.words for line in held)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_columns_lose_nothing_and_no_title_ends_one(count: int) -> None:
    groups = lines_of("arrows", {})
    columns = columns_of(groups, count)
    assert len(columns) <= count
    assert [x for x in flat(columns) if x.words] == flat(groups)
    assert all(not column[-1].is_title for column in columns)
    assert all(column[0].is_title for column in columns), "each column says what it goes on with"


@pytest.mark.parametrize("size", [(1093, 614), (1366, 768), (1920, 1080)])
def test_it_fits_its_window_without_scrolling(host: QWidget, size: tuple[int, int]) -> None:
    host.resize(*size)
    sheet = KeysSheet(host)
    sheet.set_keys("arrows", {})
    sheet.open()
    sheet.grab()
    assert host.rect().contains(sheet.geometry())
    assert sheet.area.verticalScrollBar().maximum() == 0
    assert sheet.count() == sum(not action.view for action in ACTIONS)


def test_large_text_scrolls_instead_of_shrinking(host: QWidget, qapp: QApplication) -> None:
    fonts.set_scale(qapp, 1.5)
    sheet = KeysSheet(host)
    sheet.set_keys("arrows", {})
    sheet.open()
    sheet.grab()
    assert host.rect().contains(sheet.geometry())
    assert sheet.area.verticalScrollBar().maximum() > 0


@pytest.mark.parametrize("key", [Qt.Key.Key_Escape, Qt.Key.Key_Question])
def test_esc_and_the_question_mark_take_it_away(host: QWidget, qtbot: QtBot, key: Qt.Key) -> None:
    field = host.findChild(QLineEdit)
    assert field is not None
    host.activateWindow()
    field.setFocus()
    sheet = KeysSheet(host)
    sheet.set_keys("arrows", {})
    sheet.toggle()
    assert sheet.isVisible()
    with qtbot.waitSignal(sheet.closed):
        qtbot.keyClick(sheet, key)
    assert not sheet.isVisible()
    assert host.focusWidget() is field, "the keyboard goes back to where it was"
    sheet.toggle()
    sheet.toggle()
    assert not sheet.isVisible()


def test_it_follows_its_window_and_can_be_heard(host: QWidget) -> None:
    sheet = KeysSheet(host)
    sheet.set_keys("arrows", {})
    sheet.open()
    host.resize(1600, 900)
    assert sheet.geometry().center().x() == pytest.approx(800, abs=2)
    assert f"Fit: {keys.key_of('fit', 'arrows', {})}" in sheet._page.accessibleName()


@pytest.mark.parametrize(
    ("key", "cap"),
    [
        ("Ctrl++", "Ctrl +"),
        ("Ctrl+-", "Ctrl -"),
        ("+", "+"),
        ("Shift+Right", "Shift →"),
        ("Q", "Q"),
    ],
)
def test_a_cap_shows_keys_side_by_side(key: str, cap: str) -> None:
    assert keys.shown(key) == cap
