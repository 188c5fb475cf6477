"""Rubrics and answer keys that are nested or long beyond reason give an error, not a crash."""

from __future__ import annotations

import pytest

from reviewer.scoring.faults import RubricError
from reviewer.scoring.key_reader import AnswerKeyError, read_json
from reviewer.scoring.rubric_file import parse_rubric


@pytest.mark.parametrize("value", ["[" * 5000 + "]" * 5000, "9" * 6000], ids=["deep", "long"])
def test_a_rubric_that_the_parser_gives_up_on_is_no_toml(value: str) -> None:
    with pytest.raises(RubricError, match="is not TOML"):
        parse_rubric(f"a = {value}".encode(), name="rubric.toml", base=lambda name: b"")


@pytest.mark.parametrize(
    ("text", "cause"), [("[" * 100_000, "too deep"), ("9" * 6000, "not valid JSON")]
)
def test_an_answer_key_that_the_parser_gives_up_on_says_why(text: str, cause: str) -> None:
    with pytest.raises(AnswerKeyError, match=rf"answer_key.json: .*{cause}"):
        read_json(text, name="answer_key.json")


def test_thousands_of_faults_make_a_message_of_a_few_lines() -> None:
    error = RubricError("task.toml", [(number, "is wrong") for number in range(1, 20_001)])
    assert "and 19992 more" in str(error)
    assert len(str(error)) < 400
    assert len(error.faults) == 20_000
