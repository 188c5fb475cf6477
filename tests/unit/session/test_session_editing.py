"""What people say of a task, and what it comes to."""

from __future__ import annotations

import json

import pytest

from reviewer.session.refusing import RefusedError
from tests.unit.session.written import lines, read


@pytest.fixture
def graded(tmp_path, make_graded, unknown_grader):
    return make_graded(tmp_path / "tasks" / "one", unknown_grader)


def test_an_answer_replaces_the_judges_credit_and_taking_it_back_restores_it(
    graded, open_desk, look
) -> None:
    session = open_desk(graded.parent)
    state = look(session, "one")
    assert state.ledger.check("vlm_clean").credit == 0.0
    session.editor.answer("vlm_clean", 1.0, reason="it is clean")
    credited = state.ledger.check("vlm_clean")
    assert (credited.credit, credited.is_overridden, credited.previous) == (1.0, True, 0.0)
    assert state.automatic.check("vlm_clean").credit == 0.0
    session.editor.take_back("vlm_clean")
    assert state.ledger.check("vlm_clean").credit == 0.0
    assert not state.review.answers
    with pytest.raises(RefusedError, match="no answer of yours"):
        session.editor.take_back("vlm_clean")


def test_cannot_tell_counts_as_answered_and_overrides_nothing(graded, open_desk, look) -> None:
    session = open_desk(graded.parent)
    state = look(session, "one")
    before = session.row("one").unanswered
    session.editor.answer("vlm_clean", None)
    assert state.ledger.check("vlm_clean").credit == 0.0
    assert session.row("one").unanswered == before - 1
    assert "vlm_clean" not in state.review.overrides
    assert lines(graded / "review")[0]["value"] is None


def test_agreeing_is_kept_and_overrides_nothing(graded, open_desk, look) -> None:
    session = open_desk(graded.parent)
    state = look(session, "one")
    session.editor.answer("vlm_clean", 0.0)
    assert [a.value for a in state.review.answers["vlm_clean"]] == [0.0]
    assert not state.review.overrides


@pytest.mark.parametrize(
    ("item", "value", "says"),
    [
        ("vlm_clean", 0.3, "no answer to this row"),
        ("vlm_clean", 7.0, "no answer to this row"),
        ("size_ok", 1.0, "takes no answer"),
        ("nothing", 1.0, "no item"),
    ],
)
def test_an_answer_that_the_row_does_not_take_is_refused(
    graded, open_desk, look, item, value, says
) -> None:
    session = open_desk(graded.parent)
    look(session, "one")
    with pytest.raises(RefusedError, match=says):
        session.editor.answer(item, value)
    assert not (graded / "review").exists()


def test_answers_wait_until_the_result_is_on_the_screen(graded, open_desk) -> None:
    session = open_desk(graded.parent)
    session.select("one")
    session.jobs.drain()
    with pytest.raises(RefusedError, match="on the screen"):
        session.editor.answer("vlm_clean", 1.0)
    with pytest.raises(RefusedError, match="on the screen"):
        session.editor.complete()


def test_measured_wrong_with_a_value_replaces_the_measurement_and_the_rule_still_applies(
    tmp_path, make_edit, open_desk, look
) -> None:
    session = open_desk(make_edit(tmp_path / "t" / "one").parent)
    state = look(session, "one")
    session.editor.dispute("dimensions", 1, text="it is 4 px off", should_be=4)
    after = state.ledger.check("dimensions")
    assert after.measurement.source == "person"
    assert (after.measurement.value, after.state, after.credit) == (4, "partial", 0.5)
    assert state.automatic.check("dimensions").measurement.source == "code"
    session.editor.undo()
    assert state.ledger.check("dimensions").credit == 1.0


def test_a_dispute_alone_changes_no_grade(graded, open_desk, look) -> None:
    session = open_desk(graded.parent)
    state = look(session, "one")
    before = state.ledger
    session.editor.dispute("size_ok", 2, text="too strict")
    assert state.ledger == before
    assert [d.code for d in state.review.disputes] == [2]
    with pytest.raises(RefusedError, match="from 1 to 6"):
        session.editor.dispute("size_ok", 7)


def test_a_grader_whose_rules_are_unknown_is_not_recomputed_until_a_person_sets_the_score(
    graded, open_desk, look
) -> None:
    session = open_desk(graded.parent)
    state = look(session, "one")
    session.editor.answer("vlm_clean", 1.0)
    assert state.ledger.headline.value == 0.35
    raised = {f.id for f in state.measured.flags if f.is_raised}
    assert "not-recomputed" in raised
    # It is a remark: neither the header nor the row of the list shows a flag for it.
    assert session.row("one").flags == ()
    session.editor.answer("overall_score", 0.9)
    assert state.ledger.headline.value == 0.9
    session.editor.complete()
    session.jobs.drain()
    document = read(graded / "grade.json")
    assert document["overall_score"] == 0.9
    assert document["checks"]["vlm_clean"] == 1.0
    assert document["review"]["original"] == {
        "checks": {"vlm_clean": 0.0},
        "overall_score": 0.35,
    }
    assert list(document) == ["overall_score", "checks", "judge_method", "extra", "review"]
    assert read(graded / "score.json")["overall_score"] == 0.35


@pytest.mark.parametrize(
    ("said", "source"),
    [(None, "judge"), ("", "judge"), ('graded_from = "score.json"\n', "judge"),
     ('graded_from = ""\n', "")],
)  # fmt: skip
def test_the_judges_items_in_a_score_file_beside_a_triple_are_read(
    tmp_path, make_edit, open_desk, look, said, source
) -> None:
    """With a task file that names no score file, as in a folder without one."""
    folder = make_edit(tmp_path / "t" / "one")
    if said is not None:
        (folder / "task.toml").write_text(
            f'kind = "gimp_edit"\nrubric = "rubric.toml"\n{said}[artifacts]\n'
            'initial = "initial.png"\nresult = "result.png"\ngolden = "golden.png"\n'
        )
    (folder / "rubric.toml").write_text(
        'extends = "gimp_edit"\nname = "own"\nversion = 1\n\n[[check]]\nid = "vlm_blue"\n'
        'asks = "Is it blue?"\noverridable = true\nscale = "yes_no"\ndirect = true\n'
        'bucket = "checks"\n'
    )
    (folder / "score.json").write_text(
        json.dumps({"checks": {"vlm_blue": 0.0}, "judge_method": "vlm", "overall_score": 0.0})
    )
    session = open_desk(tmp_path / "t")
    state = look(session, "one")
    assert state.task.kind == "gimp_edit"
    if state.error:
        pytest.fail(state.error)
    credited = state.ledger.check("vlm_blue")
    assert (credited.measurement is not None and credited.measurement.is_measured) == bool(source)
    if source:
        assert credited.measurement.source == source
        assert credited.credit == 0.0


def test_stale_answers_are_kept_shown_and_confirmed_as_a_set(
    graded, open_desk, look, make_png
) -> None:
    session = open_desk(graded.parent)
    state = look(session, "one")
    session.editor.answer("vlm_clean", 1.0)
    (graded / "result.png").write_bytes(make_png((9, 9, 9)))
    session.reload()
    session.jobs.drain()
    session.showing.result_painted()
    assert state.review.stale == ("vlm_clean",)
    assert state.review.answers["vlm_clean"][0].is_stale
    assert state.ledger.check("vlm_clean").credit == 0.0
    assert session.row("one").is_stale
    session.editor.confirm_stale()
    assert state.review.stale == ()
    assert state.ledger.check("vlm_clean").credit == 1.0


def test_two_people_differ_until_one_settles_it(graded, open_desk, look) -> None:
    ann = open_desk(graded.parent)
    look(ann, "one")
    ann.editor.answer("vlm_clean", 1.0)
    ann.close()
    bob = open_desk(graded.parent, author="bob", installation="c3d4")
    state = look(bob, "one")
    assert state.ledger.check("vlm_clean").credit == 1.0
    bob.editor.answer("vlm_clean", 0.5)
    assert state.review.disputed == ("vlm_clean",)
    assert state.review.status == "disputed"
    assert state.ledger.check("vlm_clean").credit == 0.0, "the judge's value, not the latest"
    bob.editor.adjudicate("vlm_clean", 0.5, reason="half of it")
    assert state.review.overrides["vlm_clean"].by == "adjudicated"
    assert state.ledger.check("vlm_clean").credit == 0.5
    assert len(list((graded / "review").glob("*.jsonl"))) == 2


def test_adopting_a_draft_needs_a_reason_and_refolds(tmp_path, make_edit, open_desk, look) -> None:
    session = open_desk(make_edit(tmp_path / "t" / "one").parent)
    state = look(session, "one")
    number = next(e for e in session.editable() if e.key.endswith(".passes"))
    session.set_draft(number.key, 0.123)
    assert session.comparison() is not None
    with pytest.raises(RefusedError, match="say why"):
        session.editor.adopt(" ")
    session.editor.adopt("the mark is too high")
    assert state.effective.headline(state.ledger.headline.name).passes == 0.123
    assert state.draft == {}
    session.editor.undo()
    assert state.effective.headline(state.ledger.headline.name).passes != 0.123


def test_another_program_that_edits_the_task_is_said(graded, open_desk, look) -> None:
    first = open_desk(graded.parent)
    look(first, "one")
    first.editor.answer("vlm_clean", 1.0)
    second = open_desk(graded.parent, installation="ffff")
    look(second, "one")
    with pytest.raises(RefusedError, match="another window"):
        second.editor.answer("vlm_nice", 0.0)
    first.close()
    second.editor.answer("vlm_nice", 0.0)


def test_looking_changes_no_file(graded, open_desk, look) -> None:
    before = {path: path.stat().st_mtime_ns for path in graded.rglob("*")}
    session = open_desk(graded.parent)
    look(session, "one")
    session.close()
    assert {path: path.stat().st_mtime_ns for path in graded.rglob("*")} == before


def test_a_blind_answer_stays_blind_when_only_a_reason_is_added(graded, open_desk, look) -> None:
    session = open_desk(graded.parent, is_blind=True)
    state = look(session, "one")
    items = [item.id for item in session.panel().needs]
    for item in items:
        session.editor.answer(item, 1.0)
    assert not session.panel().is_hidden
    session.editor.answer(items[0], 1.0, reason="it is clean")
    session.editor.answer(items[1], 0.0)
    given = {item: state.review.answers[item][0] for item in items}
    assert (given[items[0]].blind, given[items[0]].reason) == (True, "it is clean")
    assert not given[items[1]].blind, "changed after the judge was seen"
