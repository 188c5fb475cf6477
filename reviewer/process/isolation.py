"""A closed room for code from strangers where there is one, and what is open where there is not."""

from __future__ import annotations

import functools
import json
import os
import sys
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from reviewer.process.runner import StartError, run

NOT_ISOLATED = (
    "It can read every file that you can read.",
    "It can change or delete every file that you can change, not only the copy of this task.",
    "It can use the network, and send what it reads to anybody.",
    "It can see and stop your other programs.",
    "A process it starts may go on after the time limit.",
)
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_SETTINGS = (
    *("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives"),
    *("/etc/fonts", "/etc/localtime", "/etc/magic"),
)
_TMP_BYTES = 512 << 20
# What must be true inside: no interface but the loop, none of our processes, no way to write out.
_PROBE = """
import json, os
interfaces = [line.split(":")[0].strip() for line in open("/proc/net/dev") if ":" in line]
processes = [name for name in os.listdir("/proc") if name.isdigit()]
try:
    open("/usr/reviewer_probe", "w")
    writes = True
except OSError:
    writes = False
print(json.dumps([interfaces, len(processes), writes, len(os.environ)]))
"""


@dataclass(frozen=True, slots=True)
class Isolation:
    """Whether code can be closed in here, and if not, why not."""

    is_available: bool
    reason: str

    @property
    def open_ends(self) -> tuple[str, ...]:
        """What is not isolated, as plain sentences for a person to confirm; empty when closed."""
        return () if self.is_available else NOT_ISOLATED


class NotIsolatedError(Exception):
    """Code from strangers was not run: `open_ends` lists what a person must confirm first."""

    def __init__(self, reason: str, open_ends: Sequence[str]) -> None:
        super().__init__(reason, tuple(open_ends))
        self.reason = reason
        self.open_ends = tuple(open_ends)

    def __str__(self) -> str:
        listed = " ".join(self.open_ends)
        return f"The task's code was not run: {self.reason}. {listed}".strip()


@functools.cache
def probe_isolation() -> Isolation:
    """Try bubblewrap once; it counts as present only when the probe inside it succeeds."""
    if not sys.platform.startswith("linux"):
        return Isolation(False, f"this system ({sys.platform}) has no bubblewrap")
    command = closed_command([sys.executable, "-I", "-c", _PROBE], read_only={}, writable={})
    try:
        finished = run(
            command, timeout=20, memory_limit=None, output_limit=1 << 16, env=_bare_environment()
        )
    except StartError as error:
        return Isolation(False, str(error).rstrip("."))
    if not finished.is_good:
        # A program that is none of ours, or is killed from outside, may end without a word.
        silent = f"{os.path.basename(command[0])} ended with code {finished.returncode}"
        words = finished.last_words() or finished.stopped or f"{silent} and said nothing"
        return Isolation(False, f"bubblewrap is refused here ({words})")
    interfaces, processes, writes, variables = json.loads(finished.stdout)
    if set(interfaces) - {"lo"} or processes > 3 or writes or variables > len(_VARIABLES) + 3:
        return Isolation(False, "bubblewrap runs here but does not close the room")
    return Isolation(True, "bubblewrap")


_VARIABLES = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "HOME": "/tmp",
    "LANG": "C.UTF-8",
    # One thread each: every thread of a numeric library reserves address space.
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}


def _bare_environment() -> dict[str, str]:
    return dict(_VARIABLES)


def closed_command(
    argv: Sequence[str],
    *,
    read_only: Mapping[str, Path],
    writable: Mapping[str, Path],
    folder: str = "/",
) -> list[str]:
    """Wrap a command so that it sees the system, Python and the bound folders, and nothing else.

    `read_only` and `writable` map paths inside to paths outside.
    """
    command = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    command += ["--clearenv"]
    for name, value in _VARIABLES.items():
        command += ["--setenv", name, value]
    # What is mounted later covers what was mounted before: a program that lies under /tmp must
    # come after the room's own /tmp.
    command += ["--proc", "/proc", "--dev", "/dev", "--size", str(_TMP_BYTES), "--tmpfs", "/tmp"]
    for path in (*_SYSTEM, *_SETTINGS):
        if os.path.islink(path):
            command += ["--symlink", os.readlink(path), path]
        elif os.path.exists(path):
            command += ["--ro-bind", path, path]
    for path in _python_paths():
        command += ["--ro-bind", path, path]
    for inside, outside in writable.items():
        command += ["--bind", str(outside), inside]
    for inside, outside in read_only.items():
        command += ["--ro-bind", str(outside), inside]
    return [*command, "--chdir", folder, "--", *argv]


def _python_paths() -> list[str]:
    """The interpreter and its packages, where they lie outside the system's own folders."""
    paths = [sys.prefix, sys.base_prefix, sysconfig.get_path("stdlib")]
    paths += [sysconfig.get_path(name) for name in ("purelib", "platlib")]
    found: list[str] = []
    for path in (*paths, *_links(sys.executable)):
        real = os.path.abspath(path)
        if not any(real == each or real.startswith(each + "/") for each in (*_SYSTEM, *found)):
            found.append(real)
    return found


def _links(path: str) -> Iterator[str]:
    """A program and the links that lead to it, each by its own name; a circle ends the walk."""
    seen: set[str] = set()
    while path not in seen:
        seen.add(path)
        yield path
        if os.path.islink(path):
            path = os.path.abspath(os.path.join(os.path.dirname(path), os.readlink(path)))
