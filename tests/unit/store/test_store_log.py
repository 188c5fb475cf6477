"""The review log: append-only, merged by id, torn lines ignored, safe on the disk."""

from __future__ import annotations

import errno
import json
import os
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.model import Entry, Task
from reviewer.model.entry import ENTRY_TYPES
from reviewer.store import log
from reviewer.store.files import FileError
from reviewer.store.log_writer import LogWriter, Syncer
from reviewer.store.settings import Settings

ANN = Settings(author="ann", installation="a1b2")


def whole(root: Path, name: str = "t") -> Task:
    folder = root / name
    folder.mkdir(exist_ok=True)
    return Task(name, "gimp_edit", root, folder, (), folder / "grade.json")


def single(root: Path, name: str) -> Task:
    return Task(name, "gimp_edit", root, root, (), root / "review" / f"{name}.grade.json")


@pytest.fixture
def syncer():
    made = Syncer(on_synced=lambda entry, problem: None)
    yield made
    made.close()


def entry(task: Task, **values) -> Entry:
    return log.new_entry("answer", task=task.id, author="ann", item="q", value=1.0, **values)


def test_an_entry_is_one_line_with_what_says_something(tmp_path) -> None:
    made = entry(whole(tmp_path), replaced=0.0, seconds=0.0)
    row = json.loads(log.encode_entry(made))
    assert list(row)[:6] == ["id", "type", "task", "author", "at", "app"]
    assert row["replaced"] == 0.0
    assert row["seconds"] == 0.0
    assert "code" not in row
    assert row["blind"] is False, "an answer says that it was not blind"
    assert row["at"].endswith("Z")
    assert len(row["at"]) == len("2026-11-30T03:04:05.678Z")
    assert log.encode_entry(made).count(b"\n") == 1


def test_cannot_tell_is_written_as_null(tmp_path) -> None:
    made = log.new_entry("answer", task="t", author="ann", item="q", value=None)
    assert json.loads(log.encode_entry(made))["value"] is None


_texts = st.text(st.characters(), max_size=8)
_entries = st.builds(
    Entry,
    id=st.uuids().map(str),
    type=st.sampled_from(ENTRY_TYPES),
    task=_texts,
    author=_texts,
    at=st.just("2026-11-30T03:04:05.678Z"),
    app=_texts,
    item=_texts,
    value=st.none() | st.booleans() | st.floats(0, 1) | _texts,
    code=st.none() | st.integers(1, 6),
    text=_texts,
    blind=st.booleans(),
    replaced=st.none() | st.floats(0, 1),
    items=st.lists(_texts, max_size=3).map(tuple),
    mode=st.sampled_from(["", "single", "sheet", "batch"]),
    seconds=st.none() | st.floats(0, 1e6),
    retracts=_texts,
    group=_texts,
    row_sha256=_texts,
    bound_to=st.dictionaries(_texts, _texts, max_size=2),
    extra=st.dictionaries(st.sampled_from(["rows", "later"]), _texts, max_size=2),
)


@settings(max_examples=200, deadline=None)
@given(_entries)
def test_writing_and_reading_an_entry_is_the_identity(made: Entry) -> None:
    line = log.encode_entry(made)
    assert line.count(b"\n") == 1
    read = log.decode_entry(line)
    # A value that says nothing may come back as the field's own nothing.
    assert log.encode_entry(read) == line
    assert (read.id, read.type, read.item, read.text) == (made.id, made.type, made.item, made.text)
    assert read.extra == made.extra


@pytest.mark.parametrize(
    "line",
    [b"[]", b"{}", b'{"id": 1}', b"{", b'{"id":"1","type":"x","task":"","author":"","at":""}',
     b'{"id":1,"type":"note","task":"","author":"","at":""}', b"\xff"],
)  # fmt: skip
def test_what_is_no_entry_is_refused(line: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - any says enough
        log.decode_entry(line)


def test_a_torn_last_line_is_ignored_with_a_warning_and_the_next_entry_starts_anew(
    tmp_path, syncer
) -> None:
    task = whole(tmp_path)
    writer = LogWriter(task, ANN, syncer)
    first = entry(task)
    writer.append(first)
    writer.close()
    with writer.path.open("ab") as handle:
        handle.write(log.encode_entry(entry(task))[:-20])
    read = log.read_all(task)
    assert [e.id for e in read.entries] == [first.id]
    assert "the last line is torn" in read.notes[0]
    again = LogWriter(task, ANN, syncer)
    third = entry(task)
    again.append(third)
    again.close()
    read = log.read_all(task)
    assert [e.id for e in read.entries] == [first.id, third.id]
    # Other entries follow the torn piece now, but it is no fault to be mended by hand.
    assert "line 2 is torn" in read.notes[0]
    assert "by hand" not in read.notes[0]


def test_a_broken_line_in_the_middle_is_named_and_the_rest_counts(tmp_path, syncer) -> None:
    task = whole(tmp_path)
    (task.folder / "review").mkdir()
    one, two = entry(task), entry(task)
    (task.folder / "review" / "ann-a1b2.jsonl").write_bytes(
        log.encode_entry(one) + b"garbage\n" + log.encode_entry(two)
    )
    read = log.read_all(task)
    assert {e.id for e in read.entries} == {one.id, two.id}
    assert "line 2 was ignored" in read.notes[0]


def test_logs_of_all_people_and_installations_are_merged_each_id_once(tmp_path, syncer) -> None:
    task = whole(tmp_path)
    made = [entry(task) for _ in range(3)]
    folder = task.folder / "review"
    folder.mkdir()
    (folder / "ann-1.jsonl").write_bytes(b"".join(map(log.encode_entry, made[:2])))
    (folder / "bob-2.jsonl").write_bytes(b"".join(map(log.encode_entry, made[1:])))
    assert [e.id for e in log.read_all(task).entries] == [
        e.id for e in sorted(made, key=lambda e: (e.at, e.id))
    ]


def test_tasks_that_share_a_folder_share_a_log_from_whichever_folder_it_was_opened(
    tmp_path, syncer
) -> None:
    inner = tmp_path / "round1"
    inner.mkdir()
    seen_from_above = Task(
        "round1/a", "gimp_edit", tmp_path, inner, (), inner / "review" / "a.grade.json"
    )
    writer = LogWriter(seen_from_above, ANN, syncer)
    writer.append(entry(seen_from_above))
    writer.close()
    assert len(log.read_all(single(inner, "a")).entries) == 1
    assert log.read_all(single(inner, "b")).entries == ()


def test_of_a_shared_log_only_what_was_appended_is_read_again(tmp_path, monkeypatch) -> None:
    a, b = single(tmp_path, "a"), single(tmp_path, "b")
    made = [entry(task) for task in (a, b, a)]
    path = tmp_path / "review" / "ann-a1b2.jsonl"
    path.parent.mkdir()
    path.write_bytes(b"".join(map(log.encode_entry, made[:2])))
    decoded: list[bytes] = []
    plain = log.decode_entry
    monkeypatch.setattr(log, "decode_entry", lambda line: decoded.append(line) or plain(line))
    assert [e.id for e in log.read_all(a).entries] == [made[0].id]
    assert [e.id for e in log.read_all(b).entries] == [made[1].id]
    assert len(decoded) == 2
    whole = log.encode_entry(made[2])
    with path.open("ab") as handle:
        handle.write(whole[:-30])
    assert "line is torn" in log.read_all(a).notes[0]
    with path.open("ab") as handle:
        handle.write(whole[-30:])
    read = log.read_all(a)
    assert ({e.id for e in read.entries}, read.notes) == ({made[0].id, made[2].id}, ())
    assert decoded.count(whole[:-1]) == 1
    # A file of another content under the name is read anew, as is one that became shorter.
    path.write_bytes(log.encode_entry(made[2]) * 3)
    assert [e.id for e in log.read_all(a).entries] == [made[2].id]
    path.write_bytes(b"garbage\n" + whole)
    assert "line 1 was ignored" in log.read_all(b).notes[0]


def test_two_people_never_write_one_file() -> None:
    names = {
        log.log_name(Settings(author=author, installation="a1b2"))
        for author in ("ann", "bob", "Ann Ä", "../../etc/passwd", "", "日本")
    }
    assert len(names) == 6
    assert all("/" not in name and not name.startswith(".") for name in names)


def test_a_read_only_folder_sends_the_log_to_the_users_own(tmp_path, syncer, monkeypatch) -> None:
    task = whole(tmp_path)
    real = os.open

    def refuse(path, flags, *rest, **more):
        if str(path).startswith(str(task.folder)):
            raise OSError(errno.EACCES, "Permission denied")
        return real(path, flags, *rest, **more)

    writer = LogWriter(task, ANN, syncer)
    made = entry(task)
    with monkeypatch.context() as patch:
        patch.setattr(os, "open", refuse)
        writer.append(made)
    writer.close()
    assert writer.is_elsewhere
    assert "you may not write here" in writer.note
    assert str(writer.path) in writer.note
    assert [e.id for e in log.read_all(task).entries] == [made.id]


def test_a_disk_that_fills_in_the_middle_of_a_line_leaves_no_half_of_it(
    tmp_path, syncer, monkeypatch
) -> None:
    task = whole(tmp_path)
    writer = LogWriter(task, ANN, syncer)
    first = entry(task)
    writer.append(first)
    before = writer.path.read_bytes()
    path = writer.path
    real = os.write
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", lambda number, data: real(number, data[:10]))
        with pytest.raises(FileError, match="disk is full"):
            writer.append(entry(task))
    assert path.read_bytes() == before
    writer.close()


def test_entries_are_told_to_be_safe_after_the_sync(tmp_path) -> None:
    told, asked = threading.Event(), []
    real = os.fsync
    syncer = Syncer(
        on_synced=lambda entry, problem: (asked.append((entry.id, problem)), told.set())
    )
    task = whole(tmp_path)
    writer = LogWriter(task, ANN, syncer)
    made = entry(task)
    writer.append(made)
    assert told.wait(5)
    assert asked == [(made.id, "")]
    os.fsync = lambda number: (_ for _ in ()).throw(OSError(errno.EIO, "Input/output error"))
    try:
        writer.append(entry(task))
        syncer.wait()
    finally:
        os.fsync = real
    assert "Input/output error" in asked[1][1]
    writer.close()
    syncer.close()


@pytest.mark.parametrize("fault", ["pipe", "folder", "locked"])
def test_a_log_that_cannot_be_read_hides_no_other(tmp_path, syncer, fault, monkeypatch) -> None:
    task = whole(tmp_path)
    writer = LogWriter(task, ANN, syncer)
    mine = entry(task)
    writer.append(mine)
    writer.close()
    other = task.review_folder / "bob-ffff.jsonl"
    if fault == "pipe":
        os.mkfifo(other)
    elif fault == "folder":
        other.mkdir()
    else:
        other.write_bytes(b"")
        real = os.open

        def refuse(path, *given, **named):
            if str(path) == str(other):
                raise PermissionError(errno.EACCES, "Permission denied")
            return real(path, *given, **named)

        monkeypatch.setattr(os, "open", refuse)
    read = log.read_all(task)
    assert [e.id for e in read.entries] == [mine.id]
    assert read.unread is not None
    assert str(other) in read.notes[0]
    assert "no grade file is written" in read.notes[0]
