"""The canvas that holds the panes, and puts them where a mode wants them."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from reviewer.ui import fonts, theme
from reviewer.ui.pictures import arrange
from reviewer.ui.pictures.arrange import Rect
from reviewer.ui.pictures.camera import Camera
from reviewer.ui.pictures.pane import Pane
from reviewer.ui.pictures.strip import ThumbnailStrip
from reviewer.ui.widgets import paint

MAIN = "main"


class Stage(paint.Painted, QWidget):
    """One pane a role for 3-up, a main pane for the other modes, close-ups, four for the sheet."""

    arranged = Signal()

    def __init__(self, camera: Camera, close_up: Camera, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._camera, self._close_up = camera, close_up
        self.mode, self.window_width = "3-up", 1920
        self.panes: dict[str, Pane] = {}
        self.details: dict[str, Pane] = {}
        self.main = Pane(camera, MAIN, self)
        self.sheet = [Pane(camera, f"sheet:{number}", self) for number in range(4)]
        self.strip = ThumbnailStrip(self)
        self.aspect, self.lead_role = 1.0, "result"
        self.setMinimumSize(200, 120)

    def set_roles(self, roles: list[str], thumbnails: list[tuple[str, str, str]]) -> None:
        """The roles that have a pane; panes of roles that stay are kept."""
        if roles != list(self.panes):
            self.panes = self._with(self.panes, roles, self._camera)
            self.details = self._with(self.details, roles, self._close_up)
        self.strip.set_roles(thumbnails)
        self.arrange()

    def _with(self, old: dict[str, Pane], roles: list[str], camera: Camera) -> dict[str, Pane]:
        for role, pane in old.items():
            if role not in roles:
                pane.hide()
                pane.deleteLater()
        return {role: old.get(role) or Pane(camera, role, self) for role in roles}

    def all_panes(self) -> tuple[Pane, ...]:
        """Every pane, seen or not."""
        return (*self.panes.values(), *self.details.values(), self.main, *self.sheet)

    def room(self) -> arrange.Room:
        """The canvas as the geometry takes it."""
        header = fonts.scaled(28)
        return arrange.Room(self.width(), self.height(), header, self.window_width)

    def lead(self) -> Pane:
        """The pane that "fit" means."""
        if self.mode == "sheet":
            return self.sheet[0]
        if self.mode == "3-up" and self.panes:
            return self.panes.get(self.lead_role) or next(iter(self.panes.values()))
        return self.main

    def set_mode(self, mode: str) -> None:
        """Show the panes of a mode."""
        self.mode = mode
        self.arrange()

    def arrange(self) -> None:
        """Put every pane where the mode wants it and hide the others."""
        places, room = dict[QWidget, Rect](), self.room()
        if self.mode == "3-up":
            cells = arrange.grid(room, len(self.panes), self.aspect)
            places.update(zip(self.panes.values(), cells, strict=True))
        elif self.mode == "sheet":
            places.update(zip(self.sheet, arrange.four(room), strict=True))
        elif self.mode == "one":
            places[self.main] = arrange.single(room)
            if len(self.strip.thumbnails()) > 1:
                places[self.main], places[self.strip] = arrange.with_strip(
                    room, fonts.scaled(room.strip)
                )
        elif self.mode == "difference":
            main, cells = arrange.with_details(room, min(3, len(self.details)))
            places[self.main] = main
            places.update(zip(list(self.details.values())[: len(cells)], cells, strict=False))
        else:
            places[self.main] = arrange.single(room)
        self._place(places)

    def _place(self, places: dict[QWidget, Rect]) -> None:
        lead = self.lead()
        for pane in self.all_panes():
            pane.view.is_lead = pane is lead
        first_detail = next(iter(self.details.values()), None)
        if first_detail is not None:
            first_detail.view.is_lead = True
        for widget in (*self.all_panes(), self.strip):
            if widget in places:
                widget.setGeometry(*places[widget])
            widget.setVisible(widget in places)
        for pane in self.all_panes():
            if pane.view.is_lead:
                pane.settle()
                pane.view.tell_lead()
        self.arranged.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()

    def draw(self, painter: QPainter, tokens: theme.Tokens) -> None:
        """Neutral grey round the pictures."""
        painter.fillRect(self.rect(), QColor(tokens.canvas))
