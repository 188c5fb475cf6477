"""The special surfaces of a window, each made when it is first wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from reviewer.session import changes as facet
from reviewer.session.changes import Changes
from reviewer.ui.extras.measuring import Measuring
from reviewer.ui.extras.outside import Outside

if TYPE_CHECKING:
    from reviewer.ui.extras.clips import Clips
    from reviewer.ui.extras.contact import ContactSheet
    from reviewer.ui.extras.judge import AskingJudge
    from reviewer.ui.extras.new_task import NewTask
    from reviewer.ui.extras.numbering import Numbering
    from reviewer.ui.extras.pairs import BlindPairs
    from reviewer.ui.extras.reports import Reports
    from reviewer.ui.extras.spread import Spreads
    from reviewer.ui.window import Window

_CLIP = "maze_video"
# Pages that tell what was judged of many tasks.
_TOLD = frozenset({"sheet", "report"})
_MAZES = frozenset({"maze_image", _CLIP})


class Follower(Protocol):
    """A surface that shows what is on the desk."""

    def changed(self, changed: Changes) -> None: ...


class Extras:
    """Hands what changed at the desk to the surfaces, and their commands to the window."""

    def __init__(self, window: Window) -> None:
        self._window = window
        # The page shown in place of the desk; empty is the desk itself.
        self.view = ""
        self.measuring = Measuring(window)
        self.outside = Outside(window)

    # What few sessions need is loaded when it is first asked for: the window must not wait for it.

    @cached_property
    def judge(self) -> AskingJudge:
        """Asking a model."""
        from reviewer.ui.extras.judge import AskingJudge

        return AskingJudge(self._window)

    @cached_property
    def pairs(self) -> BlindPairs:
        """Votes without names."""
        from reviewer.ui.extras.pairs import BlindPairs

        return BlindPairs(self._window)

    @cached_property
    def reports(self) -> Reports:
        """Tables over the queue."""
        from reviewer.ui.extras.reports import Reports

        return Reports(self._window)

    @cached_property
    def contact(self) -> ContactSheet:
        """Pages of tiles."""
        from reviewer.ui.extras.contact import ContactSheet

        return ContactSheet(self._window)

    @cached_property
    def clips(self) -> Clips:
        """The frames of a clip."""
        from reviewer.ui.extras.clips import Clips

        return Clips(self._window)

    @cached_property
    def spreads(self) -> Spreads:
        """How values spread over the folder."""
        from reviewer.ui.extras.spread import Spreads

        return Spreads(self._window)

    @cached_property
    def making(self) -> NewTask:
        """Making tasks."""
        from reviewer.ui.extras.new_task import NewTask

        return NewTask(self._window)

    @cached_property
    def numbering(self) -> Numbering:
        """Numbers of a maze's cells over its pictures."""
        from reviewer.ui.extras.numbering import Numbering

        return Numbering(self._window)

    @property
    def is_maze(self) -> bool:
        """True when the task on the desk is a maze."""
        state = self._window.session.current
        return state is not None and state.task.kind in _MAZES

    @property
    def is_clip(self) -> bool:
        """True when the task on the desk is a clip."""
        state = self._window.session.current
        return state is not None and state.task.kind == _CLIP

    def changed(self, changed: Changes) -> None:
        """Refresh what the facets name; what blind mode hides is left when it is switched on."""
        if facet.SETTINGS in changed and self._window.session.is_blind and self.view in _TOLD:
            self.leave()
        for surface in self._followers(changed):
            surface.changed(changed)

    def _followers(self, changed: Changes) -> Iterator[Follower]:
        """The surfaces that were opened before, and those that this change calls for."""
        yield self.measuring
        if facet.JUDGE in changed:
            yield self.judge
        opened = vars(self)
        if self.is_clip or "clips" in opened:
            yield self.clips
        for name in ("pairs", "contact", "spreads", "making", "numbering"):
            if name in opened:
                yield opened[name]

    def leave_person(self) -> None:
        """Another person sits down: pages that tell what was judged are made anew for them."""
        if self.view in _TOLD:
            self.leave()
        for name in ("contact", "reports"):
            made = vars(self).pop(name, None)
            for page in made.pages() if made is not None else ():
                self._window.stack.removeWidget(page)
                page.hide()
                page.deleteLater()
        if "pairs" in vars(self):
            self.pairs.is_swapped = False

    def end(self, action_id: str) -> None:
        """The key of a held action was let go."""
        if action_id == "tile-large":
            self.contact.enlarge(False)

    def cancel(self) -> None:
        """The person stops the work in progress: surfaces end their part of it."""
        if "judge" in vars(self):
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
        window = self._window
        if self.view == "sheet":
            # The time on the page is not that of the task that is on the desk again.
            window.session.clock.take()
        self.view = ""
        window.status.show_tabs(True)
        window.stack.setCurrentWidget(window.workspace)
        window.workspace.setFocus()
        return True

    def commands(self) -> Mapping[str, Callable[[], object]]:
        """What each action of the surfaces does, by its id."""
        return {
            "ask-judge": lambda: self.judge.open(),
            "ask-judge-queue": lambda: self.judge.open(is_whole_queue=True),
            "new-task": lambda: self.making.open(),
            "distribution": lambda: self.spreads.open(),
            "clip-play": lambda: self.clips.toggle_play(),
            "clip-crossing": lambda: self.clips.to_crossing(),
            "clip-worst": lambda: self.clips.to_worst(),
            "number-cells": lambda: self.numbering.toggle(),
            "contact-sheet": lambda: self.contact.open(),
            "tile-wrong": lambda: self.contact.mark("wrong"),
            "tile-right": lambda: self.contact.mark("right"),
            "tile-unsure": lambda: self.contact.mark("unsure"),
            "tile-back": lambda: self.contact.take_back(),
            "tile-large": lambda: self.contact.enlarge(True),
            "tile-marks": lambda: self.contact.toggle_marks(),
            "sheet-confirm": lambda: self.contact.confirm(),
            "open-in-gimp": self.outside.open_in_gimp,
            "rerun-grader": self.outside.rerun_grader,
            "agreement": lambda: self.reports.show_agreement(),
            "pair-report": lambda: self.reports.show_pairs(),
            "blind-pairs": lambda: self.pairs.open(),
            "vote-a": lambda: self.pairs.vote("A"),
            "vote-b": lambda: self.pairs.vote("B"),
            "vote-tie": lambda: self.pairs.vote("tie"),
            "vote-back": lambda: self.pairs.take_back(),
            "pair-swap": lambda: self.pairs.swap(),
            "pair-next": lambda: self.pairs.next(),
            "pair-fit": lambda: self.pairs.fit(),
        }
