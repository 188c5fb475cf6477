"""The command palette: fuzzy search, keys, tasks, and what cannot be done now."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from reviewer.ui import fonts, fuzzy, theme
from reviewer.ui.actions import ACTIONS
from reviewer.ui.command_palette import CommandPalette, commands, found, spoken
from reviewer.ui.synonyms import SYNONYMS


@pytest.fixture(autouse=True)
def dressed(qapp: QApplication) -> None:
    fonts.set_scale(qapp, 1.0)
    theme.apply(qapp, "light")


@pytest.fixture
def palette(qtbot: QtBot) -> Iterator[CommandPalette]:
    host = QWidget()
    qtbot.addWidget(host)
    host.resize(1093, 614)
    host.show()
    made = CommandPalette(host)
    made.open(profile="arrows", own={}, is_enabled=lambda name: name != "redo",
              tasks=("poster_orbit", "maze_21_dfs"))  # fmt: skip
    # Named to the end: without a name the host and its palette would be gone at once.
    yield made
    host.hide()


def ids(palette: CommandPalette) -> list[str]:
    return [choice.id for choice in palette.choices()]


def test_everything_that_can_be_chosen_is_there() -> None:
    every = commands("arrows", {"fit": "G"}, lambda _: True)
    listed = {choice.id for choice in every}
    held = {action.id for action in ACTIONS if action.hold}
    assert listed == {action.id for action in ACTIONS} - held - {"palette", "escape"}
    assert next(choice for choice in every if choice.id == "fit").key == "G"


@pytest.mark.parametrize(
    ("query", "first"),
    [("fit", "fit"), ("undo", "undo"), ("ledg", "show-ledger"), ("whif", "show-what-if"),
     ("blind", "blind"), ("comnext", "complete"), ("grade now", "save")],
)  # fmt: skip
def test_a_few_letters_find_the_command(query: str, first: str) -> None:
    every = commands("arrows", {}, lambda _: True)
    assert found(query, every, ())[0].id == first


def test_runs_and_beginnings_of_words_count_most() -> None:
    exact, start, spread = (
        fuzzy.score("fil", text) for text in ("Files", "Filter the list", "Confirm stale")
    )
    assert exact is not None
    assert start is not None
    assert spread is not None
    assert min(exact, start) > spread
    assert fuzzy.score("xyz", "Files") is None
    assert fuzzy.score("", "Files") == 0.0


@given(st.text(max_size=12), st.text(max_size=30))
def test_any_text_has_a_score_or_none(query: str, text: str) -> None:
    value = fuzzy.score(query, text)
    assert value is None or isinstance(value, float)
    if query and query.casefold() in text.casefold():
        assert value is not None


def test_arrows_and_enter_run_a_command(palette: CommandPalette, qtbot: QtBot) -> None:
    chosen: list[str] = []
    palette.action_chosen.connect(chosen.append)
    qtbot.keyClicks(palette.field, "zoom")
    wanted = ids(palette)[1]
    qtbot.keyClick(palette.field, Qt.Key.Key_Down)
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert chosen == [wanted]
    assert not palette.isVisible()


def test_tasks_are_found_by_a_part_of_their_id(palette: CommandPalette, qtbot: QtBot) -> None:
    chosen: list[str] = []
    palette.task_chosen.connect(chosen.append)
    qtbot.keyClicks(palette.field, "21_dfs")
    assert ids(palette) == ["maze_21_dfs"]
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert chosen == ["maze_21_dfs"]


def test_what_cannot_be_done_now_is_last_and_stays(palette: CommandPalette, qtbot: QtBot) -> None:
    chosen: list[str] = []
    palette.action_chosen.connect(chosen.append)
    assert ids(palette)[-1] == "redo"
    qtbot.keyClicks(palette.field, "redo")
    assert ids(palette)[0] == "redo"
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert chosen == []
    assert palette.isVisible()
    assert palette.field.accessibleDescription().endswith("off")


def test_esc_leaves_and_nothing_found_is_said(palette: CommandPalette, qtbot: QtBot) -> None:
    qtbot.keyClicks(palette.field, "qqqq")
    assert ids(palette) == []
    assert palette.field.accessibleDescription() == "No command and no task is found by “qqqq”"
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    assert palette.isVisible()
    qtbot.keyClick(palette.field, Qt.Key.Key_Escape)
    assert not palette.isVisible()


def test_it_opens_empty_again_and_toggles(palette: CommandPalette, qtbot: QtBot) -> None:
    qtbot.keyClicks(palette.field, "zoom")
    options = {"profile": "arrows", "own": {}, "is_enabled": lambda _name: True}
    palette.toggle(**options)  # type: ignore[arg-type]
    assert not palette.isVisible()
    palette.toggle(**options)  # type: ignore[arg-type]
    assert palette.isVisible()
    assert palette.field.text() == ""


def test_100_000_tasks_are_searched_while_one_types() -> None:
    every = commands("arrows", {}, lambda _: True)
    tasks = [f"round_{n % 7}/poster_{n:06d}" for n in range(100_000)]
    began = time.perf_counter()
    hits = [choice for choice in found("099999", every, tasks) if choice.is_task]
    assert time.perf_counter() - began < 0.5
    assert [choice.id for choice in hits] == ["round_4/poster_099999"]


def test_a_choice_can_be_heard_and_the_card_stays_inside(palette: CommandPalette) -> None:
    assert "key Ctrl" in " ".join(spoken(choice) for choice in palette.choices())
    parent = palette.parentWidget()
    assert parent is not None
    for size in ((1093, 614), (400, 300)):
        parent.resize(*size)
        assert parent.rect().contains(palette.geometry())
        assert not palette.grab().isNull()


@pytest.mark.parametrize(
    ("query", "wanted"),
    [("distribution", "distribution"), ("spread", "distribution"), ("histogram", "distribution"),
     ("ssim", "distribution"), ("diff", "mode-difference"), ("fullscreen", "pictures-only"),
     ("shortcuts", "keys"), ("preferences", "settings"), ("tune threshold", "show-what-if"),
     ("side by side", "mode-3up"), ("llm", "ask-judge"), ("kappa", "agreement")],
)  # fmt: skip
def test_words_of_the_field_find_the_command(query: str, wanted: str) -> None:
    every = commands("arrows", {}, lambda _: True)
    assert wanted in [choice.id for choice in found(query, every, ())[:3]]


def test_every_other_word_belongs_to_an_action() -> None:
    assert set(SYNONYMS) <= {action.id for action in ACTIONS}


def test_what_is_called_so_stands_before_what_is_also_called_so() -> None:
    every = commands("arrows", {}, lambda _: True)
    assert found("compare", every, ())[0].id != "distribution"
    assert found("overlay", every, ())[0].id == "overlay"


def test_a_palette_that_finds_nothing_says_so(palette: CommandPalette) -> None:
    palette.field.setText("zzqqxx")
    assert not palette.choices()
    assert palette.nothing.isVisible()
    assert palette.nothing.words() == "No command and no task is found by “zzqqxx”"
    assert palette.field.accessibleDescription() == palette.nothing.words()
    palette.field.setText("fit")
    assert not palette.nothing.isVisible()
    assert palette.list.isVisible()
