"""Grade files as the desk writes them: never over something unread, never lost, never half."""

from __future__ import annotations

import errno
import json
import os
import stat
import threading

import pytest

from reviewer.session import batch
from reviewer.session.refusing import RefusedError
from reviewer.session.settling import conflict_of
from reviewer.store import files, grade
from tests.unit.session.written import read


@pytest.fixture
def graded(tmp_path, make_graded, unknown_grader):
    return make_graded(tmp_path / "tasks" / "one", unknown_grader, name="grade.json")


def test_leaving_an_edited_task_writes_its_grade(
    tmp_path, make_graded, unknown_grader, open_desk, look
) -> None:
    for name in ("a", "b"):
        make_graded(tmp_path / "t" / name, unknown_grader)
    session = open_desk(tmp_path / "t")
    look(session, "a")
    session.editor.answer("vlm_clean", 1.0)
    look(session, "b")
    assert read(tmp_path / "t" / "a" / "grade.json")["checks"]["vlm_clean"] == 1.0
    assert not (tmp_path / "t" / "b" / "grade.json").exists()


def test_opening_another_folder_writes_what_was_edited(
    graded, tmp_path, make_edit, open_desk, look
) -> None:
    session = open_desk(graded.parent)
    look(session, "one")
    session.editor.answer("vlm_clean", 1.0)
    session.open(make_edit(tmp_path / "other" / "x").parent)
    session.jobs.drain()
    assert read(graded / "grade.json")["checks"]["vlm_clean"] == 1.0


def test_saves_in_quick_succession_do_not_take_each_other_for_a_stranger(
    graded, open_desk, look
) -> None:
    session = open_desk(graded.parent)
    state = look(session, "one")
    for value in (1.0, 0.5, 1.0, 0.0, 0.5):
        session.editor.answer("vlm_clean", value)
        session.save("one")
    session.jobs.drain()
    assert state.conflict is None
    assert not state.is_edited
    assert read(graded / "grade.json")["checks"]["vlm_clean"] == 0.5


def test_a_save_on_its_way_is_waited_for_at_the_end(graded, open_desk, look, monkeypatch) -> None:
    session = open_desk(graded.parent)
    state = look(session, "one")
    may_go = threading.Event()
    slow = grade.save

    def save(*args, **kwargs):
        may_go.wait(5)
        return slow(*args, **kwargs)

    monkeypatch.setattr(grade, "save", save)
    session.editor.answer("vlm_clean", 1.0)
    session.save("one")
    session.editor.answer("vlm_clean", 0.5)
    threading.Timer(0.2, may_go.set).start()
    session.close()
    assert state.conflict is None
    assert read(graded / "grade.json")["checks"]["vlm_clean"] == 0.5


def test_a_grade_file_that_does_not_load_is_an_error_and_never_overwritten(
    tmp_path, make_graded, unknown_grader, open_desk, look
) -> None:
    folder = make_graded(tmp_path / "t" / "one", unknown_grader)
    (folder / "grade.json").write_text('{"overall_score": 0.5, "checks": {')
    session = open_desk(tmp_path / "t")
    state = look(session, "one")
    assert "not valid JSON" in state.error
    assert session.row("one").error
    session.close()
    assert (folder / "grade.json").read_text() == '{"overall_score": 0.5, "checks": {'


def test_a_full_disk_keeps_the_edit_and_offers_a_copy(
    graded, tmp_path, open_desk, look, monkeypatch
) -> None:
    session = open_desk(graded.parent)
    state = look(session, "one")
    session.editor.answer("vlm_clean", 1.0)

    def full(path, data):
        raise files.file_error(path, OSError(errno.ENOSPC, "No space left on device"))

    before = (graded / "grade.json").read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(files, "replace_bytes", full)
        session.save("one")
        session.jobs.drain()
    assert state.is_edited
    assert "the disk is full" in session.messages[-1].text
    assert session.messages[-1].action == "save-copy"
    assert (graded / "grade.json").read_bytes() == before
    session.save_copy(tmp_path / "copy.json")
    session.jobs.drain()
    assert session.messages[-1].text == f"Saved a copy: {tmp_path / 'copy.json'}"
    assert read(tmp_path / "copy.json")["checks"]["vlm_clean"] == 1.0
    session.save("one")
    session.jobs.drain()
    assert not state.is_edited


def test_a_log_that_cannot_grow_goes_to_the_users_own_folder(
    graded, open_desk, look, monkeypatch
) -> None:
    real = os.open

    def refuse(path, flags, *rest, **more):
        if str(path).startswith(str(graded)) and flags & os.O_APPEND:
            raise OSError(errno.EROFS, "Read-only file system")
        return real(path, flags, *rest, **more)

    monkeypatch.setattr(os, "open", refuse)
    session = open_desk(graded.parent)
    state = look(session, "one")
    session.editor.answer("vlm_clean", 1.0)
    assert state.ledger.check("vlm_clean").credit == 1.0
    said = session.messages[-1].text
    assert "read-only" in said
    assert str(state.writer.path) in said
    assert not list((graded / "review").glob("*"))
    session.close()
    again = open_desk(graded.parent)
    assert look(again, "one").ledger.check("vlm_clean").credit == 1.0


def test_an_entry_that_can_be_kept_nowhere_is_refused_and_changes_nothing(
    graded, open_desk, look, monkeypatch
) -> None:
    session = open_desk(graded.parent)
    state = look(session, "one")

    def full(number, data):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(RefusedError, match="not written"):
            session.editor.answer("vlm_clean", 1.0)
    assert session.editor.journal_error
    assert state.ledger.check("vlm_clean").credit == 0.0
    session.editor.answer("vlm_clean", 1.0)
    assert session.editor.journal_error == ""


def test_a_link_inside_the_tree_is_followed_and_its_mode_kept(graded, open_desk, look) -> None:
    target = graded / "kept.grade"
    (graded / "grade.json").rename(target)
    (graded / "grade.json").symlink_to("kept.grade")
    target.chmod(0o640)
    session = open_desk(graded.parent)
    look(session, "one")
    session.editor.answer("vlm_clean", 1.0)
    session.close()
    assert (graded / "grade.json").is_symlink()
    assert read(target)["checks"]["vlm_clean"] == 1.0
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_a_review_folder_that_leads_out_of_the_tree_is_not_written_to(
    graded, tmp_path, open_desk, look
) -> None:
    outside = tmp_path / "elsewhere"
    outside.mkdir()
    (graded / "review").symlink_to(outside)
    session = open_desk(graded.parent)
    look(session, "one")
    session.editor.answer("vlm_clean", 1.0)
    assert list(outside.iterdir()) == []
    assert "leads out of the opened folder" in session.messages[-1].text


def test_a_grade_file_that_leads_out_of_the_tree_is_asked_about_first(
    tmp_path, make_graded, unknown_grader, open_desk, look
) -> None:
    folder = make_graded(tmp_path / "t" / "one", unknown_grader)
    outside = tmp_path / "outside.json"
    outside.write_text("{}")
    session = open_desk(tmp_path / "t")
    look(session, "one")
    (folder / "grade.json").symlink_to(outside)
    session.editor.answer("vlm_clean", 1.0)
    session.save("one")
    session.jobs.drain()
    assert outside.read_text() == "{}"
    assert "leads out of the opened folder" in session.messages[-1].text
    session.save("one")
    session.jobs.drain()
    assert outside.read_text() == "{}", "leaving the task is no answer"
    session.save("one", is_asked=True)
    session.jobs.drain()
    assert conflict_of(session.current).theirs == "{}", (
        "it holds what was not read when the task was"
    )
    session.settle_conflict("mine")
    session.jobs.drain()
    assert read(outside)["checks"]["vlm_clean"] == 1.0


def test_unknown_keys_and_digits_survive_a_review(tmp_path, make_png, open_desk, look) -> None:
    folder = tmp_path / "t" / "one"
    folder.mkdir(parents=True)
    (folder / "result.png").write_bytes(make_png((1, 2, 3)))
    text = (
        '{\n  "zeta": 1.50,\n  "overall_score": 0.3500,\n  "checks": {"vlm_a": 0.0, "b": 1e-3},\n'
        '  "big": 123456789012345678901234567890,\n  "judge_method": "vlm"\n}\n'
    )
    (folder / "grade.json").write_text(text)
    session = open_desk(tmp_path / "t")
    look(session, "one")
    session.editor.answer("vlm_a", 1.0)
    session.close()
    written = (folder / "grade.json").read_text()
    assert '"zeta": 1.50' in written
    assert '"b": 1e-3' in written
    assert '"overall_score": 0.3500' in written
    assert "123456789012345678901234567890" in written
    keys = list(json.loads(written))
    assert keys == ["zeta", "overall_score", "checks", "big", "judge_method", "review"]


def test_what_is_changed_after_completing_is_written_at_once(graded, open_desk, look) -> None:
    session = open_desk(graded.parent)
    look(session, "one")
    session.editor.answer("vlm_clean", 1.0)
    session.editor.answer("vlm_nice", 1.0)
    session.jobs.drain()
    # A task that is not done yet is written when it is left.
    assert read(graded / "grade.json")["checks"] == {
        "size_ok": 1.0,
        "vlm_clean": 0.0,
        "vlm_nice": 1.0,
    }
    session.editor.complete()
    session.editor.answer("vlm_nice", 0.5)
    session.jobs.drain()
    written = read(graded / "grade.json")
    assert written["checks"]["vlm_clean"] == 1.0
    assert written["checks"]["vlm_nice"] == 0.5
    assert written["review"]["status"] == "reviewed"
    # Also when it is no longer done, so that nobody reads it as done.
    session.editor.reopen()
    session.jobs.drain()
    assert read(graded / "grade.json")["review"]["status"] == "open"


def test_no_grade_is_written_without_a_log_that_cannot_be_read(
    graded, open_desk, look, monkeypatch
) -> None:
    """Ann would take back what Bob said, without anybody having said so."""
    bob = open_desk(graded.parent, author="bob", installation="ffff")
    look(bob, "one")
    bob.editor.answer("vlm_clean", 1.0)
    bob.close()
    before = (graded / "grade.json").read_bytes()
    assert read(graded / "grade.json")["checks"]["vlm_clean"] == 1.0
    path = graded / "review" / "bob-ffff.jsonl"
    kept = path.read_bytes()
    path.unlink()
    os.mkfifo(path)
    ann = open_desk(graded.parent)
    look(ann, "one")
    ann.editor.answer("vlm_nice", 0.0)
    ann.save("one")
    ann.jobs.drain()
    assert (graded / "grade.json").read_bytes() == before
    assert "it is a pipe" in ann.messages[-1].text
    ann.close()
    (report,) = batch.grade_all(list(ann.tasks.values()), batch.Options(writes=True))
    assert "it is a pipe" in report.errors[0]
    assert (graded / "grade.json").read_bytes() == before
    path.unlink()
    path.write_bytes(kept)
    ann = open_desk(graded.parent)
    look(ann, "one")
    ann.save("one")
    ann.jobs.drain()
    checks = read(graded / "grade.json")["checks"]
    assert (checks["vlm_clean"], checks["vlm_nice"]) == (1.0, 0.0)
