"""What is said in the window: it goes when it is no longer true, and is counted, not repeated."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect
from pytestqt.qtbot import QtBot

from reviewer.model import Task
from reviewer.session import survey
from reviewer.session.changes import Message
from reviewer.session.jobs import Running
from reviewer.session.state import TaskState
from reviewer.store import folder as walking
from reviewer.ui import fonts, status_row
from reviewer.ui.message_bar import MessageBar
from reviewer.ui.status_row import StatusRow, progress_words
from reviewer.ui.widgets.buttons import Button
from reviewer.ui.window import Window
from tests.ui import window_desk

CAT, COFFEE, COINS = "cat_darker", "coffee_mirrored", "coins_inverted"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return window_desk.copy_samples(tmp_path / "samples", CAT, COFFEE, COINS)


@pytest.fixture
def window(qtbot: QtBot, folder: Path) -> Iterator[Window]:
    with window_desk.desk(qtbot, folder) as made:
        qtbot.waitUntil(lambda: not made.session.is_discovering, timeout=window_desk.TIMEOUT)
        yield made


@pytest.fixture
def bar(qtbot: QtBot) -> MessageBar:
    made = MessageBar()
    qtbot.addWidget(made)
    return made


def test_the_quiet_line_goes_with_the_task(qtbot: QtBot, window: Window) -> None:
    window.commands.run("previous-task")
    assert "first task" in window.status.said.words()
    window_desk.go(qtbot, window, COFFEE)
    assert window.status.said.words() == ""


def test_what_undo_did_is_said_at_the_task_it_goes_to(qtbot: QtBot, window: Window) -> None:
    window_desk.go(qtbot, window, CAT)
    window.commands.run("agree-all")
    window_desk.settle(qtbot, window)
    assert window.session.current_id != CAT
    window.commands.run("undo")
    assert window.session.current_id == CAT
    assert window.status.said.words().startswith("Undone")


def test_the_quiet_line_expires(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(status_row, "_SAID_LEAST", 20)
    monkeypatch.setattr(status_row, "_SAID_EACH", 1)
    row = StatusRow()
    qtbot.addWidget(row)
    row.say("this is the last task")
    assert row.said.words()
    qtbot.waitUntil(lambda: row.said.words() == "", timeout=3000)


def test_the_same_message_again_is_counted(bar: MessageBar) -> None:
    for text in ("a: is locked.", "b: is full.", "a: is locked.", "a: is locked."):
        bar.show_message(Message(text, is_error=True))
    assert [message.text for message in bar.messages()] == ["b: is full.", "a: is locked."]
    assert bar.label.words().startswith("a: is locked.   ×3")
    bar.dismiss()
    assert bar.label.words() == "b: is full."
    bar.dismiss()
    bar.show_message(Message("a: is locked.", is_error=True))
    assert "×" not in bar.label.words()


def test_news_of_a_task_goes_with_it_and_unsaved_work_stays(bar: MessageBar) -> None:
    bar.show_message(Message("cat: was opened in GIMP.", task=CAT))
    bar.show_message(Message("cat: the disk is full.", task=CAT, is_error=True, action="save-copy"))
    bar.show_message(Message("cat: cannot be read.", task=CAT, is_error=True))
    bar.show_message(Message("the judge cannot be reached.", is_error=True))
    bar.leave_task(COFFEE, shown_there={"cat: cannot be read."})
    assert [message.text for message in bar.messages()] == [
        "cat: the disk is full.",
        "the judge cannot be reached.",
    ]
    bar.leave_folder()
    assert bar.messages() == ()
    assert not bar.isVisible()


def test_a_message_moves_nothing_that_the_mouse_aims_at(qtbot: QtBot, window: Window) -> None:
    def places() -> list[QRect]:
        parts = (window.list_pane.view, window.panel, window.header, window.status, window.pictures)
        return [QRect(part.mapTo(window, QPoint(0, 0)), part.size()) for part in parts]

    before = places()
    window.session.say(
        "cat: " + "the disk is full and nothing more fits on it. " * 8, is_error=True
    )
    qtbot.waitUntil(window.messages.isVisible, timeout=3000)
    qtbot.wait(50)
    assert places() == before
    bar = QRect(window.messages.mapTo(window, QPoint(0, 0)), window.messages.size())
    assert before[-1].contains(bar), "it lies over the pictures and over nothing else"
    assert window.messages.label.height() >= 2 * fonts.line_height("m")
    window.resize(1100, 700)
    qtbot.wait(50)
    over = QRect(window.pictures.mapTo(window, QPoint(0, 0)), window.pictures.size())
    bar = QRect(window.messages.mapTo(window, QPoint(0, 0)), window.messages.size())
    assert over.contains(bar), "it follows them"


def test_news_makes_way_and_is_not_counted_as_more_trouble(bar: MessageBar) -> None:
    bar.show_message(Message("the judge: 3 answers."))
    bar.show_message(Message("Saved a copy: a.json", task=CAT))
    assert [message.text for message in bar.messages()] == ["Saved a copy: a.json"]
    bar.show_message(Message("cat: one entry was taken in.", task=CAT))
    bar.show_message(Message("the disk is full.", is_error=True))
    assert [message.text for message in bar.messages()] == ["the disk is full."]
    assert "more" not in bar.label.words()
    bar.show_message(Message("coffee: was opened in GIMP.", task=COFFEE))
    assert bar.label.words().endswith("(+1 more)")


def test_what_an_earlier_run_said_goes_when_it_is_run_again(qtbot: QtBot, window: Window) -> None:
    session = window.session

    def run(said: str) -> None:
        session.jobs.submit(
            "judge", lambda token: session.jobs.post(lambda: session.say(said, is_error=True)),
            done=lambda _: session.say("the judge: ended", is_error=True),
            failed=lambda error: pytest.fail(str(error)),
        )  # fmt: skip

    def texts() -> list[str]:
        return [message.text for message in window.messages.messages()]

    session.say("the disk is full.", is_error=True)
    run("not judged: no answer")
    qtbot.waitUntil(lambda: "the judge: ended" in texts(), timeout=3000)
    assert texts() == ["the disk is full.", "not judged: no answer", "the judge: ended"]
    run("not judged: no money")
    qtbot.waitUntil(lambda: "not judged: no money" in texts(), timeout=3000)
    qtbot.waitUntil(lambda: "the judge: ended" in texts(), timeout=3000)
    assert texts() == ["the disk is full.", "not judged: no money", "the judge: ended"]


def test_a_message_that_went_is_counted_anew(bar: MessageBar) -> None:
    for _ in range(2):
        bar.show_message(Message("a: is locked.", is_error=True))
    bar.leave_folder()
    bar.show_message(Message("a: is locked.", is_error=True))
    assert "×" not in bar.label.words()


def test_a_button_of_a_message_acts_on_the_task_it_is_about(qtbot: QtBot, window: Window) -> None:
    window_desk.go(qtbot, window, CAT)
    window.session.say("cat: is full.", is_error=True, task=CAT, action="save-copy")
    window_desk.go(qtbot, window, COFFEE)
    again = next(button for button in window.messages.findChildren(Button)
                 if button.text() == "Try again")  # fmt: skip
    again.click()
    assert window.session.current_id == CAT


def job(title: str, done: int = 0, total: int = 0, rate: float = 0.0) -> Running:
    return Running(title, title, done, total, rate, False)


@pytest.mark.parametrize(
    ("running", "words"),
    [
        ([job("Looking")], "Looking"),
        ([job("Looking", 1234, 0, 560.4)], "Looking 1,234 · 560/s"),
        ([job("Grading", 4, 11, 1.64)], "Grading 4/11 · 1.6/s"),
        ([job("Measuring"), job("Looking", 9, 0, 3.0)], "Looking 9 · 3.0/s · 2 jobs"),
    ],
)
def test_work_in_progress_says_a_count_and_a_rate(
    qtbot: QtBot, running: list[Running], words: str
) -> None:
    row = StatusRow()
    qtbot.addWidget(row)
    row.set_jobs(tuple(running))
    assert row.jobs.words() == words
    assert progress_words(running[-1]) in words
    assert not row.cancel.isHidden()


def test_the_survey_counts_tasks_and_not_the_steps_of_one(
    qtbot: QtBot, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = survey.grade_state

    def stepwise(task: Task, **hooks: Any) -> TaskState:
        hooks["token"].report(7, 11)
        time.sleep(0.05)
        return real(task, **hooks)

    monkeypatch.setattr(survey, "grade_state", stepwise)
    seen: set[tuple[int, int]] = set()
    with window_desk.desk(qtbot, folder) as window:
        session = window.session
        waited = time.monotonic() + window_desk.TIMEOUT / 1000
        while time.monotonic() < waited and not all(row.is_known for row in session.rows()):
            seen.update((j.done, j.total) for j in session.jobs.running() if j.key == survey.KEY)
            qtbot.wait(1)
        assert all(row.is_known for row in session.rows())
    assert seen
    assert {total for _, total in seen} <= {0, 2, 3}


def test_a_click_on_cancel_ends_the_search_at_once(
    qtbot: QtBot, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A walk that never ends by itself, as that of a whole disk."""
    real, ended = walking.discover, threading.Event()

    def endless(path: Path, **hooks: object) -> Iterator[object]:
        try:
            yield from real(path, **hooks)  # type: ignore[arg-type]
            while True:
                hooks["check"]()  # type: ignore[operator]
                time.sleep(0.001)
        finally:
            ended.set()

    monkeypatch.setattr(walking, "discover", endless)
    with window_desk.desk(qtbot, folder) as window:
        qtbot.waitUntil(lambda: len(window.session.tasks) == 1, timeout=window_desk.TIMEOUT)
        qtbot.waitUntil(
            lambda: "Looking for tasks" in window.status.jobs.words(), timeout=window_desk.TIMEOUT
        )
        qtbot.waitUntil(lambda: "/s" in window.status.jobs.words(), timeout=window_desk.TIMEOUT)
        began = time.monotonic()
        window.status.cancel.click()
        assert not window.session.is_discovering
        assert "looking" not in window.list_pane.count.words()
        assert "stopped after" in window.messages.label.words()
        assert ended.wait(0.3), "the walk goes on"
        assert time.monotonic() - began < 0.3


def test_a_folder_of_many_names_is_left_while_it_is_read(tmp_path: Path) -> None:
    for number in range(2000):
        (tmp_path / f"note {number}.txt").touch()
    asked = 0

    class StopError(Exception):
        """Cancelled."""

    def check() -> None:
        nonlocal asked
        asked += 1
        if asked == 3:
            raise StopError

    with pytest.raises(StopError):
        list(walking.discover(tmp_path, check=check))


def test_many_notes_of_one_walk_end_in_one_line(qtbot: QtBot, tmp_path: Path) -> None:
    folder = window_desk.copy_samples(tmp_path / "samples", CAT)
    for number in range(9):
        place = folder / f"far{number}"
        place.mkdir()
        (place / "away").symlink_to("/")
    with window_desk.desk(qtbot, folder) as window:
        qtbot.waitUntil(lambda: not window.session.is_discovering, timeout=window_desk.TIMEOUT)
        texts = [message.text for message in window.session.messages]
        assert len(texts) == 6
        assert texts[-1].startswith(f"{folder}: 4 more")


def test_what_is_wrong_with_a_task_is_said_at_that_task_until_it_is_mended(
    qtbot: QtBot, folder: Path
) -> None:
    task_file = folder / COFFEE / "task.toml"
    whole = task_file.read_text()
    task_file.write_text("kind = [")
    with window_desk.desk(qtbot, folder) as window:
        qtbot.waitUntil(lambda: not window.session.is_discovering, timeout=window_desk.TIMEOUT)
        window_desk.go(qtbot, window, COFFEE)
        error = window.session.current.error
        assert error
        window_desk.go(qtbot, window, CAT)
        # Read again behind one's back: its fault is not that of the task on the desk.
        window.session.say(error, is_error=True, task=COFFEE)
        assert error not in [message.text for message in window.messages.messages()]
        window_desk.go(qtbot, window, COFFEE)
        window.session.say(error, is_error=True, task=COFFEE)
        assert window.messages.isVisible()
        task_file.write_text(whole)
        window.commands.run("reload")
        qtbot.waitUntil(lambda: not window.session.current.error, timeout=window_desk.TIMEOUT)
        assert not window.messages.isVisible()
