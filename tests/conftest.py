"""Rules every test lives under: offscreen Qt, no stray logs, no leaked threads."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_QUICK_BACKEND", "software")


@pytest.fixture(autouse=True)
def own_user_folders(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Settings, cache and state of a test never touch those of the person who runs it."""
    home = tmp_path_factory.mktemp("home")
    for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(home / name.lower()))
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("OPENROUTER_API_KEY", raising=False)


@pytest.fixture(autouse=True)
def no_stray_logs(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A message of our own loggers at warning or above is either expected or a fault."""
    yield
    stray = [
        record
        for record in caplog.get_records("call")
        if record.name.startswith("reviewer") and record.levelno >= logging.WARNING
    ]
    assert not stray, [record.getMessage() for record in stray]


@pytest.fixture(autouse=True)
def no_leaked_threads() -> Iterator[None]:
    """What a test starts, it stops."""
    before = set(threading.enumerate())
    yield
    deadline = time.monotonic() + 2.0
    while time.monotonic() < deadline:
        leaked = [
            thread for thread in threading.enumerate() if thread not in before and thread.is_alive()
        ]
        leaked = [thread for thread in leaked if not thread.name.startswith("execnet")]
        if not leaked:
            return
        time.sleep(0.02)
    pytest.fail(f"threads still running: {[thread.name for thread in leaked]}")


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of real inputs; tests that need it are skipped where it is not given."""
    where = os.environ.get("REVIEWER_CORPUS")
    if not where:
        pytest.skip("REVIEWER_CORPUS is not set")
    return Path(where)
