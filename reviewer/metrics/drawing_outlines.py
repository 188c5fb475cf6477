"""The outlines of SVG's basic shapes, and lengths with units."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
from lxml import etree

from .drawing_paths import LARGEST, Polyline, parse_path
from .drawing_style import local_name

_LENGTH = re.compile(r"^\s*+([-+]?(?:\d++\.?\d*+|\.\d++)(?:[eE][-+]?\d++)?)\s*+([a-zA-Z%]*+)")
_PIXELS = {"px": 1.0, "in": 96.0, "cm": 96 / 2.54, "mm": 96 / 25.4, "pt": 96 / 72, "pc": 16.0}


def length(text: str | None, *, whole: float = 0.0) -> float | None:
    """Return a length in user units at 96 dots an inch; None where there is none.

    Parameters
    ----------
    text : str or None
        For example ``12``, ``3mm`` or ``50%``.
    whole : float
        What a percentage refers to.
    """
    found = _LENGTH.match(text or "")
    if not found:
        return None
    number, unit = float(found.group(1)), found.group(2)
    if not abs(number) <= LARGEST:
        return None
    if unit == "%":
        return number / 100 * whole
    return number * _PIXELS.get(unit.lower(), 1.0)


def view_box(root: etree._Element) -> tuple[float, float, float, float] | None:
    """Return x, y, width and height of what a drawing shows; None when it states nothing."""
    numbers = [length(part) for part in re.split(r"[\s,]+", root.get("viewBox", "").strip())]
    if len(numbers) == 4:
        x, y, width, height = (number if number is not None else 0.0 for number in numbers)
        if width > 0 and height > 0:
            return x, y, width, height
    width, height = length(root.get("width")) or 0.0, length(root.get("height")) or 0.0
    return (0.0, 0.0, width, height) if width > 0 and height > 0 else None


def outlines(
    element: etree._Element, view: tuple[float, float, float, float]
) -> Iterator[Polyline]:
    """Yield the outlines of one element in its own units; nothing for groups and texts.

    Parameters
    ----------
    element : lxml element
        A basic shape or a path.
    view : tuple of float
        The view box, which percentages refer to.

    Raises
    ------
    NotMeasured
        The path is too long.
    """
    name = local_name(element)

    def number(key: str, whole: float = 0.0) -> float:
        return length(element.get(key), whole=whole) or 0.0

    if name == "rect":
        x, y = number("x", view[2]), number("y", view[3])
        w, h = number("width", view[2]), number("height", view[3])
        if w > 0 and h > 0:
            yield Polyline(np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]]), True)
    elif name in ("circle", "ellipse"):
        rx = number("r") or number("rx")
        ry = number("r") or number("ry")
        if rx > 0 and ry > 0:
            center = np.array([number("cx", view[2]), number("cy", view[3])])
            turn = np.linspace(0, 2 * np.pi, 64, endpoint=False)
            circle = np.stack([np.cos(turn) * rx, np.sin(turn) * ry], axis=1)
            yield Polyline(circle + center, True)
    elif name == "line":
        ends = [[number("x1"), number("y1")], [number("x2"), number("y2")]]
        yield Polyline(np.array(ends), False)
    elif name in ("polygon", "polyline"):
        found = parse_path("M" + element.get("points", ""))
        for line in found:
            yield Polyline(line.points, name == "polygon" or line.is_closed)
    elif name == "path":
        yield from parse_path(element.get("d", ""))
