"""Which folders are problems with candidates, and which picture plays which role."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from reviewer.kinds.text_to_image import in_order
from reviewer.store.folder import discover


def test_one_candidate_is_a_task_with_its_prompt(single: Path) -> None:
    (task,) = discover(single.parent)
    assert (task.id, task.kind) == ("single", "text_to_image")
    assert [artifact.role for artifact in task.artifacts] == ["result", "answer_key"]
    assert task.instruction.startswith("a red cup")


def test_two_candidates_are_one_task(pair: Path) -> None:
    (task,) = discover(pair)
    assert [(a.role, a.name) for a in task.artifacts] == [
        ("result", "a.png"),
        ("other", "b.png"),
        ("answer_key", "problem.json"),
    ]
    assert "two candidate pictures" in task.why


def test_names_may_say_who_is_the_challenger() -> None:
    assert in_order(["a_king.png", "challenger.png"]) == ["challenger.png", "a_king.png"]
    assert in_order(["img10.png", "img2.png"]) == ["img2.png", "img10.png"]


@pytest.mark.parametrize(
    ("names", "result", "other"),
    [
        (("result.png", "other.png"), "result.png", "other.png"),
        (("result.png", "a.png"), "result.png", "a.png"),
        (("initial.png", "result.png"), "result.png", "initial.png"),
        (("golden.png", "my_try.png"), "my_try.png", "golden.png"),
        (("b.png", "a.png"), "a.png", "b.png"),
        (("viking.png", "zebra.png"), "viking.png", "zebra.png"),
    ],
)
def test_roles_follow_the_words_in_names(names: tuple[str, ...], result: str, other: str) -> None:
    assert in_order(list(names)) == [result, other]


def test_another_problem_file_is_something_else(tmp_path: Path, kit: Any) -> None:
    for name in ("a.png", "b.png"):
        kit.draw(tmp_path / "math" / name, 1)
    (tmp_path / "math" / "problem.json").write_text('{"equation": "x = 1"}')
    assert "text_to_image" not in {task.kind for task in discover(tmp_path)}


@pytest.mark.parametrize(
    ("others", "problem"),
    [
        ((), "no picture yet; put one or two pictures here"),
        (("a.png", "b.png", "c.png"), "3 pictures (a.png, b.png, c.png), and one or two"),
        (("a.svg",), "a.svg is no picture of pixels; export it as PNG"),
        (("r.png/",), "r.png is a folder, not a picture"),
    ],
)
def test_a_wrong_number_of_pictures_is_a_task_that_says_so(
    tmp_path: Path, kit: Any, others: tuple[str, ...], problem: str
) -> None:
    folder = tmp_path / "odd"
    folder.mkdir()
    for name in others:
        if name.endswith("/"):
            (folder / name).mkdir()
        elif name.endswith(".svg"):
            (folder / name).write_text("<svg/>")
        else:
            kit.draw(folder / name, 1)
    (folder / "answer_key.json").write_text(json.dumps(kit.KEY))
    (task,) = discover(tmp_path)
    assert (task.id, task.kind) == ("odd", "text_to_image")
    assert problem in task.problem


def test_a_better_rule_wins_over_a_wrong_number_of_pictures(tmp_path: Path, kit: Any) -> None:
    for name in ("initial.png", "result.png", "golden.png"):
        kit.draw(tmp_path / "three" / name, 1)
    (tmp_path / "three" / "answer_key.json").write_text(json.dumps(kit.KEY))
    (task,) = discover(tmp_path)
    assert (task.kind == "text_to_image", task.problem) == (False, "")


def test_tasks_below_a_problem_without_pictures_are_still_found(
    tmp_path: Path, single: Path, kit: Any
) -> None:
    (single.parent / "problem.json").write_text(json.dumps({"answer_key": kit.KEY}))
    found = {task.id: bool(task.problem) for task in discover(single.parent)}
    assert found == {single.parent.name: True, "single": False}
