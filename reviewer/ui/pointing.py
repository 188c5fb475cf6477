"""Between lists and pictures: a row shows its place, and a place its row."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPolygonF

from reviewer.model import Mark
from reviewer.session.layers import PANEL as LAYERS
from reviewer.ui.pictures.moves import box_of
from reviewer.ui.translate import tr

if TYPE_CHECKING:
    from reviewer.session.desk import Session
    from reviewer.ui.window import Window

_AREAS = frozenset({"box", "polygon"})


class Pointing:
    """What a click in the lower panel shows in the pictures, and the other way round."""

    def __init__(self, window: Window, session: Session) -> None:
        self._window, self._session = window, session

    def connect(self) -> None:
        """Connect both ends."""
        self._window.bottom.item_wanted.connect(self.show_item)
        self._window.bottom.picture_wanted.connect(self.show_picture)
        self._window.pictures.place_clicked.connect(self.place_clicked)

    # From a list to the pictures

    def show_item(self, panel: str, item: str) -> None:
        """Show what a row names: a row of the rubric with its evidence, a layer, or a place."""
        if panel.startswith(LAYERS):
            # A layer is seen best without what lies over it.
            layers = self._session.layers
            self._window.commands.apply(lambda: layers.show_alone(panel, item))
            self._session.places.find(item, panel=panel, done=partial(self._found, item))
            return
        if self._is_row(item):
            self._window.bottom.details.want(item)
            self._window.rows.go_to(item)
            return
        evidence = self._window.pictures.evidence
        known = [mark for mark in evidence.marks if mark.item == item] if evidence else []
        if known:
            self._found(item, known)
            return
        self._session.places.find(item, panel=panel, done=partial(self._found, item))

    def _is_row(self, item: str) -> bool:
        state = self._session.current
        rubric = state.effective if state is not None else None
        if rubric is None:
            return False
        return rubric.check(item) is not None or any(row.id == item for row in rubric.uncovered)

    def _found(self, item: str, marks: Iterable[Mark]) -> None:
        areas = [mark for mark in marks if mark.shape in _AREAS] or list(marks)
        if not areas and ":" in item:
            name = named(item)
            said = tr("{name} is nowhere in the pictures: nothing is drawn for it")
            self._window.status.say(said.format(name=name))
        self._point(item, areas, zoom=True)

    def _point(self, item: str, marks: Iterable[Mark], *, zoom: bool) -> None:
        shown = [replace(m, tone="accent", label=m.label or named(item)) for m in marks]
        self._window.pictures.point_at(shown, zoom=zoom)

    def show_picture(self, panel: str, at: int) -> None:
        """Show one picture of a strip large."""
        showing = self._session.showing
        evidence = self._window.pictures.evidence
        pictures = tuple(evidence.pictures.items()) if evidence is not None else ()
        if panel:
            pictures = next((each.pictures for each in showing.panels if each.id == panel), ())
        if not 0 <= at < len(pictures):
            return
        title, pixels = pictures[at]
        if pixels is None:
            self._window.status.say(title)
            return
        self._window.pictures.show_picture(title, pixels)

    # From the pictures to a list

    def place_clicked(self, role: str, u: float, v: float) -> None:
        """Select the row of what was clicked."""
        evidence = self._window.pictures.evidence
        told = tuple(mark for mark in evidence.marks if mark.item) if evidence else ()
        self._session.places.elements(lambda every: self._take_click((*told, *every), role, u, v))

    def _take_click(self, marks: tuple[Mark, ...], role: str, u: float, v: float) -> None:
        below = [mark for mark in marks if mark.item and self._is_below(mark, role, u, v)]
        if not below:
            self._window.pictures.point_at((), zoom=False)
            return
        details = self._window.bottom.details
        listed = [mark for mark in below if details.holds(mark.item)]
        hit = min(listed or below, key=_extent)
        own = {mark.role: mark for mark in reversed(marks) if mark.item == hit.item
               and mark.shape in _AREAS}  # fmt: skip
        self._point(hit.item, own.values(), zoom=False)
        if self._window.bottom_tab not in ("", "details"):
            self._window.show_tab("details", takes_focus=False)
        details.select(hit.item)

    def _is_below(self, mark: Mark, role: str, u: float, v: float) -> bool:
        """Whether a mark of this role covers the place; on a sheet, one of any role."""
        if mark.shape not in _AREAS or (role and mark.role != role):
            return False
        size = self._window.pictures.pictures.size(mark.role)
        if size is None:
            return False
        at = QPointF(u * size[0], v * size[1])
        if mark.shape == "polygon":
            pairs = zip(mark.points[0::2], mark.points[1::2], strict=True)
            shape = QPolygonF([QPointF(x, y) for x, y in pairs])
            return shape.containsPoint(at, Qt.FillRule.OddEvenFill)
        x, y, width, height = box_of(mark)
        return x <= at.x() <= x + width and y <= at.y() <= y + height


def named(item: str) -> str:
    """What people call an item: its id without the sort of thing it is."""
    return item.partition(":")[2] or item


def _extent(mark: Mark) -> float:
    _, _, width, height = box_of(mark)
    return width * height
