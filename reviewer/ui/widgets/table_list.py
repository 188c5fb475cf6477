"""A table of plain text: columns as wide as their words need, numbers at the right."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from reviewer.model import Table
from reviewer.model.counting import share_text
from reviewer.ui import fonts, numbers, theme
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.row_list import RowHeader, RowList, RowState, titled

_MEASURED_ROWS = 200
_WIDEST = 360
_LONGEST = 8


def cell_text(value: object) -> str:
    """A cell as people read it."""
    if value is None:
        return numbers.ABSENT
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return numbers.count(value)
    if isinstance(value, float):
        if value != value or value in (float("inf"), float("-inf")):
            return "not a number"
        short = share_text(value, 4 if abs(value) < 1 else 6)
        return numbers.bare(short.replace("-", numbers.MINUS))
    return str(value)


def is_number(value: object) -> bool:
    """True for what stands at the right of its column."""
    return isinstance(value, int | float) and not isinstance(value, bool)


class TableList(QWidget):
    """Titles and rows of a table; a row with an item says so when it is chosen."""

    item_wanted = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table = Table((), ())
        self._wanted: list[int] = []
        self._right: list[bool] = []
        self.list = RowList(
            name, height=24, paint_row=self._paint_row, spoken=self._spoken, tip=self._spoken
        )
        self.list.chosen.connect(self._choose)
        self._titles = RowHeader(self._paint_titles)
        titled(self, self._titles, self.list)

    def set_table(self, table: Table) -> None:
        """Show another table."""
        self._table = table
        self._measure()
        self.list.set_rows([(number, row) for number, row in enumerate(table.rows)])
        self._titles.update()

    def select(self, item: str) -> None:
        """Make the first row about this item current and bring it into view."""
        self.list.set_current_place(self._table.items.index(item))

    def _measure(self) -> None:
        """Widths from the first rows: measuring all of 20,000 would be seen."""
        sample = list(islice(self._table.rows, _MEASURED_ROWS))
        self._wanted, self._right = [], []
        for number, title in enumerate(self._table.columns):
            cells = [row[number] for row in sample if number < len(row)]
            # The longest words are not always the widest; a few of them are enough.
            words = sorted({cell_text(cell) for cell in cells}, key=len, reverse=True)[:_LONGEST]
            widest = max((fonts.width(each, "m") for each in words), default=0)
            self._wanted.append(max(widest, fonts.width(title, "s")) + fonts.scaled(4))
            numeric = [is_number(cell) for cell in cells if cell not in (None, "")]
            self._right.append(bool(numeric) and all(numeric))

    def _edges(self, width: float) -> list[tuple[float, float]]:
        gap, left = fonts.scaled(20), float(fonts.scaled(16))
        room = width - 2 * left - gap * max(0, len(self._wanted) - 1)
        edges = []
        for number, wide in enumerate(self._shares(room)):
            if number == self._last:
                wide = max(wide, width - left - fonts.scaled(16))
            edges.append((left, min(left + wide, width - fonts.scaled(16))))
            left += wide + gap
        return edges

    def _paint_titles(self, painter: QPainter, rect: QRectF, tokens: theme.Tokens) -> None:
        edges = self._edges(self.list.viewport().width())
        for number, title in enumerate(self._table.columns):
            box = QRectF(edges[number][0], 0, edges[number][1] - edges[number][0], rect.height())
            align = paint.RIGHT if self._right[number] and not self._is_last(number) else paint.LEFT
            font = fonts.font("s")
            paint.text(painter, box, title, font=font, color=tokens.text2, align=align)

    def _shares(self, room: float) -> list[float]:
        """What each column needs; long texts are cut first, and only where room is short."""
        if sum(self._wanted) <= room:
            return [float(each) for each in self._wanted]
        least = [min(fonts.scaled(_WIDEST), each) for each in self._wanted]
        spare = room - sum(least)
        if spare < 0:
            return [each * room / sum(least) for each in least]
        lacking = sum(self._wanted) - sum(least)
        pairs = zip(self._wanted, least, strict=True)
        return [low + spare * (each - low) / lacking for each, low in pairs]

    @property
    def _last(self) -> int:
        return len(self._wanted) - 1

    def _is_last(self, number: int) -> bool:
        return number == self._last

    def _paint_row(
        self, painter: QPainter, rect: QRectF, row: tuple[int, Sequence[Any]],
        tokens: theme.Tokens, state: RowState,
    ) -> None:  # fmt: skip
        edges = self._edges(rect.width())
        for number, cell in enumerate(row[1][: len(edges)]):
            left, right = edges[number]
            box = QRectF(left, rect.top(), right - left, rect.height())
            align = paint.RIGHT if self._right[number] and not self._is_last(number) else paint.LEFT
            color = tokens.text2 if cell is None else tokens.text
            font = fonts.font("m")
            paint.text(painter, box, cell_text(cell), font=font, color=color, align=align)

    def _spoken(self, row: tuple[int, Sequence[Any]]) -> str:
        pairs = zip(self._table.columns, row[1], strict=False)
        return ", ".join(f"{title} {cell_text(cell)}" for title, cell in pairs if cell != "")

    def _choose(self, row: tuple[int, Sequence[Any]]) -> None:
        if row[0] < len(self._table.items) and self._table.items[row[0]]:
            self.item_wanted.emit(self._table.items[row[0]])
