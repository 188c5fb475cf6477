"""Nothing of a task runs or leaves the window before the person has confirmed it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from reviewer.process import isolation
from reviewer.process.isolation import Isolation
from reviewer.ui.extras import outside
from reviewer.ui.extras.run_dialog import RunDialog
from reviewer.ui.window import Window
from tests.ui import window_desk


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return window_desk.copy_samples(tmp_path / "samples", "cat_darker")


def test_a_task_without_a_grader_says_so(
    qtbot: QtBot, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(outside, "ask", lambda title, *a, **k: asked.append(title) or False)
    with window_desk.desk(qtbot, folder) as window:
        window.commands.run("rerun-grader")
        qtbot.waitUntil(lambda: bool(window.session.messages))
        assert "no task.md with a grader" in window.session.messages[-1].text
        assert not asked


GRADER = (
    "from _judge_helper import vlm_score_rubric\n"
    "def grade(workspace_path=None, **k):\n"
    "    said = vlm_score_rubric([], {'vlm_a': 'Is A there?', 'vlm_b': 'Is B there?'})\n"
    "    return {'overall_score': (said['vlm_a'] + said['vlm_b']) / 2}\n"
)
SCORE = '{"vlm_a": 1.0, "vlm_b": 0.0, "judge_method": "vlm", "overall_score": 0.5}'


@pytest.fixture
def case(tmp_path: Path) -> Path:
    """A case of another grader: the judge said A and not B, which came to .5."""
    where = tmp_path / "cases" / "SPA_task_9_harmless"
    (where / "results").mkdir(parents=True)
    (where / "score.json").write_text(SCORE)
    (where / "task.md").write_text(
        "---\nid: SPA_task_9_harmless\nname: harmless\n---\n\n## Prompt\n\nDo it.\n\n"
        f"## Automated Checks\n\n```python\n{GRADER}```\n"
    )
    return tmp_path / "cases"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, list[str]]]:
    """Every question put before a run; the answer is yes."""
    found: list[tuple[str, list[str]]] = []

    def ask(title: str, _about: str, rows: list[tuple[str, str]], **_: object) -> bool:
        found.append((title, [words for words, _ in rows]))
        return True

    monkeypatch.setattr(outside, "ask", ask)
    return found


def _isolated(monkeypatch: pytest.MonkeyPatch, *, is_available: bool) -> None:
    found = Isolation(is_available, "" if is_available else "bubblewrap is refused here (test)")
    monkeypatch.setattr(isolation, "probe_isolation", lambda: found)


def test_a_grader_runs_only_after_its_list_was_confirmed(
    qtbot: QtBot, case: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(outside, "ask", lambda title, *a, **k: asked.append(title) or False)
    with window_desk.desk(qtbot, case) as window:
        window.commands.run("rerun-grader")
        qtbot.waitUntil(lambda: bool(asked))
        assert asked == ["Run the task's own grader"]
        assert not window.session.jobs.is_running("grader")


def test_what_is_not_isolated_is_asked_again_on_its_own(
    qtbot: QtBot, case: Path, asked: list, monkeypatch: pytest.MonkeyPatch
) -> None:
    _isolated(monkeypatch, is_available=False)
    with window_desk.desk(qtbot, case) as window:
        ran: list[object] = []
        monkeypatch.setattr(window.session.grader, "run", lambda *a, **k: ran.append(a))
        window.commands.run("rerun-grader")
        qtbot.waitUntil(lambda: bool(ran))
    assert [title for title, _ in asked] == [
        "Run the task's own grader",
        "Run it without isolation?",
    ]
    assert asked[1][1] == list(Isolation(False, "").open_ends)
    assert "It can use the network" in " ".join(asked[1][1])


def test_in_a_closed_room_one_question_is_enough(
    qtbot: QtBot, case: Path, asked: list, monkeypatch: pytest.MonkeyPatch
) -> None:
    _isolated(monkeypatch, is_available=True)
    with window_desk.desk(qtbot, case) as window:
        ran: list[object] = []
        monkeypatch.setattr(window.session.grader, "run", lambda *a, **k: ran.append(a))
        window.commands.run("rerun-grader")
        qtbot.waitUntil(lambda: bool(ran))
    assert len(asked) == 1


def test_enter_runs_nothing_and_no_sentence_is_cut(qtbot: QtBot) -> None:
    rows = [(text, "") for text in Isolation(False, "").open_ends]
    dialog = RunDialog("Run it without isolation?", "why " * 80, rows, "Run it")
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)
    QApplication.processEvents()
    for words, _ in dialog.rows:
        assert words.height() >= words.heightForWidth(words.width()), words.words()
    assert dialog.focusWidget() is dialog.cancel_button
    QTest.keyClick(dialog.cancel_button, Qt.Key.Key_Return)
    assert dialog.result() == RunDialog.DialogCode.Rejected


def _rows(window: Window) -> dict[str, str]:
    return {row.text: f"{row.amount} {row.now.after}" for row in window.bottom.ledger.rows()}


def test_a_run_stays_in_the_ledger_and_its_number_can_be_taken_and_undone(
    qtbot: QtBot, case: Path, asked: list
) -> None:
    with window_desk.desk(qtbot, case) as window:
        session = window.session
        window.commands.answer("vlm_b", "1")
        window.commands.run("rerun-grader")
        qtbot.waitUntil(lambda: window.bottom_tab == "ledger", timeout=60_000)
        rows = _rows(window)
        assert rows["The task's own grader"] == ".500 → 1.000"
        assert rows["B, as in force"] == ".000 → 1.000"
        assert rows["A, as in force"] == "1.000 → 1.000"
        assert session.current.ledger.headline.value == 0.5
        window.select(session.current_id)
        window.show_tab("")
        window.show_tab("ledger")
        assert "The task's own grader" in _rows(window)

        assert window.bottom.take_button.isVisible()
        window.bottom.take_button.click()
        assert session.current.ledger.headline.value == 1.0
        assert not window.bottom.take_button.isVisible()
        entry = session.current.entries[-1]
        assert (entry.type, entry.item, entry.value) == ("answer", "overall_score", 1.0)
        assert entry.extra["grader_run"]["rows"][-1] == {
            "part": "the task's own grader", "before": 0.5, "after": 1.0,
        }  # fmt: skip
    # The log keeps it over a restart.
    with window_desk.desk(qtbot, case) as window:
        window.show_tab("ledger")
        assert _rows(window)["The task's own grader"] == ".500 → 1.000"
        assert window.session.current.ledger.headline.value == 1.0
        window.commands.run("undo")
        assert window.session.current.ledger.headline.value == 0.5


def test_a_run_is_out_of_date_once_answers_change(qtbot: QtBot, case: Path, asked: list) -> None:
    with window_desk.desk(qtbot, case) as window:
        window.commands.run("rerun-grader")
        qtbot.waitUntil(lambda: window.bottom_tab == "ledger", timeout=60_000)
        window.commands.answer("vlm_b", "1")
        text = next(t for t in _rows(window) if t.startswith("The task's own grader"))
        assert "run it again" in text
        assert not window.bottom.take_button.isVisible()


def test_nothing_runs_while_blind_answers_are_missing(
    qtbot: QtBot, case: Path, asked: list
) -> None:
    with window_desk.desk(qtbot, case, blind=True) as window:
        window.commands.run("rerun-grader")
        assert not asked
        assert "answer every item first" in window.status.said.words()
