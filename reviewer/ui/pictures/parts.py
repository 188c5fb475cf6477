"""The parts of the picture desk and how they are laid out."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from reviewer.ui import theme
from reviewer.ui.pictures.camera import Camera
from reviewer.ui.pictures.difference import DifferenceWalk
from reviewer.ui.pictures.inspector import Inspector
from reviewer.ui.pictures.moves import Moves
from reviewer.ui.pictures.picture_set import PictureSet
from reviewer.ui.pictures.readout import Readout
from reviewer.ui.pictures.regions import RegionStrip
from reviewer.ui.pictures.sheet import SheetDesk
from reviewer.ui.pictures.source import Run
from reviewer.ui.pictures.stage import Stage
from reviewer.ui.pictures.toolbar import Toolbar
from reviewer.ui.widgets import paint

# Under this height of the canvas the strip of regions would leave too little picture.
REGIONS_FROM = 420


class DeskParts(paint.Painted, QWidget):
    """Toolbar, stage, region strip, readout and inspector, with the state they share."""

    def __init__(self, *, run: Run, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.camera, self.close_up = Camera(self), Camera(self)
        self.pictures = PictureSet(run, self)
        self.walk = DifferenceWalk(run, self)
        self.sheet = SheetDesk(run, self)
        self.toolbar, self.readout = Toolbar(self), Readout(self)
        self.stage = Stage(self.camera, self.close_up, self)
        self.regions = RegionStrip(self.walk, self)
        self.inspector = Inspector(self.sheet, self)
        self.moves = Moves(
            self.camera, close_up=self.close_up, pictures=self.pictures, walk=self.walk,
            stage=self.stage,
        )  # fmt: skip
        self._lay_out()

    def _lay_out(self) -> None:
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(self.stage, 1)
        column.addWidget(self.regions)
        column.addWidget(self.readout)
        row = QHBoxLayout()
        row.setSpacing(0)
        row.addLayout(column, 1)
        row.addWidget(self.inspector)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.toolbar)
        outer.addLayout(row, 1)

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        """The panel under the toolbar; the header above has its own line."""
        painter.fillRect(self.rect(), QColor(tokens.panel))
