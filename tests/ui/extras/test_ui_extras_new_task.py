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
from reviewer.ui.extras.check_words import read_row, values_text
from reviewer.ui.extras.new_task_dialog import BLANK, NewTaskDialog
from reviewer.ui.extras.recipe_words import read_recipe, template
from reviewer.ui.widgets.buttons import DropDown
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
    said = f"The task was written to {tmp_path / 'made' / 'darker'}."
    assert [message.text for message in window.messages.messages()] == [said]
    qtbot.waitUntil(lambda: window.session.current_id == "darker", timeout=10_000)
    qtbot.waitUntil(lambda: window.session.rows()[0].alarm == "no result", timeout=20_000)


@pytest.mark.parametrize(
    "wrong", ["crop: left=900, top=900, width=10, height=10", "fly: high=1", "brightness: factor=x"]
)
def test_a_recipe_that_fails_says_why_where_the_preview_was_and_is_not_proved(
    dialog: NewTaskDialog, picture: Path, qtbot: QtBot, wrong: str
) -> None:
    dialog.name.setText("wrong")
    dialog.source.line.setText(str(picture))
    dialog.recipe.edit.setPlainText("brightness: factor=0.6")
    qtbot.waitUntil(dialog.preview.has_pictures, timeout=10_000)
    dialog.recipe.edit.setPlainText(wrong)
    qtbot.waitUntil(lambda: not dialog.preview.has_pictures(), timeout=10_000)
    qtbot.waitUntil(lambda: not dialog.accept_button.isEnabled())
    assert dialog.preview.accessibleDescription() == dialog.message.words()
    assert dialog.message.words() not in ("", "no preview")
    dialog.recipe.edit.setPlainText("brightness: factor=0.6")
    qtbot.waitUntil(dialog.preview.has_pictures, timeout=10_000)
    assert dialog.accept_button.isEnabled()


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


def test_what_a_library_leaves_out_is_said_in_the_dialog(
    dialog: NewTaskDialog, window: Window, picture: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    manifest = tmp_path / "manifest.json"
    assets = [{"path": picture.name}, {"path": 3}, "no table"]
    manifest.write_text(json.dumps({"assets": assets}))
    said = len(window.session.messages)
    dialog.library.line.setText(str(manifest))
    qtbot.waitUntil(lambda: dialog.left_out.isVisible(), timeout=10_000)
    assert "asset 2 is left out" in dialog.left_out.words()
    assert dialog.left_out.words().endswith("(+1 more)")
    assert len(window.session.messages) == said
    good = tmp_path / "good.json"
    good.write_text(json.dumps({"assets": assets[:1]}))
    dialog.library.line.setText(str(good))
    qtbot.waitUntil(lambda: not dialog.left_out.isVisible(), timeout=10_000)


def test_a_library_is_narrowed_by_domain_category_and_tag(
    dialog: NewTaskDialog, picture: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    manifest = tmp_path / "manifest.json"
    rows = [
        {"path": picture.name, "domain": "photo", "category": "noise", "tags": ["soft"]},
        {"path": "b.png", "domain": "photo", "category": "cats", "tags": ["sharp", "wide"]},
        {"path": "c.png", "domain": "drawing", "category": "cats", "tags": []},
    ]
    manifest.write_text(json.dumps({"assets": rows}))
    dialog.library.line.setText(str(manifest))
    qtbot.waitUntil(dialog.assets.pick.isVisible, timeout=5_000)
    library = dialog.assets
    # The filters stand where the fields do, and push nothing out of the form.
    qtbot.waitUntil(lambda: library.isVisible(), timeout=10_000)
    fields = (dialog.source, dialog.library, library.filters["domain"], library.pick)
    lefts = {field.mapTo(dialog, field.rect().topLeft()).x() for field in fields}
    assert len(lefts) == 1
    assert library.width() <= dialog.name.width()

    def offered(button: DropDown) -> list[str]:
        menu = QMenu()
        button.menu_wanted.emit(menu)
        return [act.text() for act in menu.actions()]

    assert offered(library.filters["domain"]) == ["any domain", "drawing", "photo"]
    assert offered(library.filters["tag"]) == ["any tag", "sharp", "soft", "wide"]
    library.choose("category", "cats")
    assert offered(library.pick) == ["b.png · photo · cats", "c.png · drawing · cats"]
    library.choose("tag", "wide")
    assert offered(library.pick) == ["b.png · photo · cats"]
    library.choose("domain", "drawing")
    assert offered(library.pick) == ["no picture has all of these"]
    for name in ("category", "tag"):
        library.choose(name, "")
    library.choose("domain", "photo")
    menu = QMenu()
    library.pick.menu_wanted.emit(menu)
    menu.actions()[0].trigger()
    assert dialog.source_path() == picture


def test_a_blank_canvas_is_a_start_and_a_wrong_one_is_said(
    dialog: NewTaskDialog, tmp_path: Path, qtbot: QtBot
) -> None:
    dialog.name.setText("word")
    dialog.start.set_current(BLANK)
    dialog.start.changed.emit(BLANK)
    dialog.recipe.edit.setPlainText('text: text="Hello", x=20, y=20')
    dialog.blank.setText("wide")
    assert "WxH" in dialog.message.words()
    assert not dialog.accept_button.isEnabled()
    dialog.blank.setText("320x200:#ffffff")
    dialog.choose_form("webp")
    wish = dialog.wish()
    assert wish is not None
    assert (wish.source, wish.form) == ((320, 200, "#ffffff"), "webp")
    qtbot.waitUntil(dialog.preview.has_pictures, timeout=10_000)


def test_proposed_checks_can_be_left_out_changed_and_added(
    window: Window, dialog: NewTaskDialog, picture: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    dialog.name.setText("turned")
    dialog.source.line.setText(str(picture))
    dialog.recipe.edit.setPlainText("flip: direction=horizontal")
    checks = dialog.checks
    assert [line.use for line in checks.lines] == ["mirror"]
    wish = dialog.wish()
    assert wish is not None
    assert wish.checks is None
    checks.add.menu_wanted.emit(QMenu())
    checks.add_check("size")
    checks.lines[0].values.setText('at_least = 0.93, against = "initial"')
    checks.lines[0].values.textEdited.emit("")
    wish = dialog.wish()
    assert wish is not None
    assert wish.checks == (
        {"use": "mirror", "at_least": 0.93, "params": {"against": "initial"}},
        {"use": "size"},
    )
    assert "needs" in checks.lines[1].values.toolTip()
    checks.lines[0].values.setText("at_least 0.93")
    checks.lines[0].values.textEdited.emit("")
    assert "mirror: write key = value" in dialog.message.words()
    assert not dialog.accept_button.isEnabled()
    checks.lines[0].values.setText("at_least = 0.93")
    checks.lines[1].toggle.click()
    dialog.accept_button.click()
    qtbot.waitUntil(lambda: dialog.is_proved, timeout=20_000)
    made = window.session.workshop.made
    assert made is not None
    assert made.checks == ({"use": "mirror", "at_least": 0.93},)
    checks.propose.click()
    wish = dialog.wish()
    assert wish is not None
    assert wish.checks is None


def test_the_values_of_a_check_are_typed_as_they_are_shown() -> None:
    row = {"use": "crop_place", "weight": 2.0, "params": {"left": 10, "key": ["a", "b"]}}
    shown = values_text(row)
    assert shown == 'weight = 2.0, left = 10, key = ["a", "b"]'
    assert read_row("crop_place", shown) == row


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
