"""Blind pairs: no name before the vote, keys of their own, and what came of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from reviewer.model import Measurement
from reviewer.model.measurement import JUDGE
from reviewer.session.judge_plan import PREFERENCE
from reviewer.session.pair_report import PairRow, pair_report
from reviewer.ui.extras.pair_page import PairPage
from reviewer.ui.extras.tables import about_pairs, pair_rows, voter_rows
from reviewer.ui.window import Window


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    noise = np.random.default_rng(3)
    for name in ("p1", "p2"):
        task = tmp_path / "pairs" / name
        task.mkdir(parents=True)
        key = {
            "version": "1.0", "problem_id": name, "source": "made here", "prompt": "a red cup",
            "requirements": {"questions": [{"id": "q1", "text": "Is there a cup?"}]},
        }  # fmt: skip
        (task / "answer_key.json").write_text(json.dumps(key))
        for model in ("model_x", "model_y"):
            pixels = noise.integers(0, 255, (64, 80, 3), dtype=np.uint8)
            cv2.imwrite(str(task / f"{model}.png"), pixels)
    return tmp_path / "pairs"


@pytest.fixture
def page(window: Window, opened: Callable[[Path], Window], folder: Path, qtbot: QtBot) -> PairPage:
    opened(folder)
    window.commands.run("blind-pairs")
    made = window.extras.pairs.page
    assert made is not None
    qtbot.waitUntil(lambda: is_ready(window, made), timeout=10_000)
    return made


def is_ready(window: Window, page: PairPage) -> bool:
    """True once both pictures were seen and the task is measured: before that a vote is refused."""
    state = window.session.current
    return page.is_seen and state is not None and state.ledger is not None


def said(widget: QWidget) -> str:
    """Everything that a widget tells, by name, tooltip and description."""
    parts = [widget, *widget.findChildren(QWidget)]
    return "\n".join(
        f"{part.accessibleName()} {part.accessibleDescription()} {part.toolTip()}" for part in parts
    )


def test_no_name_is_told_before_the_vote(window: Window, page: PairPage, qtbot: QtBot) -> None:
    assert "model_" not in said(page)
    qtbot.keyClick(page, Qt.Key.Key_A)
    qtbot.waitUntil(page.reveal.isVisible)
    assert "model_x.png" in said(page)
    assert "You chose A" in page.say_vote.words()
    state = window.session.current
    assert state is not None
    entry = state.entries[-1]
    assert entry.extra["vote"] == "A"


def test_the_desk_tells_nothing_before_the_vote_so_first_votes_are_blind(
    window: Window, page: PairPage, qtbot: QtBot
) -> None:
    qtbot.keyClick(page, Qt.Key.Key_B)
    qtbot.keyClick(page, Qt.Key.Key_Right)
    qtbot.waitUntil(
        lambda: window.session.current_id == "p2" and is_ready(window, page), timeout=10_000
    )
    assert not page.reveal.isVisible()
    qtbot.keyClick(page, Qt.Key.Key_Equal)
    qtbot.waitUntil(page.reveal.isVisible)
    first, second = (window.session.state(name).entries[-1] for name in ("p1", "p2"))
    assert first.blind
    assert second.blind
    assert second.value == 0.5


def test_a_vote_after_the_reveal_is_not_blind(window: Window, page: PairPage, qtbot: QtBot) -> None:
    qtbot.keyClick(page, Qt.Key.Key_B)
    qtbot.waitUntil(page.reveal.isVisible)
    qtbot.keyClick(page, Qt.Key.Key_A)
    state = window.session.current
    assert state is not None
    assert [entry.blind for entry in state.entries] == [True, False]
    assert "after the reveal" in said(page)


def test_swapping_is_a_second_vote_and_only_after_the_first(
    window: Window, page: PairPage, qtbot: QtBot
) -> None:
    qtbot.keyClick(page, Qt.Key.Key_S)
    assert not window.extras.pairs.is_swapped
    assert "vote first" in window.status.said.words()
    qtbot.keyClick(page, Qt.Key.Key_A)
    before = page.panes["A"].view.picture
    qtbot.keyClick(page, Qt.Key.Key_S)
    qtbot.waitUntil(lambda: page.is_seen, timeout=10_000)
    assert page.panes["A"].view.picture is not before
    qtbot.keyClick(page, Qt.Key.Key_A)
    state = window.session.current
    assert state is not None
    values = {a: state.review.answers[a][0].value for a in state.review.answers}
    assert values["preference"] != values["preference_swapped"]


def test_keys_of_the_page_rest_at_the_desk_and_keys_of_the_desk_on_the_page(
    window: Window, page: PairPage, qtbot: QtBot
) -> None:
    assert not window.commands.is_enabled("complete")
    qtbot.keyClick(page, Qt.Key.Key_1)
    state = window.session.current
    assert state is not None
    assert not state.entries
    qtbot.keyClick(page, Qt.Key.Key_Escape)
    assert window.extras.view == ""
    assert window.stack.currentWidget() is window.workspace
    assert not window.commands.is_enabled("vote-a")
    qtbot.keyClick(window.workspace, Qt.Key.Key_A)
    assert not state.entries


def test_what_came_of_the_pairs_is_counted_and_hides_open_ones(
    window: Window, page: PairPage, qtbot: QtBot
) -> None:
    qtbot.keyClick(page, Qt.Key.Key_A)
    window.commands.run("pair-report")
    report = window.extras.reports.pairs
    assert report is not None
    voters, pairs = report.tables
    qtbot.waitUntil(lambda: pairs.table.cells.rowCount() == 2, timeout=15_000)
    told = {row[0].text: row[1].text for row in pairs.table.cells.rows}
    assert told["p2"] == "after your vote"
    assert "ann: A" in told["p1"]
    assert voters.table.cells.rows[0][4].text == "1 of 1"
    pairs.table.opened.emit(pairs.table.cells.rows[1][0])
    assert window.extras.view == ""
    assert window.session.current_id == "p2"


def test_rows_say_the_rule_and_hide_what_is_open() -> None:
    rows = [
        PairRow("p1", "A", {"ann": "A"}, "A", "consistent", 1.0, "judge", "votes 3 of 3"),
        PairRow("p2", "B", {"ann": "tie"}, "B", "follows A", None, "", "open"),
    ]
    report = pair_report(rows)
    shown = pair_rows(report, hidden=frozenset({"p2"}))
    assert [cell.text for cell in shown[0]] == [
        "p1", "ann: A", "A", "consistent", "first", "judge",
    ]  # fmt: skip
    assert all(not cell.text for cell in shown[1][2:])
    ann, model = voter_rows(report)
    assert ann[7].text == "1 of 2"
    assert model[0].text == "the model"


def test_probes_of_people_and_votes_that_count_nowhere_are_told() -> None:
    row = PairRow(
        "p1", "A", {"ann": "A"}, "A", "consistent", None, "", "",
        open_votes={"bob": "B"}, changed={"ann": "B"}, people_probes={"ann": "follows A"},
    )  # fmt: skip
    assert about_pairs(pair_report([row])) == (
        "1 pair · sides swapped: 1 consistent · ann: 1 follows A · "
        "1 vote changed after the reveal · 1 vote with names in sight"
    )


def test_votes_after_the_reveal_and_probes_of_people_stand_beside_the_blind_ones() -> None:
    row = PairRow(
        "p1", "A", {"ann": "A"}, "A", "consistent", 1.0, "judge", "said", {"bob": "B"},
        {"ann": "tie"}, {"ann": "follows A"},
    )  # fmt: skip
    shown = pair_rows(pair_report([row]))[0]
    assert (shown[1].text, shown[3].text) == ("ann: A", "consistent")
    assert shown[1].second == "ann: tie after the reveal; bob: B with names in sight"
    assert shown[3].second == "ann: follows A"


def test_replies_that_are_no_votes_are_shown_with_why_after_the_vote(
    window: Window, page: PairPage, qtbot: QtBot
) -> None:
    state = window.session.current
    assert state is not None
    refusal = "I can't compare people."
    votes = [{"slot": "", "winner": "tie", "raw": refusal, "error": "declined"}] * 3
    state.judged[PREFERENCE] = Measurement(
        PREFERENCE, None, source=JUDGE, reason="not judged: the model declined to answer",
        raw=json.dumps({"challenger_slot": "A", "votes": votes}), model="told/model",
    )  # fmt: skip
    qtbot.keyClick(page, Qt.Key.Key_A)
    qtbot.waitUntil(page.reveal.isVisible)
    said = page.reveal.texts[1].words()
    assert "model: not judged: the model declined to answer" in said
    assert said.count(refusal) == 1
    assert page.reveal.texts[1].toolTip().count(refusal) == 3
    assert "was not asked" not in said
