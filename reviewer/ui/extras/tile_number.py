"""The number of a tile whose claim is wrong: nobody but the person knows it."""

from __future__ import annotations

from reviewer.session.tiles import TileView
from reviewer.ui import fonts
from reviewer.ui.extras.tile_grid import GAP, TileGrid
from reviewer.ui.panel.asking import NumberSheet
from reviewer.ui.translate import tr


class TileNumber(NumberSheet):
    """Asks at the current tile; `scope` is its task, and Esc leaves all as it was."""

    def __init__(self, grid: TileGrid) -> None:
        super().__init__(grid)
        self._grid = grid
        self._measured: float | None = None
        self.title.set_words(tr("Wrong: which number is right?"))

    def ask_for(self, view: TileView) -> None:
        """Show the measured number, to be written over."""
        self.scope, self._measured = view.task, view.credit
        self.ask(view.claim, view.words, value=view.credit)

    def exact(self, value: float) -> float:
        """The measured number itself where it was left as it is shown, with fewer digits."""
        measured = self._measured
        return measured if measured is not None and value == float(f"{measured:g}") else value

    def place(self) -> None:
        """Beside the tile, which must be seen to say its number, inside of the window."""
        super().place()
        parent = self.parentWidget()
        if parent is None:
            return
        cell = self._grid.cell(self._grid.current).toRect()
        at, gap = self._grid.mapTo(parent, cell.topLeft()), fonts.scaled(GAP)
        x = at.x() + cell.width() + gap
        if x + self.width() > parent.width():
            x = at.x() - self.width() - gap
        lowest = parent.height() - self.height() - gap
        self.move(max(0, x), max(0, min(at.y(), lowest)))
