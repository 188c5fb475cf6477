"""Malformed replies: read where one reading is possible, else refused with the reply kept."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewer.judge.protocol import JudgeError
from reviewer.judge.replies import item_answers, one_object, read_item, read_number
from reviewer.model.reply import objects_in

GOOD = {"score": 0.8, "reasoning": "clean"}


@pytest.mark.parametrize(
    "text",
    [
        '{"score": 0.8, "reasoning": "clean"}',
        '```json\n{"score": 0.8, "reasoning": "clean"}\n```',
        '```\n{"score": 0.8, "reasoning": "clean"}```',
        'Sure, here it is:\n{"score": 0.8, "reasoning": "clean"}\nHope {that} helps!',
        "{'score': 0.8, 'reasoning': 'clean'}",
        '{"score": 0.8, "reasoning": "clean",}',
        '{"score": 0.8, "reasoning": "clean"}\n{"score": 0.8, "reasoning": "again"}',
        '{"result": {"score": 0.8, "reasoning": "clean"}}',
        '[{"score": 0.8, "reasoning": "clean"}]',
        '{"thoughts": "…"} {"score": 0.8, "reasoning": "clean"}',
    ],
)
def test_one_reading(text: str) -> None:
    assert one_object(text, key="score") == GOOD


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"score": 0.8} {"score": 0.2}', "two answers that differ"),
        ('{"score": 0.8, "score": 0.2}', "two different values for 'score'"),
        ("{'score': 0.8, 'score': 0.2}", "two different values for 'score'"),
        ("I'm sorry, but I cannot judge this.", "declined"),
        ("The edit looks fine to me.", "no JSON with 'score'"),
        ('{"score": 0.8, "reasoning": "cl', "no 'score' in JSON that can be read"),
        ('{"rating": 5}', "holds no 'score'"),
        ('{"score": NaN}', "can be read"),
        ("", "no JSON"),
    ],
)
def test_no_single_reading(text: str, message: str) -> None:
    with pytest.raises(JudgeError, match=message) as caught:
        one_object(text, key="score")
    assert caught.value.raw == text


def test_python_words_and_quotes_inside_text() -> None:
    assert objects_in("{'a': true, 'b': [null, False], 'c': \"it's {fine}\"}") == [
        {"a": True, "b": [None, False], "c": "it's {fine}"}
    ]
    assert objects_in('{"a": "say \\"{\\" now"}') == [{"a": 'say "{" now'}]
    assert objects_in("{" * 3000) == []
    assert objects_in("{'a': __import__('os')}") == []


@pytest.mark.parametrize(
    ("value", "number"),
    [(0.5, 0.5), (1, 1.0), ("0.8", 0.8), (" 1 ", 1.0), (".5", 0.5), ("-1", -1.0)],
)
def test_numbers(value: object, number: float) -> None:
    assert read_number(value) == number


@pytest.mark.parametrize(
    "value", ["8/10", "80%", "0,8", "high", "", None, True, [1], float("nan"), "inf", "1e400"]
)
def test_no_numbers(value: object) -> None:
    with pytest.raises(ValueError, match="not a number"):
        read_number(value)


@pytest.mark.parametrize(
    ("value", "scale", "credit"),
    [
        (1, "yes_no", 1.0),
        ("0", "yes_no", 0.0),
        (True, "yes_no", 1.0),
        ("No.", "yes_no", 0.0),
        ("Yes", "unit", 1.0),
        (0.5, "three", 0.5),
        ("partial", "three", 0.5),
        ("0.35", "unit", 0.35),
    ],
)
def test_items_on_their_scale(value: object, scale: str, credit: float) -> None:
    assert read_item(value, scale) == credit


@pytest.mark.parametrize(
    ("value", "scale"),
    [
        (0.7, "yes_no"),
        ("half", "yes_no"),
        (0.7, "three"),
        (1.2, "unit"),
        (-0.1, "unit"),
        ("maybe", "unit"),
        (None, "yes_no"),
    ],
)
def test_items_off_their_scale_are_not_judged(value: object, scale: str) -> None:
    with pytest.raises(ValueError, match=r"not (one of|a number)|does not lie|no value"):
        read_item(value, scale)


@pytest.mark.parametrize(
    "text",
    [
        '{"items": {"a": {"value": 1, "reason": "seen"}, "b": {"value": 0, "reason": ""}}}',
        '{"a": {"score": 1, "evidence": "seen"}, "b": 0}',
        '{"items": [{"id": "a", "value": 1, "reason": "seen"}, {"id": "b", "answer": 0}]}',
        '[{"id": "a", "value": 1, "reason": "seen"}, {"id": "b", "value": 0}]',
        "{'a': {'value': 1, 'reason': 'seen'}, 'b': {'value': 0}, 'other': 5}",
    ],
)
def test_items_in_the_forms_that_models_use(text: str) -> None:
    assert item_answers(text, ["a", "b", "c"]) == {"a": (1, "seen"), "b": (0, "")}


def test_an_item_answered_twice_differently_is_left_out() -> None:
    text = '{"a": 1, "b": 1} {"a": 0, "b": "1"}'
    assert item_answers(text, ["a", "b"]) == {"b": (1, "")}


def test_one_item_alone_needs_no_id() -> None:
    assert item_answers('Here: {"value": 1, "reason": "seen"}', ["a"]) == {"a": (1, "seen")}
    assert item_answers('{"value": 1} {"value": 0}', ["a"]) == {}
    assert item_answers('{"id": "b", "value": 1}', ["a"]) == {}
    assert item_answers('{"b": {"value": 1}}', ["a"]) == {}
    assert item_answers('{"value": 1}', ["a", "b"]) == {}


@given(st.text(max_size=80) | st.text(alphabet="{}[]\"':,a1\\ \n", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    found: list[dict[str, Any]] = objects_in(text)
    assert all(isinstance(one, dict) for one in found)
    assert isinstance(item_answers(text, ["a", "1"]), dict)
