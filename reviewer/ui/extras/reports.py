"""Binds the tables over a folder to the desk: counted in the background, each count opens tasks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reviewer.model.counting import counted
from reviewer.session import agreement, pair_report
from reviewer.session.agreement import AgreementReport
from reviewer.session.pair_desk import wait_for_vote
from reviewer.session.pair_report import PairReport
from reviewer.session.pairs import is_pair
from reviewer.session.refusing import RefusedError
from reviewer.ui.extras.cell_table import Cell, TitledTable
from reviewer.ui.extras.report_page import ReportPage
from reviewer.ui.extras.tables import (
    AGREEMENT,
    PAIRS,
    VOTERS,
    about_pairs,
    agreement_rows,
    pair_rows,
    voter_rows,
)

if TYPE_CHECKING:
    from reviewer.session.state import Row
    from reviewer.ui.window import Window

_PERSON_AND_JUDGE = (
    "Each person's answer beside what stood before anybody spoke. Answers given blind are counted "
    "apart, since seeing the judge's answer sways. "
    "What was neither answered nor confirmed counts nowhere."
)
_PAIRS = (
    "Votes on pairs without names. Picked A: the share of decided votes for the left side; a voter "
    "whom the side does not sway stays near 50 %. Chance: how often a fair coin is as lopsided."
)


class Reports:
    """The agreement of person and judge, and what came of the pairs."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self.agreement: ReportPage | None = None
        self.pairs: ReportPage | None = None

    def pages(self) -> list[ReportPage]:
        """The pages that were made so far."""
        return [page for page in (self.agreement, self.pairs) if page is not None]

    def show_agreement(self) -> None:
        """Person beside judge over the queue."""
        session = self._window.session
        if session.is_blind and any(row.unanswered or not _is_read(row) for row in session.rows()):
            # The figures would tell what the judge said of items that are still open.
            raise RefusedError("answer every item of the queue first, or leave blind mode")
        if self.agreement is None:
            table = TitledTable("Person beside judge", AGREEMENT)
            page = ReportPage("Person beside judge", [table], about=_PERSON_AND_JUDGE)
            self.agreement = self._connected(page)
            page.again_wanted.connect(self.count_agreement)
        self._window.extras.show_page("report", self.agreement)
        self.count_agreement()

    def count_agreement(self) -> None:
        """Count over the queue as it is filtered."""
        if self.agreement is not None:
            self.agreement.set_counting()
        agreement.start(self._window.session, self._take_agreement)

    def _take_agreement(self, report: AgreementReport) -> None:
        if self.agreement is None:
            return
        rows = agreement_rows(report)
        about = f"{counted(report.tasks, 'task')} of the queue"
        if report.waiting:
            about += f" · {wait_for_vote(report.waiting)}"
        nothing = "Nobody has answered an item that the judge answered too, in this queue."
        self.agreement.set_tables([rows], about=about, nothing=nothing, problems=report.problems)

    def show_pairs(self) -> None:
        """Wins, ties, agreement and the pull of a side over the pairs of the queue."""
        session = self._window.session
        if not any(is_pair(session.tasks[row.id]) for row in session.rows()):
            raise RefusedError("no task of the queue has two candidates")
        if self.pairs is None:
            tables = [TitledTable("Voters", VOTERS), TitledTable("Pairs", PAIRS)]
            page = ReportPage("What came of the pairs", tables, about=_PAIRS)
            self.pairs = self._connected(page)
            page.again_wanted.connect(self.count_pairs)
        self._window.extras.show_page("report", self.pairs)
        self.count_pairs()

    def count_pairs(self) -> None:
        """Count over the queue as it is filtered."""
        if self.pairs is not None:
            self.pairs.set_counting()
        pair_report.start(self._window.session, self._take_pairs)

    def _take_pairs(self, report: PairReport) -> None:
        if self.pairs is None:
            return
        waiting = frozenset(self._window.session.pairs.waiting())
        # Any figure of few pairs would tell what was said of those that are still open.
        told = pair_report.pair_report(row for row in report.rows if row.task not in waiting)
        about = about_pairs(told, waiting=len(report.rows) - len(told.rows))
        rows = [voter_rows(told), pair_rows(report, hidden=waiting)]
        self.pairs.set_tables(rows, about=about, nothing="No pair of this queue could be read.")

    def _connected(self, page: ReportPage) -> ReportPage:
        page.left.connect(self._window.extras.leave)
        page.tasks_wanted.connect(self._open)
        return page

    def _open(self, cell: Cell) -> None:
        """The list shows the tasks behind a count; a task's own name opens the task."""
        window = self._window
        window.extras.leave()
        if cell.tasks == (cell.name,):
            window.select(cell.name)
            return
        window.list_pane.set_words(window.session.task_rows.name_set(cell.name, cell.tasks))
        if window.session.current_id not in cell.tasks:
            window.select(cell.tasks[0])


def _is_read(row: Row) -> bool:
    """True once it is known which items of a task are open."""
    return row.is_known or bool(row.error)
