"""F5: tasks that came or went while the folder is open, and all that stays as it was."""

from __future__ import annotations

import shutil
from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from reviewer.ui.window import Window
from tests.ui import window_desk

POSTER, CAT, COFFEE, COINS = "astronaut_poster", "cat_darker", "coffee_mirrored", "coins_inverted"


def ids(window: Window) -> list[str]:
    return [row.id for row in window.session.rows()]


def read_again(qtbot: QtBot, window: Window) -> None:
    window.status.forget()
    window_desk.press(window, Qt.Key.Key_F5)
    qtbot.waitUntil(
        lambda: window.status.said.words().startswith("Read again"), timeout=window_desk.TIMEOUT
    )


def test_tasks_that_came_and_went_are_found_and_the_rest_stays(
    qtbot: QtBot, tmp_path: Path
) -> None:
    folder = window_desk.copy_samples(tmp_path / "samples", POSTER, CAT, COINS)
    with window_desk.desk(qtbot, folder) as window:
        session = window.session
        qtbot.waitUntil(lambda: len(session.tasks) == 3, timeout=window_desk.TIMEOUT)
        window_desk.go(qtbot, window, POSTER)
        window_desk.press(window, Qt.Key.Key_1)
        window.list_pane.set_words("id:c")
        qtbot.waitUntil(lambda: ids(window) == [CAT, COINS], timeout=3000)
        window_desk.copy_samples(folder, COFFEE)
        shutil.rmtree(folder / COINS)
        read_again(qtbot, window)
        assert window.status.said.words() == "Read again: 1 task added, 1 task gone"
        assert ids(window) == [CAT, COFFEE], "in the order of the folder, filtered as before"
        assert list(session.tasks) == [POSTER, CAT, COFFEE]
        assert session.current_id == POSTER
        state = session.current
        assert state is not None
        assert [entry.item for entry in state.review.entries] == ["title_legible"]
        assert window.list_pane.filter.text() == "id:c"
        qtbot.waitUntil(
            lambda: all(row.is_known for row in session.rows()), timeout=window_desk.TIMEOUT
        )
        window_desk.go(qtbot, window, COFFEE)
        read_again(qtbot, window)
        assert window.status.said.words() == "Read again: the folder holds the same tasks"


def test_the_task_on_the_desk_stays_though_its_folder_is_gone(qtbot: QtBot, tmp_path: Path) -> None:
    folder = window_desk.copy_samples(tmp_path / "samples", POSTER, CAT)
    with window_desk.desk(qtbot, folder) as window:
        qtbot.waitUntil(lambda: len(window.session.tasks) == 2, timeout=window_desk.TIMEOUT)
        window_desk.go(qtbot, window, CAT)
        shutil.rmtree(folder / CAT)
        read_again(qtbot, window)
        assert window.session.current_id == CAT
        assert CAT in ids(window)
        qtbot.waitUntil(
            lambda: "is not there any more" in window.messages.label.words(), timeout=5000
        )


def test_another_task_with_other_files_is_graded_anew(qtbot: QtBot, tmp_path: Path) -> None:
    folder = window_desk.copy_samples(tmp_path / "samples", POSTER, CAT)
    with window_desk.desk(qtbot, folder) as window:
        session = window.session
        qtbot.waitUntil(
            lambda: len(session.rows()) == 2 and all(row.is_known for row in session.rows()),
            timeout=window_desk.TIMEOUT,
        )
        window_desk.go(qtbot, window, POSTER)
        before = next(row for row in session.rows() if row.id == CAT)
        declared = folder / CAT / "task.toml"
        words = declared.read_text(encoding="utf-8").splitlines()
        kept = [line for line in words if not line.startswith("golden")]
        declared.write_text("\n".join(kept), encoding="utf-8")
        read_again(qtbot, window)
        assert window.status.said.words() == "Read again: 1 task changed"
        qtbot.waitUntil(
            lambda: (
                (row := next(each for each in session.rows() if each.id == CAT)) != before
                and (row.is_known or bool(row.error))
            ),
            timeout=window_desk.TIMEOUT,
        )
