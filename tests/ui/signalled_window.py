"""A window in a process of its own that answers an item of a task and waits to be ended.

Arguments: the folder, and `completed` or `begun`. Says `answered` once the answer was taken.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from PySide6.QtCore import QTimer

from reviewer.ui import app as starting
from reviewer.ui.window import Window

ITEMS = ("vlm_clean", "vlm_nice")


def main() -> int:
    folder, wanted = Path(sys.argv[1]), sys.argv[2]
    make = starting.make_window

    def made(*given: object, **named: object) -> Window:
        window = make(*given, **named)  # type: ignore[arg-type]
        window.asking = QTimer(window, interval=20)
        window.asking.timeout.connect(lambda: answer(window, wanted))
        window.asking.start()
        return window

    starting.make_window = made
    return starting.run_window(folder)


def answer(window: Window, wanted: str) -> None:
    """Answer both items, complete when that is wanted, then change one answer."""
    state = window.session.current
    if state is None or state.ledger is None or not state.result_shown:
        return
    window.asking.stop()
    editor = window.session.editor
    for item in ITEMS:
        editor.answer(item, 1.0)
    if wanted == "completed":
        editor.complete()
        editor.answer(ITEMS[1], 0.0)
    os.write(1, b"answered\n")


if __name__ == "__main__":
    sys.exit(main())
