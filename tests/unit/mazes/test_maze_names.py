"""Names of a maze run: what is an answer, a clip, a puzzle, a solution, and where they lie."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewer.kinds.maze_names import (
    ANSWER,
    CLIP,
    PUZZLE,
    SOLUTION,
    model_of,
    parse_name,
    round_suffix,
)
from reviewer.model import GOLDEN, INITIAL, RESULT
from reviewer.store.folder import discover

MAZE = "dfs_easy_3x3_n000_var1_fixed_both"


@pytest.mark.parametrize(
    ("name", "form", "label"),
    [
        (f"{MAZE}_targeted_solution.png", ANSWER, ""),
        (f"{MAZE}_targeted_solution.jpg", ANSWER, ""),
        (f"{MAZE}__aa.png", ANSWER, "aa"),
        (f"{MAZE}__aa_targeted_solution.webp", ANSWER, "aa"),
        (f"{MAZE}_targeted_solution__aa.png", ANSWER, "aa"),
        (f"{MAZE}_solution.png", SOLUTION, ""),
        (f"{MAZE}.png", PUZZLE, ""),
        (f"{MAZE}.mp4", CLIP, ""),
        (f"{MAZE}__vp9.webm", CLIP, "vp9"),
        (f"{MAZE}.MOV", CLIP, ""),
    ],
)
def test_a_name_says_what_the_file_is(name, form, label):
    found = parse_name(name)
    assert found is not None
    assert (found.maze, found.form, found.label) == (MAZE, form, label)
    assert (found.algo, found.difficulty, found.index) == ("dfs", "easy", 0)
    assert (found.columns, found.rows, found.variant) == (3, 3, "var1_fixed_both")


@pytest.mark.parametrize(
    "name",
    [
        f"{MAZE}__aa_evaluation.png",
        "photo.png",
        "dfs_easy_n000_var1.png",
        f".{MAZE}.png",
        f"{MAZE}.txt",
        "dfs_easy_3x3_n_v.png",
    ],
)
def test_other_names_are_left_to_other_rules(name):
    assert parse_name(name) is None


@given(
    algo=st.sampled_from(["dfs", "wilson", "prim2"]),
    columns=st.integers(1, 99),
    rows=st.integers(1, 99),
    index=st.integers(0, 9999),
    variant=st.from_regex(r"var[0-9](_[a-z]{1,6}){0,2}", fullmatch=True),
    label=st.from_regex(r"(__[a-z0-9]{1,8})?", fullmatch=True),
)
def test_a_label_and_an_ending_never_change_the_maze(algo, columns, rows, index, variant, label):
    maze = f"{algo}_hard_{columns}x{rows}_n{index:03d}_{variant}"
    plain = parse_name(f"{maze}_solution.png")
    for name in (f"{maze}{label}_targeted_solution.png", f"{maze}{label}.mp4"):
        found = parse_name(name)
        assert found is not None
        assert plain is not None
        assert found.maze == plain.maze == maze
        assert (found.columns, found.rows) == (columns, rows)


def test_rounds_and_models_come_from_the_folders_name():
    assert round_suffix("easy_round1") == "_round1"
    assert round_suffix("easy_round12") == "_round12"
    assert round_suffix("easy") == ""
    assert round_suffix("/x/hard_round3/y") == "_round3"
    assert model_of("/data/video_results/sora2/dfs/easy_round1") == "sora2"
    assert model_of("/data/video_results/veo3/dfs/easy_round1") == ""


def touched(*paths: Path) -> None:
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x")


def roles_of(task):
    return {artifact.role: artifact.path.resolve() for artifact in task.artifacts}


@pytest.mark.parametrize(
    "place", [".", "solution", "../solution", "../data/solution", "../../../data/solution"]
)
def test_the_solution_is_found_where_it_may_lie(tmp_path, place):
    folder = tmp_path / "results" / "veo3" / "easy_round2"
    answer = folder / f"{MAZE}_targeted_solution.png"
    solution = folder / place / f"{MAZE}_solution.png"
    touched(answer, solution)
    (task,) = discover(folder)
    assert roles_of(task) == {RESULT: answer, GOLDEN: solution.resolve()}
    assert task.kind == "maze_image"
    assert task.grade_path == folder / "review" / f"{answer.stem}_round2.grade.json"


def test_all_answers_to_one_maze_share_its_solution_and_puzzle(tmp_path):
    names = ("_targeted_solution.png", "__aa.png", ".mp4", "__vp9.webm")
    touched(*(tmp_path / f"{MAZE}{ending}" for ending in (*names, "_solution.png", ".png")))
    found = {task.artifact(RESULT).name: task for task in discover(tmp_path)}
    assert set(found) == {f"{MAZE}{ending}" for ending in names}
    for name, task in found.items():
        assert task.artifact(GOLDEN).name == f"{MAZE}_solution.png"
        assert task.artifact(INITIAL).name == f"{MAZE}.png"
        assert task.kind == ("maze_video" if name.endswith(("mp4", "webm")) else "maze_image")
        assert task.grade_path.name == f"{Path(name).stem}.grade.json"


def test_an_answer_without_a_solution_is_still_a_task(tmp_path):
    touched(tmp_path / f"{MAZE}_targeted_solution.png")
    (task,) = discover(tmp_path)
    assert task.artifact(GOLDEN) is None
    assert "without a solution" in task.why


def test_puzzles_and_solutions_alone_are_no_tasks(tmp_path):
    touched(tmp_path / f"{MAZE}.png", tmp_path / "solution" / f"{MAZE}_solution.png")
    assert list(discover(tmp_path)) == []


def test_two_rounds_never_collide(tmp_path):
    for number in (1, 2):
        touched(tmp_path / f"easy_round{number}" / f"{MAZE}.mp4")
    found = list(discover(tmp_path))
    assert [task.id for task in found] == [f"easy_round{n}/{MAZE}" for n in (1, 2)]
    assert len({task.grade_path for task in found}) == 2
    assert [task.settings["round"] for task in found] == ["round1", "round2"]
