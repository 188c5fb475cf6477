"""A task's own grader runs again only when asked for, with what is in force, and is compared."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reviewer import cli
from reviewer.process import isolation, task_grader
from reviewer.process.isolation import Isolation, NotIsolatedError, probe_isolation
from reviewer.session import folding, grader_run
from reviewer.session.grader_desk import GraderDesk
from reviewer.session.grader_run import prepare, rerun
from reviewer.session.jobs import Cancelled
from reviewer.session.state import TaskState
from reviewer.store import log
from reviewer.store.files import FileError

Graded = Callable[..., TaskState]
OPEN = Isolation(False, "bubblewrap is refused here (test)")
needs_isolation = pytest.mark.skipif(
    not probe_isolation().is_available, reason="no isolation on this machine"
)
GRADER = """
from pathlib import Path
import json
try:
    import no_such_ocr
except Exception:
    no_such_ocr = None
from _judge_helper import vlm_score_rubric

def grade(workspace_path=None, **kwargs):
    here = Path(workspace_path)
    items = {"vlm_a": "Is A there?", "vlm_b": "Is B there?"}
    said = vlm_score_rubric([str(here / "x.png")], items)
    mean = sum(said[k] for k in items) / 2
    half = 0.5 if (here / "results" / "made.txt").exists() else 0.0
    seen = sorted(p.name for p in here.iterdir())
    gt = (here.parent / "gt" / "key.json").exists()
    method = said["judge_method"]
    return {"overall_score": half + mean / 2, "seen": seen, "gt": gt, "method": method}
"""


def task_md(code: str) -> str:
    return (
        f"---\nid: OPS_task_9\n---\n## Prompt\nDo.\n\n## Automated Checks\n```python\n{code}\n```\n"
    )


@pytest.fixture
def case(tmp_path: Path) -> Callable[..., Path]:
    """A staged case of another task, with a grade by its grader."""

    def build(code: str = GRADER, checks: dict | None = None) -> Path:
        where = tmp_path / "OPS_task_9"
        for name, content in {
            "task.md": task_md(code),
            "results/made.txt": "by the agent",
            "gt/key.json": "{}",
            "agent.log": "a log",
            "chat.jsonl": "",
            "score.json": json.dumps(
                {
                    "overall_score": 0.75,
                    "checks": checks or {"vlm_a": 1.0, "vlm_b": 0.0, "made": 1.0},
                    "judge_method": "vlm",
                }
            ),
        }.items():
            path = where / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)
        return where

    return build


@pytest.fixture
def is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without a closed room."""
    for module in (isolation, task_grader):
        monkeypatch.setattr(module, "probe_isolation", lambda: OPEN)


def answered(state: TaskState, **answers: float) -> TaskState:
    state.entries = [
        log.new_entry("answer", task=state.task.id, author="ann", item=item, value=value)
        for item, value in answers.items()
    ]
    folding.refold(state, author="ann")
    return state


def no_cancel() -> None:
    """Nobody cancels."""


def test_what_would_run(case: Any, graded: Graded) -> None:
    state = graded(case())
    assert state.task.kind == "graded_folder"
    prepared = prepare(answered(state, vlm_b=1.0))
    assert "def grade" in prepared.code
    assert prepared.answers == {"vlm_a": 1.0, "vlm_b": 1.0}
    assert prepared.before == {"vlm_a": 1.0, "vlm_b": 0.0}
    assert (prepared.score, prepared.method) == (0.75, "vlm")
    assert prepared.truth == (state.task.folder / "gt").resolve()


@pytest.mark.usefixtures("is_open")
def test_refused_until_every_open_end_is_confirmed(
    case: Any, graded: Graded, tmp_path: Path
) -> None:
    ran = tmp_path / "ran"
    where = case(f"def grade(**k):\n    open({str(ran)!r}, 'w')\n    return {{'overall_score': 1}}")
    prepared = prepare(graded(where))
    assert len(prepared.open_ends) == 5
    assert any("network" in line for line in prepared.open_ends)
    for confirmed in (None, (), prepared.open_ends[:4]):
        with pytest.raises(NotIsolatedError) as caught:
            rerun(prepared, confirmed=confirmed, cancel=no_cancel)
        assert caught.value.open_ends == prepared.open_ends
    assert not ran.exists()
    found = rerun(prepared, confirmed=prepared.open_ends, cancel=no_cancel)
    assert ran.exists()
    assert found.ledger.headline.value == 1.0
    assert not found.was_isolated


HOSTILE = {
    "an endless loop": "while True: pass",
    "ten gigabytes": "x = bytearray(10 << 30)",
    "the network": "import socket; socket.create_connection(('192.0.2.1', 80), timeout=1)",
    "writing outside": "open('/usr/reviewer_was_here', 'w')",
    "the environment": "import os; assert not [k for k in os.environ if 'KEY' in k or 'HOME' in k]",
    # Bounded, so that a machine whose root has no process limit survives a failure of this test.
    "forking": (
        "import os, time\n    for _ in range(150):\n"
        "        if os.fork() == 0: time.sleep(20)\n    time.sleep(20)"
    ),
}


@pytest.mark.usefixtures("is_open")
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_task_is_refused_where_nothing_is_isolated(
    case: Any, graded: Graded, name: str
) -> None:
    state = graded(case(f"def grade(**k):\n    {HOSTILE[name]}\n    return {{}}"))
    with pytest.raises(NotIsolatedError, match="It can use the network"):
        rerun(prepare(state), confirmed=None, cancel=no_cancel)


@needs_isolation
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_task_harms_nothing_in_a_closed_room(
    case: Any, graded: Graded, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = task_grader.GraderLimits(seconds=3.0, memory=1 << 30, disk=40 << 20, processes=30)
    real = task_grader.GraderRun
    monkeypatch.setattr(task_grader, "GraderRun", lambda **k: real(**k, limits=limits))
    where = case(f"def grade(**k):\n    {HOSTILE[name]}\n    return {{'overall_score': 1.0}}")
    before = {path: path.read_bytes() for path in where.rglob("*") if path.is_file()}
    found = rerun(prepare(graded(where)), confirmed=(), cancel=no_cancel)
    assert found.problem or name == "the environment"
    assert {path: path.read_bytes() for path in where.rglob("*") if path.is_file()} == before
    assert not Path("/usr/reviewer_was_here").exists()


def confirmed_of(prepared: grader_run.Prepared) -> tuple[str, ...]:
    """All of the list: what a person confirms where the room is open."""
    return prepared.open_ends


def test_before_and_after(case: Any, graded: Graded) -> None:
    state = answered(graded(case()), vlm_b=1.0)
    prepared = prepare(state)
    found = rerun(prepared, confirmed=confirmed_of(prepared), cancel=no_cancel)
    assert found.problem == ""
    lines = [(line.because, line.before, line.after) for line in found.ledger.lines]
    assert lines == [
        ("vlm_a, as in force", 1.0, 1.0),
        ("vlm_b, as in force", 0.0, 1.0),
        ("the task's own grader", 0.75, 1.0),
    ]
    assert found.ledger.headline.passes
    assert found.missing_modules == ("no_such_ocr",)
    assert found.asked == {"vlm_a": "Is A there?", "vlm_b": "Is B there?"}
    # Its own copy of the workspace: no logs, no scores, gt beside it and not the original.
    assert "results" in found.output["seen"]
    assert not {"score.json", "chat.jsonl", "agent.log", "task.md"} & set(found.output["seen"])
    assert found.output["gt"] is True


def test_no_judge_and_answers_of_ones_own(case: Any, graded: Graded) -> None:
    state = graded(case(checks={"made": 1.0}))
    prepared = prepare(state)
    assert prepared.answers == {}
    found = rerun(prepared, confirmed=confirmed_of(prepared), cancel=no_cancel)
    assert found.output["method"] == "failed"
    assert found.ledger.headline.value == 0.5
    prepared = prepare(state, answers={"vlm_a": 1.0})
    found = rerun(prepared, confirmed=confirmed_of(prepared), cancel=no_cancel)
    assert found.ledger.headline.value == 0.75
    assert found.ledger.lines[0].before is None


def test_a_grader_that_fails_is_said(case: Any, graded: Graded) -> None:
    prepared = prepare(graded(case("import no_such_ocr\ndef grade(**k):\n    return {}")))
    found = rerun(prepared, confirmed=confirmed_of(prepared), cancel=no_cancel)
    assert found.ledger is None
    assert "not installed here: no_such_ocr" in found.problem


def test_cancelled(case: Any, graded: Graded) -> None:
    prepared = prepare(graded(case("import time\ndef grade(**k):\n    time.sleep(60)")))
    calls = 0

    def cancel() -> None:
        nonlocal calls
        calls += 1
        if calls > 3:
            raise Cancelled

    with pytest.raises(Cancelled):
        rerun(prepared, confirmed=confirmed_of(prepared), cancel=cancel)


def test_tasks_without_a_grader(case: Any, graded: Graded) -> None:
    where = case()
    (where / "task.md").write_text("## Prompt\nDo.\n")
    with pytest.raises(FileError, match="no function grade"):
        prepare(graded(where))
    (where / "task.md").unlink()
    with pytest.raises(FileError, match=r"no task\.md"):
        prepare(graded(where))


def test_at_the_desk(case: Any) -> None:
    from reviewer.session.desk import Session
    from reviewer.session.jobs import Jobs
    from reviewer.store.settings import Settings

    jobs = Jobs()
    session = Session(settings=Settings(author="ann", installation="0a0a"), jobs=jobs)
    try:
        session.open(case())
        jobs.drain()
        session.select(next(iter(session.tasks)))
        jobs.drain()
        desk = GraderDesk(session)
        offered: list[grader_run.Prepared] = []
        desk.prepare(offered.append)
        jobs.drain()
        (prepared,) = offered
        results: list[grader_run.Rerun] = []
        desk.run(prepared, confirmed=prepared.open_ends, done=results.append)
        jobs.drain()
        assert [found.ledger.headline.value for found in results] == [0.75]
        assert desk.ledger(session.current) is results[0].ledger
        if prepared.open_ends:
            desk.run(prepared, confirmed=None, done=results.append)
            jobs.drain()
            assert len(results) == 1
            assert "was not run" in session.messages[-1].text
    finally:
        session.close()


def test_before_is_the_judges_own_value_also_where_people_corrected_it(
    case: Any, graded: Graded
) -> None:
    state = graded(case())
    state.entries = [
        log.new_entry("dispute", task=state.task.id, author="ann", item="vlm_b", code=1, value=1.0),
        log.new_entry("answer", task=state.task.id, author="ann", item="vlm_b", value=1.0),
    ]
    folding.refold(state, author="ann")
    prepared = prepare(state)
    assert prepared.before == {"vlm_a": 1.0, "vlm_b": 0.0}
    assert prepared.answers == {"vlm_a": 1.0, "vlm_b": 1.0}


# The command


@pytest.mark.usefixtures("is_open")
def test_the_command_asks(case: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    where = case()
    assert cli.main(["grader", str(where)]) == 2
    said = capsys.readouterr()
    assert "It can use the network" in said.err
    assert "nobody confirmed" in said.err
    answers = tmp_path / "answers.json"
    answers.write_text(json.dumps({"vlm_b": True}))
    words = ["grader", str(where), "--answers", str(answers), "--yes"]
    assert cli.main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["before"], found["overall_score"]) == (0.75, 1.0)
    assert found["items"]["vlm_b"] == {"before": 0.0, "after": 1.0}
    assert found["isolated"] is False
    assert cli.main(words) == 0
    out = capsys.readouterr().out
    assert "the task's own grader" in out
    assert "modules not installed here: no_such_ocr" in out
    assert cli.main(["grader", str(where), "--task", "other"]) == 2
    assert "no task 'other'; name one with --task ID. Found: OPS_task_9" in capsys.readouterr().err


@pytest.mark.parametrize("isolation_here", [Isolation(True, "bubblewrap"), OPEN])
def test_the_command_asks_in_a_closed_room_too(
    case: Any, capsys: pytest.CaptureFixture[str], monkeypatch: Any, isolation_here: Isolation
) -> None:
    def never(*_: Any, **__: Any) -> None:
        raise AssertionError("the grader ran although nobody confirmed")

    where = str(case())
    monkeypatch.setattr(isolation, "probe_isolation", lambda: isolation_here)
    monkeypatch.setattr(grader_run, "rerun", never)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert cli.main(["grader", where]) == 2
    said = capsys.readouterr().err
    assert "OPS_task_9 is code from strangers" in said
    assert "nobody confirmed. Type yes when asked, or give --yes." in said


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ('{"vlm_b": 7}', "vlm_b is 7. An answer lies between 0 and 1"),
        ('{"vlm_b": -1}', "vlm_b is -1"),
        ('{"vlm_b": "yes"}', 'vlm_b is "yes"'),
        ('{"nonsense": 1}', "no task here asks a judge for nonsense"),
        ('{"overall_score": 1}', "overall_score"),
        ("[1]", "it is not a JSON object"),
    ],
)
def test_answers_are_checked_as_those_of_grade(
    case: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path, given: str, said: str
) -> None:
    where, answers = str(case()), tmp_path / "answers.json"
    answers.write_text(given)
    assert cli.main(["grader", where, "--answers", str(answers), "--yes"]) == 2
    told = capsys.readouterr().err
    assert str(answers) in told
    assert said in told


@pytest.mark.usefixtures("is_open")
def test_no_number_that_is_none_is_printed_as_json(
    case: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(name: str) -> None:
        raise AssertionError(f"{name} is no JSON")

    inner = "{'checks': {'a': float('nan'), 'psnr': [float('inf')]}, 'overall_score': %s}"
    words = ["grader", str(case(f"def grade(**k):\n    return {inner % 0.5}")), "--yes"]
    assert cli.main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out, parse_constant=refuse)
    assert found["result"] == {"checks": {"a": None, "psnr": [None]}, "overall_score": 0.5}
    assert found["notes"] == ["NaN or infinite, so not measured: checks.a, checks.psnr.1"]
    assert cli.main(words) == 0
    assert "not measured: checks.a" in capsys.readouterr().out
    case(f"def grade(**k):\n    return {inner % 'float(chr(110) + chr(97) + chr(110))'}")
    assert cli.main([*words, "--json"]) == 2
    said = capsys.readouterr()
    found = json.loads(said.out, parse_constant=refuse)
    assert (found["overall_score"], found["result"]) == (None, {})
    assert found["problem"] == "its overall_score is NaN or infinite, which is no score"
    assert found["problem"] in said.err


def test_every_command_prints_json_in_one_way() -> None:
    """`write_json` is the one that knows no NaN and escapes what a terminal cannot show."""
    folder = Path(cli.__file__).parent
    found = [path.name for path in folder.glob("*.py") if "write(json.dumps" in path.read_text()]
    assert found == []
