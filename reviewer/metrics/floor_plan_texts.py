"""Texts of a floor plan: labels beside pieces, and dimensions with their lines."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import numpy as np

from .drawing_shapes import FURNITURE, Contents, Text
from .floor_plan_names import has_chinese, is_base_layer
from .geometry import Points, Segment, region_gap

# Numbers are taken whole: tried from each of its digits, a long one would take minutes.
SIZE = re.compile(
    r"(?<!\d)(\d++(?:\.\d++)?)\s*+(?:mm)?+\s*+[×xX*＊✕]\s*+(\d++(?:\.\d++)?)\s*+mm",
    re.IGNORECASE,
)
MILLIMETERS = re.compile(
    r"(?<!\d)(\d{1,3}(?:,\d{3}){1,3}|\d++(?:\.\d++)?)\s*+(?:mm|毫米)", re.IGNORECASE
)
MAX_TEXTS = 2000
MAX_LINES = 400
_CANDIDATES = 8


@dataclass(frozen=True, slots=True)
class Label:
    """The text nearest to a piece that reads as its label, and how far off it stands."""

    text: Text
    distance: float

    @property
    def has_chinese(self) -> bool:
        """Whether it holds a Chinese name."""
        return has_chinese(self.text.content)

    @property
    def has_millimeters(self) -> bool:
        """Whether it states a size in mm."""
        return MILLIMETERS.search(self.text.content) is not None

    @property
    def size(self) -> tuple[float, float] | None:
        """The stated width and depth in mm."""
        found = SIZE.search(self.text.content)
        return (float(found.group(1)), float(found.group(2))) if found else None


@dataclass(frozen=True, slots=True)
class Dimension:
    """A stated length in mm and the line drawn for it (None without one)."""

    text: Text
    millimeters: float
    segment: Segment | None
    line_id: str
    is_given: bool
    """Whether it belongs to the plan the agent was given, and is not one of its passages."""

    @property
    def length(self) -> float | None:
        """Length of the drawn line in user units."""
        return math.dist(*self.segment) if self.segment else None


def pair_labels(texts: Sequence[Text], pieces: Mapping[str, Sequence[Points]]) -> dict[str, Label]:
    """Give each piece the nearest text, each text to one piece, nearest pairs first.

    Parameters
    ----------
    texts : sequence of Text
        All texts; those with a Chinese name, a size or both are labels, others are not used.
    pieces : mapping of str to polygons
        The outlines of each piece in user units.
    """
    usable = [text for text in texts if has_chinese(text.content) or SIZE.search(text.content)]
    usable = usable[:MAX_TEXTS]
    pairs: list[tuple[float, str, Text]] = []
    boxes = np.array([text.box for text in usable]).reshape(-1, 4)
    for name, outlines in pieces.items():
        # Boxes are compared with all texts at once; the dear exact distance with the nearest few.
        rough = np.min([_box_distances(boxes, outline) for outline in outlines], axis=0)
        for index in np.argsort(rough, kind="stable")[:_CANDIDATES]:
            corners = _corners(usable[index].box)
            distance = min(region_gap(corners, outline)[0] for outline in outlines)
            pairs.append((distance, name, usable[index]))
    found: dict[str, Label] = {}
    used: set[int] = set()
    for distance, name, text in sorted(pairs, key=lambda pair: pair[0]):
        if name not in found and id(text) not in used:
            found[name] = Label(text, distance)
            used.add(id(text))
    return found


def dimensions(drawn: Contents, *, skip: AbstractSet[int]) -> tuple[Dimension, ...]:
    """Pair each text that states one length in mm with the open line nearest to it.

    Parameters
    ----------
    drawn : Contents
        Shapes and texts of the drawing.
    skip : set of int
        ``id()`` of the elements of texts that label pieces.
    """
    stated = [
        (text, float(found.group(1).replace(",", "")))
        for text in drawn.texts
        if id(text.element) not in skip
        and not SIZE.search(text.content)
        and (found := MILLIMETERS.search(text.content))
    ]
    lines: list[tuple[Segment, str]] = []
    for shape in drawn.shapes:
        is_open = [line for line in shape.outlines if not line.is_closed]
        if len(is_open) == len(shape.outlines) and is_open:
            segment = max(
                (_ends(line.points) for line in is_open), key=lambda ends: math.dist(*ends)
            )
            if math.dist(*segment) > 0:
                lines.append((segment, shape.element_id))
    has_layer = any(shape.layer == FURNITURE for shape in drawn.shapes)
    # Bounds for hostile files: every text is compared with every line.
    return _pair_lines(stated[:MAX_LINES], lines[:MAX_LINES], has_layer=has_layer)


def _pair_lines(
    stated: Sequence[tuple[Text, float]],
    lines: Sequence[tuple[Segment, str]],
    *,
    has_layer: bool,
) -> tuple[Dimension, ...]:
    pairs = [
        (_line_distance(text, segment), row, column)
        for row, (text, _) in enumerate(stated)
        for column, (segment, _) in enumerate(lines)
    ]
    taken: dict[int, int] = {}
    used: set[int] = set()
    for distance, row, column in sorted(pairs):
        reach = max(2.5 * stated[row][0].box[3], 0.6 * math.dist(*lines[column][0]))
        if row not in taken and column not in used and distance <= reach:
            taken[row] = column
            used.add(column)
    return tuple(
        Dimension(
            text=text,
            millimeters=value,
            segment=lines[taken[row]][0] if row in taken else None,
            line_id=lines[taken[row]][1] if row in taken else "",
            is_given=is_base_layer(text.layer, has_furniture_layer=has_layer),
        )
        for row, (text, value) in enumerate(stated)
    )


def _line_distance(text: Text, segment: Segment) -> float:
    """Distance of the text's middle from the line, and a little of that from the line's middle."""
    (x0, y0), (x1, y1) = segment
    x, y = text.center
    squared = (x1 - x0) ** 2 + (y1 - y0) ** 2
    share = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / squared
    share = min(1.0, max(0.0, share))
    away = math.dist((x, y), (x0 + share * (x1 - x0), y0 + share * (y1 - y0)))
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    return away + 0.25 * math.dist(text.center, middle)


def _ends(points: Points) -> Segment:
    first, last = points[0], points[-1]
    return (float(first[0]), float(first[1])), (float(last[0]), float(last[1]))


def _corners(box: tuple[float, float, float, float]) -> Points:
    x, y, width, height = box
    return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]])


def _box_distances(boxes: Points, outline: Points) -> Points:
    """Distance of each box (x, y, width, height) from the box around an outline."""
    low, high = outline.min(axis=0), outline.max(axis=0)
    ends = boxes[:, :2] + boxes[:, 2:]
    away = np.maximum(np.maximum(low - ends, boxes[:, :2] - high), 0.0)
    return np.asarray(np.hypot(away[:, 0], away[:, 1]))
