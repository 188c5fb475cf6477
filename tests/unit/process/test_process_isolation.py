"""The closed room finds the interpreter wherever it lies, also under what is mounted over."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from reviewer.cli import doctor
from reviewer.process import isolation
from reviewer.process.isolation import Isolation, closed_command, probe_isolation

needs_isolation = pytest.mark.skipif(
    not probe_isolation().is_available, reason="no isolation on this machine"
)


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An interpreter installed under /tmp, whose program is a link to a link outside of it."""
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        base = Path(name)
        made = base / "venv"
        subprocess.run(
            [sys.executable, "-m", "venv", "--without-pip", "--symlinks", str(made)],
            check=True, capture_output=True, timeout=120,
        )  # fmt: skip
        (base / "python").symlink_to(os.path.realpath(sys.executable))
        program = made / "bin" / "python"
        program.unlink()
        program.symlink_to("../../python")
        monkeypatch.setattr(sys, "prefix", str(made))
        monkeypatch.setattr(sys, "executable", str(program))
        yield made


def test_the_rooms_own_folders_come_before_what_is_bound(elsewhere: Path) -> None:
    command = closed_command(["x"], read_only={}, writable={})
    bound = [at for at, word in enumerate(command) if word == "--ro-bind"]
    for own in ("--tmpfs", "--proc", "--dev"):
        assert command.index(own) < min(bound)
    assert str(elsewhere) in command
    assert str(elsewhere.parent / "python") in command


@needs_isolation
def test_a_program_under_tmp_runs_in_the_closed_room(elsewhere: Path) -> None:
    said = "import os, sys; print(sys.prefix, *os.listdir('/tmp'), sep='\\n')"
    command = closed_command([sys.executable, "-I", "-c", said], read_only={}, writable={})
    with tempfile.NamedTemporaryFile(dir="/tmp") as private:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == ""
    prefix, *seen = done.stdout.split()
    assert prefix == str(elsewhere)
    assert elsewhere.parent.name in seen
    assert Path(private.name).name not in seen
    probe_isolation.cache_clear()
    try:
        assert probe_isolation() == Isolation(True, "bubblewrap")
    finally:
        probe_isolation.cache_clear()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="advice for Linux")
@pytest.mark.parametrize(
    ("is_there", "reason", "remedy"),
    [
        (False, "bwrap: no such program", "sudo apt-get install -y bubblewrap"),
        (True, "bubblewrap is refused here (execvp /x/python: No such file or directory)", ""),
        (True, "bubblewrap runs here but does not close the room", ""),
        (
            True,
            "bubblewrap is refused here (setting up uid map: Permission denied)",
            "sudo sysctl -w kernel.unprivileged_userns_clone=1",
        ),
    ],
)
def test_the_doctor_advises_what_helps(
    monkeypatch: pytest.MonkeyPatch, is_there: bool, reason: str, remedy: str
) -> None:
    setting = "/proc/sys/kernel/unprivileged_userns_clone"
    monkeypatch.setattr(doctor.shutil, "which", lambda name: "/usr/bin/bwrap" if is_there else None)
    monkeypatch.setattr(doctor.os.path, "exists", lambda path: path == setting)
    monkeypatch.setattr(
        "reviewer.process.isolation.probe_isolation", lambda: Isolation(False, reason)
    )
    found = doctor._isolation()
    assert (found.state, found.detail, found.remedy) == ("absent", reason, remedy)


def test_a_refusal_without_a_word_is_given_its_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "bwrap"
    program.write_text("#!/bin/sh\nexit 3\n")
    program.chmod(0o755)
    monkeypatch.setattr(isolation, "_VARIABLES", {"PATH": str(tmp_path)})
    probe_isolation.cache_clear()
    try:
        found = probe_isolation()
    finally:
        probe_isolation.cache_clear()
    said = "bubblewrap is refused here (bwrap ended with code 3 and said nothing)"
    assert found == Isolation(False, said)
