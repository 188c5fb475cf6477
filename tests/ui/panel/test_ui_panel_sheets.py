"""Dispute, reason, number and raw reply: anchored, keyboard first, nothing answers behind them."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from reviewer.ui import keys
from reviewer.ui.key_filter import KeyFilter
from reviewer.ui.panel.panel import RightPanel


class Desk(QWidget):
    """A window with the panel at its right and the window's own keys."""

    def __init__(self) -> None:
        super().__init__()
        self.acts: list[str] = []
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(QWidget(), 1)
        self.panel = RightPanel()
        self.panel.setFixedWidth(320)
        row.addWidget(self.panel)
        table = keys.bindings("arrows", {})
        self.filter = KeyFilter(self, table=lambda: table, act=self._act, end=lambda _: None)

    def _act(self, action: str) -> bool:
        self.acts.append(action)
        return True


@pytest.fixture
def desk(qapp: QApplication, qtbot: QtBot, stage: Any) -> Any:
    """The window, shown and active, its keys at work."""
    made = Desk()
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow, timeout=3000)
    stage.say("amount", 0.7)
    made.panel.set_view(stage.view())
    made.panel.setFocus()
    qapp.installEventFilter(made.filter)
    yield made
    made.panel.editors.close()
    qapp.removeEventFilter(made.filter)


def press(qtbot: QtBot, key: Qt.Key, text: str = "", *, ctrl: bool = False) -> None:
    """Press a key where the focus is."""
    held = Qt.KeyboardModifier.ControlModifier if ctrl else Qt.KeyboardModifier.NoModifier
    target = QApplication.focusWidget()
    assert target is not None
    if text and not ctrl:
        qtbot.keyClicks(target, text)
    else:
        qtbot.keyClick(target, key, held)


def test_a_dispute_by_keyboard_alone(desk: Any, qtbot: QtBot) -> None:
    heard: list[tuple[Any, ...]] = []
    desk.panel.editors.disputed.connect(lambda *said: heard.append(said))
    sheet = desk.panel.editors.dispute("colors")
    press(qtbot, Qt.Key.Key_2, "2")
    assert sheet.code() == 2
    assert sheet._value_row.isHidden()
    press(qtbot, Qt.Key.Key_A, "1 px is too strict")
    press(qtbot, Qt.Key.Key_Return, ctrl=True)
    assert heard == [("colors", 2, "1 px is too strict", None)]
    assert not sheet.isVisible()
    assert desk.acts == []
    assert QApplication.focusWidget() is desk.panel.body


def test_measured_wrong_may_carry_a_value(desk: Any, qtbot: QtBot) -> None:
    heard: list[tuple[Any, ...]] = []
    desk.panel.editors.disputed.connect(lambda *said: heard.append(said))
    sheet = desk.panel.editors.dispute("colors")
    press(qtbot, Qt.Key.Key_1, "1")
    assert not sheet._value_row.isHidden()
    sheet.value.setText("about three")
    sheet.commit()
    assert heard == []
    assert "number, yes or no" in sheet.problem.words()
    sheet.value.setText("3")
    sheet.commit()
    assert heard == [("colors", 1, "", 3)]


def test_without_a_code_nothing_is_saved_and_the_text_is_kept(desk: Any, qtbot: QtBot) -> None:
    heard: list[Any] = []
    desk.panel.editors.disputed.connect(lambda *said: heard.append(said))
    sheet = desk.panel.editors.dispute("colors")
    sheet.text.setPlainText("hm")
    sheet.commit()
    assert heard == []
    assert sheet.isVisible()
    press(qtbot, Qt.Key.Key_Escape)
    assert not sheet.isVisible()
    assert desk.acts == []
    again = desk.panel.editors.dispute("colors")
    assert again.text.toPlainText() == "hm"
    other = desk.panel.editors.dispute("structure")
    assert other.text.toPlainText() == ""


def test_keys_behind_a_sheet_are_dead(desk: Any, qtbot: QtBot) -> None:
    desk.panel.editors.dispute("colors")
    for key in (Qt.Key.Key_X, Qt.Key.Key_Y, Qt.Key.Key_Right, Qt.Key.Key_9, Qt.Key.Key_Tab):
        press(qtbot, key)
    assert desk.acts == []
    desk.panel.editors.close()
    press(qtbot, Qt.Key.Key_X)
    assert desk.acts == ["take-back"]


def test_composing_only_commits_the_text(desk: Any, qtbot: QtBot) -> None:
    editor = desk.panel.editors.reason("amount")
    heard: list[Any] = []
    desk.panel.editors.reason_given.connect(lambda *said: heard.append(said))
    QApplication.sendEvent(editor.text, QInputMethodEvent("wen", []))
    press(qtbot, Qt.Key.Key_Return, ctrl=True)
    assert heard == []
    assert editor.isVisible()
    done = QInputMethodEvent("", [])
    done.setCommitString("文")
    QApplication.sendEvent(editor.text, done)
    press(qtbot, Qt.Key.Key_Return, ctrl=True)
    assert heard == [("amount", "文")]


def test_a_number_is_held_to_its_scale(desk: Any, qtbot: QtBot) -> None:
    heard: list[Any] = []
    desk.panel.editors.number_given.connect(lambda *said: heard.append(said))
    sheet = desk.panel.editors.number("amount")
    assert sheet.field.text() == "0.7"
    sheet.field.setText("7")
    press(qtbot, Qt.Key.Key_Return)
    assert heard == []
    assert "0 to 1" in sheet.problem.words()
    sheet.field.setText("70 %")
    press(qtbot, Qt.Key.Key_Return)
    assert heard == [("amount", 0.7)]
    check = desk.panel.editors.number("colors")
    check.field.setText("−12,5")
    check.commit()
    assert heard[-1] == ("colors", -12.5)


def test_the_raw_reply_is_read_word_for_word(desk: Any, qtbot: QtBot) -> None:
    sheet = desk.panel.editors.raw("legible")
    assert sheet.text.toPlainText() == "RAWREPLY legible"
    assert sheet.text.isReadOnly()
    press(qtbot, Qt.Key.Key_1, "1")
    assert desk.acts == []
    sheet.copy.click()
    assert QApplication.clipboard().text() == "RAWREPLY legible"
    press(qtbot, Qt.Key.Key_Escape)
    assert not sheet.isVisible()


def test_sheets_stand_beside_their_row_inside_the_window(desk: Any) -> None:
    for row in ("legible", "colors"):
        sheet = desk.panel.editors.dispute(row)
        assert sheet.geometry().right() < desk.panel.x()
        assert desk.rect().contains(sheet.geometry())
    desk.resize(420, 700)
    QApplication.processEvents()
    assert desk.rect().contains(desk.panel.editors.dispute("legible").geometry())


def test_one_sheet_at_a_time_and_none_on_another_task(desk: Any, stage: Any) -> None:
    first = desk.panel.editors.dispute("colors")
    second = desk.panel.editors.reason("amount")
    assert not first.isVisible()
    assert second.isVisible()
    desk.panel.set_view(stage.view(task="another"))
    assert not second.isVisible()
