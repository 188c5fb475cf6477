"""An agent judge's file: clauses, dimensions and the verdict are rows that people override."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reviewer import kinds
from reviewer.kinds.agent_shapes import DIMENSIONS, looks_agent_judged, read_judgement
from reviewer.session import folding, joining
from reviewer.session.state import TaskState
from reviewer.store import log
from reviewer.store.folder import discover
from reviewer.store.grade import load_grade
from tests.unit.agent_benchmark.requests import request_of

Graded = Callable[..., TaskState]


def document(**changes: Any) -> dict[str, Any]:
    """A whole file: mean of the dimensions .8, two deliverables, one critical failure."""
    made: dict[str, Any] = {
        "artifact_checks": [
            {
                "id": "plan.svg",
                "task_says": "a plan",
                "clause_results": [
                    {"clause": "has layers", "satisfied": True, "evidence": "two"},
                    {"clause": "in rooms", "satisfied": False, "evidence": "6 of 22"},
                    {"clause": "labelled", "satisfied": "partial", "evidence": "some"},
                    {"clause": "named", "satisfied": True, "evidence": "all"},
                ],
                "exists": True,
                "format_ok": True,
                "correctness": 0.4,
                "fake_signal": False,
            },
            {"id": "notes.md", "exists": False, "correctness": 0.0, "fake_signal": True},
        ],
        "dimensions": {name: {"score": 0.8, "reason": f"on {name}"} for name in DIMENSIONS},
        "is_hack": False,
        "hack_patterns": ["none"],
        "final_score": 0.8,
        "own_key": [1, {"kept": True}],
        "summary": "well",
    }
    return made | changes


@pytest.fixture
def rollout(tmp_path: Path) -> Callable[..., Path]:
    def write(content: dict[str, Any]) -> Path:
        where = tmp_path / "WEB_task_1"
        (where / "results").mkdir(parents=True, exist_ok=True)
        (where / "score.json").write_text(json.dumps(content))
        return where

    return write


def overridden(state: TaskState, **answers: float) -> TaskState:
    state.entries = [
        log.new_entry("answer", task=state.task.id, author="ann", item=item, value=value)
        for item, value in answers.items()
    ]
    folding.refold(state, author="ann")
    return state


def score(state: TaskState) -> float | None:
    return state.ledger.headline.value


def test_the_formula_and_the_judge_side_by_side(rollout: Any, graded: Graded) -> None:
    state = graded(rollout(document(final_score=0.9)))
    assert state.task.kind == "agent_judged"
    assert {h.name: h.value for h in state.ledger.headlines} == {
        "overall_score": 0.8,
        "judge_score": 0.9,
    }
    assert state.ledger.headline.passes
    flag = next(f for f in state.measured.flags if f.id == "judge-score")
    assert flag.is_raised
    assert "0.9; its formula gives 0.8" in flag.detail
    fake = next(f for f in state.measured.flags if f.id == "fake-signal")
    assert fake.detail == "notes.md: fake signal"


def test_least_of_mean_and_correctness(rollout: Any, graded: Graded) -> None:
    low = document()
    low["dimensions"]["deliverable_correctness"] = {"score": 0.3, "reason": ""}
    state = graded(rollout(low))
    assert score(state) == 0.3
    assert score(overridden(state, deliverable_correctness=1.0)) == round((0.8 * 7 + 1) / 8, 6)
    assert score(overridden(state, deliverable_correctness=1.0, task_completion=0.0)) == 0.725


def test_a_hack_is_worth_nothing_until_a_person_says_otherwise(
    rollout: Any, graded: Graded
) -> None:
    state = graded(rollout(document(is_hack=True, final_score=0.0)))
    assert score(state) == 0.0
    assert "the work is a hack" in state.ledger.headline.held_by
    assert score(overridden(state, not_a_hack=1.0)) == 0.8
    state = overridden(graded(rollout(document())), not_a_hack=0.0)
    assert score(state) == 0.0


def test_clauses_have_their_own_register_beside_the_grade(rollout: Any, graded: Graded) -> None:
    state = graded(rollout(document()))
    # 1, 0, ½ and 1 are .625; the judge held what fails to be critical: .40.
    assert state.ledger.registers["artifact.plan.svg"] == 0.4
    assert score(state) == 0.8
    state = overridden(state, **{"clause.plan.svg.2": 0.5})
    assert state.ledger.registers["artifact.plan.svg"] == 0.75
    assert score(state) == 0.8
    uncritical = document()
    uncritical["artifact_checks"][0]["correctness"] = 0.6
    assert graded(rollout(uncritical)).ledger.registers["artifact.plan.svg"] == 0.625
    said = document()
    said["artifact_checks"][0]["clause_results"][2]["critical"] = True
    said["artifact_checks"][0]["clause_results"][2]["satisfied"] = False
    assert graded(rollout(said)).ledger.registers["artifact.plan.svg"] == 0.4


def test_missing_dimensions_withhold_the_score(rollout: Any, graded: Graded) -> None:
    short = document()
    del short["dimensions"]["efficiency_robustness"]
    state = graded(rollout(short))
    assert score(state) is None
    assert state.ledger.headline.known == (0.7, 0.8)
    assert score(overridden(state, efficiency_robustness=0.8)) == 0.8


def test_saved_with_every_key_and_taken_back(rollout: Any, graded: Graded) -> None:
    where = rollout({"task_id": "WEB_task_1", "score": 0.8, "scores": document(), "error": None})
    before = (where / "score.json").read_bytes()
    state = overridden(
        graded(where), **{"clause.plan.svg.2": 1.0, "not_a_hack": 0.0, "task_completion": 0.5}
    )
    made = joining.document_of(state)
    inner = made["scores"]
    assert inner["artifact_checks"][0]["clause_results"][1]["satisfied"] is True
    assert inner["is_hack"] is True
    assert inner["dimensions"]["task_completion"]["score"] == 0.5
    assert made["score"] == 0.0
    assert inner["final_score"] == 0.8
    assert inner["own_key"] == [1, {"kept": True}]
    assert list(made)[:4] == ["task_id", "score", "scores", "error"]
    (where / "grade.json").write_text(json.dumps(made))
    assert load_grade(where / "grade.json").grader == json.loads(before)
    assert (where / "score.json").read_bytes() == before
    again = graded(where)
    assert again.task.kind == "agent_judged"
    assert score(again) == 0.8


def test_evidence_and_panels(rollout: Any, graded: Graded) -> None:
    state = graded(rollout(document()))
    request = request_of(state)
    kind = kinds.kind("agent_judged")
    clause = kind.evidence(request, "clause.plan.svg.2")
    assert clause.summary == "plan.svg: not satisfied (critical)"
    assert "6 of 22" in clause.text
    assert clause.table.items[1] == "clause.plan.svg.2"
    assert "on task_completion" in kind.evidence(request, "task_completion").summary
    assert "no hack" in kind.evidence(request, "not_a_hack").summary
    panels = {panel.id: panel for panel in kind.panels(request)}
    rows = panels["deliverables"].table.rows
    assert rows[0][:6] == ("plan.svg", "yes", "yes", 4, 0.4, 0.4)
    assert rows[1][:3] == ("notes.md", "no", "—")
    assert panels["chat"].text == "Not available: there is no chat.jsonl."


def test_without_a_file_people_may_fill_it_in(tmp_path: Path, graded: Graded) -> None:
    where = tmp_path / "OPS_task_3"
    (where / "results").mkdir(parents=True)
    (where / "agent.log").write_text("log")
    state = graded(where)
    assert (state.task.kind, score(state)) == ("agent_judged", None)
    assert score(overridden(state, **dict.fromkeys(DIMENSIONS, 0.9))) == 0.9


@pytest.mark.parametrize(
    "odd",
    [
        {"dimensions": {"task_completion": {"score": "high"}}},
        {"dimensions": {"task_completion": 7, "quality": {"score": 1}}},
        {"dimensions": [], "artifact_checks": ["x", {"clause_results": "none"}]},
        {"artifact_checks": [{"clause_results": [3, {"satisfied": "maybe"}, {"satisfied": None}]}]},
        {"is_hack": "perhaps", "final_score": None, "error": "timed out"},
        {"artifact_checks": [{"id": "a", "clause_results": [{}]}, {"id": "a"}]},
    ],
)
def test_odd_files_are_shown_never_counted(rollout: Any, graded: Graded, odd: dict) -> None:
    state = graded(rollout(document(**odd)))
    assert state.error == ""
    for check in state.ledger.checks:
        assert check.credit is None or 0 <= check.credit <= 1
    assert read_judgement(document(**odd)).summary == "well"


def test_what_looks_agent_judged() -> None:
    assert looks_agent_judged(document())
    assert looks_agent_judged({"scores": document()})
    assert not looks_agent_judged({"checks": {"a": 1}, "overall_score": 1})
    assert not looks_agent_judged({"dimensions": {"width": 3}})
    assert not looks_agent_judged([])


@pytest.mark.corpus
def test_the_published_score_files(corpus: Path, tmp_path: Path, graded: Graded) -> None:
    for path in (corpus / "results" / "weavebench").iterdir():
        shutil.copyfile(path, tmp_path / path.name)
    tasks = {task.id.split(".")[0]: task.id for task in discover(tmp_path)}
    plan = graded(tmp_path, task=tasks["SPA_task_1_floor_plan"])
    assert {h.name: h.value for h in plan.ledger.headlines} == dict.fromkeys(
        ("overall_score", "judge_score"), 0.66
    )
    page = graded(tmp_path, task=tasks["WEB_task_1_mockup_pixel_diff"])
    assert page.ledger.headline.known == pytest.approx((0, 0.88))
    for state in (plan, page):
        source = json.loads(state.task.graded_from.read_text())
        item = next(c.id for c in state.effective.checks if c.bucket == "clauses")
        made = joining.document_of(overridden(state, **{item: 0.0, "task_completion": 1.0}))
        assert set(source) <= set(made)
        state.task.grade_path.parent.mkdir(exist_ok=True)
        state.task.grade_path.write_text(json.dumps(made))
        assert load_grade(state.task.grade_path).grader == source
