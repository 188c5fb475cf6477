"""The special surfaces of a window, each made when it is first wanted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from reviewer.session.changes import Changes
from reviewer.ui.extras.judge import AskingJudge
from reviewer.ui.extras.measuring import Measuring

if TYPE_CHECKING:
    from reviewer.ui.window import Window


class Extras:
    """Hands what changed at the desk to the surfaces, and their commands to the window."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self.measuring = Measuring(window)
        self.judge = AskingJudge(window)

    def changed(self, changed: Changes) -> None:
        """Refresh what the facets name."""
        self.measuring.changed(changed)
        self.judge.changed(changed)

    def cancel(self) -> None:
        """The person stops the work in progress: surfaces end their part of it."""
        self.judge.cancel()

    def commands(self) -> Mapping[str, Callable[[], object]]:
        """What each action of the surfaces does, by its id."""
        return {
            "ask-judge": self.judge.open,
            "ask-judge-queue": lambda: self.judge.open(is_whole_queue=True),
        }
