"""The commands: problems, judge, pairs, agreement; and the benchmark's names as a library."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from reviewer.cli import main
from reviewer.judge.protocol import JudgeError
from reviewer.session.agreement import Case, report_of
from reviewer.session.judge_models import recorded
from reviewer.session.judge_plan import Estimate
from reviewer.session.judge_run import Options

NAMES = (
    "check_validity",
    "parse_answer_key",
    "score_facts",
    "check_text",
    "check_objects",
    "check_relations",
    "check_questions",
    "judge_problem",
    "decide_problem",
)


def run(capsys: Any, *words: object) -> tuple[int, str, str]:
    code = main([str(word) for word in words])
    out, err = capsys.readouterr()
    return code, out, err


def test_problems_are_the_same_bytes_every_time(capsys: Any, tmp_path: Path) -> None:
    first = run(capsys, "problems", "--seed", "00ff", "--count", 9, "--json")
    assert first == run(capsys, "problems", "--seed", "0x00FF", "--count", 9, "--json")
    problems = json.loads(first[1])
    assert len(problems) == 9
    assert run(capsys, "problems", "--seed", "00ff", "--write", tmp_path)[0] == 0
    folders = sorted(path.name for path in tmp_path.iterdir())
    assert folders == sorted(one["problem_id"] for one in problems[:7])
    one = json.loads((tmp_path / problems[0]["problem_id"] / "problem.json").read_text())
    assert one == problems[0]
    path = tmp_path / problems[0]["problem_id"] / "problem.json"
    path.write_text("mine")
    code, _, err = run(capsys, "problems", "--seed", "00ff", "--write", tmp_path)
    assert (code, path.read_text()) == (2, "mine")
    assert "says something else" in err


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("name", "seed"), [("golden", "06ed3f947613023f004a23e753f01336" * 2), ("ff", "ff" * 32)]
)
def test_problems_match_the_published_ones(capsys: Any, corpus: Path, name: str, seed: str) -> None:
    text = (corpus / "imagent" / "problems_expected.json").read_text(encoding="utf-8")
    expected = json.dumps(json.loads(text)[name], indent=2, ensure_ascii=False) + "\n"
    assert run(capsys, "problems", "--seed", seed, "--count", 14, "--json") == (0, expected, "")


@pytest.mark.parametrize(("seed", "count"), [("xyz", 1), ("ff", 0), ("", 1)])
def test_a_wrong_seed_or_count_is_said(capsys: Any, seed: str, count: int) -> None:
    code, _, err = run(capsys, "problems", "--seed", seed, "--count", count)
    assert code == 2
    assert err.startswith("reviewer: ")


def test_a_count_beyond_reason_and_a_folder_that_cannot_be_are_said(
    tmp_path: Path, capsys: Any
) -> None:
    code, _, err = run(capsys, "problems", "--seed", "ff", "--count", 99_999_999_999)
    assert code == 2
    assert "at most 100,000 problems" in err
    (tmp_path / "file").write_text("")
    code, _, err = run(
        capsys, "problems", "--seed", "ff", "--write", tmp_path / "file" / "problems"
    )
    assert code == 2
    assert "the folder cannot be created (not a directory)" in err


def test_problems_as_written_are_rows_without_a_picture(tmp_path: Path, capsys: Any) -> None:
    run(capsys, "problems", "--seed", "ff", "--count", 2, "--write", tmp_path)
    code, out, err = run(capsys, "grade", tmp_path, "--json")
    assert code == 2
    reports = json.loads(out)
    assert len(reports) == 2
    assert all("no picture yet" in one["errors"][0] for one in reports)
    assert all(one["headlines"] == {} for one in reports)
    assert err == ""


def test_a_missing_machine_is_told_once_in_a_run(
    single: Path, pair: Path, eyes: Any, capsys: Any
) -> None:
    eyes.has_detector = False
    code, _, err = run(capsys, "grade", single.parent)
    assert code == 2
    assert err.count("no object detector") == 1
    assert "reviewer: pair: object_1, object_1_color, object_2, relation_1, other_object_1" in err
    assert "the same holds for single" in err
    _, out, _ = run(capsys, "explain", pair)
    assert out.count("no object detector") == 2  # once for the rows, once as a flag


@pytest.fixture
def record(single: Path, pair: Path, eyes: Any, desk: Any, kit: Any, tmp_path: Path) -> Path:
    """A record of a model's answers about both folders; nothing else is left of the asking."""
    kit.see_all(eyes, 10, 20)
    path = tmp_path / "answers.jsonl"
    session = desk(single.parent)
    model = kit.Scripted(checklist="yes", pair="A")
    session.judging.ask(["single", "pair"], Options(), model=recorded(model, path))
    session.jobs.drain()
    session.close()
    for folder in (single, pair):
        (folder / "grade.json").unlink()
    return path


def test_judge_from_a_record_writes_the_grade_files(
    single: Path, pair: Path, record: Path, capsys: Any
) -> None:
    code, out, _ = run(capsys, "judge", single.parent, "--replay", record, "--json", "--write")
    assert code == 0
    told = json.loads(out)
    by_id = {one["id"]: one for one in told["tasks"]}
    assert by_id["single"]["answers"]["question_q1"]["raw"] == "yes"
    assert by_id["single"]["headlines"] == {"fact_score": 1.0}
    assert by_id["pair"]["headlines"]["verdict"] in (0.0, 1.0)
    assert told["spent"]["questions"] == 2 + 4 + 3
    assert (told["spent"]["requests"], told["spent"]["cost"]) == (0, 0.0)
    assert json.loads((single / "grade.json").read_text())["overall_score"] == 1.0
    before = (pair / "grade.json").read_bytes()
    assert run(capsys, "recompute", single.parent)[0] == 0
    assert (pair / "grade.json").read_bytes() == before
    # Everything is answered: the record is not asked again.
    code, out, _ = run(capsys, "judge", single.parent, "--replay", record, "--json")
    assert json.loads(out)["spent"]["questions"] == 0


def test_a_dry_run_sends_nothing_and_writes_nothing(
    single: Path, record: Path, capsys: Any
) -> None:
    code, out, _ = run(capsys, "judge", single, "--dry-run", "--json", "--items", "question_*")
    assert code == 0
    assert json.loads(out)["by_purpose"] == {"questions": 2}
    assert not (single / "grade.json").exists()


def test_a_dry_run_over_a_record_sends_nothing_and_reads_it(
    single: Path, record: Path, capsys: Any, tmp_path: Path
) -> None:
    words = ("judge", single, "--dry-run", "--replay", record)
    code, out, _ = run(capsys, *words)
    assert code == 0
    assert out == (
        "played/model: 2 items of 1 task: 2 recorded answers at most (2 questions), "
        "nothing is sent\n"
    )
    told = json.loads(run(capsys, *words, "--json")[1])
    assert (told["calls"], told["questions"], told["model"]) == (0, 2, "played/model")
    code, out, err = run(capsys, "judge", single, "--dry-run", "--replay", tmp_path / "none")
    assert (code, out) == (2, "")
    assert "none" in err


def test_what_is_not_judged_is_said_so_once_a_row(
    single: Path, eyes: Any, capsys: Any, monkeypatch: pytest.MonkeyPatch, kit: Any
) -> None:
    model = kit.Scripted(checklist="I cannot help with that.")
    monkeypatch.setattr("reviewer.session.judge_models.open_model", lambda *_, **__: model)
    _, out, _ = run(capsys, "judge", single, "--items", "question_q1")
    said = " ".join(out.splitlines()[-1].split())
    assert said == "single question_q1 not judged the model declined to answer"


def test_who_is_asked_can_be_said_for_one_run(
    single: Path, eyes: Any, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []

    def refuse(endpoint: Any) -> None:
        asked.append(endpoint)
        raise JudgeError("nobody is asked here")

    monkeypatch.setattr("reviewer.judge.chat.ChatModel", refuse)
    own = ("--base-url", "http://127.0.0.1:9/v1", "--model", "my/model", "--key-variable", "")
    code, _, err = run(capsys, "judge", single, *own)
    assert code == 2
    assert "nobody is asked here" in err
    (endpoint,) = asked
    assert endpoint.chat_url() == "http://127.0.0.1:9/v1/chat/completions"
    assert (endpoint.model, endpoint.key_variable) == ("my/model", "")


def test_no_key_is_said_once_and_nothing_is_judged(
    single: Path, pair: Path, eyes: Any, capsys: Any
) -> None:
    code, out, err = run(capsys, "judge", single.parent)
    assert (code, out) == (2, "")
    assert err.count("OPENROUTER_API_KEY") == 1


def test_a_record_and_a_replay_exclude_each_other(single: Path, capsys: Any) -> None:
    code, _, err = run(capsys, "judge", single, "--replay", "x", "--record", "y")
    assert code == 2
    assert "give one" in err


def test_one_question_is_no_questions() -> None:
    text = Estimate(1, 1, 4, {"questions": 1, "objects": 2, "edit": 1}).text
    assert text == "1 item of 1 task: at most 4 requests (1 question, 2 objects, 1 edit)"


def test_a_record_that_cannot_be_written_is_said_before_anything_is_asked(
    single: Path, capsys: Any, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    for place in (tmp_path, tmp_path / "file" / "x"):
        code, out, err = run(capsys, "judge", single, "--record", place)
        assert (code, out) == (2, "")
        assert str(place) in err
        assert "OPENROUTER_API_KEY" not in err
    # One that can be written stays away until there is something to write.
    assert run(capsys, "judge", single, "--record", tmp_path / "new.jsonl")[0] == 2
    assert not (tmp_path / "new.jsonl").exists()


@pytest.mark.parametrize("name", ["", " ", "x\ny"])
def test_a_model_without_a_name_is_refused(single: Path, capsys: Any, name: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["judge", str(single), "--model", name])
    assert ended.value.code == 2
    assert "is no name of a model" in capsys.readouterr().err


def test_a_folder_named_twice_is_judged_once(
    single: Path, pair: Path, record: Path, capsys: Any
) -> None:
    words = ("judge", single, single, single.parent, "--replay", record, "--json")
    code, out, _ = run(capsys, *words)
    assert code == 0
    assert [one["id"] for one in json.loads(out)["tasks"]] == ["single", "pair"]


def test_the_whole_answers_of_a_torn_record_are_used(
    single: Path, pair: Path, record: Path, capsys: Any
) -> None:
    text = record.read_text(encoding="utf-8")
    record.write_text(text[:-30], encoding="utf-8")
    code, out, err = run(capsys, "judge", single, "--replay", record, "--json")
    assert code == 0
    assert json.loads(out)["tasks"][0]["headlines"] == {"fact_score": 1.0}
    assert f"{record}:{len(text.splitlines())}: the last line is cut off and was left out" in err


def test_pairs_and_agreement_over_a_folder(
    single: Path, pair: Path, record: Path, desk: Any, kit: Any, capsys: Any
) -> None:
    assert run(capsys, "judge", single.parent, "--replay", record, "--write")[0] == 0
    session = desk(single.parent)
    state = kit.select(session, "pair")
    session.pairs.vote("B")
    kit.select(session, "single")
    session.editor.answer("question_q1", 0.0)
    session.editor.answer("question_q2", 1.0)
    session.close()
    code, out, _ = run(capsys, "pairs", single.parent, "--json")
    assert code == 0
    told = json.loads(out)
    (row,) = told["pairs"]
    assert (row["people"], row["model"], row["rule"]) == ({"ann": "B"}, "A", "judge")
    assert told["people"]["ann"]["with_model"]["opposed"] == 1
    assert told["model"]["slot_a"] == 1
    assert "ann: " in run(capsys, "pairs", single.parent)[1]
    code, out, _ = run(capsys, "agreement", single.parent, "--json")
    assert code == 0
    items = {row["item"]: row for row in json.loads(out)["items"]}
    assert items["question_q1"]["open"]["tasks"]["false_passes"] == ["single"]
    assert items["question_q2"]["open"]["agrees"] == 1
    assert items["preference"]["blind"]["compared"] == 1
    assert state.task.id == "pair"
    text = run(capsys, "agreement", single.parent)[1]
    assert "question_q1: judge passes: single (ann)" in text


def test_counts_and_lists_of_agreement_are_the_same() -> None:
    cases = [
        Case("1", "x", "X?", "ann", 1.0, 1.0, True),
        Case("2", "x", "X?", "ann", 1.0, 0.0, True),
        Case("3", "x", "X?", "bob", 0.0, 1.0, False),
        Case("4", "x", "X?", "bob", 1.0, None, False, True),
        Case("5", "x", "X?", "bob", None, 1.0, False),
        Case("6", "y", "Y?", "bob", None, 1.0, False),
    ]
    (row,) = report_of(cases, tasks=6).rows
    assert row.blind.figures.compared == 2
    assert [case.task for case in row.blind.false_passes] == ["2"]
    assert [case.task for case in row.open.false_fails] == ["3"]
    assert [case.task for case in row.open.agrees] == ["4"]
    assert row.open.figures.agrees == len(row.open.agrees)
    assert [case.task for case in row.confirmed] == ["4"]


def test_the_document_s_names_are_importable_together_and_lazily() -> None:
    code = (
        "import sys\nfrom reviewer.session import imagent\nassert 'numpy' not in sys.modules\n"
        f"from reviewer.session.imagent import {', '.join(NAMES)}\n"
        "assert 'httpx' not in sys.modules\n"
        "print(parse_answer_key.__name__, check_validity.__name__)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[3],
    )
    assert done.stdout == "parse_answer_key check_validity\n", done.stderr


def test_validity_of_a_path_by_the_library(tmp_path: Path, kit: Any) -> None:
    from reviewer.session import imagent

    kit.draw(tmp_path / "one.png", 3)
    (tmp_path / "two.png").write_bytes(b"nothing")
    loader = imagent.PictureLoader()
    report = imagent.check_validity(tmp_path / "one.png", loader=loader)
    assert (report.valid, report.width, report.height) == (True, 320, 160)
    broken = imagent.check_validity(tmp_path / "two.png", loader=loader)
    assert not broken.valid
    assert len(broken.reasons) == 1
    again = imagent.check_validity(tmp_path / "one.png", loader=loader, known_hashes=[report.phash])
    assert again.replays == report.phash
    with pytest.raises(AttributeError):
        imagent.nothing  # noqa: B018 - the look-up itself is what is tried


def test_grade_takes_known_hashes_and_says_what_is_missing(
    single: Path, tmp_path: Path, eyes: Any, kit: Any, capsys: Any
) -> None:
    import cv2

    from reviewer.metrics.validity import check_validity

    kit.see_all(eyes, 10)
    pixels = cv2.imread(str(single / "candidate.png"))[..., ::-1]
    (tmp_path / "hashes").write_text(check_validity(pixels).phash)
    code, out, _ = run(
        capsys, "grade", single, "--json", "--known-hashes", tmp_path / "hashes", "--no-cache"
    )
    (told,) = json.loads(out)
    assert code == 0
    assert told["headlines"] == {"fact_score": 0.0}
    assert [flag["id"] for flag in told["flags"] if flag["raised"]] == ["replay"]
    eyes.has_detector = False
    code, out, _ = run(capsys, "grade", single, "--json", "--no-cache")
    assert code == 2
    assert any("no object detector" in error for error in json.loads(out)[0]["errors"])


def test_an_absent_judge_counts_as_0_on_request_but_a_missing_machine_does_not(
    single: Path, pair: Path, eyes: Any, kit: Any, capsys: Any
) -> None:
    kit.see_all(eyes, 10, 20)
    words = ("--absent-judge", "zero", "--json", "--no-cache")
    code, out, _ = run(capsys, "grade", single.parent, *words)
    by_id = {one["id"]: one for one in json.loads(out)}
    assert code == 0
    assert by_id["single"]["headlines"] == {"fact_score": round(7 / 9, 6)}
    assert by_id["pair"]["headlines"]["verdict"] == 0.5
    eyes.has_reader = False
    code, out, _ = run(capsys, "grade", single, *words)
    assert code == 2
    assert json.loads(out)[0]["headlines"] == {"fact_score": None}
