"""Ended by a signal the window goes the way of Quit: what was said is in the grade file."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from reviewer.store import resources

HERE = Path(__file__).parent
GRADE = {"overall_score": 0.5, "checks": {"vlm_clean": 0.0, "vlm_nice": 1.0}, "judge_method": "vlm"}


@pytest.fixture
def task(tmp_path: Path) -> Path:
    folder = tmp_path / "run" / "one"
    folder.mkdir(parents=True)
    picture = next(resources.path("samples").rglob("result.png"))
    shutil.copy(picture, folder / "result.png")
    (folder / "score.json").write_text(json.dumps(GRADE))
    return folder


@pytest.mark.skipif(os.name == "nt", reason="Windows ends programs without a signal")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=lambda n: n.name)
@pytest.mark.parametrize("wanted", ["begun", "completed"])
def test_the_grade_is_written_when_the_window_is_ended(tmp_path, task, number, wanted) -> None:
    homes = {f"XDG_{kind}_HOME": str(tmp_path / kind) for kind in ("CONFIG", "STATE", "DATA")}
    window = subprocess.Popen(
        [sys.executable, str(HERE / "signalled_window.py"), str(task.parent), wanted],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **homes, "QT_QPA_PLATFORM": "offscreen",
             "PYTHONPATH": str(HERE.parents[1])},
    )  # fmt: skip
    try:
        assert window.stdout.readline() == "answered\n", window.communicate()[1]
        window.send_signal(number)
        _, complaints = window.communicate(timeout=30)
    finally:
        window.kill()
    assert window.returncode == 0, complaints
    assert "Traceback" not in complaints
    document = json.loads((task / "grade.json").read_text())
    is_done = wanted == "completed"
    assert document["checks"] == {"vlm_clean": 1.0, "vlm_nice": 0.0 if is_done else 1.0}
    assert document["review"]["status"] == ("reviewed" if is_done else "open")
