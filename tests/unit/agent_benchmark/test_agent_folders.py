"""The forms of an agent's folder are found, and each file gets its role."""

from __future__ import annotations

import io
import json
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reviewer.model import Task
from reviewer.session.archives import kind_of
from reviewer.session.state import TaskState
from reviewer.store.folder import discover

Graded = Callable[..., TaskState]
JUDGED = {
    "artifact_checks": [],
    "dimensions": {"task_completion": {"score": 0.5}},
    "final_score": 0.5,
}
TASK = """---
id: SPA_task_1_floor_plan
name: plan
---
## Prompt
Lay out the furniture.

## Automated Checks
```python
def grade(**kwargs):
    return {"overall_score": 0.5}
```
"""


def only(where: Path) -> Task:
    found = list(discover(where))
    assert len(found) == 1, [task.id for task in found]
    return found[0]


def names(task: Task, role: str) -> list[str]:
    return [artifact.name for artifact in task.artifacts_in(role)]


def touch(where: Path, *files: str) -> Path:
    for name in files:
        path = where / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x")
    return where


def test_staged_case(tmp_path: Path, make: Any, spec: type, graded: Graded) -> None:
    where = make(tmp_path / "case", spec(log=(3, 1, False)))
    (where / "task.md").write_text(TASK)
    (where / "agent.log").write_text("log")
    (where / "_manifest.json").write_text("{}")
    task = only(where)
    assert (task.kind, task.id) == ("floor_plan", "case")
    assert names(task, "result") == ["results/floor_annotated.png"]
    assert names(task, "drawing") == ["results/floor_annotated.svg"]
    assert len(names(task, "screenshot")) == 5
    assert names(task, "gt") == ["gt/expected_furniture.json", "gt/rooms.json"]
    assert names(task, "chat log") == ["chat.jsonl"]
    assert task.grade_path == where / "grade.json"
    assert graded(where).instruction == "Lay out the furniture."


def test_the_root_wins_over_results(tmp_path: Path, make: Any, spec: type) -> None:
    where = make(tmp_path / "case", spec(in_root=True))
    task = only(where)
    assert names(task, "drawing") == ["floor_annotated.svg"]
    assert "results/floor_annotated.svg" in names(task, "other")


def test_workspace_with_ground_truth_beside_it(tmp_path: Path, make: Any, spec: type) -> None:
    made = make(tmp_path / "made", spec())
    case = tmp_path / "case"
    case.mkdir()
    (made / "gt").rename(case / "gt")
    made.rename(case / "workspace")
    task = only(case)
    assert names(task, "drawing") == ["workspace/results/floor_annotated.svg"]
    assert names(task, "gt") == ["gt/expected_furniture.json", "gt/rooms.json"]
    # Opened by itself, a workspace still finds what lies beside it, as its grader does.
    task = only(case / "workspace")
    assert names(task, "gt") == ["../gt/expected_furniture.json", "../gt/rooms.json"]


@pytest.mark.parametrize("inside", ["", "tasks"])
def test_repository(tmp_path: Path, make: Any, spec: type, inside: str) -> None:
    tasks = touch(tmp_path / "tasks" / "SPA", "SPA_task_2_terrain.md")
    (tasks / "SPA_task_1_floor_plan.md").write_text(TASK)
    make(tmp_path / inside / "workspace" / "SPA" / "task_1_floor_plan", spec())
    found = {task.id: task for task in discover(tmp_path)}
    start = f"{inside}/" if inside else ""
    plan = found[f"{start}workspace/SPA/task_1_floor_plan"]
    assert plan.kind == "floor_plan"
    assert plan.instruction_path is not None
    assert plan.instruction_path.read_text() == TASK
    alone = found["tasks/SPA/SPA_task_2_terrain"]
    assert (alone.kind, names(alone, "task")) == ("agent_judged", ["SPA_task_2_terrain.md"])
    assert len(found) == 2


def test_two_tasks_with_one_number(tmp_path: Path, make: Any, spec: type, graded: Graded) -> None:
    tasks = tmp_path / "tasks" / "SPA"
    tasks.mkdir(parents=True)
    for name in ("SPA_task_1_floor_plan.md", "SPA_task_1_other.md", "SPA_task_11_third.md"):
        (tasks / name).write_text(TASK)
    make(tmp_path / "workspace" / "SPA" / "task_1_floor_plan", spec())
    state = graded(tmp_path, task="workspace/SPA/task_1_floor_plan")
    flag = next(f for f in state.measured.flags if f.id == "two-tasks")
    assert flag.is_raised
    assert "SPA_task_1_other.md" in flag.detail
    assert "third" not in flag.detail
    assert state.ledger.headline.value is not None
    assert len(list(discover(tmp_path))) == 3


@pytest.mark.parametrize(
    "files",
    [
        ["results/view_xml_editor.png"],
        ["placement_check.md"],
        ["floor_annotated.svg"],
        ["gt/expected_furniture.json"],
    ],
)
def test_one_file_is_enough_for_a_floor_plan(tmp_path: Path, files: list[str]) -> None:
    task = only(touch(tmp_path / "a", *files))
    assert task.kind == "floor_plan"
    assert names(task, "result") == ["results/floor_annotated.png"]


@pytest.mark.parametrize(
    ("files", "score", "kind"),
    [
        (["results/home.png", "chat.jsonl"], JUDGED, "agent_judged"),
        (["results/home.png", "chat.jsonl"], {"score": 0.1, "scores": JUDGED}, "agent_judged"),
        (["results/home.png"], {"checks": {"a": 1}, "overall_score": 1}, "graded_folder"),
        (["results/floor_annotated.png"], JUDGED, "agent_judged"),
        (["results/floor_annotated.png"], {"checks": {}, "overall_score": 1}, "floor_plan"),
        (["agent.log"], {"checks": {"a": 1}}, "graded_folder"),
        (["agent.log", "task.md"], None, "agent_judged"),
    ],
)
def test_kinds_by_score_file(tmp_path: Path, files: list[str], score: Any, kind: str) -> None:
    where = touch(tmp_path / "WEB_task_1", *files)
    if score is not None:
        (where / "score.json").write_text(json.dumps(score))
    assert only(where).kind == kind


def test_other_folders_are_left_to_other_kinds(tmp_path: Path) -> None:
    """A task file beside an edit's pictures is only its instruction."""
    touch(tmp_path / "edit", "task.md", "initial.png", "result.png", "golden.png")
    touch(tmp_path / "runs" / "results", "a.png", "b.png")
    touch(tmp_path / "repository" / "tasks" / "readme.txt")
    assert [task.kind for task in discover(tmp_path)] == ["gimp_edit"]


def tar(path: Path, files: dict[str, bytes], *, odd: bool = False) -> None:
    with tarfile.open(path, "w:gz") as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
        if odd:
            info = tarfile.TarInfo("results/link.png")
            info.type, info.linkname = tarfile.SYMTYPE, "/etc/passwd"
            archive.addfile(info)
            info = tarfile.TarInfo("../../outside.txt")
            info.size = 3
            archive.addfile(info, io.BytesIO(b"bad"))


def files_of(where: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(where)): path.read_bytes()
        for path in sorted((where / "results").rglob("*"))
        if path.is_file()
    }


@pytest.mark.parametrize("wrapped", ["", "tmp_workspace/"])
def test_rollout_with_an_archive(
    tmp_path: Path, make: Any, spec: type, graded: Graded, wrapped: str
) -> None:
    made = make(tmp_path / "made", spec())
    rollout = tmp_path / "runs" / "SPA_task_1_floor_plan"
    rollout.mkdir(parents=True)
    (made / "gt").rename(rollout / "gt")
    tar(rollout / "results.tar.gz", {f"{wrapped}{k}": v for k, v in files_of(made).items()})
    touch(rollout, "agent.log")
    before = sorted(rollout.rglob("*"))
    state = graded(tmp_path / "runs")
    assert state.task.kind == "floor_plan"
    assert state.ledger.headline.value == 0.6
    assert state.measurements["inkscape_ui_shots"].value == 5
    assert not next(f for f in state.measured.flags if f.id == "archive").is_raised
    assert sorted(rollout.rglob("*")) == before
    # The second time it is there already.
    assert graded(tmp_path / "runs").task.artifact("drawing") == state.task.artifact("drawing")


@pytest.mark.parametrize("start", ["", "results/", "./results/", "tmp_workspace/results/", "a/b/"])
@pytest.mark.parametrize(
    ("names", "kind"),
    [
        (["floor_annotated.svg"], "floor_plan"),
        (["placement_check.md"], "floor_plan"),
        (["view_02_lpe_dialog.png", "other.txt"], "floor_plan"),
        (["logo.svg", "home.png"], "agent_judged"),
        (["deep/floor_annotated.svg", "notes.md"], "agent_judged"),
    ],
)
def test_a_rollout_is_read_as_the_kind_it_is_graded_as(
    tmp_path: Path, graded: Graded, start: str, names: list[str], kind: str
) -> None:
    rollout = touch(tmp_path / "runs" / "a", "agent.log")
    tar(rollout / "results.tar.gz", {f"{start}{name}": b"x" for name in names})
    (task,) = discover(tmp_path / "runs")
    assert kind_of(task, cancel=lambda: None) == kind
    state = graded(tmp_path / "runs")
    assert state.task.kind == kind
    assert kind_of(state.task, cancel=lambda: None) == kind
    where = Path(state.task.settings["archive"])
    assert {"results", names[0].partition("/")[0]} & {path.name for path in where.iterdir()}


def test_a_score_says_which_kind_a_rollout_is(tmp_path: Path, graded: Graded) -> None:
    rollout = touch(tmp_path / "runs" / "a", "agent.log")
    tar(rollout / "results.tar.gz", {"results/floor_annotated.svg": b"<svg/>"})
    (rollout / "score.json").write_text(json.dumps({"artifact_checks": [], "final_score": 1}))
    (task,) = discover(tmp_path / "runs")
    assert kind_of(task, cancel=lambda: None) == "agent_judged"
    assert graded(tmp_path / "runs").task.kind == "agent_judged"


def test_an_archive_that_wants_out(tmp_path: Path, make: Any, spec: type, graded: Graded) -> None:
    made = make(tmp_path / "made", spec())
    rollout = touch(tmp_path / "runs" / "a", "agent.log")
    tar(rollout / "results.tar.gz", files_of(made), odd=True)
    state = graded(tmp_path / "runs")
    assert state.task.kind == "floor_plan"
    flag = next(f for f in state.measured.flags if f.id == "archive")
    assert flag.is_raised
    assert "a link to /etc/passwd" in flag.detail
    assert "a path that leaves the folder" in flag.detail
    assert not (tmp_path / "outside.txt").exists()
    assert state.ledger.headline.value == 0.6


def test_a_damaged_archive_is_said_and_the_rest_works(
    tmp_path: Path, make: Any, spec: type, graded: Graded
) -> None:
    make(tmp_path / "good", spec())
    broken = touch(tmp_path / "SPA_task_1_floor_plan", "results.tar.gz", "agent.log")
    state = graded(tmp_path, task="SPA_task_1_floor_plan")
    assert "results.tar.gz: it is damaged or no tar archive" in state.error
    assert state.error.endswith("Fetch it again.")
    assert state.ledger is None
    assert graded(tmp_path, task="good").ledger.headline.value == 0.6
    assert broken.is_dir()
    found = {task.id: task for task in discover(tmp_path)}
    damaged = found["SPA_task_1_floor_plan"]
    assert kind_of(damaged, cancel=lambda: None) == state.task.kind


def test_a_task_file_without_front_matter(
    tmp_path: Path, make: Any, spec: type, graded: Graded
) -> None:
    where = make(tmp_path / "case", spec())
    (where / "task.md").write_text("## Prompt\nDo it.\n")
    state = graded(where)
    flag = next(f for f in state.measured.flags if f.id == "task-file")
    assert flag.is_raised
    assert "no front matter" in flag.detail
    assert state.instruction == "Do it."
    assert state.ledger.headline.value == 0.6
