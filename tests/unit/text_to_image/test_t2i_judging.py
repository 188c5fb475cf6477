"""A judge asked from the desk: estimate, answers kept, records replayed, silence said once."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

from reviewer.judge.protocol import Ask, JudgeError
from reviewer.session.jobs import Cancelled
from reviewer.session.judge_models import recorded
from reviewer.session.judge_run import Options


def yes(ask: Ask) -> str:
    return "No." if "glass" in str(ask.parts[0]) else "yes"


def record_of(kit: Any, session: Any, path: Path, tasks: list[str], **replies: Any) -> Any:
    """Ask a scripted model and write its answers down."""
    model = kit.Scripted(**({"checklist": yes, "pair": '{"winner": "A"}'} | replies))
    session.judging.ask(tasks, Options(), model=recorded(model, path))
    session.jobs.drain()
    return model


def test_the_estimate_counts_requests_before_any_is_sent(
    single: Path, pair: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    eyes.has_detector = False
    session = desk(single.parent)
    kit.select(session, "single")
    session.judging.estimate(["single"])
    session.jobs.drain()
    now = session.judging.estimated
    # q1 and q2; cup: count and color, dogs: count; one relation.
    assert dict(now.by_purpose) == {"objects": 3, "relations": 1, "questions": 2}
    assert (now.tasks, now.items, now.calls) == (1, 6, 6)
    session.judging.estimate(["single", "pair"])
    session.jobs.drain()
    later = session.judging.estimated
    assert later.tasks == 2
    assert dict(later.by_purpose) == {"objects": 9, "relations": 3, "questions": 6, "pair": 3}
    assert "at most 21 requests" in later.text


def test_a_task_is_judged_from_a_record_overridden_saved_and_opened_again(
    single: Path, eyes: Any, desk: Any, kit: Any, tmp_path: Path
) -> None:
    kit.see_all(eyes, 10)
    record = tmp_path / "answers.jsonl"
    first = desk(single.parent)
    kit.select(first, "single")
    record_of(kit, first, record, ["single"])
    assert len(record.read_text().splitlines()) == 2
    first.close()
    (single / "grade.json").unlink()

    session = desk(single.parent)
    state = kit.select(session, "single")
    session.judging.ask(["single"], Options(replay=record))
    session.jobs.drain()
    q1, q2 = state.measurements["question_q1"], state.measurements["question_q2"]
    assert (q1.value, q1.raw, q1.source, q1.model) == (1.0, "yes", "judge", "played/model-1")
    marked = "expected yes, answered no (non-deterministic: vision model)"
    assert (q2.value, q2.raw, q2.notes) == (0.0, "No.", (marked,))
    assert kit.headlines(state) == {"fact_score": round(8 / 9, 6)}
    run = session.judging.run
    assert (run.answered, run.unanswered, run.calls, run.cost) == (2, 0, 0, 0.0)
    assert not run.is_running
    session.editor.answer("question_q2", 1.0, reason="it is glass")
    session.select("single")
    session.close()

    written = json.loads((single / "grade.json").read_text())
    kept = written["review"]["measurements"]["question_q2"]
    assert (kept["raw"], kept["model"], kept["asked_here"]) == ("No.", "played/model-1", True)
    assert written["judge_method"] == "vlm"
    assert written["overall_score"] == 1.0
    again = kit.select(desk(single.parent), "single")
    assert kit.headlines(again) == {"fact_score": 1.0}
    assert again.automatic.headline.value == round(8 / 9, 6)
    assert again.measurements["question_q1"].raw == "yes"


def test_answers_about_another_picture_are_asked_again(
    single: Path, eyes: Any, desk: Any, kit: Any, tmp_path: Path
) -> None:
    kit.see_all(eyes, 10, 11)
    session = desk(single.parent)
    state = kit.select(session, "single")
    record_of(kit, session, tmp_path / "record", ["single"])
    assert state.ledger.headline.value is not None
    session.close()
    kit.draw(single / "candidate.png", 11)
    again = kit.select(desk(single.parent), "single")
    assert again.ledger.headline.value is None
    assert again.ledger.check("question_q1").state == "not judged"


def test_tasks_off_the_desk_are_judged_and_written(
    single: Path, pair: Path, eyes: Any, desk: Any, kit: Any, tmp_path: Path
) -> None:
    kit.see_all(eyes, 10, 20)
    session = desk(single.parent)
    record_of(kit, session, tmp_path / "record", ["single", "pair"])
    assert session.current is None
    written = json.loads((single / "grade.json").read_text())
    assert written["overall_score"] == round(8 / 9, 6)
    assert session.row("single").headline == round(8 / 9, 6)
    both = json.loads((pair / "grade.json").read_text())
    assert both["review"]["headlines"]["other_fact_score"] == round(8 / 9, 6)


def test_without_a_detector_the_model_answers_and_is_marked(
    single: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    eyes.has_detector = eyes.has_reader = False
    model = kit.Scripted(
        checklist="yes",
        count=lambda ask: "1" if "cup" in str(ask.parts[0]) else "there are 3",
        color="Red",
        relation="yes",
        read="ORBIT\n",
    )
    session = desk(single.parent)
    state = kit.select(session, "single")
    session.judging.ask(["single"], model=model)
    session.jobs.drain()
    assert kit.credits(state) == {
        "valid": 1.0,
        "text_1": 1.0,
        "object_1": 1.0,
        "object_1_color": 1.0,
        "object_2": 0.5,
        "relation_1": 1.0,
        "question_q1": 1.0,
        "question_q2": 1.0,
    }
    count = state.measurements["object_2"]
    assert (count.source, count.raw) == ("judge", "there are 3")
    assert "non-deterministic" in count.notes[0]
    assert kit.headlines(state) == {"fact_score": round(8.5 / 9, 6)}


def test_an_answer_that_cannot_be_read_is_not_judged_and_never_0(
    single: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    eyes.has_detector = False
    eyes.spans[10] = [kit.ORBIT]
    model = kit.Scripted(checklist="yes", count="some", color="red", relation="yes")
    session = desk(single.parent)
    state = kit.select(session, "single")
    session.judging.ask(["single"], model=model)
    session.jobs.drain()
    row = state.ledger.check("object_1")
    assert (row.state, row.credit) == ("not judged", None)
    assert "no single count" in state.measurements["object_1"].reason
    assert state.ledger.headline.value is None
    assert session.judging.run.unanswered == 2


def test_a_child_of_a_no_is_not_asked(single: Path, eyes: Any, desk: Any, kit: Any) -> None:
    kit.see_all(eyes, 10)
    model = kit.Scripted(checklist="no")
    session = desk(single.parent)
    state = kit.select(session, "single")
    session.judging.ask(["single"], model=model)
    session.jobs.drain()
    assert len(model.asked) == 1
    assert kit.headlines(state) == {"fact_score": round(7 / 9, 6)}
    # A person who says yes to the parent opens the child again: nobody has answered it.
    session.editor.answer("question_q1", 1.0)
    assert state.ledger.check("question_q2").state == "not judged"
    assert state.ledger.headline.value is None


def test_asking_for_items_asks_them_even_when_answered_and_nothing_else(
    single: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    kit.see_all(eyes, 10)
    model = kit.Scripted(checklist="yes")
    session = desk(single.parent)
    state = kit.select(session, "single")
    session.judging.ask(["single"], model=model)
    session.jobs.drain()
    asked = len(model.asked)
    session.judging.ask(["single"], model=model)
    session.jobs.drain()
    assert len(model.asked) == asked
    model.replies["checklist"] = "no"
    session.judging.ask(["single"], Options(items=("question_q2",)), model=model)
    session.jobs.drain()
    assert len(model.asked) == asked + 1
    assert state.measurements["question_q1"].value == 1.0
    assert state.measurements["question_q2"].value == 0.0


def test_an_unreadable_or_invalid_candidate_is_not_sent(
    single: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    (single / "candidate.png").write_bytes(b"nothing")
    kit.settle(single / "candidate.png")
    model = kit.Scripted(checklist="yes")
    session = desk(single.parent)
    state = kit.select(session, "single")
    for options in (Options(), Options(items=("question_*",))):
        session.judging.ask(["single"], options, model=model)
        session.jobs.drain()
    assert model.asked == []
    assert kit.headlines(state) == {"fact_score": 0.0}


def test_no_key_leaves_everything_not_judged_and_is_said_once(
    single: Path, pair: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    kit.see_all(eyes, 10, 20)
    session = desk(single.parent)
    state = kit.select(session, "single")
    for _ in range(3):
        session.judging.ask(["single", "pair"])
        session.jobs.drain()
    said = [m.text for m in session.messages if "not judged" in m.text]
    assert len(said) == 1
    assert "OPENROUTER_API_KEY" in said[0]
    assert state.ledger.check("question_q1").state == "not judged"
    assert not (single / "grade.json").exists()


def test_no_network_stops_asking_and_is_said_once(
    single: Path, pair: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    def fail(ask: Ask) -> str:
        raise JudgeError("ConnectError: no route; check the network", is_final=True)

    kit.see_all(eyes, 10, 20)
    model = kit.Scripted(checklist=fail, pair=fail)
    session = desk(single.parent)
    state = kit.select(session, "single")
    session.judging.ask(["single"], model=model)
    session.jobs.drain()
    session.judging.ask(["single", "pair"], model=model)
    session.jobs.drain()
    said = [m.text for m in session.messages if "no route" in m.text]
    assert len(said) == 1
    # Once a run, beside those that other threads had begun by then.
    assert 2 <= len(model.asked) <= 4
    reason = state.measurements["question_q1"].reason
    assert reason.startswith("not judged: ConnectError")
    assert state.ledger.check("question_q1").credit is None
    assert session.judging.run.problem.startswith("ConnectError")


def test_silence_takes_no_earlier_answer_away(single: Path, eyes: Any, desk: Any, kit: Any) -> None:
    kit.see_all(eyes, 10)
    session = desk(single.parent)
    state = kit.select(session, "single")
    session.judging.ask(["single"], model=kit.Scripted(checklist="yes"))
    session.jobs.drain()
    session.judging.ask(["single"], Options(again=True), model=kit.Scripted())
    session.jobs.drain()
    assert kit.headlines(state) == {"fact_score": 1.0}


def test_cancel_keeps_what_was_answered(single: Path, eyes: Any, desk: Any, kit: Any) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slow(ask: Ask) -> str:
        begun.set()
        go_on.wait(10)
        return "yes"

    kit.see_all(eyes, 10)
    session = desk(single.parent)
    state = kit.select(session, "single")
    session.judging.ask(["single"], model=kit.Scripted(checklist=slow))
    assert begun.wait(10)
    session.judging.cancel()
    go_on.set()
    session.jobs.drain()
    assert session.judging.run.is_cancelled
    assert not session.judging.run.is_running
    assert state.ledger.headline.value is None
    assert not any(isinstance(m.text, Cancelled) for m in session.messages)


def test_a_record_is_never_written_over(
    single: Path, eyes: Any, desk: Any, kit: Any, tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.setenv("OPENROUTER_API_KEY", "sk-secret-key")
    record = tmp_path / "answers.jsonl"
    record.write_text("paid for\n")
    session = desk(single.parent)
    kit.select(session, "single")
    session.judging.ask(["single"], Options(record=record))
    session.jobs.drain()
    assert record.read_text() == "paid for\n"
    assert "Name another file" in session.judging.run.problem


def test_a_semantic_edit_is_judged_from_before_and_after(
    tmp_path: Path, desk: Any, kit: Any
) -> None:
    folder = tmp_path / "edits"
    kit.draw(folder / "warm_initial_reference.png", 30)
    kit.draw(folder / "warm.png", 31)
    (folder / "warm_instruction.txt").write_text("Make the photo warmer")
    reply = '{"score": 0.75, "reasoning": "warmer, slightly"}'
    model = kit.Scripted(before_after=reply)
    session = desk(folder)
    (task,) = session.tasks
    state = kit.select(session, task)
    assert state.ledger.headline.value is None
    session.judging.ask([task], model=model)
    session.jobs.drain()
    (ask,) = model.asked
    assert "Make the photo warmer" in ask.parts[0]
    assert [getattr(part, "name", part) for part in ask.parts[1:]] == [
        "BEFORE:",
        "warm_initial_reference.png",
        "AFTER:",
        "warm.png",
    ]
    found = state.measurements["vision_judge"]
    assert (found.value, found.reason, found.raw) == (0.75, "warmer, slightly", reply)
    assert state.ledger.headline.value is not None


def test_a_grader_s_own_items_are_asked_in_one_request(tmp_path: Path, desk: Any, kit: Any) -> None:
    folder = tmp_path / "plan"
    kit.draw(folder / "result.png", 40)
    score = {"overall_score": 0.5, "checks": {"vlm_legible": 0.0, "vlm_sorted": 1.0, "has_png": 1}}
    (folder / "score.json").write_text(json.dumps(score))
    model = kit.Scripted(
        rubric='{"items": {"vlm_legible": {"value": 1, "reason": "clear"}, "vlm_sorted": 0}}'
    )
    session = desk(folder)
    (task,) = session.tasks
    state = kit.select(session, task)
    session.judging.estimate([task])
    session.jobs.drain()
    assert session.judging.estimated.calls == 0
    session.judging.ask([task], Options(items=("vlm_*",)), model=model)
    session.jobs.drain()
    assert len(model.asked) == 1
    assert kit.credits(state)["vlm_legible"] == 1.0
    assert kit.credits(state)["vlm_sorted"] == 0.0


def test_why_there_was_no_answer_stays_in_the_grade_file(
    single: Path, eyes: Any, desk: Any, kit: Any
) -> None:
    from reviewer.cli import main

    def half(ask: Ask) -> str:
        if "glass" in str(ask.parts[0]):
            raise JudgeError("the model declined")
        return "yes"

    kit.see_all(eyes, 10)
    session = desk(single.parent)
    kit.select(session, "single")
    session.judging.ask(["single"], model=kit.Scripted(checklist=half))
    session.jobs.drain()
    session.close()
    before = (single / "grade.json").read_bytes()
    assert main(["recompute", str(single.parent)]) == 0
    assert (single / "grade.json").read_bytes() == before
    again = kit.select(desk(single.parent), "single")
    found = again.measurements["question_q2"]
    assert (found.value, found.reason) == (None, "not judged: the model declined")
    assert again.ledger.headline.value is None


def test_a_broken_result_is_not_shown_to_the_judge(tmp_path: Path, desk: Any, kit: Any) -> None:
    folder = tmp_path / "plan"
    folder.mkdir()
    (folder / "result.png").write_bytes(b"broken")
    kit.settle(folder / "result.png")
    (folder / "score.json").write_text(json.dumps({"checks": {"vlm_legible": 0.0}}))
    model = kit.Scripted(rubric='{"vlm_legible": 1}')
    session = desk(folder)
    (task,) = session.tasks
    state = kit.select(session, task)
    session.judging.ask([task], Options(items=("vlm_*",)), model=model)
    session.jobs.drain()
    assert model.asked == []
    # What the grader's judge said before still stands.
    assert kit.credits(state)["vlm_legible"] == 0.0
    assert session.judging.run.unanswered == 1
