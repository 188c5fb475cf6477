"""What an answer would come to is read whole, or said once where it is the same for all."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from reviewer.session.panel import AnswerKey, Opinion
from reviewer.ui import fonts
from reviewer.ui.panel import card_words, plan_words, words
from reviewer.ui.panel.card_layout import CardView, arrange, split_keys
from reviewer.ui.panel.headline import HeadlineBlock
from reviewer.ui.panel.headline_words import Shown
from reviewer.ui.widgets import paint

SPANS = ((0.542, 0.917), (0.292, 0.667), (0.417, 0.792), (0.292, 0.917))
KEYS = tuple(
    AnswerKey(key, word, None, known=span, is_known=True)
    for (key, word), span in zip(
        (("1", "yes"), ("0", "no"), ("5", "half"), ("-", "can’t tell")), SPANS, strict=True
    )
)


@pytest.mark.parametrize("width", [240, 300, 345, 420])
def test_spans_of_numbers_are_never_cut_off(qapp: Any, width: int) -> None:
    for row in split_keys(KEYS, width):
        firsts = [
            paint.key_cap_width(key.key) + 6 + fonts.width(key.word, "m", bold=True) for key in row
        ]
        spans = [fonts.width(words.consequence(key, None, is_short=True), "s") for key in row]
        assert sum(max(pair) + 8 for pair in zip(firsts, spans, strict=True)) <= width


def test_no_headline_with_any_answer_is_said_once(qapp: Any, stages: Any) -> None:
    item = stages().view().rows.needs[0]
    keys = tuple(dataclasses.replace(key, known=None) for key in KEYS)
    view = CardView(dataclasses.replace(item, mine=None, keys=keys), keys, "Is it?", "", "1 of 1")
    assert card_words.label_right(view, None, room=400) == "no headline with any answer"


@pytest.mark.parametrize("is_compact", [False, True])
def test_the_question_of_the_open_item_is_never_cut(
    qapp: QApplication, stages: Any, is_compact: bool
) -> None:
    item = stages().view().rows.needs[0]
    asked = "home.png: the after screenshot matches the reference, and no obvious defect is " * 12
    for width in (296, 320, 400):
        view = CardView(item, item.keys, asked, asked.upper(), "1 of 4", is_compact=is_compact)
        said = " ".join(line.text for line in arrange(view, width).lines)
        assert " ".join(asked.split()) in " ".join(said.split())
        assert " ".join(asked.upper().split()) in " ".join(said.split())


@pytest.mark.parametrize("width", [250, 296, 320, 400, 700])
def test_how_code_measured_is_said_as_far_as_it_fits_whole(
    qapp: QApplication, stages: Any, width: int
) -> None:
    detail = "measured .098, limit .010, black threshold 30, tolerance 3, wall source solution"
    item = stages().view().rows.needs[0]
    opinion = Opinion("code", "fail", "no", 0.0, detail=detail)
    item = dataclasses.replace(item, opinion=opinion, mine=None)
    lines = arrange(CardView(item, item.keys, "Is it?", "", "1 of 4"), width).lines
    (said,) = [line for line in lines if line.text.startswith("measured")]
    assert detail == said.text or detail.startswith(said.text + ", ")
    assert fonts.width(said.text, "s") <= said.width or said.text == "measured .098"


@pytest.mark.parametrize("room", [230, 264, 288, 368])
@pytest.mark.parametrize("right", ["auto withheld", "auto .500", "range −1 … 1"])
def test_the_verdict_of_the_headline_is_never_cut(
    qapp: QApplication, room: int, right: str
) -> None:
    first = Shown(".350 … .700", "not-judged", verdict="withheld", needs="needs 0.80", right=right,
                  is_quiet=True)  # fmt: skip
    beside, needs = HeadlineBlock._fitting(first, room)
    fixed = fonts.width(first.number, "l") + 22 + fonts.width("withheld", "m", bold=True)
    assert fixed + fonts.width(needs, "m") + fonts.width(beside, "s") <= room
    if room >= 288:
        assert needs, "the mark goes last"


def test_an_item_agreed_with_on_a_page_says_so_over_its_keys(qapp: Any, stages: Any) -> None:
    item = dataclasses.replace(stages().view().rows.needs[0], mine=None, is_confirmed=False)
    assert card_words.label(item) == "your answer"
    agreed = dataclasses.replace(item, is_confirmed=True)
    assert card_words.label(agreed) == "you agreed with this value"


def test_a_longer_reason_moves_nothing_below_the_headline(qtbot: QtBot, stage: Any) -> None:
    block = HeadlineBlock()
    qtbot.addWidget(block)
    heights = set()
    for why in ("held", "held by the mean of what the judge said of every question " * 2):
        view = stage.view()
        block.set_view(view)
        block._shown = (dataclasses.replace(block._shown[0], why=why), *block._shown[1:])
        assert len(block._why_lines(360)) == (1 if why == "held" else 2)
        heights.add(block.height_for(360))
    assert len(heights) == 1


def test_that_people_differ_is_said_before_a_long_question(stage: Any) -> None:
    stage.say("legible", 1.0, author="bo")
    stage.say("legible", 0.5, author="cleo")
    torn = [stage.view().row("legible")]
    said, right = plan_words.answered(torn, words.BOTH)
    assert said.startswith("people differ · 1 answered: ")
    assert right == ""
