"""GIMP is found, run with a closing quit, and named when it is missing."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from reviewer.process.gimp import (
    find_gimp,
    flatten,
    flatten_script,
    is_version_3,
    open_in_gimp,
    run_batch,
)
from reviewer.process.runner import StartError


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Put a shell script in GIMP's place."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))

    def put(name: str, script: str) -> Path:
        path = folder / name
        path.write_text(f"#!/bin/sh\nPATH=/usr/bin:/bin\n{script}\n")
        path.chmod(0o755)
        return path

    return put


def test_a_missing_gimp_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    for call in (
        lambda: find_gimp(window=True),
        lambda: run_batch(["(x)"], timeout=1),
        lambda: open_in_gimp([tmp_path]),
    ):
        with pytest.raises(StartError, match=r"GIMP: it is not installed\. Install GIMP"):
            call()


def test_batch_always_quits(fake) -> None:
    fake("gimp-console-2.10", 'printf "%s\\n" "$@"; echo warning >&2')
    outcome = run_batch(["(one)", "(two)"], timeout=10)
    assert outcome.is_good
    words = outcome.stdout.split("\n")
    assert words[-7:-1] == ["-b", "(one)", "-b", "(two)", "-b", "(gimp-quit 1)"]
    assert "--no-interface" in words
    assert outcome.stderr == "warning\n"


def test_problems_show_what_gimp_says(fake) -> None:
    fake("gimp-console", "echo 'plug-in crashed' >&2; exit 3")
    outcome = run_batch([], timeout=10)
    assert outcome.problem == "GIMP ended with code 3: plug-in crashed"
    fake(
        "gimp-console", "echo 'batch command experienced an execution error:'; echo 'Error: (x) y'"
    )
    outcome = run_batch([], timeout=10)
    assert not outcome.is_good
    assert "Error: (x) y" in outcome.problem
    fake("gimp-console-2.10", "sleep 60")
    outcome = run_batch([], timeout=0.5)
    assert "ran longer than 0.5 s" in outcome.problem


def test_flatten_wants_the_file(fake, tmp_path: Path) -> None:
    fake("gimp-console-2.10", "echo 'no such procedure' >&2")
    outcome = flatten(tmp_path / "a.xcf", tmp_path / "a.png", timeout=10)
    assert outcome.problem == "GIMP wrote no a.png: no such procedure"
    fake("gimp-console-2.10", f"touch '{tmp_path}/a.png'")
    assert flatten(tmp_path / "a.xcf", tmp_path / "a.png", timeout=10).is_good


def test_scripts_quote_names(fake) -> None:
    odd = Path('/t/a "b" \\c.xcf')
    old = flatten_script(odd, Path("/t/o.png"), is_3=False)
    assert old.count('"/t/a \\"b\\" \\\\c.xcf"') == 2
    assert old.count("(") == old.count(")")
    new = flatten_script(odd, Path("/t/o.png"), is_3=True)
    assert new.count('"/t/a \\"b\\" \\\\c.xcf"') == 1
    assert new.count("(") == new.count(")")


def test_versions(fake) -> None:
    assert not is_version_3("/usr/bin/gimp-console-2.10")
    assert is_version_3("/usr/bin/gimp-console-3.0")
    three = fake("gimp", "echo 'GNU Image Manipulation Program version 3.0.2'")
    assert is_version_3(str(three))
    fake("gimp-console-3.0", 'printf "%s\\n" "$@"')
    assert "plug-in-script-fu-eval" in run_batch([], timeout=10).stdout


def test_opening_does_not_wait(fake, tmp_path: Path) -> None:
    note = tmp_path / "note"
    fake("gimp", f'echo "$@" > "{note}.tmp"; mv "{note}.tmp" "{note}"; exec sleep 1')
    began = time.monotonic()
    open_in_gimp([Path("/x/a b.png"), Path("/x/c.xcf")])
    assert time.monotonic() - began < 0.8
    while not note.exists() and time.monotonic() - began < 5:
        time.sleep(0.02)
    assert note.read_text() == "/x/a b.png /x/c.xcf\n"
