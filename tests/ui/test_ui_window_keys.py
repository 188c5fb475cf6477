"""The keyboard alone: answering, refusing, completing, undoing, and keys that must do nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from reviewer.ui.actions import ACTIONS, BY_ID
from reviewer.ui.bottom.what_if_list import DraftField
from reviewer.ui.keys import KeyConflictError, bindings, rebound
from tests.ui import window_desk

CTRL, SHIFT = window_desk.CTRL, window_desk.SHIFT
POSTER, CAT = "astronaut_poster", "cat_darker"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return window_desk.copy_samples(tmp_path / "samples")


def test_every_action_of_the_table_can_be_run(qtbot: QtBot, folder: Path) -> None:
    with window_desk.desk(qtbot, folder) as window:
        assert {action.id for action in ACTIONS} == window.commands.ids


@pytest.mark.parametrize("view", sorted({action.view for action in ACTIONS}))
@pytest.mark.parametrize("profile", ["arrows", "letters"])
def test_no_two_actions_of_a_page_share_a_key(profile: str, view: str) -> None:
    keyed = [action.id for action in ACTIONS if action.key and action.view == view]
    bound = set(bindings(profile, {}, view).values())
    assert set(keyed) <= bound


def test_a_key_that_is_taken_is_refused() -> None:
    with pytest.raises(KeyConflictError, match=BY_ID["next-task"].text):
        rebound("arrows", {}, "fit", "Right")
    with pytest.raises(KeyConflictError, match="by accident"):
        rebound("arrows", {}, "take-back", "Delete")


def test_answers_go_on_to_the_next_item_and_are_saved(qtbot: QtBot, folder: Path) -> None:
    with window_desk.desk(qtbot, folder) as window:
        window_desk.go(qtbot, window, POSTER)
        assert window.panel.current_row() == "title_legible"
        presses = 0
        for key in (Qt.Key.Key_1, Qt.Key.Key_1, Qt.Key.Key_Minus, Qt.Key.Key_0):
            window_desk.press(window, key)
            presses += 1
        state = window.session.state(POSTER)
        said = {item: answers[0].value for item, answers in state.review.answers.items()}
        assert said == {
            "title_legible": 1.0,
            "title_lower_left": 1.0,
            "one_poster": None,
            "skin_natural": 0.0,
        }
        window_desk.press(window, Qt.Key.Key_Return, CTRL)
        presses += 1
        assert presses <= 6
        assert window.session.current_id != POSTER
        qtbot.waitUntil(lambda: (folder / POSTER / "grade.json").exists(), timeout=10_000)
    saved = json.loads((folder / POSTER / "grade.json").read_text(encoding="utf-8"))
    score = json.loads((folder / POSTER / "score.json").read_text(encoding="utf-8"))
    assert list(saved)[: len(score)] == list(score)
    assert saved["overall_score"] == saved["review"]["headlines"]["overall_score"]
    assert saved["review"]["status"] == "reviewed"
    assert saved["review"]["graded_from"] == "score.json"
    assert score["overall_score"] == 0.5


def test_an_easy_task_takes_one_press(qtbot: QtBot, folder: Path) -> None:
    with window_desk.desk(qtbot, folder) as window:
        window_desk.go(qtbot, window, CAT)
        window_desk.press(window, Qt.Key.Key_Y)
        assert window.session.row(CAT).status == "done"
        assert window.session.current_id != CAT


def test_holding_complete_down_completes_one_task(qtbot: QtBot, folder: Path) -> None:
    with window_desk.desk(qtbot, folder) as window:
        window_desk.go(qtbot, window, CAT)
        window_desk.hold(window, Qt.Key.Key_Return, CTRL, repeats=30)
        done = [row.id for row in window.session.rows() if row.status == "done"]
        assert done == [CAT]


def test_holding_an_answer_down_answers_one_item(qtbot: QtBot, folder: Path) -> None:
    with window_desk.desk(qtbot, folder) as window:
        window_desk.go(qtbot, window, POSTER)
        window_desk.hold(window, Qt.Key.Key_1, window_desk.PLAIN, repeats=10)
        assert list(window.session.state(POSTER).review.answers) == ["title_legible"]


def test_completing_asks_for_what_the_judge_left_open(qtbot: QtBot, folder: Path) -> None:
    with window_desk.desk(qtbot, folder) as window:
        window_desk.go(qtbot, window, POSTER)
        window_desk.press(window, Qt.Key.Key_Return, CTRL)
        assert window.session.current_id == POSTER
        assert "Does it read as one poster?" in window.status.said.words()
        assert window.session.row(POSTER).status == "open"


def test_single_keys_are_dead_while_text_is_typed(qtbot: QtBot, folder: Path) -> None:
    with window_desk.desk(qtbot, folder) as window:
        window_desk.go(qtbot, window, POSTER)
        window_desk.press(window, Qt.Key.Key_Slash)
        assert QApplication.focusWidget() is window.list_pane.filter
        QTest.keyClicks(window.list_pane.filter, "1yn0")
        assert window.list_pane.filter.text() == "1yn0"
        assert not window.session.state(POSTER).review.answers
        window_desk.press(window, Qt.Key.Key_Escape)
        assert QApplication.focusWidget() is not window.list_pane.filter
        window.list_pane.set_words("")
        window_desk.press(window, Qt.Key.Key_1)
        assert "title_legible" in window.session.state(POSTER).review.answers


def test_answers_wait_until_the_result_is_on_the_screen(qtbot: QtBot, folder: Path) -> None:
    with window_desk.desk(qtbot, folder) as window:
        window_desk.go(qtbot, window, POSTER)
        window.session.state(POSTER).result_shown = False
        window_desk.press(window, Qt.Key.Key_1)
        assert not window.session.state(POSTER).review.answers
        assert "result" in window.status.said.words()


def test_undo_reaches_other_tasks_and_earlier_runs(qtbot: QtBot, folder: Path) -> None:
    with window_desk.desk(qtbot, folder) as window:
        window_desk.go(qtbot, window, POSTER)
        window_desk.press(window, Qt.Key.Key_1)
        window_desk.go(qtbot, window, CAT)
        window_desk.press(window, Qt.Key.Key_Z, CTRL)
        assert window.session.current_id == POSTER
        assert not window.session.state(POSTER).review.answers
        assert POSTER in window.status.said.words()
        assert POSTER in window.windowTitle()
        window_desk.press(window, Qt.Key.Key_Z, CTRL | SHIFT)
        assert window.session.state(POSTER).review.answers["title_legible"][0].value == 1.0
    with window_desk.desk(qtbot, folder) as window:
        window_desk.go(qtbot, window, CAT)
        window_desk.press(window, Qt.Key.Key_Z, CTRL)
        assert window.session.current_id == POSTER
        assert not window.session.state(POSTER).review.answers


def test_undo_goes_to_the_row_that_it_changes(qtbot: QtBot, folder: Path) -> None:
    with window_desk.desk(qtbot, folder) as window:
        window_desk.go(qtbot, window, POSTER)
        for key in (Qt.Key.Key_1, Qt.Key.Key_1, Qt.Key.Key_1):
            window_desk.press(window, key)
        window.panel.set_current("skin_natural")
        window_desk.press(window, Qt.Key.Key_Z, CTRL)
        assert window.panel.current_row() == "one_poster"
        window_desk.press(window, Qt.Key.Key_Z, CTRL)
        assert window.panel.current_row() == "title_lower_left"
        window.panel.set_current("skin_natural")
        window_desk.press(window, Qt.Key.Key_Z, CTRL | SHIFT)
        assert window.panel.current_row() == "title_lower_left"
        assert window.panel.body.place_of("title_lower_left") is not None
        window_desk.go(qtbot, window, CAT)
        window_desk.press(window, Qt.Key.Key_Z, CTRL)
        qtbot.waitUntil(
            lambda: window.panel.current_row() == "title_lower_left", timeout=window_desk.TIMEOUT
        )


def test_blind_mode_turns_agree_off_and_hides_the_headline(qtbot: QtBot, folder: Path) -> None:
    with window_desk.desk(qtbot, folder, blind=True) as window:
        window_desk.go(qtbot, window, POSTER)
        assert window.session.row(POSTER).headline is None
        window_desk.press(window, Qt.Key.Key_Y)
        assert window.session.current_id == POSTER
        assert "blind" in window.status.said.words()
        for _ in range(4):
            window_desk.press(window, Qt.Key.Key_1)
        assert window.session.row(POSTER).headline is not None
        answers = window.session.state(POSTER).review.answers
        assert all(said[0].blind for said in answers.values())
        window.panel.set_current("title_legible")
        window_desk.press(window, Qt.Key.Key_0)
        assert not window.session.state(POSTER).review.answers["title_legible"][0].blind


def test_a_dispute_takes_two_presses_and_changes_no_grade(qtbot: QtBot, folder: Path) -> None:
    with window_desk.desk(qtbot, folder) as window:
        window_desk.go(qtbot, window, CAT)
        row = window.panel.current_row()
        before = window.session.row(CAT).headline
        window_desk.press(window, Qt.Key.Key_Exclam)
        window_desk.press(window, Qt.Key.Key_2)

        def said() -> list[tuple[str, int | None, str]]:
            disputes = window.session.state(CAT).review.disputes
            return [(entry.item, entry.code, entry.text) for entry in disputes]

        assert said() == [(row, 2, "")]
        assert window.session.row(CAT).headline == before
        QTest.keyClicks(QApplication.focusWidget(), "too strict")
        window_desk.press(window, Qt.Key.Key_Return, CTRL)
        assert said() == [(row, 2, "too strict")]
        window_desk.press(window, Qt.Key.Key_Z, CTRL)
        assert said() == [(row, 2, "")]
        window_desk.press(window, Qt.Key.Key_Z, CTRL)
        assert said() == []
        window_desk.press(window, Qt.Key.Key_Exclam)
        window_desk.press(window, Qt.Key.Key_5)
        window_desk.press(window, Qt.Key.Key_Escape)
        assert said() == [(row, 5, "")]
        assert not window.panel.editors.is_open


def test_a_reason_belongs_to_the_answer_just_given(qtbot: QtBot, folder: Path) -> None:
    with window_desk.desk(qtbot, folder) as window:
        window_desk.go(qtbot, window, POSTER)
        window_desk.press(window, Qt.Key.Key_1)
        window_desk.press(window, Qt.Key.Key_R)
        assert window.panel.editors.is_open
        QTest.keyClicks(QApplication.focusWidget(), "why not")
        window.commands.run("complete")
        assert window.session.current_id == POSTER
        window_desk.press(window, Qt.Key.Key_Return, CTRL)
        answers = window.session.state(POSTER).review.answers
        assert {item: said[0].reason for item, said in answers.items()} == {
            "title_legible": "why not"
        }
        assert window.session.row(POSTER).status == "begun"


def test_nothing_completes_behind_what_lies_over_the_window(qtbot: QtBot, folder: Path) -> None:
    with window_desk.desk(qtbot, folder) as window:
        window_desk.go(qtbot, window, CAT)
        for action in ("palette", "keys"):
            window.commands.run(action)
            window_desk.press(window, Qt.Key.Key_Return, CTRL)
            window_desk.press(window, Qt.Key.Key_Y)
            assert window.session.state(CAT).review.status == "open", action
            window.workspace.setFocus()
            window_desk.press(window, Qt.Key.Key_Return, CTRL)
            assert "Esc" in window.status.said.words()
            window_desk.press(window, Qt.Key.Key_Escape)
            assert not window.surfaces.is_open
        window_desk.press(window, Qt.Key.Key_Return, CTRL)
        assert window.session.state(CAT).review.status == "reviewed"


def test_numbers_typed_into_what_if_are_never_answers(qtbot: QtBot, folder: Path) -> None:
    with window_desk.desk(qtbot, folder) as window:
        window_desk.go(qtbot, window, POSTER)
        window_desk.press(window, Qt.Key.Key_2, CTRL)
        # Before and after the turning points are known, which sorts the rows anew.
        for digits in ("0.3", "1"):
            for digit in digits:
                QTest.keyClicks(QApplication.focusWidget(), digit)
                QApplication.processEvents()
            qtbot.waitUntil(lambda: bool(window.bottom.what_if.rows()[0].turning), timeout=5000)
            QTest.qWait(20)
            assert isinstance(QApplication.focusWidget(), DraftField), digits
        state = window.session.state(POSTER)
        assert list(state.draft.values()) == [0.31]
        # Without its field the list keeps what is typed as well.
        window.bottom.what_if.list.setFocus()
        for key in (Qt.Key.Key_1, Qt.Key.Key_X, Qt.Key.Key_Y, Qt.Key.Key_Minus):
            window_desk.press(window, key)
        assert (list(state.review.entries), state.review.status) == ([], "open")


def test_what_if_of_a_task_without_a_grade_yet_takes_the_keyboard(
    qtbot: QtBot, folder: Path
) -> None:
    with window_desk.desk(qtbot, folder, blind=True) as window:
        window_desk.go(qtbot, window, POSTER)
        window_desk.press(window, Qt.Key.Key_2, CTRL)
        for key in (Qt.Key.Key_1, Qt.Key.Key_0, Qt.Key.Key_X):
            window_desk.press(window, key)
        assert list(window.session.state(POSTER).review.entries) == []
        window.set_blind(False)
        qtbot.waitUntil(lambda: isinstance(QApplication.focusWidget(), DraftField), timeout=5000)
        window_desk.press(window, Qt.Key.Key_Escape)
        window_desk.press(window, Qt.Key.Key_Escape)
        assert window.bottom_tab == ""
        window_desk.press(window, Qt.Key.Key_1)
        assert len(list(window.session.state(POSTER).review.entries)) == 1


@pytest.mark.parametrize("action", ["palette", "focus-filter", "new-task", "show-what-if", "note"])
def test_what_expects_typing_has_the_keyboard_when_it_is_first_opened(
    qtbot: QtBot, folder: Path, action: str
) -> None:
    with window_desk.desk(qtbot, folder) as window:
        window_desk.go(qtbot, window, POSTER)
        window.commands.run(action)
        for typed in "10-":
            QTest.keyClicks(QApplication.focusWidget(), typed)
        QTest.qWait(200)
        for typed in "01":
            QTest.keyClicks(QApplication.focusWidget(), typed)
        QApplication.processEvents()
        assert list(window.session.state(POSTER).review.entries) == []


def test_the_reason_of_a_draft_keeps_ctrl_enter_and_esc(qtbot: QtBot, folder: Path) -> None:
    with window_desk.desk(qtbot, folder) as window:
        window_desk.go(qtbot, window, CAT)
        window.commands.run("show-what-if")
        key = window.session.editable()[0].key
        window.set_draft(key, 0.5)
        footer = window.bottom.what_if.footer
        for is_inside in (True, False):
            footer.ask()
            footer.why.setText("tried")
            if not is_inside:
                window.workspace.setFocus()
            window_desk.press(window, Qt.Key.Key_Escape)
            assert not footer.is_asking
            assert window.bottom_tab == "what-if"
        footer.ask()
        window.workspace.setFocus()
        window_desk.press(window, Qt.Key.Key_Return, CTRL)
        assert window.session.state(CAT).review.status == "open"
        footer.why.setFocus()
        window_desk.press(window, Qt.Key.Key_Return, CTRL)
        assert window.session.state(CAT).review.status == "open"
        assert [entry.text for entry in window.session.state(CAT).review.adopted] == ["tried"]


def test_the_languages_go_round_for_all_questions(qtbot: QtBot, folder: Path) -> None:
    with window_desk.desk(qtbot, folder) as window:
        window_desk.go(qtbot, window, POSTER)
        seen = []
        for _ in range(3):
            window_desk.press(window, Qt.Key.Key_T)
            seen.append((window.preferences.settings.languages, window.panel.languages))
        assert seen == [("en", "en"), ("zh", "zh"), ("both", "both")]
