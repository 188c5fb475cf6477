"""The number of a tile whose claim is wrong: nobody but the person knows it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize
from PySide6.QtWidgets import QWidget

from reviewer.session.tiles import TileView
from reviewer.ui import fonts
from reviewer.ui.extras.tile_grid import TileGrid
from reviewer.ui.panel.asking import NumberSheet
from reviewer.ui.translate import tr


class TileNumber(NumberSheet):
    """Asks at the current tile; `scope` is its task, and Esc leaves all as it was."""

    def __init__(self, grid: TileGrid) -> None:
        super().__init__(grid)
        self._grid = grid
        self.title.set_words(tr("Wrong: which number is right?"))

    def ask_for(self, view: TileView) -> None:
        """Show the measured number, to be written over."""
        self.scope = view.task
        self.ask(view.claim, view.words, value=view.credit)

    def place(self) -> None:
        """Over the tile, inside of the window."""
        super().place()
        parent = self.parentWidget()
        if parent is None:
            return
        cell = self._grid.cell(self._grid.current).toRect()
        at = self._grid.mapTo(parent, cell.topLeft()) + QPoint(1, 1) * fonts.scaled(8)
        room = parent.size() - self.size() - QSize(1, 1) * fonts.scaled(8)
        self.move(max(0, min(at.x(), room.width())), max(0, min(at.y(), room.height())))

    def first_focus(self) -> QWidget:
        return self.field
