"""A log whose folder is deleted or taken while it is open: nothing is lost, nothing comes back."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from reviewer.model import Entry, Task
from reviewer.store import log
from reviewer.store.log_writer import LogWriter, Syncer
from reviewer.store.settings import Settings

ANN = Settings(author="ann", installation="a1b2")


def entry(task: Task) -> Entry:
    return log.new_entry("answer", task=task.id, author="ann", item="q", value=1.0)


@pytest.fixture
def task(tmp_path: Path) -> Task:
    folder = tmp_path / "t"
    folder.mkdir()
    return Task("t", "gimp_edit", tmp_path, folder, (), folder / "grade.json")


@pytest.fixture
def writer(task: Task):
    syncer = Syncer(on_synced=lambda entry, problem: None)
    made = Desk(task, ANN, syncer)
    made.held = lambda: made.said
    yield made
    made.close()
    syncer.close()


class Desk(LogWriter):
    """A log of which somebody remembers what was said."""

    def __init__(self, *given: object) -> None:
        super().__init__(*given)  # type: ignore[arg-type]
        self.said: list[Entry] = []

    def append(self, entry: Entry) -> None:
        super().append(entry)
        self.said.append(entry)

    def kept(self) -> list[str]:
        assert self.path is not None
        return [entry.id for entry in log.read_log(self.path).entries]


def test_a_deleted_task_is_not_made_again_and_its_answers_are_kept(task, writer) -> None:
    writer.append(entry(task))
    shutil.rmtree(task.folder)
    writer.append(entry(task))
    assert not task.folder.exists()
    assert writer.is_elsewhere
    assert "does not exist" in writer.note
    assert "1 of your entries was written again" in writer.note
    assert writer.kept() == [said.id for said in writer.said]


def _rewrite(path: Path) -> None:
    path.with_name("new").write_bytes(path.read_bytes()[:-9])
    path.with_name("new").replace(path)


LOSSES = {
    "folder": lambda path: shutil.rmtree(path.parent),
    "log": Path.unlink,
    "moved": lambda path: path.rename(path.with_suffix(".old")),
    "emptied": lambda path: path.write_bytes(b""),
    "shortened": lambda path: path.write_bytes(path.read_bytes()[:-30]),
    "replaced": _rewrite,
}


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("then", ["append", "keep"])
def test_what_was_said_is_written_again_when_the_log_is_lost(task, writer, loss, then) -> None:
    for _ in range(3):
        writer.append(entry(task))
    LOSSES[loss](writer.path)
    if then == "append":
        writer.append(entry(task))
    else:
        writer.keep()
    assert not writer.is_elsewhere
    assert sorted(writer.kept()) == sorted(said.id for said in writer.said)
    assert "written again" in writer.note


def test_nothing_is_written_again_while_the_log_is_whole(task, writer) -> None:
    writer.append(entry(task))
    before = writer.path.read_bytes()
    writer.keep()
    assert writer.path.read_bytes() == before
    assert not writer.note
    # What another installation's log holds is not written into this one.
    other = LogWriter(task, Settings(author="ann", installation="ffff"), writer.syncer)
    other.held = lambda: writer.said
    other.append(entry(task))
    other.close()
    assert len(other.path.read_bytes().splitlines()) == 1


@pytest.mark.parametrize("taken", ["review", "log"])
def test_where_something_else_has_its_name_the_log_goes_elsewhere(task, writer, taken) -> None:
    if taken == "review":
        task.review_folder.write_text("a file")
    else:
        (task.review_folder / log.log_name(ANN)).mkdir(parents=True)
    writer.append(entry(task))
    assert writer.is_elsewhere
    assert writer.path.is_file()
