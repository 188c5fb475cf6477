"""Beside the 2×2 sheet: palette, and each class with its eye, color, count and opacity."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from reviewer.model import Sheet
from reviewer.ui import fonts, numbers, theme
from reviewer.ui.pictures.sheet import SheetDesk
from reviewer.ui.pictures.sheet_render import LegendRow, PaletteName
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.buttons import IconButton
from reviewer.ui.widgets.inputs import Slider
from reviewer.ui.widgets.labels import ElidedLabel, lines_of
from reviewer.ui.widgets.rows import SectionTitle
from reviewer.ui.widgets.scroll_bar import thin_bars
from reviewer.ui.widgets.segmented import Segment, Segmented

WIDTH = 328
_ROW = 28
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
        row, side, height = self._row, fonts.scaled(12), float(self.height())
        swatch = QRectF(0, (height - side) // 2, side, side)
        paint.box(painter, swatch, radius=2, fill=QColor(*row.color))
        if row.is_hatched:
            painter.save()
            painter.setClipRect(swatch)
            painter.setPen(QPen(QColor(16, 17, 19), 1.5))
            for shift in (-6, 0, 6):
                start = QPointF(swatch.left() + shift, swatch.bottom())
                painter.drawLine(start, start + QPointF(side, -side))
            painter.restore()
        paint.box(painter, swatch, radius=2, outline=tokens.text3)
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


def _padded(widget: QWidget) -> QWidget:
    holder = QWidget()
    layout = QHBoxLayout(holder)
    layout.setContentsMargins(fonts.scaled(16), 0, fonts.scaled(16), 0)
    layout.addWidget(widget)
    return holder


def _count(row: LegendRow) -> str:
    return "" if row.pixels is None else f"{numbers.count(row.pixels)} px"


class Inspector(paint.Painted, QWidget):
    """328 wide; a further panel of the kind may be put below the classes."""

    def __init__(self, sheet: SheetDesk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sheet, self._rows = sheet, dict[tuple[int, str], ClassRow]()
        self._extra: QWidget | None = None
        self.note: ElidedLabel | None = None
        self._shown: Sheet | None = None
        self.palettes = Segmented(
            self.tr("Colours"),
            [
                Segment("documented", self.tr("Documented")),
                Segment("safe", self.tr("Colour-blind safe")),
            ],
            stretch=True,
        )
        self.palettes.changed.connect(self._choose)
        sheet.palette_changed.connect(self.palettes.set_current)
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        thin_bars(scroll)
        self._outer = outer = QVBoxLayout(self)
        outer.setContentsMargins(1, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(scroll, 1)
        self._body = QWidget()
        scroll.setWidget(self._body)
        self._layout = QVBoxLayout(self._body)
        self._layout.setContentsMargins(0, 0, 0, fonts.scaled(12))
        self._layout.setSpacing(0)
        sheet.legend_changed.connect(self.refresh)
        self._rebuild([])

    def sizeHint(self) -> QSize:
        return QSize(fonts.scaled(WIDTH), 400)

    def set_extra(self, widget: QWidget | None) -> None:
        """A panel below the classes, such as the measuring thresholds of a maze."""
        if self._extra is not None:
            self._layout.removeWidget(self._extra)
            self._extra.deleteLater()
        self._extra = widget
        if widget is not None:
            self._layout.insertWidget(self._layout.count() - 1, widget)

    def set_foot(self, widget: QWidget) -> None:
        """What stays in sight under all that scrolls."""
        self._outer.addWidget(widget)

    def refresh(self) -> None:
        """Show what the sheet has now; rows are only made anew when the classes changed."""
        panes = range(len(self._sheet.sheet.panes) if self._sheet.sheet is not None else 0)
        rows = [row for pane in panes for row in self._sheet.rows(pane)]
        if self._sheet.sheet is not self._shown:
            self._shown = self._sheet.sheet
            self._rebuild(rows)
        for row in rows:
            self._rows[row.pane, row.key].set_row(row)

    def row(self, pane: int, key: str) -> ClassRow:
        """The controls of one class."""
        return self._rows[pane, key]

    def _rebuild(self, rows: list[LegendRow]) -> None:
        kept = {id(self._extra), id(self.palettes.parentWidget())}
        while self._layout.count():
            item = self._layout.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None and id(widget) not in kept:
                widget.hide()
                widget.deleteLater()
        self._rows, self.note = {}, None
        self._layout.addWidget(SectionTitle(self.tr("Colours"), ruled=False))
        self._layout.addWidget(self._palette_row())
        titles = self._sheet.sheet.panes if self._sheet.sheet is not None else ()
        shown = -1
        for row in rows:
            if row.pane != shown:
                shown = row.pane
                title = SectionTitle(titles[shown].title, self.tr("opacity"), ruled=False)
                self._layout.addSpacing(fonts.scaled(4))
                self._layout.addWidget(title)
            made = ClassRow(self._sheet, row)
            self._rows[row.pane, row.key] = made
            self._layout.addWidget(made)
        note = self._sheet.sheet.note if self._sheet.sheet is not None else ""
        if note:
            self._layout.addSpacing(fonts.scaled(12))
            words = ElidedLabel(note, step="s", role="text2", most=0)
            # A fixed height would be that of its lines at a wide guess, and cut the rest.
            words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
            self.note = words
            self._layout.addWidget(_padded(words))
        if self._extra is not None:
            self._layout.addSpacing(fonts.scaled(8))
            self._layout.addWidget(self._extra)
        self._layout.addStretch(1)

    def _palette_row(self) -> QWidget:
        holder = self.palettes.parentWidget()
        if holder is not None:
            return holder
        return _padded(self.palettes)

    def _choose(self, palette: str) -> None:
        self._sheet.set_palette(cast(PaletteName, palette))

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        """The panel and the hairline at its left."""
        painter.fillRect(self.rect(), QColor(tokens.panel))
        paint.hairline(painter, QPointF(0, 0), self.height(), tokens.line, vertical=True)
