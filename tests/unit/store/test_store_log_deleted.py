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
    made = LogWriter(task, ANN, syncer)
    yield made
    made.close()
    syncer.close()


def test_a_deleted_task_is_not_made_again_and_its_answers_are_kept(task, writer) -> None:
    writer.append(entry(task))
    shutil.rmtree(task.folder)
    writer.append(entry(task))
    assert not task.folder.exists()
    assert writer.is_elsewhere
    assert "does not exist" in writer.note
    assert len(writer.path.read_text().splitlines()) == 1


def test_a_deleted_log_is_begun_again_in_its_place(task, writer) -> None:
    writer.append(entry(task))
    shutil.rmtree(task.review_folder)
    writer.append(entry(task))
    assert not writer.is_elsewhere
    assert len(writer.path.read_text().splitlines()) == 1


@pytest.mark.parametrize("taken", ["review", "log"])
def test_where_something_else_has_its_name_the_log_goes_elsewhere(task, writer, taken) -> None:
    if taken == "review":
        task.review_folder.write_text("a file")
    else:
        (task.review_folder / log.log_name(ANN)).mkdir(parents=True)
    writer.append(entry(task))
    assert writer.is_elsewhere
    assert writer.path.is_file()
