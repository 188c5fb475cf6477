"""The special surfaces of a window, each made when it is first wanted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from reviewer.session.changes import Changes
from reviewer.ui.extras.clips import Clips
from reviewer.ui.extras.contact import ContactSheet
from reviewer.ui.extras.judge import AskingJudge
from reviewer.ui.extras.measuring import Measuring
from reviewer.ui.extras.new_task import NewTask
from reviewer.ui.extras.outside import Outside
from reviewer.ui.extras.pairs import BlindPairs
from reviewer.ui.extras.reports import Reports
from reviewer.ui.extras.spread import Spreads

if TYPE_CHECKING:
    from reviewer.ui.window import Window


class Extras:
    """Hands what changed at the desk to the surfaces, and their commands to the window."""

    def __init__(self, window: Window) -> None:
        self._window = window
        # The page shown in place of the desk; empty is the desk itself.
        self.view = ""
        self.measuring = Measuring(window)
        self.judge = AskingJudge(window)
        self.pairs = BlindPairs(window)
        self.reports = Reports(window)
        self.contact = ContactSheet(window)
        self.outside = Outside(window)
        self.clips = Clips(window)
        self.spreads = Spreads(window)
        self.making = NewTask(window)

    def changed(self, changed: Changes) -> None:
        """Refresh what the facets name."""
        self.measuring.changed(changed)
        self.judge.changed(changed)
        self.pairs.changed(changed)
        self.contact.changed(changed)
        self.clips.changed(changed)
        self.spreads.changed(changed)
        self.making.changed(changed)

    def end(self, action_id: str) -> None:
        """The key of a held action was let go."""
        if action_id == "tile-large":
            self.contact.enlarge(False)

    def cancel(self) -> None:
        """The person stops the work in progress: surfaces end their part of it."""
        self.judge.cancel()

    def show_page(self, view: str, page: QWidget) -> None:
        """Put a page in place of the desk; its keys are in force until it is left."""
        window = self._window
        if window.bottom_tab:
            window.show_tab("")
        if window.stack.indexOf(page) < 0:
            window.stack.addWidget(page)
        self.view = view
        window.stack.setCurrentWidget(page)
        window.status.show_tabs(False)
        page.setFocus(Qt.FocusReason.OtherFocusReason)

    def leave(self) -> bool:
        """Back to the desk; False when the desk is shown already."""
        if not self.view:
            return False
        self.view = ""
        window = self._window
        window.status.show_tabs(True)
        window.stack.setCurrentWidget(window.workspace)
        window.workspace.setFocus()
        return True

    def commands(self) -> Mapping[str, Callable[[], object]]:
        """What each action of the surfaces does, by its id."""
        return {
            "ask-judge": self.judge.open,
            "ask-judge-queue": lambda: self.judge.open(is_whole_queue=True),
            "new-task": self.making.open,
            "distribution": self.spreads.open,
            "clip-play": self.clips.toggle_play,
            "clip-crossing": self.clips.to_crossing,
            "clip-worst": self.clips.to_worst,
            "contact-sheet": self.contact.open,
            "tile-wrong": lambda: self.contact.mark("wrong"),
            "tile-right": lambda: self.contact.mark("right"),
            "tile-unsure": lambda: self.contact.mark("unsure"),
            "tile-back": self.contact.take_back,
            "tile-large": lambda: self.contact.enlarge(True),
            "tile-marks": self.contact.toggle_marks,
            "sheet-confirm": self.contact.confirm,
            "open-in-gimp": self.outside.open_in_gimp,
            "rerun-grader": self.outside.rerun_grader,
            "agreement": self.reports.show_agreement,
            "pair-report": self.reports.show_pairs,
            "blind-pairs": self.pairs.open,
            "vote-a": lambda: self.pairs.vote("A"),
            "vote-b": lambda: self.pairs.vote("B"),
            "vote-tie": lambda: self.pairs.vote("tie"),
            "vote-back": self.pairs.take_back,
            "pair-swap": self.pairs.swap,
            "pair-next": self.pairs.next,
            "pair-fit": self.pairs.fit,
        }
