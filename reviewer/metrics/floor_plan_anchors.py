"""Rooms, doors and assignments as ground-truth files state them, in whatever form they take."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from . import NotMeasured
from .geometry import Points, area, as_points

_LISTS = ("polygon", "points", "vertices", "outline", "boundary", "corners", "coords", "path")
_NAMES = ("name", "id", "room", "label", "key")
_INSIDE = ("rooms", "doors", "polygons")


@dataclass(frozen=True, slots=True)
class Anchor:
    """A named place of the plan: a closed polygon, an open line, or a single point."""

    name: str
    points: Points
    is_closed: bool


@dataclass(frozen=True, slots=True)
class Anchors:
    """What could be read, and why the rest could not."""

    anchors: tuple[Anchor, ...]
    problems: dict[str, str]


def load_json(text: str | None, name: str) -> object:
    """Parse a ground-truth file.

    Raises
    ------
    NotMeasured
        The text is no JSON; None (a missing file) gives an empty mapping.
    """
    if text is None:
        return {}
    try:
        loaded: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotMeasured(f"{name} is not valid JSON ({error})") from error
    return loaded


def read_anchors(data: object, *, is_area: bool) -> Anchors:
    """Read polygons (rooms) or places (doors) from parsed JSON.

    Parameters
    ----------
    data : object
        Names to geometry, or a list of objects with a name. Geometry is a list of points, an object
        with ``polygon``/``points``/…, with ``x, y, width, height``, with ``x1, y1, x2, y2``, or
        (doors) with ``x, y`` alone.
    is_area : bool
        True for rooms: what encloses no area is left out.

    Returns
    -------
    Anchors
        Four bare numbers are left out with a reason: they can be read in two ways.
    """
    anchors: list[Anchor] = []
    problems: dict[str, str] = {}
    for name, value in _named(data):
        try:
            points, is_closed = _geometry(value, is_area=is_area)
        except ValueError as error:
            problems[name] = str(error)
            continue
        if is_area and (not is_closed or area(points) <= 0):
            problems[name] = "it encloses no area"
        else:
            anchors.append(Anchor(name, points, is_closed))
    return Anchors(tuple(anchors), problems)


def read_assignments(data: object) -> dict[str, str]:
    """Read which piece belongs in which room from ``expected_furniture.json``.

    Parameters
    ----------
    data : object
        The parsed file; ``required_furniture`` maps a piece to a room's name or to an object with
        ``room``. Pieces without a room are left out.
    """
    required = data.get("required_furniture", data) if isinstance(data, Mapping) else {}
    found: dict[str, str] = {}
    for name, value in required.items() if isinstance(required, Mapping) else ():
        room = value.get("room") if isinstance(value, Mapping) else value
        if isinstance(room, str):
            found[str(name)] = room
    return found


def _named(data: object) -> Iterator[tuple[str, object]]:
    if isinstance(data, Mapping):
        for key in _INSIDE:
            if isinstance(data.get(key), Mapping | list):
                yield from _named(data[key])
                return
        for name, value in data.items():
            if not str(name).startswith("_"):
                yield str(name), value
    elif isinstance(data, list):
        for number, value in enumerate(data, start=1):
            given = value if isinstance(value, Mapping) else {}
            names = [given[key] for key in _NAMES if isinstance(given.get(key), str)]
            yield (names[0] if names else str(number)), value


def _geometry(value: object, *, is_area: bool) -> tuple[Points, bool]:
    if isinstance(value, list):
        return _from_list(value)
    if not isinstance(value, Mapping):
        raise ValueError("it states no geometry")
    for key in _LISTS:
        if isinstance(value.get(key), list):
            return _from_list(value[key])
    for names in (("x", "y", "width", "height"), ("x", "y", "w", "h")):
        if all(_is_number(value.get(key)) for key in names):
            x, y, w, h = (float(value[key]) for key in names)
            return as_points([[x, y], [x + w, y], [x + w, y + h], [x, y + h]]), True
    for names in (("x1", "y1", "x2", "y2"), ("x0", "y0", "x1", "y1")):
        if all(_is_number(value.get(key)) for key in names):
            x, y, u, v = (float(value[key]) for key in names)
            box = [[x, y], [u, y], [u, v], [x, v]]
            return (as_points(box), True) if is_area else (as_points([[x, y], [u, v]]), False)
    for key in ("center", "position", "point"):
        pair = value.get(key)
        if isinstance(pair, list) and len(pair) == 2:
            return as_points([pair]), False
    if _is_number(value.get("x")) and _is_number(value.get("y")):
        return as_points([[float(value["x"]), float(value["y"])]]), False
    raise ValueError("it states no geometry")


def _from_list(values: Sequence[object]) -> tuple[Points, bool]:
    if not values:
        raise ValueError("its list of points is empty")
    if all(_is_number(value) for value in values):
        if len(values) == 4:
            raise ValueError("its four numbers can be read as corners or as a size")
        raise ValueError("its numbers are no points")
    pairs = [[_part(value, 0, "x"), _part(value, 1, "y")] for value in values]
    points = as_points(np.array(pairs))
    if len(points) > 3 and np.allclose(points[0], points[-1]):
        points = points[:-1]
    return points, len(points) > 2


def _part(value: object, index: int, key: str) -> float:
    if isinstance(value, Mapping):
        value = value.get(key)
    elif isinstance(value, list) and len(value) == 2:
        value = value[index]
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError("its points are no pairs of numbers")
    return float(value)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
