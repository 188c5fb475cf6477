"""`reviewer grade --set`: numbers that are tried for one run."""

from __future__ import annotations

import json

import pytest

from reviewer.cli.grade import values_of
from reviewer.cli.text import CliError


def test_values_are_tried_for_a_run_and_never_written(run, edits) -> None:
    _, before, _ = run("grade", edits / "lazy", "--json")
    code, out, _ = run("grade", edits / "lazy", "--json", "--set", "overall_score.passes=0.1")
    assert code == 0
    assert not json.loads(before)[0]["passes"]["overall_score"]
    assert json.loads(out)[0]["passes"]["overall_score"]
    code, _, err = run("grade", edits, "--set", "overall_score.passes=0.1", "--write")
    assert code == 2
    assert "rubric.toml" in err
    code, _, err = run("grade", edits / "lazy", "--set", "nonsense.key=1")
    assert code == 2
    assert "nonsense.key: no rubric of these tasks has such a number" in err


def test_in_a_mixed_folder_a_value_is_set_where_the_rubric_has_it(run, edits, graded) -> None:
    before = {row["id"]: row for row in json.loads(run("grade", edits, graded, "--json")[1])}
    words = ("grade", edits, graded, "--set", "score.ssim=0.1")
    code, out, _ = run(*words, "--json")
    assert code == 0
    after = {row["id"]: row for row in json.loads(out)}
    moved = {name for name in after if after[name]["headlines"] != before[name]["headlines"]}
    assert moved == {"lazy"}, "the done one is 1 whatever its parts weigh, the graded have none"
    assert after["one"]["notes"] == ["its rubric has no score.ssim: not set"]
    code, out, err = run(*words)
    assert code == 0
    assert "--set score.ssim: not in the rubric of one, two, graded as before" in err
    code, out, err = run("grade", edits, graded, "--set", "score.sim=0.1")
    assert (code, out) == (2, "")
    assert "They have score.ssim" in err


@pytest.mark.parametrize("text", ["ssim", "ssim=1", "ssim.at_least=much", "=1", "a.b"])
def test_a_value_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(CliError, match=r"ROW\.KEY=NUMBER"):
        values_of([text])
