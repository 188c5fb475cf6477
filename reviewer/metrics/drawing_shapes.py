"""Shapes and texts of a drawing in its user units, with every transform applied."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from lxml import etree

from . import NotMeasured
from .drawing_cascade import Paint, Styles, Uses
from .drawing_outlines import length, outlines, view_box
from .drawing_paths import LARGEST, Matrix, Polyline, apply_matrix, parse_transform
from .drawing_style import declarations, is_svg, line_of, local_name
from .drawing_xml import is_layer, label_of, text_content
from .geometry import Points, area, bounds

FURNITURE = "furniture"
MAX_SHAPES = 20_000
MAX_STEPS = 60_000
MAX_POINTS = 2000
MAX_USE_DEPTH = 4
_UNSEEN = frozenset({"defs", "clipPath", "mask", "marker", "pattern", "symbol", "metadata"})
_XLINK_HREF = "{http://www.w3.org/1999/xlink}href"
_LONGEST_NAME = 60
_WIDE = 0x2E80


@dataclass(frozen=True, slots=True)
class Shape:
    """One drawn shape: its outlines in user units, and how it is painted."""

    element: etree._Element
    element_id: str
    label: str
    tag: str
    line: int
    outlines: tuple[Polyline, ...]
    paint: Paint
    layer: str | None
    matrix: Matrix
    is_visible: bool

    @property
    def fill(self) -> str | None:
        """The color as ``#rrggbb``; None where there is none or where it is not known."""
        return self.paint.color

    @property
    def is_closed(self) -> bool:
        """Whether any outline encloses an area."""
        return any(line.is_closed and area(line.points) > 0 for line in self.outlines)

    @property
    def points(self) -> Points:
        """All points of all outlines, shape (n, 2)."""
        return np.concatenate([line.points for line in self.outlines])


@dataclass(frozen=True, slots=True)
class Text:
    """One text: its characters, where it starts, and a rough box around it, in user units."""

    element: etree._Element
    element_id: str
    content: str
    line: int
    box: tuple[float, float, float, float]
    layer: str | None

    @property
    def center(self) -> tuple[float, float]:
        """The middle of the box."""
        x, y, width, height = self.box
        return x + width / 2, y + height / 2


@dataclass(frozen=True, slots=True)
class Contents:
    """What is drawn, in document order, and what could not be measured."""

    shapes: tuple[Shape, ...]
    texts: tuple[Text, ...]
    notes: tuple[str, ...]

    @property
    def extent(self) -> tuple[float, float, float, float] | None:
        """The box (x, y, width, height) around all visible shapes; None without any."""
        seen = [shape.points for shape in self.shapes if shape.is_visible]
        return bounds(np.concatenate(seen)) if seen else None


def contents(root: etree._Element) -> Contents:
    """Collect the shapes and texts of a drawing.

    Parameters
    ----------
    root : lxml element
        The ``<svg>`` element.

    Returns
    -------
    Contents
        Points are in the user units of the root (those of its view box). Definitions are left
        out; ``<use>`` is followed. Strokes have no width here, and rounded corners are square.
    """
    return _Collector(root).collect()


class _Collector:
    def __init__(self, root: etree._Element) -> None:
        self.root = root
        self.styles = Styles(root)
        self.by_id = {e.get("id"): e for e in root.iter() if isinstance(e.tag, str) and e.get("id")}
        self.view = view_box(root) or (0.0, 0.0, 0.0, 0.0)
        self.shapes: list[Shape] = []
        self.texts: list[Text] = []
        self.notes: list[str] = []
        self.steps = 0

    def collect(self) -> Contents:
        self._walk(self.root, np.eye(3), None, is_visible=True, uses=())
        if len(self.shapes) >= MAX_SHAPES or self.steps > MAX_STEPS:
            self.notes.append(f"Only the first {len(self.shapes):,} shapes were measured.")
        return Contents(tuple(self.shapes), tuple(self.texts), tuple(self.notes))

    def _walk(
        self,
        element: etree._Element,
        matrix: Matrix,
        layer: str | None,
        *,
        is_visible: bool,
        uses: Uses,
    ) -> None:
        # Recursion is bounded: the parser refuses more than 256 levels of nesting.
        name = local_name(element)
        self.steps += 1
        is_drawn = name not in _UNSEEN or (name == "symbol" and uses and uses[-1][0] is element)
        if not is_svg(element) or not is_drawn:
            return
        if len(self.shapes) >= MAX_SHAPES or self.steps > MAX_STEPS:
            return
        try:
            own = parse_transform(element.get("transform") or _style_transform(element))
            matrix = matrix @ own
        except NotMeasured as error:
            self.notes.append(f"{_name(element)}: {error}; left out.")
            return
        if is_layer(element) and layer != FURNITURE:
            # A layer inside the furniture layer still holds furniture.
            layer = label_of(element) or element.get("id") or ""
        is_gone = self.styles.value(element, "display") == "none" or self.styles.is_clear(element)
        is_visible = is_visible and not is_gone
        if name == "text":
            self._text(element, matrix, layer)
            return
        if name == "use":
            self._use(element, matrix, layer, is_visible=is_visible, uses=uses)
            return
        if name == "svg" and element is not self.root:
            matrix = matrix @ _shift(length(element.get("x")), length(element.get("y")))
        if name == "symbol":
            matrix = matrix @ _fitted(element, uses[-1][1], self.view)
        self._shape(element, matrix, layer, is_visible=is_visible, uses=uses)
        for child in element:
            self._walk(child, matrix, layer, is_visible=is_visible, uses=uses)

    def _use(
        self,
        element: etree._Element,
        matrix: Matrix,
        layer: str | None,
        *,
        is_visible: bool,
        uses: Uses,
    ) -> None:
        reference = element.get("href") or element.get(_XLINK_HREF) or ""
        target = self.by_id.get(reference.removeprefix("#"))
        if target is None or len(uses) >= MAX_USE_DEPTH or target in element.iterancestors():
            return
        first = len(self.shapes)
        moved = matrix @ _shift(length(element.get("x")), length(element.get("y")))
        inner = (*uses, (target, element))
        self._walk(target, moved, layer, is_visible=is_visible, uses=inner)
        # The copy answers to the name of the <use>, not to that of what it copies.
        for index in range(first, len(self.shapes)):
            copied = self.shapes[index]
            self.shapes[index] = Shape(
                element=element,
                element_id=element.get("id", ""),
                label=label_of(element) or "",
                tag="use",
                line=line_of(element),
                outlines=copied.outlines,
                paint=copied.paint,
                layer=layer,
                matrix=copied.matrix,
                is_visible=copied.is_visible,
            )

    def _shape(
        self,
        element: etree._Element,
        matrix: Matrix,
        layer: str | None,
        *,
        is_visible: bool,
        uses: Uses,
    ) -> None:
        try:
            lines = tuple(outlines(element, self.view))
        except NotMeasured as error:
            self.notes.append(f"{_name(element)}: {error}; left out.")
            return
        if not lines:
            return
        if sum(len(line.points) for line in lines) > MAX_POINTS:
            self.notes.append(f"{_name(element)}: it has more than {MAX_POINTS} points; left out.")
            return
        moved = tuple(Polyline(apply_matrix(matrix, line.points), line.is_closed) for line in lines)
        if any(np.abs(line.points).max() > LARGEST for line in moved):
            self.notes.append(f"{_name(element)}: its coordinates are too large; left out.")
            return
        is_hidden = self.styles.value(element, "visibility", uses) in ("hidden", "collapse")
        is_hidden = is_hidden or not self.styles.is_painted(element, uses)
        self.shapes.append(
            Shape(
                element=element,
                element_id=element.get("id", ""),
                label=label_of(element) or "",
                tag=local_name(element),
                line=line_of(element),
                outlines=moved,
                paint=self.styles.paint(element, uses),
                layer=layer,
                matrix=matrix,
                is_visible=is_visible and not is_hidden,
            )
        )

    def _text(self, element: etree._Element, matrix: Matrix, layer: str | None) -> None:
        content = " ".join(text_content(element).split())
        size = length(self.styles.value(element, "font-size")) or 16.0
        x, y = _anchor(element)
        width = size * sum(1.0 if ord(letter) >= _WIDE else 0.55 for letter in content)
        anchor = self.styles.value(element, "text-anchor")
        x -= {"middle": width / 2, "end": width}.get(anchor or "", 0.0)
        corners = np.array([[x, y - size], [x + width, y - size], [x + width, y], [x, y]])
        box = bounds(apply_matrix(matrix, corners))
        if max(abs(number) for number in box) <= LARGEST:
            name, line = element.get("id", ""), line_of(element)
            self.texts.append(Text(element, name, content, line, box, layer))


def _anchor(element: etree._Element) -> tuple[float, float]:
    """Where a text starts: its own x and y, or those of its first span that has any."""
    found: dict[str, float] = {}
    for node in element.iter():
        if not isinstance(node.tag, str):
            continue
        for key in ("x", "y"):
            value = length((node.get(key) or "").split(",")[0])
            if key not in found and value is not None:
                found[key] = value
    return found.get("x", 0.0), found.get("y", 0.0)


def _style_transform(element: etree._Element) -> str | None:
    return declarations(element.get("style", "")).get("transform")


def _shift(x: float | None, y: float | None) -> Matrix:
    return np.array([[1, 0, x or 0.0], [0, 1, y or 0.0], [0, 0, 1.0]])


def _fitted(
    symbol: etree._Element, use: etree._Element, view: tuple[float, float, float, float]
) -> Matrix:
    """How the view box of a symbol is fitted into its use, in the middle and undistorted."""
    box = view_box(symbol) if symbol.get("viewBox") else None
    if box is None:
        return np.eye(3)
    x, y, width, height = box
    wide = length(use.get("width")) or length(symbol.get("width")) or view[2] or width
    high = length(use.get("height")) or length(symbol.get("height")) or view[3] or height
    scale = min(wide / width, high / height)
    fitted = np.diag([scale, scale, 1.0])
    fitted[0, 2] = (wide - scale * width) / 2 - scale * x
    fitted[1, 2] = (high - scale * height) / 2 - scale * y
    return fitted


def _name(element: etree._Element) -> str:
    """What a note calls an element by: strangers' ids can have megabytes."""
    named = element.get("id") or f"<{local_name(element)}> in line {line_of(element)}"
    return named if len(named) <= _LONGEST_NAME else f"{named[:_LONGEST_NAME]}…"
