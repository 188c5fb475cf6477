"""Replies of a word or two: read where one reading fits, else refused with the reply kept."""

from __future__ import annotations

import time

import pytest

from reviewer.judge.protocol import JudgeError
from reviewer.judge.replies import item_answers
from reviewer.judge.short_replies import read_color, read_count, read_lines, read_yes_no
from reviewer.model.reply import LONGEST, objects_in

REFUSAL = "I'm sorry, but I can't assist with that request."


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("yes", True),
        ("Yes.", True),
        ("YES, clearly.", True),
        ("y", True),
        ("True", True),
        ("1", True),
        ("**Yes**", True),
        ("```\nyes\n```", True),
        ("The answer is yes", True),
        ("Answer: no", False),
        ("I think the answer is no.", False),
        ("<think>no table? hm, there it is</think>yes", True),
        ('{"answer": "yes"}', True),
        ("{'answer': 'No.'}", False),
        ('```json\n{"answer": true}\n```', True),
        ('Here you are: {"value": 0}', False),
        ('{"answer": 1.0}', True),
        ('{"visible": "no"}', False),
        ("No, it is above", False),
        ("No. There is a chair only.", False),
        ("yes yes", True),
        ("n", False),
        ("0", False),
        ("False", False),
        ("是的", True),
        ("否", False),
    ],
)
def test_yes_and_no_in_any_clear_form(text: str, says: bool) -> None:
    assert read_yes_no(text) is says


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (REFUSAL, "declined"),
        ("yes\nno", "both"),
        ("Yes … No", "both"),
        ("yes or no", "both"),
        ('{"answer": "yes"} {"answer": "no"}', "both"),
        ('No. {"answer": "yes"}', "both"),
        ("maybe", "neither"),
        ("", "neither"),
        ("No table is red", "neither"),
        ("1 of 3", "neither"),
        ("yesterday", "neither"),
        ('{"score": 7}', "neither"),
        ('{"answer": "yes", "answer": "no"}', "neither"),
        ("<think>yes", "neither"),
        ("1.\n0.", "neither"),
    ],
)
def test_neither_or_both_is_refused_with_the_reply(text: str, why: str) -> None:
    with pytest.raises(JudgeError, match=why) as caught:
        read_yes_no(text)
    assert caught.value.raw == text


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("3", 3),
        ("There are 3 cups: 3.", 3),
        ("three", 3),
        ("Two cups.", 2),
        ("none", 0),
        ('{"count": 4, "confidence": 0.9}', 4),
        ("{'count': '4'}", 4),
        ("<think>2 or 3</think>3", 3),
    ],
)
def test_one_count_in_any_clear_form(text: str, count: int) -> None:
    assert read_count(text) == count


@pytest.mark.parametrize("text", ["", "-3", "2.5", "2 or 3", '{"count": -1}', "1,000"])
def test_no_count(text: str) -> None:
    with pytest.raises(JudgeError, match="no single count"):
        read_count(text)


def test_a_refusal_and_a_reply_without_end_are_no_count_and_no_text() -> None:
    with pytest.raises(JudgeError, match="declined"):
        read_count(REFUSAL)
    for read in (read_count, read_lines):
        with pytest.raises(JudgeError, match="longer than 50,000") as caught:
            read("a 1 b 2 " * 20_000)
        assert len(str(caught.value)) < 100


@pytest.mark.parametrize(
    ("text", "color"),
    [
        ("Red.", "red"),
        ('{"color": "blue", "reason": "not red"}', "blue"),
        ("The cup is green", "green"),
        ("none", ""),
        ("a dark teal", "a dark teal"),
        ("The cup looks rather orange to me", "orange"),
        ("no cup", ""),
    ],
)
def test_one_color_in_any_clear_form(text: str, color: str) -> None:
    assert read_color(text) == color


@pytest.mark.parametrize(
    "text",
    [
        REFUSAL, "red and blue", "it is not red", "", "I would rather tell you a story",
        '{"count": 2}', "yes\nno", "1e9", "orange or pink",
    ],
)  # fmt: skip
def test_no_color(text: str) -> None:
    with pytest.raises(JudgeError):
        read_color(text)


def test_words_of_a_picture_are_no_refusal() -> None:
    assert read_lines("SORRY, WE ARE CLOSED\n\n(none)") == ["SORRY, WE ARE CLOSED"]
    with pytest.raises(JudgeError, match="declined"):
        read_lines(REFUSAL)


@pytest.mark.parametrize(
    "text",
    [
        '{"a":' * 50_000,
        "[" * 200_000,
        "{" * 49_000,
        "{'a': [" * 7_000,
        ('{"a": "' + "x" * 300) * 160,
        '{"a": 1}' * 200_000,
        "{a} " * 12_000,
    ],
)
def test_what_is_too_deep_or_too_long_is_refused_at_once(text: str) -> None:
    started = time.monotonic()
    assert objects_in(text) == []
    assert item_answers(text, ["a"]) == {}
    with pytest.raises(JudgeError):
        read_yes_no(text)
    assert time.monotonic() - started < 5  # it took 70 s when every brace was tried to the end


def test_a_long_reply_is_not_read_by_half() -> None:
    text = '{"answer": "yes"}' + " " * LONGEST + '{"answer": "no"}'
    with pytest.raises(JudgeError, match="longer than"):
        read_yes_no(text)
