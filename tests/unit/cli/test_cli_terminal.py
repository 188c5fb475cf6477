"""Pipes, Ctrl+C, old terminals, names that move the cursor: the command line behaves."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from reviewer import cli
from reviewer.cli import text

ROOT = Path(__file__).resolve().parents[3]


def start(*words: object, **more) -> subprocess.Popen[bytes]:
    env = {**os.environ, "PYTHONPATH": str(ROOT), **more.pop("env", {})}
    return subprocess.Popen(
        [sys.executable, "-m", "reviewer", *map(str, words)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env, **more,
    )  # fmt: skip


def test_a_reader_that_goes_away_is_no_error(edits) -> None:
    with start("rubric", "list") as process:
        process.stdout.close()
        assert process.wait(30) == 0
        assert process.stderr.read() == b""


def test_an_old_terminal_gets_question_marks_and_json_gets_escapes(edits) -> None:
    (edits / "good").rename(edits / "图片")
    old = {"PYTHONIOENCODING": "latin-1"}
    with start("grade", edits, env=old) as process:
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, b"")
    assert b"??" in out
    with start("grade", edits, "--json", env=old) as process:
        out, _ = process.communicate(timeout=60)
    assert "图片" in {task["id"] for task in json.loads(out)}


def wait_for_workers(process: subprocess.Popen[bytes]) -> None:
    """Wait until grading has begun, however long the interpreter takes to start."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    end = time.monotonic() + 30
    while children.exists() and not children.read_text() and time.monotonic() < end:
        time.sleep(0.05)
    time.sleep(1.0)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_stopping_ends_at_once_with_130(edits, tmp_path) -> None:
    # Enough to be in the middle after a second, not in the interpreter's own shutdown.
    for number in range(600):
        folder = tmp_path / "many" / f"t{number}"
        folder.mkdir(parents=True)
        for name in ("initial", "result", "golden"):
            data = (edits / "lazy" / f"{name}.png").read_bytes()
            (folder / f"{name}.png").write_bytes(data)
    with start(
        "grade", tmp_path / "many", "--jobs", "2", "--no-cache", start_new_session=True
    ) as process:
        wait_for_workers(process)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode in (130, 0)
    if process.returncode == 130:
        assert b"Traceback" not in err
        assert b"stopped" in err
        assert out == b""


def test_signs_that_move_the_cursor_are_replaced_and_wide_ones_counted() -> None:
    assert text.printable("a\x1b[2Jb\u202ec") == "a\ufffd[2Jb\ufffdc"
    assert text.width("图a\u0301") == 3
    lines = text.table([("图", "1"), ("abc", "22")], head=("n", "v"), right="lr")
    assert lines == ["n     v", "图    1", "abc  22"]
    assert text.table([]) == []


def test_json_is_exact(monkeypatch) -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    monkeypatch.setattr(sys, "stdout", out)
    value = {"a\u202e": ["\ud800", "🙂", 0.1], "inf": float("inf"), "t": (1, None)}
    text.write_json(value)
    out.seek(0)
    read = json.loads(out.read())
    assert read == {"a\u202e": ["\ud800", "🙂", 0.1], "inf": None, "t": [1, None]}


def test_the_progress_bar_shows_on_a_terminal_only(monkeypatch) -> None:
    class Terminal(io.StringIO):
        is_terminal = True

        def isatty(self) -> bool:
            return self.is_terminal

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    bar = text.ProgressBar("grading", 4)
    bar.step(2)
    bar.step(4)
    bar.end()
    shown = terminal.getvalue()
    assert "grading" in shown
    assert "4/4" in shown
    assert "/s" in shown
    assert shown.endswith("\r\x1b[K")
    terminal.truncate(0)
    terminal.seek(0)
    Terminal.is_terminal = False
    bar = text.ProgressBar("grading", 4)
    bar.step(4)
    bar.end()
    assert terminal.getvalue() == ""


def test_a_worker_that_is_killed_costs_its_own_task_only(edits, monkeypatch) -> None:
    """The dying task is found again by trying it alone."""
    from concurrent.futures.process import BrokenProcessPool

    from reviewer.session import batch
    from reviewer.session.report import Report
    from reviewer.store import folder

    tasks = list(folder.discover(edits))

    class Answer:
        def __init__(self, task) -> None:
            self.task = task

        def result(self) -> Report:
            if self.task.id == "good":
                raise BrokenProcessPool
            return Report(self.task.id, "", "x", {"s": 1.0})

    class Pool:
        def submit(self, call, task):
            return Answer(task)

        def shutdown(self, **how) -> None:
            assert how == {"wait": True, "cancel_futures": True}

        def __enter__(self):
            return self

        def __exit__(self, *_) -> None:
            return None

    monkeypatch.setattr(batch, "_pool", lambda count, options: Pool())
    found = list(batch.grade_all(tasks, batch.Options(), jobs=2))
    assert [report.id for report in found] == ["good", "lazy"]
    assert "killed" in found[0].errors[0]
    assert found[1].headlines == {"s": 1.0}


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_a_closed_stream_is_no_error(edits: Path, closed: str) -> None:
    ended = subprocess.run(
        ["sh", "-c", f'"$0" -m reviewer grade "$1" {closed}', sys.executable, str(edits)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize(
    "command", ["grade", "explain", "status", "recompute", "agreement", "judge", "grader"]
)
def test_every_command_says_the_same_of_a_folder_without_tasks(
    tmp_path: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([command, str(tmp_path)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == (
        f"reviewer: {tmp_path}: no task was found. `reviewer kinds FOLDER` says why.\n"
    )
