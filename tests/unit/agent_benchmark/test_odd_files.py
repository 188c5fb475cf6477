"""Files of a case that are none: logs that hold no JSON, links, pipes, folders."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reviewer import kinds
from reviewer.formats.task_markdown import MAX_BYTES
from reviewer.model import Panel
from reviewer.session.state import TaskState
from tests.unit.agent_benchmark.requests import request_of

Graded = Callable[..., TaskState]


def flags(state: TaskState) -> dict[str, str]:
    return {flag.id: flag.detail for flag in state.measured.flags if flag.is_raised}


def chat_panel(state: TaskState) -> Panel:
    request = request_of(state)
    return next(p for p in kinds.kind("floor_plan").panels(request) if p.id == "chat")


@pytest.mark.parametrize("content", [bytes(range(256)) * 64, b"", b"no json\n[1]\n"])
def test_a_log_that_cannot_be_read_is_not_available(
    tmp_path: Path, make: Any, spec: type, graded: Graded, content: bytes
) -> None:
    where = make(tmp_path / "case", spec())
    (where / "chat.jsonl").write_bytes(content)
    state = graded(where)
    for name in ("audit_total_tool_calls", "audit_screenshots", "audit_any_banned"):
        found = state.measurements[name]
        assert found.value is None
        assert found.reason.startswith("not available: chat.jsonl: ")
    lines = {state.effective.steps[line.step].id: line for line in state.ledger.lines}
    assert not lines["cap_banned_tool"].available
    assert flags(state)["chat-log"].startswith("chat.jsonl: ")
    assert chat_panel(state).text.startswith("Not available: chat.jsonl: ")


def test_broken_lines_of_a_log_are_counted(
    tmp_path: Path, make: Any, spec: type, graded: Graded
) -> None:
    where = make(tmp_path / "case", spec())
    (where / "chat.jsonl").write_bytes(b'{"type": "message"}\nbroken\n{"a":\n')
    state = graded(where)
    assert state.measurements["audit_total_tool_calls"].value == 0
    said = "Lines that are no JSON: 2 of 3, the first is line 2."
    assert flags(state)["chat-log"] == said
    assert chat_panel(state).text.endswith(said.rstrip("."))


def test_what_stands_in_place_of_a_deliverable_is_named(
    tmp_path: Path, make: Any, spec: type, graded: Graded
) -> None:
    (tmp_path / "elsewhere.md").write_text("row\n" * 22)
    where = make(tmp_path / "case", spec())
    results = where / "results"
    assert "no-file" not in flags(graded(where))
    for name in ("placement_check.md", "floor_annotated.svg", "floor_annotated.png"):
        (results / name).unlink()
    assert "no-file" not in flags(graded(where))
    (results / "placement_check.md").symlink_to(tmp_path / "elsewhere.md")
    os.mkfifo(results / "floor_annotated.svg")
    (results / "floor_annotated.png").mkdir()
    state = graded(where)
    said = flags(state)
    assert "placement_check.md: it is a link out of the opened folder, to " in said["no-file"]
    assert said["no-drawing"] == "floor_annotated.svg: it is a pipe, not a file."
    assert said["unreadable"].startswith("floor_annotated.png: it is a folder, not a file: ")
    assert state.measurements["check_lines"].value is None


def test_a_large_task_file_is_told_once_with_one_limit(
    tmp_path: Path, make: Any, spec: type, graded: Graded
) -> None:
    where = make(tmp_path / "case", spec())
    start = "---\nid: a\n---\n## Prompt\n\nDo it.\n\n## Automated Checks\n\n"
    (where / "task.md").write_text(start + "x" * (MAX_BYTES + 1 - len(start)))
    state = graded(where)
    assert state.instruction == "Do it."
    assert not [note for note in state.notes if "task.md" in note]
    said = f"The file has {MAX_BYTES + 1:,} bytes; only the first {MAX_BYTES:,} were read."
    assert said in flags(state)["task-file"]


def test_a_log_that_is_a_folder_is_named(
    tmp_path: Path, make: Any, spec: type, graded: Graded
) -> None:
    where = make(tmp_path / "case", spec())
    (where / "chat.jsonl").unlink(missing_ok=True)
    (where / "chat.jsonl").mkdir()
    assert flags(graded(where))["no-file"] == "chat.jsonl: it is a folder, not a file."


@pytest.mark.parametrize(
    ("name", "held", "said"),
    [
        ("expected_furniture.json", "[1, 2]", "a list, not an object with required_furniture"),
        ("expected_furniture.json", "3", "a number, not an object with required_furniture"),
        ("rooms.json", '"living"', "a text, not an object of names"),
        ("rooms.json", "null", "null, not an object of names"),
        ("rooms.json", '["living"]', ""),
    ],
)
def test_ground_truth_of_another_form_is_said(
    tmp_path: Path, make: Any, spec: type, graded: Graded, name: str, held: str, said: str
) -> None:
    where = make(tmp_path / "case", spec())
    (where / "gt" / name).write_text(held)
    found = flags(graded(where)).get("gt-broken", "")
    assert found == (f"gt/{name} is {said}: its checks leave the grade." if said else "")
