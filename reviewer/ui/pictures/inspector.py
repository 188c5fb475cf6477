"""Beside the 2×2 sheet: palette, the classes, a note, and what else the kind puts there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import QEvent, QObject, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from reviewer.model import Sheet
from reviewer.ui import fonts, theme
from reviewer.ui.pictures.legend import ClassRow, ShortLegend
from reviewer.ui.pictures.sheet import SheetDesk
from reviewer.ui.pictures.sheet_render import LegendRow, PaletteName
from reviewer.ui.widgets import paint
from reviewer.ui.widgets.labels import ElidedLabel
from reviewer.ui.widgets.rows import FoldRow, SectionTitle
from reviewer.ui.widgets.scroll_bar import thin_bars
from reviewer.ui.widgets.segmented import Segment, Segmented

WIDTH = 328
# A legend higher than this share of the panel leaves too little for what stands below it.
_MOST_OF_PANEL = 0.5
# Lower than this, what stands below the classes has to do with less.
_TIGHT_UNDER = 520


def _padded(widget: QWidget) -> QWidget:
    holder = QWidget()
    layout = QHBoxLayout(holder)
    layout.setContentsMargins(fonts.scaled(16), 0, fonts.scaled(16), 0)
    layout.addWidget(widget)
    return holder


class Inspector(paint.Painted, QWidget):
    """328 wide; a further panel of the kind may be put below the classes."""

    tightened = Signal(bool)

    def __init__(self, sheet: SheetDesk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sheet, self._rows = sheet, dict[tuple[int, str], ClassRow]()
        self._extra: QWidget | None = None
        self.short: ShortLegend | None = None
        self._full: QWidget | None = None
        # What the person chose; None leaves it to the room there is.
        self._is_open: bool | None = None
        self.fold = FoldRow(self.tr("Palette, opacity, pixel counts"), height=24)
        self.fold.clicked.connect(self._unfold)
        self.note: ElidedLabel | None = None
        self._shown: Sheet | None = None
        self.palettes = Segmented(
            self.tr("Colors"),
            [
                Segment("documented", self.tr("Documented")),
                Segment("safe", self.tr("Color-blind safe")),
            ],
            stretch=True,
        )
        self.palettes.changed.connect(self._choose)
        sheet.palette_changed.connect(self.palettes.set_current)
        self._scroll = scroll = QScrollArea(self)
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
            widget.installEventFilter(self)
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
            if self.short is not None:
                self.short.chips[row.pane, row.key].set_row(row)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._extra and event.type() in (
            QEvent.Type.ShowToParent, QEvent.Type.HideToParent,
        ):  # fmt: skip
            self._arrange()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.tightened.emit(self.height() < fonts.scaled(_TIGHT_UNDER))
        self._arrange()

    def _unfold(self) -> None:
        self._is_open = self.fold.isChecked()
        self._arrange()

    def _arrange(self) -> None:
        """The classes in short where a panel stands below them that would be out of sight."""
        if self.short is None or self._full is None:
            return
        has_more = self._extra is not None and not self._extra.isHidden()
        room = self._scroll.viewport().height()
        is_tight = has_more and self._full.sizeHint().height() > _MOST_OF_PANEL * room
        is_open = not is_tight or self._is_open is True
        self.fold.setVisible(is_tight)
        self.fold.setChecked(is_open)
        self.short.setVisible(not is_open)
        for widget in (self._title, self._palette_row(), self._full):
            widget.setVisible(is_open)

    def row(self, pane: int, key: str) -> ClassRow:
        """The controls of one class."""
        return self._rows[pane, key]

    def _rebuild(self, rows: list[LegendRow]) -> None:
        kept = {id(self._extra), id(self.palettes.parentWidget()), id(self.fold)}
        while self._layout.count():
            item = self._layout.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None and id(widget) not in kept:
                widget.hide()
                widget.deleteLater()
        self._rows, self.note = {}, None
        self._title = SectionTitle(self.tr("Colors"), ruled=False)
        self._layout.addWidget(self._title)
        self._layout.addWidget(self._palette_row())
        titles = self._sheet.sheet.panes if self._sheet.sheet is not None else ()
        names = [pane.title for pane in titles]
        self.short, self._full = ShortLegend(self._sheet, names, rows), self._full_rows(names, rows)
        for widget in (self.short, self._full, self.fold):
            self._layout.addWidget(widget)
        note = self._sheet.sheet.note if self._sheet.sheet is not None else ""
        if note:
            self._layout.addSpacing(fonts.scaled(12))
            words = ElidedLabel(note, step="s", role="text2", most=0)
            # A fixed height would be that of its lines at a wide guess, and cut the rest.
            words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
            self.note = words
            self._layout.addWidget(_padded(words))
        if self._extra is not None:
            self._layout.addWidget(self._extra)
        self._layout.addStretch(1)
        self._arrange()

    def _full_rows(self, names: Sequence[str], rows: Sequence[LegendRow]) -> QWidget:
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        shown = -1
        for row in rows:
            if row.pane != shown:
                shown = row.pane
                column.addSpacing(fonts.scaled(4))
                column.addWidget(SectionTitle(names[shown], self.tr("opacity"), ruled=False))
            made = ClassRow(self._sheet, row)
            self._rows[row.pane, row.key] = made
            column.addWidget(made)
        return holder

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
