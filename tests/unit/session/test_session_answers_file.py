"""A file of judge answers at the desk: what nobody asks for is said, not passed over."""

from __future__ import annotations

import json

import pytest

from reviewer.session.answers import read_answers
from reviewer.session.desk import Session
from reviewer.session.jobs import Jobs
from reviewer.store.files import FileError
from reviewer.store.settings import Settings


def messages(folder, answers) -> list[str]:
    session = Session(
        settings=Settings(author="ann", installation="a1b2"),
        jobs=Jobs(),
        judge_answers=read_answers(answers),
    )
    session.open(folder)
    session.jobs.drain()
    said = [message.text for message in session.messages if message.is_error]
    session.close()
    return said


def test_an_unknown_item_is_named_with_those_that_are_asked(
    tmp_path, make_graded, unknown_grader
) -> None:
    make_graded(tmp_path / "t" / "one", unknown_grader)
    answers = tmp_path / "answers.json"
    answers.write_text(json.dumps({"vlm_cleen": 1.0, "vlm_nice": 0.5}))
    (said,) = messages(tmp_path / "t", answers)
    assert str(answers) in said
    assert "vlm_cleen" in said
    assert "asks for overall_score, vlm_clean, vlm_nice" in said
    answers.write_text(json.dumps({"vlm_clean": 1.0}))
    assert messages(tmp_path / "t", answers) == []


@pytest.mark.parametrize(
    ("value", "shown"),
    [("yes", '"yes"'), (1.5, "1.5"), (-1, "-1"), ([1], "[1]"), ({"a": 1}, '{"a": 1}')],
)
def test_an_answer_that_is_no_number_is_named_with_its_item(tmp_path, value, shown) -> None:
    path = tmp_path / "answers.json"
    given = {"vlm_clean": {"value": value}, "vlm_nice": 1, "judge_method": "vlm"}
    for document in (given, {"one": given}):
        path.write_text(json.dumps(document))
        with pytest.raises(FileError) as raised:
            read_answers(path)
        assert str(path) in str(raised.value)
        assert f"vlm_clean is {shown}. An answer lies between 0 and 1" in str(raised.value)
    path.write_text(json.dumps({"vlm_clean": None, "vlm_nice": True, "judge_error": "none"}))
    assert read_answers(path).by_task[""]["vlm_nice"] is True
