"""The 2×2 sheet: which classes are shown how; panes are painted off the UI thread."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from reviewer.model import Mark, Sheet
from reviewer.ui.pictures.sheet_render import (
    ClassState,
    LegendRow,
    PaletteName,
    RenderedPane,
    named_classes,
    render_pane,
)
from reviewer.ui.pictures.source import Picture, Run

# A zoom that is still going on paints nothing anew.
SETTLE_MS = 120


class SheetDesk(QObject):
    """State of the sheet; panes are painted again whenever it changes."""

    painted = Signal(int)
    legend_changed = Signal()
    palette_changed = Signal(str)

    def __init__(self, run: Run, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._run = run
        self.sheet: Sheet | None = None
        self.palette: PaletteName = "documented"
        self._states: dict[tuple[int, str], ClassState] = {}
        self._kept: dict[tuple[str, str], ClassState] = {}
        self._pictures: dict[int, Picture] = {}
        self._rendered: dict[int, RenderedPane] = {}
        self._problems: dict[int, str] = {}
        self._scale, self._are_classes_on = 1.0, True
        self._settled = QTimer(self)
        self._settled.setSingleShot(True)
        self._settled.setInterval(SETTLE_MS)
        self._settled.timeout.connect(self.paint_all)

    def set_sheet(self, sheet: Sheet | None) -> None:
        """Another task's sheet; classes keep the visibility and opacity that were chosen."""
        self.sheet = sheet
        self._pictures, self._rendered, self._problems, self._states = {}, {}, {}, {}
        for number, pane in enumerate(sheet.panes if sheet is not None else ()):
            for name, each in named_classes(pane):
                # 1 is the model's default, so it stands for "nothing was asked for".
                opacity = None if each.opacity == 1.0 else each.opacity
                default = ClassState(each.visible, opacity)
                self._states[number, name] = self._kept.get((pane.title, name), default)
        self.legend_changed.emit()

    def picture(self, pane: int) -> Picture | None:
        """A pane's picture once it was painted."""
        return self._pictures.get(pane)

    def problem(self, pane: int) -> str:
        """Why a pane could not be painted."""
        return self._problems.get(pane, "")

    def marks(self, pane: int) -> tuple[Mark, ...]:
        """The pane's own marks and the rings round what is too small to see."""
        if self.sheet is None or not self._are_classes_on:
            return ()
        found = self._rendered.get(pane)
        return (*self.sheet.panes[pane].marks, *(found.rings if found else ()))

    def rows(self, pane: int) -> tuple[LegendRow, ...]:
        """The legend of one pane."""
        if self.sheet is None:
            return ()
        found = self._rendered.get(pane)
        rows = []
        for name, each in named_classes(self.sheet.panes[pane]):
            state = self._states[pane, name]
            color, is_hatched, opacity = (
                found.looks[name] if found else ((128, 128, 128), False, 1.0)
            )
            if state.opacity is not None:
                opacity = state.opacity
            pixels = found.pixels[name] if found and self.sheet.has_counts else None
            rows.append(
                LegendRow(pane, name, each.label, color, is_hatched, state, opacity, pixels)
            )
        return tuple(rows)

    def says(self, pane: int, x: int, y: int) -> str:
        """What the topmost visible class at a pixel is; empty where there is none."""
        if self.sheet is None:
            return ""
        for name, each in reversed(named_classes(self.sheet.panes[pane])):
            height, width = each.mask.shape[:2]
            is_there = 0 <= x < width and 0 <= y < height and bool(each.mask[y, x])
            if is_there and self._states[pane, name].is_visible:
                return each.says or each.label
        return ""

    def set_state(self, pane: int, key: str, state: ClassState) -> None:
        """Show or hide a class, or weigh it."""
        if self.sheet is None or self._states[pane, key] == state:
            return
        self._states[pane, key] = state
        self._kept[self.sheet.panes[pane].title, key] = state
        self.legend_changed.emit()
        self.paint(pane)

    def set_palette(self, palette: PaletteName) -> None:
        """Documented colors or the color-blind-safe ones."""
        if palette != self.palette:
            self.palette = palette
            self.palette_changed.emit(palette)
            self.paint_all()

    def set_scale(self, scale: float) -> None:
        """Screen pixels a picture pixel; rings and hatching follow once the zoom settles."""
        if abs(scale - self._scale) > 1e-9:
            self._scale = scale
            if self.sheet is not None and self._pictures:
                self._settled.start()

    def set_classes_on(self, are_on: bool) -> None:
        """All classes off, to see the bases, and on again."""
        self._are_classes_on = are_on
        self.paint_all()

    def paint_all(self) -> None:
        """Have every pane painted."""
        self._settled.stop()
        for number in range(len(self.sheet.panes) if self.sheet is not None else 0):
            self.paint(number)

    def paint(self, number: int) -> None:
        """Have one pane painted."""
        sheet, palette, scale = self.sheet, self.palette, self._scale
        if sheet is None:
            return
        pane = sheet.panes[number]
        if pane.base is None:
            self._problems[number] = self.tr("no picture")
            self.painted.emit(number)
            return
        states = {name: self._states[number, name] for name, _ in named_classes(pane)}
        if not self._are_classes_on:
            states = {key: replace(state, is_visible=False) for key, state in states.items()}
        self._run(
            f"sheet:{number}",
            lambda _token: render_pane(pane, states, palette=palette, scale=scale),
            done=lambda made: self._take(sheet, number, made),
            failed=lambda error: self._fail(sheet, number, error),
        )

    def _take(self, sheet: Sheet, number: int, made: RenderedPane) -> None:
        if sheet is not self.sheet:
            return
        prepared: Any = made.prepared
        base = sheet.panes[number].base
        pixels = base if getattr(base, "ndim", 0) == 3 else None
        size = (prepared.width, prepared.height)
        self._pictures[number] = Picture(prepared, size, True, pixels)
        self._rendered[number] = made
        self._problems.pop(number, None)
        self.painted.emit(number)
        self.legend_changed.emit()

    def _fail(self, sheet: Sheet, number: int, error: Exception) -> None:
        if sheet is self.sheet:
            self._problems[number] = self.tr("This pane cannot be painted: {0}").format(error)
            self._pictures.pop(number, None)
            self.painted.emit(number)
