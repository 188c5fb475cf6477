"""The runner ends what it starts, whatever the child does."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from reviewer.process.runner import Finished, StartError, run
from reviewer.process.tree import descendants, resident_bytes


def python(code: str, **changes) -> Finished:
    options = {
        "timeout": 20.0,
        "memory_limit": None,
        "output_limit": 1_000_000,
        "env": None,
    } | changes
    return run([sys.executable, "-I", "-c", code], **options)


def is_alive(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return "State:\tZ" not in Path(f"/proc/{number}/status").read_text()


def gone_soon(number: int) -> bool:
    deadline = time.monotonic() + 3
    while is_alive(number):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def test_output_input_and_code() -> None:
    code = "import sys; d=sys.stdin.buffer.read(); sys.stdout.buffer.write(d[::-1]); sys.exit(3)"
    finished = python(code, stdin=b"abc" * 50_000)
    assert (finished.stdout, finished.returncode) == (b"cba" * 50_000, 3)
    assert not finished.is_good
    assert not finished.stopped
    assert python("import sys; sys.stderr.write('why')").last_words() == "why"


def test_environment_and_folder_are_as_given(tmp_path: Path) -> None:
    code = "import os; print(sorted(os.environ), os.getcwd())"
    finished = python(code, env={"ONLY": "1"}, cwd=tmp_path)
    words = finished.stdout.decode()
    assert "'ONLY'" in words
    assert "HOME" not in words
    assert str(tmp_path) in words


def test_time_limit_ends_the_whole_group() -> None:
    code = (
        "import subprocess, sys, time\n"
        "for new in (False, True):\n"
        "    p = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'],"
        " start_new_session=new)\n"
        "    print(p.pid, flush=True)\n"
        "time.sleep(60)"
    )
    finished = python(code, timeout=1.0)
    assert "longer than 1 s" in finished.stopped
    assert finished.seconds < 5
    numbers = [int(word) for word in finished.stdout.split()]
    assert len(numbers) == 2
    assert all(gone_soon(number) for number in numbers)


def test_a_child_left_behind_is_ended_and_not_waited_for() -> None:
    code = (
        "import subprocess, sys\n"
        "p = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        "print(p.pid, flush=True)"
    )
    finished = python(code)
    assert finished.is_good
    assert finished.seconds < 10
    assert gone_soon(int(finished.stdout))


def test_memory_limit() -> None:
    finished = python("bytearray(2_000_000_000)", memory_limit=500_000_000)
    assert finished.returncode != 0
    assert "MemoryError" in finished.last_words()


def test_memory_of_all_processes_together() -> None:
    code = (
        "import os, time\n"
        "for _ in range(6):\n"
        "    if os.fork() == 0:\n"
        "        block = bytearray(b'x') * 60_000_000; time.sleep(30)\n"
        "time.sleep(30)"
    )
    finished = python(code, memory_limit=250_000_000, process_limit=50)
    assert "of memory" in finished.stopped
    assert finished.seconds < 10


def test_output_limit() -> None:
    finished = python("while True: print('x' * 1000)", output_limit=50_000)
    assert len(finished.stdout) == 50_000
    assert "more than 50,000 bytes" in finished.stopped


def test_too_many_processes() -> None:
    code = (
        "import os, time\n"
        "for _ in range(60):\n"
        "    if os.fork() == 0: time.sleep(30)\n"
        "time.sleep(30)"
    )
    finished = python(code, process_limit=20)
    assert "more than 20 processes" in finished.stopped
    assert finished.seconds < 10


def test_cancel_ends_the_program_and_passes_on() -> None:
    calls = 0

    def cancel() -> None:
        nonlocal calls
        calls += 1
        if calls > 3:
            raise InterruptedError("stopped by the person")

    began = time.monotonic()
    before = set(descendants(os.getpid()))
    with pytest.raises(InterruptedError):
        python("import time; time.sleep(60)", cancel=cancel)
    assert time.monotonic() - began < 5
    assert set(descendants(os.getpid())) <= before


def test_a_missing_program_is_named() -> None:
    with pytest.raises(StartError, match="no-such-program: it is not installed"):
        run(["no-such-program"], timeout=1, memory_limit=None, output_limit=1, env=None)


def test_resident_memory_of_this_process() -> None:
    assert resident_bytes([os.getpid()]) > 5_000_000
    assert resident_bytes([]) == 0
