"""A maze run that is killed goes on where it was: no row lost, none judged twice, no orphans."""

from __future__ import annotations

import dataclasses
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from reviewer.metrics.maze_parameters import IMAGE_DEFAULTS
from reviewer.session import maze_run
from reviewer.session.maze_orders import Plan, folders_of
from reviewer.store.row_file import read_rows

COUNT = 40


@pytest.fixture
def images(tmp_path, mazes):
    folder = tmp_path / "images"
    for number in range(COUNT):
        mazes.write(folder, number, solutions=tmp_path / "solutions")
    return folder


def words(images, *more):
    there = images.parent
    return [
        "maze", "images", "--input_dir", str(images), "--solution_dir", str(there / "solutions"),
        "--output_dir", str(there / "out"), "--model_name", "m", *more,
    ]  # fmt: skip


def start(images, *more):
    root = Path(__file__).parents[3]
    return subprocess.Popen(
        [sys.executable, "-m", "reviewer.cli", *words(images, *more)],
        cwd=images.parent,
        env=os.environ | {"PYTHONPATH": str(root)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def children_of(pid):
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in listed.read_text().split()] if listed.exists() else []


def is_alive(pid):
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def wait_for(call, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = call()
        if found:
            return found
        time.sleep(0.01)
    pytest.fail("it did not happen in time")


def rows_in(path):
    held = read_rows(path)
    return list(held.rows) if held else []


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_killed_run_is_resumed_without_loss_or_repeats(images, run, jobs):
    incremental = images.parent / "out" / "evaluation_results_incremental.json"
    process = start(images, "--jobs", str(jobs))
    try:
        wait_for(lambda: len(rows_in(incremental)) >= COUNT // 4)
        children = children_of(process.pid)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    before = rows_in(incremental)
    assert COUNT // 4 <= len(before) < COUNT
    assert not (images.parent / "out" / "evaluation_results_latest.json").exists()
    json.loads(incremental.read_text())
    wait_for(lambda: not any(map(is_alive, children)), seconds=20)
    drawn = {path.name: path.stat().st_mtime_ns for path in sheets(images)}

    ran = run(*words(images))
    assert ran.code == 0
    assert f"{len(before)} of them from the run before" in ran.err
    rows = json.loads((images.parent / "out" / "evaluation_results_latest.json").read_text())
    names = [row["filename"] for row in rows["results"]]
    assert names == sorted(path.name for path in images.glob("*_targeted_solution.png"))
    assert len(set(names)) == COUNT
    assert rows["run"]["resumed"] == len(before)
    again = {path.name: path.stat().st_mtime_ns for path in sheets(images)}
    kept = [name for name in drawn if again[name] == drawn[name]]
    assert len(kept) >= len(before)
    assert not any("_stamp" in row for row in rows["results"])


def sheets(images):
    return (images.parent / "out" / "visualizations").glob("*.png")


@pytest.fixture
def ended(images):
    """A run that ended after ten rows, as if it had been killed."""
    plan = Plan(is_video=False, parameters=IMAGE_DEFAULTS, model_name="m", draws=False)
    (folder,) = folders_of([str(images)], images.parent / "out", plan)
    assert len(folder.orders) == COUNT

    def stop(done, resumed):
        if done == 10:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        judge(folder, plan, step=stop)
    return folder, plan


def judge(folder, plan, **more):
    return maze_run.run_folder(
        folder, plan, jobs=1, log=maze_run.RunLog(None), timestamp="20260101_000000", **more
    )


@pytest.fixture(autouse=True)
def solutions_beside(images):
    for path in (images.parent / "solutions").iterdir():
        (images / path.name).write_bytes(path.read_bytes())


def test_answers_that_changed_since_are_judged_again(ended):
    folder, plan = ended
    os.utime(folder.orders[3].answer, (2e9, 2e9))
    folder = refreshed(folder, plan)
    assert judge(folder, plan).resumed == 9


def refreshed(folder, plan):
    (found,) = folders_of([str(folder.input)], folder.output, plan)
    return found


def test_other_parameters_never_mix_with_rows_of_the_run_before(ended):
    folder, plan = ended
    numbers = dataclasses.replace(plan.parameters, crossing_rule="any")
    other = dataclasses.replace(plan, parameters=numbers)
    assert judge(folder, other).resumed == 0


def test_a_fresh_run_is_begun_anew(ended):
    folder, plan = ended
    assert judge(folder, plan, fresh=True).resumed == 0


def test_errors_are_tried_again(ended, monkeypatch):
    folder, plan = ended
    path = folder.output / "evaluation_results_incremental.json"
    data = path.read_text().splitlines()
    bad = json.loads(data[1].rstrip(","))
    data[1] = json.dumps({"filename": bad["filename"], "error": "x", "_stamp": bad["_stamp"]}) + ","
    path.write_text("\n".join(data))
    done = judge(folder, plan)
    assert (done.resumed, done.errors, len(done.rows)) == (9, 0, COUNT)


def test_a_process_that_dies_costs_one_row_only(images, monkeypatch):
    plan = Plan(is_video=False, parameters=IMAGE_DEFAULTS, model_name="m", draws=False)
    (folder,) = folders_of([str(images)], images.parent / "out", plan)
    victim = folder.orders[5].answer
    original = maze_run._pool

    def pool(jobs, plan):
        found = original(jobs, plan)
        submit = found.submit
        monkeypatch.setattr(
            found,
            "submit",
            lambda call, order, place: (
                submit(os._exit, 1) if order.answer == victim else submit(call, order, place)
            ),
        )
        return found

    monkeypatch.setattr(maze_run, "_pool", pool)
    done = maze_run.run_folder(
        folder, plan, jobs=2, log=maze_run.RunLog(None), timestamp="20260101_000000"
    )
    errors = [row for row in done.rows if "error" in row]
    assert [row["filename"] for row in errors] == [victim.name]
    assert "was ended" in errors[0]["error"]
    assert len(done.rows) == COUNT
