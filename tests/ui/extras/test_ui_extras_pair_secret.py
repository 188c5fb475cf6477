"""Before the vote nothing in any window says which candidate is which."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from reviewer.session.judge_plan import PREFERENCE
from reviewer.session.pair_desk import sides
from reviewer.session.refusing import RefusedError
from reviewer.ui.window import Window
from tests.ui.extras.pair_folders import make_pairs
from tests.ui.extras.told_texts import told_texts

# Names of files and roles, and words for the place of a picture.
TELLS = re.compile(
    r"model_[xy]|\b(first|second) (picture|result|candidate)\b|第[一二]张图|\bother(_\w+)?\b"
    r"|\bresult\b",
    re.IGNORECASE,
)
# Words of the start page and of other kinds' actions, which are about no candidate.
HARMLESS = re.compile(r"A broken result|Confirm the other \d+|Show the result|Answers of others")


@pytest.fixture
def desk(window: Window, opened: Callable[[Path], Window], tmp_path: Path) -> Window:
    """The first problem for which the second picture stands on side A."""
    make_pairs(tmp_path / "pairs", 6)
    opened(tmp_path / "pairs")
    return window


def turned(window: Window, qtbot: QtBot) -> None:
    """Put a pair on the desk whose second picture stands on side A."""
    for name in (row.id for row in window.session.rows()):
        window.select(name)
        qtbot.waitUntil(lambda: is_there(window), timeout=15_000)
        state = window.session.current
        assert state is not None
        if sides(state)["other"] == "A":
            # In one pane, as here, the other candidate is looked at by itself.
            for role in ("result", "other"):
                window.pictures.choose_role(role)
                qtbot.waitUntil(
                    lambda role=role, state=state: role not in state.unseen, timeout=15_000
                )
            return
    raise AssertionError("of six pairs none has its second picture on side A")


def is_there(window: Window) -> bool:
    state = window.session.current
    return state is not None and state.ledger is not None and state.result_shown


def telling(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    for _ in range(20):
        QApplication.processEvents()
    return [
        said for said in sorted(told_texts(monkeypatch)) if TELLS.search(HARMLESS.sub("", said))
    ]


def test_the_walk_sees_names_after_the_vote(
    desk: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    turned(desk, qtbot)
    desk.panel.set_current(PREFERENCE)
    qtbot.keyClick(desk.workspace, Qt.Key.Key_1)
    desk.show_tab("files")
    said = "\n".join(telling(monkeypatch))
    assert "model_x.png" in said
    assert "A: second picture" in said


@pytest.mark.parametrize(
    "actions",
    [
        ("show-ledger", "show-what-if", "show-history", "show-files", "show-details"),
        ("mode-3up", "mode-swipe", "mode-onion", "mode-difference", "mode-sheet", "grader-view"),
        ("show-evidence", "reason", "dispute", "note", "instruction", "palette"),
        ("ask-judge", "ask-judge-queue", "complete", "agree-all", "blind"),
        ("choose-roles", "open-outside", "open-in-gimp", "save"),
        ("agreement", "pair-report", "blind-pairs", "contact-sheet", "distribution"),
    ],
    ids=lambda actions: actions[0],
)
def test_nothing_tells_before_the_vote(
    desk: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, actions: tuple[str, ...]
) -> None:
    turned(desk, qtbot)
    desk.panel.set_current("other_question_q1")
    qtbot.keyClick(desk.workspace, Qt.Key.Key_1)
    state = desk.session.current
    assert state is not None
    assert [entry.item for entry in state.entries] == ["other_question_q1"]
    desk.panel.set_current("other_question_q2")
    for action in actions:
        # What is refused must not tell either: the status row then says why.
        desk.commands.run(action)
        qtbot.wait(250)
        assert (action, telling(monkeypatch)) == (action, [])
        for dialog in desk.findChildren(QDialog):
            dialog.reject()
        desk.commands.run("escape")


def test_the_values_under_the_pointer_are_named_by_side(
    desk: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    turned(desk, qtbot)
    view = desk.pictures.stage.lead().view
    QTest.mouseMove(view, QPoint(view.width() // 2, view.height() // 2))
    qtbot.waitUntil(lambda: bool(desk.pictures.readout.reading.probes), timeout=5000)
    names = [probe.role for probe in desk.pictures.readout.reading.probes]
    assert names == ["Candidate A", "Candidate B"]
    assert telling(monkeypatch) == []


@pytest.mark.parametrize("mode", ["mode-swipe", "mode-onion", "mode-difference"])
def test_side_a_comes_first_whichever_picture_stands_there(
    desk: Window, qtbot: QtBot, mode: str
) -> None:
    turned(desk, qtbot)
    desk.commands.run(mode)
    said = desk.pictures.stage.main.view.accessibleName()
    if mode == "mode-onion":
        assert "Candidate B over Candidate A" in said
    else:
        assert said.index("Candidate A") < said.index("Candidate B")
    assert desk.pictures.current_role == "other"


def test_what_would_name_the_candidates_is_refused(desk: Window, qtbot: QtBot) -> None:
    turned(desk, qtbot)
    for act in (desk.surfaces.show_roles, desk.commands.open_outside):
        with pytest.raises(RefusedError, match="say first which picture is better"):
            act()


def test_a_vote_taken_back_hides_nothing_again_and_the_next_is_not_blind(
    desk: Window, qtbot: QtBot
) -> None:
    turned(desk, qtbot)
    session = desk.session
    session.announce(session.set_blind(True))
    session.announce(session.editor.answer(PREFERENCE, 1.0))
    session.announce(session.editor.take_back(PREFERENCE))
    shown = desk.pictures.pictures
    assert {shown.source(role).file for role in shown.roles()} == {"model_x.png", "model_y.png"}
    session.announce(session.editor.answer(PREFERENCE, 0.0))
    session.announce(session.pairs.vote("A"))
    state = session.current
    assert state is not None
    votes = [e.blind for e in state.entries if e.type == "answer" and e.item == PREFERENCE]
    assert votes == [True, False, False]
