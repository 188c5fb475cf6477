"""Undo and redo over tasks, restarts, folders and people."""

from __future__ import annotations

import json

import pytest

from reviewer.session.refusing import RefusedError


@pytest.fixture
def two(tmp_path, make_graded, unknown_grader):
    for name in ("a", "b"):
        make_graded(tmp_path / "tasks" / name, unknown_grader)
    return tmp_path / "tasks"


def test_undo_goes_to_the_task_it_changes_and_says_what_it_did(two, open_desk, look) -> None:
    session = open_desk(two)
    look(session, "a")
    session.editor.answer("vlm_clean", 1.0)
    look(session, "b")
    session.editor.answer("vlm_nice", 0.0)
    assert session.editor.undo()[1] == "answer no to “Nice” · b"
    assert session.editor.undo()[1] == "answer yes to “Clean” · a"
    assert session.current_id == "a"
    session.jobs.drain()
    assert session.current.ledger.check("vlm_clean").credit == 0.0
    with pytest.raises(RefusedError, match="nothing to undo"):
        session.editor.undo()
    session.editor.redo()
    assert session.current.ledger.check("vlm_clean").credit == 1.0
    assert session.editor.redo()[1].endswith("· b")
    with pytest.raises(RefusedError, match="nothing to undo or redo"):
        session.editor.redo()


def test_undo_works_after_a_restart(two, open_desk, look) -> None:
    first = open_desk(two)
    look(first, "a")
    first.editor.answer("vlm_clean", 1.0)
    first.close()
    assert json.loads((two / "a" / "grade.json").read_bytes())["checks"]["vlm_clean"] == 1.0
    second = open_desk(two)
    _, says = second.editor.undo()
    assert says == "answer yes to “Clean” · a"
    second.jobs.drain()
    second.close()
    document = json.loads((two / "a" / "grade.json").read_bytes())
    assert document["checks"]["vlm_clean"] == 0.0
    assert document["review"]["answers"] == {}
    third = open_desk(two)
    third.editor.redo()
    third.jobs.drain()
    assert third.current.ledger.check("vlm_clean").credit == 1.0


def test_something_new_ends_redo(two, open_desk, look) -> None:
    session = open_desk(two)
    look(session, "a")
    session.editor.answer("vlm_clean", 1.0)
    session.editor.undo()
    session.editor.answer("vlm_nice", 0.0)
    with pytest.raises(RefusedError):
        session.editor.redo()


def test_taking_back_can_be_undone(two, open_desk, look) -> None:
    session = open_desk(two)
    state = look(session, "a")
    session.editor.answer("vlm_clean", 1.0)
    session.editor.take_back("vlm_clean")
    session.editor.undo()
    assert state.ledger.check("vlm_clean").credit == 1.0
    session.editor.undo()
    assert state.ledger.check("vlm_clean").credit == 0.0


def test_each_step_of_a_long_way_back_and_forth_comes_to_the_same(two, open_desk, look) -> None:
    session = open_desk(two)
    state = look(session, "a")
    seen = [state.ledger]
    for act in (
        lambda: session.editor.answer("vlm_clean", 1.0),
        lambda: session.editor.answer("vlm_clean", 0.5),
        lambda: session.editor.take_back("vlm_clean"),
        lambda: session.editor.dispute("size_ok", 1, should_be=0.5),
        lambda: session.editor.answer("overall_score", 0.7),
        lambda: session.editor.complete(),
    ):
        act()
        seen.append(state.ledger)
    for ledger in reversed(seen[:-1]):
        session.editor.undo()
        assert state.ledger == ledger
    for ledger in seen[1:]:
        session.editor.redo()
        assert state.ledger == ledger
    session.jobs.drain()


def test_undo_in_a_folder_that_is_not_open_names_it(two, tmp_path, make_edit, open_desk, look):
    session = open_desk(two)
    look(session, "a")
    session.editor.answer("vlm_clean", 1.0)
    other = make_edit(tmp_path / "other" / "x").parent
    session.open(other)
    session.jobs.drain()
    with pytest.raises(RefusedError, match=r"open .*tasks to undo there: answer yes"):
        session.editor.undo()


def test_people_undo_only_what_is_theirs(two, open_desk, look) -> None:
    ann = open_desk(two)
    look(ann, "a")
    ann.editor.answer("vlm_clean", 1.0)
    ann.close()
    bob = open_desk(two, author="bob")
    with pytest.raises(RefusedError, match="nothing to undo"):
        bob.editor.undo()


def test_answers_of_another_installation_of_the_same_person_are_merged(two, open_desk, look):
    laptop = open_desk(two, installation="1111")
    look(laptop, "a")
    laptop.editor.answer("vlm_clean", 1.0)
    laptop.close()
    desktop = open_desk(two, installation="2222")
    state = look(desktop, "a")
    assert state.ledger.check("vlm_clean").credit == 1.0
    desktop.editor.answer("vlm_clean", 0.5)
    assert [a.value for a in state.review.answers["vlm_clean"]] == [0.5], "the later one of theirs"
    assert {p.name for p in (two / "a" / "review").iterdir()} == {
        "ann-1111.jsonl",
        "ann-2222.jsonl",
    }


def test_a_reason_alone_is_undone_as_a_reason(two, open_desk, look) -> None:
    session = open_desk(two)
    state = look(session, "a")
    session.editor.answer("vlm_clean", 0.5)
    session.editor.answer("vlm_clean", 0.5, reason="overlaps")
    assert session.editor.undo()[1] == "the reason for half to “Clean” · a"
    assert [(a.value, a.reason) for a in state.review.answers["vlm_clean"]] == [(0.5, "")]
    session.editor.redo()
    assert [(a.value, a.reason) for a in state.review.answers["vlm_clean"]] == [(0.5, "overlaps")]
    session.editor.undo()
    assert session.editor.undo()[1] == "answer half to “Clean” · a"
