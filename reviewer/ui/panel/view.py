"""Everything the right panel shows of one task, as one value."""

from __future__ import annotations

from dataclasses import dataclass

from reviewer.model import Ledger, Rubric
from reviewer.session.panel import CheckRow, Item, Rows


@dataclass(frozen=True, slots=True)
class PanelView:
    """One task for one person.

    `task` tells two tasks of one rubric apart: another task starts at its first open item. Without
    it a task whose rows went away in between counts as another one.
    """

    rows: Rows | None = None
    ledger: Ledger | None = None
    automatic: Ledger | None = None
    rubric: Rubric | None = None
    is_hidden: bool = False
    error: str = ""
    busy: str = ""
    is_done: bool = False
    is_complete_possible: bool = False
    author: str = ""
    task: str = ""

    @property
    def hides(self) -> bool:
        """True while nothing may tell what the judge said."""
        return self.is_hidden or (self.rows is not None and self.rows.is_hidden)

    def item(self, row: str) -> Item | None:
        """The item with this id."""
        return self.rows.item(row) if self.rows else None

    def check(self, row: str) -> CheckRow | None:
        """The check with this id."""
        groups = (self.rows.failed, self.rows.passed) if self.rows else ()
        return next((each for group in groups for each in group if each.id == row), None)

    def row(self, row: str) -> Item | CheckRow | None:
        """The item or check with this id."""
        return self.item(row) or self.check(row)
