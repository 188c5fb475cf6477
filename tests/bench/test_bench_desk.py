"""Start to window and first picture, ten thousand tasks, the next task once it is prefetched."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from reviewer.session.desk import Session
from reviewer.session.jobs import Jobs
from reviewer.session.preferences import load_settings
from reviewer.store import folder, resources

TASKS = 10_000
_START = """
import sys, time
began = time.perf_counter()
from pathlib import Path
from reviewer.session.preferences import load_settings
from reviewer.ui import app as starting, theme
app = starting.application()
settings, _ = load_settings()
theme.apply(app, "dark")
window = starting.make_window(settings)
window.resize(1600, 900)
window.show()
app.processEvents()
shown = time.perf_counter() - began
seen = []
window.pictures.result_shown.connect(lambda: seen.append(time.perf_counter() - began))
window.open(Path(sys.argv[1]))
while not seen and time.perf_counter() - began < 20:
    app.processEvents()
window.close()
print(shown, seen[0])
"""


def start(samples: Path) -> tuple[float, float]:
    """Seconds from the first import to the window, and to the first full picture."""
    done = subprocess.run(
        [sys.executable, "-c", _START, str(samples)],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": ""},
    )
    window, picture = map(float, done.stdout.split())
    return window, picture


def test_start_to_window_and_first_picture(benchmark: Any) -> None:
    samples = resources.path("samples")
    start(samples)
    window, picture = benchmark.pedantic(start, (samples,), rounds=3)
    benchmark.extra_info.update(window_s=round(window, 3), first_picture_s=round(picture, 3))
    assert window < picture


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Ten thousand tasks of three names each; nothing is opened while they are found."""
    for number in range(TASKS):
        where = tmp_path / f"run{number % 100}" / f"task{number}"
        where.mkdir(parents=True)
        for name in ("initial.png", "result.png", "golden.png"):
            (where / name).touch()
    return tmp_path


def test_ten_thousand_tasks_are_found(benchmark: Any, tree: Path) -> None:
    began = time.perf_counter()
    next(iter(folder.discover(tree)))
    benchmark.extra_info["first_task_s"] = round(time.perf_counter() - began, 4)
    count = benchmark.pedantic(lambda: sum(1 for _ in folder.discover(tree)), rounds=2)
    assert count == TASKS


def test_the_next_task_once_it_is_prefetched(benchmark: Any) -> None:
    jobs = Jobs()
    session = Session(settings=load_settings()[0], jobs=jobs)
    session.open(resources.path("samples"))
    jobs.drain()
    session.select("astronaut_poster")
    jobs.drain()

    def there() -> None:
        session.select("cat_darker" if session.current_id != "cat_darker" else "coffee_mirrored")
        shown = session.showing.states["result"]
        while not (shown.is_full or shown.error) or session.current.ledger is None:
            jobs.drain()
            shown = session.showing.states["result"]

    benchmark.pedantic(there, rounds=20)
    assert session.current_id in ("cat_darker", "coffee_mirrored")
    assert {state.task.id for state in session.held if state.ledger is not None} >= {
        "astronaut_poster",
        "cat_darker",
        "coffee_mirrored",
    }
    session.close()
