"""What if: numbers to try, what the grade would be, discard or adopt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QLineEdit,
    QWidget,
)

from reviewer.model import Ledger, Rubric
from reviewer.model.counting import counted
from reviewer.scoring.whatif import Comparison, Editable, TurningPoint
from reviewer.ui import fonts, numbers, theme
from reviewer.ui.bottom.what_if_footer import WhatIfFooter
from reviewer.ui.bottom.what_if_list import WhatIfList, columns
from reviewer.ui.bottom.what_if_rows import WhatIfRow, edited_rows, matches, what_if_rows
from reviewer.ui.translate import tr
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.row_list import RowHeader, titled

FILTER_FROM = 12


class WhatIfView(QWidget):
    """Every number of the rubric with its draft; the footer says what the draft comes to."""

    changed = Signal(str, object)
    discarded = Signal()
    adopted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[WhatIfRow, ...] = ()
        self._plain: tuple[WhatIfRow, ...] = ()
        self._made_of: tuple[object, ...] | None = None
        # The panel puts it into its title row: rows are worth more than air here.
        self.filter = QLineEdit(self)
        self.filter.hide()
        self.filter.setPlaceholderText(tr("find: cap, weight, edited…"))
        self.filter.setAccessibleName(tr("Find a number of the rubric"))
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(lambda _: self._show())
        self.list = WhatIfList()
        self.list.edited.connect(self.changed)
        self._titles = RowHeader(self._paint_titles)
        self.footer = WhatIfFooter()
        self.footer.discarded.connect(self.discarded)
        self.footer.adopted.connect(self.adopted)
        self.footer.left.connect(lambda: self.list.setFocus(Qt.FocusReason.OtherFocusReason))
        titled(self, self._titles, self.list, self.footer)

    def set_what_if(
        self,
        editables: Sequence[Editable],
        draft: Mapping[str, float],
        comparison: Comparison | None,
        points: Sequence[TurningPoint] | None,
        *,
        rubric: Rubric | None,
        ledger: Ledger | None,
    ) -> None:
        """Show the numbers of a rubric and what the draft makes of them."""
        headline = ledger.headline if ledger is not None else None
        passes = headline.passes if headline is not None else None
        made_of = (tuple(editables), points, rubric, passes)
        if made_of != self._made_of:
            # Words are made once a task; each keystroke of a draft changes numbers only.
            self._made_of = made_of
            self._plain = what_if_rows(editables, points=points, rubric=rubric, passes=passes)
        self._rows = edited_rows(self._plain, draft)
        now = comparison.now.headline if comparison else ledger.headline if ledger else None
        then = comparison.draft.headline if comparison else None
        self.footer.set_headlines(now, then, is_edited=bool(draft))
        self._show()

    @property
    def wants_filter(self) -> bool:
        """True for lists too long to be looked through."""
        return len(self._rows) > FILTER_FROM

    def subtitle(self) -> str:
        """How many numbers are edited."""
        edited = sum(row.is_edited for row in self._rows)
        if not self._rows:
            return ""
        return f"{edited} of {counted(len(self._rows), 'value')} edited".replace(",", numbers.THIN)

    def rows(self) -> Sequence[WhatIfRow]:
        """The rows shown."""
        return self.list.rows()

    def _show(self) -> None:
        words = self.filter.text() if self.wants_filter else ""
        shown = [row for row in self._rows if matches(row, words)] if words else list(self._rows)
        self.list.set_rows(shown)
        self._titles.update()

    def _paint_titles(self, painter: QPainter, rect: QRectF, tokens: theme.Tokens) -> None:
        what, now, field, turning = columns(self.list.viewport().width())
        font = fonts.font("s")
        first = "value" if turning else "value, and its turning point"
        for edges, words, align in (
            (what, first, paint.LEFT), (now, "now", paint.RIGHT), (field, "draft", paint.LEFT),
            (turning, "turning point", paint.LEFT),
        ):  # fmt: skip
            if edges is None:
                continue
            box = QRectF(edges[0], 0, edges[1] - edges[0], rect.height())
            paint.text(painter, box, words, font=font, color=tokens.text2, align=align)
