"""Two windows of their own processes edit, undo and save in one folder: nothing is lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from reviewer.session.recompute import recompute_task
from reviewer.store import exact_json, folder, log
from reviewer.store.settings import Settings

SECONDS = os.environ.get("REVIEWER_HAMMER", "4")


def start(root: Path, seed: int, installation: str) -> subprocess.Popen[str]:
    script = Path(__file__).with_name("second_window.py")
    return subprocess.Popen(
        [sys.executable, str(script), str(root), str(seed), installation, SECONDS],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[3])},
    )


@pytest.mark.parametrize("installations", [("a1b2", "a1b2"), ("a1b2", "c3d4")])
def test_what_two_windows_say_at_once_is_all_kept(
    tmp_path, make_graded, unknown_grader, make_png, installations
) -> None:
    root = tmp_path / "t"
    for name in ("a", "b", "c"):
        make_graded(root / name, unknown_grader)
    for name in ("p1", "p2", "p3"):  # these share one log
        for end in ("_initial_reference", "", "_golden"):
            (root / f"{name}{end}.png").write_bytes(make_png((20, 60, 200)))
    windows = [start(root, seed, name) for seed, name in enumerate(installations)]
    told: set[str] = set()
    for window in windows:
        out, problem = window.communicate(timeout=60)
        assert window.returncode == 0, problem
        told |= set(out.split())
    unsettled = {word.partition(":")[2] for word in told if word.startswith("unsettled:")}
    told = {word for word in told if ":" not in word}
    assert len(told) > 20
    kept: list[str] = []
    for path in root.rglob("*.jsonl"):
        read = log.read_log(path)
        assert not read.notes
        kept += [entry.id for entry in read.entries]
    assert told <= set(kept)
    assert len(kept) == len(set(kept)), "and said once"
    for path in root.rglob("*grade.json"):
        document = exact_json.loads(path.read_bytes()).document
        assert document["review"]["schema"] == "reviewer.grade/1"
    for task in folder.discover(root):
        done = recompute_task(task, settings=Settings(author="ann"), writes=False)
        assert not done.problem
        assert not done.is_changed or task.id in unsettled, (
            f"{done.path} says something else than the logs"
        )
    for name in ("a", "b", "c"):
        assert json.loads((root / name / "score.json").read_text()) == unknown_grader
