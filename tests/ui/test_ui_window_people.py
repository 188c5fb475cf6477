"""Several people on one task, at the window: what is marked, settled, and said in which words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from reviewer.session.settling import conflict_of
from reviewer.ui.conflict import ConflictDialog
from reviewer.ui.panel.plan_words import needs_right
from reviewer.ui.row_words import verdict
from reviewer.ui.widgets.labels import Chip
from reviewer.ui.window import Window
from tests.ui import window_desk
from tests.ui.window_desk import CTRL

POSTER = "astronaut_poster"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The samples, in a folder of one's own."""
    return window_desk.copy_samples(tmp_path / "samples")


def answer_as(folder: Path, **values: float) -> None:
    """The review log in which each of these people has answered whether the title is legible."""
    said = [
        {"id": f"{who}1", "type": "answer", "task": POSTER, "author": who, "app": "0.1",
         "at": "2026-01-01T00:00:00.000Z", "item": "title_legible", "value": value}
        for who, value in values.items()
    ]  # fmt: skip
    (folder / POSTER / "review").mkdir(exist_ok=True)
    log = folder / POSTER / "review" / "bo-0000.jsonl"
    log.write_text("".join(json.dumps(entry) + "\n" for entry in said))


def test_every_pane_follows_the_language_of_the_questions(qtbot: QtBot, folder: Path) -> None:
    def told(window: Window, tab: str) -> str:
        if tab == "details":
            return str(window.bottom.details.summary.words())
        views = {"ledger": window.bottom.ledger.list, "what-if": window.bottom.what_if.list,
                 "history": window.bottom.history.list}  # fmt: skip
        return " ".join(str(row) for row in views[tab].rows())

    def follows(window: Window, tab: str, expected: bool) -> bool:
        words = told(window, tab)
        return is_chinese(words) == expected and (tab != "details" or "SSIM" in words)

    def is_chinese(words: str) -> bool:
        return any("\u4e00" <= letter <= "\u9fff" for letter in words)

    with window_desk.desk(qtbot, folder) as window:
        window_desk.go(qtbot, window, POSTER)
        window.panel.set_current("title_legible")
        window_desk.press(window, Qt.Key.Key_1)
        for language, expected in (("en", False), ("zh", True)):
            window.commands.run("translation")
            assert window.preferences.settings.languages == language
            for tab in ("what-if", "history", "details"):
                # Asked for once: each request for evidence takes the place of the one before.
                window.show_tab(tab)
                if tab == "details":
                    window.rows.show_evidence("ssim", zoom=False)
                qtbot.waitUntil(
                    lambda t=tab, e=expected: follows(window, t, e), timeout=window_desk.TIMEOUT
                )
            window.panel.set_current("title_legible")
            sheet = window.panel.editors.reason("title_legible")
            assert is_chinese(sheet.question.words()) == expected
            window.panel.editors.close()


def test_completing_goes_to_what_is_not_judged_and_says_its_question(
    qtbot: QtBot, folder: Path
) -> None:
    with window_desk.desk(qtbot, folder) as window:
        window_desk.go(qtbot, window, POSTER)
        silent = [
            item
            for item in window.session.panel().needs
            if item.opinion is not None and item.opinion.state == "not judged"
        ]
        other = next(i for i in window.session.panel().needs if i.id != silent[0].id)
        window.panel.set_current(other.id)
        window_desk.press(window, Qt.Key.Key_Return, CTRL)
        said = window.status.said.words()
        assert silent[0].translations["en"] in said
        assert silent[0].id not in said
        assert window.panel.current_row() == silent[0].id
        for item in silent:
            window.panel.set_current(item.id)
            window_desk.press(window, Qt.Key.Key_1)
        window_desk.press(window, Qt.Key.Key_Y)
        window_desk.go(qtbot, window, POSTER)
        items = window.session.panel().needs
        assert {item.is_answered or item.is_confirmed for item in items} == {True}
        assert "agreed" in needs_right(items, ())


def test_a_task_on_which_people_differ_says_so_until_it_is_settled(
    qtbot: QtBot, folder: Path
) -> None:
    answer_as(folder, ann=1.0, cleo=0.0)

    def told(window: Window) -> tuple[str, bool, bool]:
        row = window.session.row(POSTER)
        chips = [chip.text() for chip in window.header.findChildren(Chip) if not chip.isHidden()]
        headline = window.panel.headline.accessibleDescription()
        return verdict(row)[0], "people differ" in chips, "People differ on 1 row" in headline

    with window_desk.desk(qtbot, folder) as window:
        window_desk.go(qtbot, window, POSTER)
        # A chip is shown when the events that lay it out have been handled.
        qtbot.waitUntil(lambda: told(window) == ("disputed", True, True))
        window.set_blind(True)
        qtbot.waitUntil(lambda: told(window) == ("hidden", False, False))
        window.set_blind(False)
        window.panel.set_current("title_legible")
        window.commands.run("adjudicate")
        window_desk.press(window, Qt.Key.Key_1)
        window_desk.press(window, Qt.Key.Key_Return, CTRL)
        word, *more = told(window)
        assert word in ("passes", "fails")
        assert more == [False, False]


def test_only_a_row_on_which_people_disagree_can_be_settled(qtbot: QtBot, folder: Path) -> None:
    answer_as(folder, bo=1.0, cleo=0.0)
    with window_desk.desk(qtbot, folder) as window:
        window_desk.go(qtbot, window, POSTER)
        before = window.session.row(POSTER).headline
        for row in (check.id for check in window.session.current.rubric.checks):
            window.panel.set_current(row)
            assert window.panel.current_row() == row
            assert window.commands.is_enabled("adjudicate") == (row == "title_legible")
            window.commands.run("adjudicate")
            assert window.panel.editors.is_open == (row == "title_legible")
            window.panel.editors.close()
        assert window.session.row(POSTER).headline == before
        assert len(window.session.current.entries) == 2


def test_what_somebody_else_says_reaches_the_window_that_is_gone_to(
    qtbot: QtBot, folder: Path
) -> None:
    def told(window: Window) -> tuple[bool, bool, bool]:
        chips = [chip.text() for chip in window.header.findChildren(Chip) if not chip.isHidden()]
        headline = window.panel.headline.accessibleDescription()
        said = any("bo answered 1 item here" in m.text for m in window.session.messages)
        return "people differ" in chips, "People differ on 1 row" in headline, said

    with window_desk.desk(qtbot, folder) as window:
        window_desk.go(qtbot, window, POSTER)
        window.panel.set_current("title_legible")
        window_desk.press(window, Qt.Key.Key_1)
        qtbot.waitUntil(lambda: not window.session.jobs.running(), timeout=window_desk.TIMEOUT)
        answer_as(folder, bo=0.0)
        assert told(window) == (False, False, False)
        QApplication.sendEvent(window, QEvent(QEvent.Type.WindowActivate))
        qtbot.waitUntil(lambda: told(window) == (True, True, True), timeout=window_desk.TIMEOUT)


def test_the_two_forms_are_shown_as_they_are_when_one_looks(
    qtbot: QtBot, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []

    def look(dialog: ConflictDialog) -> int:
        shown.append(dialog.text.toPlainText())
        return 1

    monkeypatch.setattr(ConflictDialog, "exec", look)
    grade = folder / POSTER / "grade.json"
    with window_desk.desk(qtbot, folder) as window:
        window_desk.go(qtbot, window, POSTER)
        window.panel.set_current("title_legible")
        window_desk.press(window, Qt.Key.Key_1)
        grade.write_text('{"overall_score": 0.1}')
        window.commands.run("save")
        qtbot.waitUntil(
            lambda: conflict_of(window.session.current) is not None, timeout=window_desk.TIMEOUT
        )
        grade.write_text('{"overall_score": 0.1, "judge_model": "by hand", "overall": 0.75}')
        window.surfaces.settle("conflict-show", POSTER)
        qtbot.waitUntil(lambda: conflict_of(window.session.current) is None and bool(shown))
        assert "0.1" in shown[0]
        qtbot.waitUntil(lambda: "review" in grade.read_text(), timeout=window_desk.TIMEOUT)
        written = json.loads(grade.read_text())
        assert (written["judge_model"], written["overall"]) == ("by hand", 0.75)
