"""Asking the judge from the window: estimate first, one word on trouble, cancel at once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from reviewer.judge import chat
from reviewer.judge.protocol import Ask, JudgeError, Reply, Token
from reviewer.session import judging
from reviewer.session.judge_plan import Estimate
from reviewer.ui.extras.judge_dialog import QUEUE, REPLAY, TASK, JudgeDialog, Offer
from reviewer.ui.window import Window

OFFER = Offer("one", 12, (("neat", "Is it neat?"), ("dark", "Is it dark?")), "a/model", True)


class Played:
    """A model that says yes to every row, once it is let go."""

    name = "played/model"

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.gate.set()
        self.asked = 0

    def complete(self, ask: Ask, *, token: Token | None = None) -> Reply:
        self.asked += 1
        while not self.gate.wait(0.01):
            if token is not None:
                token.check()
        text = '{"neat": {"answer": 1, "reason": "even"}, "dark": {"answer": 0, "reason": "pale"}}'
        return Reply(text, self.name, prompt_tokens=100, completion_tokens=20, cost=0.002)


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Played:
    model = Played()
    monkeypatch.setattr(judging, "open_model", lambda *_, **__: model)
    return model


@pytest.fixture
def chatting(monkeypatch: pytest.MonkeyPatch) -> Played:
    """A model behind the settings: records and replays are those of the program."""
    model = Played()
    monkeypatch.setattr(chat, "ChatModel", lambda _endpoint: model)
    return model


@pytest.fixture
def dialog(qtbot: QtBot) -> JudgeDialog:
    made = JudgeDialog(OFFER)
    qtbot.addWidget(made)
    made.show()
    return made


def test_all_rows_mean_those_without_an_answer(dialog: JudgeDialog) -> None:
    assert dialog.options().items is None
    dialog.rows["neat"].click()
    assert dialog.options().items == ("dark",)
    dialog.choose_scope(QUEUE)
    assert dialog.options().items is None
    assert dialog.is_whole_queue


def test_nothing_is_asked_before_the_estimate_is_there(dialog: JudgeDialog) -> None:
    assert not dialog.accept_button.isEnabled()
    dialog.set_estimate("2 items", can_ask=True)
    assert dialog.accept_button.isEnabled()
    dialog.again.click()
    assert not dialog.accept_button.isEnabled()
    assert dialog.options().again


def test_a_record_to_read_must_be_named(dialog: JudgeDialog) -> None:
    dialog.source.set_current(REPLAY)
    dialog.source.changed.emit(REPLAY)
    assert "Choose the file" in dialog.message.words()
    dialog.replay.line.setText("/tmp/answers.jsonl")
    dialog.set_estimate("2 items", can_ask=True)
    assert dialog.options().replay == Path("/tmp/answers.jsonl")
    assert dialog.options().record is None


def test_enter_asks_once_the_estimate_is_there_and_only_then(
    dialog: JudgeDialog, qtbot: QtBot
) -> None:
    qtbot.keyClick(dialog.scope, Qt.Key.Key_Return)
    assert dialog.isVisible()
    dialog.set_estimate("2 items", can_ask=True)
    with qtbot.waitSignal(dialog.accepted, timeout=1000):
        qtbot.keyClick(dialog.scope, Qt.Key.Key_Return)


def test_the_rows_of_the_form_stay_where_they_are_when_the_queue_is_chosen(
    dialog: JudgeDialog, qtbot: QtBot
) -> None:
    qtbot.waitExposed(dialog)
    controls = (dialog.scope, dialog.source, dialog.record, dialog.again, dialog.probe)

    def places() -> list[int]:
        QApplication.processEvents()
        return [control.mapTo(dialog, control.rect().topLeft()).y() for control in controls]

    before, size = places(), dialog.size()
    dialog.choose_scope(QUEUE)
    assert places() == before
    assert dialog.size() == size


def test_no_row_chosen_is_said(dialog: JudgeDialog) -> None:
    for toggle in dialog.rows.values():
        toggle.click()
    assert "at least one row" in dialog.message.words()
    assert not dialog.accept_button.isEnabled()


def test_rows_that_are_answered_are_off_until_they_are_asked_again(qtbot: QtBot) -> None:
    offer = Offer("one", 1, OFFER.rows, "a/model", due=frozenset(), due_again=frozenset({"dark"}))
    dialog = JudgeDialog(offer)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.choose_scope(TASK)

    def on() -> list[str]:
        return [row for row, toggle in dialog.rows.items() if toggle.isChecked()]

    assert on() == []
    assert "every row has an answer" in dialog.message.words()
    assert "Ask again" in dialog.message.words()
    assert not dialog.accept_button.isEnabled()
    dialog.again.click()
    assert on() == ["dark"]
    assert dialog.options().items is None
    dialog.rows["neat"].click()
    assert dialog.options().items == ("neat", "dark")
    dialog.again.click()
    assert on() == ["neat", "dark"]


def ask(window: Window, qtbot: QtBot, action: str) -> JudgeDialog:
    window.commands.run(action)
    dialog = window.extras.judge.dialog
    assert dialog is not None
    qtbot.waitUntil(dialog.accept_button.isEnabled, timeout=10_000)
    return dialog


def test_the_window_estimates_asks_and_tells_the_cost(
    make_task: Callable[..., Path],
    opened: Callable[[Path], Window],
    played: Played,
    qtbot: QtBot,
) -> None:
    folder = make_task("one", judge=None)
    window = opened(folder.parent)
    dialog = ask(window, qtbot, "ask-judge")
    assert "at most" in dialog.message.words()
    assert played.asked == 0
    dialog.accept_button.click()
    judged = window.session.judging
    qtbot.waitUntil(lambda: bool(judged.run and not judged.run.is_running), timeout=10_000)
    assert judged.run is not None
    assert (judged.run.answered, judged.run.calls) == (2, 1)
    assert "$0.0020" in judged.run.text
    panel = window.session.panel()
    assert panel is not None
    neat = panel.item("neat")
    assert neat is not None
    assert neat.opinion is not None
    assert neat.opinion.word == "yes"


def test_recorded_answers_are_asked_instead_of_the_model(
    make_task: Callable[..., Path],
    opened: Callable[[Path], Window],
    chatting: Played,
    tmp_path: Path,
    qtbot: QtBot,
) -> None:
    record = tmp_path / "answers.jsonl"
    window = opened(make_task("one", judge=None).parent)
    judged = window.session.judging

    def is_done() -> bool:
        return bool(judged.run and not judged.run.is_running)

    dialog = ask(window, qtbot, "ask-judge")
    dialog.record.line.setText(str(record))
    qtbot.waitUntil(dialog.accept_button.isEnabled, timeout=10_000)
    dialog.accept_button.click()
    qtbot.waitUntil(is_done, timeout=10_000)
    assert record.is_file()
    assert chatting.asked == 1
    window.commands.run("ask-judge-queue")
    again = window.extras.judge.dialog
    assert again is not None
    dialog = again
    dialog.again.click()
    dialog.source.set_current(REPLAY)
    dialog.source.changed.emit(REPLAY)
    dialog.replay.line.setText(str(record))
    qtbot.waitUntil(dialog.accept_button.isEnabled, timeout=10_000)
    before = judged.run
    dialog.accept_button.click()
    qtbot.waitUntil(lambda: judged.run is not before and is_done(), timeout=10_000)
    assert judged.run is not None
    assert judged.run.problem == ""
    assert judged.run.answered == 2
    assert chatting.asked == 1


def test_a_record_that_is_none_is_said_and_asks_nobody(
    make_task: Callable[..., Path],
    opened: Callable[[Path], Window],
    chatting: Played,
    tmp_path: Path,
    qtbot: QtBot,
) -> None:
    record = tmp_path / "answers.jsonl"
    record.write_text("no record\n")
    window = opened(make_task("one", judge=None).parent)
    dialog = ask(window, qtbot, "ask-judge")
    dialog.source.set_current(REPLAY)
    dialog.source.changed.emit(REPLAY)
    dialog.replay.line.setText(str(record))
    qtbot.waitUntil(dialog.accept_button.isEnabled, timeout=10_000)
    dialog.accept_button.click()
    told = window.session.messages
    qtbot.waitUntil(lambda: any("answers.jsonl" in m.text for m in told), timeout=10_000)
    assert chatting.asked == 0


def test_cancel_ends_the_run_at_once(
    make_task: Callable[..., Path],
    opened: Callable[[Path], Window],
    played: Played,
    qtbot: QtBot,
) -> None:
    folder = make_task("one", judge=None)
    make_task("two", judge=None)
    window = opened(folder.parent)
    played.gate.clear()
    dialog = ask(window, qtbot, "ask-judge-queue")
    dialog.accept_button.click()
    qtbot.waitUntil(lambda: played.asked > 0, timeout=10_000)
    assert window.session.jobs.is_running(judging.KEY)
    window.status.cancel.click()
    assert not window.session.jobs.is_running(judging.KEY)
    run = window.session.judging.run
    assert run is not None
    assert run.is_cancelled
    assert "Cancelled" in window.status.said.words()
    played.gate.set()


def test_without_a_key_it_is_said_once(
    make_task: Callable[..., Path],
    opened: Callable[[Path], Window],
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    def nobody(*_: object, **__: object) -> None:
        raise JudgeError("there is no key in the variable", is_final=True)

    monkeypatch.setattr(judging, "open_model", nobody)
    window = opened(make_task("one", judge=None).parent)
    for _ in range(2):
        ask(window, qtbot, "ask-judge").accept_button.click()
        qtbot.waitUntil(lambda: window.extras.judge.dialog is None)
    said = [message.text for message in window.session.messages if "no key" in message.text]
    assert len(said) == 1


def test_of_the_queue_the_place_of_the_rows_says_what_will_be_asked(
    dialog: JudgeDialog, qtbot: QtBot
) -> None:
    dialog.show()
    dialog.choose_scope(QUEUE)
    found = Estimate(30, 420, 460, {"questions": 400, "pair": 60})
    dialog.set_estimate(found.text, can_ask=True, details=found.details(per_minute=60))
    assert dialog.details.isVisible()
    assert dialog.details.words().split("\n") == [
        "420 items of 30 tasks",
        "400 requests: questions",
        "60 requests: votes",
        "about 8 minutes at 60 requests a minute, as the settings say",
    ]
    dialog.choose_scope(TASK)
    assert not dialog.details.isVisible()
    assert dialog.details.words() == ""
    assert Estimate().details(per_minute=60) == ()


def test_what_is_not_judged_is_said_so_once(window: Window) -> None:
    window.session.judging._say_once("not judged: no network")
    assert window.session.messages[-1].text == "not judged: no network"
