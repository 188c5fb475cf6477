"""Settings, locks, cached measurements, the undo journal: what lives in the user's folders."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import msgspec
import pytest

from reviewer.kinds.protocol import Measured
from reviewer.model import Entry, Flag, Measurement, Task
from reviewer.store import locks
from reviewer.store import settings as kept
from reviewer.store.cache import MeasurementCache
from reviewer.store.files import FileError
from reviewer.store.locks import TaskLock
from reviewer.store.settings import Settings
from reviewer.store.undo import Journal

ANN = Settings(author="ann", installation="a1b2")


def task(tmp_path, name: str = "t") -> Task:
    return Task(name, "gimp_edit", tmp_path, tmp_path / name, (), tmp_path / name / "grade.json")


def test_settings_come_back_and_the_installation_is_made_once() -> None:
    first, note = kept.load_settings()
    assert note == ""
    assert len(first.installation) == 4
    kept.save_settings(msgspec.structs.replace(first, theme="dark", keys={"answer-yes": "Y"}))
    second, _ = kept.load_settings()
    assert (second.theme, second.keys) == ("dark", {"answer-yes": "Y"})
    assert second.installation == first.installation


@pytest.mark.parametrize(
    ("said", "instead"),
    [
        ('{"sort": "zzz", "author": "ann"}', 'sort cannot be "zzz", so "folder" is used'),
        ('{"theme": 3, "author": "ann"}', 'theme cannot be 3, so "system" is used'),
        ('{"canvas": 7, "author": "ann"}', "canvas cannot be 7, so 0 is used"),
        ('{"list_width": -5, "author": "ann"}', "list_width cannot be -5, so 0 is used"),
        (
            '{"judge": {"attempts": 0, "model": "m"}, "author": "ann"}',
            "judge.attempts cannot be 0, so 6 is used",
        ),
    ],
)
def test_a_value_that_a_setting_cannot_have_falls_back_alone_and_is_said(
    said: str, instead: str
) -> None:
    path = kept.config_folder() / "settings.json"
    path.parent.mkdir(parents=True)
    path.write_text(said)
    found, note = kept.load_settings()
    assert instead in note
    assert instead in kept.put_aside()
    assert found.author == "ann"
    assert found.sort == "folder"
    assert found.judge.model == ("m" if "judge" in said else kept.JudgeSettings().model)
    assert path.with_suffix(".broken.json").read_text() == said


def test_every_setting_is_read_somewhere() -> None:
    """A setting that nothing reads would only pretend to do something."""
    import ast
    from pathlib import Path

    import reviewer

    read = {
        node.attr
        for path in Path(reviewer.__path__[0]).rglob("*.py")
        if path.name not in ("settings.py", "settings_fields.py", "settings_dialog.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if (isinstance(node, ast.Attribute) and "settings" in ast.unparse(node.value).lower())
        or (isinstance(node, ast.Attribute) and ast.unparse(node.value) in ("wanted", "judge"))
    }
    fields = (*kept.Settings.__struct_fields__, *kept.JudgeSettings.__struct_fields__)
    assert [name for name in fields if name not in read] == []


def test_the_list_can_be_sorted_by_what_the_queue_knows() -> None:
    from typing import get_args

    from reviewer.session.queue import SORTS

    assert get_args(kept.Sort) == SORTS


@pytest.mark.parametrize("data", [b"{", b"[]", b'{"theme": "pink"}', b"\xff\xfe\x00"])
def test_broken_settings_are_put_aside_and_said(data: bytes) -> None:
    path = kept.config_folder() / "settings.json"
    path.parent.mkdir(parents=True)
    path.write_bytes(data)
    found, note = kept.load_settings()
    assert found.theme == "system"
    assert note
    aside = path.with_suffix(".broken.json")
    assert not aside.exists(), "reading writes nothing"
    assert "settings.broken.json" in kept.put_aside()
    assert aside.read_bytes() == data
    # Once: commands that come later neither write nor say it again.
    aside.touch()
    before = aside.stat()
    assert kept.put_aside() == ""
    assert aside.stat() == before
    kept.save_settings(found)
    assert kept.load_settings()[1] == ""
    # Broken in another way it is another file, and there is still one copy.
    path.write_bytes(b"[1")
    assert "settings.broken.json" in kept.put_aside()
    assert aside.read_bytes() == b"[1"
    assert sorted(each.name for each in path.parent.iterdir()) == [aside.name, path.name]


def test_settings_of_a_later_version_are_read(tmp_path) -> None:
    path = kept.config_folder() / "settings.json"
    path.parent.mkdir(parents=True)
    path.write_text('{"theme": "light", "of_the_future": 1}')
    assert kept.load_settings()[0].theme == "light"


def test_recent_folders_are_few_and_newest_first(tmp_path) -> None:
    found = Settings()
    for number in (*range(20), 3):
        found = kept.with_recent(found, tmp_path / str(number))
    assert found.recent[0] == str(tmp_path / "3")
    assert len(found.recent) == len(set(found.recent)) <= 12


def test_a_folder_is_remembered_once_however_it_was_named(tmp_path, monkeypatch) -> None:
    (tmp_path / "s8" / "inside").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "s8", target_is_directory=True)
    monkeypatch.chdir(tmp_path)
    found = Settings()
    for given in ("s8", "s8/", "./s8", f"{tmp_path}/s8/", f"{tmp_path}//s8", "s8/inside/.."):
        found = kept.with_recent(found, Path(given))
    assert found.recent == (str(tmp_path / "s8"),)
    # A link stays the link that was given; above it is what the system finds above its target.
    assert kept.folder_name(Path("link")) == str(tmp_path / "link")
    assert kept.folder_name(Path("link/..")) == str(tmp_path)


def test_folders_named_from_elsewhere_are_dropped_when_settings_are_read() -> None:
    known = {"done": 1, "total": 2, "day": "2026-01-02"}
    path = kept.config_folder() / "settings.json"
    path.parent.mkdir(parents=True)
    path.write_text(
        json.dumps(
            {
                "recent": ["s8", "/data/one/", "/data/one", "."],
                "folders": {"s8": known, "/data/one/": known},
                "last_task": {"s8": "a", "/data/one": "b"},
            }
        )
    )
    found, note = kept.load_settings()
    assert (found.recent, note) == (("/data/one",), "")
    assert list(found.folders) == ["/data/one"]
    assert found.last_task == {"/data/one": "b"}


def test_a_lock_is_between_processes_and_lies_outside_the_task(tmp_path) -> None:
    lock = TaskLock(task(tmp_path))
    assert lock.acquire()
    code = (
        "import sys; from pathlib import Path; from reviewer.model import Task;"
        "from reviewer.store.locks import TaskLock; p = Path(sys.argv[1]);"
        "t = Task('t', 'x', p, p / 't', (), p / 't' / 'grade.json');"
        "sys.exit(0 if TaskLock(t).acquire() else 3)"
    )

    def other() -> int:
        return subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False).returncode

    assert other() == 3
    lock.release()
    assert other() == 0
    assert not (tmp_path / "t").exists()


def test_two_ways_to_one_file_are_one_lock(tmp_path) -> None:
    (tmp_path / "t").mkdir()
    (tmp_path / "alias").symlink_to("t")
    one, two = TaskLock(task(tmp_path)), TaskLock(task(tmp_path, "alias"))
    assert one.acquire()
    assert not two.acquire()
    one.release()


MEASURED = Measured(
    (Measurement("ssim", 0.5, facts={"box": [1, 2]}), Measurement("n", None, reason="why")),
    (Flag("no-op", "nothing changed", True),),
)


def test_measurements_come_back_as_they_were(tmp_path) -> None:
    cache = MeasurementCache(tmp_path / "c" / "m.sqlite")
    assert cache.get("k") is None
    cache.put("k", MEASURED)
    cache.close()
    again = MeasurementCache(tmp_path / "c" / "m.sqlite")
    assert again.get("k") == MEASURED
    again.close()
    assert again.get("k") is None
    again.put("k", MEASURED)


def test_a_broken_cache_is_renewed_with_a_note(tmp_path) -> None:
    path = tmp_path / "m.sqlite"
    path.write_bytes(b"no database at all, but long enough to be looked at" * 40)
    cache = MeasurementCache(path)
    assert "was renewed" in cache.note
    cache.put("k", MEASURED)
    assert cache.get("k") == MEASURED
    cache.close()


def test_a_cache_that_another_program_is_at_is_left_to_it(tmp_path) -> None:
    path = tmp_path / "m.sqlite"
    held = MeasurementCache(path)
    held.put("k", MEASURED)
    other = sqlite3.connect(path)
    other.execute("BEGIN EXCLUSIVE")
    began = time.monotonic()
    for key in "abcdefgh":
        held.put(key, MEASURED)
    assert time.monotonic() - began < 5, "one wait, not one a measurement"
    assert "locked" in held.note
    assert held.get("k") == MEASURED
    held.close()
    other.rollback()
    other.execute("PRAGMA journal_mode=DELETE")
    other.execute("PRAGMA locking_mode=EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    inode = path.stat().st_ino
    shut_out = MeasurementCache(path)
    assert "in use" in shut_out.note
    assert shut_out.get("k") is None
    shut_out.put("k", MEASURED)
    shut_out.close()
    assert path.stat().st_ino == inode, "it was not renewed under the other's feet"
    other.close()


def test_a_lock_is_taken_where_the_home_is_read_only(tmp_path, monkeypatch) -> None:
    (tmp_path / "home").write_text("no folder can be made here")
    monkeypatch.setattr(locks, "state_folder", lambda: tmp_path / "home" / "state")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    task = Task("t", "gimp_edit", tmp_path, tmp_path, (), tmp_path / "grade.json")
    first, second = locks.TaskLock(task), locks.TaskLock(task)
    assert first.acquire()
    assert not second.acquire()
    first.release()
    assert second.acquire()
    second.release()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "home" / "x"))
    with pytest.raises(FileError):
        first.acquire()


@pytest.mark.parametrize("is_link", [True, False])
def test_no_lock_is_written_where_others_could_lead_it_astray(
    tmp_path, monkeypatch, is_link
) -> None:
    (tmp_path / "home").write_text("no folder can be made here")
    (tmp_path / "theirs").mkdir(mode=0o700)
    monkeypatch.setattr(locks, "state_folder", lambda: tmp_path / "home" / "state")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    place = tmp_path / f"reviewer-locks-{os.getuid()}"
    if is_link:
        place.symlink_to(tmp_path / "theirs")
    else:
        place.mkdir()
        place.chmod(0o777)
    lock = locks.PathLock(tmp_path / "grade.json")
    with pytest.raises(FileError, match="not yours alone"):
        lock.acquire("me")
    assert not list(place.iterdir())


def test_a_cache_that_cannot_be_made_costs_time_and_nothing_else(tmp_path) -> None:
    (tmp_path / "file").write_text("")
    cache = MeasurementCache(tmp_path / "file" / "m.sqlite")
    cache.put("k", MEASURED)
    assert cache.get("k") is None
    cache.close()


@pytest.mark.parametrize("value", [10**30, object()])
def test_what_the_cache_cannot_hold_is_measured_again(tmp_path, value) -> None:
    cache = MeasurementCache(tmp_path / "m.sqlite")
    cache.put("k", Measured((Measurement("n", 1, facts={"x": value}),)))
    assert cache.get("k") is None or cache.get("k").measurements[0].facts["x"] == value
    cache.close()


def entry(number: int, **values) -> Entry:
    return Entry(str(number), "answer", "t", "ann", f"2026-11-30T00:00:{number:02}.000Z", "0",
                 item="q", value=1.0, **values)  # fmt: skip


def test_the_journal_goes_back_and_forth_over_restarts(tmp_path) -> None:
    journal = Journal(ANN)
    journal.record([(task(tmp_path, "a"), [entry(1)])])
    journal.record([(task(tmp_path, "a"), [entry(2)]), (task(tmp_path, "b"), [entry(3)])])
    journal.close()
    again = Journal(ANN)
    step = again.undo_target()
    assert step.says == "answer yes to q · 2 tasks"
    assert [part.entry_ids for part in step.parts] == [("2",), ("3",)]
    again.record([(task(tmp_path, "a"), [entry(4)]), (task(tmp_path, "b"), [entry(5)])],
                 undoing=step)  # fmt: skip
    assert again.undo_target().parts[0].entry_ids == ("1",)
    back = again.redo_target()
    assert [part.entry_ids for part in back.parts] == [("4",), ("5",)]
    again.close()
    third = Journal(ANN)
    assert third.redo_target() == back
    third.record([(task(tmp_path), [entry(6)])])
    assert third.redo_target() is None
    third.close()


def test_steps_that_two_windows_noted_between_each_other_stay_apart(tmp_path) -> None:
    """Each window undoes its own last step; after a restart nothing is undone twice."""
    here, there = Journal(ANN), Journal(ANN)
    here.record([(task(tmp_path, "a"), [entry(1)])])
    there.record([(task(tmp_path, "b"), [entry(2)])])
    here.record([(task(tmp_path, "a"), [entry(3)])], undoing=here.undo_target())
    here.close()
    there.close()
    again = Journal(ANN)
    assert again.undo_target().parts[0].entry_ids == ("2",)
    assert again.redo_target().parts[0].entry_ids == ("3",)
    assert again.redo_target().says == "answer yes to q · a"
    again.close()


def test_each_person_and_installation_has_a_journal_of_its_own(tmp_path) -> None:
    journal = Journal(ANN)
    journal.record([(task(tmp_path), [entry(1)])])
    journal.close()
    assert Journal(Settings(author="bob", installation="a1b2")).undo_target() is None
    assert Journal(Settings(author="ann", installation="ffff")).undo_target() is None


def test_lines_of_the_journal_that_say_nothing_are_left_out(tmp_path) -> None:
    journal = Journal(ANN)
    journal.record([(task(tmp_path), [entry(1)])])
    journal.close()
    (path,) = kept.state_folder().glob("undo-*.jsonl")
    with path.open("ab") as handle:
        handle.write(b'garbage\n[]\n{"step": "do"}\n{"step": "undo", "parts": 3}\n{"step": "do", ')
    assert Journal(ANN).undo_target() is None or Journal(ANN).undo_target().says


def test_a_long_journal_is_renewed_without_forgetting(tmp_path, monkeypatch) -> None:
    from reviewer.store import undo

    monkeypatch.setattr(undo, "_RENEWED_AT", 1000)
    journal = Journal(ANN)
    for number in range(1, 30):
        journal.record([(task(tmp_path), [entry(number)])])
    journal.close()
    again = Journal(ANN)
    assert again.undo_target().parts[0].entry_ids == ("29",)
    again.close()
