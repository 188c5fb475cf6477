"""Marking tasks reviewed, one or many: what it asks for, writes and takes back."""

from __future__ import annotations

import pytest

from reviewer.session.refusing import RefusedError
from tests.unit.session.written import lines, read


@pytest.fixture
def graded(tmp_path, make_graded, unknown_grader):
    return make_graded(tmp_path / "tasks" / "one", unknown_grader)


def test_completing_writes_log_and_grade_and_is_one_step_of_undo(graded, open_desk, look) -> None:
    session = open_desk(graded.parent)
    state = look(session, "one")
    session.editor.complete()
    session.jobs.drain()
    document = read(graded / "grade.json")
    assert document["review"]["status"] == "reviewed"
    assert document["review"]["graded_from"] == "score.json"
    assert session.row("one").status == "done"
    types = [line["type"] for line in lines(graded / "review")]
    assert types == ["confirm", "status"]
    _, says = session.editor.undo()
    assert says == "completing · one"
    assert state.review.status == "open"
    assert [line["type"] for line in lines(graded / "review")][2:] == ["retract", "retract"]
    session.editor.redo()
    assert state.review.status == "reviewed"
    confirm = lines(graded / "review")[0]
    assert set(confirm["items"]) == {"vlm_clean", "vlm_nice", "overall_score"}
    assert confirm["seconds"] >= 0
    assert set(confirm["bound_to"]) >= {"result"}


def test_completing_asks_for_what_nobody_judged(
    tmp_path, make_graded, unknown_grader, open_desk, look
) -> None:
    unknown_grader["judge_method"] = "failed"
    make_graded(tmp_path / "t" / "one", unknown_grader)
    session = open_desk(tmp_path / "t")
    look(session, "one")
    with pytest.raises(RefusedError, match="“Clean” and 1 more"):
        session.editor.complete()
    session.editor.answer("vlm_clean", None)
    session.editor.answer("vlm_nice", 1.0)
    session.editor.complete()
    assert session.row("one").status == "done"


def test_completing_what_is_completed_says_nothing_twice(graded, open_desk, look) -> None:
    session = open_desk(graded.parent)
    look(session, "one")
    session.editor.complete()
    session.editor.complete()
    session.editor.complete(agree=True)
    session.jobs.drain()
    assert [line["type"] for line in lines(graded / "review")] == ["confirm", "status"]
    session.editor.undo()
    assert session.row("one").status != "done"
    session.editor.complete()
    session.editor.undo()
    session.editor.redo()
    session.jobs.drain()
    before = len(lines(graded / "review"))
    session.editor.complete()
    assert len(lines(graded / "review")) == before
    assert session.row("one").status == "done"


def test_completing_after_an_answer_or_with_other_bytes_is_said_again(
    graded, open_desk, look
) -> None:
    session = open_desk(graded.parent)
    state = look(session, "one")
    session.editor.complete()
    session.editor.answer("vlm_clean", 1.0)
    session.editor.complete()
    types = ["confirm", "status", "answer", "confirm", "status"]
    assert [entry.type for entry in state.entries] == types
    state.digests = dict.fromkeys(state.digests, "0" * 64)
    session.editor.complete()
    assert [entry.type for entry in state.entries] == [*types, "confirm", "status"]


def test_a_contact_sheet_is_confirmed_in_one_step(
    tmp_path, make_graded, unknown_grader, open_desk, look
) -> None:
    for name in ("a", "b", "c"):
        make_graded(tmp_path / "t" / name, unknown_grader)
    session = open_desk(tmp_path / "t")
    for name in ("a", "b", "c"):
        look(session, name)
    row = session.panel().needs[0].id
    session.editor.confirm_rows({"a": row, "b": row}, mode="sheet", seconds=2.5)
    session.jobs.drain()
    assert [session.row(name).status for name in "abc"] == ["done", "done", "open"]
    assert (tmp_path / "t" / "b" / "grade.json").exists()
    _, says = session.editor.undo()
    assert says == "completing · 2 tasks"
    assert [session.row(name).status for name in "ab"] == ["open", "open"], "nothing stands"
    session.editor.redo()
    assert [session.row(name).status for name in "ab"] == ["done", "done"]
