"""Task, reports, ground truth and log of a case are shown, whatever grader graded it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reviewer import kinds
from reviewer.model import Panel
from reviewer.session.state import TaskState
from tests.unit.agent_benchmark.requests import request_of

Graded = Callable[..., TaskState]
REPORT = "# Check\n\nAll 2 pass.\n\n| ID | room |\n|---|---|\n| a_b | x |\n\n```bash\nls\n```\n"
TASK = (
    "---\nid: WEB_task_1\nname: A *bold* name\n---\n## Prompt\n\nDo `it`.\n\n## Grading Criteria\n"
    "- one\n\n## Automated Checks\n```python\ndef grade(**k):\n    return {}\n```\n"
)


def panels_of(state: TaskState) -> dict[str, Panel]:
    request = request_of(state)
    return {panel.id: panel for panel in kinds.kind(state.task.kind).panels(request)}


def write_case(where: Path) -> None:
    for name, text in {
        "task.md": TASK,
        "results/report.md": REPORT,
        "results/deep/table.csv": "a,b\n1,2\n",
        "results/notes.txt": "plain words\n",
        "gt/answer.json": '{"right": 1}\n',
        "gt/model.bin": "x",
        "chat.jsonl": "no json\n",
    }.items():
        (where / name).parent.mkdir(parents=True, exist_ok=True)
        (where / name).write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("score", "kind"),
    [
        ({"checks": {"a": 1}, "overall_score": 1}, "graded_folder"),
        ({"artifact_checks": [], "final_score": 1}, "agent_judged"),
        (None, "agent_judged"),
    ],
)
def test_a_case_shows_its_task_reports_and_ground_truth(
    tmp_path: Path, graded: Graded, score: Any, kind: str
) -> None:
    write_case(tmp_path / "case")
    if score is not None:
        (tmp_path / "case" / "score.json").write_text(json.dumps(score))
    state = graded(tmp_path / "case")
    assert state.task.kind == kind
    shown = panels_of(state)
    assert shown["task"].form == "markdown"
    assert "- **name**: A \\*bold\\* name" in shown["task"].text
    assert "## Prompt\n\nDo `it`." in shown["task"].text
    assert shown["criteria"].table is not None
    assert (shown["code"].form, shown["code"].text) == (
        "code", "def grade(**k):\n    return {}"
    )  # fmt: skip
    report = shown["report:results/report.md"]
    assert (report.form, report.text) == ("markdown", REPORT)
    table = shown["report:results/deep/table.csv"].table
    assert table is not None
    assert table.rows == (("1", "2"),)
    assert (shown["report:results/notes.txt"].form, shown["report:results/notes.txt"].text) == (
        "text", "plain words\n"
    )  # fmt: skip
    truth = shown["gt:gt/answer.json"]
    assert (truth.form, truth.title, truth.text) == ("code", "gt: answer.json", '{"right": 1}\n')
    assert "gt:gt/model.bin" not in shown
    assert "chat" in shown


def test_other_reports_of_a_floor_plan_are_shown_too(
    tmp_path: Path, make: Any, spec: type, graded: Graded
) -> None:
    where = make(tmp_path / "case", spec())
    (where / "results" / "notes.md").write_text("# Notes\n")
    (where / "results" / "table.csv").write_text("a\n1\n")
    shown = panels_of(graded(where))
    assert shown["report:results/notes.md"].text == "# Notes\n"
    assert shown["report:results/table.csv"].table is not None
    assert {"gt:gt/rooms.json", "gt:gt/expected_furniture.json"} <= shown.keys()


def test_many_reports_end_in_a_list(tmp_path: Path, graded: Graded) -> None:
    write_case(tmp_path / "case")
    for number in range(30):
        (tmp_path / "case" / "results" / f"r{number:02d}.md").write_text("x")
    shown = panels_of(graded(tmp_path / "case"))
    assert len([name for name in shown if name.startswith(("report:", "gt:"))]) == 24
    assert shown["more"].text.splitlines()[0].startswith("10 more files")
    assert "gt/answer.json" in shown["more"].text


def test_a_lone_graders_file_has_no_chat_log_panel(tmp_path: Path, graded: Graded) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "score.json").write_text('{"checks": {"a": 1}, "overall_score": 1}')
    assert panels_of(graded(tmp_path / "one")) == {}
