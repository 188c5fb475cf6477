"""What is tried beside the sheet stays there: panel, flags, tiles and the page's question."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from reviewer.model import Measurement, Scalar
from reviewer.scoring.editable import with_values
from reviewer.scoring.fold import fold
from reviewer.session.folding import Trial
from reviewer.store.rubrics import shipped_rubric
from reviewer.ui import fonts, numbers
from reviewer.ui.extras.knobs import Foot
from reviewer.ui.extras.trial_words import Before, trial_words
from reviewer.ui.widgets.labels import lines_of
from reviewer.ui.window import Window
from tests.ui.extras.maze_folders import write_maze

Opened = Callable[[Path], Window]


@pytest.fixture
def maze(tmp_path: Path, opened: Opened, qtbot: QtBot) -> Window:
    """A window with the sheet of a maze whose path crosses a wall."""
    write_maze(tmp_path / "run", 1, form="cut")
    window = opened(tmp_path / "run")
    qtbot.waitUntil(lambda: window.pictures.sheet.sheet is not None, timeout=15_000)
    window.pictures.choose_mode("sheet")
    return window


def outside(window: Window) -> tuple[object, ...]:
    """Everything beside the sheet that says a verdict."""
    panel, header = window.panel.grab().toImage(), window.header.grab().toImage()
    return panel, header, window.session.panel(), window.session.row(window.session.current_id)


def test_what_is_tried_is_said_beside_the_sheet_only(maze: Window, qtbot: QtBot) -> None:
    session, foot = maze.session, maze.extras.measuring.knobs.foot
    grade = foot.verdict.words()
    assert grade.startswith("The grade is ")
    # The folder is still being graded at first: its progress comes and goes at the foot.
    qtbot.wait(500)
    before = outside(maze)
    maze.extras.measuring.knobs.tried.emit("dilation_size", 3)
    qtbot.waitUntil(lambda: session.drafts.trial() is not None, timeout=15_000)
    tried = session.drafts.trial().ledger.headline.value
    knob = "“Side of the square that widens a thin path”"
    words = f"Looking at {knob} 3: {numbers.headline(tried)}. The grade is at auto (19): "
    qtbot.waitUntil(lambda: foot.verdict.words() == words + grade.split(" is ")[1], timeout=5_000)
    assert tried != session.row(session.current_id).headline
    qtbot.waitUntil(lambda: outside(maze) == before, timeout=5_000)


def test_the_line_of_the_curve_follows_the_threshold(maze: Window, qtbot: QtBot) -> None:
    measuring, showing = maze.extras.measuring, maze.session.showing

    def line() -> float | None:
        curves = [panel.curve for panel in showing.trial if panel.curve is not None]
        return curves[0].series["flagged above"][0][1] if curves else None

    qtbot.waitUntil(lambda: line() == 0.01, timeout=15_000)
    knob = next(k for key, k in measuring.knobs.drafts.items() if key.startswith("no_wall"))
    knob.field.setValue(0.3)
    qtbot.waitUntil(lambda: line() == 0.3, timeout=15_000)
    assert "Looking at “Wall crossing ratio at most” 0.3: " in measuring.knobs.foot.verdict.words()


@pytest.mark.parametrize("value", [0, 300])
def test_values_that_cannot_be_measured_with_say_so(
    maze: Window, qtbot: QtBot, value: Scalar
) -> None:
    foot, state = maze.extras.measuring.knobs.foot, maze.session.current
    assert state is not None
    before = state.ledger
    maze.extras.measuring.knobs.tried.emit("black_threshold", value)
    qtbot.waitUntil(lambda: "not measured" in foot.verdict.words(), timeout=15_000)
    assert state.error == ""
    assert state.ledger is before


@pytest.mark.parametrize(
    ("cut", "draft", "words"),
    [
        (1, {"no_wall_crossing.at_most3": 0.1}, ("cuts 1 wall, tolerated", "crosses 1 wall")),
        (0, {"target_achievement_gated.above": 0.5}, ("reaches the target", "misses the target")),
    ],
)
def test_rows_that_turn_are_said_in_words_on_both_sides(
    cut: int, draft: dict[str, float], words: tuple[str, str]
) -> None:
    rubric = shipped_rubric("maze_video")
    numbers_of = {
        "maze_structure_iou": 0.99, "green_centroid_distance": 0.0, "red_centroid_distance": 0.0,
        "wall_crossing_ratio": 0.07 * cut, "path_match_iou": 0.6, "target_achievement": 0.6,
        "walls_crossed": cut, "red_missing_frames": 0,
    }  # fmt: skip
    found = {name: Measurement(name, value) for name, value in numbers_of.items()}
    looked_at = with_values(rubric, draft)
    trial = Trial(looked_at, found, fold(looked_at, found, {}))
    ledger = fold(rubric, found, {})
    said = trial_words(
        rubric, tried={}, draft=draft, now=ledger.headlines, trial=trial, error="", in_use={},
        before=Before(ledger, found),
    )  # fmt: skip
    seen, _, grade = said.words.partition(" The grade is ")
    assert seen.endswith(f", {words[0]}.")
    assert grade.endswith(f", {words[1]}.")
    same = trial_words(
        rubric, tried={}, draft={}, now=ledger.headlines, trial=None, error="", in_use={},
        before=Before(ledger, found),
    )  # fmt: skip
    assert words[1] not in same.words


@pytest.mark.parametrize("is_tight", [False, True])
def test_a_long_verdict_is_read_whole(qtbot: QtBot, is_tight: bool) -> None:
    foot = Foot()
    qtbot.addWidget(foot)
    foot.set_tight(is_tight)
    foot.resize(264, foot.sizeHint().height())
    foot.show()
    low = foot.verdict.height()
    foot.set_verdict("Looking at “How the way is found by following the marker” " * 4, "text")
    lines = lines_of(foot.verdict.words(), 264 - 2 * fonts.scaled(16), step="m")
    assert len(lines) > 4
    assert foot.verdict.height() >= len(lines) * fonts.line_height("m") > low
    foot.set_verdict("The grade is 0.200.", "text")
    assert foot.verdict.height() == low
    assert foot.back.isVisible() is not is_tight
    foot.set_tried(True)
    assert foot.back.isVisible()


def test_every_headline_is_said_before_and_after() -> None:
    """A target of .6 passes no gate at .95 and passes it at .5; the overall score stays."""
    rubric = shipped_rubric("maze_video")
    numbers_of = {
        "maze_structure_iou": 0.99, "green_centroid_distance": 0.0, "red_centroid_distance": 0.0,
        "wall_crossing_ratio": 0.0, "path_match_iou": 0.6, "target_achievement": 0.6,
        "walls_crossed": 0, "red_missing_frames": 0,
    }  # fmt: skip
    found = {name: Measurement(name, value) for name, value in numbers_of.items()}
    draft = {"target_achievement_gated.above": 0.5}
    looked_at = with_values(rubric, draft)
    trial = Trial(looked_at, found, fold(looked_at, found, {}))
    now = fold(rubric, found, {}).headlines
    said = trial_words(rubric, tried={}, draft=draft, now=now, trial=trial, error="", in_use={})
    assert said.words == (
        "Looking at “Target achievement above” 0.5: 0.499; gated passes. "
        "The grade is at 0.95: 0.499; gated fails."
    )
    same = trial_words(rubric, tried={}, draft={}, now=now, trial=None, error="", in_use={})
    assert same.words == "The grade is 0.499; gated fails."
