"""The difference mode while the pictures of the next task come in."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from tests.ui.window_desk import copy_samples, desk, go


def test_a_role_that_the_next_task_does_not_have(qtbot: QtBot, tmp_path: Path) -> None:
    folder = copy_samples(tmp_path / "tasks", "coins_inverted", "cup_cut_out")
    with desk(qtbot, folder) as window:
        go(qtbot, window, "coins_inverted")
        window.pictures.choose_mode("difference")
        qtbot.waitUntil(lambda: "golden" in window.pictures.stage.details, timeout=20_000)
        # The pictures change before the panes are laid out anew.
        window.pictures.pictures.set_sources(())
        assert not window.pictures.pictures.has("golden")
        window.pictures._walk_changed()
        go(qtbot, window, "cup_cut_out")
        assert "golden" not in window.pictures.stage.details
