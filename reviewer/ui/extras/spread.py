"""How the similarities of all tasks of the folder are spread: a plot, and its numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout

from reviewer.model.counting import counted
from reviewer.session import changes as facet
from reviewer.session.changes import Changes
from reviewer.session.distribution import Distribution, plot
from reviewer.session.refusing import RefusedError
from reviewer.ui import fonts, numbers
from reviewer.ui.extras.cell_table import Cell, Column, TitledTable
from reviewer.ui.extras.page import Page
from reviewer.ui.extras.words import wrapped
from reviewer.ui.translate import tr
from reviewer.ui.widgets.plot import Plot

if TYPE_CHECKING:
    from reviewer.ui.window import Window

COLUMNS = (
    Column(tr("metric"), is_text=True), Column(tr("tasks")), Column(tr("mean")),
    Column(tr("spread")), Column(tr("lowest")), Column(tr("highest")), Column(tr("not measured")),
)  # fmt: skip


class SpreadPage(Page):
    """Histograms over one axis; what was not measured is counted apart."""

    def __init__(self) -> None:
        super().__init__("Spread of the similarities")
        self.plot = Plot("Number of tasks by similarity")
        self.table = TitledTable("Mean and spread", COLUMNS)
        self.words = wrapped("", role="text2", most=3)
        pad = fonts.scaled(16)
        row = QHBoxLayout()
        row.setContentsMargins(pad, fonts.scaled(10), pad, 0)
        row.addWidget(self.words)
        self.body.addLayout(row)
        self.body.addWidget(self.plot, 1)
        self.body.addWidget(self.table)
        self.body.addSpacing(fonts.scaled(8))
        self.setFocusProxy(self.table)

    def set_found(self, found: Sequence[Distribution]) -> None:
        """Show the distributions of the metrics."""
        curve = plot(found)
        self.plot.set_series(
            curve.series, x_label=curve.x_label, y_label=curve.y_label, marks=curve.marks,
            is_filled=True,
        )  # fmt: skip
        self.table.table.set_rows([_row(one) for one in found])
        self.table.setFixedHeight(self.table.whole_height())
        most = max((one.spread.count for one in found), default=0)
        self.say(tr("{tasks} of the folder").format(tasks=counted(most, "task")))
        self.words.set_words(tr("Each outline counts the tasks in twenty equal steps from 0 to 1."))


def _row(one: Distribution) -> list[Cell]:
    spread = one.spread
    values = (spread.mean, spread.std, spread.low, spread.high)
    return [
        Cell(one.name, is_bold=True),
        Cell(numbers.count(spread.count)),
        *[Cell(numbers.credit(value)) for value in values],
        Cell(numbers.count(spread.left_out), role="text" if spread.left_out else "text2"),
    ]


class Spreads:
    """Binds the page to the desk."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self.page: SpreadPage | None = None
        self._shown: object = None

    def open(self) -> None:
        """Work the distribution out and show it."""
        found = self._window.session.distributions
        if not found.is_offered:
            raise RefusedError("no task of this folder compares two pictures for similarity")
        if self.page is None:
            self.page = SpreadPage()
            self.page.left.connect(self._window.extras.leave)
        self._window.extras.show_page("report", self.page)
        self.page.say(tr("counting…"))
        found.show()

    def changed(self, changed: Changes) -> None:
        """Show the numbers once they are there."""
        found = self._window.session.distributions.found
        if facet.PANELS in changed and self.page is not None and found is not self._shown:
            self._shown = found
            self.page.set_found(found)
