"""The rows of all tasks as the list shows them: filtered, sorted, and kept so as things change.

A hundred thousand tasks arrive in batches and change one at a time while a person works, so a
change costs what it changes: rows are arranged anew only when a filter or sort key moved them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable

from reviewer.session import queue
from reviewer.session.arranging import Arranged, Order, arranged
from reviewer.session.queue import Progress, blinded
from reviewer.session.state import Row

# From here on rows are arranged in another thread.
_MANY = 4_000
# So many rows are moved one by one; more of them are arranged together.
_FEW = 400


class TaskRows:
    """All rows, and which of them are shown in which order."""

    def __init__(self, *, is_blind: bool) -> None:
        self.words = ""
        self.sort = "folder"
        self.descending = False
        self._is_blind = is_blind
        self._all: dict[str, Row] = {}
        self._numbers: dict[str, int] = {}
        self._test = queue.compile_filter("")
        self._sets: dict[str, frozenset[str]] = {}
        self._keys: dict[str, object] = {}
        self._shown: list[Row] | None = None
        self._places: dict[str, int] | None = None
        self._fresh: list[str] = []
        self._changed: set[str] = set()
        # What another thread arranges the rows by, and what came (True) or changed meanwhile.
        self._asked: Order | None = None
        self._since: dict[str, bool] = {}
        self._progress: Progress | None = None
        self._kept_id = ""
        self._kept_key: object = None

    def clear(self) -> None:
        """Forget all rows."""
        self._all.clear()
        self._numbers.clear()
        # Sets of tasks were counted there, for the person of then.
        self._sets.clear()
        if queue.names_sets(self.words):
            self.words = queue.without_sets(self.words)
            self._test = queue.compile_filter(self.words)
        self._kept_id, self._kept_key = "", None
        self._keys.clear()
        self._asked, self._since = None, {}
        self._forget()

    def start_over(self, rows: Iterable[Row]) -> None:
        """The rows of the same tasks of which nothing is known any more.

        Many are arranged in another thread afterwards: until then none stands there.
        """
        self.clear()
        self.add(rows)
        if self.are_many:
            self._shown, self._fresh = [], []

    def add(self, rows: Iterable[Row]) -> None:
        """Rows of tasks that were found."""
        for row in rows:
            if row.id not in self._all:
                self._numbers[row.id] = len(self._numbers)
                self._fresh.append(row.id)
            else:
                self._changed.add(row.id)
            if self._asked is not None:
                self._since.setdefault(row.id, row.id not in self._all)
            self._all[row.id] = row
        self._progress = None

    def renew(self, rows: Iterable[Row]) -> None:
        """The rows of a folder that was read again, in its order; filter and sort stay.

        Where they are many they are arranged in another thread afterwards: until then no row
        stands there whose task is gone.
        """
        self._all = {row.id: row for row in rows}
        self._numbers = {task_id: number for number, task_id in enumerate(self._all)}
        if not self.are_many or self._shown is None:
            self._forget()
            return
        known = {row.id for row in self._shown}
        self._shown = [self.row(row.id) for row in self._shown if row.id in self._all]
        self._fresh = [task_id for task_id in self._all if task_id not in known]
        self._places = self._progress = None
        self._changed.clear()

    def put(self, row: Row) -> None:
        """What is known of a task now."""
        if self._all.get(row.id) != row:
            self.add((row,))

    def every(self) -> list[Row]:
        """All rows as they are, in the order in which their tasks were found."""
        return list(self._all.values())

    def is_known(self, task_id: str) -> bool:
        """True when the task was graded in this session."""
        row = self._all.get(task_id)
        return row is not None and (row.is_known or bool(row.error))

    def row(self, task_id: str) -> Row:
        """The row of one task as the list may show it."""
        row = self._all[task_id]
        return blinded(row) if self._is_blind else row

    def set_blind(self, is_blind: bool) -> None:
        """Hide or show what tells of the judge."""
        if is_blind != self._is_blind:
            self._is_blind = is_blind
            self._order_anew()
            self._forget()
            if self.are_many:
                # Until another thread has arranged them anew, no row tells what it must not.
                self._shown = []

    def arrange(
        self, *, words: str | None = None, sort: str | None = None, descending: bool | None = None
    ) -> None:
        """Filter or sort; raises FilterError for a word that means nothing, changing nothing."""
        wanted = self._wanted(words, sort, descending)
        if (wanted.sort, wanted.descending) != (self.sort, self.descending):
            self._order_anew()
        self._follow(wanted)
        self._forget()

    @property
    def are_many(self) -> bool:
        """True when arranging them at once would hold the window."""
        return len(self._all) > _MANY

    def arranging(
        self, *, words: str | None = None, sort: str | None = None, descending: bool | None = None
    ) -> Callable[[Callable[[], None]], Arranged]:
        """What `arrange` does, as a call for another thread; rows stand as before until `take`."""
        wanted, every = self._wanted(words, sort, descending), self.every()
        self._asked, self._since = wanted, {}
        return lambda check: arranged(every, wanted, check)

    def take(self, found: Arranged) -> dict[str, object]:
        """Show rows as another thread arranged them; what came or changed meanwhile follows.

        Returns the old sort keys, to be let go of later: for many rows that takes a while.
        """
        old, self._keys = self._keys, {}
        self._order_anew()
        self._follow(found.order)
        self._forget()
        if found.order.is_blind != self._is_blind:
            return old
        self._keys, self._shown = found.keys, found.shown
        self._fresh = [task_id for task_id, is_fresh in self._since.items() if is_fresh]
        self._changed = set(self._since).difference(self._fresh)
        self._progress = None if self._since else found.progress
        return old

    def _wanted(self, words: str | None, sort: str | None, descending: bool | None) -> Order:
        # What another thread is still working on counts as chosen.
        now = self._asked or self
        tried = now.words if words is None else words
        test = queue.compile_filter(tried, self._sets)
        order = now.sort if sort is None else sort
        if order not in queue.SORTS:
            raise queue.FilterError(f"no order {order!r}; known: {', '.join(queue.SORTS)}")
        turned = now.descending if descending is None else descending
        return Order(tried, test, order, turned, self._is_blind)

    def _follow(self, order: Order) -> None:
        self.words, self._test = order.words, order.test
        self.sort, self.descending = order.sort, order.descending
        self._asked = None

    def name_set(self, name: str, task_ids: Iterable[str]) -> str:
        """Give some tasks a name for the filter; returns the filter word that lists them."""
        plain = name.replace('"', "'")
        self._sets[plain] = frozenset(task_ids)
        return f'in:"{plain}"'

    def arranged(self) -> list[Row]:
        """The rows that pass the filter, in order."""
        if self._shown is None or not self._take_changes(self._shown):
            self._arrange_all()
        elif self._fresh:
            self._take_fresh(self._shown)
        assert self._shown is not None
        return self._shown

    def _order_anew(self) -> None:
        self._keys.clear()
        self._kept_key = None

    def _forget(self) -> None:
        self._remember_key()
        self._shown = self._places = self._progress = None
        # Sort keys are kept for rows that stayed as they were: a new filter is no new order.
        for task_id in self._changed:
            self._keys.pop(task_id, None)
        self._fresh.clear()
        self._changed.clear()

    def _arrange_all(self) -> None:
        self._forget()
        every = map(blinded, self._all.values()) if self._is_blind else self._all.values()
        test = self._test
        kept = [row for row in every if test(row)]
        self._shown = self._in_order(kept)

    def _take_changes(self, shown: list[Row]) -> bool:
        """Put changed rows in their places; False when too many have to move, come or go."""
        moved: list[tuple[int, Row]] = []
        for task_id in self._changed.difference(self._fresh) if self._changed else ():
            row, place = self.row(task_id), self.places().get(task_id)
            is_kept = self._test(row)
            if place is None and not is_kept:
                self._keys.pop(task_id, None)
            elif place is None or not is_kept or self._is_moved(row):
                moved.append((-1 if place is None else place, row))
            else:
                shown[place] = row
        if len(moved) > _FEW:
            return False
        self._changed.clear()
        if moved:
            self._move(shown, moved)
        return True

    def _is_moved(self, row: Row) -> bool:
        return self.sort != "folder" and self._key(row) != self._keys[row.id]

    def _move(self, shown: list[Row], moved: list[tuple[int, Row]]) -> None:
        """Take rows out of their old places, then put those that pass where they belong now."""
        self._remember_key()
        for place, row in sorted(moved, key=lambda pair: pair[0], reverse=True):
            if place >= 0:
                del shown[place]
            self._keys.pop(row.id, None)
        self._places = None
        for _, row in moved:
            if self._test(row):
                key = None if self.sort == "folder" else self._key(row)
                number = self._numbers[row.id]
                shown.insert(self._place_for(shown, key, number), row)
                if key is not None:
                    self._keys[row.id] = key

    def _take_fresh(self, shown: list[Row]) -> None:
        rows = [row for row in map(self.row, self._fresh) if self._test(row)]
        self._fresh.clear()
        if not rows:
            return
        if self.sort == "folder" and not self.descending:
            if self._places is not None:
                start = len(shown)
                self._places.update((row.id, start + n) for n, row in enumerate(rows))
            shown.extend(rows)
            return
        self._places = None
        # Sorting what is sorted already but for its end is quick.
        self._shown = self._in_order([*rows[::-1], *shown] if self._is_reversed else shown + rows)

    @property
    def _is_reversed(self) -> bool:
        return self.sort == "folder" and self.descending

    def _in_order(self, rows: list[Row]) -> list[Row]:
        if self.sort == "folder":
            return rows[::-1] if self.descending and self._shown is None else rows
        keys = self._keys
        for row in rows:
            if row.id not in keys:
                keys[row.id] = self._key(row)
        rows.sort(key=lambda row: keys[row.id], reverse=self.descending)  # type: ignore[arg-type, return-value]
        return rows

    def _key(self, row: Row) -> object:
        return queue.sort_key(row, sort=self.sort, descending=self.descending)

    # Places

    def places(self) -> dict[str, int]:
        """Where each shown row stands."""
        if self._shown is None:
            self.arranged()
        if self._places is None:
            self._places = {row.id: place for place, row in enumerate(self._shown or ())}
        return self._places

    def keep_place_of(self, task_id: str) -> None:
        """The task on the desk: when a filter lets go of it, the queue goes on from its place."""
        self.places()
        self._kept_id, self._kept_key = task_id, None
        self._remember_key()

    def _remember_key(self) -> None:
        """What the task on the desk was sorted by while it was shown: completing changes that."""
        if self._kept_id in self._keys:
            self._kept_key = self._keys[self._kept_id]

    def _next_place(self, task_id: str) -> int:
        """Where the queue goes on after a task, whether the filter shows the task or not."""
        shown, place = self.arranged(), self.places().get(task_id)
        if place is not None:
            return place + 1
        if task_id not in self._all:
            return 0
        number, key = self._numbers[task_id], None
        if self.sort != "folder":
            kept = self._kept_key if task_id == self._kept_id else None
            key = self._key(self.row(task_id)) if kept is None else kept
        return self._place_for(shown, key, number)

    def _place_for(self, shown: list[Row], key: object, number: int) -> int:
        return bisect_left(shown, True, key=lambda row: not self._is_before(row, key, number))

    def _is_before(self, row: Row, key: object, number: int) -> bool:
        own = self._numbers[row.id]
        if self.sort == "folder":
            return (own > number) if self.descending else (own < number)
        if self._keys[row.id] == key:
            return own < number
        is_less = bool(self._keys[row.id] < key)  # type: ignore[operator]
        return is_less != self.descending

    def neighbour(self, current: str, step: int) -> str | None:
        """The task `step` rows further, or None at the ends.

        Where the filter hides the current task, its neighbours are those it would stand between,
        and the queue goes round: what the filter shows can be reached from wherever one is.
        """
        shown, after = self.arranged(), self._next_place(current)
        is_hidden = self.is_hidden(current)
        wanted = after - 1 + step if step > 0 or not is_hidden else after + step
        if is_hidden and shown:
            wanted %= len(shown)
        return shown[wanted].id if 0 <= wanted < len(shown) else None

    def is_hidden(self, task_id: str) -> bool:
        """True for a task that the filter does not show."""
        return task_id in self._all and task_id not in self.places()

    def goes_round(self, current: str, step: int) -> bool:
        """True where the neighbour of a hidden task stands on its other side."""
        after = self._next_place(current)
        return self.is_hidden(current) and (
            after == len(self.arranged()) if step > 0 else not after
        )

    def after(self, current: str, count: int) -> list[str]:
        """The next few tasks of the queue."""
        shown, place = self.arranged(), self._next_place(current)
        return [row.id for row in shown[place : place + count]]

    def next_unreviewed(self, current: str) -> str | None:
        """The next task that is not done, going round once; None when all are."""
        return queue.next_unreviewed(self.arranged(), current, start=self._next_place(current))

    def progress(self) -> Progress:
        """How far this person is in the queue as filtered."""
        shown = self.arranged()
        if self._progress is None:
            self._progress = queue.progress(shown)
        return self._progress
