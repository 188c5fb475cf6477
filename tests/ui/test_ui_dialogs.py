"""Settings, roles and the list before an action on many tasks."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu
from pytestqt.qtbot import QtBot

from reviewer.session.preferences import Settings
from reviewer.ui import fonts, theme
from reviewer.ui.confirm_list import ConfirmList
from reviewer.ui.conflict import differing
from reviewer.ui.roles_dialog import ChosenRoles, KindChoice, RolesDialog
from reviewer.ui.settings_dialog import SettingsDialog
from reviewer.ui.settings_fields import PAGES, problem, read
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.inputs import NumberField, Toggle
from reviewer.ui.widgets.segmented import Segmented

KINDS = (
    KindChoice("gimp_edit", "Image edit", ("initial", "result", "golden"), ("result", "golden")),
    KindChoice("maze_image", "Maze", ("result", "solution")),
)


@pytest.fixture(autouse=True)
def dressed(qapp: QApplication) -> None:
    fonts.set_scale(qapp, 1.0)
    theme.apply(qapp, "light")


# Settings


@pytest.fixture
def settings(qtbot: QtBot) -> SettingsDialog:
    made = SettingsDialog(Settings(author="ann"))
    qtbot.addWidget(made)
    made.show()
    return made


def test_the_table_names_settings_that_exist_and_values_they_may_have() -> None:
    plain = Settings(author="ann")
    for row in (row for _, rows in PAGES for row in rows):
        name, value = row.name, read(plain, row.name)
        if row.form == "choice":
            assert value in [key for key, _ in row.choices], name
        elif row.form == "toggle":
            assert isinstance(value, bool), name
        elif row.form == "number":
            assert isinstance(value, int | float), name
            assert row.low <= value <= row.high, name
        else:
            assert isinstance(value, str), name


def test_nothing_touched_changes_nothing(settings: SettingsDialog) -> None:
    assert settings.changes() == {}
    assert settings.accept_button.isEnabled()
    assert not settings.grab().isNull()


def test_every_sort_of_control_hands_back_its_own_type(
    settings: SettingsDialog, qtbot: QtBot
) -> None:
    theme_choice = settings.controls["theme"]
    assert isinstance(theme_choice, Segmented)
    theme_choice.step(1)
    canvas = settings.controls["canvas"]
    assert isinstance(canvas, Segmented)
    canvas.step(1)
    blind = settings.controls["blind"]
    assert isinstance(blind, Toggle)
    blind.click()
    attempts = settings.controls["judge.attempts"]
    assert isinstance(attempts, NumberField)
    attempts.setValue(3)
    timeout = settings.controls["judge.timeout"]
    assert isinstance(timeout, NumberField)
    timeout.setValue(30)
    model = settings.controls["judge.model"]
    assert isinstance(model, QLineEdit)
    model.setText("  local/model ")
    changes = settings.changes()
    assert changes == {
        "theme": "light", "canvas": 1, "blind": True, "judge.attempts": 3,
        "judge.timeout": 30.0, "judge.model": "local/model",
    }  # fmt: skip
    assert isinstance(changes["judge.attempts"], int)
    assert isinstance(changes["judge.timeout"], float)
    blind.click()
    assert "blind" not in settings.changes(), "what is as it was is no change"


@pytest.mark.parametrize(
    ("name", "value", "is_fine"),
    [("author", " ", False), ("author", "ann", True), ("judge.base_url", "ftp://x", False),
     ("judge.base_url", "http://localhost:8000/v1", True), ("judge.base_url", "", True),
     ("judge.key_variable", "sk-or-v1-0123456789abcdef", False),
     ("judge.key_variable", "MY_KEY", True), ("judge.key_variable", "", True),
     ("judge.key_variable", "9LIVES", False)],
)  # fmt: skip
def test_a_key_is_never_taken_for_its_variable(name: str, value: str, is_fine: bool) -> None:
    assert (problem(name, value) == "") is is_fine


def test_what_cannot_be_kept_cannot_be_accepted(settings: SettingsDialog) -> None:
    line = settings.controls["judge.key_variable"]
    assert isinstance(line, QLineEdit)
    line.setText("sk-or-v1-secret")
    assert not settings.accept_button.isEnabled()
    assert "not the key itself" in settings.message.words()
    line.setText("OPENROUTER_API_KEY")
    assert settings.accept_button.isEnabled()


@dataclass
class Anything:
    """Any object with the fields will do."""

    theme: str = "dark"
    judge: object = field(default_factory=lambda: Settings().judge)


def test_dotted_names_are_read_and_pages_turn(settings: SettingsDialog) -> None:
    assert read(Anything(), "judge.attempts") == Settings().judge.attempts
    for number, (title, rows) in enumerate(PAGES):
        settings.show_field(rows[-1].name)
        assert settings.pages.current() == title
        assert settings.stack.currentIndex() == number


# Roles


@pytest.fixture
def roles(qtbot: QtBot) -> RolesDialog:
    made = RolesDialog(folder="task_042", files=("a.png", "out/b.png", "g.png"), kinds=KINDS,
                       roles={"result": "out/b.png"}, instruction="Mirror it.")  # fmt: skip
    qtbot.addWidget(made)
    made.show()
    return made


def test_a_role_that_is_needed_is_asked_for(roles: RolesDialog) -> None:
    assert not roles.accept_button.isEnabled()
    assert roles.message.words() == "Choose the file of the role golden."
    roles.choose_file("golden", "g.png")
    assert roles.accept_button.isEnabled()
    assert roles.chosen() == ChosenRoles(
        "gimp_edit", {"result": "out/b.png", "golden": "g.png"}, "Mirror it."
    )


def test_one_file_cannot_play_two_roles(roles: RolesDialog) -> None:
    roles.choose_file("golden", "out/b.png")
    assert not roles.accept_button.isEnabled()
    assert roles.message.words() == "out/b.png plays two roles."


def test_another_kind_keeps_what_it_shares(roles: RolesDialog) -> None:
    roles.choose_kind("maze_image")
    assert list(roles.role_fields) == ["result", "solution"]
    assert roles.accept_button.isEnabled()
    assert roles.chosen().roles == {"result": "out/b.png"}
    roles.instruction.edit.setPlainText("  draw the path\n")
    assert roles.chosen().instruction == "draw the path"


def test_files_are_offered_as_plain_words(roles: RolesDialog) -> None:
    menu = QMenu()
    roles._fill_files(menu, "result")
    assert [act.text() for act in menu.actions()] == ["no file", "a.png", "out/b.png", "g.png"]
    assert [act.isChecked() for act in menu.actions()] == [False, False, True, False]
    menu.actions()[1].trigger()
    assert roles.chosen().roles["result"] == "a.png"
    assert not roles.grab().isNull()


# Many tasks


def test_the_list_is_shown_before_anything_is_done(qtbot: QtBot) -> None:
    rows = [(f"maze_{n:03d}", "0.685 passes") for n in range(240)]
    dialog = ConfirmList("Confirm", "One step of undo.", rows, "Confirm 240 tasks")
    qtbot.addWidget(dialog)
    dialog.show()
    assert list(dialog.list.rows()) == rows
    assert dialog.message.words() == "240 in all"
    said: list[int] = []
    dialog.finished.connect(said.append)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert said == [0], "Esc does nothing to any of them"
    dialog.show()
    dialog.accept_button.click()
    assert said == [0, 1]


def test_long_names_in_the_list_keep_what_tells_them_apart(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = "No crossing · crossing 0.0 % · target .47"
    rows = [
        (f"round1/dfs/dfs_easy_5x5_n{n:03d}_var1_fixed_both_targeted_solution", words)
        for n in (3, 9, 15)
    ]
    dialog = ConfirmList("Confirm", "", rows, "Confirm 3")
    qtbot.addWidget(dialog)
    dialog.show()
    drawn: list[str] = []
    monkeypatch.setattr(
        paint, "text", lambda _p, _r, said, **_: drawn.append(said) or fonts.width(said, "s")
    )
    dialog.grab()
    names = [said for said in drawn if "_n0" in said]
    assert len(names) == 3
    for name, number in zip(names, ("n003", "n009", "n015"), strict=True):
        assert number in name


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_the_key_that_opened_the_list_does_not_confirm_it_while_it_is_held(
    qtbot: QtBot, key: Qt.Key
) -> None:
    dialog = ConfirmList("Confirm", "", [("maze", "0.7")], "Confirm 1")
    qtbot.addWidget(dialog)
    dialog.show()
    said: list[int] = []
    dialog.finished.connect(said.append)
    plain = Qt.KeyboardModifier.NoModifier
    for _ in range(3):
        for kind in (QEvent.Type.KeyRelease, QEvent.Type.KeyPress):
            repeat = QKeyEvent(kind, key, plain, "", True)
            QApplication.sendEvent(dialog.accept_button, repeat)
    QApplication.sendEvent(
        dialog.accept_button, QKeyEvent(QEvent.Type.KeyRelease, key, plain, "", False)
    )
    assert said == []
    qtbot.keyClick(dialog.accept_button, key)
    assert said == [1]


def test_nothing_to_do_cannot_be_confirmed(qtbot: QtBot) -> None:
    dialog = ConfirmList("Confirm", "", [], "Confirm 0 tasks")
    qtbot.addWidget(dialog)
    assert not dialog.accept_button.isEnabled()
    assert dialog.message.words() == "There is nothing to do."


def test_two_grade_files_are_compared_by_key_not_by_line() -> None:
    mine = '{"a": 1, "checks": {"x": 1.0, "y": 0.5}, "steps": [{"by": 1}], "late": true}'
    theirs = (
        '{"checks": {"y": 0.5, "x": 0.0},\n "a": 1, "steps": [{"by": 2}], "late": true, "b": [1]}'
    )
    assert differing(mine, theirs).split("\n\n") == [
        "checks.x\n    on disk  0.0\n    mine     1.0",
        "steps[0].by\n    on disk  2\n    mine     1",
        "b\n    on disk  [1]\n    mine     —",
    ]
    assert "only spacing" in differing(mine, mine.replace(", ", ",\n"))
    assert "-not JSON" in differing(mine, "not JSON")
