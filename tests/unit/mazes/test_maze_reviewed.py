"""What people say of a maze arrives in the reviewed results as it does on the desk."""

from __future__ import annotations

import json
import re

import pytest

from reviewer.session.maze_rows import rounded
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


def counts(ran):
    """What a command tells of reviews; it went well."""
    assert ran.code == 0, ran.err
    return ran.json["review"]


def test_folders_may_be_written_as_they_lie_from_here(image, run, bench, monkeypatch):
    out = image.parent / "out"
    run("maze", "images", "--input_dir", image, "--output_dir", out)
    first, *_ = sorted(bench.tasks(image))
    bench.say(bench.tasks(image)[first], item="no_wall_crossing", value=0.0)
    expected = {"reviewed_rows": 1, "changed_rows": 1, "disputed_rows": 0, "stale_rows": 0}
    asked = ("maze", "summary", "--reviewed", "--input_dir")
    assert counts(run(*asked, image, out)) == expected
    monkeypatch.chdir(image.parent)
    for words in ("images", "./images/", "images/../images", f"../{image.parent.name}/images"):
        assert (words, counts(run(*asked, words, "out"))) == (words, expected)
    # A file of another program may have kept the words that were typed.
    latest = out / "evaluation_results_latest.json"
    document = json.loads(latest.read_text("utf-8"))
    document["run"]["input_dir"] = "./images"
    latest.write_text(json.dumps(document), "utf-8")
    assert counts(run("maze", "summary", "--reviewed", "out")) == expected


@pytest.mark.parametrize("form", ["images", "videos"])
def test_a_run_told_where_things_lie_from_here_gives_the_same_results(
    form, request, run, monkeypatch
):
    folder = request.getfixturevalue("image" if form == "images" else "clip")
    above = folder.parent
    run("maze", form, "--input_dir", folder, "--solution_dir", folder, "--output_dir", above / "a")
    monkeypatch.chdir(above)
    name = folder.name
    here = ("--input_dir", f"./{name}", "--solution_dir", f"{name}/", "--output_dir", "b")
    assert run("maze", form, *here).code == 0
    far, near = (
        json.loads(next((above / out).glob("*_latest.json")).read_text("utf-8")) for out in "ab"
    )
    assert (near["results"], near["summary"]) == (far["results"], far["summary"])
    for key in ("input_dir", "solution_dir"):
        assert near["run"][key] == far["run"][key] == str(folder)
    first = far["results"][0]["filename"]
    single = run("maze", form, "--single", f"{name}/{first}", *here[2:]).json
    assert single == near["results"][0]


def test_a_folder_without_the_answers_is_told_and_nothing_is_written(image, run, mazes):
    out = image.parent / "out"
    run("maze", "images", "--input_dir", image, "--output_dir", out)
    other = image.parent / "other"
    mazes.write(other, 7)
    ran = run("maze", "summary", "--reviewed", "--input_dir", other, out)
    assert ran.code == 2
    assert f"{other}: none of the 2 answers of" in ran.err
    assert "--input_dir" in ran.err
    assert not (out / "evaluation_results_reviewed.json").exists()
    name = mazes.write(other, 1)
    ran = run("maze", "summary", "--reviewed", "--input_dir", other, out)
    assert ran.code == 0
    absent = mazes.name(0, 4)
    assert f"{absent}_targeted_solution.png (1 of 2 answers)" in ran.err
    assert name not in ran.err


def test_an_answer_that_could_not_be_judged_counts_when_a_person_reviewed_it(image, run, bench):
    first, second = sorted(bench.tasks(image).values(), key=lambda task: task.id)
    broken = first.artifact("result").path
    broken.write_bytes(b"")
    out = image.parent / "out"
    run("maze", "images", "--input_dir", image, "--output_dir", out)
    for task in (first, second):
        bench.say(task, item="no_wall_crossing", value=1.0)
        bench.say(task, "complete")
    found = counts(run("maze", "summary", "--reviewed", out))
    assert found == {
        "reviewed_rows": 2, "changed_rows": 0, "disputed_rows": 0, "stale_rows": 0,
    }  # fmt: skip
    held = json.loads((out / "evaluation_results_reviewed.json").read_text("utf-8"))
    assert [("error" in row) for row in held["results"]] == [True, False]
    assert held["summary"]["errors"] == {"count": 1, "total": 2}


def test_no_zero_of_any_results_has_a_sign(image, run, bench):
    _, second = sorted(bench.tasks(image).values(), key=lambda task: task.id)
    out = image.parent / "out"
    run("maze", "images", "--input_dir", image, "--output_dir", out)
    latest = out / "evaluation_results_latest.json"
    document = json.loads(latest.read_text("utf-8"))
    document["results"][0]["overall_score"] = -0.0
    document["results"][1]["overall_score"] = 0.2999
    latest.write_text(json.dumps(document), "utf-8")
    bench.say(second, item="no_wall_crossing", value=0.0)
    plain, ran = run("maze", "summary", out), run("maze", "summary", "--reviewed", out)
    written = (out / "evaluation_results_reviewed.json").read_text("utf-8")
    rows = json.loads(written)["results"]
    assert [row["overall_score"] for row in rows] == [0, 0]
    for text in (plain.out, ran.out, written, str(rounded(-0.0004))):
        assert re.findall(r"-0\.0+\b", text) == []
