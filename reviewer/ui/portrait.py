"""Screenshots of the desk without a display: `python -m reviewer.ui.portrait FOLDER OUT`."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable
from pathlib import Path

from reviewer.session.preferences import changed, load_settings
from reviewer.ui import app as starting
from reviewer.ui import theme
from reviewer.ui.window import Window

_SIZE = (1600, 900)
_PATIENCE = 20.0
# After the picture is there: evidence, headlines of the other tasks, fonts.
_REST = 0.4


def take(folder: Path, out: Path) -> int:
    """One screenshot a task of a folder; returns how many were written."""
    app = starting.application()
    theme.apply(app, "dark")
    window = starting.make_window(changed(load_settings()[0], theme="dark"))
    window.resize(*_SIZE)
    window.show()
    window.open(folder)
    session = window.session

    def wait(until: Callable[[], bool]) -> None:
        end = time.monotonic() + _PATIENCE
        while not until() and time.monotonic() < end:
            app.processEvents()
            time.sleep(0.01)

    written = 0
    try:
        wait(lambda: bool(session.tasks) and not session.is_discovering)
        for task in tuple(session.tasks):
            window.select(task)
            wait(lambda: is_there(window))
            wait(lambda: is_graded(window))
            rest = time.monotonic() + _REST
            wait(lambda until=rest: time.monotonic() > until)  # type: ignore[misc]
            name = re.sub(r"[^\w.-]+", "_", task)
            written += window.grab().save(str(out / f"window_{name}.png"))
    finally:
        window.close()
    return written


def is_there(window: Window) -> bool:
    """True once the task on the desk is graded and its result painted, or its fault shown."""
    state = window.session.current
    if state is None or not state.is_loaded:
        return False
    return bool(state.error) or (state.ledger is not None and state.result_shown)


def is_graded(window: Window) -> bool:
    """True once every row of the list has its grade or its fault, and nothing is worked on."""
    session = window.session
    return all(row.is_known or row.error for row in session.rows()) and all(
        job.is_quiet for job in session.jobs.running()
    )


if __name__ == "__main__":
    sys.exit(0 if take(Path(sys.argv[1]), Path(sys.argv[2])) else 1)
