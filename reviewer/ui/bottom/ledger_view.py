"""The ledger as a table: every step on one axis, the draft beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QShowEvent
from PySide6.QtWidgets import QWidget

from reviewer.model import Ledger, Rubric
from reviewer.scoring.whatif import Comparison
from reviewer.ui import brief, fonts, icons, numbers, theme
from reviewer.ui.bottom.ledger_rows import Axis, Cell, LedgerRow, axis_of
from reviewer.ui.bottom.ledger_table import ledger_rows
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.row_list import RowHeader, RowList, RowState, plain_tip, titled

ROW_HEIGHT = 28
_FOOT_HEIGHT = 34
_TIGHT_UNDER = 1160
# A cap's row ends in the number it caps at: both ends stay readable.
_LEAST_BAR = 96
# So many of the longest texts are measured: the widest one is among them.
_MEASURED = 8
_MIDDLE = Qt.TextElideMode.ElideMiddle


@dataclass(frozen=True, slots=True)
class Columns:
    """Left and right edges of each column; `draft` columns are None without a draft."""

    lock: tuple[float, float]
    verb: tuple[float, float]
    text: tuple[float, float]
    amount: tuple[float, float]
    now: tuple[float, float]
    now_after: tuple[float, float]
    margin: tuple[float, float]
    draft: tuple[float, float] | None = None
    draft_after: tuple[float, float] | None = None
    change: tuple[float, float] | None = None


def columns(width: float, *, has_draft: bool, wanted: float = 0.0, said: float = 0.0) -> Columns:
    """Fixed columns for numbers; words and bars share what is left.

    `wanted` is what the longest sentence takes: bars give way to it as far as they can be read.
    `said` is the same for what stands beside a bar.
    """
    px = fonts.scaled
    is_tight = has_draft and width < px(_TIGHT_UNDER)
    gap, least, margin, change = (
        (px(10), px(56), px(52), px(76)) if is_tight else (px(16), px(72), px(64), px(76))
    )
    after = max(float(least), said + px(6))
    # Where there is no room the tooltip says weight and credit.
    amount = 0 if is_tight else px(88)
    left, right = px(104), width - px(24)
    fixed = amount + after + margin + 4 * gap
    if has_draft:
        fixed += after + change + 3 * gap
    free = max(0.0, right - left - fixed)
    bars = 2 if has_draft else 1
    bar = min(px(480), max(px(48), free * (0.24 if has_draft else 0.52)))
    text = max(px(80), free - bars * bar)
    if wanted > text:
        text = max(text, min(wanted, free - bars * px(_LEAST_BAR // bars)))
        bar = (free - text) / bars
    if text > px(560) and not has_draft:
        text = float(px(560))
        bar = min(px(720), free - text)
    at = left + text + gap
    amounts = (at, at + amount)
    now = (amounts[1] + gap, amounts[1] + gap + bar)
    now_after = (now[1], now[1] + after)
    margins = (now_after[1] + gap, now_after[1] + gap + margin)
    made = Columns(
        lock=(px(16), px(32)), verb=(px(40), left - px(8)), text=(left, left + text),
        amount=amounts, now=now, now_after=now_after, margin=margins,
    )  # fmt: skip
    if not has_draft:
        return made
    draft = (margins[1] + 2 * gap, margins[1] + 2 * gap + bar)
    draft_after = (draft[1], draft[1] + after)
    return Columns(
        made.lock, made.verb, made.text, made.amount, made.now, made.now_after, made.margin,
        draft, draft_after, (draft_after[1] + gap, draft_after[1] + gap + change),
    )  # fmt: skip


class LedgerView(QWidget):
    """Titles and rows; choosing a row of a check asks for its evidence."""

    row_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._axis = Axis()
        self._has_draft = self._is_new = False
        self._wanted = self._said = 0
        self._given: tuple[object, ...] = (None, None, None)
        self._headlines: list[LedgerRow] = []
        self._ran: tuple[LedgerRow, ...] = ()
        self.list = RowList(
            "Ledger", height=ROW_HEIGHT, paint_row=self._paint_row, spoken=spoken, tip=tip,
            key=lambda row: row.key,
        )  # fmt: skip
        self.list.show_whole_rows()
        self.list.chosen.connect(self._choose)
        self._titles = RowHeader(self._paint_titles)
        self._foot = RowHeader(self._paint_headlines)
        titled(self, self._titles, self.list, self._foot)

    def set_ledger(
        self, ledger: Ledger | None, comparison: Comparison | None, rubric: Rubric | None,
        ran: Sequence[LedgerRow] = (),
    ) -> None:  # fmt: skip
        """Show a fold, with a draft's beside it; `ran` are rows of the task's own grader."""
        given = (ledger, comparison, rubric)
        is_same_run = tuple(ran) == self._ran
        self._ran = tuple(ran)
        if is_same_run and all(new is old for new, old in zip(given, self._given, strict=True)):
            return
        self._given = given
        rows: Sequence[LedgerRow] = ()
        if ledger is not None and rubric is not None:
            rows = ledger_rows(ledger, rubric, comparison)
            both = (ledger,) if comparison is None else (comparison.now, comparison.draft)
            self._axis = axis_of(both)
        self._has_draft = comparison is not None
        self._headlines = [row for row in rows if row.is_headline]
        self._measure(rows)
        steps = [*(row for row in rows if not row.is_headline), *self._ran]
        is_new = [row.key for row in steps] != [row.key for row in self.list.rows()]
        self.list.set_rows(steps)
        self._foot.setFixedHeight(len(self._headlines) * fonts.scaled(_FOOT_HEIGHT))
        self._foot.setAccessibleName("; ".join(spoken(row) for row in self._headlines))
        self._foot.setToolTip(plain_tip("\n".join(tip(row) for row in self._headlines)))
        for part in (self._titles, self._foot):
            part.update()
        self._is_new = self._is_new or is_new
        self._show_binding()

    def _measure(self, rows: Sequence[LedgerRow]) -> None:
        """How wide the longest sentence is, and the longest word beside a bar."""
        by_length = sorted(rows, key=lambda row: len(row.text))[-_MEASURED:]
        self._wanted = max((fonts.width(row.text, "m", bold=True) for row in by_length), default=0)
        cells = {cell.after for row in rows for cell in (row.now, row.draft) if cell is not None}
        words = sorted(cells, key=len)[-_MEASURED:]
        self._said = max((fonts.width(word, "s") for word in words), default=0)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_binding()

    def _show_binding(self) -> None:
        """What holds the grade is what one opens the ledger for."""
        if not self._is_new or not self.isVisible():
            return
        self._is_new = False
        rows = self.list.rows()
        binding = next((n for n, row in enumerate(rows) if row.is_binding), -1)
        if self._ran:
            # A run was asked for: its line is what one looks for.
            binding = len(rows) - len(self._ran)
        if binding >= 0:
            index = self.list.model().index(binding, 0)
            self.list.scrollTo(index, RowList.ScrollHint.PositionAtCenter)

    def rows(self) -> Sequence[LedgerRow]:
        """The rows shown, the headlines last."""
        return (*self.list.rows(), *self._headlines)

    def _choose(self, row: LedgerRow) -> None:
        if row.check:
            self.row_wanted.emit(row.check)

    def _columns(self) -> Columns:
        return columns(
            self.list.viewport().width(),
            has_draft=self._has_draft,
            wanted=self._wanted,
            said=self._said,
        )

    def _paint_titles(self, painter: QPainter, rect: QRectF, tokens: theme.Tokens) -> None:
        at = self._columns()
        titles = [(at.verb, "step", False), (at.text, "because", False), (at.now, "now", False),
                  (at.now_after, "after", True), (at.margin, "margin", True),
                  (at.draft, "draft", False), (at.draft_after, "after", True),
                  (at.change, "step changes", True)]  # fmt: skip
        for edges, words, is_right in titles:
            if edges is not None:
                _words(painter, rect, edges, words, tokens.text2, is_right=is_right)

    def _paint_headlines(self, painter: QPainter, rect: QRectF, tokens: theme.Tokens) -> None:
        height = fonts.scaled(_FOOT_HEIGHT)
        for number, row in enumerate(self._headlines):
            box = QRectF(0, number * height, rect.width(), height)
            self._paint_row(painter, box, row, tokens, RowState(False, False, False))

    def _paint_row(
        self, painter: QPainter, rect: QRectF, row: LedgerRow, tokens: theme.Tokens,
        state: RowState,
    ) -> None:  # fmt: skip
        at = self._columns()
        if row.is_binding:
            inner = rect.adjusted(fonts.scaled(8), 1, -fonts.scaled(8), -1)
            if not state.is_current:
                paint.box(painter, inner, radius=4, fill=tokens.badbg)
            side = icons.side()
            lock = QRectF(at.lock[0], rect.center().y() - side / 2, side, side)
            icons.paint(painter, "lock", lock, color=tokens.bad, knockout=tokens.badbg)
        if row.is_headline:
            start = QPointF(fonts.scaled(16), rect.top())
            paint.hairline(painter, start, rect.width() - fonts.scaled(32), tokens.line2)
        bold = row.is_binding or row.is_headline
        color = tokens.text2 if row.is_quiet else tokens.text
        _words(painter, rect, at.verb, row.verb, tokens.text2)
        text = brief.fitting(
            row.text, at.text[1] - at.text[0], lambda said: fonts.width(said, "m", bold=bold)
        )
        _words(painter, rect, at.text, text, color, step="m", bold=bold, elide=_MIDDLE)
        _words(painter, rect, at.amount, row.amount, tokens.text2, is_right=True)
        self._paint_cell(painter, rect, row, row.now, (at.now, at.now_after), tokens)
        margin = tokens.bad if row.is_short else tokens.text2
        _words(painter, rect, at.margin, row.margin, margin, is_right=True)
        if row.draft is not None and at.draft and at.draft_after and at.change:
            self._paint_cell(painter, rect, row, row.draft, (at.draft, at.draft_after), tokens)
            tone = tokens.text if state.is_current else tokens.accent
            _words(painter, rect, at.change, row.change, tone, is_right=True, bold=True)

    def _paint_cell(
        self, painter: QPainter, rect: QRectF, row: LedgerRow, cell: Cell,
        edges: tuple[tuple[float, float], tuple[float, float]], tokens: theme.Tokens,
    ) -> None:  # fmt: skip
        (left, right), after = edges
        middle, width = round(rect.center().y()), right - left
        painter.fillRect(QRectF(left, middle, width, 1), QColor(tokens.line2))
        if self._axis.low < 0:
            zero = left + self._axis.share(0.0) * width
            painter.fillRect(QRectF(zero, middle - 6, 1, 12), QColor(tokens.text3))
        if cell.tone and cell.start is not None and cell.end is not None and cell.moves:
            low, high = sorted((self._axis.share(cell.start), self._axis.share(cell.end)))
            tall = 4 if row.is_headline or row.is_inner else 8
            block = QRectF(left + low * width, middle - tall // 2, (high - low) * width, tall)
            block.setWidth(max(block.width(), 2.0))
            paint.box(painter, block, radius=2, fill=str(getattr(tokens, cell.tone)))
        if cell.tick is not None:
            x = min(left + self._axis.share(cell.tick) * width, right - 1.5)
            painter.fillRect(QRectF(x - 1, middle - 6, 3.5, 13), QColor(tokens.panel))
            painter.fillRect(QRectF(x, middle - 6, 1.5, 13), QColor(tokens.text))
        bold = (row.is_binding or row.is_headline) and not cell.is_word
        color = tokens.text2 if cell.is_word else tokens.text
        step: fonts.Step = "s" if cell.is_word else "m"
        _words(painter, rect, after, cell.after, color, is_right=True, step=step, bold=bold)


def _words(
    painter: QPainter, rect: QRectF, edges: tuple[float, float], words: str, color: str, *,
    is_right: bool = False, step: fonts.Step = "s", bold: bool = False,
    elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
) -> None:  # fmt: skip
    box = QRectF(edges[0], rect.top(), edges[1] - edges[0], rect.height())
    align = paint.RIGHT if is_right else paint.LEFT
    font = fonts.font(step, bold=bold)
    paint.text(painter, box, words, font=font, color=color, align=align, elide=elide)


def spoken(row: LedgerRow) -> str:
    """A row for a screen reader."""
    parts = [row.verb, row.text, row.amount, f"after: {row.now.after}"]
    if row.is_binding:
        parts.insert(0, "binds")
    if row.margin:
        is_at = row.margin == numbers.AT_THRESHOLD_SHORT
        parts.append(numbers.AT_THRESHOLD if is_at else f"margin {row.margin}")
    if row.draft is not None:
        parts.append(f"in the draft: {row.draft.after}")
    if row.change:
        parts.append(f"changes {row.change}")
    return ", ".join(part for part in parts if part)


def tip(row: LedgerRow) -> str:
    """The whole text of a row, its note, and what a margin of nothing means."""
    margin = numbers.AT_THRESHOLD if row.margin == numbers.AT_THRESHOLD_SHORT else ""
    return "\n".join(part for part in (row.text, row.amount, margin, row.note) if part)
