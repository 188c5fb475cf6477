"""Killed at random moments while editing and saving: nothing that was said is ever lost."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from reviewer.store import exact_json, log

ROUNDS = int(os.environ.get("REVIEWER_KILLS", "200"))
ROUNDS_A_FOLDER = 10


class Editor:
    """The process that edits, killed over and over."""

    def __init__(self) -> None:
        script = Path(__file__).with_name("killed_editor.py")
        self.process = subprocess.Popen(
            [sys.executable, str(script)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[3])},
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.tell, self.hear = self.process.stdin, self.process.stdout
        assert self.hear.readline() == "ready\n"

    def edit_until_killed(self, folder: Path, seed: int, delay: float) -> list[str]:
        """The ids of the edits that the process told of before it died."""
        self.tell.write(f"{folder} {seed}\n")
        self.tell.flush()
        told: list[str] = []
        pid = 0
        while not pid or not told:
            word, value = self._line()
            if word == "pid":
                pid = int(value)
            else:
                told.append(value)
        time.sleep(delay)
        os.kill(pid, signal.SIGKILL)
        while (line := self._line())[0] != "dead":
            told.append(line[1])
        return told

    def _line(self) -> tuple[str, str]:
        word, _, value = self.hear.readline().strip().partition(" ")
        return word, value

    def close(self) -> None:
        self.tell.close()
        self.process.wait(10)
        self.hear.close()


@pytest.fixture
def editor():
    made = Editor()
    yield made
    made.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork to die fast enough")
def test_no_edit_is_lost_and_no_file_is_broken(
    tmp_path, make_graded, unknown_grader, editor, open_desk, look
) -> None:
    chance = random.Random(20261130)
    edits = 0
    for number in range(ROUNDS):
        if number % ROUNDS_A_FOLDER == 0:
            told: list[str] = []
            root = tmp_path / f"t{number}"
            folder = make_graded(root / "one", unknown_grader)
        told += editor.edit_until_killed(root, number, chance.uniform(0, 0.03))
        (path,) = (folder / "review").glob("*.jsonl")
        read = log.read_log(path)
        # A piece that one death left half written is followed by the entries of the next round.
        assert all(" is torn" in note for note in read.notes), read.notes
        kept = [entry.id for entry in read.entries]
        assert set(told) <= set(kept), f"round {number} lost an edit"
        assert len(kept) == len(set(kept))
        if (folder / "grade.json").exists():
            document = exact_json.loads((folder / "grade.json").read_bytes()).document
            assert document["extra"] == unknown_grader["extra"]
            assert document["review"]["schema"] == "reviewer.grade/1"
        assert json.loads((folder / "score.json").read_text()) == unknown_grader
        edits += len(told)
    assert edits > ROUNDS
    # What is left behind opens, and the last word on each item stands.
    session = open_desk(root)
    state = look(session, "one")
    assert set(told) <= {entry.id for entry in state.entries}
    assert not state.error
