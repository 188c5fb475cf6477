"""What people say of a maze arrives in the reviewed results as it does on the desk."""

from __future__ import annotations

import json

import pytest

from reviewer.store import log

IMAGE_ACTS = {
    "an answer": [("answer", "no_wall_crossing", 0.0)],
    "a corrected yes": [("dispute", "no_wall_crossing", False)],
    "a corrected ratio": [("dispute", "no_wall_crossing", 0.4)],
    "a corrected ratio below the threshold": [("dispute", "no_wall_crossing", 0.009)],
    "a corrected marker": [("dispute", "green_position_match", False)],
    "a corrected distance": [("dispute", "red_position_match", 31.5)],
    "a corrected IoU": [("dispute", "maze_structure_iou", 0.5)],
    "walls that are wrong": [("dispute", "maze_structure_iou", False)],
    "a corrected path": [("dispute", "path_match_iou", 0.25)],
    "a corrected share": [("dispute", "target_achievement", 0.5)],
    "a ruling": [
        ("answer", "green_position_match", 0.0),
        ("other", "green_position_match", 1.0),
        ("adjudicate", "green_position_match", 0.0),
    ],
    "two answers that differ": [
        ("answer", "green_position_match", 0.0),
        ("other", "green_position_match", 1.0),
    ],
    "an answer over a correction": [
        ("dispute", "no_wall_crossing", False),
        ("answer", "no_wall_crossing", 1.0),
    ],
    "an adopted weight": [("adopt", "score.path_match_iou", 0.4)],
    "taken back": [("dispute", "no_wall_crossing", False), ("retract", "", None)],
}
CLIP_ACTS = {
    "a corrected yes": [("dispute", "no_wall_crossing", False)],
    "a target that is missed": [("dispute", "target_achievement_gated", False)],
    "a corrected target": [("dispute", "target_achievement_gated", 0.6)],
    "walls that are lost": [("dispute", "layout_match_score_gated", 0.7)],
    "an adopted gate": [("adopt", "target_achievement_gated.above", 1.0)],
    "a corrected red": [("dispute", "red_position_match", 90)],
}


@pytest.fixture
def image(tmp_path, mazes):
    folder = tmp_path / "images"
    mazes.write(folder, 0)
    mazes.write(folder, 1)
    return folder


@pytest.fixture
def clip(tmp_path, mazes):
    folder = tmp_path / "easy_round2"
    mazes.write(folder, 0, ending="__x")
    mazes.film(folder / f"{mazes.name(0, 4)}.mp4", 0)
    (folder / f"{mazes.name(0, 4)}__x.png").unlink()
    return folder


def say_all(bench, task, acts):
    """Say each act, one second after the other; a retraction takes the one before back."""
    path = task.review_folder / "ann-0000.jsonl"
    for type, item, value in acts:
        if type == "retract":
            (*_, last) = log.read_log(path).entries
            bench.say(task, "retract", retracts=last.id)
        elif type == "adopt":
            bench.say(task, "adopt", extra={"rows": {item: value}})
        elif type == "dispute":
            bench.say(task, "dispute", item=item, value=value, code=1)
        elif type == "other":
            bench.say(task, "answer", author="bob", item=item, value=value)
        else:
            bench.say(task, type, item=item, value=value)


def agree_with_the_desk(row, state):
    """The row's scores and verdicts are those that the desk folds."""
    ledger = state.ledger
    assert {h.name: round(h.value, 3) for h in ledger.headlines} == {
        h.name: pytest.approx(row[h.name], abs=0.0011) for h in ledger.headlines
    }
    assert row["layout_match_score"] == pytest.approx(
        ledger.registers["layout_match_score"], abs=0.0011
    )
    credits = {check.id: check.credit for check in ledger.checks}
    assert row["wall_crossing_detected"] is (credits["no_wall_crossing"] < 1)
    for name in ("green_position_match", "red_position_match"):
        assert row[name] is (credits[name] >= 1)
    for name in ("layout_match_score_gated", "target_achievement_gated"):
        assert name not in credits or row[name] == credits[name]


@pytest.mark.parametrize("acts", IMAGE_ACTS.values(), ids=IMAGE_ACTS)
def test_every_act_arrives_in_the_reviewed_results_of_pictures(image, run, bench, acts):
    out = image.parent / "out"
    run("maze", "images", "--input_dir", image, "--output_dir", out)
    first, *_ = sorted(bench.tasks(image))
    task = bench.tasks(image)[first]
    say_all(bench, task, acts)
    assert run("maze", "summary", out, "--reviewed").code == 0
    check_results(out, "", task, bench, acts)


@pytest.mark.parametrize("acts", CLIP_ACTS.values(), ids=CLIP_ACTS)
def test_every_act_arrives_in_the_reviewed_results_of_clips(clip, run, bench, acts):
    out = clip.parent / "out"
    run("maze", "videos", "--input_dir", clip, "--output_dir", out)
    (task,) = bench.tasks(clip).values()
    say_all(bench, task, acts)
    assert run("maze", "summary", out, "--reviewed").code == 0
    check_results(out, "_round2", task, bench, acts)


def check_results(out, suffix, task, bench, acts):
    latest, reviewed = (
        json.loads((out / f"evaluation_results{suffix}_{name}.json").read_text("utf-8"))
        for name in ("latest", "reviewed")
    )
    old, new = latest["results"][0], reviewed["results"][0]
    agree_with_the_desk(new, bench.graded(task))
    assert list(new) == list(old)
    plain = {key: value for key, value in new.items() if key != "extra"}
    changed = plain != {key: value for key, value in old.items() if key != "extra"}
    assert reviewed["review"]["changed_rows"] == int(changed)
    disputes = any(type == "dispute" for type, *_ in acts) and acts[-1][0] != "retract"
    differ = [type for type, *_ in acts] == ["answer", "other"]
    assert reviewed["review"]["disputed_rows"] == int(disputes or differ)
    mean = sum(row["overall_score"] for row in reviewed["results"]) / len(reviewed["results"])
    assert reviewed["summary"]["overall"]["mean_score"] == pytest.approx(mean, abs=0.0006)
    assert latest["results"][1:] == reviewed["results"][1:]
