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
    made.stage = stage
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
    assert heard == [("colors", 2, "", None)], "the code alone is the dispute"
    assert sheet.code() == 2
    assert sheet._value_row.isHidden()
    press(qtbot, Qt.Key.Key_A, "1 px is too strict")
    press(qtbot, Qt.Key.Key_Return, ctrl=True)
    assert heard[1:] == [("colors", 2, "1 px is too strict", None)]
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
    assert heard == [("colors", 1, "", None)]
    assert "number, yes or no" in sheet.problem.words()
    sheet.value.setText("3")
    sheet.commit()
    assert heard[1:] == [("colors", 1, "", 3)]


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
    assert again.hint.words() == "Your draft from before"
    other = desk.panel.editors.dispute("structure")
    assert other.text.toPlainText() == ""
    assert desk.panel.editors.dispute("colors").text.toPlainText() == "hm"


def test_a_sheet_asks_in_both_languages_where_the_row_does(desk: Any, stage: Any) -> None:
    item = desk.panel.row("amount")
    english = item.translations["en"]
    assert item.asks != english
    sheet = desk.panel.editors.dispute("amount")
    assert sheet.question.words() == f"{item.asks} · {english}"


def test_cancel_throws_away_what_esc_keeps_for_its_row_of_its_task(
    desk: Any, stage: Any, qtbot: QtBot
) -> None:
    editors = desk.panel.editors
    stage.say("legible", 1.0, author="bo")
    stage.say("legible", 0.5, author="cleo")
    desk.panel.set_view(stage.view())
    for opens in (
        lambda: editors.reason("amount"), lambda: editors.note("poster"),
        lambda: editors.dispute("colors"), lambda: editors.settle("legible"),
    ):  # fmt: skip
        sheet = opens()
        before = sheet.text.toPlainText()
        sheet.text.setPlainText("half a thou")
        assert sheet.hint.words() == "Esc keeps a draft"
        press(qtbot, Qt.Key.Key_Escape)
        again = opens()
        assert again.text.toPlainText() == "half a thou"
        assert again.hint.words() == "Your draft from before"
        again.cancel.click()
        assert not again.isVisible()
        fresh = opens()
        assert (fresh.text.toPlainText(), fresh.hint.words()) == (before, "Esc keeps a draft")
        editors.close()
    editors.reason("amount").text.setPlainText("of this task")
    desk.panel.set_view(stage.view(task="another"))
    assert editors.reason("amount").text.toPlainText() == ""
    editors.close()
    desk.panel.set_view(stage.view())
    assert editors.reason("amount").text.toPlainText() == "of this task"


def test_what_was_recorded_stands_whatever_becomes_of_the_sheet(desk: Any, qtbot: QtBot) -> None:
    heard: list[tuple[Any, ...]] = []
    editors = desk.panel.editors
    editors.disputed.connect(lambda *said: heard.append(said))
    editors.disputed.connect(lambda *_: editors.dispute_recorded(f"e{len(heard)}"))
    sheet = editors.dispute("colors")
    press(qtbot, Qt.Key.Key_2, "2")
    assert "Recorded" in sheet.stands.words()
    assert sheet.cancel.text() == "Done"
    assert editors.recorded == "e1"
    sheet.choose(3)
    assert heard == [("colors", 2, "", None), ("colors", 3, "", None)]
    press(qtbot, Qt.Key.Key_Escape)
    assert len(heard) == 2
    again = editors.dispute("colors")
    assert (again.code(), again.recorded, again.cancel.text()) == (0, "", "Cancel")


def test_a_dispute_that_could_not_be_recorded_says_why_and_stays(desk: Any, qtbot: QtBot) -> None:
    editors = desk.panel.editors
    editors.disputed.connect(lambda *_: editors.dispute_refused("the disk is full"))
    sheet = editors.dispute("colors")
    press(qtbot, Qt.Key.Key_2, "2")
    assert "the disk is full" in sheet.problem.words()
    assert sheet.stands.words() == ""
    press(qtbot, Qt.Key.Key_Return, ctrl=True)
    assert sheet.isVisible()


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


def opened(desk: Any, name: str) -> Any:
    """One of the small editors, with something in it that can be saved."""
    editors = desk.panel.editors
    if name == "dispute":
        sheet = editors.dispute("colors")
        sheet.choose(2)
    elif name == "reason":
        sheet = editors.reason("amount")
        sheet.text.setPlainText("so it is")
    elif name == "number":
        sheet = editors.number("amount")
        sheet.field.setText("0.4")
    elif name == "note":
        sheet = editors.note("poster")
        sheet.text.setPlainText("look again")
    elif name == "settle":
        desk.stage.say("legible", 1.0, author="bo")
        desk.stage.say("legible", 0.5, author="cleo")
        desk.panel.set_view(desk.stage.view())
        sheet = editors.settle("legible")
        sheet.choose(0.5)
    else:
        sheet = editors.raw("legible")
    return sheet


SAVED = {
    "reason": ("reason_given", ("amount", "so it is")),
    "number": ("number_given", ("amount", 0.4)), "note": ("noted", ("look again",)),
    "settle": ("settled", ("legible", 0.5, "")), "raw": ("", ()),
}  # fmt: skip


@pytest.mark.parametrize("is_inside", [True, False])
@pytest.mark.parametrize("name", sorted(SAVED))
def test_ctrl_enter_and_esc_are_the_sheets_wherever_the_keyboard_went(
    desk: Any, qtbot: QtBot, name: str, is_inside: bool
) -> None:
    heard: list[tuple[Any, ...]] = []
    signal, wanted = SAVED[name]
    if signal:
        getattr(desk.panel.editors, signal).connect(lambda *said: heard.append(said))
    sheet = opened(desk, name)
    if not is_inside:
        desk.panel.body.setFocus()
    press(qtbot, Qt.Key.Key_Escape)
    assert not sheet.isVisible()
    assert heard == []
    opened(desk, name)
    if not is_inside:
        desk.panel.body.setFocus()
    press(qtbot, Qt.Key.Key_Return, ctrl=True)
    assert not sheet.isVisible()
    assert heard == ([wanted] if signal else [])
    assert desk.acts == []


@pytest.mark.parametrize("name", ["dispute", "reason", "number", "note", "settle"])
def test_while_composing_ctrl_enter_saves_no_sheet(desk: Any, qtbot: QtBot, name: str) -> None:
    heard: list[Any] = []
    sheet = opened(desk, name)
    signal = "disputed" if name == "dispute" else SAVED[name][0]
    getattr(desk.panel.editors, signal).connect(lambda *said: heard.append(said))
    field = sheet.field if name == "number" else sheet.text
    field.setFocus()
    QApplication.sendEvent(field, QInputMethodEvent("wen", []))
    press(qtbot, Qt.Key.Key_Return, ctrl=True)
    assert heard == []
    assert sheet.isVisible()
    assert desk.acts == []


def test_a_composition_ends_with_its_field(desk: Any, qtbot: QtBot) -> None:
    sheet = desk.panel.editors.note("poster")
    sheet.text.setPlainText("seen")
    QApplication.sendEvent(sheet.text, QInputMethodEvent("wen", []))
    desk.panel.body.setFocus()
    press(qtbot, Qt.Key.Key_Return, ctrl=True)
    assert not sheet.isVisible()


def test_a_note_waits_for_its_own_task(desk: Any, qtbot: QtBot) -> None:
    sheet = desk.panel.editors.note("poster")
    press(qtbot, Qt.Key.Key_Return, ctrl=True)
    assert sheet.isVisible()
    assert "Write the note first" in sheet.problem.words()
    sheet.text.setPlainText("half a thou")
    press(qtbot, Qt.Key.Key_Escape)
    assert desk.panel.editors.note("poster").text.toPlainText() == "half a thou"
    assert desk.panel.editors.note("another").text.toPlainText() == ""


def test_a_settlement_has_the_answers_of_the_row(desk: Any, stage: Any, qtbot: QtBot) -> None:
    stage.say("poster", 1.0, author="bo")
    stage.say("poster", 0.0)
    desk.panel.set_view(stage.view())
    assert desk.panel.editors.settle("amount") is None, "nobody differs there"
    assert desk.panel.editors.settle("colors") is None, "a measured row takes no answers"
    sheet = desk.panel.editors.settle("poster")
    assert [button.text() for button in sheet._buttons.values()] == ["yes", "no"]
    press(qtbot, Qt.Key.Key_Return, ctrl=True)
    assert "1, 0" in sheet.problem.words()
    press(qtbot, Qt.Key.Key_0, "0")
    heard: list[Any] = []
    desk.panel.editors.settled.connect(lambda *said: heard.append(said))
    press(qtbot, Qt.Key.Key_A, "plain")
    press(qtbot, Qt.Key.Key_Return, ctrl=True)
    assert heard == [("poster", 0.0, "plain")]
