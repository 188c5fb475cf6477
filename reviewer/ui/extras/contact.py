"""Binds the contact sheet to the desk: pages of the queue, loaded, cut and marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reviewer.model.counting import counted
from reviewer.model.failure import told
from reviewer.model.wording import worded
from reviewer.session import changes as facet
from reviewer.session import tiles
from reviewer.session.changes import Changes
from reviewer.session.pair_desk import by_pictures, is_open, wait_for_vote
from reviewer.session.pairs import is_pair
from reviewer.session.refusing import RefusedError
from reviewer.session.state import TaskState
from reviewer.session.tiles import TilePicture, TileView
from reviewer.ui.confirm_list import ask as ask_list
from reviewer.ui.extras.sheet_page import SheetPage
from reviewer.ui.extras.tile_number import TileNumber
from reviewer.ui.extras.tile_words import MINE
from reviewer.ui.translate import tr

if TYPE_CHECKING:
    from reviewer.ui.window import Window

_FOLLOWS = frozenset({facet.MEASUREMENTS, facet.REVIEW, facet.GRADE, facet.TASKS})


class ContactSheet:
    """One page of tasks at a time; what is loaded stays while the page is shown."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self.page: SheetPage | None = None
        self.number: TileNumber | None = None
        self.claim, self.order = "", tiles.QUEUE
        self.ids: list[str] = []
        self.place = 0
        self._asked: set[tuple[str, str]] = set()

    @property
    def is_open(self) -> bool:
        """True while the page is shown."""
        return self._window.extras.view == "sheet"

    def open(self) -> None:
        """The page that holds the task on the desk."""
        session = self._window.session
        state = session.current
        if session.is_blind:
            # The marks, claims and grades of tiles are what blind mode hides.
            raise RefusedError("a contact sheet shows what was judged; leave blind mode first")
        if state is None or state.effective is None:
            raise RefusedError(state.error if state and state.error else "open a task first")
        if self.page is None:
            self.page = self._made()
        rows = tiles.claims(state.effective)
        if self.claim not in {row.id for row in rows}:
            self.claim = tiles.first_claim(rows)
        # The time up to now belongs to the task on the desk, that from now on to the page.
        state.seconds += session.clock.take()
        self._window.extras.show_page("sheet", self.page)
        self._arrange(keep=state.task.id)

    def pages(self) -> list[SheetPage]:
        """The page, once it was made."""
        return [self.page] if self.page is not None else []

    def _made(self) -> SheetPage:
        page = SheetPage()
        page.left.connect(self._window.extras.leave)
        page.left.connect(self._leave_number)
        page.grid.opened.connect(self._open_task)
        page.grid.page_wanted.connect(self.turn)
        page.claim_chosen.connect(self._choose_claim)
        page.order_chosen.connect(self._choose_order)
        page.shape_chosen.connect(lambda _: self._show(self.place))
        page.confirm_wanted.connect(lambda: self._window.act(self.confirm))
        return page

    # Which tasks

    def _arrange(self, *, keep: str = "") -> None:
        def take(ids: list[str]) -> None:
            self.ids = ids
            at = ids.index(keep) if keep in ids else 0
            self._show(at)
            if self.page is not None:
                self.page.grid.choose(at - self.place)

        tiles.in_order(self._window.session, self.order, self.claim, take)

    def _show(self, place: int) -> None:
        if self.page is None:
            return
        size = self.page.size_of_page
        self._leave_number()
        self.place = max(0, min(place, max(0, len(self.ids) - 1))) // size * size
        self._asked.clear()
        session = self._window.session
        session.clock.take()
        for task_id in self._shown():
            session.grading.load(session.state(task_id), pool="ahead")
        self.refresh()

    def _shown(self) -> list[str]:
        size = self.page.size_of_page if self.page is not None else 0
        known = self._window.session.tasks
        return [name for name in self.ids[self.place : self.place + size] if name in known]

    def turn(self, step: int) -> None:
        """The next page or the one before."""
        if self.page is None:
            return
        wanted = self.place + step * self.page.size_of_page
        if 0 <= wanted < len(self.ids):
            self._show(wanted)
        else:
            self._window.status.say(
                tr("this is the last page") if step > 0 else tr("the first page")
            )

    # What is shown

    def changed(self, changed: Changes) -> None:
        """Follow the tasks of the page."""
        if self.is_open and changed.facets & _FOLLOWS:
            shown = self._shown()
            if not changed.task or changed.task in shown:
                self.refresh()

    def refresh(self) -> None:
        """Say what is known now, and ask for cuts that are still missing."""
        if self.page is None:
            return
        session = self._window.session
        views = []
        for task_id in self._shown():
            state = session.state(task_id)
            author = session.settings.author
            view = tiles.view_of(state, self.claim, author=author, order=self.order)
            views.append(view)
            if view.is_secret:
                self._asked.discard((task_id, self.claim))
            else:
                self._want_picture(state)
        claims = self._claims()
        self.page.set_choices(claims, self.claim, tiles.orders(session), self.order)
        note = tiles.note_of(self.order, sort=session.task_rows.sort)
        self.page.set_page(views, place=self.place, total=len(self.ids), note=note)

    def _claims(self) -> dict[str, str]:
        """The claims of the page; one that two kinds name differently stands there once."""
        found: dict[str, str] = {}
        session = self._window.session
        for task_id in self._shown():
            state = session.state(task_id)
            rubric = state.effective
            if rubric is None or is_open(state, session.settings.author):
                # Questions of a pair say which of the two they are about.
                continue
            rubric = by_pictures(rubric) if is_pair(state.task) else rubric
            for row, words in tiles.claim_names(rubric, session.settings.languages).items():
                if tiles.alike(row) not in found:
                    found[row] = words
        return found

    def _want_picture(self, state: TaskState) -> None:
        key = (state.task.id, self.claim)
        if self.page is None or not state.is_ready or key in self._asked:
            return
        self._asked.add(key)
        session, claim = self._window.session, self.claim

        def take(made: TilePicture) -> None:
            if self.page is not None and claim == self.claim:
                self.page.grid.set_picture(state.task.id, made)

        def failed(error: Exception) -> None:
            take(TilePicture(None, problem=told(error)))

        session.jobs.submit(
            f"tile:{state.task.id}",
            lambda token: tiles.picture(session.showing.request(state, token), claim),
            done=take,
            failed=failed,
            title="Cutting tiles",
            is_quiet=True,
        )

    def _choose_claim(self, claim: str) -> None:
        self._leave_number()
        self.claim = claim
        if self.page is not None:
            self.page.grid.forget_pictures()
        self._asked.clear()
        if self.order == tiles.MARGIN:
            self._arrange()
        self.refresh()

    def _choose_order(self, order: str) -> None:
        self.order = order
        self._arrange()
        self.refresh()

    # What the person says

    def _current(self) -> TileView:
        view = self.page.grid.current_view() if self.page is not None else None
        if view is not None and view.is_secret:
            raise RefusedError("Enter opens the pair: say there first which picture is better")
        if view is None or not view.is_ready:
            raise RefusedError("this tile is still being measured")
        if self.page is None or not self.page.grid.has_picture(view.task):
            raise RefusedError("wait until the picture is on the screen")
        return view

    def mark(self, said: str) -> None:
        """Say that the claim of the current tile is wrong, right or cannot be told."""
        view = self._current()
        if view.holds is None and said != "unsure":
            raise RefusedError("this claim was not judged; Enter opens the task to answer it")
        if said == "wrong" and view.why_not_wrong:
            why = worded("{why}; Enter opens the task to answer it", why=view.why_not_wrong)
            raise RefusedError(why)
        if said == "wrong" and view.takes_number:
            self._ask_number(view)
            return
        values = {"wrong": tiles.opposite(view), "right": view.credit}
        self._answer(view.task, view.claim, values.get(said))

    def _answer(self, task: str, claim: str, value: float | None) -> None:
        session = self._window.session
        session.announce(session.editor.answer_on(task, claim, value))
        self._step()

    def _ask_number(self, view: TileView) -> None:
        """That a number is wrong does not say which is right: the person does."""
        if self.page is None:
            return
        if self.number is None:
            self.number = TileNumber(self.page.grid)
            self.number.given.connect(self._take_number)
        self.number.ask_for(view)

    def _take_number(self, claim: str, value: float) -> None:
        if self.number is not None and self.page is not None:
            task, exact = self.number.scope, self.number.exact(value)
            self._window.act(lambda: self._answer(task, claim, exact))
            self.page.grid.setFocus()

    def _leave_number(self) -> None:
        if self.number is not None:
            self.number.leave()

    def take_back(self) -> None:
        """Take what was said of the current tile back."""
        view = self._current()
        session = self._window.session
        session.announce(session.editor.take_back_on(view.task, view.claim))

    def _step(self) -> None:
        grid = self.page.grid if self.page is not None else None
        if grid is not None and self._window.preferences.settings.jump_to_next_item:
            grid.choose(grid.current + 1)

    def confirm(self) -> None:
        """Confirm the claim of every tile that was not marked, after the list was shown.

        The tiles that were marked count as reviewed by what was said of them.
        """
        if self.page is None:
            return
        views = [tile.view for tile in self.page.grid.tiles]
        rest = [view for view in views if view.is_open]
        marked = [view for view in views if view.is_begun]
        secret = sum(view.is_secret for view in views)
        if not rest and not marked and secret:
            raise RefusedError(worded("nothing to confirm: {why}", why=wait_for_vote(secret)))
        if not rest and not marked:
            raise RefusedError("every tile of this page is answered or reviewed")
        unseen = [view for view in rest if not self.page.grid.has_picture(view.task)]
        if unseen:
            raise RefusedError("wait until every picture of the page is on the screen")
        rows = [(view.task, view.words) for view in rest]
        rows += [(view.task, f"{view.words} · {MINE[view.mine][1]}") for view in marked]
        both = f" and complete {len(marked)}" if marked else ""
        accept = f"Confirm {len(rest)}{both}" if rest else f"Complete {len(marked)}"
        title = "Confirm the rest of the page" if rest else "Complete the marked tiles"
        if ask_list(title, self._about(len(rest), len(marked)), rows, accept=accept,
                    parent=self._window):  # fmt: skip
            self._confirm([*rest, *marked])

    def _about(self, rest: int, marked: int) -> str:
        said = []
        if rest:
            said.append(f"Only this claim is confirmed, as it stands on {counted(rest, 'tile')}.")
        if marked:
            said.append(f"What you said of {counted(marked, 'tile')} stays.")
        return " ".join([*said, "The tasks count as reviewed. It is one step of undo."])

    def _confirm(self, views: list[TileView]) -> None:
        session = self._window.session
        # The page was looked at as a whole: each tile has its share of the time.
        seconds = round(session.clock.take() / len(views), 1)
        rows = {view.task: view.claim for view in views}
        session.announce(session.editor.confirm_rows(rows, mode="sheet", seconds=seconds))
        self.refresh()

    def enlarge(self, is_on: bool) -> None:
        """The current tile large for as long as the key is held."""
        if self.page is not None:
            self.page.grid.set_large(is_on)

    def toggle_marks(self) -> None:
        """Marks off, to see the pictures bare, and on again."""
        if self.page is not None:
            grid = self.page.grid
            grid.are_marks_on = not grid.are_marks_on
            grid.update()

    def _open_task(self, task_id: str) -> None:
        self._window.extras.leave()
        self._window.select(task_id)
