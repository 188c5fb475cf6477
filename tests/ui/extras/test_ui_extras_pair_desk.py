"""Two candidates at the desk: sides instead of names, and nothing of the model before the vote."""

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
from reviewer.session import changes as facet
from reviewer.session.changes import changes
from reviewer.session.judge_plan import PREFERENCE
from reviewer.session.pair_desk import sides
from reviewer.session.refusing import RefusedError
from reviewer.ui.row_words import verdict
from reviewer.ui.window import Window

NAMES = ("model_x", "model_y")


@pytest.fixture
def desk(pair: Window, qtbot: QtBot) -> Window:
    """The pair with both pictures on the screen."""
    state = pair.session.current
    assert state is not None
    pair.pictures.set_mode("3-up")
    qtbot.waitUntil(lambda: not state.unseen, timeout=9000)
    return pair


@pytest.fixture
def pair(window: Window, opened: Callable[[Path], Window], tmp_path: Path, qtbot: QtBot) -> Window:
    """A pair on the desk of which a model said that the second picture is better."""
    window.pictures.choose_mode("one")
    task = tmp_path / "pairs" / "p1"
    task.mkdir(parents=True)
    key = {
        "version": "1.0", "problem_id": "p1", "source": "made here", "prompt": "a red cup",
        "requirements": {"questions": [{"id": "q1", "text": "Is there a cup?"}]},
    }  # fmt: skip
    (task / "answer_key.json").write_text(json.dumps(key))
    noise = np.random.default_rng(3)
    for name in NAMES:
        pixels = noise.integers(0, 255, (64, 80, 3), dtype=np.uint8)
        cv2.imwrite(str(task / f"{name}.png"), pixels)
    opened(tmp_path / "pairs")
    session = window.session
    state = session.current
    assert state is not None
    votes = [{"slot": sides(state)["other"], "winner": "other", "raw": "the sharper one"}] * 3
    raw = {"challenger_slot": sides(state)["result"], "votes": votes, "unanimous": True}
    state.judged[PREFERENCE] = Measurement(
        PREFERENCE, 0.0, source=JUDGE, model="told/model", notes=("votes: the second ×3",),
        raw=json.dumps(raw),
    )  # fmt: skip
    state.measured = None
    session.grading.load(state)
    qtbot.waitUntil(lambda: state.ledger is not None and state.measured is not None, timeout=9000)
    session.refold(state)
    session.announce(changes({facet.REVIEW, facet.GRADE, facet.MEASUREMENTS}, state.task.id))
    return window


def told(window: Window) -> str:
    """Everything that the window tells, by name, tooltip and description."""
    parts = [part for part in window.findChildren(QWidget) if part.isVisible()]
    return "\n".join(
        f"{part.accessibleName()} {part.accessibleDescription()} {part.toolTip()}" for part in parts
    )


@pytest.mark.parametrize("tab", ["ledger", "history", "files", "details"])
def test_neither_names_nor_votes_are_on_the_desk_before_the_vote(desk: Window, tab: str) -> None:
    desk.show_tab(tab)
    desk.rows.show_evidence(PREFERENCE, zoom=False)
    said = told(desk)
    assert not any(name in said for name in NAMES)
    assert "votes: the second" not in said
    assert "told/model" not in said
    assert {row.name for row in desk.bottom.files.rows()} <= {"answer_key.json"}
    panel = desk.session.panel()
    assert panel is not None
    assert not panel.failed
    assert not panel.passed
    row = desk.session.row("p1")
    assert row.headline is None
    assert not row.judge
    assert verdict(row)[0] == "hidden"


def test_the_panes_are_the_sides_in_their_order(desk: Window) -> None:
    shown = desk.pictures.pictures
    titles = [shown.source(role).title for role in shown.roles()]
    assert titles == ["Candidate A", "Candidate B"]
    assert all(not shown.source(role).file for role in shown.roles())


def test_the_choice_is_between_sides_and_is_a_vote(desk: Window, qtbot: QtBot) -> None:
    state = desk.session.current
    panel = desk.session.panel()
    assert state is not None
    assert panel is not None
    item = panel.needs[0]
    assert item.id == PREFERENCE
    assert [key.word for key in item.keys] == ["A", "B", "tie", "can’t tell"]
    assert "first" not in item.asks
    desk.panel.set_current(PREFERENCE)
    qtbot.keyClick(desk.workspace, Qt.Key.Key_1)
    entry = state.entries[-1]
    assert entry.extra["vote"] == "A"
    assert entry.blind
    assert entry.value == (1.0 if sides(state)["result"] == "A" else 0.0)


@pytest.mark.parametrize("key", [Qt.Key.Key_1, Qt.Key.Key_0, Qt.Key.Key_5, Qt.Key.Key_Minus])
def test_nobody_votes_who_has_seen_one_candidate_only(
    pair: Window, qtbot: QtBot, key: Qt.Key
) -> None:
    state = pair.session.current
    assert state is not None
    assert pair.pictures.mode == "one"
    pair.panel.set_current(PREFERENCE)
    qtbot.keyClick(pair.workspace, key)
    assert not state.entries
    assert pair.status.said.words() == "look at candidate B first: not on the screen so far"
    behind = next(role for role, side in sides(state).items() if side == "B")
    pair.pictures.choose_role(behind)
    qtbot.waitUntil(lambda: not state.unseen, timeout=9000)
    pair.panel.set_current(PREFERENCE)
    qtbot.keyClick(pair.workspace, key)
    assert [entry.item for entry in state.entries] == [PREFERENCE]


def test_a_question_on_one_candidate_waits_for_that_one_alone(desk: Window) -> None:
    state = desk.session.current
    assert state is not None
    assert state.rubric is not None
    roles = {side: role for role, side in sides(state).items()}
    reads = {check.reads: check.id for check in state.rubric.checks if check.overridable}
    state.unseen = frozenset({roles["B"]})
    with pytest.raises(RefusedError, match="candidate B"):
        desk.session.editor.answer(reads[(roles["B"],)], 1.0)
    desk.session.editor.answer(reads[(roles["A"],)], 1.0)
    assert len(state.entries) == 1


def test_after_the_vote_names_and_the_models_choice_are_told_by_side(
    desk: Window, qtbot: QtBot
) -> None:
    desk.panel.set_current(PREFERENCE)
    qtbot.keyClick(desk.workspace, Qt.Key.Key_5)
    shown = desk.pictures.pictures
    assert {shown.source(role).file for role in shown.roles()} == {f"{n}.png" for n in NAMES}
    panel = desk.session.panel()
    state = desk.session.current
    assert panel is not None
    assert state is not None
    first = sides(state)["result"]
    assert shown.source("result").title == f"{first}: first picture"
    opinion = panel.needs[0].opinion
    assert opinion is not None
    assert opinion.word == sides(state)["other"]
    qtbot.keyClick(desk.workspace, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    # The vote is gone; what was told stays known, and is not hidden again.
    assert state.review.answers.get(PREFERENCE, ()) == ()
    assert {shown.source(role).file for role in shown.roles()} == {f"{n}.png" for n in NAMES}


def test_a_pair_without_a_vote_is_not_completed(desk: Window) -> None:
    desk.commands.run("complete")
    assert "which picture is better" in desk.status.said.words()
    state = desk.session.current
    assert state is not None
    assert not state.entries


def test_the_reveal_after_swapping_names_what_the_model_chose(desk: Window, qtbot: QtBot) -> None:
    desk.commands.run("blind-pairs")
    page = desk.extras.pairs.page
    assert page is not None
    qtbot.waitUntil(lambda: page.is_seen, timeout=9000)
    state = desk.session.current
    assert state is not None
    side = sides(state)["other"]
    qtbot.keyClick(page, Qt.Key.Key_A)
    told_verdict = page.reveal.texts[2].words()
    assert told_verdict.startswith("none yet") or "A wins" in told_verdict
    assert "the first picture" not in told_verdict
    assert f"told/model: {side}, 3 of 3 votes" in page.reveal.texts[1].words()
    qtbot.keyClick(page, Qt.Key.Key_S)
    qtbot.waitUntil(lambda: page.is_seen, timeout=9000)
    qtbot.keyClick(page, Qt.Key.Key_A)
    other = "B" if side == "A" else "A"
    assert f"told/model: {other}, 3 of 3 votes" in page.reveal.texts[1].words()
    assert "you with swapped sides: follows A" in page.reveal.texts[1].words()


def test_a_changed_vote_is_told_beside_the_one_that_counts(desk: Window, qtbot: QtBot) -> None:
    desk.commands.run("blind-pairs")
    page = desk.extras.pairs.page
    assert page is not None
    qtbot.waitUntil(lambda: page.is_seen, timeout=9000)
    state = desk.session.current
    assert state is not None
    model, other = sides(state)["other"], sides(state)["result"]
    for side in (other, model):
        qtbot.keyClick(page, Qt.Key.Key_A if side == "A" else Qt.Key.Key_B)
    lines = page.reveal.texts[1].words().split("\n")
    assert lines[:2] == [f"you, blind: {other}, which counts", f"you, after the reveal: {model}"]
    assert lines[-1] == "the model differs from you"
