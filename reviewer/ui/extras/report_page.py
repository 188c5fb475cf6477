"""A page of tables that are counted in the background and whose counts open their tasks."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from reviewer.ui import fonts
from reviewer.ui.extras.cell_table import Cell, TitledTable
from reviewer.ui.extras.page import Page
from reviewer.ui.extras.words import wrapped
from reviewer.ui.translate import tr
from reviewer.ui.widgets.buttons import Button


class ReportPage(Page):
    """Tables below each other, a sentence over and under them."""

    tasks_wanted = Signal(object)
    again_wanted = Signal()

    def __init__(
        self, title: str, tables: Sequence[TitledTable], *, about: str,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(title, parent)
        self.tables = tuple(tables)
        self.again = Button(tr("Count again"))
        self.again.clicked.connect(self.again_wanted)
        self.add_control(self.again)
        self.sentence = wrapped(about, role="text2", most=4)
        self.problems = wrapped("", step="s", role="bad", most=4)
        self.nothing = wrapped("", most=4)
        pad = fonts.scaled(16)
        for label in (self.sentence, self.nothing):
            row = QHBoxLayout()
            row.setContentsMargins(pad, fonts.scaled(10), pad, 0)
            row.addWidget(label)
            self.body.addLayout(row)
        for table in self.tables:
            self.body.addSpacing(fonts.scaled(8))
            self.body.addWidget(table)
            table.table.opened.connect(self.tasks_wanted)
        self.body.addStretch(1)
        foot = QHBoxLayout()
        foot.setContentsMargins(pad, fonts.scaled(4), pad, fonts.scaled(8))
        foot.addWidget(self.problems)
        self.body.addLayout(foot)
        self.problems.hide()
        self.nothing.hide()
        self.setFocusProxy(self.tables[0])

    def set_counting(self) -> None:
        """Figures are on their way; the status row says how far they are."""
        self.say(tr("counting…"))
        self.again.setEnabled(False)

    def set_tables(
        self, rows: Sequence[Sequence[Sequence[Cell]]], *, about: str, nothing: str = "",
        problems: Sequence[str] = (),
    ) -> None:  # fmt: skip
        """Rows of each table; `nothing` stands in their place when there are none."""
        self.say(about)
        self.again.setEnabled(True)
        self.nothing.setVisible(not any(rows))
        self.nothing.set_words(nothing)
        for number, (table, found) in enumerate(zip(self.tables, rows, strict=True)):
            table.table.set_rows(found)
            table.setVisible(bool(found))
            is_last = number == len(self.tables) - 1
            most = table.whole_height()
            table.setMaximumHeight(most)
            table.setMinimumHeight(min(most, fonts.scaled(160 if is_last else 224)))
        shown = list(problems[:3])
        if len(problems) > 3:
            shown.append(f"and {len(problems) - 3} more")
        self.problems.set_words("\n".join(shown))
        self.problems.setVisible(bool(problems))
        first = next((t for t, found in zip(self.tables, rows, strict=True) if found), None)
        if first is not None and self.isVisible():
            first.table.setFocus()
