"""Links: inside the opened folder they are followed, out of it no reader follows them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from reviewer.kinds.protocol import NO_FILE, UnreadableError
from reviewer.model import Artifact, Task
from reviewer.store.reader import PictureCache, TaskReader

FORMS = (
    "svg",
    "task_markdown",
    "picture_header",
    "chat_log",
    "chat_calls",
    "xcf",
    "gimprc",
    "video",
)
READERS: dict[str, Callable[[TaskReader, Artifact], object]] = {
    "size": TaskReader.size,
    "digest": TaskReader.digest,
    "data": TaskReader.data,
    "text": TaskReader.text,
    "json": TaskReader.json,
    "picture": TaskReader.picture,
    "reduced": lambda reader, artifact: reader.reduced(artifact, 100),
    **{form: lambda reader, artifact, form=form: reader.document(artifact, form) for form in FORMS},
}


@pytest.fixture
def made(tmp_path: Path) -> tuple[TaskReader, Path]:
    """A reader of a task in `opened/task`, and that folder."""
    folder = tmp_path / "opened" / "task"
    (folder / "results").mkdir(parents=True)
    (tmp_path / "secret.txt").write_text("{}")
    task = Task("task", "floor_plan", tmp_path / "opened", folder, (), folder / "grade.json")
    return TaskReader(task, PictureCache()), folder


def artifact(path: Path) -> Artifact:
    return Artifact("result", path, path.name)


@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
@pytest.mark.parametrize("is_folder", [False, True], ids=["file", "folder"])
def test_a_link_out_of_the_folder_is_never_read(
    made: tuple[TaskReader, Path], tmp_path: Path, read: Callable, is_folder: bool
) -> None:
    reader, folder = made
    if is_folder:
        (folder / "away").symlink_to(tmp_path)
        found = artifact(folder / "away" / "secret.txt")
    else:
        (folder / "results" / "a.txt").symlink_to(tmp_path / "secret.txt")
        found = artifact(folder / "results" / "a.txt")
    assert not reader.exists(found)
    said = f"it is a link out of the opened folder, to {os.path.realpath(tmp_path / 'secret.txt')}"
    assert reader.absence(found) == said
    with pytest.raises(UnreadableError, match="out of the opened folder") as raised:
        read(reader, found)
    assert str(found.path) in str(raised.value)


def test_links_inside_are_files_like_others(made: tuple[TaskReader, Path]) -> None:
    reader, folder = made
    (folder.parent / "shared.json").write_text('{"a": 1}')
    (folder / "results" / "a.json").symlink_to("../../shared.json")
    found = artifact(folder / "results" / "a.json")
    assert reader.exists(found)
    assert reader.json(found) == {"a": 1}


def test_what_a_rule_names_beside_the_folder_is_read(made: tuple[TaskReader, Path]) -> None:
    reader, folder = made
    beside = folder.parent.parent / "gt"
    beside.mkdir()
    (beside / "plain.json").write_text("[1, 2]")
    (beside / "link.json").symlink_to(folder.parent.parent / "secret.txt")
    assert reader.json(artifact(folder / ".." / ".." / "gt" / "plain.json")) == [1, 2]
    assert not reader.exists(artifact(folder / ".." / ".." / "gt" / "link.json"))


def test_an_opened_folder_may_itself_be_a_link(made: tuple[TaskReader, Path]) -> None:
    reader, folder = made
    (folder / "a.txt").write_text("words")
    link = folder.parent.parent / "link"
    link.symlink_to(folder.parent)
    task = Task("task", "floor_plan", link, link / "task", (), link / "task" / "grade.json")
    assert TaskReader(task, reader.cache).text(artifact(link / "task" / "a.txt")) == "words"


def test_nothing_there_is_said_as_such(made: tuple[TaskReader, Path]) -> None:
    reader, folder = made
    assert reader.absence(artifact(folder / "none.txt")) == NO_FILE
