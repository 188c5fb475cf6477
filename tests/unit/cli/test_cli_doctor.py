"""`reviewer doctor` as people run it: what this machine has, lacks, and what brings it."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

import reviewer


def doctor(**changed: str) -> tuple[int, dict[str, tuple[str, str]], list[str]]:
    """Exit code, state and detail by name, and the remedies."""
    done = subprocess.run(
        [sys.executable, "-m", "reviewer.cli", "doctor"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(reviewer.__file__).parents[1]), **changed},
    )
    assert done.stderr == ""
    found, _, remedies = done.stdout.partition("\nTo bring what is missing:\n")
    lines = {}
    for line in found.splitlines():
        state, rest = line.split(None, 1)
        assert state in ("fine", "absent", "missing"), line
        name, detail = rest.split("  ", 1)
        lines[name.strip()] = state, detail.strip()
    return done.returncode, lines, [line.strip() for line in remedies.splitlines()]


@pytest.fixture(scope="module")
def here():
    return doctor()


def test_versions_are_those_that_are_installed(here) -> None:
    _, lines, _ = here
    assert lines["reviewer"] == ("fine", reviewer.__version__)
    assert lines["Python"][1].startswith(platform.python_version())
    for name in ("Pillow", "numpy", "lxml", "PySide6-Essentials"):
        assert lines[name] == ("fine", importlib.metadata.version(name))


def test_every_thing_that_is_asked_for_has_a_line(here) -> None:
    code, lines, remedies = here
    assert {"Qt", "Chinese font", "GIMP", "tesseract", "isolation", "av", "rapidocr"} <= set(lines)
    assert code == (2 if any(state == "missing" for state, _ in lines.values()) else 0)
    assert lines["Qt"][0] == "fine", lines["Qt"]
    assert "20,000 painter calls survived" in lines["Qt"][1]
    # Each thing that is not there has the command that brings it, but for a display.
    lacking = [n for n, (state, _) in lines.items() if state != "fine" and n != "display"]
    assert bool(lacking) == bool(remedies)
    assert all(line.split()[0] in ("sudo", "pip") for line in remedies)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="PATH and display as on Linux")
def test_without_programs_and_display_it_says_what_brings_them(tmp_path) -> None:
    _, lines, remedies = doctor(PATH=str(tmp_path), DISPLAY="", WAYLAND_DISPLAY="")
    assert lines["GIMP"][0] == lines["tesseract"][0] == "absent"
    assert "not on PATH" in lines["GIMP"][1]
    assert lines["display"] == (
        "absent", "none: `reviewer demo` writes pictures instead of a window",
    )  # fmt: skip
    assert lines["Chinese font"][0] == "absent"
    assert "sudo apt-get install -y gimp" in remedies
    assert "sudo apt-get install -y tesseract-ocr" in remedies
