"""Who said what, when and why; nothing is ever struck out of sight."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from reviewer.ui import fonts, theme
from reviewer.ui.bottom.history_rows import HistoryRow
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.row_list import RowHeader, RowList, RowState, titled

ROW_HEIGHT = 28
Edges = tuple[float, float]


class HistoryView(QWidget):
    """Titles and entries; choosing one goes to its row."""

    row_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list = RowList(
            "History", height=ROW_HEIGHT, paint_row=self._paint_row, spoken=spoken, tip=_tip,
            key=lambda row: row.key,
        )  # fmt: skip
        self.list.show_whole_rows()
        self.list.chosen.connect(lambda row: self.row_wanted.emit(row.item) if row.item else None)
        self._titles = RowHeader(self._paint_titles)
        titled(self, self._titles, self.list)

    def set_rows(self, rows: Sequence[HistoryRow]) -> None:
        """Show entries and bring the youngest into view."""
        self.list.set_rows(rows)
        self._titles.update()
        self.list.scrollToBottom()

    def rows(self) -> Sequence[HistoryRow]:
        """The rows shown."""
        return self.list.rows()

    def _columns(self) -> tuple[Edges, Edges, Edges, Edges, Edges]:
        px, width = fonts.scaled, self.list.viewport().width()
        when = (px(16), px(16) + px(92))
        who = (when[1] + px(16), when[1] + px(16) + px(96))
        marks = (width - px(24) - px(128), width - px(24))
        free = marks[0] - px(16) - who[1] - px(16)
        what = (who[1] + px(16), who[1] + px(16) + free * 0.48)
        reason = (what[1] + px(16), marks[0] - px(16))
        return when, who, what, reason, marks

    def _paint_titles(self, painter: QPainter, rect: QRectF, tokens: theme.Tokens) -> None:
        words = ("when", "who", "what", "reason", "")
        for edges, title in zip(self._columns(), words, strict=True):
            box = QRectF(edges[0], 0, edges[1] - edges[0], rect.height())
            paint.text(painter, box, title, font=fonts.font("s"), color=tokens.text2)

    def _paint_row(
        self, painter: QPainter, rect: QRectF, row: HistoryRow, tokens: theme.Tokens,
        state: RowState,
    ) -> None:  # fmt: skip
        when, who, what, reason, marks = self._columns()
        small, plain = fonts.font("s"), fonts.font("m")
        tone = tokens.text2 if row.is_gone else tokens.text
        for edges, words, font, color in (
            (when, row.when, small, tokens.text2), (who, row.who, plain, tone),
            (what, row.what, plain, tone), (reason, row.reason, plain, tokens.text2),
        ):  # fmt: skip
            box = QRectF(edges[0], rect.top(), edges[1] - edges[0], rect.height())
            paint.text(painter, box, words, font=font, color=color)
        if row.marks:
            loud = bool({"stale", "disputed", "not counted"} & set(row.marks))
            box = QRectF(marks[0], rect.top(), marks[1] - marks[0], rect.height())
            color = tokens.warn if loud and not state.is_current else tokens.text2
            words = " · ".join(row.marks)
            paint.text(painter, box, words, font=small, color=color, align=paint.RIGHT)


def spoken(row: HistoryRow) -> str:
    """An entry for a screen reader."""
    return ", ".join(part for part in (row.when, row.who, row.what, row.reason, *row.marks) if part)


def _tip(row: HistoryRow) -> str:
    return "\n".join(part for part in (row.what, row.reason, " · ".join(row.marks)) if part)
