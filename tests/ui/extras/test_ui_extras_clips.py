"""The scrubber of a clip: choosing frames, jumps, playback, the way so far."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from reviewer.ui import fonts, theme
from reviewer.ui.extras.clips import Clips
from reviewer.ui.extras.scrub_strip import ScrubStrip
from reviewer.ui.extras.scrubber import Scrubber
from reviewer.ui.window import Window
from tests.ui.extras.maze_folders import DRAWING, write_maze
from tests.unit.metrics.maze_maker import encode, make_maze


@pytest.fixture
def strip(qtbot: QtBot, qapp: QApplication) -> ScrubStrip:
    fonts.set_scale(qapp, 1.0)
    theme.apply(qapp, "dark")
    made = ScrubStrip()
    qtbot.addWidget(made)
    made.resize(412, 44)
    scores = [1.0] * 101
    scores[40] = 0.2
    made.set_frames(101, scores=scores, lacks=(3, 4), faded=(0,), worst=40, crossing=70)
    made.chosen.connect(lambda place: made.set_place(place, f"frame {place}"))
    made.show()
    return made


def test_keys_go_through_the_frames_and_stop_at_the_ends(strip: ScrubStrip, qtbot: QtBot) -> None:
    for key, place in (
        (Qt.Key.Key_Left, 0), (Qt.Key.Key_Right, 1), (Qt.Key.Key_PageDown, 11),
        (Qt.Key.Key_End, 100), (Qt.Key.Key_Right, 100), (Qt.Key.Key_PageUp, 90),
        (Qt.Key.Key_Home, 0),
    ):  # fmt: skip
        qtbot.keyClick(strip, key)
        assert strip.place == place
    assert strip.accessibleDescription() == "frame 0"


def test_a_click_chooses_the_frame_below_it(strip: ScrubStrip, qtbot: QtBot) -> None:
    qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=QPoint(206, 20))
    assert strip.place == 50


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_one_bad_frame_among_many_is_seen(
    strip: ScrubStrip, qapp: QApplication, scheme: str
) -> None:
    theme.apply(qapp, scheme)  # type: ignore[arg-type]
    scores = [1.0] * 4000
    scores[2000] = 0.1
    strip.set_frames(4000, scores=scores, worst=2000)
    bad = theme.of(strip).bad
    image = strip.grab().toImage()
    hit = [
        x for x in range(image.width()) for y in range(14, image.height())
        if image.pixelColor(x, y).name() == bad
    ]  # fmt: skip
    assert hit
    assert max(hit) - min(hit) < 20


def test_jumps_that_there_are_none_of_are_grey(qtbot: QtBot) -> None:
    bar = Scrubber()
    qtbot.addWidget(bar)
    bar.set_jumps(no_crossing="none")
    assert not bar.crossing.isEnabled()
    assert bar.crossing.toolTip() == "none"
    assert bar.worst.isEnabled()
    assert bar.play.isEnabled()
    bar.set_playing(True)
    assert "Stop" in bar.play.accessibleName()


def test_what_is_said_of_a_frame_is_never_cut_while_a_shorter_form_fits(qtbot: QtBot) -> None:
    rest = "layout 0.9997 · no marker · worst layout · first crossing"
    spellings = (f"frame 109 (110 of 113) · 4.54 s · {rest}", f"frame 109 · {rest}")
    bar = Scrubber()
    qtbot.addWidget(bar)
    bar.words.set_words(*spellings)
    bar.show()
    for width, shown in ((1300, spellings[0]), (840, spellings[1]), (800, spellings[1])):
        bar.resize(width, bar.height())
        QApplication.processEvents()
        assert bar.words.shown() == shown
        assert fonts.width(shown, "s") <= bar.words.width()
        assert bar.words.accessibleName() == spellings[0]
        assert spellings[0] in bar.words.toolTip()


@pytest.mark.parametrize("count", [1, 12])
def test_a_clip_in_which_nothing_moves_says_so_and_offers_no_worst_frame(
    count: int, tmp_path: Path, window: Window, opened: Callable[[Path], Window], qtbot: QtBot
) -> None:
    name = write_maze(tmp_path / "run", 2)
    (tmp_path / "run" / f"{name}_targeted_solution.png").unlink()
    still = [next(DRAWING.frames(make_maze(4, 4, seed=2)))] * count
    encode(tmp_path / "run" / f"{name}.mp4", still)
    opened(tmp_path / "run")
    made = window.extras.clips
    qtbot.waitUntil(lambda: "frame 0" in made.bar.words.words(), timeout=30_000)
    assert made.bar.words.words().endswith(
        "the only frame" if count == 1 else "the marker never moves"
    )
    assert "worst" not in made.bar.words.words()
    assert not made.bar.worst.isEnabled()
    assert made.bar.play.isEnabled() is (count > 1)
    window.commands.run("clip-play")
    assert made._timer.isActive() is (count > 1)
    flag = "one frame" if count == 1 else "stands still"
    assert window.session.row(window.session.current_id).alarm == flag
    if count == 1:
        assert "one frame" in made.bar.play.toolTip()
        assert "nothing to play" in window.status.said.words()


@pytest.fixture
def clips(
    corpus: Path, tmp_path: Path, window: Window, opened: Callable[[Path], Window], qtbot: QtBot
) -> Clips:
    name = "dfs_easy_3x3_n000_var1_fixed_both"
    folder = tmp_path / "clips"
    folder.mkdir()
    for each in (f"{name}__diagonal.mp4", f"{name}_solution.png", f"{name}.png"):
        shutil.copy(corpus / "maze" / "generated" / each, folder / each)
    opened(folder)
    window.select(f"{name}__diagonal")
    made = window.extras.clips
    qtbot.waitUntil(lambda: made.clip is not None, timeout=30_000)
    return made


def test_jumps_play_and_the_sheet(clips: Clips, window: Window, qtbot: QtBot) -> None:
    clip = clips.clip
    assert clip is not None
    window.commands.run("clip-crossing")
    assert clips.index == clip.first_crossing
    qtbot.waitUntil(lambda: "first crossing" in clips.bar.words.words(), timeout=5_000)
    window.commands.run("clip-worst")
    assert clips.index == clip.worst
    before = clips.index
    window.commands.run("clip-play")
    qtbot.waitUntil(lambda: clips.index > before + 3, timeout=5_000)
    window.commands.run("clip-play")
    held = clips.index
    qtbot.wait(120)
    assert clips.index == held
    window.pictures.choose_mode("sheet")
    qtbot.waitUntil(lambda: window.pictures.mode == "sheet", timeout=10_000)
    assert not clips.bar.isVisible()


def test_blind_mode_tells_no_first_crossing_until_all_is_answered(
    clips: Clips, window: Window, qtbot: QtBot
) -> None:
    full = clips.clip
    assert full is not None
    assert full.first_crossing is not None
    assert clips.bar.crossing.isEnabled()
    window.set_blind(True)
    assert not clips.bar.crossing.isEnabled()
    assert "answered every item" in clips.bar.crossing.toolTip()
    before = clips.index
    window.commands.run("clip-crossing")
    assert clips.index == before
    assert "answered every item" in window.status.said.words()
    assert clips.clip is not None
    assert clips.clip.scores == ()
    window.session.showing.result_painted()
    state = window.session.current
    assert state is not None
    assert state.effective is not None
    for check in state.effective.checks:
        if check.overridable:
            window.session.announce(window.session.editor.answer(check.id, 1.0))
    qtbot.waitUntil(clips.bar.crossing.isEnabled, timeout=5_000)
    window.commands.run("clip-crossing")
    assert clips.index == full.first_crossing


def test_the_way_so_far_is_drawn_into_the_frame(clips: Clips, window: Window, qtbot: QtBot) -> None:
    def shown() -> bytes:
        pixels = window.pictures.pictures.source("result").pixels
        return b"" if pixels is None else bytes(pixels.tobytes())

    clips.go(60, force=True)
    qtbot.waitUntil(lambda: "61 of" in clips.bar.words.words(), timeout=5_000)
    with_way = shown()
    clips.bar.trail.click()
    qtbot.waitUntil(lambda: shown() not in (b"", with_way), timeout=5_000)
    without_way = shown()
    clips.bar.trail.click()
    qtbot.waitUntil(lambda: shown() != without_way, timeout=5_000)
    assert shown() == with_way


def test_other_tasks_have_no_scrubber(
    make_task: Callable[..., Path], opened: Callable[[Path], Window]
) -> None:
    window = opened(make_task("one").parent)
    assert not window.extras.clips.bar.isVisible()
    assert not window.commands.is_enabled("clip-play")
    assert window.commands.run("clip-worst")
    assert "a clip" in window.status.said.words()
