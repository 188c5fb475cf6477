"""`reviewer maze`: the flags, files, names, keys and summaries of the evaluation scripts."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from reviewer.cli import main
from reviewer.store.row_file import read_rows

IMAGE_KEYS = [
    "filename", "solution_file", "wall_crossing_detected", "wall_crossing_pixels",
    "wall_crossing_ratio", "layout_match_score", "maze_structure_iou", "green_position_match",
    "red_position_match", "green_centroid_distance", "red_centroid_distance", "path_match_iou",
    "path_precision", "path_recall", "target_achievement", "has_reflection", "loop_count",
    "path_length_ratio", "exploration_score", "overall_score", "extra",
]  # fmt: skip
VIDEO_KEYS = [
    *IMAGE_KEYS[:19], "total_frames", "frames_with_marker", "path_extraction_method",
    "overall_score", "layout_match_score_gated", "target_achievement_gated",
    "overall_score_gated", "extra",
]  # fmt: skip
IMAGE_BLOCKS = ["wall_crossing", "path_matching", "layout_matching", "reflection", "overall"]
BLOCK_KEYS = {
    "wall_crossing": ["count", "rate"],
    "path_matching": [
        "mean_iou", "std_iou", "mean_precision", "mean_recall", "mean_target_achievement",
    ],
    "layout_matching": ["mean_score", "green_match_rate", "red_match_rate"],
    "reflection": ["count", "rate"],
    "overall": ["mean_score", "std_score", "min_score", "max_score"],
    "gated_metrics": [
        "layout_match_score_gated_count", "layout_match_score_gated_rate",
        "target_achievement_gated_count", "target_achievement_gated_rate",
        "overall_score_gated_count", "overall_score_gated_rate",
    ],
    "video_specific": ["avg_frames_with_marker"],
    "errors": ["count", "total"],
}  # fmt: skip


def read(path: Path):
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.fixture
def images(tmp_path, mazes):
    """Three mazes of which the middle one cuts walls."""
    folder = tmp_path / "images"
    for number in range(3):
        mazes.write(folder, number, solutions=tmp_path / "solutions", crosses=number == 1)
    return folder


def words(images, *more):
    there = images.parent
    return [
        "maze", "images", "--input_dir", images, "--solution_dir", there / "solutions",
        "--output_dir", there / "out", "--model_name", "m", *more,
    ]  # fmt: skip


def test_pictures_keep_the_keys_and_files_of_the_script(images, run):
    ran = run(*words(images))
    assert ran.code == 0
    out = images.parent / "out"
    latest = read(out / "evaluation_results_latest.json")
    assert list(latest) == ["summary", "results", "run"]
    assert [list(row) for row in latest["results"]] == [IMAGE_KEYS] * 3
    assert list(latest["summary"]) == [*IMAGE_BLOCKS, "errors"]
    for name, block in latest["summary"].items():
        assert list(block) == BLOCK_KEYS[name]
    assert ran.json == {"summary": latest["summary"]}
    names = sorted(path.name for path in out.iterdir())
    stamped = [
        name for name in names if re.fullmatch(r"evaluation_results_\d{8}_\d{6}\.json", name)
    ]
    assert names == sorted(
        [
            *stamped,
            "evaluation_results_incremental.json",
            "evaluation_results_latest.json",
            "visualizations",
        ]
    )
    assert len(stamped) == 1
    assert (out / stamped[0]).read_bytes() == (out / "evaluation_results_latest.json").read_bytes()
    stems = [Path(row["filename"]).stem for row in latest["results"]]
    drawn = sorted(path.name for path in (out / "visualizations").iterdir())
    assert drawn == sorted(f"{stem}_evaluation.png" for stem in stems)
    logs = list(Path("evaluation_logs").iterdir())
    assert len(logs) == 1
    assert re.fullmatch(r"maze_vis_evaluation_\d{8}_\d{6}\.log", logs[0].name)
    assert all(stem in logs[0].read_text() for stem in stems)


def test_numbers_have_three_decimals_and_follow_the_formula(images, run):
    run(*words(images))
    for row in read(images.parent / "out" / "evaluation_results_latest.json")["results"]:
        for value in row.values():
            if isinstance(value, float):
                assert value == round(value, 3)
        penalty = 0.3 if row["wall_crossing_detected"] else 0.0
        overall = 0.2 * row["layout_match_score"] + 0.5 * row["path_match_iou"] - penalty
        assert row["overall_score"] == pytest.approx(overall, abs=0.001)


def test_the_summary_is_of_the_rows(images, run):
    summary = run(*words(images)).json["summary"]
    rows = read(images.parent / "out" / "evaluation_results_latest.json")["results"]
    assert summary["wall_crossing"] == {"count": 1, "rate": 0.333}
    mean = sum(row["overall_score"] for row in rows) / 3
    spread = (sum((row["overall_score"] - mean) ** 2 for row in rows) / 3) ** 0.5
    assert summary["overall"]["mean_score"] == pytest.approx(mean, abs=0.0005)
    assert summary["overall"]["std_score"] == pytest.approx(spread, abs=0.0005)
    assert summary["errors"] == {"count": 0, "total": 3}


def test_the_tuning_flags_reach_the_numbers(images, run):
    run(*words(images, "--crossing_rule", "any", "--dilation_size", 3, "--wall_source", "union",
               "--tolerance_pixels", 2, "--min_crossing_ratio", 0.5, "--position_tolerance", 5,
               "--black_threshold", 40, "--white_threshold", 190))  # fmt: skip
    latest = read(images.parent / "out" / "evaluation_results_latest.json")
    numbers = latest["run"]["parameters"]
    assert (numbers["crossing_rule"], numbers["dilation_size"]) == ("any", 3)
    assert (numbers["wall_source"], numbers["tolerance_pixels"]) == ("union", 2)
    assert (numbers["min_crossing_ratio"], numbers["position_tolerance"]) == (0.5, 5)
    assert (numbers["black_threshold"], numbers["white_threshold"]) == (40, 190)
    assert [row["wall_crossing_detected"] for row in latest["results"]] == [False, True, False]


def test_without_flags_the_documented_folders_are_used(run, mazes):
    here = Path.cwd()
    mazes.write(here / "image_results" / "nano_banana_pro", 0, solutions=here / "data" / "solution")
    assert run("maze", "images").code == 0
    base = here.parent / "evaluation_results" / "pixel_based_evaluation"
    assert (
        base / "image_evaluation_results/nano_banana_pro/evaluation_results_latest.json"
    ).exists()


def test_rounds_and_algorithms_in_one_call_never_overwrite_each_other(tmp_path, run, mazes):
    base = tmp_path / "results" / "m"
    for algo in ("dfs", "wilson"):
        for number in (1, 2):
            folder = base / algo / f"easy_round{number}"
            mazes.write(folder, 0, solutions=tmp_path / "data" / "solution")
    out = tmp_path / "out"
    ran = run("maze", "images", "--input_dir", base, "--output_dir", out)
    assert ran.json["summary"]["errors"] == {"count": 0, "total": 4}
    assert len(ran.json["folders"]) == 4
    for algo in ("dfs", "wilson"):
        for number in (1, 2):
            where = out / algo / f"easy_round{number}"
            assert len(read(where / "evaluation_results_latest.json")["results"]) == 1
    pattern = str(base / "*" / "easy_round1")
    again = run("maze", "images", "--input_dir", pattern, "--output_dir", tmp_path / "two")
    assert again.json["summary"]["errors"]["total"] == 2
    some = [base / "dfs" / "easy_round1", base / "dfs" / "easy_round2"]
    third = run("maze", "images", "--input_dir", *some, "--output_dir", tmp_path / "three")
    assert sorted(p.name for p in (tmp_path / "three").iterdir()) == ["easy_round1", "easy_round2"]
    assert third.code == 0


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_cannot_be_judged_is_a_row_of_its_own_and_the_run_goes_on(images, run, mazes, jobs):
    no_solution = mazes.write(images, 7)
    (images / f"{no_solution}_solution.png").unlink()
    names = {n: mazes.name(n, 4) for n in (0, 8, 9)}
    for number, data in ((8, b""), (9, b"\x89PNG\r\n\x1a\n broken")):
        mazes.write(images, number, solutions=images.parent / "solutions")
        (images / f"{names[number]}_targeted_solution.png").write_bytes(data)
    wide = mazes.made(0, 4)[1].answer(mazes.made(0, 4)[0])[:, :60]
    import cv2

    cv2.imwrite(str(images / f"{names[0]}__narrow.png"), wide)
    ran = run(*words(images, "--jobs", jobs))
    assert ran.code == 0
    assert ran.json["summary"]["errors"] == {"count": 4, "total": 7}
    rows = read(images.parent / "out" / "evaluation_results_latest.json")["results"]
    errors = {row["filename"]: row for row in rows if "error" in row}
    assert all(list(row) == ["filename", "solution_file", "error"] for row in errors.values())
    lonely = errors[f"{no_solution}_targeted_solution.png"]
    assert lonely["solution_file"] is None
    assert "no solution was found" in lonely["error"]
    assert "empty" in errors[f"{names[8]}_targeted_solution.png"]["error"]
    assert "shapes differ" in errors[f"{names[0]}__narrow.png"]["error"]
    assert all(row["filename"] in ran.err for row in errors.values())
    assert [row["filename"] for row in rows] == sorted(row["filename"] for row in rows)


def test_one_picture_prints_its_row_and_draws_its_sheet(images, run):
    answer = sorted(images.iterdir())[0]
    out = images.parent / "single"
    solutions = images.parent / "solutions"
    ran = run(
        "maze", "images", "--single", answer, "--solution_dir", solutions, "--output_dir", out
    )
    assert ran.code == 0
    assert list(ran.json) == IMAGE_KEYS
    assert [path.name for path in out.rglob("*.png")] == [f"{answer.stem}_evaluation.png"]
    lonely = run("maze", "images", "--single", answer, "--output_dir", out)
    assert lonely.code == 2
    assert "no solution was found" in lonely.json["error"]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--input_dir", "nowhere"], "no such folder"),
        (["--input_dir", "."], "no …_targeted_solution.png answers were found"),
        (["--input_dir", ".", "--solution_dir", "nowhere"], "--solution_dir"),
        (["--input_dir", ".", "--black_threshold", "0"], "black_threshold is 0"),
        (["--single", "nowhere.png"], "no such file"),
    ],
)
def test_wrong_calls_say_what_to_do(run, more, said):
    ran = run("maze", "images", *more)
    assert ran.code == 2
    assert said in ran.err


def test_a_round_of_clips_keeps_names_keys_and_gates(tmp_path, run, mazes):
    folder = tmp_path / "veo3" / "dfs" / "easy_round1"
    names = []
    for number in range(2):
        names.append(mazes.write(tmp_path / "x", number, solutions=tmp_path / "data" / "solution"))
        mazes.film(folder / f"{names[-1]}.mp4", number)
    (folder / f"{mazes.name(5, 4)}.mp4").write_bytes(b"")
    out = tmp_path / "out"
    ran = run("maze", "videos", "--input_dir", folder, "--output_dir", out, "--num_frames", 20)
    latest = read(out / "evaluation_results_round1_latest.json")
    rows = [row for row in latest["results"] if "error" not in row]
    assert [list(row) for row in rows] == [VIDEO_KEYS] * 2
    assert {row["total_frames"] for row in rows} == {20}
    assert list(latest["summary"]) == [*IMAGE_BLOCKS, "gated_metrics", "video_specific", "errors"]
    for name, block in latest["summary"].items():
        assert list(block) == BLOCK_KEYS[name]
    assert latest["summary"]["gated_metrics"]["overall_score_gated_count"] == 2
    assert latest["summary"]["errors"] == {"count": 1, "total": 3}
    for name, row in zip(names, rows, strict=True):
        assert read(out / f"{name}_round1_result.json") == row
        assert (out / "visualizations" / f"{name}_round1_evaluation.png").exists()
    assert (out / "evaluation_results_round1_incremental.json").exists()
    assert ran.code == 0
    logs = [path.name for path in Path("evaluation_logs").iterdir()]
    assert [name for name in logs if name.startswith("maze_video_vis_evaluation_")] == logs


def test_clips_of_containers_that_are_not_read_are_named(tmp_path, run, mazes):
    folder = tmp_path / "clips"
    mazes.film(folder / f"{mazes.name(0, 4)}.mp4", 0)
    for name in ("easy_5x5_n009_v.mpg", "easy_5x5_n009_w.gif"):
        (folder / name).write_bytes(b"clip")
    mazes.write(tmp_path / "x", 0, solutions=tmp_path / "data" / "solution")
    ran = run("maze", "videos", "--input_dir", folder, "--output_dir", tmp_path / "o")
    assert ran.code == 0
    for name in ("easy_5x5_n009_v.mpg", "easy_5x5_n009_w.gif"):
        assert f"{folder / name}: clips of this kind are not read. Make it an MP4." in ran.err


@pytest.mark.parametrize(
    ("model", "given", "frames"), [("veo3", None, 192), ("sora2", None, 360), ("sora2", 192, 192)]
)
def test_sora_clips_give_more_frames_unless_a_number_is_given(
    tmp_path, run, mazes, model, given, frames
):
    mazes.film(tmp_path / "v" / f"{mazes.name(0, 4)}.mp4", 0)
    more = [] if given is None else ["--num_frames", given]
    run("maze", "videos", "--input_dir", tmp_path / "v", "--output_dir", tmp_path / "o",
        "--model_name", model, *more)  # fmt: skip
    latest = read(tmp_path / "o" / "evaluation_results_latest.json")
    assert latest["run"]["parameters"]["num_frames"] == frames


def test_review_folds_rows_again_and_never_touches_the_latest(images, run, bench):
    run(*words(images))
    out = images.parent / "out"
    latest = out / "evaluation_results_latest.json"
    before = latest.read_bytes()
    tasks = bench.tasks(images)
    first, second, third = sorted(tasks)
    bench.say(tasks[second], item="no_wall_crossing", value=1.0)
    bench.say(tasks[second], item="red_position_match", value=0.0)
    bench.say(tasks[first], item="no_wall_crossing", value=1.0)  # agrees: changes nothing
    bench.say(tasks[third], "dispute", item="path_match_iou", code=1, value=0.5)
    ran = run("maze", "summary", out, "--reviewed")
    assert ran.code == 0
    assert latest.read_bytes() == before
    reviewed = read(out / "evaluation_results_reviewed.json")
    old, new = read(latest)["results"], reviewed["results"]
    assert [list(row) for row in new] == [IMAGE_KEYS] * 3
    assert new[0] == old[0]
    assert (old[1]["wall_crossing_detected"], new[1]["wall_crossing_detected"]) == (True, False)
    assert new[1]["red_position_match"] is False
    assert new[1]["layout_match_score"] == pytest.approx(old[1]["layout_match_score"] - 0.2)
    assert new[1]["overall_score"] == pytest.approx(old[1]["overall_score"] + 0.3 - 0.04)
    assert new[2]["path_match_iou"] == 0.5
    lost = 0.5 * (old[2]["path_match_iou"] - 0.5)
    assert new[2]["overall_score"] == pytest.approx(old[2]["overall_score"] - lost, abs=0.0006)
    assert reviewed["review"] == {
        "reviewed_rows": 3, "changed_rows": 2, "disputed_rows": 1, "stale_rows": 0,
    }  # fmt: skip
    assert reviewed["summary"]["wall_crossing"]["count"] == 0
    assert ran.json["review"] == reviewed["review"]


def test_a_share_that_a_person_gives_lands_in_the_reviewed_row(images, run, bench):
    run(*words(images))
    out = images.parent / "out"
    first, second, _ = sorted(bench.tasks(images))
    bench.say(bench.tasks(images)[second], item="target_achievement", value=0.25)
    # Agreeing with what was measured changes nothing.
    measured = read(out / "evaluation_results_latest.json")["results"]
    bench.say(bench.tasks(images)[first], item="target_achievement", value=1.0)
    assert measured[0]["target_achievement"] == 1.0
    assert run("maze", "summary", out, "--reviewed").code == 0
    reviewed = read(out / "evaluation_results_reviewed.json")
    assert reviewed["results"][1]["target_achievement"] == 0.25
    assert reviewed["results"][1]["extra"]["overruled"] == ["target_achievement"]
    assert reviewed["results"][1]["overall_score"] == measured[1]["overall_score"]
    assert [row == old for row, old in zip(reviewed["results"], measured, strict=True)] == [
        True, False, True,
    ]  # fmt: skip
    mean = sum(row["target_achievement"] for row in reviewed["results"]) / 3
    said = json.dumps(reviewed["summary"])
    assert re.search(rf'"mean_target_achievement": {mean:.3f}'.rstrip("0"), said)


def test_reviewed_clips_fold_their_gates(tmp_path, run, mazes, bench):
    folder = tmp_path / "easy_round2"
    mazes.write(folder, 0, ending="__x")
    clip = mazes.film(folder / f"{mazes.name(0, 4)}.mp4", 0)
    run("maze", "videos", "--input_dir", folder, "--output_dir", tmp_path / "o")
    task = bench.tasks(folder)[clip.stem]
    bench.say(task, item="target_achievement_gated", value=0.0)
    run("maze", "summary", tmp_path / "o", "--reviewed")
    (row,) = read(tmp_path / "o" / "evaluation_results_round2_reviewed.json")["results"]
    assert (row["target_achievement_gated"], row["overall_score_gated"]) == (0, 0)
    assert row["layout_match_score_gated"] == 1
    assert row["extra"]["overruled"] == ["target_achievement_gated"]


def test_results_that_moved_are_told_where_the_answers_are(images, run):
    run(*words(images))
    moved = images.parent / "moved"
    images.rename(moved)
    out = images.parent / "out"
    ran = run("maze", "summary", out, "--reviewed")
    assert (ran.code, "--input_dir" in ran.err) == (2, True)
    assert run("maze", "summary", out, "--reviewed", "--input_dir", moved).code == 0


def test_a_second_run_begins_anew_and_the_incremental_file_is_whole(images, run):
    run(*words(images))
    held = read_rows(images.parent / "out" / "evaluation_results_incremental.json")
    assert held.head["run"]["status"] == "complete"
    whole = read(images.parent / "out" / "evaluation_results_incremental.json")
    assert len(whole["results"]) == 3
    again = run(*words(images))
    assert "from the run before" not in again.err


def test_the_command_is_listed(capsys):
    main(["--help"])
    assert "maze" in capsys.readouterr().out


def test_runs_of_one_second_have_logs_of_their_own(images, run, monkeypatch):
    monkeypatch.setattr("reviewer.session.maze_run.timestamp_now", lambda: "20260102_030405")
    for number in (1, 2):
        assert run(*words(images, "--output_dir", images.parent / f"out{number}")).code == 0
    logs = sorted(Path("evaluation_logs").glob("*.log"))
    assert [log.stem.rpartition("_")[2] for log in logs] == ["030405", "2"]
    for log in logs:
        first = log.read_text("utf-8").splitlines()[0]
        assert "tolerance_pixels 3.0, wall_erosion auto" in first
        assert "MazeParameters(" not in first
