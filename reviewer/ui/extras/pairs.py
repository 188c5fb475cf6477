"""Binds the page of blind pairs to the desk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reviewer.model import Artifact
from reviewer.session import changes as facet
from reviewer.session.changes import Changes
from reviewer.session.judge_plan import PREFERENCE, SWAPPED
from reviewer.session.pair_desk import CANDIDATES, seen
from reviewer.session.pairs import is_pair
from reviewer.session.pictures import PictureState
from reviewer.session.refusing import RefusedError
from reviewer.ui.extras.pair_page import PairPage

if TYPE_CHECKING:
    from reviewer.ui.window import Window

_FOLLOWS = frozenset(
    {facet.TASK, facet.PICTURES, facet.MEASUREMENTS, facet.REVIEW, facet.GRADE, facet.JUDGE}
)


class BlindPairs:
    """The pair on the desk as a page of its own."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self.page: PairPage | None = None
        self.is_swapped = False

    def open(self) -> None:
        """Show the pair on the desk, or the first one without a vote."""
        session = self._window.session
        state = session.current
        if state is None or not is_pair(state.task):
            waiting = session.pairs.waiting()
            pairs = [row.id for row in session.rows() if is_pair(session.tasks[row.id])]
            if not pairs:
                raise RefusedError("no task of the queue has two candidates")
            self._go(waiting[0] if waiting else pairs[0])
        if self.page is None:
            self.page = self._made()
        self.is_swapped = False
        self._window.extras.show_page("pairs", self.page)
        self.refresh()

    def _made(self) -> PairPage:
        page = PairPage(self._window.run_quietly)
        page.voted.connect(lambda choice: self._window.act(lambda: self.vote(choice)))
        page.swap_wanted.connect(self.swap)
        page.next_wanted.connect(lambda: self._window.act(self.next))
        page.left.connect(self._window.extras.leave)
        page.both_seen.connect(self._seen)
        return page

    def _seen(self) -> None:
        session = self._window.session
        session.showing.result_painted()
        if session.current is not None:
            seen(session.current, *CANDIDATES)

    @property
    def is_open(self) -> bool:
        """True while the page is shown."""
        return self._window.extras.view == "pairs"

    def changed(self, changed: Changes) -> None:
        """Follow the desk."""
        if self.is_open and changed.facets & _FOLLOWS:
            self.refresh()

    def refresh(self) -> None:
        """Show the pair as this person may see it."""
        if self.page is None:
            return
        session = self._window.session
        view = session.pairs.view(swapped=self.is_swapped)
        states: dict[str, PictureState | None] = {}
        if view is not None:
            states = {"A": self._state_of(view.a), "B": self._state_of(view.b)}
        pairs = sum(is_pair(session.tasks[row.id]) for row in session.rows())
        waiting = len(session.pairs.waiting())
        self.page.set_pair(view, states, progress=f"{pairs - waiting:,} of {pairs:,} voted on")

    def _state_of(self, artifact: Artifact) -> PictureState | None:
        found = self._window.session.showing.states.values()
        return next((state for state in found if state.artifact == artifact), None)

    def vote(self, choice: str) -> None:
        """Vote A, B or tie on what is shown."""
        session = self._window.session
        if self.page is None or not self.page.is_seen:
            raise RefusedError("wait until both pictures are on the screen")
        changed = session.pairs.vote(choice, swapped=self.is_swapped)
        session.announce(changed)
        self.refresh()

    def take_back(self) -> None:
        """Take the vote on what is shown back; what was told stays known."""
        session = self._window.session
        item = SWAPPED if self.is_swapped else PREFERENCE
        session.announce(session.editor.take_back(item))
        self.refresh()

    def swap(self) -> None:
        """The same pictures on the other sides: does the side sway the vote?"""
        session = self._window.session
        if not self.is_swapped and PREFERENCE not in session.row(session.current_id).mine:
            raise RefusedError("vote first; then see whether the side sways you")
        self.is_swapped = not self.is_swapped
        self.refresh()

    def next(self) -> None:
        """The next pair without a vote of this person."""
        session = self._window.session
        waiting = [task for task in session.pairs.waiting() if task != session.current_id]
        if not waiting:
            raise RefusedError("every pair of the queue has your vote")
        order = [row.id for row in session.rows()]
        here = order.index(session.current_id) if session.current_id in order else -1
        after = [task for task in waiting if order.index(task) > here]
        self._go((after or waiting)[0])

    def _go(self, task_id: str) -> None:
        self.is_swapped = False
        self._window.select(task_id)

    def fit(self) -> None:
        """Both pictures whole."""
        if self.page is not None:
            self.page.camera.fit()
