"""A task whose agent delivered nothing is still a task."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PIL import Image

from reviewer.kinds import kind
from reviewer.kinds.protocol import Request
from reviewer.session.jobs import CancelToken
from reviewer.session.rules import rules_of
from reviewer.store.folder import discover
from reviewer.store.reader import PictureCache, TaskReader


def test_initial_and_golden_without_a_result_are_a_task(tmp_path: Path) -> None:
    for name in ("initial.png", "golden.png"):
        (tmp_path / name).touch()
    (task,) = discover(tmp_path)
    result = task.artifact("result")
    assert task.kind == "gimp_edit"
    assert result is not None
    assert not result.path.exists()


@pytest.mark.parametrize("kind_of", ["edit", "match"])
def test_a_result_that_is_not_there_is_no_unreadable_one(tmp_path: Path, kind_of: str) -> None:
    names = ("initial.png", "golden.png") if kind_of == "edit" else ("ref.png",)
    for name in names:
        Image.new("RGB", (16, 16), "red" if name == "initial.png" else "blue").save(tmp_path / name)
    roles = "\n".join(
        f'{"golden" if name == "ref.png" else name[:-4]} = "{name}"' for name in (*names,)
    )
    chosen = "gimp_edit" if kind_of == "edit" else "image_match"
    (tmp_path / "task.toml").write_text(
        f'kind = "{chosen}"\n[artifacts]\nresult = "result.png"\n{roles}\n'
    )
    assert flags_of(tmp_path) == {"no-result"}
    (tmp_path / "result.png").write_bytes(b"no picture")
    os.utime(tmp_path / "result.png", (1e9, 1e9))
    assert flags_of(tmp_path) == {"unreadable"}


def flags_of(folder: Path) -> set[str]:
    (task,) = discover(folder)
    reader = TaskReader(task, PictureCache())
    request = Request(task=task, rubric=rules_of(task, reader), reader=reader, token=CancelToken())
    found = kind(task.kind).measure(request)
    return {flag.id for flag in found.flags if flag.is_raised and flag.severity == "bad"}
