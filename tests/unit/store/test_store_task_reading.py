"""A task's own files: roles by hand, rubrics, pictures read once, the program's own files."""

from __future__ import annotations

import os

import pytest

from reviewer.kinds.protocol import UnreadableError
from reviewer.model import Artifact, Task
from reviewer.scoring.rubric_file import RubricError
from reviewer.store import folder, resources, rubrics, samples, task_file
from reviewer.store.files import FileError
from reviewer.store.reader import PictureCache, TaskReader


def task(root, **more) -> Task:
    artifact = Artifact("result", root / "result.png", "result.png")
    return Task("t", more.pop("kind", "gimp_edit"), root, root, (artifact,), root / "grade.json",
                **more)  # fmt: skip


@pytest.mark.parametrize("words", ["Plain", 'Quotes " and \\', "Two\nlines\t\x7f", "日本 🙂"])
def test_roles_chosen_by_hand_come_back(tmp_path, words) -> None:
    for name in ("a b.png", "ü.png"):
        (tmp_path / name).touch()
    task_file.write_task_file(
        tmp_path,
        kind="gimp_edit",
        roles={"result": "a b.png", "golden": "ü.png", "working copy": "a b.png"},
        instruction=words,
        settings={"checks": [{"id": "c", "at_least": 0.5, "reads": ["result"]}], "strict": True},
    )
    (found,) = folder.discover(tmp_path)
    assert found.problem == ""
    assert found.instruction == words
    assert {a.role: a.name for a in found.artifacts}["golden"] == "ü.png"
    assert found.settings["strict"] is True
    assert found.settings["checks"] == [{"id": "c", "at_least": 0.5, "reads": ["result"]}]


def test_the_rubric_of_a_task_is_its_own_or_its_kinds(tmp_path) -> None:
    assert rubrics.load_rubric(task(tmp_path)).name == "gimp_edit_semantic", "nothing is expected"
    own = tmp_path / "rubric.toml"
    own.write_text('extends = "gimp_edit"\nname = "own"\nversion = 2\n')
    found = rubrics.load_rubric(task(tmp_path, rubric_path=own))
    assert (found.name, found.version) == ("own", 2)
    assert len(found.checks) == len(rubrics.shipped_rubric("gimp_edit").checks)
    own.write_text("name = ")
    with pytest.raises(RubricError):
        rubrics.load_rubric(task(tmp_path, rubric_path=own))
    with pytest.raises(FileError, match="no rubric 'nonsense'"):
        rubrics.load_rubric(task(tmp_path, settings={"rubric_name": "nonsense"}))


def test_a_digest_follows_the_file(tmp_path) -> None:
    (tmp_path / "result.png").write_bytes(b"one")
    made = task(tmp_path)
    reader = TaskReader(made, PictureCache())
    first = reader.digest(made.artifacts[0])
    assert reader.digest(made.artifacts[0]) == first
    (tmp_path / "result.png").write_bytes(b"three")
    assert reader.digest(made.artifacts[0]) != first


def test_what_cannot_be_read_is_said_with_its_file(tmp_path) -> None:
    made = task(tmp_path)
    reader = TaskReader(made, PictureCache())
    for ask in (reader.digest, reader.size, reader.data, reader.text, reader.json, reader.picture):
        with pytest.raises(UnreadableError, match=r"result\.png"):
            ask(made.artifacts[0])
    assert not reader.exists(made.artifacts[0])
    (tmp_path / "result.png").write_bytes(b"no picture")
    os.utime(tmp_path / "result.png", (1, 1))
    with pytest.raises(UnreadableError, match=r"result\.png"):
        reader.picture(made.artifacts[0])


class Held:
    """As much of a picture as the cache looks at."""

    def __init__(self, size: int) -> None:
        self.pixels = self
        self.nbytes = size


def test_pictures_are_held_under_a_cap_oldest_out_first() -> None:
    cache = PictureCache(limit=100)
    for name in "abc":
        cache.put(name, Held(40))  # type: ignore[arg-type]
    assert cache.get("a") is None
    assert cache.get("b") is not None
    cache.put("d", Held(40))  # type: ignore[arg-type]
    assert cache.get("c") is None, "b was used later"
    assert cache.byte_count == 80
    cache.put("huge", Held(1000))  # type: ignore[arg-type]
    assert cache.get("huge") is not None, "one picture is always held"


def test_the_programs_own_files_are_there() -> None:
    assert set(resources.rubric_names()) >= {"gimp_edit", "graded_folder", "floor_plan"}
    assert resources.rubric_bytes("gimp_edit")
    with pytest.raises(FileNotFoundError, match="install reviewer again"):
        resources.path("nothing", "here")


def test_samples_are_copied_once_and_reviews_of_them_kept(tmp_path) -> None:
    first = samples.copied_samples(tmp_path / "s")
    found = list(folder.discover(first))
    assert len(found) >= 4
    mark = found[0].folder / "review"
    mark.mkdir()
    (mark / "ann.jsonl").write_text("x")
    assert samples.copied_samples(tmp_path / "s") == first
    assert (mark / "ann.jsonl").read_text() == "x"
