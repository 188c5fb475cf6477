"""An answer off the scale is refused before it can take the place of what the grader said."""

from __future__ import annotations

from pathlib import Path

import pytest

from reviewer.session.answers import read_answers
from reviewer.store.files import FileError


@pytest.mark.parametrize("text", ['{"legible": 7}', '{"a": {"legible": {"value": -1}}}'])
def test_an_answer_off_the_scale_names_the_item(tmp_path: Path, text: str) -> None:
    path = tmp_path / "answers.json"
    path.write_text(text)
    with pytest.raises(FileError, match="legible is"):
        read_answers(path)


def test_null_is_not_judged_and_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "answers.json"
    path.write_text('{"legible": null, "other": true}')
    assert read_answers(path).by_task[""] == {"legible": None, "other": True}
