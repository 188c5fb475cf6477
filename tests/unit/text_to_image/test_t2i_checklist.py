"""The checklist as a tree: it follows answers and undo, and says why a question stays open."""

from __future__ import annotations

from pathlib import Path
from typing import Any

QUESTIONS = ("question_q1", "question_q2")


def test_the_checklist_follows_every_answer_and_every_undo(
    single: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    kit.see_all(eyes, 10)
    session = desk(single.parent)
    kit.select(session, "single")
    session.judging.ask(["single"], model=kit.Scripted(checklist="No."))
    session.jobs.drain()
    session.showing.show_panels()
    session.showing.show_sheet()
    session.jobs.drain()

    def tree() -> Any:
        session.jobs.drain()
        (panel,) = [panel for panel in session.showing.panels if panel.form == "tree"]
        return panel.tree[0]

    def missing() -> list[str]:
        session.jobs.drain()
        return [mark.item for mark in session.showing.sheet.panes[2].marks]

    assert (tree().detail, tree().children[0].is_dimmed) == ("fails — “No.”", True)
    assert "question_q1" in missing()
    session.editor.answer("question_q1", 1.0)
    assert tree().detail == "passes, as a person says; the judge said “No.”"
    child = tree().children[0]
    assert (child.is_dimmed, child.detail) == (False, "not asked: depends on q1, which had failed")
    assert "question_q1" not in missing()
    session.editor.undo()
    assert (tree().detail, tree().children[0].is_dimmed) == ("fails — “No.”", True)


def test_a_child_of_a_question_that_was_not_judged_says_so(
    single: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    kit.see_all(eyes, 10)
    session = desk(single.parent)
    state = kit.select(session, "single")
    session.judging.ask(["single"], model=kit.Scripted(checklist="I'm sorry, I can't help."))
    session.jobs.drain()
    first, second = (state.measurements[name] for name in QUESTIONS)
    assert (first.value, first.raw) == (None, "I'm sorry, I can't help.")
    assert second.reason == "not asked: depends on q1, which was not judged"


def test_a_child_is_asked_once_a_person_has_answered_its_parent(
    single: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    kit.see_all(eyes, 10)
    session = desk(single.parent)
    state = kit.select(session, "single")
    session.judging.ask(["single"], model=kit.Scripted(checklist="no"))
    session.jobs.drain()
    session.editor.answer("question_q1", 1.0)
    session.judging.ask(["single"], model=kit.Scripted(checklist="yes"))
    session.jobs.drain()
    assert (state.measurements["question_q2"].value, kit.credits(state)["question_q2"]) == (
        1.0,
        1.0,
    )


def test_the_item_of_a_skipped_child_says_so_and_what_the_judge_had_said(
    single: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    kit.see_all(eyes, 10)
    session = desk(single.parent)
    state = kit.select(session, "single")
    session.judging.ask(["single"], model=kit.Scripted(checklist="yes"))
    session.jobs.drain()

    def said() -> tuple[str, str, str]:
        opinion = session.panel(state).item("question_q2").opinion
        return opinion.word, opinion.reason, opinion.raw

    assert said()[0] == "yes"
    session.editor.answer("question_q1", 0.0)
    assert said() == ("skipped", "its parent failed; the judge had said yes", "yes")
    session.editor.undo()
    assert said()[0] == "yes"
