"""A task's own grader runs again on a copy, and a hostile one harms nothing."""

from __future__ import annotations

import json
import os
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from reviewer.process import task_grader
from reviewer.process.isolation import Isolation, NotIsolatedError, probe_isolation
from reviewer.process.runner import StartError
from reviewer.process.task_grader import GraderLimits, GraderOutcome, GraderRun, run_grader

OPEN = Isolation(False, "bubblewrap is refused here (test)")
needs_isolation = pytest.mark.skipif(
    not probe_isolation().is_available, reason="no isolation on this machine"
)
QUICK = GraderLimits(seconds=3.0, memory=1 << 30, disk=40 << 20, processes=30)


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "workspace"
    (folder / "results").mkdir(parents=True)
    (folder / "results" / "a.txt").write_text("made by the agent")
    return folder


def grade(code: str, workspace: Path, *, confirmed: bool = False, **changes) -> GraderOutcome:
    fields = {"gt": None, "answers": None, "limits": QUICK} | changes
    return run_grader(GraderRun(code=code, workspace=workspace, **fields), confirmed=confirmed)


def body(*lines: str) -> str:
    return "def grade(transcript, workspace_path=None):\n" + "\n".join(
        f"    {line}" for line in lines
    )


@needs_isolation
def test_workspace_ground_truth_and_answers(tmp_path: Path, workspace: Path) -> None:
    gt = workspace / "gt"
    gt.mkdir()
    (gt / "key.json").write_text("{}")
    code = body(
        "from pathlib import Path",
        "from _judge_helper import vlm_score_rubric, llm_score_text",
        "here = Path(workspace_path)",
        "(here / 'results' / 'a.txt').write_text('changed')",
        "seen = vlm_score_rubric(['x.png'], {'vlm_a': 'A?', 'vlm_b': 'B?'})",
        "return {'path': workspace_path, 'gt': (here.parent / 'gt/key.json').exists(),",
        "        'inside': Path('/tmp_workspace/gt/key.json').exists(),",
        "        'file': (here / 'results/a.txt').read_text(), 'judge': seen,",
        "        'text': llm_score_text('t', {'llm_c': 'C?'})['judge_method']}",
    )
    outcome = grade(code, workspace, gt=gt, answers={"vlm_a": 1.0})
    assert outcome.problem == "", outcome.stderr
    assert outcome.result == {
        "path": "/tmp_workspace",
        "gt": True,
        "inside": True,
        "file": "changed",
        "judge": {"vlm_a": 1.0, "vlm_b": 0.0, "judge_method": "vlm", "judge_error": None},
        "text": "llm",
    }
    assert outcome.asked == {"vlm_a": "A?", "vlm_b": "B?", "llm_c": "C?"}
    assert outcome.was_isolated
    assert outcome.open_ends == ()
    assert (workspace / "results" / "a.txt").read_text() == "made by the agent"


@needs_isolation
def test_chat_log_and_no_judge(tmp_path: Path, workspace: Path) -> None:
    call = {"type": "toolCall", "name": "exec", "arguments": {"command": "godot --headless"}}
    event = {"type": "message", "message": {"role": "assistant", "content": [call]}}
    chat = tmp_path / "chat.jsonl"
    chat.write_text(json.dumps(event) + "\n")
    code = body(
        "from _judge_helper import audit_chat_jsonl_for_banned as audit, vlm_score_rubric",
        "judge = vlm_score_rubric([], {'a': 'A?'})",
        "return {**audit(['--headless', 'other']), 'judge': judge['judge_method']}",
    )
    result = grade(code, workspace, chat=chat).result
    assert result is not None
    assert result["matches"] == ["--headless"]
    assert result["total_tool_calls"] == 1
    assert result["judge"] == "failed"
    result = grade(code, workspace).result
    assert result is not None
    assert result["error"] == "no-chat-jsonl"


@needs_isolation
def test_the_last_json_line_and_faults(workspace: Path) -> None:
    noisy = body("print('{\"overall_score\": 0.1}')", "return {'overall_score': 0.7}")
    assert grade(noisy, workspace).result == {"overall_score": 0.7}
    ends = body("import os", "print('{\"overall_score\": 0.2}', flush=True)", "os._exit(0)")
    assert grade(ends, workspace).result == {"overall_score": 0.2}
    outcome = grade(body("raise RuntimeError('broken')"), workspace)
    assert outcome.result is None
    assert outcome.problem == "RuntimeError: broken"
    assert "Traceback" in outcome.stderr
    assert "no function named grade" in grade("x = 1", workspace).problem
    assert "SyntaxError" in grade("def grade(:", workspace).problem
    assert "no scores" in grade(body("return 3"), workspace).problem
    assert grade("def grade():\n    return {'a': 1}", workspace).result == {"a": 1}


@needs_isolation
def test_missing_modules_are_named_also_when_caught(workspace: Path) -> None:
    code = "try:\n    import no_such_ocr.deep\nexcept Exception:\n    pass\n"
    caught = grade(code + body("return {'overall_score': 0.0}"), workspace)
    assert caught.missing_modules == ("no_such_ocr",)
    assert caught.problem == ""
    fatal = grade("import no_such_ocr\n" + body("return {}"), workspace)
    assert "not installed here: no_such_ocr" in fatal.problem


@needs_isolation
def test_links_and_pipes_are_not_copied(tmp_path: Path, workspace: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("classified")
    (workspace / "link").symlink_to(secret)
    (workspace / "folder").symlink_to(tmp_path)
    os.mkfifo(workspace / "pipe")
    code = body("import os", "return {'names': sorted(os.listdir(workspace_path))}")
    assert grade(code, workspace).result == {"names": ["results"]}


@pytest.fixture
def listener() -> Iterator[tuple[int, list[object]]]:
    """A server on this machine that notes whoever connects."""
    server = socket.create_server(("127.0.0.1", 0))
    server.settimeout(0.1)
    met: list[object] = []
    stop = threading.Event()

    def serve() -> None:
        while not stop.is_set():
            try:
                connection, address = server.accept()
            except TimeoutError:
                continue
            met.append(address)
            connection.close()

    thread = threading.Thread(target=serve)
    thread.start()
    yield server.getsockname()[1], met
    stop.set()
    thread.join()
    server.close()


@needs_isolation
def test_an_endless_loop_is_stopped(workspace: Path) -> None:
    outcome = grade(body("while True: pass"), workspace, limits=GraderLimits(seconds=1.0))
    assert outcome.result is None
    assert outcome.problem == "it was stopped: it ran longer than 1 s"
    assert outcome.seconds < 15


@needs_isolation
def test_ten_gigabytes_are_refused(workspace: Path) -> None:
    outcome = grade(body("block = bytearray(10 << 30)", "return {}"), workspace)
    assert outcome.problem.startswith("MemoryError")


@needs_isolation
def test_the_network_is_out_of_reach(workspace: Path, listener) -> None:
    port, met = listener
    code = body(
        "import socket",
        f"socket.create_connection(('127.0.0.1', {port}), timeout=1)",
        "return {}",
    )
    assert "ConnectionRefusedError" in grade(code, workspace).problem
    assert met == []


@needs_isolation
def test_writing_outside_is_refused(tmp_path: Path, workspace: Path) -> None:
    target, gt = tmp_path / "target", workspace / "gt"
    target.write_text("whole")
    gt.mkdir()
    code = body(
        "import os, sys",
        "faults = []",
        f"for path in ({str(target)!r}, '/gt/x', '/eval/driver.py', '/usr/x', os.__file__, '/x'):",
        "    try:",
        "        open(path, 'w').close()",
        "    except OSError as error:",
        "        faults.append(type(error).__name__)",
        f"return {{'faults': faults, 'home': os.path.exists({str(tmp_path)!r})}}",
    )
    result = grade(code, workspace, gt=gt).result
    assert result is not None
    # Only the root of the closed room itself, which is thrown away, takes a file.
    assert len(result["faults"]) >= 5
    assert result["home"] is False
    assert target.read_text() == "whole"
    assert list(gt.iterdir()) == []


@needs_isolation
def test_environment_and_processes_are_out_of_sight(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENROUTER_API_KEY", "sk-secret")
    code = body(
        "import os",
        "seen = ' '.join(os.environ.values())",
        "for name in os.listdir('/proc'):",
        "    if name.isdigit():",
        "        seen += open(f'/proc/{name}/environ', errors='replace').read()",
        "return {'has_key': 'sk-secret' in seen, 'names': sorted(os.environ)}",
    )
    result = grade(code, workspace).result
    assert result is not None
    assert result["has_key"] is False
    assert "OPENROUTER_API_KEY" not in result["names"]


@needs_isolation
def test_a_fork_bomb_is_stopped(workspace: Path) -> None:
    code = body(
        "import os, time",
        # Bounded, so that a machine whose root has no process limit survives a failure.
        "for _ in range(150):",
        "    if os.fork() == 0: time.sleep(20)",
        "time.sleep(20)",
    )
    outcome = grade(code, workspace)
    assert "more than 30 processes" in outcome.problem
    deadline = time.monotonic() + 5
    while graders() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert graders() == []


def graders() -> list[str]:
    """Processes of a grader that are still alive; corpses have no command line."""
    found = []
    for entry in os.listdir("/proc"):
        try:
            if entry.isdigit() and b"/eval/driver" in Path(f"/proc/{entry}/cmdline").read_bytes():
                found.append(entry)
        except OSError:
            continue
    return found


@needs_isolation
def test_filling_the_disk_is_stopped(workspace: Path) -> None:
    one = body(
        "with open(workspace_path + '/big', 'wb') as f:",
        "    while True: f.write(b'x' * 1_000_000)",
    )
    outcome = grade(one, workspace)
    assert outcome.result is None
    assert outcome.problem
    many = body(
        "for i in range(10**9):",
        "    open(f'{workspace_path}/{i}', 'wb').write(b'x' * 1_000_000)",
    )
    assert "wrote more than 40 MB" in grade(many, workspace).problem


def test_without_isolation_it_refuses(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task_grader, "probe_isolation", lambda: OPEN)
    mark = workspace / "ran"
    with pytest.raises(NotIsolatedError) as caught:
        grade(f"open({str(mark)!r}, 'w')\n" + body("return {}"), workspace)
    assert not mark.exists()
    assert len(caught.value.open_ends) == 5
    assert "It can use the network" in str(caught.value)
    assert "not run" in str(caught.value)


def test_without_isolation_it_runs_when_confirmed(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(task_grader, "probe_isolation", lambda: OPEN)
    monkeypatch.setenv("OPENROUTER_API_KEY", "sk-secret")
    gt = workspace / "gt"
    gt.mkdir()
    (gt / "key.json").write_text("{}")
    code = body(
        "import os",
        "from pathlib import Path",
        "here = Path(workspace_path)",
        "(here / 'results/a.txt').write_text('changed')",
        "return {'gt': (here.parent / 'gt/key.json').exists(),",
        "        'key': os.environ.get('OPENROUTER_API_KEY')}",
    )
    outcome = grade(code, workspace, gt=gt, confirmed=True)
    assert outcome.result == {"gt": True, "key": None}, outcome.stderr
    assert not outcome.was_isolated
    assert len(outcome.open_ends) == 5
    assert (workspace / "results" / "a.txt").read_text() == "made by the agent"


def test_elsewhere_it_says_it_cannot(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reviewer.process.task_grader.sys.platform", "darwin")
    monkeypatch.setattr(task_grader, "probe_isolation", lambda: OPEN)
    with pytest.raises(NotIsolatedError, match="cannot run it here"):
        grade(body("return {}"), workspace, confirmed=True)


def test_the_probe_believes_only_what_it_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    from reviewer.process import isolation
    from reviewer.process.runner import Finished

    def probed(finished: Finished | Exception) -> Isolation:
        def fake_run(*_args: object, **_options: object) -> Finished:
            if isinstance(finished, Exception):
                raise finished
            return finished

        monkeypatch.setattr(isolation, "run", fake_run)
        monkeypatch.setattr(isolation.sys, "platform", "linux")
        return isolation.probe_isolation.__wrapped__()

    assert not probed(StartError("bwrap", "it is not installed", "Install it")).is_available
    assert "refused" in probed(Finished(1, b"", b"No permissions", 0.1)).reason
    assert (
        "does not close" in probed(Finished(0, b'[["lo", "eth0"], 2, false, 5]', b"", 0.1)).reason
    )
    assert "does not close" in probed(Finished(0, b'[["lo"], 2, true, 5]', b"", 0.1)).reason
    assert probed(Finished(0, b'[["lo"], 2, false, 5]', b"", 0.1)).is_available


@needs_isolation
def test_reference_scores(corpus: Path) -> None:
    """The published task's own grader, run here, gives the scores it is known to give."""
    task = corpus.parent / "seeds" / "002_36e8490849e99134.txt"
    if not task.exists():
        pytest.skip("the published task lies elsewhere")
    from reviewer.formats.task_markdown import parse_task

    code = parse_task(task.read_bytes()).grader_code
    names = ("furniture_present", "text_legible", "color_categorized", "layout_realistic")
    for name in ("good", "no_svg"):
        folder = corpus / "floorplan_workspaces" / name
        known = json.loads((folder / "seed_grader_expected.json").read_text())
        for judge, expected in known.items():
            answers = None
            if judge != "none":
                answers = {
                    f"vlm_{n}": float(v) for n, v in zip(names, judge.split(","), strict=True)
                }
            outcome = grade(code, folder, gt=folder / "gt", answers=answers, limits=GraderLimits())
            assert outcome.result is not None, outcome.stderr
            assert outcome.result["overall_score"] == expected["overall_score"]
            if answers is not None:
                assert outcome.result == expected
