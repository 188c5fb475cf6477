"""What the window keeps from run to run, and what holds for one run only."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from reviewer.session import known_folders
from reviewer.session.preferences import KnownFolder, changed, load_settings, save_settings
from reviewer.session.state import Row
from reviewer.store import resources
from reviewer.ui import app as starting
from reviewer.ui.preferences import FULL
from reviewer.ui.welcome_rows import RecentRow, SampleRow, day_words, recents
from reviewer.ui.window import Window
from tests.ui import window_desk

CAT, COFFEE = "cat_darker", "coffee_mirrored"


def run_once(**this_run: object) -> Window:
    app = starting.application()
    window = starting.make_window(load_settings()[0], this_run=this_run)
    window.show()
    app.processEvents()
    return window


def end(window: Window) -> None:
    window.close()
    window.deleteLater()


def test_an_option_holds_for_this_run_only(qtbot: QtBot) -> None:
    before = load_settings()[0]
    window = run_once(theme="dark", author="bob")
    assert window.session.settings.theme == "dark"
    assert window.session.settings.author == "bob"
    window.preferences.change(keep_zoom=False)
    end(window)
    kept = load_settings()[0]
    assert (kept.theme, kept.author) == ("system", before.author)
    assert kept.keep_zoom is False


def test_what_a_person_chooses_outlives_the_option(qtbot: QtBot) -> None:
    window = run_once(theme="dark")
    window.preferences.change(theme="light")
    window.preferences.change(theme="dark")
    end(window)
    assert load_settings()[0].theme == "dark"


def test_the_window_comes_back_as_it_was_left(qtbot: QtBot) -> None:
    window = run_once()
    window.resize(700, 500)
    end(window)
    app = starting.application()
    assert starting.size_for(load_settings()[0].window, app) == QSize(700, 500)
    assert not starting.fills("700x500", app)
    assert starting.fills(FULL, app)


def test_no_window_starts_larger_than_its_screen(qtbot: QtBot) -> None:
    app = starting.application()
    room = app.primaryScreen().availableGeometry().size()
    for remembered in ("", "9000x9000", "nonsense"):
        size = starting.size_for(remembered, app)
        assert size.width() < room.width()
        assert size.height() < room.height()


def test_how_far_a_folder_is_stands_on_the_welcome_page(qtbot: QtBot, tmp_path: Path) -> None:
    folder = window_desk.copy_samples(tmp_path / "round", CAT, COFFEE)
    with window_desk.desk(qtbot, folder) as window:
        window_desk.go(qtbot, window, CAT)
        window_desk.press(window, Qt.Key.Key_Y)
        assert window.session.row(CAT).status == "done"
    window = run_once()
    row = next(row for row in window.welcome.recent.rows if isinstance(row, RecentRow))
    assert (row.recent.done, row.recent.total, row.recent.when) == (1, 2, "today")
    end(window)


def test_a_folder_opened_by_different_names_is_one_folder(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = window_desk.copy_samples(tmp_path / "round", CAT, COFFEE)
    monkeypatch.chdir(tmp_path)
    with window_desk.desk(qtbot, Path("round/")) as window:
        window_desk.go(qtbot, window, COFFEE)
        assert window.session.root == folder
        for name in (f"{folder}/", "round", f"{folder}"):
            window.open(Path(name))
            qtbot.waitUntil(lambda: window.session.current_id == COFFEE)
            window_desk.settle(qtbot, window)
        settings = window.preferences.settings
        assert settings.recent == (str(folder),)
        assert list(settings.folders) == [str(folder)]
        assert settings.last_task == {str(folder): COFFEE}


def test_tasks_not_looked_at_count_as_they_did_before(qtbot: QtBot, tmp_path: Path) -> None:
    folder = window_desk.copy_samples(tmp_path / "round", CAT, COFFEE)
    with window_desk.desk(qtbot, folder) as window:
        session = window.session
        before = {str(folder): KnownFolder(done=2, total=2, day="2026-01-02")}
        given = changed(session.settings, folders=before)
        session.task_rows.add([Row(CAT, "gimp_edit"), Row(COFFEE, "gimp_edit")])
        found = known_folders.with_progress(given, session, today=date(2026, 1, 3))
        assert found.folders == {str(folder): KnownFolder(done=2, total=2, day="2026-01-03")}


@pytest.mark.parametrize(
    ("day", "words"),
    [
        ("2026-03-02", "today"),
        ("2026-03-01", "yesterday"),
        ("2026-02-19", "19 Feb"),
        ("2025-11-19", "19 Nov 2025"),
        ("nonsense", ""),
    ],
)
def test_days_are_said_as_people_say_them(day: str, words: str) -> None:
    known = {"/d": KnownFolder(done=0, total=1, day=day)}
    assert recents(known, today=date(2026, 3, 2))["/d"].when == words
    assert day_words(day, date(2026, 3, 2)) == words


def test_every_sample_is_offered_by_what_it_shows() -> None:
    shipped = {item.name for item in resources.path("samples").iterdir() if item.is_dir()}
    offered = known_folders.samples()
    assert {sample.id.partition("/")[0] for sample in offered} == shipped
    assert all(sample.picture.is_file() for sample in offered)


def test_a_sample_of_the_welcome_page_opens_that_very_task(qtbot: QtBot) -> None:
    window = run_once()
    rows = [row for row in window.welcome.samples.rows if isinstance(row, SampleRow)]
    qtbot.waitUntil(lambda: all(row.sample.picture is not None for row in rows), timeout=5000)
    maze = next(row for row in rows if row.sample.id.startswith("maze_dfs"))
    QTest.mouseClick(maze, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(
        lambda: window.session.current_id == maze.sample.id, timeout=window_desk.TIMEOUT
    )
    assert not window.welcome.isVisible()
    end(window)


def test_the_task_that_is_open_is_kept_at_once_however_it_came_there(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """A program that is ended a second later opens it again, with what others wrote meanwhile."""
    folder = window_desk.copy_samples(tmp_path / "round", CAT, COFFEE)

    def kept() -> str:
        return load_settings()[0].last_task.get(str(folder), "")

    with window_desk.desk(qtbot, folder) as window:
        window_desk.go(qtbot, window, COFFEE)
        qtbot.waitUntil(lambda: kept() == COFFEE, timeout=1000)
        window.panel.set_current("ssim")
        window.session.announce(window.session.editor.dispute("ssim", 2))
        save_settings(changed(load_settings()[0], theme="light"))
        window_desk.go(qtbot, window, CAT)
        qtbot.waitUntil(lambda: kept() == CAT, timeout=1000)
        assert load_settings()[0].theme == "light"
        window.commands.run("undo")
        assert window.session.current_id == COFFEE
        qtbot.waitUntil(lambda: kept() == COFFEE, timeout=1000)
        window.commands.run("redo")
    assert kept() == COFFEE
