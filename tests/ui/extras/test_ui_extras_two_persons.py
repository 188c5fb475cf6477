"""Another person at the desk: what the one before said, saw and was told is gone at once."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from reviewer.session.judge_plan import PREFERENCE
from reviewer.session.refusing import RefusedError
from reviewer.session.settling import conflict_of
from reviewer.ui.window import Window
from tests.ui.extras.pair_folders import is_there, judge, make_pairs, vote
from tests.ui.extras.told_texts import told_texts

COUNT = 4
# Makers, the earlier person, the choice, grades, and what the judge said.
TELLS = re.compile(
    r"model_[xy]|\bann\b|\byou: |You chose|\b[AB] wins\b|\byou agree|\bagrees\b|\d\.\d{3}"
    r"|\bA, \d of|blind vote"
)


@pytest.fixture
def desk(window: Window, opened: Callable[[Path], Window], tmp_path: Path, qtbot: QtBot) -> Window:
    """Ann has voted on the first two of four pairs, and the whole list is surveyed."""
    window.session.judge_answers = judge()
    opened(make_pairs(tmp_path / "pairs", COUNT))
    assert vote(window, qtbot) == "p0"
    window.select("p1")
    assert vote(window, qtbot) == "p1"
    qtbot.waitUntil(lambda: all(row.is_known for row in window.session.rows()), timeout=20_000)
    assert [row.headline for row in window.session.rows()].count(None) == COUNT - 2
    return window


def sit_down(window: Window, name: str) -> None:
    window.preferences.change_many({"author": name})
    QApplication.processEvents()


def telling(window: Window, monkeypatch: pytest.MonkeyPatch, tells: re.Pattern[str]) -> list[str]:
    for _ in range(5):
        QApplication.processEvents()
    # Widgets that are on their way out are on no screen.
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    return [said for said in sorted(told_texts(monkeypatch)) if tells.search(said)]


def test_the_walk_sees_what_was_told_to_the_first_person(
    desk: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.show_tab("history")
    said = "\n".join(telling(desk, monkeypatch, TELLS))
    assert "model_y.png" in said
    assert "ann" in said
    assert re.search(r"\d\.\d{3}", said)


@pytest.mark.parametrize(
    "actions",
    [
        (),
        ("show-ledger",),
        ("show-history",),
        ("show-files",),
        ("show-details",),
        ("show-what-if",),
        ("mode-swipe",),
        ("mode-sheet",),
        ("blind-pairs",),
        ("pair-report",),
        ("agreement",),
        ("contact-sheet",),
    ],
    ids=lambda actions: actions[0] if actions else "desk",
)
def test_nothing_of_the_first_person_is_told_to_the_second(
    desk: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, actions: tuple[str, ...]
) -> None:
    for action in actions:
        desk.commands.run(action)
        qtbot.wait(300)
    sit_down(desk, "bob")
    assert desk.session.current_id == "p1"
    assert "\n".join(telling(desk, monkeypatch, TELLS)) == ""
    assert desk.person.person.text() == "bob"
    rows = desk.session.rows()
    assert [(row.status, row.headline, dict(row.mine)) for row in rows] == [
        ("open", None, {})
    ] * COUNT
    qtbot.waitUntil(lambda: all(row.is_known for row in desk.session.rows()), timeout=20_000)
    qtbot.waitUntil(lambda: is_there(desk), timeout=20_000)
    qtbot.wait(300)
    assert "\n".join(telling(desk, monkeypatch, TELLS)) == ""
    for action in ("escape", *actions):
        desk.commands.run(action)
        qtbot.wait(300)
        assert (action, telling(desk, monkeypatch, TELLS)) == (action, [])


def test_the_second_person_votes_blind_and_the_first_finds_everything_again(
    desk: Window, qtbot: QtBot
) -> None:
    sit_down(desk, "bob")
    qtbot.waitUntil(lambda: is_there(desk), timeout=20_000)
    with pytest.raises(RefusedError, match="nothing to undo"):
        desk.session.editor.undo()
    state = desk.session.current
    assert state is not None
    before = [entry.id for entry in state.entries]
    # Ann has seen both pictures; bob has not.
    desk.panel.set_current(PREFERENCE)
    qtbot.keyClick(desk.workspace, Qt.Key.Key_0)
    assert [entry.id for entry in state.entries] == before
    from reviewer.session.pair_desk import CANDIDATES, seen

    seen(state, *CANDIDATES)
    qtbot.keyClick(desk.workspace, Qt.Key.Key_0)
    last = state.entries[-1]
    assert (last.author, last.blind, last.item) == ("bob", True, PREFERENCE)
    sit_down(desk, "ann")
    qtbot.waitUntil(lambda: is_there(desk), timeout=20_000)
    qtbot.waitUntil(lambda: all(row.is_known for row in desk.session.rows()), timeout=20_000)
    mine = {row.id: PREFERENCE in row.mine for row in desk.session.rows()}
    assert mine == {"p0": True, "p1": True, "p2": False, "p3": False}
    assert conflict_of(desk.session.current) is None


def test_time_of_the_first_person_is_not_counted_for_the_second(desk: Window, qtbot: QtBot) -> None:
    desk.session.clock._counted = 90.0
    sit_down(desk, "bob")
    state = desk.session.current
    assert state is not None
    assert state.seconds + desk.session.clock.seconds < 30


def test_in_blind_mode_answers_of_the_first_person_uncover_nothing_for_the_second(
    window: Window,
    make_task: Callable[..., Path],
    opened: Callable[[Path], Window],
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = make_task("one", judge=0.0)
    make_task("two")
    window.set_blind(True)
    opened(folder.parent)
    for row in ("neat", "dark"):
        window.session.announce(window.session.editor.answer(row, 1.0))
    window.panel.set_current("neat")
    window.show_tab("history")
    tells = re.compile(r"\bann\b|\bfails\b|\bpasses\b|judge: no|, your answer|\bbegun\b")
    assert telling(window, monkeypatch, tells)
    sit_down(window, "bob")
    assert "\n".join(telling(window, monkeypatch, tells)) == ""
    qtbot.waitUntil(lambda: is_there(window), timeout=20_000)
    qtbot.waitUntil(lambda: all(row.is_known for row in window.session.rows()), timeout=20_000)
    qtbot.wait(300)
    assert "\n".join(telling(window, monkeypatch, tells)) == ""
    panel = window.session.panel()
    assert panel is not None
    assert panel.is_hidden
