"""Screenshots of the desk without a display: `python -m reviewer.ui.portrait FOLDER OUT`."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtWidgets import QApplication

from reviewer.session.preferences import changed, load_settings
from reviewer.ui import app as starting
from reviewer.ui import theme
from reviewer.ui.window import Window

_SIZE = (1600, 900)
_PATIENCE = 20.0
# After the picture is there: evidence, layout, fonts.
_REST = 0.4


class Sitting:
    """A folder open in a window of its own, for pictures of it; close it in the end."""

    def __init__(
        self,
        folder: Path,
        *,
        size: tuple[int, int] = _SIZE,
        scheme: theme.SchemeChoice = "dark",
        author: str = "",
    ) -> None:
        self._app: QApplication = starting.application()
        theme.apply(self._app, scheme)
        kept = load_settings()[0]
        settings = changed(kept, theme=scheme, author=author or kept.author)
        self.window = starting.make_window(settings)
        self.window.resize(*size)
        self.window.show()
        self.window.open(folder)
        session = self.window.session
        self._wait(lambda: bool(session.tasks) and not session.is_discovering)

    def show(self, task: str, acts: Sequence[str] = ()) -> None:
        """Put a task on the desk, run actions by their ids, and wait until nothing is to come."""
        self.window.select(task)
        self._settle()
        for act in acts:
            self.window.commands.run(act)
            self._settle()

    def save(self, file: Path) -> bool:
        """Write what the window shows; True when it was written."""
        return self.window.grab().save(str(file))

    def close(self) -> None:
        """Close the window and let what closing asks for be done."""
        self.window.close()
        self._app.processEvents()

    def _settle(self) -> None:
        self._wait(lambda: is_there(self.window))
        self._wait(lambda: is_graded(self.window))
        rest = time.monotonic() + _REST
        self._wait(lambda: time.monotonic() > rest)

    def _wait(self, until: Callable[[], bool]) -> None:
        end = time.monotonic() + _PATIENCE
        while not until() and time.monotonic() < end:
            self._app.processEvents()
            time.sleep(0.01)


def take(folder: Path, out: Path) -> int:
    """One screenshot a task of a folder; returns how many were written."""
    sitting = Sitting(folder)
    written = 0
    try:
        for task in tuple(sitting.window.session.tasks):
            sitting.show(task)
            name = re.sub(r"[^\w.-]+", "_", task)
            written += sitting.save(out / f"window_{name}.png")
    finally:
        sitting.close()
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
