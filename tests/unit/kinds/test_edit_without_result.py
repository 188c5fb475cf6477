"""A task whose agent delivered nothing is still a task."""

from __future__ import annotations

from pathlib import Path

from reviewer.store.folder import discover


def test_initial_and_golden_without_a_result_are_a_task(tmp_path: Path) -> None:
    for name in ("initial.png", "golden.png"):
        (tmp_path / name).touch()
    (task,) = discover(tmp_path)
    result = task.artifact("result")
    assert task.kind == "gimp_edit"
    assert result is not None
    assert not result.path.exists()
