"""F5: tasks that came or went while the folder is open, and all that stays as it was."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from reviewer.session.state import DONE
from reviewer.store import files
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


def status_of(window: Window, task: str) -> tuple[str, float | None]:
    """What the list shows of a task: its icon's meaning and its headline."""
    model = window.list_pane.model
    row = model.row_at(model.place_of(task))
    assert row is not None
    return row.status, row.headline


def complete(qtbot: QtBot, window: Window, task: str) -> None:
    window_desk.go(qtbot, window, task)
    window_desk.press(window, Qt.Key.Key_Return, window_desk.CTRL)
    qtbot.waitUntil(lambda: status_of(window, task)[0] == DONE, timeout=5000)


@pytest.mark.parametrize("is_graded", [True, False], ids=["graded", "under way"])
@pytest.mark.parametrize("came", [True, False], ids=["added", "removed"])
def test_the_list_follows_what_is_done_after_tasks_came_or_went(
    qtbot: QtBot, tmp_path: Path, came: bool, is_graded: bool
) -> None:
    names = (CAT, COINS) if came else (CAT, COINS, COFFEE)
    folder = window_desk.copy_samples(tmp_path / "samples", *names)
    with window_desk.desk(qtbot, folder) as window:
        session = window.session
        qtbot.waitUntil(lambda: len(session.tasks) == len(names), timeout=window_desk.TIMEOUT)
        if is_graded:
            qtbot.waitUntil(
                lambda: all(row.is_known for row in session.rows()), timeout=window_desk.TIMEOUT
            )
        if came:
            window_desk.copy_samples(folder, COFFEE)
        else:
            shutil.rmtree(folder / COFFEE)
        read_again(qtbot, window)
        total = 3 if came else 2
        for number, task in enumerate((CAT, COINS), 1):
            complete(qtbot, window, task)
            state = session.state(task)
            assert state.ledger is not None
            assert state.ledger.headline is not None
            assert status_of(window, task) == (DONE, state.ledger.headline.value)
            assert session.progress().done == number
            assert window.list_pane.done.words() == f"{number} of {total}"
        window.list_pane.set_words("status:reviewed")
        qtbot.waitUntil(lambda: ids(window) == [CAT, COINS], timeout=3000)


def test_nothing_is_said_any_more_of_a_task_that_is_gone(qtbot: QtBot, tmp_path: Path) -> None:
    folder = window_desk.copy_samples(tmp_path / "samples", CAT, COINS, COFFEE)
    with window_desk.desk(qtbot, folder) as window:
        qtbot.waitUntil(lambda: len(window.session.tasks) == 3, timeout=window_desk.TIMEOUT)
        for task in (COFFEE, COINS):
            text = f"{task}: golden picture is missing"
            window.session.say(text, is_error=True, task=task)
        shutil.rmtree(folder / COFFEE)
        read_again(qtbot, window)
        assert [m.task for m in window.messages.messages()] == [COINS]


def test_a_result_replaced_while_another_task_is_open_is_seen_graded_and_written(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """The picture, the grade beside it and the file written are all of the same bytes."""
    folder = window_desk.copy_samples(tmp_path / "samples", CAT, COINS)
    with window_desk.desk(qtbot, folder) as window:
        window_desk.go(qtbot, window, CAT)
        old = window.session.state(CAT).digests["result"]
        window_desk.go(qtbot, window, COINS)
        shutil.copyfile(next(folder.glob(f"{COINS}/result.*")), result_of(folder))
        now = files.digest_file(result_of(folder))
        assert now != old
        window.select(CAT)
        qtbot.waitUntil(
            lambda: window.session.state(CAT).digests.get("result") == now,
            timeout=window_desk.TIMEOUT,
        )
        window_desk.settle(qtbot, window)
        complete(qtbot, window, CAT)
        written = folder / CAT / "grade.json"
        qtbot.waitUntil(written.exists, timeout=5000)
        review = json.loads(written.read_bytes())["review"]
        assert review["bound_to"]["result"] == now


def result_of(folder: Path) -> Path:
    return next((folder / CAT).glob("result.*"))
