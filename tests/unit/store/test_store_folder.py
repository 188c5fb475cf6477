"""Finding tasks: rules, ids, links, cycles, odd names, folders that cannot be read."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from reviewer.store import folder, listing
from reviewer.store.files import FileError, file_error


def touch(root, *names: str) -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def grade(path, document=None) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document or {"overall_score": 0.5, "checks": {"a": 1.0}}))


def tasks(root, notes=None):
    found = folder.discover(root, notes=(lambda n: None) if notes is None else notes.append)
    return {task.id: task for task in found}


def roles(task) -> dict[str, str]:
    return {artifact.role: artifact.name for artifact in task.artifacts}


def test_the_image_editing_convention(tmp_path) -> None:
    touch(tmp_path, "t1_initial_reference.png", "t1_initial.png", "t1.png", "t1_golden.png")
    touch(tmp_path, "t2_initial.jpg", "t2.jpg", "t1_instruction.txt", "unrelated.png")
    found = tasks(tmp_path)
    assert list(found) == ["t1", "t2"]
    assert roles(found["t1"]) == {
        "initial": "t1_initial_reference.png",
        "result": "t1.png",
        "working copy": "t1_initial.png",
        "golden": "t1_golden.png",
    }
    assert found["t1"].instruction_path.name == "t1_instruction.txt"
    assert found["t1"].grade_path == tmp_path / "review" / "t1.grade.json"
    assert found["t2"].settings["missing_reference"]
    assert "t1_initial_reference.png is the picture before" in found["t1"].why


def test_a_result_that_was_not_saved_is_still_a_task(tmp_path) -> None:
    touch(tmp_path, "t1_initial_reference.png", "t1_golden.png")
    assert roles(tasks(tmp_path)["t1"])["result"] == "t1.png"


@pytest.mark.parametrize(
    "names",
    [
        ("initial.png", "result.png", "golden.png"),
        ("before.png", "after.png", "expected.png"),
        ("Baseline.PNG", "Actual.PNG", "Diff.PNG"),
    ],
)
def test_triples_as_files(tmp_path, names) -> None:
    touch(tmp_path / "sub" / "one", *names)
    (task,) = tasks(tmp_path).values()
    assert task.id == "sub/one"
    assert roles(task)["result"] == names[1]
    assert task.grade_path == tmp_path / "sub" / "one" / "grade.json"


def test_triples_as_three_folders_with_equal_names(tmp_path) -> None:
    for name in ("before", "after", "expected"):
        touch(tmp_path / name, "x.png", "y.png")
    touch(tmp_path / "before", "only.png")
    found = tasks(tmp_path)
    assert list(found) == ["x", "y"]
    assert roles(found["x"]) == {
        "initial": "before/x.png",
        "result": "after/x.png",
        "golden": "expected/x.png",
    }


def test_task_toml_wins_over_all_else(tmp_path) -> None:
    touch(tmp_path, "initial.png", "result.png", "golden.png", "other.png")
    (tmp_path / "task.toml").write_text(
        'kind = "gimp_edit"\ninstruction = "Do it"\n[artifacts]\nresult = "other.png"\n'
    )
    (task,) = tasks(tmp_path).values()
    assert roles(task) == {"result": "other.png"}
    assert (task.instruction, task.why) == ("Do it", "task.toml says so")


def test_a_task_toml_that_names_no_files_has_them_by_their_names(tmp_path) -> None:
    touch(tmp_path / "t", "initial.png", "result.png", "golden.png")
    (tmp_path / "t" / "task.toml").write_text('[[checks]]\nuse = "softer"\n')
    (task,) = tasks(tmp_path).values()
    assert roles(task) == {
        "initial": "initial.png", "result": "result.png", "golden": "golden.png",
    }  # fmt: skip
    (tmp_path / "t" / "task.toml").write_text('kind = "maze_image"\n')
    (task,) = tasks(tmp_path).values()
    assert roles(task) == {}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("kind = ", "not TOML"),
        ('kind = "nonsense"', "unknown kind 'nonsense'"),
        ('[artifacts]\nresult = "../../secret.png"', "leads out of the opened folder"),
        ("[artifacts]\nresult = 3", "is not a name"),
        ("artifacts = 3", "is not a table"),
        ("kind = [1]", "unknown kind [1]"),
        ("rubric = 5", "rubric is not a name"),
        ('policy = "zzz"', "unknown policy 'zzz'. Use one of gradual, semantic."),
        ("policy = true", "unknown policy True"),
        (
            'task_type = "konfig"',
            "unknown task_type 'konfig'. Use one of transform, create, config",
        ),
        ('kind = "image_match"\n[[checks]]\nuse = "mirror"', "takes no [[checks]]"),
        ("instruction = 5", "instruction is no text"),
        ("id = [1]", "id is no text"),
        ('id = "../x"', "is a path or holds"),
        ('id = "/x"', "is a path or holds"),
        ("id = 'a\\b'", "is a path or holds"),
        ('id = "a\\u0007"', "is a path or holds"),
        ('[artifacts]\nresult = "a\\u0000b"', "zero byte"),
        ("deep = " + "[" * 5000 + "]" * 5000, "not TOML"),
        ("long = " + "9" * 6000, "not TOML"),
    ],
    ids=lambda value: value[:24].encode("unicode_escape").decode(),
)
def test_a_broken_task_toml_is_a_task_with_its_problem(tmp_path, text, says) -> None:
    touch(tmp_path / "t", "result.png", "golden.png")
    (tmp_path / "t" / "task.toml").write_text(text)
    (task,) = tasks(tmp_path).values()
    assert task.id == "t"
    assert says in task.problem
    assert "task.toml" in task.problem


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('kind = "image_match"\nx = ', "image_match"),
        ("x = ", "gimp_edit"),
        ('kind = "nonsense"', "gimp_edit"),
    ],
)
def test_a_broken_task_toml_keeps_the_kind_that_it_names(tmp_path, text, kind) -> None:
    touch(tmp_path / "t", "result.png", "golden.png")
    (tmp_path / "t" / "task.toml").write_text(text)
    (task,) = tasks(tmp_path).values()
    assert (task.kind, bool(task.problem)) == (kind, True)


def test_a_broken_task_toml_of_blank_lines_holds_nobody(tmp_path) -> None:
    touch(tmp_path / "t", "result.png", "golden.png")
    (tmp_path / "t" / "task.toml").write_text("\n" * 200_000 + 'kind = "image_match"\nx = ')
    began = time.process_time()
    (task,) = tasks(tmp_path).values()
    assert task.kind == "image_match"
    assert time.process_time() - began < 3.0


def test_two_rounds_never_collide(tmp_path) -> None:
    for number in (1, 2):
        touch(tmp_path / f"round{number}", "t_initial.png", "t.png", "t_golden.png")
    assert list(tasks(tmp_path)) == ["round1/t", "round2/t"]


def test_names_are_ordered_as_people_count(tmp_path) -> None:
    for number in (10, 9, 1, 100):
        touch(tmp_path / f"task{number}", "before.png", "after.png")
    assert list(tasks(tmp_path)) == ["task1", "task9", "task10", "task100"]


def test_a_file_and_a_folder_of_one_name_are_two_tasks(tmp_path) -> None:
    grade(tmp_path / "a.json")
    grade(tmp_path / "b.json")
    touch(tmp_path / "a", "before.png", "after.png")
    found = tasks(tmp_path)
    assert list(found) == ["a", "b", "after.png"], "the one found later takes its file's name"
    assert found["a"].grade_path == tmp_path / "review" / "a.grade.json"
    assert found["after.png"].grade_path == tmp_path / "a" / "grade.json"


def test_links_inside_the_tree_are_followed_once_and_those_out_of_it_are_noted(tmp_path) -> None:
    root = tmp_path / "root"
    touch(root / "real", "before.png", "after.png")
    touch(tmp_path / "outside", "before.png", "after.png")
    (root / "alias").symlink_to("real")
    (root / "away").symlink_to(tmp_path / "outside")
    (root / "real" / "up").symlink_to(root)
    notes: list = []
    assert list(tasks(root, notes)) == ["real"]
    (note,) = notes
    assert "1 file or folder leads out of the opened folder and is not followed (away)" in note.text


def test_a_picture_that_links_out_of_the_tree_is_no_artifact(tmp_path) -> None:
    root = tmp_path / "root"
    touch(root, "before.png")
    touch(tmp_path, "secret.png")
    (root / "after.png").symlink_to(tmp_path / "secret.png")
    assert tasks(root) == {}


def test_a_link_in_a_circle_takes_no_task_from_its_folder(tmp_path) -> None:
    touch(tmp_path, "t_initial.png", "t.png", "t_golden.png")
    (tmp_path / "round").symlink_to("round")
    notes = []
    assert list(tasks(tmp_path, notes)) == ["t"]
    assert notes == []


def test_a_folder_that_cannot_be_read_is_noted_and_the_rest_still_works(tmp_path, monkeypatch):
    touch(tmp_path / "a", "before.png", "after.png")
    touch(tmp_path / "locked", "before.png", "after.png")
    touch(tmp_path / "z", "before.png", "after.png")
    real = os.scandir

    def scandir(path):
        if str(path).endswith("locked"):
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    notes: list = []
    assert list(tasks(tmp_path, notes)) == ["a", "z"]
    assert "locked" in notes[0].text


@pytest.mark.parametrize(
    "name", ["a b", "日本語", "🙂", "-rf", "x'y\"z", "new\nline", "<b>", "%s", "a" * 200, "#?&"]
)
def test_any_name_makes_a_task(tmp_path, name) -> None:
    touch(tmp_path / name, "before.png", "after.png")
    (task,) = tasks(tmp_path).values()
    assert task.id == name
    assert task.artifact("result").path.exists()


def test_a_name_that_is_no_text_is_noted(tmp_path) -> None:
    touch(tmp_path / "good", "before.png", "after.png")
    os.mkdir(os.fsencode(tmp_path) + b"/bad\xff")
    notes: list = []
    assert list(tasks(tmp_path, notes)) == ["good"]
    assert "no UTF-8" in notes[0].text


def test_a_very_deep_tree_ends_with_a_note(tmp_path) -> None:
    deep = tmp_path
    for _ in range(70):
        deep = deep / "d"
    deep.mkdir(parents=True)
    touch(deep, "before.png", "after.png")
    notes: list = []
    assert tasks(tmp_path, notes) == {}
    assert "deeper than 64" in notes[0].text


def test_reviews_and_hidden_folders_are_not_walked(tmp_path) -> None:
    for name in ("review", ".git", "node_modules", ".hidden"):
        touch(tmp_path / name, "before.png", "after.png")
    assert tasks(tmp_path) == {}


def test_a_missing_folder_and_a_file_in_place_of_one(tmp_path) -> None:
    with pytest.raises(FileError, match="no such folder"):
        tasks(tmp_path / "nowhere")
    touch(tmp_path, "before.png", "after.png")
    assert list(tasks(tmp_path / "after.png")) == [tmp_path.name]


def test_the_walk_can_be_cancelled(tmp_path) -> None:
    class Stop(Exception):
        pass

    def check():
        raise Stop

    with pytest.raises(Stop):
        list(folder.discover(tmp_path, check=check))


def test_a_score_file_beside_a_triple_is_what_its_grade_starts_from(tmp_path) -> None:
    touch(tmp_path / "t", "before.png", "after.png")
    grade(tmp_path / "t" / "score.json")
    (task,) = tasks(tmp_path).values()
    assert task.kind == "gimp_edit"
    assert task.graded_from == tmp_path / "t" / "score.json"


def test_first_tasks_come_at_once(tmp_path) -> None:
    for number in range(50):
        touch(tmp_path / f"t{number}", "before.png", "after.png")
    listed: list[str] = []
    real = os.scandir
    walk = folder.discover(tmp_path)
    try:
        os.scandir = lambda path: listed.append(str(path)) or real(path)  # type: ignore[assignment]
        assert next(walk).id == "t0"
    finally:
        os.scandir = real
    assert len(listed) == 2


def test_reasons_are_given_for_people_who_ask(tmp_path) -> None:
    touch(tmp_path / "t", "before.png", "after.png")
    (row,) = folder.explain_kinds(tmp_path)
    assert (row.id, row.kind, row.roles["result"]) == ("t", "gimp_edit", "after.png")
    assert "before, after" in row.why


def test_peeking_reads_small_documents_and_nothing_else(tmp_path) -> None:
    (tmp_path / "a.json").write_bytes('{"a": 1}'.encode("utf-16"))
    (tmp_path / "b.toml").write_text("a = 1")
    (tmp_path / "c.json").write_text("{")
    assert listing.peek(tmp_path / "a.json") == {"a": 1}
    assert listing.peek(tmp_path / "b.toml") == {"a": 1}
    assert listing.peek(tmp_path / "c.json") is None
    assert listing.peek(tmp_path / "none.json") is None
    assert file_error(tmp_path, OSError(1, "x")).path == tmp_path


def _no_file(path: Path, sort: str) -> str:
    if sort == "folder":
        path.mkdir()
        return "it is a folder, not a file"
    os.mkfifo(path)
    return "it is a pipe, not a file"


@pytest.mark.parametrize("sort", ["folder", "pipe"])
@pytest.mark.parametrize(
    "name",
    ["result.png", "golden.png", "instruction.txt", "rubric.toml", "score.json", "task.toml"],
)
def test_what_is_no_file_under_the_name_of_one_is_said(tmp_path, name, sort) -> None:
    others = {"initial.png", "result.png", "golden.png"} - {name}
    touch(tmp_path / "t", *others)
    touch(tmp_path / "other", "initial.png", "result.png", "golden.png")
    what = _no_file(tmp_path / "t" / name, sort)
    notes: list[folder.FolderNote] = []
    found = {task.id for task in folder.discover(tmp_path, notes=notes.append)}
    assert "other" in found
    (note,) = notes
    assert f"{name}: {what}" in note.text
    assert "put a plain file in its place" in note.text


def test_a_file_where_the_review_logs_belong_is_said(tmp_path) -> None:
    touch(tmp_path / "t", "initial.png", "result.png", "golden.png", "review")
    notes: list[folder.FolderNote] = []
    (task,) = folder.discover(tmp_path, notes=notes.append)
    assert task.problem == ""
    assert "review: it is a file, where the folder of the review logs belongs" in notes[0].text
