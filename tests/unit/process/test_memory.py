"""Memory that is freed is kept for the next picture where the system can."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

FAULTS = """
import resource
import sys
import numpy as np
from reviewer.process.memory import keep_freed_memory

if sys.argv[1] == "kept":
    assert keep_freed_memory()
np.ones(14_000_000, dtype=np.uint8)
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(10):
    np.ones(14_000_000, dtype=np.uint8)
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps freed memory")
def test_large_pictures_take_their_memory_once():
    pytest.importorskip("resource")
    kept, given_back = (
        int(
            subprocess.run(
                [sys.executable, "-c", FAULTS, word],
                capture_output=True,
                text=True,
                check=True,
                timeout=60,
                cwd=Path(__file__).parents[3],
            ).stdout
        )
        for word in ("kept", "given back")
    )
    assert kept < 1000
    assert given_back > 10 * kept
