"""Folders that bear the name of a command."""

from __future__ import annotations

from contextlib import suppress

import pytest

from reviewer.cli import main


@pytest.mark.parametrize("name", ["pairs", "grade", "check", "svg", "compare"])
def test_a_folder_that_bears_the_name_of_a_command_is_told_how_to_open(
    name, tmp_path, monkeypatch, capsys
) -> None:
    monkeypatch.chdir(tmp_path)
    for is_there in (False, True):
        if is_there:
            (tmp_path / name).mkdir()
        with suppress(SystemExit):
            assert main([name]) == 2
        assert (f"./{name} opens the folder" in capsys.readouterr().err) == is_there
