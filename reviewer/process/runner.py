"""The one place where child programs run: bounded in time, memory and output, ended as a whole."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from reviewer.process.tree import descendants, resident_bytes

_IS_POSIX = os.name == "posix"
_TREE_PERIOD = 0.1
# sh counts memory in units of 1024 bytes and files in units of 512.
_LIMITED = 'ulimit -c 0 && ulimit -v "$1" && ulimit -f "$2" && shift 2 && exec "$@"'


@dataclass(frozen=True, slots=True)
class Finished:
    """How a child program ended. `stopped` is empty unless the runner ended it, and says why."""

    returncode: int
    stdout: bytes
    stderr: bytes
    seconds: float
    stopped: str = ""

    @property
    def is_good(self) -> bool:
        """Whether the program ended by itself and reports success."""
        return self.returncode == 0 and not self.stopped

    def last_words(self, limit: int = 2000) -> str:
        """Return the end of its error output, for a message."""
        return self.stderr.decode("utf-8", errors="replace").strip()[-limit:]


class StartError(Exception):
    """A program cannot be started; the message names it, the cause and the remedy."""

    def __init__(self, program: str, cause: str, remedy: str) -> None:
        super().__init__(program, cause, remedy)
        self.program = program
        self.cause = cause
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.program}: {self.cause}. {self.remedy}."


def run(
    argv: Sequence[str],
    *,
    timeout: float,
    memory_limit: int | None,
    output_limit: int,
    env: Mapping[str, str] | None,
    cancel: Callable[[], None] | None = None,
    cwd: Path | None = None,
    stdin: bytes = b"",
    process_limit: int | None = None,
    file_limit: int | None = None,
) -> Finished:
    """Run a program to its end; `cancel` is called often and may raise, which ends the program.

    `memory_limit` is in bytes: address space of each process, and with `process_limit` also the
    resident sum of all its descendants. `file_limit` bounds each file it writes. `env` None hands
    on our own environment.
    """
    command = _command(argv, env, memory_limit, file_limit)
    # Files, not pipes: a grandchild that keeps a pipe open would keep us waiting.
    with (
        tempfile.TemporaryFile() as given,
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as err,
    ):
        given.write(stdin)
        given.seek(0)
        began = time.monotonic()
        child = _start(command, given, out, err, env=env, cwd=cwd)
        watch = _Watch(child, timeout, memory_limit, output_limit, process_limit, (out, err))
        try:
            stopped = watch.until_end(cancel)
        finally:
            _end(child)
        seconds = time.monotonic() - began
        return Finished(
            returncode=child.returncode,
            stdout=_head(out, output_limit),
            stderr=_head(err, output_limit),
            seconds=seconds,
            stopped=stopped,
        )


def _command(
    argv: Sequence[str],
    env: Mapping[str, str] | None,
    memory_limit: int | None,
    file_limit: int | None,
) -> list[str]:
    """What is started: the program where it was found, under its limits."""
    program = shutil.which(argv[0], path=(env or os.environ).get("PATH"))
    if program is None:
        raise StartError(argv[0], "it is not installed or not executable", "Install it")
    command = [program, *argv[1:]]
    if _IS_POSIX and (memory_limit is not None or file_limit is not None):
        # A shell sets the limits: preexec_fn is not safe in a program with threads.
        limits = [_limit(memory_limit, 1024), _limit(file_limit, 512)]
        command = ["/bin/sh", "-c", _LIMITED, "sh", *limits, *command]
    return command


def _limit(value: int | None, unit: int) -> str:
    return "unlimited" if value is None else str(value // unit)


def _start(
    command: Sequence[str],
    given: IO[bytes],
    out: IO[bytes],
    err: IO[bytes],
    *,
    env: Mapping[str, str] | None,
    cwd: Path | None,
) -> subprocess.Popen[bytes]:
    flags = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
    try:
        return subprocess.Popen(
            command,
            stdin=given,
            stdout=out,
            stderr=err,
            env=None if env is None else dict(env),
            cwd=cwd,
            start_new_session=_IS_POSIX,
            creationflags=flags,
        )
    except OSError as error:
        cause = error.strerror or str(error)
        raise StartError(
            command[0], f"it cannot be started ({cause})", "Install it again"
        ) from error


class _Watch:
    """Looks at a running child until it ends or a limit is passed."""

    def __init__(
        self,
        child: subprocess.Popen[bytes],
        timeout: float,
        memory_limit: int | None,
        output_limit: int,
        process_limit: int | None,
        outputs: tuple[IO[bytes], IO[bytes]],
    ) -> None:
        self.child = child
        self.deadline = time.monotonic() + timeout
        self.timeout = timeout
        self.memory_limit = memory_limit
        self.output_limit = output_limit
        self.process_limit = process_limit
        self.outputs = outputs
        self.next_tree = 0.0

    def until_end(self, cancel: Callable[[], None] | None) -> str:
        """Return why the child must be stopped, or an empty string when it ended by itself."""
        pause = 0.002
        while not _has_ended(self.child):
            if cancel is not None:
                cancel()
            reason = self._passed_limit()
            if reason:
                return reason
            time.sleep(pause)
            pause = min(pause * 1.5, 0.05)
        return ""

    def _passed_limit(self) -> str:
        now = time.monotonic()
        if now > self.deadline:
            return f"it ran longer than {self.timeout:g} s"
        if any(os.fstat(each.fileno()).st_size > self.output_limit for each in self.outputs):
            return f"it wrote more than {self.output_limit:,} bytes"
        if self.process_limit is None or now < self.next_tree:
            return ""
        self.next_tree = now + _TREE_PERIOD
        family = descendants(self.child.pid)
        if len(family) > self.process_limit:
            return f"it started more than {self.process_limit} processes"
        if self.memory_limit is not None:
            used = resident_bytes([self.child.pid, *family])
            if used > self.memory_limit:
                return f"it used more than {self.memory_limit // 2**20:,} MB of memory"
        return ""


def _has_ended(child: subprocess.Popen[bytes]) -> bool:
    if not hasattr(os, "waitid"):
        return child.poll() is not None
    # Not reaped yet: as long as the corpse stands, its number names no other process group.
    options = os.WEXITED | os.WNOHANG | os.WNOWAIT
    return os.waitid(os.P_PID, child.pid, options) is not None


def _end(child: subprocess.Popen[bytes]) -> None:
    """Kill what is left of the child: its group, and descendants that left the group."""
    if _IS_POSIX:
        family = descendants(child.pid)
        # Gone already, or (on macOS) a group of corpses only: nothing is left to kill.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
        for number in family:
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
    elif child.poll() is None and sys.platform == "win32":
        # Windows has no process groups to kill; taskkill walks the tree.
        subprocess.run(
            ["taskkill", "/F", "/T", "/PID", str(child.pid)], capture_output=True, check=False
        )
    child.wait()


def _head(handle: IO[bytes], limit: int) -> bytes:
    handle.seek(0)
    return handle.read(limit)
