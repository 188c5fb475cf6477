"""A sound key is read whole; every fault is refused and names its place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewer.problems import generate_problems
from reviewer.scoring.answer_key import (
    AnswerKeyError,
    ObjectNeed,
    Question,
    RelationNeed,
    TextNeed,
    order_questions,
    parse_answer_key,
    read_answer_key,
)


def raw_key(**requirements: object) -> dict[str, Any]:
    return {
        "version": "1.0",
        "problem_id": "geneval-0001",
        "source": "geneval",
        "prompt": "a photo of three yellow bananas",
        "requirements": requirements or {"objects": [{"name": "banana", "count": 3}]},
    }


def test_every_requirement_is_read() -> None:
    key = parse_answer_key(
        raw_key(
            text=["PASS", {"value": "Ok", "match": "exact", "weight": 3, "partial_threshold": 1}],
            objects=[{"name": " cup ", "count": 0, "color": "blue", "weight": 0.5}],
            relations=[{"subject": "cup", "relation": "left_of", "object": "banana"}],
            questions=[
                {"id": "q2", "text": "Red?", "depends_on": "q1", "expect": "no"},
                {"id": "q1", "text": "A hat?"},
            ],
        )
    )
    assert key.text == (TextNeed("PASS"), TextNeed("Ok", "exact", 3.0, 1.0))
    assert key.text[0].partial_threshold == 0.8
    assert key.objects == (ObjectNeed("cup", 0, "blue", 0.5),)
    assert key.relations == (RelationNeed("cup", "left_of", "banana"),)
    assert key.questions[0] == Question("q2", "Red?", "no", "q1")
    assert (key.problem_id, key.source, key.task) == ("geneval-0001", "geneval", "")


@pytest.mark.parametrize(
    ("group", "item", "message"),
    [
        ("text", {"value": " "}, r"text\[0\]\.value: must be a non-empty string"),
        ("text", {"value": "a", "weight": 1e308}, r"text\[0\]\.weight: weight must be at most"),
        ("text", {"value": "a", "weight": 10**400}, r"text\[0\]\.weight: weight must be a number"),
        ("objects", {"name": "cup", "count": 10**400}, r"objects\[0\]\.count: must be at most"),
        ("text", "?!", r"text\[0\]\.value: nothing to read"),
        ("text", 7, r"text\[0\]: must be a JSON object, got int"),
        ("text", {"value": "a", "match": "fuzzy"}, r"text\[0\]\.match: match must be one of"),
        ("text", {"value": "a", "partial_threshold": 1.01}, r"threshold: must lie within \[0, 1\]"),
        ("text", {"value": "a", "partial_threshold": -0.1}, r"must lie within \[0, 1\]"),
        ("text", {"value": "a", "partial_threshold": "high"}, r"must be a number, got 'high'"),
        ("text", {"value": "a", "wieght": 2}, r"text\[0\]\.wieght: unknown field"),
        ("objects", {"name": "cup", "count": True}, r"count: must be a non-negative integer"),
        ("objects", {"name": "cup", "count": -1}, r"count: must be a non-negative integer"),
        ("objects", {"name": "cup", "count": 1.0}, r"count: must be a non-negative integer"),
        ("objects", {"count": 1}, r"objects\[0\]\.name: must be a non-empty string"),
        ("objects", {"name": "cup", "color": ""}, r"color: must be a non-empty string"),
        ("objects", {"name": "cup", "weight": 0}, r"weight: weight must be positive, got 0"),
        ("objects", {"name": "cup", "weight": -2}, r"weight must be positive"),
        ("objects", {"name": "cup", "weight": True}, r"weight must be a number, got True"),
        ("objects", {"name": "cup", "weight": float("nan")}, r"weight must be a number"),
        ("objects", {"name": "cup", "weight": float("inf")}, r"weight must be a number"),
        (
            "relations",
            {"subject": "cup", "relation": "beside", "object": "hat"},
            r"relations\[0\]\.relation: relation must be one of .*'beside'",
        ),
        ("relations", {"subject": "cup", "relation": "above"}, r"object: must be a non-empty"),
        ("questions", {"id": "q1"}, r"questions\[0\]\.text"),
        ("questions", {"id": "q1", "text": "t", "expect": "maybe"}, r"expect must be one of"),
        ("questions", {"id": "q1", "text": "t", "depends_on": "q9"}, r"unknown 'q9'"),
        ("questions", {"id": "q1", "text": "t", "depends_on": "q1"}, r"cycle: q1"),
        ("questions", {"id": "q1", "text": "t", "depends_on": 4}, r"depends_on: must be"),
    ],
)
def test_a_fault_names_its_place(group: str, item: object, message: str) -> None:
    with pytest.raises(AnswerKeyError, match=message) as caught:
        parse_answer_key(raw_key(**{group: [item]}), name="key.json")
    assert str(caught.value).startswith(f"key.json: requirements.{group}")


def test_the_second_item_is_named_as_such() -> None:
    with pytest.raises(AnswerKeyError, match=r"requirements\.objects\[1\]\.name"):
        parse_answer_key(raw_key(objects=[{"name": "cup"}, {"name": ""}]))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": "2.0"}, "version: unsupported version '2.0'"),
        ({"version": 1.0}, "unsupported version 1.0"),
        ({"problem_id": ""}, "problem_id: must be a non-empty string"),
        ({"prompt": None}, "prompt: must be a non-empty string"),
        ({"source": 3}, "source: must be a non-empty string"),
        ({"requirements": {}}, "no requirements"),
        ({"requirements": []}, "requirements: must be a JSON object, got list"),
        ({"requirements": {"objects": []}}, "no requirements"),
        ({"requirements": {"object": [{"name": "cup"}]}}, "requirements.object: unknown field"),
        ({"requirements": {"text": "PASS"}}, "text: must be a list, got str"),
    ],
)
def test_faults_of_the_whole(change: dict[str, object], message: str) -> None:
    with pytest.raises(AnswerKeyError, match=message):
        parse_answer_key(raw_key() | change)


def test_duplicate_question_ids_are_refused() -> None:
    twice = [{"id": "q1", "text": "one"}, {"id": "q1", "text": "two"}]
    with pytest.raises(AnswerKeyError, match="questions: duplicate question ids: q1"):
        parse_answer_key(raw_key(questions=twice))


def test_json_text_is_read_and_its_slips_are_refused() -> None:
    assert read_answer_key(json.dumps(raw_key()), name="k.json").objects[0].count == 3
    with pytest.raises(AnswerKeyError, match=r"k\.json: not valid JSON"):
        read_answer_key("{not json", name="k.json")
    with pytest.raises(AnswerKeyError, match=r"k\.json: the field 'version' stands twice"):
        read_answer_key('{"version": "1.0", "version": "1.0"}', name="k.json")
    with pytest.raises(AnswerKeyError, match="NaN is not a JSON number"):
        read_answer_key('{"version": NaN}', name="k.json")
    with pytest.raises(AnswerKeyError, match="must be a JSON object, got list"):
        read_answer_key("[]", name="k.json")


def test_a_cycle_of_two_is_found_beside_sound_questions() -> None:
    circle = [
        Question("a", "?", depends_on="b"),
        Question("b", "?", depends_on="a"),
        Question("c", "?"),
    ]
    with pytest.raises(ValueError, match="cycle: a, b"):
        order_questions(circle)


@given(st.binary(min_size=1, max_size=8))
def test_every_generated_key_is_read(seed: bytes) -> None:
    for problem in generate_problems(seed):
        key = parse_answer_key(problem.answer_key)
        assert key.prompt == problem.prompt
        assert len(order_questions(key.questions)) == len(key.questions)


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(max_size=3),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["name", "count", "id", "text", "value", "weight", "objects"]),
                inner,
                max_size=3,
            )
        ),
    )
)
def test_whatever_stands_there_is_read_or_refused(junk: object) -> None:
    for group in ("text", "objects", "relations", "questions"):
        refused, read = "", 0
        try:
            read = len(getattr(parse_answer_key(raw_key(**{group: junk})), group))
        except AnswerKeyError as error:
            refused = str(error)
        assert read > 0 or "requirements" in refused


@pytest.mark.corpus
def test_published_keys_are_read(corpus: Path) -> None:
    published = json.loads((corpus / "imagent" / "problems_expected.json").read_text("utf-8"))
    keys = [parse_answer_key(one["answer_key"]) for seed in published.values() for one in seed]
    assert len(keys) == 28
    assert sum(len(key.questions) for key in keys) == 40


@pytest.mark.parametrize("text", ["[" * 100_000, '{"requirements":' * 50_000])
def test_a_text_nested_without_end_is_named_as_that(text: str) -> None:
    with pytest.raises(AnswerKeyError, match=r"^key\.json: nested too deep"):
        read_answer_key(text, name="key.json")
