"""The small ledger: what binds, as blocks on one shared axis."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter
from PySide6.QtWidgets import QToolTip, QWidget

from reviewer.ui import brief, fonts, theme
from reviewer.ui.panel import words
from reviewer.ui.panel.ledger_short import ShortLine
from reviewer.ui.panel.row_widget import EDGE, NARROW, TEXT, icon_at
from reviewer.ui.panel.words import sentence
from reviewer.ui.translate import tr
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.bars import paint_bar

_ROW = 24


class LedgerBlock(paint.Painted, QWidget):
    """One row a line; a click opens the whole ledger below."""

    pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines: tuple[ShortLine, ...] = ()
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def set_lines(self, lines: tuple[ShortLine, ...]) -> None:
        """Show these rows."""
        self._lines = lines
        self.setAccessibleName(tr("Ledger: the lines that bind"))
        said = [
            f"{line.text}: {line.value}{', binds' if line.tone == 'bad' else ''}" for line in lines
        ]
        self.setAccessibleDescription("; ".join(said))
        self.update()

    @staticmethod
    def height_of(count: int) -> int:
        """The height of so many rows."""
        return count * fonts.scaled(_ROW) + fonts.scaled(8)

    def sizeHint(self) -> QSize:
        return QSize(160, self.height_of(len(self._lines)))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.pressed.emit()
            event.accept()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            place = int(event.pos().y() // fonts.scaled(_ROW))  # type: ignore[attr-defined]
            text = ""
            if 0 <= place < len(self._lines):
                text = words.tip(self._lines[place].text, self._lines[place].tip)
            QToolTip.showText(event.globalPos(), text, self)  # type: ignore[attr-defined]
            return True
        return super().event(event)

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        height = fonts.scaled(_ROW)
        for number, line in enumerate(self._lines):
            row = QRectF(0, number * height, self.width(), height)
            if line.is_headline and number:
                left = float(fonts.scaled(TEXT))
                length = self.width() - left - fonts.scaled(EDGE)
                paint.hairline(painter, QPointF(left, row.top()), length, tokens.line2)
            self._row(painter, row, line, tokens)

    def _row(self, painter: QPainter, row: QRectF, line: ShortLine, tokens: theme.Tokens) -> None:
        is_bold = line.tone in ("bad", "headline")
        font, edge = fonts.font("s", bold=is_bold), row.right() - fonts.scaled(EDGE)
        value = QRectF(edge - fonts.scaled(44), row.top(), fonts.scaled(44), row.height())
        bold = fonts.font("s", bold=True)
        paint.text(painter, value, line.value, font=bold, color=tokens.text, align=paint.RIGHT)
        narrow = row.width() < fonts.scaled(NARROW)
        axis_width = fonts.scaled(56 if narrow else 98)
        axis = QRectF(value.left() - fonts.scaled(16) - axis_width, row.top(), axis_width, 0)
        axis.setHeight(row.height())
        if line.tone == "bad":
            icon_at(
                painter, "lock", fonts.scaled(EDGE), row.center().y(), color=tokens.bad,
                ground=tokens.panel,
            )  # fmt: skip
        text = QRectF(fonts.scaled(TEXT), row.top(), 0, row.height())
        text.setRight(axis.left() - fonts.scaled(8))
        said = line.text
        if line.is_headline and fonts.width(said, "s", bold=True) > text.width():
            # The mark is worth more than the word that the hairline says already.
            said = sentence(said.partition(", ")[2] or said)
        said = brief.fitting(said, text.width(), lambda t: fonts.width(t, "s", bold=is_bold))
        paint.text(painter, text, said, font=font, color=tokens.text)
        self._axis(painter, axis, line, tokens)

    def _axis(self, painter: QPainter, axis: QRectF, line: ShortLine, tokens: theme.Tokens) -> None:
        middle = round(axis.center().y())
        if line.is_headline:
            paint_bar(painter, axis, tokens, start=0.0, end=0.0, tick=line.tick, state="none")
            low, high = sorted((line.start, line.end))
            place = QRectF(axis.left() + low * axis.width(), middle - 2, 0, 4)
            place.setWidth(max(2.0, (high - low) * axis.width()))
            paint.box(painter, place, radius=2, fill=tokens.text)
            return
        painter.fillRect(QRectF(axis.left(), middle, axis.width(), 1), QColor(tokens.line))
        low, high = sorted((min(1.0, max(0.0, line.start)), min(1.0, max(0.0, line.end))))
        fill = {"bad": tokens.bad, "warn": tokens.warn}.get(line.tone, tokens.barfill)
        place = QRectF(axis.left() + low * axis.width(), middle - 4, 0, 8)
        place.setWidth(max(2.0, (high - low) * axis.width()))
        paint.box(painter, place, radius=2, fill=fill)
