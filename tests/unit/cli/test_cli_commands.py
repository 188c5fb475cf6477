"""The commands: what they print, what they write, and by which code they end."""

from __future__ import annotations

import csv
import errno
import io
import json
import os

import pytest

import reviewer
from reviewer.cli import COMMANDS


def test_the_version_is_said(run) -> None:
    assert run("--version") == (0, f"reviewer {reviewer.__version__}\n", "")


def test_help_names_every_command_with_a_line(run) -> None:
    code, out, _ = run("--help")
    assert code == 0
    for name in COMMANDS:
        assert any(
            line.split()[:1] == [name] and len(line.split()) > 3 for line in out.splitlines()
        )


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_has_help(run, name: str) -> None:
    code, out, _ = run(name, "--help")
    assert code == 0
    assert out.startswith(f"usage: reviewer{'' if name == 'open' else ' ' + name}")


def test_a_misspelt_command_is_told_from_a_folder(run) -> None:
    code, _, err = run("grad", "x")
    assert code == 2
    assert "no such folder, and no such command. Did you mean `reviewer grade`?" in err
    assert "Commands: " in run("qqqq")[2]


@pytest.mark.parametrize("command", ["grade", "explain", "kinds", "recompute", "status"])
def test_a_folder_that_is_not_there_is_named(run, tmp_path, command) -> None:
    code, out, err = run(command, tmp_path / "nowhere")
    assert (code, out) == (2, "")
    assert "nowhere: there is no such folder" in err


def test_a_folder_without_tasks_says_what_to_do(run, tmp_path) -> None:
    code, _, err = run("grade", tmp_path)
    assert code == 2
    assert "no task was found" in err
    code, _, err = run("kinds", tmp_path)
    assert code == 2
    assert "task.toml" in err


def test_the_table_tells_what_passes(run, edits) -> None:
    code, out, err = run("grade", edits)
    assert (code, err) == (0, "")
    rows = {line.split()[0]: line for line in out.splitlines() if line}
    assert "1.000  passes (needs 0.80)" in rows["good"]
    assert "fails (needs 0.80)" in rows["lazy"]
    assert "no-op" in rows["lazy"]


def test_several_tasks_of_a_kind_are_summed_up_under_their_table(run, edits) -> None:
    _, out, _ = run("grade", edits, "--json")
    good, lazy = (task["headlines"]["overall_score"] for task in json.loads(out))
    _, out, _ = run("grade", edits)
    *_, last = out.splitlines()
    assert last == (
        f"gimp_edit overall_score: 2 of 2 have a score, mean {(good + lazy) / 2:.3f}, "
        f"spread {(good - lazy) / 2:.3f}; 1 of 2 pass"
    )
    (edits / "good" / "golden.png").write_bytes(b"no picture")
    _, out, _ = run("grade", edits)
    assert out.splitlines()[-1].startswith("gimp_edit overall_score: 1 of 2 have a score, mean")
    _, out, _ = run("grade", edits / "lazy")
    assert len(out.splitlines()) == 2


def test_json_has_everything_of_a_task(run, edits) -> None:
    code, out, _ = run("grade", edits, "--json")
    assert code == 0
    first, second = json.loads(out)
    assert set(first) >= {
        "id", "folder", "kind", "headlines", "checks", "ledger", "flags", "errors",
    }  # fmt: skip
    assert (first["id"], first["kind"]) == ("good", "gimp_edit")
    assert first["headlines"] == {"overall_score": 1.0}
    assert first["folder"] == str(edits / "good")
    check = next(c for c in second["checks"] if c["id"] == "ssim")
    assert set(check) >= {"state", "value", "unit", "credit", "threshold"}
    assert check["state"] in ("fail", "partial")
    assert {flag["id"] for flag in second["flags"] if flag["raised"]} >= {"no-op"}
    assert {"verb", "because", "before", "after", "binding"} <= set(first["ledger"][0])


def test_csv_has_a_line_a_check(run, edits) -> None:
    code, out, _ = run("grade", edits, "--csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert code == 0
    assert {row["task"] for row in rows} == {"good", "lazy"}
    assert all(row["check"] and row["state"] for row in rows)


def test_several_processes_give_the_same_in_the_same_order(run, edits) -> None:
    assert run("grade", edits, "--json", "--jobs", "2") == run("grade", edits, "--json")


def test_fail_under_ends_with_one(run, edits) -> None:
    assert run("grade", edits, "--fail-under")[0] == 1
    assert run("grade", edits / "good", "--fail-under")[0] == 0
    assert run("grade", edits / "good", "--fail-under=1")[0] == 0
    assert run("grade", edits, "--fail-under", "0.01")[0] == 0
    code, _, err = run("grade", "--fail-under", edits)
    assert code == 2
    assert "after the folders" in err


def test_a_task_that_cannot_be_graded_ends_with_two_and_the_rest_is_graded(run, graded) -> None:
    (graded / "broken.json").write_text('{"overall_score": ')
    code, out, err = run("grade", graded)
    assert code == 2
    assert "broken.json: it is not valid JSON" in err
    assert out.count("  0.350  ") == 2


@pytest.mark.parametrize("weight", ["1e308", "-1"])
def test_a_weight_that_sums_cannot_hold_is_an_error_of_the_task(run, edits, weight: str) -> None:
    code, _, err = run("grade", edits / "lazy", "--set", f"score.ssim={weight}")
    assert code == 2
    assert "score.ssim" in err
    assert "a weight is between 0 and 1e+09" in err


def test_writing_makes_grade_files_that_recompute_leaves_alone(run, edits) -> None:
    assert run("grade", edits, "--write")[0] == 0
    document = json.loads((edits / "good" / "grade.json").read_bytes())
    assert document["overall_score"] == 1.0
    assert document["review"]["kind"] == "gimp_edit"
    before = (edits / "good" / "grade.json").read_bytes()
    code, out, _ = run("recompute", edits)
    assert code == 0
    assert "2 as they were, 0 rebuilt, 0 errors" in out
    assert (edits / "good" / "grade.json").read_bytes() == before


def test_recompute_puts_right_what_was_changed_by_hand(run, edits) -> None:
    run("grade", edits, "--write")
    path = edits / "good" / "grade.json"
    before = path.read_bytes()
    document = json.loads(before)
    document["review"]["headlines"]["overall_score"] = 0.1
    path.write_text(json.dumps(document))
    code, out, _ = run("recompute", edits, "--check")
    assert code == 1
    assert "would change" in out
    assert json.loads(path.read_bytes()) == document
    assert run("recompute", edits)[0] == 0
    assert path.read_bytes() == before


def test_a_judges_answers_from_a_file_count_and_stay_when_written(run, tmp_path, graded) -> None:
    answers = tmp_path / "answers.json"
    answers.write_text(json.dumps({"one": {"vlm_a": {"value": 1.0, "reason": "clear"}}}))
    code, out, _ = run("grade", graded, "--json", "--judge-answers", answers, "--write")
    assert code == 0
    one, two = (next(c for c in task["checks"] if c["id"] == "vlm_a") for task in json.loads(out))
    assert (one["credit"], one["source"]) == (1.0, "judge")
    assert two["credit"] == 0.0
    assert "clear" in one["notes"]
    assert run("recompute", graded)[1].startswith("2 as they were")
    answers.write_text("[]")
    assert run("grade", graded, "--judge-answers", answers)[0] == 2


def test_an_answer_that_nobody_asks_for_is_an_error_before_anything_is_graded(
    run, tmp_path, graded
) -> None:
    answers = tmp_path / "answers.json"
    answers.write_text(json.dumps({"vlm_a": 1, "vlm_typo": 1, "judge_method": "vlm"}))
    for command in (("grade", graded, "--write"), ("explain", graded)):
        code, out, err = run(*command, "--judge-answers", answers)
        assert (code, out) == (2, "")
        assert f"{answers}: no task here asks a judge for vlm_typo. The rubric asks for " in err
        assert "overall_score, vlm_a" in err
    assert not (graded / "review").exists()
    # A row that code measured takes no judge's answer either.
    answers.write_text(json.dumps({"one": {"ok": 1}}))
    code, _, err = run("grade", graded, "--judge-answers", answers)
    assert code == 2
    assert "one: no task here asks a judge for ok" in err
    # Answers for other folders too are fine, answers for none of these tasks are not.
    answers.write_text(json.dumps({"one": {"vlm_a": 1}, "elsewhere": {"b": 1}}))
    assert run("grade", graded, "--judge-answers", answers)[0] == 0
    answers.write_text(json.dumps({"elsewhere": {"b": 1}}))
    code, _, err = run("grade", graded, "--judge-answers", answers)
    assert code == 2
    assert "none of them is a task here. The tasks are one, two." in err


def test_a_window_with_answers_that_are_not_there_says_so(
    run, tmp_path, edits, monkeypatch
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    code, _, err = run(edits, "--judge-answers", tmp_path / "none.json")
    assert code == 2
    assert "none.json: it does not exist" in err


def test_writing_waits_for_nobody_who_edits(run, edits) -> None:
    from reviewer.store import folder
    from reviewer.store.locks import TaskLock

    task = next(folder.discover(edits))
    lock = TaskLock(task)
    assert lock.acquire()
    code, _, err = run("grade", edits, "--write")
    lock.release()
    assert code == 2
    assert "grade.json: not written: it is being edited" in err
    assert (edits / "lazy" / "grade.json").exists()


def test_explain_says_how_it_came_about(run, edits) -> None:
    code, out, _ = run("explain", edits, "--task", "lazy")
    assert code == 0
    assert out.startswith("lazy · gimp_edit · ")
    assert "Flag: " in out
    assert len(out.splitlines()) > 4
    code, _, err = run("explain", edits, "--task", "none")
    assert code == 2
    assert "found: good, lazy" in err


def test_kinds_says_why(run, edits, graded) -> None:
    code, out, _ = run("kinds", edits)
    assert code == 0
    assert "gimp_edit" in out
    assert "result=result.png" in out
    assert "is a grader's output" in run("kinds", graded)[1]
    (edits / "good" / "task.toml").write_text("kind = ")
    code, _, err = run("kinds", edits)
    assert code == 2
    assert "task.toml" in err


def test_rubric_check_names_the_line(run, tmp_path) -> None:
    path = tmp_path / "rubric.toml"
    path.write_text('extends = "gimp_edit"\nname = "x"\nversion = 1\n')
    assert run("rubric", "check", path) == (0, f"{path}: fine\n", "")
    path.write_text('extends = "gimp_edit"\nname = "x"\nversion = 1\n\n[[check]]\nid = "a"\n')
    code, out, _ = run("rubric", "check", path)
    assert code == 2
    assert f"{path}:5: fault: " in out or f"{path}:6: fault: " in out
    assert run("rubric", "check", tmp_path / "none.toml")[0] == 2
    assert "gimp_edit" in run("rubric", "list")[1]


def test_status_counts_people(run, edits) -> None:
    code, out, _ = run("status", edits)
    assert (code, out.splitlines()[0]) == (0, "2 tasks")
    assert json.loads(run("status", edits, "--json")[1]) == {"tasks": 2, "people": []}


def test_the_demo_without_a_window_writes_the_sheets(run, tmp_path) -> None:
    code, out, _ = run("demo", "--no-window", "--out", tmp_path / "out")
    assert code == 0
    sheets = sorted((tmp_path / "out").glob("*.png"))
    assert sum(path.name.startswith("window_") for path in sheets) == 7
    assert len(sheets) >= 4 + 7
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in sheets)
    assert "overall_score" in out
    assert str(tmp_path / "out") in out


def test_the_demo_says_what_is_missing_for_a_window(run, tmp_path, monkeypatch) -> None:
    from reviewer.cli import demo

    monkeypatch.setattr(demo, "display_problem", lambda: "There is no display.")
    code, out, _ = run("demo", "--out", tmp_path / "out")
    assert code == 0
    assert "No window: There is no display. `reviewer doctor`" in out


def test_opening_without_a_display_says_so(run, edits, monkeypatch) -> None:
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    code, _, err = run(edits)
    assert code == 2
    assert "reviewer doctor" in err


def test_notes_of_the_walk_reach_the_terminal(run, edits, tmp_path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (edits / "away").symlink_to(tmp_path / "elsewhere")
    _, _, err = run("grade", edits)
    assert "leads out of the opened folder" in err
    assert os.path.islink(edits / "away")


@pytest.mark.parametrize("command", ["grade", "explain", "recompute", "status", "kinds"])
def test_a_golden_that_cannot_be_read_is_an_error_of_its_task_only(
    run, edits, command, monkeypatch
) -> None:
    run("grade", edits, "--write")
    locked = edits / "good" / "golden.png"
    grade = edits / "good" / "grade.json"
    real = os.open

    def refuse(path, *given, **named):
        if str(path) in (str(locked), *([str(grade)] if command == "status" else [])):
            raise PermissionError(errno.EACCES, "Permission denied")
        return real(path, *given, **named)

    monkeypatch.setattr(os, "open", refuse)
    before = grade.stat().st_mtime_ns
    code, out, err = run(command, edits)
    assert grade.stat().st_mtime_ns == before
    if command == "kinds":
        assert code == 0
        return
    assert code == 2
    assert "you may not read it. Ask for read access." in err
    assert "good" in err
    assert "2 tasks" in out if command == "status" else "lazy" in out + err or "1 as" in out


def test_status_names_a_log_that_cannot_be_read(run, edits) -> None:
    run("grade", edits, "--write")
    (edits / "good" / "review").mkdir()
    os.mkfifo(edits / "good" / "review" / "bob-ffff.jsonl")
    for command in (("status", edits), ("recompute", edits), ("recompute", edits, "--check")):
        code, _, err = run(*command)
        assert code == 2
        assert "bob-ffff.jsonl: it is a pipe" in err


def test_broken_settings_are_named_by_the_first_command_that_reads_them(run, edits) -> None:
    from reviewer.store.settings import config_folder

    path = config_folder() / "settings.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('{"theme": ')
    aside = path.with_suffix(".broken.json")
    for command, is_told in (("explain", True), ("grade", False), ("status", False)):
        code, _, err = run(command, edits)
        assert code == 0
        assert (aside.name in err) is is_told
        assert ("settings" in err) is is_told
    assert aside.read_bytes() == path.read_bytes()


def test_what_is_odd_in_a_grade_file_is_said_in_every_form(run, graded) -> None:
    (graded / "one.json").write_text(
        '{"overall_score": 0.1, "checks": {"a": 1}, "overall_score": 1}'
    )
    for form in ((), ("--csv",)):
        code, _, err = run("grade", graded, *form)
        assert code == 0
        assert "one.json: keys stand twice, the last one counts: overall_score." in err
    code, out, err = run("grade", graded, "--json")
    assert (code, err) == (0, "")
    assert "keys stand twice" in json.loads(out)[0]["notes"][0]


@pytest.mark.parametrize("number", ["nan", "inf", "-inf", "1e999"])
def test_numbers_that_are_none_are_refused(run, edits, number) -> None:
    assert run("grade", edits, "--set", f"ssim.ramp={number}")[0] == 2
    assert run("grade", edits, f"--fail-under={number}")[0] == 2
