"""Ctrl+C while a judge is asked."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from typing import Any


def test_an_interrupt_ends_an_exchange_without_a_word(played: Any) -> None:
    played.says("x")
    played.turns[0].act = played.dribble
    script = (
        "import sys\nfrom reviewer.judge.transport import post\n"
        "try:\n    print('asking', flush=True)\n"
        "    post(sys.argv[1], {}, {}, limit_s=30, token=None)\n"
        "except KeyboardInterrupt:\n    print('stopped')\n"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", script, f"{played.url}/chat/completions"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "asking\n"
    waits = time.monotonic() + 20
    while not played.asked and time.monotonic() < waits:
        time.sleep(0.02)
    time.sleep(0.3)  # into the body of the answer
    child.send_signal(signal.SIGINT)
    assert child.communicate(timeout=20) == ("stopped\n", "")
