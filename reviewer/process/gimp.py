"""GIMP: run in batch with a closing quit, or opened for a person without waiting."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from reviewer.process.runner import StartError, run
from reviewer.process.script_fu import fault_of

_CONSOLE = ("gimp-console-3.0", "gimp-console-3", "gimp-console-2.10", "gimp-console", "gimp")
_WINDOW = ("gimp", "gimp-3.0", "gimp-3", "gimp-2.10")
_REMEDY = "Install GIMP (on Debian: apt install gimp), or put it on the PATH"
_DETACHED = '"$@" >/dev/null 2>&1 </dev/null &'


@dataclass(frozen=True, slots=True)
class GimpRun:
    """How a batch run ended, with GIMP's own words."""

    is_good: bool
    problem: str
    stdout: str
    stderr: str
    seconds: float


def find_gimp(*, window: bool) -> str:
    """Return the path of GIMP, with or without a window; raises StartError where it is missing."""
    for name in _WINDOW if window else _CONSOLE:
        found = shutil.which(name)
        if found:
            return found
    raise StartError("GIMP", "it is not installed", _REMEDY)


def run_batch(
    commands: Sequence[str],
    *,
    timeout: float,
    cancel: Callable[[], None] | None = None,
) -> GimpRun:
    """Run Script-Fu commands; a quit is always added, since GIMP would wait for more.

    A command without an end is not run at all: GIMP would take the quit for its rest, end and
    report success.
    """
    for command in commands:
        fault = fault_of(command)
        if fault:
            return GimpRun(False, f"The script was not run: {fault}. Correct it.", "", "", 0.0)
    program = find_gimp(window=False)
    argv = [program, "--no-interface", "--no-data", "--new-instance"]
    if is_version_3(program):
        # GIMP 3 asks which language the batch is in.
        argv += ["--batch-interpreter", "plug-in-script-fu-eval"]
    for command in (*commands, "(gimp-quit 1)"):
        argv += ["-b", command]
    finished = run(
        argv,
        timeout=timeout,
        memory_limit=None,
        output_limit=16 << 20,
        env=None,
        cancel=cancel,
        process_limit=None,
    )
    stderr = finished.stderr.decode("utf-8", errors="replace")
    stdout = finished.stdout.decode("utf-8", errors="replace")
    problem = ""
    if finished.stopped:
        problem = f"GIMP was stopped: {finished.stopped}"
    elif "batch command experienced an execution error" in stderr + stdout:
        # GIMP reports success even then.
        problem = f"GIMP could not run the commands: {_first_error(stderr + stdout)}"
    elif finished.returncode != 0:
        problem = f"GIMP ended with code {finished.returncode}: {finished.last_words(400)}"
    return GimpRun(not problem, problem, stdout, stderr, finished.seconds)


def flatten(
    source: Path, target: Path, *, timeout: float, cancel: Callable[[], None] | None = None
) -> GimpRun:
    """Let GIMP draw what a picture shows as PNG; flattening would fill what is transparent."""
    program = find_gimp(window=False)
    script = flatten_script(source, target, is_3=is_version_3(program))
    outcome = run_batch([script], timeout=timeout, cancel=cancel)
    if outcome.is_good and not target.exists():
        words = outcome.stderr.strip()[-400:] or "it said nothing"
        problem = f"GIMP wrote no {target.name}: {words}"
        return GimpRun(False, problem, outcome.stdout, outcome.stderr, outcome.seconds)
    return outcome


def flatten_script(source: Path, target: Path, *, is_3: bool) -> str:
    """Return the Script-Fu that loads a picture and saves what it shows, transparency kept."""
    read, write = _quoted(source), _quoted(target)
    if is_3:
        return (
            f"(let* ((image (car (gimp-file-load RUN-NONINTERACTIVE {read})))"
            f" (layer (car (gimp-image-merge-visible-layers image CLIP-TO-IMAGE))))"
            f" (gimp-layer-resize-to-image-size layer)"
            f" (gimp-file-save RUN-NONINTERACTIVE image {write} -1))"
        )
    # A layer of all that is visible: merging refuses a picture that shows nothing. A palette
    # could not hold what its layers blend to.
    return (
        f"(let* ((image (car (gimp-file-load RUN-NONINTERACTIVE {read} {read})))"
        f" (floating (car (gimp-image-get-floating-sel image))))"
        f" (if (= (car (gimp-image-base-type image)) INDEXED) (gimp-image-convert-rgb image))"
        f" (if (> floating 0) (gimp-floating-sel-anchor floating))"
        f' (let ((layer (car (gimp-layer-new-from-visible image image "flat"))))'
        f" (gimp-image-insert-layer image layer 0 0)"
        f" (gimp-file-save RUN-NONINTERACTIVE image layer {write} {write})))"
    )


def is_version_3(program: str) -> bool:
    """Whether an executable is GIMP 3, asked of itself when its name does not say."""
    name = Path(program).name
    if "-3" in name or "-2" in name:
        return "-3" in name
    finished = run(
        [program, "--version"], timeout=20, memory_limit=None, output_limit=1 << 16, env=None
    )
    return b"version 3" in finished.stdout


def open_in_gimp(paths: Sequence[Path]) -> None:
    """Open pictures in GIMP for a person, and return at once."""
    program = find_gimp(window=True)
    argv = [program, *(str(path) for path in paths)]
    if sys.platform == "win32":
        os.spawnv(os.P_DETACH, program, argv)
        return
    # The shell leaves GIMP behind and ends: no process of ours waits for it, none becomes a corpse.
    subprocess.run(
        ["/bin/sh", "-c", _DETACHED, "sh", *argv],
        start_new_session=True,
        check=True,
        timeout=20,
        env=_with_screen(),
    )


def _with_screen() -> dict[str, str]:
    """Our environment; started from a console, the first screen of this computer."""
    environment = dict(os.environ)
    if sys.platform.startswith("linux") and "WAYLAND_DISPLAY" not in environment:
        environment.setdefault("DISPLAY", ":0")
    return environment


def _quoted(path: Path) -> str:
    text = str(path).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'


def _first_error(text: str) -> str:
    lines = [line.strip() for line in text.splitlines()]
    stated = [line for line in lines if line.startswith("Error")]
    hinted = [line for line in lines if "error" in line.lower()]
    return (stated or hinted or lines or ["it said nothing"])[0]
