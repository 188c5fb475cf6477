"""Blind mode over mazes: no number that code took from a path is told before the last answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from reviewer.ui.window import Window
from tests.ui import window_desk
from tests.ui.extras.maze_folders import DRAWING, write_maze
from tests.ui.extras.told_texts import told_texts
from tests.unit.metrics.maze_maker import encode, make_maze

# What may be told: how the answer was read, and not what it is.
PLAIN = {"crossing_rule", "total_frames", "fade_frames", "path_extraction_method"}
WORDS = (
    r"\b(no wall|1 wall|\d walls) (is|are) cut",
    r"\bcrosses \d",
    r"\bIoU [\d.]",
    r"\bpartial \.",
    r"touched \(",
    r"· worst layout",
    r"same layout",
    r"\bworst frame \(",
)
ACTIONS = (
    ("show-ledger", "show-what-if", "show-history", "show-files", "show-details"),
    ("mode-sheet", "number-cells", "grader-view", "mode-difference", "mode-onion", "mode-3up"),
    ("clip-play", "clip-crossing", "clip-worst", "contact-sheet", "agreement", "distribution"),
)


def write(folder: Path, sort: str) -> None:
    name = write_maze(folder, 3, form="cut", side=5)
    if sort == "clip":
        maze = make_maze(5, 5, seed=3)
        (folder / f"{name}_targeted_solution.png").unlink()
        frames = DRAWING.frames(maze, [maze.way[0], maze.way[-1]], steps=20)
        encode(folder / f"{name}.mp4", frames)


@pytest.fixture(params=["picture", "clip"])
def blind(request: Any, qtbot: QtBot, tmp_path: Path) -> Iterator[Window]:
    write(tmp_path / "run", request.param)
    with window_desk.desk(qtbot, tmp_path / "run", blind=True) as window:
        window_desk.rest(qtbot, window)
        yield window


def secrets(window: Window) -> re.Pattern[str]:
    """Every measured share as it may be written, and the words that go with one."""
    tells = list(WORDS)
    for name, found in window.session.current.measurements.items():
        value = found.value
        if name in PLAIN or isinstance(value, (bool, str)) or value is None:
            continue
        if 0 < value < 1 and round(value, 3) != 0.5:
            tells.append(rf"(?<!\d)0?\.{f'{value:.3f}'[2:]}")
            tells.append(rf"\b{re.escape(f'{value * 100:.1f}')} %")
        elif value >= 100:
            tells.append(rf"\b{value:,.0f} px".replace(",", "\u202f?"))
    assert len(tells) > len(WORDS) + 4
    return re.compile("|".join(tells), re.IGNORECASE)


def leaks(window: Window, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    for _ in range(20):
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    pattern = secrets(window)
    found = told_texts(monkeypatch) | {row.text for row in window.session.messages}
    return sorted(said for said in found if pattern.search(said))


@pytest.mark.parametrize("actions", ACTIONS, ids=lambda actions: actions[0])
def test_no_number_of_the_path_is_told(
    blind: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, actions: tuple[str, ...]
) -> None:
    assert leaks(blind, monkeypatch) == []
    for action in actions:
        blind.commands.run(action)
        window_desk.rest(qtbot, blind)
        assert (action, leaks(blind, monkeypatch)) == (action, [])
        for dialog in blind.findChildren(QDialog):
            dialog.reject()
    blind.commands.run("escape")


def test_no_page_of_any_row_and_no_value_that_is_tried_tells(
    blind: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    blind.commands.run("mode-sheet")
    blind.show_tab("details")
    for row in ("", *(check.id for check in blind.session.current.effective.checks)):
        if row:
            blind.rows.show_evidence(row, zoom=True)
        window_desk.rest(qtbot, blind)
        for page in blind.bottom.details.pages:
            blind.bottom.details.choice.set_current(page.key)
            blind.bottom.details._open(page.key)
            assert (row, page.key, leaks(blind, monkeypatch)) == (row, page.key, [])
    blind.session.announce(blind.session.drafts.set_parameter("black_threshold", 60))
    window_desk.rest(qtbot, blind)
    assert leaks(blind, monkeypatch) == []


def test_blind_mode_takes_away_what_was_open_and_gives_it_back(
    blind: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    blind.set_blind(False)
    blind.commands.run("mode-sheet")
    blind.show_tab("details")
    blind.rows.show_evidence("no_wall_crossing", zoom=False)
    window_desk.rest(qtbot, blind)
    told = "\n".join(leaks(blind, monkeypatch))
    assert "cut" in told, "the walk sees what is told without blind mode"
    blind.set_blind(True)
    assert leaks(blind, monkeypatch) == []
    window_desk.rest(qtbot, blind)
    assert leaks(blind, monkeypatch) == []
    for item in blind.session.panel().needs:
        blind.session.announce(blind.session.editor.answer(item.id, 1.0))
    window_desk.rest(qtbot, blind)
    assert "cut" in "\n".join(leaks(blind, monkeypatch))


def drift(folder: Path, *, alike: bool = False) -> None:
    """A clip whose walls are lost for a while, or one in which every frame is alike."""
    maze = make_maze(5, 5, seed=3)
    name = write_maze(folder, 3, side=5)
    (folder / f"{name}_targeted_solution.png").unlink()
    frames = list(DRAWING.frames(maze, steps=4))
    if alike:
        frames = [frames[0]] * 12
    else:
        for number in (9, 10):
            frames[number] = frames[number].copy()
            dark = (frames[number] < 60).all(2)
            frames[number][dark] = 255
    encode(folder / f"{name}.mp4", frames)


@pytest.mark.parametrize("alike", [False, True], ids=["drift", "alike"])
def test_a_clip_does_not_tell_its_worst_frame(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, alike: bool
) -> None:
    drift(tmp_path / "run", alike=alike)
    with window_desk.desk(qtbot, tmp_path / "run", blind=True) as window:
        window_desk.rest(qtbot, window)
        clips = window.extras.clips
        assert clips.clip is not None
        assert clips.clip.pictures
        assert (clips.index, clips.bar.strip.place) == (0, 0)
        tips = {clips.bar.worst.toolTip(), clips.bar.crossing.toolTip()}
        assert tips == {"Hidden until you have answered every item of this task"}
        assert not clips.bar.worst.isEnabled()
        plain = clips.bar.strip.grab().toImage()
        for action in ("clip-crossing", "clip-worst"):
            window.commands.run(action)
            window_desk.rest(qtbot, window)
            assert "idden until you have answered" in window.status.said.words()
            told = told_texts(monkeypatch) | {row.text for row in window.session.messages}
            assert [said for said in told if re.search("|".join(WORDS), said, re.I)] == []
            assert clips.index == 0
        window.set_blind(False)
        window_desk.rest(qtbot, window)
        if not alike:
            assert clips.bar.strip.grab().toImage() != plain
            window.commands.run("clip-worst")
            window_desk.rest(qtbot, window)
            worst = clips.index
            assert worst in (9, 10)
            assert "worst layout" in clips.bar.words.words()
            # Sealed again, the place where it stood tells nothing.
            window.set_blind(True)
            window_desk.rest(qtbot, window)
            assert clips.index == 0
            assert clips.bar.strip.grab().toImage() == plain
