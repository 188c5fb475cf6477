"""A floor plan's findings over its rendered picture: rooms, pieces, clearances, the east row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.overlays.layers import Layer
from reviewer.overlays.palette import DOCUMENTED, Palette

Points = NDArray[np.float64]
Mask = NDArray[np.uint8]

# Subpixel coordinates of OpenCV's drawing: 4 bits behind the point.
_BITS = 4
_ROOM_WIDTH = 2.0
_PIECE_WIDTH = 3.0
_CLEARANCE_WIDTH = 3.0

# Which paint of the palette stands for which class, and its opacity.
_PAINTS = {
    "plan_room": ("change_missing", 0.9),
    "plan_holds": ("changed_right", 0.4),
    "plan_breaks": ("change_uncalled", 0.55),
    "plan_open": ("changed_otherwise", 0.4),
    "plan_clear": ("changed_right", 1.0),
    "plan_narrow": ("change_uncalled", 1.0),
    "plan_east": ("change_missing", 0.9),
}
SAYS = {
    "plan_room": "wall of a room",
    "plan_holds": "piece, keeps the rules measured here",
    "plan_breaks": "piece, breaks a rule",
    "plan_open": "piece, a rule could not be measured",
    "plan_clear": "clearance, wide enough",
    "plan_narrow": "clearance, too narrow",
    "plan_east": "piece of the east row",
}


@dataclass(frozen=True, slots=True)
class PlanMark:
    """One outline or line of the plan.

    Parameters
    ----------
    points : (n, 2) float
        In user units of the drawing: a polygon, or the two ends of a clearance.
    verdict : bool or None
        Whether it keeps the rules; None where that was not measured.
    """

    points: Points
    verdict: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanMarks:
    """All that is drawn over a plan, in user units.

    Parameters
    ----------
    view : (x, y, width, height)
        The part of the plane that the picture shows.
    rooms, pieces, clearances : sequence of PlanMark
        Room polygons, piece polygons, and segments of two points each.
    east : sequence of PlanMark
        Polygons of the pieces along the east wall.
    """

    view: tuple[float, float, float, float]
    rooms: Sequence[PlanMark] = ()
    pieces: Sequence[PlanMark] = ()
    clearances: Sequence[PlanMark] = ()
    east: Sequence[PlanMark] = ()


def plan_layers(
    marks: PlanMarks, *, size: tuple[int, int], palette: Palette = DOCUMENTED, scale: float = 1.0
) -> tuple[Layer, ...]:
    """Return one layer a class, for painting, toggling and asking what a pixel is.

    Parameters
    ----------
    marks : PlanMarks
    size : (height, width)
        Of the rendered picture, in pixels.
    palette : Palette
    scale : float
        Screen pixels per picture pixel; lines keep their width on the screen.

    Returns
    -------
    tuple of Layer
        Classes without a mark are left out. Masks are (height, width) uint8, 0 or 1.

    Raises
    ------
    ValueError
        The view has no area, or the picture has none.
    """
    x, y, width, height = marks.view
    if not (width > 0 and height > 0 and min(size) > 0):
        raise ValueError(f"a view of {width}×{height} units over a picture of {size} has no scale")
    place = _Placement(np.array([x, y]), np.array([size[1] / width, size[0] / height]), size, scale)
    by_verdict = {True: "plan_holds", False: "plan_breaks", None: "plan_open"}
    masks: dict[str, Mask] = {}
    for mark in marks.pieces:
        place.fill(masks, by_verdict[mark.verdict], mark.points)
    for mark in marks.rooms:
        place.outline(masks, "plan_room", mark.points, _ROOM_WIDTH)
    for mark in marks.east:
        place.outline(masks, "plan_east", mark.points, _PIECE_WIDTH)
    for mark in marks.clearances:
        name = "plan_narrow" if mark.verdict is False else "plan_clear"
        place.line(masks, name, mark.points, _CLEARANCE_WIDTH)
    return tuple(
        Layer(name, SAYS[name], masks[name], palette.paint(key).color, opacity)
        for name, (key, opacity) in _PAINTS.items()
        if name in masks
    )


@dataclass(frozen=True, slots=True)
class _Placement:
    origin: Points
    factor: Points
    size: tuple[int, int]
    scale: float

    def _start(self, masks: dict[str, Mask], name: str, points: Points) -> tuple[Mask, Any]:
        mask = masks.setdefault(name, np.zeros(self.size, dtype=np.uint8))
        return mask, _fixed((np.asarray(points, dtype=np.float64) - self.origin) * self.factor)

    def fill(self, masks: dict[str, Mask], name: str, points: Points) -> None:
        mask, placed = self._start(masks, name, points)
        cv2.fillPoly(mask, [placed], 1, cv2.LINE_8, shift=_BITS)

    def outline(self, masks: dict[str, Mask], name: str, points: Points, width: float) -> None:
        mask, placed = self._start(masks, name, points)
        self._draw(mask, placed, width, is_closed=True)

    def line(self, masks: dict[str, Mask], name: str, points: Points, width: float) -> None:
        mask, placed = self._start(masks, name, points)
        self._draw(mask, placed, width, is_closed=False)

    def _draw(self, mask: Mask, placed: Any, width: float, *, is_closed: bool) -> None:  # noqa: ANN401
        thickness = max(1, round(width / self.scale))
        cv2.polylines(mask, [placed], is_closed, 1, thickness, cv2.LINE_8, shift=_BITS)


def _fixed(pixels: Points) -> NDArray[np.int32]:
    """Pixel positions as OpenCV's fixed-point numbers, kept where they fit."""
    # User units meet pixels at corners, OpenCV counts from pixel centers.
    limit = float(2**26)
    return np.asarray(np.rint(np.clip((pixels - 0.5) * 2**_BITS, -limit, limit)), dtype=np.int32)
