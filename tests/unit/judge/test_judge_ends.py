"""How `reviewer judge` ends: a service that fails is no judge, a model that declines is one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from reviewer.cli import main
from reviewer.store.settings import JudgeSettings, Settings, save_settings


@pytest.fixture
def folder(tmp_path: Path, played: Any) -> Path:
    task = tmp_path / "tree" / "cup"
    task.mkdir(parents=True)
    noise = np.random.default_rng(1).integers(0, 255, (128, 128, 3), dtype=np.uint8)
    assert cv2.imwrite(str(task / "cup.png"), noise)
    questions = [{"id": f"q{n}", "text": f"Is there cup {n}?"} for n in (1, 2)]
    key = {
        "version": "1.0",
        "problem_id": "p",
        "source": "made here",
        "prompt": "a cup",
        "requirements": {"questions": questions},
    }
    (task / "answer_key.json").write_text(json.dumps(key))
    judge = JudgeSettings(base_url=played.url, requests_per_minute=6000.0, attempts=1)
    save_settings(Settings(author="ann", installation="ab12", judge=judge))
    return task


def message(**said: Any) -> bytes:
    return json.dumps({"model": "m", "choices": [{"message": said}]}).encode()


FAULTS = {
    "a page": (200, b"<html>Welcome</html>", {}, "check that the base URL"),
    "a fault": (500, b"down", {}, "answered 500"),
    "a wait": (429, b"{}", {"Retry-After": "9000"}, "asks to wait 9000 s"),
    "no choices": (200, b'{"choices": []}', {}, "no message of the model"),
    "nothing": (200, message(content=""), {}, "answered nothing"),
    "an error": (200, b'{"error": {"message": "no credit", "code": 402}}', {}, "no credit"),
    "an odd error": (200, b'{"error": "broken"}', {}, "broken"),
    "a list": (200, b"[]", {}, "check that the base URL"),
    "bad request": (400, b'{"error": {"message": "what?"}}', {}, "what?"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_service_that_fails_ends_with_2_and_is_said_once(
    folder: Path, played: Any, capsys: Any, tmp_path: Path, name: str
) -> None:
    status, body, headers, said = FAULTS[name]
    played.says("")
    turn = played.turns[0]
    turn.status, turn.body, turn.headers = status, body, headers
    record = tmp_path / "record.jsonl"
    assert main(["judge", str(folder), "--record", str(record)]) == 2
    out, err = capsys.readouterr()
    assert "not judged" in out
    assert err.count("reviewer: not judged: ") == 1
    assert said in err
    # Played again it is still nobody who was heard.
    assert main(["judge", str(folder), "--replay", str(record)]) == 2


@pytest.mark.parametrize(
    "said",
    [
        {"content": None, "refusal": "I will not."},
        {"content": "I'm sorry, but I can't help with that."},
        {"content": "maybe"},
    ],
)
def test_what_a_model_says_is_an_answer_though_nothing_is_judged(
    folder: Path, played: Any, capsys: Any, tmp_path: Path, said: dict[str, Any]
) -> None:
    played.says("")
    played.turns[0].body = message(**said)
    record = tmp_path / "record.jsonl"
    assert main(["judge", str(folder), "--record", str(record)]) == 0
    out, err = capsys.readouterr()
    assert out.count("not judged") == 2
    assert ("the model declined" in out + err) == (said["content"] != "maybe")
    assert main(["judge", str(folder), "--replay", str(record)]) == 0


def test_one_answer_among_faults_is_a_judge(folder: Path, played: Any, capsys: Any) -> None:
    played.says("yes", "")
    played.turns[1].status = 500
    assert main(["judge", str(folder)]) == 0
    assert "answered 500" in capsys.readouterr().out


def test_the_help_says_how_it_ends(capsys: Any) -> None:
    with pytest.raises(SystemExit):
        main(["judge", "--help"])
    assert "Exit code 2" in capsys.readouterr().out
