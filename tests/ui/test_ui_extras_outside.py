"""Nothing of a task runs or leaves the window before the person has confirmed it."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from reviewer.ui.extras import outside
from tests.ui import window_desk


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return window_desk.copy_samples(tmp_path / "samples", "cat_darker")


def test_a_task_without_a_grader_says_so(
    qtbot: QtBot, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(outside, "ask", lambda title, *a, **k: asked.append(title) or False)
    with window_desk.desk(qtbot, folder) as window:
        window.commands.run("rerun-grader")
        assert not asked
        assert window.status.said.words()


def test_a_grader_runs_only_after_its_list_was_confirmed(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = tmp_path / "cases" / "SPA_task_9_harmless"
    (case / "results").mkdir(parents=True)
    (case / "score.json").write_text('{"checks": {"made": 1.0}, "overall_score": 1.0}')
    (case / "task.md").write_text(
        "---\nid: SPA_task_9_harmless\nname: harmless\n---\n\n## Prompt\n\nDo it.\n\n"
        "## Automated Checks\n\n```python\n"
        "def grade(**k):\n    return {'overall_score': 1.0}\n```\n"
    )
    asked: list[str] = []
    monkeypatch.setattr(outside, "ask", lambda title, *a, **k: asked.append(title) or False)
    with window_desk.desk(qtbot, tmp_path / "cases") as window:
        window.commands.run("rerun-grader")
        assert asked == ["Run the task's own grader"]
        assert not window.session.jobs.is_running("grader")
