"""New task: the recipe in lines, the proof before anything is written; the spread of a folder."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from reviewer.session.recipe import parse_step
from reviewer.session.recipe_table import OPERATIONS
from reviewer.ui.extras.new_task_dialog import NewTaskDialog
from reviewer.ui.extras.recipe_words import read_recipe, template
from reviewer.ui.window import Window


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_step_begins_with_a_line_that_can_be_read(name: str) -> None:
    step = parse_step(template(name))
    assert step.name == name
    assert set(step.values) == {each.name for each in OPERATIONS[name].parameters}


def test_a_line_that_cannot_be_read_is_named() -> None:
    steps, problem = read_recipe("# a note\n\ninvert\nfly: high=1\n")
    assert [step.name for step in steps] == ["invert"]
    assert problem.startswith("line 4: ")
    assert read_recipe("")[1]


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    pixels = np.random.default_rng(5).integers(60, 200, (64, 64, 3), dtype=np.uint8)
    path = tmp_path / "source.png"
    cv2.imwrite(str(path), cv2.GaussianBlur(pixels, (0, 0), 3))
    return path


@pytest.fixture
def dialog(window: Window, tmp_path: Path) -> NewTaskDialog:
    window.commands.run("new-task")
    made = window.extras.making.dialog
    assert made is not None
    made.folder.line.setText(str(tmp_path / "made"))
    return made


def test_what_is_missing_is_said_in_turn(dialog: NewTaskDialog, picture: Path) -> None:
    assert "name" in dialog.message.words()
    dialog.name.setText("darker")
    assert "picture" in dialog.message.words()
    dialog.source.line.setText(str(picture))
    assert "step" in dialog.message.words()
    assert not dialog.accept_button.isEnabled()
    dialog.add_step("brightness")
    assert dialog.accept_button.isEnabled()


def test_preview_proof_and_writing(
    window: Window, dialog: NewTaskDialog, picture: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    dialog.name.setText("darker")
    dialog.source.line.setText(str(picture))
    dialog.recipe.edit.setPlainText("brightness: factor=0.6")
    qtbot.waitUntil(dialog.preview.has_pictures, timeout=10_000)
    dialog.accept_button.click()
    qtbot.waitUntil(lambda: dialog.is_proved, timeout=20_000)
    assert not (tmp_path / "made").exists()
    assert "golden 1.000" in dialog.proof.words()
    dialog.instruction.edit.setPlainText("Make it darker.")
    assert not dialog.is_proved
    dialog.accept_button.click()
    qtbot.waitUntil(lambda: dialog.is_proved, timeout=20_000)
    dialog.accept_button.click()
    qtbot.waitUntil(lambda: window.extras.making.dialog is None, timeout=10_000)
    assert (tmp_path / "made" / "darker" / "task.toml").is_file()
    qtbot.waitUntil(lambda: "darker" in window.session.tasks, timeout=10_000)


def test_a_recipe_that_changes_nothing_is_not_written(
    dialog: NewTaskDialog, picture: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    dialog.name.setText("same")
    dialog.source.line.setText(str(picture))
    dialog.recipe.edit.setPlainText("brightness: factor=1")
    dialog.accept_button.click()
    qtbot.waitUntil(lambda: "Grading" not in dialog.message.words(), timeout=20_000)
    assert not dialog.is_proved
    assert dialog.accept_button.text() == "Prove it"
    assert not (tmp_path / "made").exists()


def test_a_library_offers_its_pictures(
    dialog: NewTaskDialog, picture: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    manifest = tmp_path / "manifest.json"
    row = {"path": picture.name, "domain": "photo", "category": "noise", "tags": []}
    manifest.write_text(json.dumps({"assets": [row]}))
    dialog.library.line.setText(str(manifest))
    qtbot.waitUntil(dialog.pick.isVisible, timeout=5_000)
    menu = QMenu()
    dialog.pick.menu_wanted.emit(menu)
    assert [act.text() for act in menu.actions()] == [f"{picture.name} · photo · noise"]
    menu.actions()[0].trigger()
    assert dialog.source_path() == picture


def test_the_spread_is_offered_where_pictures_are_compared(
    make_task: Callable[..., Path], opened: Callable[[Path], Window], tmp_path: Path, qtbot: QtBot
) -> None:
    window = opened(make_task("one").parent)
    window.commands.run("distribution")
    assert window.extras.view == ""
    assert "similarity" in window.status.said.words()
    folder = tmp_path / "matches"
    for name, shade in (("a", 40), ("b", 90)):
        task = folder / name
        task.mkdir(parents=True)
        for role, value in (("generated", shade), ("reference", 40)):
            pixels = np.full((32, 32, 3), value, np.uint8)
            cv2.imwrite(str(task / f"{role}.png"), pixels)
        (task / "task.toml").write_text(
            'kind = "image_match"\n[artifacts]\nresult = "generated.png"\n'
            'golden = "reference.png"\n'
        )
    opened(folder)
    window.commands.run("distribution")
    page = window.extras.spreads.page
    assert page is not None
    qtbot.waitUntil(lambda: page.table.table.cells.rowCount() > 0, timeout=20_000)
    assert all(row[1].text == "2" for row in page.table.table.cells.rows)
    assert not page.grab().isNull()
