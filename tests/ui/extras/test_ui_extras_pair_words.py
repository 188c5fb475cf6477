"""What is told of pairs in words: votes by side, rows by picture, and no sums of what waits."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from reviewer.session import agreement
from reviewer.session.agreement import AgreementReport
from reviewer.session.changes import Message
from reviewer.session.jobs import CancelToken
from reviewer.session.judge_plan import PREFERENCE
from reviewer.session.pair_report import PairRow, pair_report
from reviewer.session.preferences import Settings
from reviewer.ui import app as application
from reviewer.ui import fonts
from reviewer.ui.extras.judge_dialog import QUEUE
from reviewer.ui.widgets.answers import whole_within
from reviewer.ui.window import Window
from tests.ui.extras.pair_folders import is_there, judge, make_pairs, vote


@pytest.fixture
def desk(window: Window, opened: Callable[[Path], Window], tmp_path: Path) -> Window:
    window.session.judge_answers = judge()
    return opened(make_pairs(tmp_path / "pairs", 2))


def test_no_sum_of_a_report_holds_pairs_that_wait(desk: Window, qtbot: QtBot) -> None:
    vote(desk, qtbot)
    desk.commands.run("pair-report")
    page = desk.extras.reports.pairs
    assert page is not None
    rows = [
        PairRow("p0", "A", {"ann": "A"}, "A", "consistent", 1.0, "judge", ""),
        PairRow("p1", "B", {"bob": "B"}, "A", "follows A", None, "", "",
                open_votes={"carl": "B"}, changed={"bob": "A"}, people_probes={"bob": "follows B"}),
    ]  # fmt: skip
    desk.extras.reports._take_pairs(pair_report(rows))
    said = page.bar.about.words()
    assert said == "2 pairs · 1 pair waits for your vote · sides swapped: 1 consistent"
    told = " ".join(cell.text for table in page.tables for row in table.table.cells.rows
                    for cell in row)  # fmt: skip
    assert "bob" not in told
    assert "follows" not in told


def test_person_beside_judge_leaves_pairs_out_that_wait(
    desk: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bob chose otherwise than the model: the count would tell carl what the model chose."""
    vote(desk, qtbot)
    session = desk.session
    monkeypatch.setattr(agreement.survey, "grade_state", lambda task, **_: session.state(task.id))
    found: dict[str, AgreementReport] = {}
    for reader in ("ann", "carl"):
        found[reader] = agreement.compare_tasks(
            [session.tasks["p0"]], settings=session.settings, cache=None,
            token=CancelToken(), reader=reader,
        )  # fmt: skip
    assert [row.item for row in found["ann"].rows] == [PREFERENCE]
    assert (found["ann"].waiting, found["carl"].waiting) == (0, 1)
    assert (found["carl"].rows, found["carl"].overall) == ((), None)


@pytest.mark.parametrize(("key", "word"), [(Qt.Key.Key_1, "A"), (Qt.Key.Key_0, "B"),
                                           (Qt.Key.Key_5, "tie")])  # fmt: skip
def test_history_and_undo_name_a_vote_by_its_side(
    desk: Window, qtbot: QtBot, key: Qt.Key, word: str
) -> None:
    vote(desk, qtbot)
    if word != "A":
        desk.panel.set_current(PREFERENCE)
        qtbot.keyClick(desk.workspace, key)
    desk.show_tab("history")
    last = desk.bottom.history.list.rows()[-1]
    was = "" if word == "A" else " (was A)"
    assert last.what == f"{word}{was} · Which picture is better as a whole: A, B, or a tie?"
    desk.commands.run("undo")
    assert f"answer {word} to" in desk.status.said.words()


def test_rows_after_the_vote_name_both_pictures(desk: Window, qtbot: QtBot) -> None:
    vote(desk, qtbot)
    panel = desk.session.panel()
    assert panel is not None
    asked = {item.id: item.asks for item in panel.needs}
    assert asked["question_q1"] == "First picture: Is there a cup?"
    assert asked["other_question_q1"] == "Second picture: Is there a cup?"


def test_the_list_says_its_order_and_forgets_sets_of_another_folder(
    desk: Window, opened: Callable[[Path], Window], tmp_path: Path, qtbot: QtBot
) -> None:
    desk.list_pane.sort_changed.emit("headline", True)
    word = desk.session.task_rows.name_set("chose otherwise, blind", ["p0"])
    desk.list_pane.set_words(f"kind:text {word}")
    assert [row.id for row in desk.session.rows()] == ["p0"]
    opened(make_pairs(tmp_path / "others", 3))
    qtbot.waitUntil(lambda: is_there(desk), timeout=15_000)
    qtbot.waitUntil(lambda: len(desk.session.rows()) == 3, timeout=15_000)
    assert desk.list_pane.filter.text() == desk.session.task_rows.words == "kind:text"
    assert desk.list_pane.order.text() == "by headline ↓"
    assert (desk.session.task_rows.sort, desk.session.task_rows.descending) == ("headline", True)
    assert desk.preferences.settings.sort == "headline"


def test_a_message_covers_nothing_of_the_page_of_pairs(desk: Window, qtbot: QtBot) -> None:
    desk.commands.run("blind-pairs")
    page = desk.extras.pairs.page
    assert page is not None
    desk.messages.show_message(Message("the judge: 18 answered, 0 not judged, 5 tasks"))
    qtbot.waitUntil(desk.messages.isVisible)
    qtbot.wait(100)
    bar = desk.messages.geometry()
    assert bar.top() >= page.mapTo(desk.page, page.rect().bottomLeft()).y()


def test_asking_says_where_the_pictures_go(desk: Window) -> None:
    desk.preferences.change_many({"judge.base_url": "http://127.0.0.1:9/v1"})
    desk.commands.run("ask-judge")
    dialog = desk.extras.judge.dialog
    assert dialog is not None
    assert dialog.address.words() == "http://127.0.0.1:9/v1"
    assert dialog.address.isVisible()
    dialog.choose_scope(QUEUE)
    dialog.set_estimate("said", can_ask=True, details=["one"] * 6)
    assert dialog.details.minimumHeight() >= 6 * fonts.line_height("m")
    dialog.reject()


def test_what_an_answer_comes_to_is_never_cut() -> None:
    for said in ("1.000 passes", ".286 … 1.000"):
        whole = fonts.width(said, "s")
        assert whole_within(said, whole, is_bold=False) == said
    assert whole_within("1.000 as is", fonts.width("1.000 as", "s"), is_bold=False) == "1.000"
    assert whole_within("no headline", fonts.width("no", "s"), is_bold=False) == ""
    assert whole_within("1.000 passes", fonts.width("1.000", "s"), is_bold=False) == "1.000"
    tight = ".286–1.000"
    assert whole_within(".286 … 1.000", fonts.width(tight, "s"), is_bold=False) == tight
    assert whole_within(".286 … 1.000", fonts.width(".286", "s"), is_bold=False) == ""


def test_a_list_begins_in_the_order_that_was_chosen_last(qtbot: QtBot) -> None:
    made = application.make_window(Settings(author="ann", theme="light", sort="headline"))
    qtbot.addWidget(made)
    assert made.session.task_rows.sort == "headline"
    assert made.list_pane.order.text() == "by headline"
    made.close()
