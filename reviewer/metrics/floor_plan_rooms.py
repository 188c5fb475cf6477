"""Rooms found in the drawing itself: closed shapes that carry a room's name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .drawing_shapes import FURNITURE, Contents, Shape, Text
from .floor_plan_names import room_named
from .geometry import Points, area, contains


@dataclass(frozen=True, slots=True)
class Room:
    """A room's polygon in user units, and where it comes from."""

    name: str
    points: Points
    source: str


def drawn_rooms(drawn: Contents, names: Sequence[str]) -> tuple[Room, ...]:
    """Find rooms among the closed shapes outside the furniture layer.

    Parameters
    ----------
    drawn : Contents
        Shapes and texts of the drawing.
    names : sequence of str
        The rooms to look for.

    Returns
    -------
    tuple of Room
        A shape whose id or label names a room, else the smallest closed shape around a text that
        names it. A shape around the names of two rooms is a storey, not a room.
    """
    shapes = [shape for shape in drawn.shapes if shape.layer != FURNITURE and shape.is_closed]
    texts = [
        (text, room)
        for text in drawn.texts
        if text.layer != FURNITURE and (room := room_named(text.content, names)) is not None
    ]
    held = {id(shape): _rooms_inside(shape, texts) for shape in shapes}
    found: list[Room] = []
    for name in names:
        named = [shape for shape in shapes if _own_name(shape, names) == name]
        around = [shape for shape in shapes if held[id(shape)] == {name}]
        for shape in sorted(named or around, key=lambda each: area(_ring(each)))[:1]:
            found.append(Room(name, _ring(shape), "the drawing"))
    return tuple(found)


def _own_name(shape: Shape, names: Sequence[str]) -> str | None:
    return room_named(f"{shape.element_id} {shape.label}", names)


def _rooms_inside(shape: Shape, texts: Sequence[tuple[Text, str]]) -> set[str]:
    if not texts:
        return set()
    centers = np.array([text.center for text, _ in texts])
    inside = contains(_ring(shape), centers)
    return {room for (_, room), is_in in zip(texts, inside, strict=True) if is_in}


def _ring(shape: Shape) -> Points:
    closed = [line.points for line in shape.outlines if line.is_closed]
    return max(closed, key=area)
