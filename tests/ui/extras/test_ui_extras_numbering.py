"""Cells numbered along the way: on the pictures, in every mode, by key and from the palette."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from reviewer.kinds.protocol import Request
from reviewer.model import Mark
from reviewer.session import numbered
from reviewer.ui import command_palette
from reviewer.ui.window import Window
from tests.ui.extras.maze_folders import write_maze


@pytest.fixture
def maze(tmp_path: Path, opened: Callable[[Path], Window], qtbot: QtBot) -> Window:
    """A window with a maze, and another of another size after it."""
    write_maze(tmp_path / "run", 1, form="half")
    write_maze(tmp_path / "run", 2, side=6)
    window = opened(tmp_path / "run")
    qtbot.waitUntil(lambda: window.pictures.sheet.sheet is not None, timeout=15_000)
    return window


def drawn(window: Window) -> list[QImage]:
    QApplication.processEvents()
    panes = [pane for pane in window.pictures.stage.all_panes() if pane.isVisible()]
    return [pane.view.grab().toImage() for pane in panes]


@pytest.mark.parametrize("mode", ["3-up", "one", "swipe", "sheet"])
def test_numbers_stand_on_the_pictures_of_every_mode(maze: Window, qtbot: QtBot, mode: str) -> None:
    maze.pictures.choose_mode(mode)
    lead = maze.pictures.stage.lead().view
    qtbot.waitUntil(lambda: lead.picture is not None, timeout=10_000)
    qtbot.wait(400)
    bare = drawn(maze)
    qtbot.keyClick(maze.workspace, Qt.Key.Key_C)
    qtbot.waitUntil(lambda: bool(maze.pictures._showing.numbers), timeout=10_000)
    qtbot.waitUntil(lambda: [i.size() for i in drawn(maze)] == [i.size() for i in bare])
    numbered = drawn(maze)
    assert all(one != other for one, other in zip(bare, numbered, strict=True))
    marks = maze.pictures._showing.numbers
    assert [mark.label for mark in marks] == [str(n) for n in range(1, len(marks) + 1)]
    assert {mark.tone for mark in marks} == {"ok", "bad"}
    qtbot.keyClick(maze.workspace, Qt.Key.Key_C)
    qtbot.waitUntil(lambda: drawn(maze) == bare, timeout=5_000)


def test_in_the_sheet_numbers_follow_what_is_tried_and_beside_it_the_rubric(
    maze: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []

    def cells(request: Request) -> tuple[Mark, ...]:
        asked.append(request.parameters.get("black_threshold"))
        return ()

    monkeypatch.setattr(numbered, "cells", cells)
    maze.pictures.choose_mode("sheet")
    maze.commands.run("number-cells")
    qtbot.waitUntil(lambda: len(asked) == 1, timeout=10_000)
    own = asked[0]
    maze.session.announce(maze.session.set_parameter("black_threshold", 41))
    qtbot.waitUntil(lambda: asked[-1] == 41, timeout=10_000)
    maze.pictures.choose_mode("3-up")
    qtbot.waitUntil(lambda: asked[-1] != 41, timeout=10_000)
    assert asked[-1] in (own, None, 30)


def test_numbers_stay_on_for_the_next_maze(maze: Window, qtbot: QtBot) -> None:
    maze.commands.run("number-cells")
    qtbot.waitUntil(lambda: bool(maze.pictures._showing.numbers), timeout=10_000)
    first = maze.pictures._showing.numbers
    maze.commands.run("next-task")
    assert maze.pictures._showing.numbers == ()
    qtbot.waitUntil(lambda: bool(maze.pictures._showing.numbers), timeout=10_000)
    assert maze.pictures._showing.numbers != first
    assert maze.extras.numbering.is_on


def test_the_palette_finds_it_by_cell(maze: Window) -> None:
    every = command_palette.commands("default", {}, maze.commands.is_enabled)
    best = command_palette.found("cell", every, ())[0]
    assert (best.id, best.key, best.is_enabled) == ("number-cells", "C", True)


def test_a_task_without_cells_says_so(
    make_task: Callable[..., Path], opened: Callable[[Path], Window]
) -> None:
    window = opened(make_task("one").parent)
    window.commands.run("number-cells")
    assert window.status.said.words().endswith("needs a maze on the desk")


def test_colors_chosen_in_the_sheet_are_those_of_the_menu(maze: Window, qtbot: QtBot) -> None:
    maze.pictures.choose_mode("sheet")
    palettes = maze.pictures.inspector.palettes
    palettes.step(1)
    assert maze.pictures.sheet.palette == "safe"
    assert maze.preferences.settings.palette == "safe"
    assert maze._is_checked("safe-palette")
    maze.commands.run("safe-palette")
    assert maze.pictures.sheet.palette == "documented"
    assert palettes.current() == "documented"


def test_in_the_safe_colors_cells_are_told_by_blue_and_red(maze: Window, qtbot: QtBot) -> None:
    """Green beside red is told by few who see colors differently."""
    maze.pictures.choose_mode("sheet")
    maze.commands.run("number-cells")
    qtbot.waitUntil(lambda: bool(maze.pictures._showing.numbers), timeout=10_000)
    panes = [pane.view for pane in maze.pictures.stage.sheet]

    def tones(shape: str = "number") -> set[str]:
        return {mark.tone for view in panes for mark in view._marks if mark.shape == shape}

    assert tones() == {"ok", "bad"}
    maze.commands.run("safe-palette")
    assert tones() == {"accent", "bad"}
    maze.commands.run("number-cells")
    maze.commands.run("number-cells")
    qtbot.waitUntil(lambda: "blue is touched" in maze.status.said.words(), timeout=10_000)
    maze.commands.run("safe-palette")
    assert tones() == {"ok", "bad"}


def test_the_curve_stays_in_its_place_while_other_values_are_measured(
    maze: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    maze.pictures.choose_mode("sheet")
    measuring = maze.extras.measuring
    qtbot.waitUntil(lambda: not measuring.knobs.curve.isHidden(), timeout=10_000)
    height = measuring.knobs.minimumHeight()
    monkeypatch.setattr(measuring, "_curve", lambda: None)
    maze.session.announce(maze.session.set_parameter("black_threshold", 41))
    qtbot.waitUntil(
        lambda: maze.session.current is not None and maze.session.current.tried is not None,
        timeout=10_000,
    )
    assert not measuring.knobs.curve.isHidden()
    assert measuring.knobs.minimumHeight() >= height
