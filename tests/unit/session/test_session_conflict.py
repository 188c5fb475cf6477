"""A grade file that changed on the disk meanwhile is shown, never lost or overwritten unseen."""

from __future__ import annotations

import json

import pytest

from reviewer import cli
from reviewer.session.settling import conflict_of
from tests.unit.session.written import read

ASKS = """extends = "gimp_edit"
name = "own"
version = 1

[[check]]
id = "vlm_clean"
asks = "Is it clean?"
overridable = true
scale = "yes_no"
direct = true
bucket = "checks"
"""


@pytest.fixture
def graded(tmp_path, make_graded, unknown_grader):
    return make_graded(tmp_path / "tasks" / "one", unknown_grader, name="grade.json")


@pytest.fixture
def conflict(graded, open_desk, look):
    session = open_desk(graded.parent)
    look(session, "one")
    session.editor.answer("vlm_clean", 1.0)
    theirs = {"overall_score": 0.1, "checks": {"size_ok": 0.0}}
    (graded / "grade.json").write_text(json.dumps(theirs))
    session.save("one")
    session.jobs.drain()
    return session, graded / "grade.json", theirs


def test_a_file_that_changed_on_disk_is_shown_and_not_written(conflict) -> None:
    session, path, theirs = conflict
    assert read(path) == theirs
    found = conflict_of(session.current)
    assert json.loads(found.theirs) == theirs
    assert json.loads(found.mine)["checks"]["vlm_clean"] == 1.0
    assert session.messages[-1].action == "conflict"
    said = len(session.messages)
    session.save("one")
    session.jobs.drain()
    assert read(path) == theirs, "nothing is written until the person has chosen"
    assert len(session.messages) == said, "and it is said once"


def test_mine_replaces_theirs(conflict) -> None:
    session, path, _ = conflict
    session.settle_conflict("mine")
    session.jobs.drain()
    assert read(path)["checks"]["vlm_clean"] == 1.0
    assert conflict_of(session.current) is None


def test_mine_is_written_when_one_quits_at_once(conflict) -> None:
    session, path, _ = conflict
    session.settle_conflict("mine")
    session.close()
    assert read(path)["checks"]["vlm_clean"] == 1.0


def test_what_a_pipeline_added_meanwhile_survives_mine(graded, open_desk, look) -> None:
    session, path = open_desk(graded.parent), graded / "grade.json"
    look(session, "one")
    before = read(path)
    session.editor.answer("vlm_clean", 1.0)
    theirs = before | {"cost": 0.25, "checks": before["checks"] | {"late": 1.0, "size_ok": 0.5}}
    path.write_text(json.dumps(theirs))
    session.save("one")
    session.jobs.drain()
    shown = json.loads(conflict_of(session.current).mine)
    assert (shown["cost"], shown["checks"]["late"]) == (0.25, 1.0)
    # Changed once more between being shown and being chosen: shown again, not written.
    last = theirs | {"run": "b", "judge_method": "other"}
    path.write_text(json.dumps(last))
    session.settle_conflict("mine")
    session.jobs.drain()
    assert read(path) == last
    assert json.loads(conflict_of(session.current).mine)["run"] == "b"
    assert json.loads(conflict_of(session.current).theirs)["judge_method"] == "other"
    session.settle_conflict("mine")
    session.jobs.drain()
    written = read(path)
    assert (written["cost"], written["checks"]["late"], written["run"]) == (0.25, 1.0, "b")
    assert written["checks"]["size_ok"] == before["checks"]["size_ok"]
    assert written["checks"]["vlm_clean"] == 1.0
    assert "late" not in written["review"]["original"].get("checks", {})
    session.editor.answer("vlm_clean", 0.0)
    session.save("one")
    session.jobs.drain()
    assert read(path)["cost"] == 0.25
    assert conflict_of(session.current) is None


def test_theirs_is_the_graders_part_and_what_people_said_stays(conflict) -> None:
    session, path, theirs = conflict
    session.settle_conflict("theirs")
    session.jobs.drain()
    assert conflict_of(session.current) is None
    written = read(path)
    assert {key: value for key, value in written.items() if key != "review"} == theirs
    assert [a["value"] for a in written["review"]["answers"]["vlm_clean"]] == [1.0]
    before = path.read_bytes()
    session.close()
    assert path.read_bytes() == before


def test_theirs_keeps_what_was_changed_in_a_grade_that_starts_from_a_score_file(
    tmp_path, make_edit, unknown_grader, open_desk, look
) -> None:
    """The score file is none of the task's own files: the grade file alone says it is the same."""
    folder = make_edit(tmp_path / "tasks" / "one")
    (folder / "rubric.toml").write_text(ASKS)
    score = unknown_grader | {"model": "m-1"}
    (folder / "score.json").write_text(json.dumps(score))
    path = folder / "grade.json"
    session = open_desk(folder.parent)
    look(session, "one")
    session.editor.answer("vlm_clean", 1.0)
    session.save("one")
    session.jobs.drain()
    assert read(path)["model"] == "m-1"
    path.write_text(path.read_text().replace('"m-1"', '"m-2"'))
    session.editor.answer("vlm_clean", 0.0)
    session.save("one")
    session.jobs.drain()
    assert conflict_of(session.current) is not None
    session.settle_conflict("theirs")
    session.jobs.drain()
    written = path.read_bytes()
    session.close()
    assert json.loads(written)["model"] == "m-2"
    assert [a["value"] for a in read(path)["review"]["answers"]["vlm_clean"]] == [0.0]
    assert cli.main(["recompute", str(folder.parent)]) == 0
    assert path.read_bytes() == written
    (folder / "score.json").write_text(json.dumps(score | {"model": "m-3"}))
    again = open_desk(folder.parent)
    assert look(again, "one").grade.grader["model"] == "m-3", "graded anew: its values count"


def test_what_is_shown_is_the_file_as_it_is_when_it_is_looked_at(conflict) -> None:
    session, path, theirs = conflict
    shown = []
    path.write_text(json.dumps(theirs | {"judge_model": "later"}))
    session.look_at_conflict(shown.append)
    session.jobs.drain()
    assert json.loads(shown[0].theirs)["judge_model"] == "later"
    assert json.loads(shown[0].mine)["judge_model"] == "later", "what was added stays"
    session.settle_conflict("mine")
    session.jobs.drain()
    assert read(path)["judge_model"] == "later"
    assert read(path)["checks"]["vlm_clean"] == 1.0


def test_a_file_that_changed_after_mine_was_chosen_is_not_written_at_quitting(conflict) -> None:
    session, path, theirs = conflict
    session.settle_conflict("mine")
    session.jobs.stop("before-save:one")
    path.write_text(json.dumps(theirs | {"new": 1}))
    session.close()
    assert read(path) == theirs | {"new": 1}


def test_keeping_both_decides_nothing(conflict) -> None:
    session, path, theirs = conflict
    session.settle_conflict("keep")
    assert conflict_of(session.current) is not None
    session.close()
    assert read(path) == theirs
