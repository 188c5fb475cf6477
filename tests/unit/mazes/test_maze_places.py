"""Where a maze run writes: the same place for the same call, one run at a time, nothing lost."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from reviewer.metrics.maze_parameters import IMAGE_DEFAULTS
from reviewer.session.maze_orders import Plan, folders_of
from reviewer.session.maze_place import claimed

LATEST = "evaluation_results_latest.json"
INCREMENTAL = "evaluation_results_incremental.json"


def read(path: Path):
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.fixture
def base(tmp_path):
    return tmp_path / "results" / "veo3"


@pytest.fixture
def solved(base, mazes, tmp_path):
    def write(algo: str, name: str = "easy_round1") -> Path:
        mazes.write(base / algo / name, 0, solutions=tmp_path / "data" / "solution")
        return base / algo / name

    return write


def places(out: Path) -> list[str]:
    return sorted(str(path.parent.relative_to(out)) for path in out.rglob(LATEST))


def test_a_pattern_writes_to_the_same_place_whatever_it_matches_today(tmp_path, base, solved, run):
    out, pattern = tmp_path / "out", base / "*" / "easy_round*"
    solved("dfs")
    run("maze", "images", "--input_dir", pattern, "--output_dir", out)
    assert places(out) == ["dfs/easy_round1"]
    solved("wilson")
    run("maze", "images", "--input_dir", pattern, "--output_dir", out)
    assert places(out) == ["dfs/easy_round1", "wilson/easy_round1"]


def test_a_folder_of_folders_writes_to_the_same_place_whatever_it_holds(
    tmp_path, base, solved, run
):
    out = tmp_path / "out"
    solved("dfs")
    run("maze", "images", "--input_dir", base, "--output_dir", out)
    assert places(out) == ["dfs/easy_round1"]
    solved("wilson", "hard_round1")
    run("maze", "images", "--input_dir", base, "--output_dir", out)
    assert places(out) == ["dfs/easy_round1", "wilson/hard_round1"]


def test_one_folder_of_answers_writes_into_the_output_itself(tmp_path, solved, run):
    run("maze", "images", "--input_dir", solved("dfs"), "--output_dir", tmp_path / "out")
    assert places(tmp_path / "out") == ["."]


def test_the_same_output_for_another_folder_says_whose_latest_it_replaces(tmp_path, solved, run):
    out = tmp_path / "out"
    first, second = solved("dfs"), solved("wilson")
    assert (
        "were those of" not in run("maze", "images", "--input_dir", first, "--output_dir", out).err
    )
    ran = run("maze", "images", "--input_dir", second, "--output_dir", out)
    assert ran.code == 0
    assert f"the latest results were those of {first}" in ran.err
    assert read(out / LATEST)["run"]["input_dir"] == str(second)


def test_a_second_run_on_the_same_output_is_refused_and_says_who_is_there(tmp_path, solved, run):
    answers, out = solved("dfs"), tmp_path / "out"
    plan = Plan(is_video=False, parameters=IMAGE_DEFAULTS, model_name="m")
    (folder,) = folders_of([str(answers)], out, plan)
    words = ("maze", "images", "--input_dir", answers, "--output_dir", out)
    with claimed(folder, plan):
        ran = run(*words)
    assert ran.code == 2
    assert f"another run writes its results here (process {os.getpid()} on " in ran.err
    assert not out.exists()
    assert run(*words).code == 0


@pytest.mark.parametrize("is_ours", [True, False])
def test_clips_never_replace_the_results_of_pictures(tmp_path, base, solved, run, mazes, is_ours):
    answers, out = solved("dfs", "easy"), tmp_path / "out"
    run("maze", "images", "--input_dir", answers, "--output_dir", out)
    if not is_ours:
        results = read(out / LATEST)["results"]
        (out / INCREMENTAL).unlink()
        (out / LATEST).write_text(json.dumps({"summary": {}, "results": results}))
    before = (out / LATEST).read_bytes()
    clip = mazes.film(tmp_path / "clips" / f"{mazes.name(0, 4)}.mp4", 0)
    ran = run("maze", "videos", "--input_dir", clip.parent, "--output_dir", out)
    assert ran.code == 2
    assert "it holds the results of pictures" in ran.err
    assert "--output_dir" in ran.err
    assert (out / LATEST).read_bytes() == before


def test_a_broken_incremental_file_is_kept_under_another_name(tmp_path, solved, run):
    answers, out = solved("dfs"), tmp_path / "out"
    out.mkdir()
    (out / INCREMENTAL).write_text('{"run": {"kind": "image"')
    ran = run("maze", "images", "--input_dir", answers, "--output_dir", out)
    assert ran.code == 0
    (aside,) = out.glob("evaluation_results_incremental_aside_*.json")
    assert aside.read_text() == '{"run": {"kind": "image"'
    assert f"It is kept as {aside.name}" in ran.err
    assert len(read(out / INCREMENTAL)["results"]) == 1


def test_an_unfinished_run_of_another_folder_is_not_lost(tmp_path, solved, run):
    first, second, out = solved("dfs"), solved("wilson"), tmp_path / "out"
    run("maze", "images", "--input_dir", first, "--output_dir", out)
    data = (out / INCREMENTAL).read_text().replace('"complete"', '"running"')
    (out / INCREMENTAL).write_text(data)
    ran = run("maze", "images", "--input_dir", second, "--output_dir", out)
    assert "another run that was ended before it was done" in ran.err
    (aside,) = out.glob("evaluation_results_incremental_aside_*.json")
    assert aside.read_text() == data


def test_where_no_log_can_be_written_it_lies_with_the_results(tmp_path, solved, run):
    # A file in the folder's place stands in for one that may not be written, whoever runs this.
    Path("evaluation_logs").write_text("taken")
    out = tmp_path / "out"
    ran = run("maze", "images", "--input_dir", solved("dfs"), "--output_dir", out)
    assert ran.code == 0
    (log,) = (out / "evaluation_logs").iterdir()
    assert f"The log is {log}." in ran.err
    assert "summary" in log.read_text()


def test_names_that_are_no_text_and_links_to_nowhere_get_rows_of_their_own(tmp_path, solved, run):
    answers, out = solved("dfs"), tmp_path / "out"
    (good,) = answers.iterdir()
    data = good.read_bytes()
    Path(
        os.fsdecode(bytes(answers) + b"/bad\xff_easy_4x4_n001_v_targeted_solution.png")
    ).write_bytes(data)
    (answers / "gone_easy_4x4_n001_v_targeted_solution.png").symlink_to("/nonexistent")
    (tmp_path / "far.png").write_bytes(data)
    (answers / "led_easy_4x4_n001_v_targeted_solution.png").symlink_to(tmp_path / "far.png")
    ran = run("maze", "images", "--input_dir", answers, "--output_dir", out)
    assert ran.json["summary"]["errors"] == {"count": 3, "total": 4}
    rows = {row["filename"]: row.get("error", "") for row in read(out / LATEST)["results"]}
    assert "not UTF-8. Rename it" in rows[r"bad\xff_easy_4x4_n001_v_targeted_solution.png"]
    assert "/nonexistent" in rows["gone_easy_4x4_n001_v_targeted_solution.png"]
    assert "leads out of the folder" in rows["led_easy_4x4_n001_v_targeted_solution.png"]
    assert rows[good.name] == ""
    assert len(read(out / INCREMENTAL)["results"]) == 4


def test_a_folder_whose_own_name_is_no_text_still_gives_json(tmp_path, solved, run):
    folder = Path(os.fsdecode(bytes(tmp_path) + b"/odd\xff"))
    solved("dfs").rename(folder)
    out = tmp_path / "out"
    for _ in range(2):
        assert run("maze", "images", "--input_dir", folder, "--output_dir", out).code == 0
    assert read(out / LATEST)["run"]["input_dir"] == str(folder)


def test_a_clip_that_cannot_be_judged_has_a_result_that_says_so(tmp_path, run, mazes):
    folder, out = tmp_path / "easy_round1", tmp_path / "out"
    mazes.write(folder, 0, ending="__x")
    clip = mazes.film(folder / f"{mazes.name(0, 4)}.mp4", 0)
    words = ("maze", "videos", "--input_dir", folder, "--output_dir", out)
    run(*words)
    own = out / f"{clip.stem}_round1_result.json"
    assert "error" not in read(own)
    clip.write_bytes(clip.read_bytes()[:-500])
    run(*words)
    (row,) = read(out / "evaluation_results_round1_latest.json")["results"]
    assert read(own) == row
    assert "cut short" in row["error"]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--jobs", "-3"], "--jobs is -3"),
        (["--black_threshold", "220", "--white_threshold", "100"], "darker than open ground"),
        (["--black_threshold", "200"], "darker than open ground"),
        (["--min_crossing_ratio", "nan"], "min_crossing_ratio is nan"),
        (["--tolerance_pixels", "inf"], "tolerance_pixels is inf"),
    ],
)
def test_numbers_that_make_no_sense_are_refused(tmp_path, solved, run, more, said):
    out = tmp_path / "out"
    ran = run("maze", "images", "--input_dir", solved("dfs"), "--output_dir", out, *more)
    assert ran.code == 2
    assert said in ran.err
    assert not out.exists()
