"""A held key answers and completes once, also where the window system does not say that it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit
from pytestqt.qtbot import QtBot

from reviewer.ui.actions import ACTIONS
from reviewer.ui.held_keys import FASTEST, LONGEST_WAIT, HeldKeys
from reviewer.ui.window import Window
from tests.ui import window_desk

CTRL, SHIFT, PLAIN = window_desk.CTRL, window_desk.SHIFT, window_desk.PLAIN
POSTER, CAT = "astronaut_poster", "cat_darker"
DOWN, UP = QEvent.Type.KeyPress, QEvent.Type.KeyRelease


def made(
    kind: QEvent.Type,
    key: Qt.Key,
    at: int,
    *,
    held: Qt.KeyboardModifier = PLAIN,
    text: str = "",
    scan: int = 0,
) -> QKeyEvent:
    """A key event as X11 without detectable auto-repeat gives it: never marked as a repeat."""
    event = QKeyEvent(kind, key, held, scan or int(key), 0, 0, text, False, 1)
    event.setTimestamp(at)
    return event


class Keyboard:
    """Presses and holds keys at a window, by a clock of its own."""

    def __init__(self, window: Window) -> None:
        self._window, self._now = window, 1_000_000

    def send(self, kind: QEvent.Type, key: Qt.Key, held: Qt.KeyboardModifier, text: str) -> None:
        to = QApplication.focusWindow() or self._window.windowHandle()
        QApplication.sendEvent(to, made(kind, key, self._now, held=held, text=text))
        QApplication.processEvents()

    def hold(
        self,
        key: Qt.Key,
        held: Qt.KeyboardModifier = PLAIN,
        text: str = "",
        *,
        between: Callable[[], None] = lambda: None,
    ) -> None:
        """A press, after 660 ms a release and a press every 40 ms, and the release."""
        self.send(DOWN, key, held, text)
        between()
        self._now += 620
        for number in range(12):
            self._now += 40
            self.send(UP, key, held, text)
            self._now += number % 2
            self.send(DOWN, key, held, text)
            between()
        self._now += 31
        self.send(UP, key, held, text)
        self._now += 300

    def tap(self, key: Qt.Key, held: Qt.KeyboardModifier = PLAIN, text: str = "") -> None:
        """A quick person's press: down for 70 ms, up for 80."""
        self.send(DOWN, key, held, text)
        self._now += 70
        self.send(UP, key, held, text)
        self._now += 80


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return window_desk.copy_samples(tmp_path / "samples")


def finished(window: Window) -> int:
    return sum(row.status == "done" for row in window.session.rows())


def test_holding_complete_down_completes_one_task(qtbot: QtBot, folder: Path) -> None:
    with window_desk.desk(qtbot, folder) as window:
        window_desk.go(qtbot, window, CAT)
        keyboard = Keyboard(window)
        keyboard.hold(
            Qt.Key.Key_Return, CTRL, "\r", between=lambda: window_desk.settle(qtbot, window)
        )
        assert finished(window) == 1


def test_a_quick_person_completes_three_tasks(qtbot: QtBot, folder: Path) -> None:
    with window_desk.desk(qtbot, folder) as window:
        window_desk.go(qtbot, window, CAT)
        keyboard = Keyboard(window)
        for _ in range(3):
            keyboard.tap(Qt.Key.Key_Return, CTRL, "\r")
            window_desk.settle(qtbot, window)
        assert finished(window) == 3


@pytest.mark.parametrize(
    ("key", "text"), [(Qt.Key.Key_1, "1"), (Qt.Key.Key_0, "0"), (Qt.Key.Key_Minus, "-")]
)
def test_holding_an_answer_down_answers_one_item(
    qtbot: QtBot, folder: Path, key: Qt.Key, text: str
) -> None:
    with window_desk.desk(qtbot, folder) as window:
        window_desk.go(qtbot, window, POSTER)
        Keyboard(window).hold(key, text=text)
        assert len(window.session.state(POSTER).review.answers) == 1
        Keyboard(window).tap(key, text=text)
        assert len(window.session.state(POSTER).review.answers) == 2


def test_holding_undo_takes_one_step_back(qtbot: QtBot, folder: Path) -> None:
    with window_desk.desk(qtbot, folder) as window:
        window_desk.go(qtbot, window, POSTER)
        for _ in range(3):
            window_desk.press(window, Qt.Key.Key_1)
        Keyboard(window).hold(Qt.Key.Key_Z, CTRL, "\x1a")
        assert len(window.session.state(POSTER).review.answers) == 2


def test_a_blink_lasts_as_long_as_its_key_is_held(qtbot: QtBot, folder: Path) -> None:
    with window_desk.desk(qtbot, folder) as window:
        window_desk.go(qtbot, window, CAT)
        ended: list[str] = []
        begun: list[str] = []
        window.key_filter._end = ended.append
        window.key_filter._act = lambda action_id: bool(begun.append(action_id)) or True
        Keyboard(window).hold(Qt.Key.Key_Q, text="q")
        qtbot.waitUntil(lambda: bool(ended), timeout=2_000)
        assert (begun, ended) == (["blink-golden"], ["blink-golden"])


def test_the_key_that_opens_a_field_is_not_typed_into_it(qtbot: QtBot, folder: Path) -> None:
    with window_desk.desk(qtbot, folder) as window:
        window_desk.go(qtbot, window, POSTER)
        keyboard = Keyboard(window)
        window_desk.press(window, Qt.Key.Key_1)
        keyboard.hold(Qt.Key.Key_R, text="r")
        field = QApplication.focusWidget()
        assert isinstance(field, (QLineEdit, QPlainTextEdit))
        words = field.text if isinstance(field, QLineEdit) else field.toPlainText
        assert words() == ""
        keyboard.tap(Qt.Key.Key_R, text="r")
        assert words() == "r"
        keyboard.hold(Qt.Key.Key_A, text="a")
        assert words() == "r" + 13 * "a"


def test_only_what_leads_somewhere_goes_on_while_its_key_is_held() -> None:
    assert {action.id for action in ACTIONS if action.repeats} == {
        "next-task", "previous-task", "next-item", "previous-item",
        "next-difference", "previous-difference", "zoom-in", "zoom-out",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("up_for", "is_repeat"), [(0, True), (1, True), (FASTEST, True), (FASTEST + 1, False)]
)
def test_a_key_that_was_up_for_no_time_was_held(up_for: int, is_repeat: bool) -> None:
    keys = HeldKeys()
    assert not keys.is_repeat(made(DOWN, Qt.Key.Key_1, 5_000))
    assert not keys.is_repeat(made(UP, Qt.Key.Key_1, 5_100))
    assert not keys.is_repeat(made(DOWN, Qt.Key.Key_0, 5_100))
    assert keys.is_repeat(made(DOWN, Qt.Key.Key_1, 5_100 + up_for)) == is_repeat


def test_a_key_is_known_by_its_place_when_shift_is_let_go_first() -> None:
    keys = HeldKeys()
    keys.is_repeat(made(DOWN, Qt.Key.Key_Exclam, 5_000, held=SHIFT, scan=10))
    keys.is_repeat(made(UP, Qt.Key.Key_1, 5_700, scan=10))
    assert keys.is_repeat(made(DOWN, Qt.Key.Key_1, 5_700, scan=10))


def test_a_release_that_was_lost_is_forgotten() -> None:
    keys = HeldKeys()
    assert not keys.is_repeat(made(DOWN, Qt.Key.Key_1, 5_000))
    assert keys.is_repeat(made(DOWN, Qt.Key.Key_1, 5_000 + LONGEST_WAIT))
    assert not keys.is_repeat(made(DOWN, Qt.Key.Key_1, 5_001 + 2 * LONGEST_WAIT))
