"""The classes of a sheet: each with eye, color, count and opacity, or all of them in short."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from reviewer.ui import fonts, numbers, theme
from reviewer.ui.pictures.sheet import SheetDesk
from reviewer.ui.pictures.sheet_render import LegendRow
from reviewer.ui.translate import tr
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.buttons import IconButton, PaintedButton
from reviewer.ui.widgets.inputs import Slider
from reviewer.ui.widgets.labels import lines_of
from reviewer.ui.widgets.rows import SectionTitle

_ROW = 28
_CHIP_PAD = 6
_SWATCH = 12
# Narrower than this the row is not laid out yet.
_LEAST_WORDS = 60


class ClassRow(QWidget):
    """One class: eye, swatch, words, count, opacity."""

    def __init__(self, sheet: SheetDesk, row: LegendRow, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sheet, self._row = sheet, row
        self.eye = IconButton("eye", row.label, framed=False, size=24)
        self.eye.setCheckable(False)
        self.words = _ClassWords(row)
        self.slider = Slider(self.tr("Opacity of {0}").format(row.label), 0, 100)
        self.slider.setFixedWidth(fonts.scaled(66))
        layout = QHBoxLayout(self)
        pad = fonts.scaled(16)
        layout.setContentsMargins(fonts.scaled(12), 0, pad, 0)
        layout.setSpacing(fonts.scaled(8))
        layout.addWidget(self.eye)
        layout.addWidget(self.words, 1)
        layout.addWidget(self.slider)
        self.eye.clicked.connect(self._toggle)
        self.slider.valueChanged.connect(self._weigh)
        self.set_row(row)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_tight = self.width() < fonts.scaled(300)
        self.slider.setFixedWidth(fonts.scaled(40 if is_tight else 66))
        self.words.set_tight(is_tight)
        self._fit()

    def _fit(self) -> None:
        """Further lines where the words do not fit beside their count."""
        taken = fonts.scaled(12 + 24 + 8 + 8 + 16) + self.slider.width()
        further = self.words.lines_in(self.width() - taken) - 1
        self.setFixedHeight(fonts.scaled(_ROW) + further * fonts.line_height("m"))

    def set_row(self, row: LegendRow) -> None:
        """Show the state that the sheet has now."""
        self._row = row
        self.eye.set_icon("eye" if row.state.is_visible else "eye-off")
        word = self.tr("Hide {0}") if row.state.is_visible else self.tr("Show {0}")
        self.eye.setAccessibleName(word.format(row.label))
        self.eye.setToolTip(word.format(row.label))
        self.words.set_row(row)
        self._fit()
        self.slider.blockSignals(True)
        self.slider.setValue(round(row.opacity * 100))
        self.slider.blockSignals(False)

    def _toggle(self) -> None:
        state = replace(self._row.state, is_visible=not self._row.state.is_visible)
        self._sheet.set_state(self._row.pane, self._row.key, state)

    def _weigh(self, value: int) -> None:
        state = replace(self._row.state, opacity=value / 100)
        self._sheet.set_state(self._row.pane, self._row.key, state)


class _ClassWords(paint.Painted, QWidget):
    def __init__(self, row: LegendRow) -> None:
        super().__init__()
        self._row, self._is_tight = row, False
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)

    def set_row(self, row: LegendRow) -> None:
        self._row = row
        self.setAccessibleName(f"{row.label}, {_count(row)}")
        self.setToolTip(row.label)
        self.update()

    def set_tight(self, is_tight: bool) -> None:
        self._is_tight = is_tight
        self.update()

    def lines_in(self, width: float) -> int:
        """How many lines the words need beside their count."""
        return len(self._lines(width)) if width > _LEAST_WORDS else 1

    def _lines(self, width: float) -> list[str]:
        used = fonts.width(self._counted(), "s") + fonts.scaled(12 + 8 + 6)
        return lines_of(self._row.label, max(1.0, width - used), step="m")

    def _counted(self) -> str:
        count = _count(self._row)
        return count.removesuffix(" px") if self._is_tight else count

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        row, side, height = self._row, fonts.scaled(_SWATCH), float(self.height())
        _draw_swatch(painter, QRectF(0, (height - side) // 2, side, side), row, tokens)
        line = QRectF(side + fonts.scaled(8), 0, self.width() - side - fonts.scaled(8), height)
        paint.text(
            painter, line, self._counted(), font=fonts.font("s"), color=tokens.text2,
            align=paint.RIGHT,
        )  # fmt: skip
        color = tokens.text if row.state.is_visible else tokens.text3
        lines, high = self._lines(self.width()), float(fonts.line_height("m"))
        top = (height - high * len(lines)) / 2
        for number, words in enumerate(lines):
            at = QRectF(line.left(), top + number * high, line.width(), high)
            paint.text(painter, at, words, font=fonts.font("m"), color=color)


class ClassChip(PaintedButton):
    """One class in short: swatch and words; a click hides or shows it."""

    def __init__(self, sheet: SheetDesk, row: LegendRow, parent: QWidget | None = None) -> None:
        super().__init__(row.label, parent)
        self._sheet, self._row = sheet, row
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self._toggle)
        self.set_row(row)

    def set_row(self, row: LegendRow) -> None:
        """Show the state that the sheet has now."""
        self._row = row
        word = tr("Hide {0}") if row.state.is_visible else tr("Show {0}")
        self.setAccessibleName(word.format(row.label))
        self.setAccessibleDescription(_count(row))
        self.setToolTip(f"{row.label} · {_count(row)}" if _count(row) else row.label)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        lines = len(self._lines()) if self.width() > _LEAST_WORDS else 1
        self.setFixedHeight(lines * fonts.line_height("s") + fonts.scaled(_CHIP_PAD))

    def sizeHint(self) -> QSize:
        return QSize(120, fonts.line_height("s") + fonts.scaled(_CHIP_PAD))

    def _lines(self) -> list[str]:
        used = fonts.scaled(_SWATCH + 6)
        return lines_of(self._row.label, max(1.0, self.width() - used), step="s")

    def _toggle(self) -> None:
        state = replace(self._row.state, is_visible=not self._row.state.is_visible)
        self._sheet.set_state(self._row.pane, self._row.key, state)

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        row, side, high = self._row, fonts.scaled(_SWATCH), float(fonts.line_height("s"))
        top = fonts.scaled(_CHIP_PAD) / 2
        at = QRectF(0, round(top + (high - side) / 2), side, side)
        if row.state.is_visible:
            _draw_swatch(painter, at, row, tokens)
        else:
            paint.box(painter, at, radius=2, outline=tokens.text3)
        color = tokens.text if row.state.is_visible else tokens.text3
        for number, words in enumerate(self._lines()):
            left = side + fonts.scaled(6)
            line = QRectF(left, top + number * high, self.width() - left, high)
            paint.text(painter, line, words, font=fonts.font("s"), color=color)
        if self.hasFocus():
            paint.focus_ring(painter, QRectF(self.rect()), tokens, radius=4)


class ShortLegend(QWidget):
    """All classes in two columns under the titles of their panes."""

    def __init__(
        self, sheet: SheetDesk, titles: Sequence[str], rows: Sequence[LegendRow],
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self.chips: dict[tuple[int, str], ClassChip] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for pane in sorted({row.pane for row in rows}):
            title = SectionTitle(titles[pane], ruled=False)
            title.setFixedHeight(fonts.scaled(22))
            column.addWidget(title)
            grid = QGridLayout()
            grid.setContentsMargins(fonts.scaled(16), 0, fonts.scaled(16), 0)
            grid.setHorizontalSpacing(fonts.scaled(8))
            grid.setVerticalSpacing(0)
            for number, row in enumerate(row for row in rows if row.pane == pane):
                chip = ClassChip(sheet, row)
                self.chips[row.pane, row.key] = chip
                grid.addWidget(chip, *divmod(number, 2), Qt.AlignmentFlag.AlignTop)
            for side in (0, 1):
                grid.setColumnStretch(side, 1)
            column.addLayout(grid)


def _draw_swatch(painter: QPainter, at: QRectF, row: LegendRow, tokens: theme.Tokens) -> None:
    paint.box(painter, at, radius=2, fill=QColor(*row.color))
    if row.is_hatched:
        painter.save()
        painter.setClipRect(at)
        painter.setPen(QPen(QColor(16, 17, 19), 1.5))
        for shift in (-6, 0, 6):
            start = QPointF(at.left() + shift, at.bottom())
            painter.drawLine(start, start + QPointF(at.width(), -at.height()))
        painter.restore()
    paint.box(painter, at, radius=2, outline=tokens.text3)


def _count(row: LegendRow) -> str:
    return "" if row.pixels is None else f"{numbers.count(row.pixels)} px"
