"""The small painted controls: signals, keys, names, values."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu
from pytestqt.qtbot import QtBot

from reviewer.model import Table
from reviewer.ui import fonts, theme
from reviewer.ui.widgets.answers import Answer, AnswerKeys
from reviewer.ui.widgets.bars import ProgressLine
from reviewer.ui.widgets.buttons import Button, DropDown, IconButton, add_choice
from reviewer.ui.widgets.inputs import NumberField, Slider, Toggle
from reviewer.ui.widgets.labels import Chip, ElidedLabel, KeyCap, lines_of
from reviewer.ui.widgets.rows import FoldRow, SectionTitle
from reviewer.ui.widgets.segmented import Segment, Segmented
from reviewer.ui.widgets.table_list import TableList


@pytest.fixture(autouse=True)
def dressed(qapp: QApplication) -> None:
    fonts.set_scale(qapp, 1.0)
    theme.apply(qapp, "dark")


def buttons(widget: Segmented | AnswerKeys) -> list[QAbstractButton]:
    return widget.findChildren(QAbstractButton)


def test_segments_choose_one_by_mouse_and_arrows(qtbot: QtBot) -> None:
    control = Segmented("Mode", [Segment("a", "A"), Segment("b", "B"), Segment("c", "C")])
    qtbot.addWidget(control)
    control.show()
    chosen: list[str] = []
    control.changed.connect(chosen.append)
    buttons(control)[1].click()
    assert control.current() == "b"
    control.set_enabled("c", False, "not for this task")
    qtbot.keyClick(buttons(control)[1], Qt.Key.Key_Right)
    assert chosen == ["b", "a"], "a disabled segment is passed over"
    assert buttons(control)[2].toolTip() == "not for this task"
    assert sum(each.focusPolicy() == Qt.FocusPolicy.TabFocus for each in buttons(control)) == 1


def test_segments_are_28_high_and_keep_the_choice_when_relabelled(qtbot: QtBot) -> None:
    control = Segmented("Mode", [Segment("a", "A"), Segment("b", "B")])
    qtbot.addWidget(control)
    control.set_current("b")
    control.set_segments([Segment("a", "Long A"), Segment("b", "Long B"), Segment("c", "C")])
    assert control.current() == "b"
    assert control.sizeHint().height() == 28


def test_answers_say_their_consequence_and_walk_by_arrows(qtbot: QtBot) -> None:
    control = AnswerKeys("Is the title legible?")
    qtbot.addWidget(control)
    control.show()
    given: list[str] = []
    control.answered.connect(given.append)
    answers = [Answer("1", "1", "yes", ".829 passes", True), Answer("0", "0", "no", ".500 held")]
    control.set_answers(answers, given="0")
    yes, no = buttons(control)
    assert yes.accessibleDescription() == ".829 passes"
    assert no.accessibleName() == "no, your answer"
    yes.click()
    qtbot.keyClick(no, Qt.Key.Key_Return)
    assert given == ["1", "0"]
    assert control.sizeHint().height() == 48
    control.set_answers(answers, given="1")
    assert buttons(control) == [yes, no], "the same answers keep their buttons and the focus"


def test_a_number_field_writes_a_true_minus_and_reads_both(qtbot: QtBot) -> None:
    field = NumberField("Cap", low=-1, high=1, places=2, without_zero=True, unit="px")
    qtbot.addWidget(field)
    field.setValue(-0.5)
    assert field.text() == "−.50 px"
    assert field.valueFromText("-.25 px") == -0.25
    assert field.valueFromText("−.25") == -0.25
    field.lineEdit().setText("7")
    field.interpretText()
    assert field.value() == -0.5, "out of range is not taken"


def test_a_slider_steps_by_keys_and_jumps_to_a_press(qtbot: QtBot) -> None:
    slider = Slider("Tolerance", 0, 100)
    qtbot.addWidget(slider)
    slider.resize(200, 20)
    slider.show()
    qtbot.keyClick(slider, Qt.Key.Key_Right)
    assert slider.value() == 1
    qtbot.mouseClick(slider, Qt.MouseButton.LeftButton, pos=slider.rect().center())
    assert slider.value() == pytest.approx(50, abs=2)


def test_enter_and_space_press_a_button(qtbot: QtBot) -> None:
    button = Button("Complete and next", key="Ctrl ↵", kind="primary")
    qtbot.addWidget(button)
    button.show()
    with qtbot.waitSignals([button.clicked, button.clicked]):
        qtbot.keyClick(button, Qt.Key.Key_Return)
        qtbot.keyClick(button, Qt.Key.Key_Space)
    assert button.accessibleName() == "Complete and next"


def test_a_primary_button_is_filled_and_a_ring_marks_the_focus(qtbot: QtBot) -> None:
    button = Button("Adopt", kind="primary")
    qtbot.addWidget(button)
    button.show()
    image = button.grab().toImage()
    assert image.pixelColor(6, 14).name() == theme.DARK.accentfill
    button.set_kind("plain")
    assert button.grab().toImage().pixelColor(6, 14).name() == theme.DARK.raised


def test_toggle_icon_button_and_fold_row_hold_a_state(qtbot: QtBot) -> None:
    for control in (
        Toggle("As the grader saw it"),
        IconButton("link", "Linked", checkable=True),
        FoldRow("7 more passed", "x"),
    ):
        qtbot.addWidget(control)
        control.resize(control.sizeHint())
        before = control.grab().toImage()
        qtbot.keyClick(control, Qt.Key.Key_Space)
        assert control.isChecked()
        assert control.grab().toImage() != before
        assert control.accessibleName()


def test_progress_is_heard_and_quiet_when_done(qtbot: QtBot) -> None:
    line = ProgressLine("37 of 133")
    qtbot.addWidget(line)
    line.resize(100, 4)
    line.set_share(0.28)
    assert line.accessibleDescription() == "28 %"
    assert line.grab().toImage().pixelColor(10, 2).name() == theme.DARK.accent
    line.set_share(1.0)
    assert line.grab().toImage().pixelColor(10, 2).name() == theme.DARK.barfill


def test_lines_break_and_the_last_is_elided() -> None:
    words = "Warm the portrait and brighten it a little, then set the title in the lower left"
    whole = lines_of(words, 200, step="m")
    assert " ".join(whole) == words
    assert all(fonts.width(line, "m") <= 201 for line in whole)
    two = lines_of(words, 200, step="m", most=2)
    assert len(two) == 2
    assert two[1].endswith("…")
    assert lines_of("用蓝色从绿色方块画到红色方块" * 3, 120, step="m", most=3)[2].endswith("…")
    assert lines_of("a\n\nb", 100, step="m") == ["a", "", "b"]


def test_markup_from_a_file_stays_plain_text(qtbot: QtBot) -> None:
    label = ElidedLabel("<b>not bold</b>")
    qtbot.addWidget(label)
    label.resize(200, 20)
    label.grab()
    assert label.words() == "<b>not bold</b>"
    assert label.accessibleName() == "<b>not bold</b>"


def test_cut_words_are_whole_in_the_tooltip(qtbot: QtBot) -> None:
    label = ElidedLabel("a rather long sentence about nothing")
    qtbot.addWidget(label)
    label.resize(60, 20)
    label.grab()
    assert label.toolTip() == label.words()
    label.resize(600, 20)
    label.grab()
    assert label.toolTip() == ""


def test_small_things_have_names(qtbot: QtBot) -> None:
    for control, name in (
        (KeyCap("W"), "W"),
        (Chip("closer to initial", kind="warn", icon_name="flag"), "closer to initial"),
        (SectionTitle("Needs you", "3 of 4"), "Needs you, 3 of 4"),
    ):
        qtbot.addWidget(control)
        assert control.accessibleName() == name
        assert not control.grab().isNull()


def test_a_table_gives_every_column_the_width_of_its_widest_words_while_there_is_room(
    qtbot: QtBot,
) -> None:
    table = TableList("Objects found")
    qtbot.addWidget(table)
    rows = (("cup", "brown", 0.9), ("dining table", "WWWWW", 0.8), ("x" * 90, "lilli", 0.7))
    table.set_table(Table(("object", "color", "confidence"), rows))
    room = 2000.0
    edges = table._edges(room)
    for row in rows:
        for (left, right), cell in zip(edges, row, strict=True):
            assert right - left >= fonts.width(str(cell), "m")
    assert edges[-1][1] <= room
    assert all(right - left > 0 for left, right in table._edges(300.0))


def test_a_drop_down_opens_with_its_value_ticked_and_highlighted(qtbot: QtBot) -> None:
    control = DropDown("b & c", "Order")
    qtbot.addWidget(control)
    control.show()
    chosen: list[str] = []

    def fill(menu: QMenu) -> None:
        for words in ("a", "b & c", "d"):
            add_choice(
                menu, words, lambda words=words: chosen.append(words),
                is_current=words == control.text(),
            )  # fmt: skip

    control.menu_wanted.connect(fill)
    qtbot.keyClick(control, Qt.Key.Key_Return)
    menu = control.findChild(QMenu)
    assert menu.isVisible()
    assert menu.activeAction().text() == "b && c"
    assert [act.isChecked() for act in menu.actions()] == [False, True, False]
    qtbot.keyClick(menu, Qt.Key.Key_Down)
    qtbot.keyClick(menu, Qt.Key.Key_Return)
    assert chosen == ["d"]
