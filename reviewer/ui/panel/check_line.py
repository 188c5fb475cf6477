"""A check as a row: state, sentence, value on its bar, what it needs, margin."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from reviewer.session.panel import CheckRow
from reviewer.ui import brief, fonts, numbers, theme
from reviewer.ui.panel import check_words, words
from reviewer.ui.panel.row_widget import EDGE, NARROW, TEXT, RowWidget, icon_at, marks
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.bars import paint_bar


class CheckLine(RowWidget):
    """Two lines with a bar for what failed or is near; one line for what passed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row: CheckRow | None = None
        self._first = self._second = ""
        self._is_slim = False

    def set_row(self, row: CheckRow, *, languages: str, is_slim: bool) -> None:
        """Show a check."""
        self.row_id, self._row, self._is_slim = row.id, row, is_slim
        self._first, self._second = words.asked(row, languages)
        self.setAccessibleName(words.clip(self._first))
        said = [check_words.spoken(row), words.clip(self._second), self._marked()]
        self.setAccessibleDescription(", ".join(part for part in said if part))
        whole = f"needs {row.threshold_text}" if row.threshold_text else ""
        self.setToolTip(
            words.tip(self._first, self._second, row.id, whole, row.reason, self._marked())
        )
        self.update()

    def _marked(self) -> str:
        row = self._row
        assert row is not None
        said = ["disputed"] if row.disputes else []
        said += ["stale: what it was said of has changed"] if row.is_stale else []
        return ", ".join(said)

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        row = self._row
        if row is None:
            return
        self.ground(painter, tokens)
        if self._is_slim:
            self._one_line(painter, row, tokens)
        else:
            self._two_lines(painter, row, tokens)

    def _icon(self, painter: QPainter, middle: float, tokens: theme.Tokens) -> None:
        assert self._row is not None
        state = self._row.state
        name = "eye-off" if self._row.is_hidden else check_words.ICONS.get(state, "not-judged")
        color = str(getattr(tokens, check_words.ICON_ROLES.get(state, "text2")))
        icon_at(
            painter, name, fonts.scaled(EDGE), middle, color=color, ground=self.ground_color(tokens)
        )

    def _sentence(
        self, painter: QPainter, line: QRectF, tokens: theme.Tokens, *, color: str
    ) -> None:
        first = self._brief(line)
        used = paint.text(painter, line, first, font=fonts.font("m"), color=color)
        rest = line.adjusted(used + fonts.scaled(8), 0, 0, 0)
        if self._second and rest.width() > fonts.scaled(96):
            second = words.one_line(self._second)
            paint.text(painter, rest, second, font=fonts.font("s"), color=tokens.text2)

    def _two_lines(self, painter: QPainter, row: CheckRow, tokens: theme.Tokens) -> None:
        left, edge = float(fonts.scaled(TEXT)), self.width() - fonts.scaled(EDGE)
        first = QRectF(left, fonts.scaled(4), edge - left, fonts.line_height("m"))
        self._icon(painter, first.center().y(), tokens)
        role = check_words.WORD_ROLES.get(row.state, "text2")
        small = fonts.font("s")
        word = QRectF(first)
        word.setLeft(edge - min(fonts.width(row.word, "s"), first.width() * 0.5))
        color = str(getattr(tokens, role))
        paint.text(painter, word, row.word, font=small, color=color, align=paint.RIGHT)
        right = word.left()
        if row.disputes or row.is_stale:
            right = marks(
                painter, right - fonts.scaled(6), first.center().y(), tokens=tokens,
                disputed=bool(row.disputes), stale=row.is_stale,
            )  # fmt: skip
        sentence = QRectF(first)
        sentence.setRight(right - fonts.scaled(8))
        self._sentence(painter, sentence, tokens, color=tokens.text)
        second = QRectF(left, fonts.scaled(24), edge - left, fonts.line_height("s"))
        reason = check_words.reason_text(row)
        if reason:
            paint.text(painter, second, reason, font=small, color=tokens.text2)
        else:
            self._measured(painter, second, row, tokens)

    def _measured(
        self, painter: QPainter, line: QRectF, row: CheckRow, tokens: theme.Tokens
    ) -> None:
        """Bar, value in a fixed column, what it needs, margin at the right edge."""
        small, gap = fonts.font("s"), fonts.scaled(8)
        margin, needs = check_words.margin_text(row), check_words.needs_text(row)
        if margin == numbers.AT_THRESHOLD and needs:
            # What is needed says more than these words would in its place.
            margin = numbers.AT_THRESHOLD_SHORT
        role = check_words.WORD_ROLES.get(row.state, "text2")
        used = paint.text(
            painter, line, margin, font=small, color=str(getattr(tokens, role)), align=paint.RIGHT
        )
        is_narrow = self.width() < fonts.scaled(NARROW)
        left = line.left()
        width, column = fonts.scaled(64 if is_narrow else 112), fonts.scaled(56)
        shown = check_words.bar(row)
        if shown is not None:
            place = QRectF(left, line.top(), width, line.height())
            paint_bar(
                painter, place, tokens, start=0.0, end=shown.end, tick=shown.tick,
                state=shown.state, ground=self.ground_color(tokens),
            )  # fmt: skip
            left += width + gap
        value = check_words.value_text(row)
        bold = fonts.font("s", bold=True)
        needed = fonts.width(value, "s", bold=True)
        room = line.right() - used - gap - left
        taken = min(max(column, needed) if shown is not None else needed, room)
        box = QRectF(left, line.top(), taken, line.height())
        align = paint.RIGHT if shown is not None and needed <= taken else paint.LEFT
        paint.text(painter, box, value, font=bold, color=tokens.text, align=align)
        rest = QRectF(box.right() + gap, line.top(), 0, line.height())
        rest.setRight(line.right() - used - gap)
        paint.text(painter, rest, needs, font=small, color=tokens.text2)

    def _one_line(self, painter: QPainter, row: CheckRow, tokens: theme.Tokens) -> None:
        """Sentence left; value and what it needs in two columns at the right."""
        height = float(self.height())
        self._icon(painter, height / 2, tokens)
        left, edge = float(fonts.scaled(TEXT)), self.width() - fonts.scaled(EDGE)
        small, gap = fonts.font("s"), fonts.scaled(8)
        is_narrow = self.width() < fonts.scaled(NARROW)
        column = fonts.scaled(64 if is_narrow else 80)
        needs = QRectF(edge - column, 0, column, height)
        paint.text(painter, needs, check_words.needs_text(row), font=small, color=tokens.text2)
        value = check_words.value_text(row) or row.word
        needed = min(fonts.width(value, "s", bold=True), fonts.scaled(88))
        box = QRectF(needs.left() - gap - needed, 0, needed, height)
        bold = fonts.font("s", bold=True)
        paint.text(painter, box, value, font=bold, color=tokens.text, align=paint.RIGHT)
        line = QRectF(left, 0, box.left() - gap - left, height)
        paint.text(painter, line, self._brief(line), font=fonts.font("m"), color=tokens.text2)

    def _brief(self, line: QRectF) -> str:
        """The sentence in the words that there is room for; the tooltip has all of them."""
        said = words.one_line(self._first)
        return brief.fitting(said, line.width(), lambda text: fonts.width(text, "m"))
