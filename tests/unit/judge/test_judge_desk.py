"""The judge asked from the desk over the wire: the key appears in no file, message or log."""

from __future__ import annotations

import base64
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest

from reviewer.cli import main
from reviewer.session.desk import Session
from reviewer.session.jobs import Jobs
from reviewer.session.judge_run import Options
from reviewer.store.settings import JudgeSettings, Settings, save_settings, state_folder

KEY = "sk-or-v1-0123456789abcdef/secret+key"
QUESTIONS = {
    "version": "1.0",
    "problem_id": "p",
    "source": "made here",
    "prompt": "a cup",
    "requirements": {"questions": [{"id": "q1", "text": "Is there a cup?"}]},
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    task = tmp_path / "tree" / "cup"
    task.mkdir(parents=True)
    noise = np.random.default_rng(1).integers(0, 255, (128, 128, 3), dtype=np.uint8)
    assert cv2.imwrite(str(task / "cup.png"), noise)
    (task / "answer_key.json").write_text(json.dumps(QUESTIONS))
    return task


def settings_for(played: Any) -> Settings:
    # No server of a test is known by name, so that waiting between attempts stays short.
    judge = JudgeSettings(base_url=played.url, requests_per_minute=6000.0, attempts=1)
    return Settings(author="ann", installation="ab12", judge=judge)


@pytest.fixture
def session(played: Any, folder: Path) -> Iterator[Session]:
    opened = Session(settings=settings_for(played), jobs=Jobs())
    opened.open(folder.parent)
    opened.jobs.drain()
    opened.select("cup")
    opened.jobs.drain()
    yield opened
    opened.close()


def everything_written(root: Path) -> str:
    return "\n".join(
        path.read_bytes().decode("utf-8", "replace") for path in root.rglob("*") if path.is_file()
    )


def forms(key: str) -> list[str]:
    return [key, base64.b64encode(key.encode()).decode(), key.replace("/", "%2F")]


@pytest.mark.parametrize("status", [200, 401])
def test_a_server_that_echoes_the_key_leaks_it_nowhere(
    session: Session,
    played: Any,
    folder: Path,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    status: int,
) -> None:
    caplog.set_level(logging.DEBUG)
    body = None if status == 200 else json.dumps({"error": {"message": f"bad key {KEY}"}}).encode()
    played.says(f"yes, by {KEY}")
    if body is not None:
        played.turns[0].status, played.turns[0].body = status, body
    record = tmp_path / "answers.jsonl"
    session.judging.ask(["cup"], Options(record=record))
    session.jobs.drain()
    session.close()
    assert played.headers[0]["Authorization"] == f"Bearer {KEY}"
    told = "\n".join(
        [
            everything_written(tmp_path),
            *(message.text for message in session.messages),
            *(record.getMessage() for record in caplog.records),
            repr(session.judging.run),
        ]
    )
    assert not [form for form in forms(KEY) if form in told]
    assert "[key]" in told
    if status == 200:
        grade = json.loads((folder / "grade.json").read_text())
        assert grade["review"]["measurements"]["question_q1"]["raw"] == "yes, by [key]"


def test_a_refused_key_stops_the_asking_and_is_said_once(session: Session, played: Any) -> None:
    played.says("")
    played.turns[0].status = 401
    for _ in range(2):
        session.judging.ask(["cup"])
        session.jobs.drain()
    assert len(played.asked) == 2
    assert len([m for m in session.messages if "401" in m.text]) == 1
    assert session.current is not None
    assert session.current.ledger is not None
    check = session.current.ledger.check("question_q1")
    assert check is not None
    assert (check.state, check.credit) == ("not judged", None)


def test_the_command_asks_records_and_tells_the_cost(
    played: Any, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save_settings(settings_for(played))
    played.says("yes")
    record = tmp_path / "answers.jsonl"
    words = ["judge", str(folder), "--record", str(record), "--json"]
    assert main(words) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["tasks"][0]["answers"]["question_q1"]["value"] == 1.0
    assert told["spent"] == {
        "model": "qwen/qwen2.5-vl-72b-instruct",
        "questions": 1,
        "requests": 1,
        "prompt_tokens": 100,
        "completion_tokens": 20,
        "cost": pytest.approx(0.002),
        "answers_without_price": 0,
    }
    assert not (folder / "grade.json").exists()
    assert main(["judge", str(folder), "--replay", str(record), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["tasks"] == told["tasks"]
    assert len(played.asked) == 1


def test_answers_that_nobody_asked_to_keep_are_kept(
    played: Any, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save_settings(settings_for(played))
    played.says("yes")
    assert main(["judge", str(folder)]) == 0
    told = capsys.readouterr().err
    (record,) = (state_folder() / "judge").glob("*.jsonl")
    assert f"answers kept in {record}" in told
    assert main(["judge", str(folder), "--replay", str(record), "--write"]) == 0
    assert "1 answer from" in capsys.readouterr().err
    assert json.loads((folder / "grade.json").read_text())["overall_score"] == 1.0
    assert len(played.asked) == 1
    # What grade files hold needs no second copy.
    assert main(["judge", str(folder), "--write", "--again"]) == 0
    assert list((state_folder() / "judge").glob("*.jsonl")) == [record]


@pytest.mark.parametrize("pattern", ["nosuch*", ""])
def test_a_pattern_that_fits_no_item_is_a_typing_error(
    played: Any, folder: Path, capsys: pytest.CaptureFixture[str], pattern: str
) -> None:
    save_settings(settings_for(played))
    assert main(["judge", str(folder), "--items", "question_*", "--items", pattern]) == 2
    told = capsys.readouterr().err
    assert f"--items {pattern!r}" in told
    assert "The items are question_q1" in told
    assert played.asked == []


def test_the_run_counts_what_was_sent_with_its_retries(session: Session, played: Any) -> None:
    played.says("yes")
    down = type(played.turns[0])(status=503, body=b"")
    played.says(down, "yes")
    session.settings = msgspec.structs.replace(
        session.settings, judge=msgspec.structs.replace(session.settings.judge, attempts=2)
    )
    session.judging.ask(["cup"])
    session.jobs.drain()
    assert session.judging.run is not None
    assert (session.judging.run.calls, len(played.asked)) == (2, 2)


def test_a_refusal_and_a_contradiction_leave_the_question_open(
    session: Session, played: Any
) -> None:
    for reply in ("I'm sorry, but I can't assist with that request.", "yes\nno", "[" * 200_000):
        played.says(reply)
        session.judging.ask(["cup"])
        session.jobs.drain()
        assert session.current is not None
        assert session.current.ledger is not None
        check = session.current.ledger.check("question_q1")
        assert check is not None
        assert (check.state, check.credit) == ("not judged", None)
        assert check.measurement is not None
        assert check.measurement.raw == reply


def test_a_record_that_can_be_written_no_further_costs_no_answer(
    played: Any,
    folder: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    save_settings(settings_for(played))
    played.says("yes")
    (tmp_path / "file").write_text("")
    record = tmp_path / "file" / "answers.jsonl"
    words = ["judge", str(folder), "--record", str(record), "--json"]
    assert main(words) == 2
    assert "Nothing was asked." in capsys.readouterr().err
    # As if the disk had filled after the first look.
    monkeypatch.setattr("reviewer.session.judge_models.require_writable", lambda record: None)
    assert main(words) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["tasks"][0]["answers"]["question_q1"]["value"] == 1.0
    assert told.err.count("answers from here on are not recorded: ") == 1
    assert str(record) in told.err
