"""A disk that takes two seconds a read: no act of the person waits for it, and none is lost."""

from __future__ import annotations

import json
import threading
import time

import pytest

from reviewer.session.settling import conflict_of
from reviewer.store import files, log

SLOW = 2.0
# What an act may take on this thread; a quarter of one slow read, for busy machines.
AT_ONCE = 0.5


@pytest.fixture
def two(tmp_path, make_graded, unknown_grader):
    for name in ("a", "b"):
        make_graded(tmp_path / "tasks" / name, unknown_grader)
    return tmp_path / "tasks"


def slow_down(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """From now on reading a file takes two seconds; the threads that read are told."""
    read, readers = files.read_bytes, []

    def slowly(*given, **named) -> bytes:
        readers.append(threading.current_thread().name)
        time.sleep(SLOW)
        return read(*given, **named)

    monkeypatch.setattr(files, "read_bytes", slowly)
    return readers


def quick(act) -> None:
    began = time.monotonic()
    act()
    assert time.monotonic() - began < AT_ONCE


def values(folder, item: str) -> list[object]:
    """What the log of a task says of an item, retractions as their word, in their order."""
    path = folder / "review" / "ann-a1b2.jsonl"
    return [
        entry.value if entry.type == "answer" else entry.type
        for entry in log.read_log(path).entries
        if entry.item == item or entry.type == "retract"
    ]


def test_the_first_edit_and_those_after_it_do_not_wait_for_the_logs(
    two, open_desk, look, monkeypatch
) -> None:
    session, other = open_desk(two), open_desk(two, author="bob")
    state = look(session, "a")
    look(other, "a")
    other.editor.answer("vlm_nice", 0.0)
    other.close()
    (two / "a" / "grade.json").unlink()
    with monkeypatch.context() as patch:
        readers = slow_down(patch)
        quick(lambda: session.editor.answer("vlm_clean", 1.0))
        quick(lambda: session.editor.answer("vlm_clean", 0.5))
        quick(session.editor.complete)
        assert not (two / "a" / "grade.json").exists(), "not before what bob said is known"
        session.jobs.drain()
        assert readers
        assert "MainThread" not in readers
    assert [a.value for a in state.review.answers["vlm_nice"]] == [0.0]
    assert values(two / "a", "vlm_clean") == [1.0, 0.5]
    document = json.loads((two / "a" / "grade.json").read_bytes())
    assert document["checks"] == {"size_ok": 1.0, "vlm_clean": 0.5, "vlm_nice": 0.0}
    assert document["review"]["status"] == "reviewed"


def test_undo_of_a_task_that_is_not_read_yet_does_not_wait_for_it(
    two, open_desk, look, monkeypatch
) -> None:
    first = open_desk(two)
    for name, value in (("a", 1.0), ("b", 0.5)):
        look(first, name)
        first.editor.answer("vlm_clean", value)
        first.editor.complete()
    first.close()
    session = open_desk(two)
    with monkeypatch.context() as patch:
        readers = slow_down(patch)
        for _ in range(4):  # completing and answering, on b and on a
            quick(session.editor.undo)
        quick(session.editor.redo)
        assert "MainThread" not in readers
        session.jobs.drain()
        assert "MainThread" not in readers
    assert session.current_id == "a"
    said = session.current.review
    assert [a.value for a in said.answers["vlm_clean"]] == [1.0]
    assert not said.status_by
    session.jobs.drain()
    session.close()
    assert values(two / "b", "vlm_clean") == [0.5, *["retract"] * 3]
    for name, answers in (("a", 1), ("b", 0)):
        review = json.loads((two / name / "grade.json").read_bytes())["review"]
        assert len(review["answers"]) == answers
        assert review["status"] != "reviewed"


def test_leaving_the_folder_does_not_wait_and_the_grade_is_written_before_it_is_read(
    two, open_desk, look, monkeypatch
) -> None:
    session = open_desk(two)
    look(session, "a")
    with monkeypatch.context() as patch:
        slow_down(patch)
        quick(lambda: session.editor.answer("vlm_clean", 0.5))
        quick(lambda: session.open(two))
        session.jobs.drain()
    state = look(session, "a")
    assert state.conflict is None
    assert state.grade.document["checks"]["vlm_clean"] == 0.5
    assert [a.value for a in state.review.answers["vlm_clean"]] == [0.5]
    session.editor.answer("vlm_clean", 1.0)
    session.close()
    assert json.loads((two / "a" / "grade.json").read_bytes())["checks"]["vlm_clean"] == 1.0


def test_quitting_at_once_keeps_every_edit_and_what_others_said(
    two, open_desk, look, monkeypatch
) -> None:
    session, other = open_desk(two), open_desk(two, author="bob")
    look(session, "a")
    look(other, "a")
    other.editor.answer("vlm_nice", 0.0)
    other.close()
    (two / "a" / "grade.json").unlink()
    with monkeypatch.context() as patch:
        slow_down(patch)
        session.editor.answer("vlm_clean", 0.5)
        session.close()
    document = json.loads((two / "a" / "grade.json").read_bytes())
    assert document["checks"] == {"size_ok": 1.0, "vlm_clean": 0.5, "vlm_nice": 0.0}
    assert values(two / "a", "vlm_clean") == [0.5]


def test_a_log_deleted_on_a_slow_disk_is_written_again_beside_the_edits(
    two, open_desk, look, monkeypatch
) -> None:
    session = open_desk(two)
    look(session, "a")
    session.editor.answer("vlm_clean", 0.0)
    session.jobs.drain()
    path = two / "a" / "review" / "ann-a1b2.jsonl"
    path.unlink()
    with monkeypatch.context() as patch:
        readers = slow_down(patch)
        quick(lambda: session.editor.answer("vlm_clean", 0.5))
        quick(lambda: session.editor.answer("vlm_clean", 1.0))
        session.jobs.drain()
        assert "MainThread" not in readers
    assert sorted(values(two / "a", "vlm_clean")) == [0.0, 0.5, 1.0]
    assert "1 of your entries was written again" in session.messages[-1].text


def test_the_file_of_others_is_read_beside_the_window_when_a_conflict_is_settled(
    two, open_desk, look, monkeypatch
) -> None:
    session = open_desk(two)
    look(session, "a")
    session.editor.answer("vlm_clean", 0.5)
    session.save("a")
    session.jobs.drain()
    path = two / "a" / "grade.json"
    path.write_text(json.dumps({"overall_score": 0.1, "checks": {}, "theirs": 1}))
    session.editor.answer("vlm_clean", 1.0)
    session.save("a")
    session.jobs.drain()
    assert conflict_of(session.current) is not None
    with monkeypatch.context() as patch:
        readers = slow_down(patch)
        quick(lambda: session.settle_conflict("mine"))
        session.jobs.drain()
        assert "MainThread" not in readers
    document = json.loads(path.read_bytes())
    assert (document["checks"]["vlm_clean"], document["theirs"]) == (1.0, 1)
