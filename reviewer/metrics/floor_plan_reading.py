"""A floor plan read from its drawing: pieces, rooms, doors, walls, labels and dimensions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from lxml import etree

from . import NotMeasured
from .drawing_cascade import Paint
from .drawing_outlines import view_box
from .drawing_paths import Polyline, rotation_of
from .drawing_patterns import is_semantic_id
from .drawing_shapes import FURNITURE, Contents, Shape, Text, contents
from .drawing_style import local_name
from .drawing_xml import is_layer
from .floor_plan_anchors import Anchor, load_json, read_anchors, read_assignments
from .floor_plan_names import DEFAULT_ROOMS, is_base_layer, is_piece_name, names_a, room_named
from .floor_plan_rooms import Room, drawn_rooms
from .floor_plan_texts import Dimension, Label, dimensions, pair_labels
from .geometry import Points, area, as_points, bounds, centroid

MAX_PIECES = 400


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of furniture in user units. `room` is the one it is assigned to, if any is."""

    element_id: str
    line: int
    outlines: tuple[Points, ...]
    paint: Paint
    angle: float
    facing: str | None
    label: Label | None
    room: str | None
    room_source: str

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The box (x, y, width, height) around all its outlines."""
        boxes = [bounds(outline) for outline in self.outlines]
        x, y = min(b[0] for b in boxes), min(b[1] for b in boxes)
        right, bottom = max(b[0] + b[2] for b in boxes), max(b[1] + b[3] for b in boxes)
        return x, y, right - x, bottom - y

    @property
    def center(self) -> tuple[float, float]:
        """The middle of its box."""
        x, y, width, height = self.box
        return x + width / 2, y + height / 2

    @property
    def centroid(self) -> tuple[float, float]:
        """The center of area of its largest outline."""
        return centroid(max(self.outlines, key=area))


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything the rules ask of a drawing; `reasons` says why a part could not be read."""

    pieces: tuple[Piece, ...]
    rooms: tuple[Room, ...]
    doors: tuple[Anchor, ...]
    walls: tuple[tuple[str, Polyline, bool], ...]
    texts: tuple[Text, ...]
    dimensions: tuple[Dimension, ...]
    view: tuple[float, float, float, float]
    reasons: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def room(self, name: str | None) -> Room | None:
        """Return a room by name."""
        return next((room for room in self.rooms if room.name == name), None)


@dataclass(frozen=True, slots=True)
class GroundTruth:
    """The texts of the ``gt`` files (None when missing) and what a person drew."""

    rooms: str | None = None
    doors: str | None = None
    furniture: str | None = None
    drawn_rooms: Mapping[str, Sequence[Sequence[float]]] = field(default_factory=dict)
    drawn_doors: Mapping[str, Sequence[Sequence[float]]] = field(default_factory=dict)


def read_plan(root: etree._Element, truth: GroundTruth) -> Plan:
    """Read a floor plan.

    Parameters
    ----------
    root : lxml element
        The ``<svg>`` element, safely parsed.
    truth : GroundTruth
        Rooms and doors come from it first, then from labeled closed shapes outside the furniture
        layer, then from what a person drew; without any of them they are not measured.

    Returns
    -------
    Plan
        All coordinates in user units of the drawing's view box, transforms applied.
    """
    reasons: dict[str, str] = {}
    drawn = contents(root)
    names = _room_names(truth)
    rooms = _rooms(drawn, truth, names, reasons)
    doors = _doors(drawn, truth, reasons)
    candidates = dict(list(_piece_shapes(drawn).items())[:MAX_PIECES])
    labels = pair_labels(drawn.texts, {name: _rings(found) for name, found in candidates.items()})
    assigned = read_assignments(_parsed(truth.furniture, "gt/expected_furniture.json", reasons))
    pieces = tuple(
        _piece(name, found, labels.get(name), names, assigned) for name, found in candidates.items()
    )
    if not pieces:
        reasons["pieces"] = "no shape with a semantic id outside the base layer"
    notes = list(drawn.notes)
    if len(pieces) == MAX_PIECES:
        notes.append(f"Only the first {MAX_PIECES} pieces were measured.")
    if pieces and not any(shape.layer == FURNITURE for shape in drawn.shapes):
        notes.append("There is no furniture layer: every named shape is taken for a piece.")
    taken = {id(label.text.element) for label in labels.values()}
    return Plan(
        pieces=pieces,
        rooms=rooms,
        doors=doors,
        walls=_walls(drawn),
        texts=drawn.texts,
        dimensions=dimensions(drawn, skip=taken),
        view=view_box(root) or drawn.extent or (0.0, 0.0, 1.0, 1.0),
        reasons=reasons,
        notes=tuple(notes),
    )


def _parsed(text: str | None, name: str, reasons: dict[str, str]) -> object:
    try:
        return load_json(text, name)
    except NotMeasured as error:
        reasons[name] = str(error)
        return {}


def _room_names(truth: GroundTruth) -> tuple[str, ...]:
    found = read_anchors(_parsed(truth.rooms, "gt/rooms.json", {}), is_area=True)
    names = [*(anchor.name for anchor in found.anchors), *found.problems, *truth.drawn_rooms]
    return tuple(dict.fromkeys(names)) or DEFAULT_ROOMS


def _rooms(
    drawn: Contents, truth: GroundTruth, names: Sequence[str], reasons: dict[str, str]
) -> tuple[Room, ...]:
    stated = read_anchors(_parsed(truth.rooms, "gt/rooms.json", reasons), is_area=True)
    found = {each.name: Room(each.name, each.points, "ground truth") for each in stated.anchors}
    for room in drawn_rooms(drawn, names):
        found.setdefault(room.name, room)
    for name, points in truth.drawn_rooms.items():
        found.setdefault(name, Room(name, as_points(points), "drawn by a person"))
    for name in names:
        if name not in found:
            why = f" (gt/rooms.json: {stated.problems[name]})" if name in stated.problems else ""
            reasons[f"room {name}"] = f"no labeled closed shape in the base layer{why}"
    return tuple(found.values())


def _doors(drawn: Contents, truth: GroundTruth, reasons: dict[str, str]) -> tuple[Anchor, ...]:
    stated = read_anchors(_parsed(truth.doors, "gt/doors.json", reasons), is_area=False)
    if stated.anchors:
        return stated.anchors
    found = [
        Anchor(shape.element_id or shape.label, line.points, line.is_closed)
        for shape in drawn.shapes
        if shape.layer != FURNITURE and names_a("door", shape.element_id, shape.label)
        for line in shape.outlines
    ]
    for name, points in truth.drawn_doors.items():
        found.append(Anchor(name, as_points(points), False))
    if not found:
        reasons["doors"] = "no gt/doors.json, and no shape named as a door"
    return tuple(found)


def _walls(drawn: Contents) -> tuple[tuple[str, Polyline, bool], ...]:
    """Shapes named as walls, and whether each is solid (filled) or an outline."""
    return tuple(
        (shape.element_id or shape.label, line, line.is_closed and shape.paint.is_filled)
        for shape in drawn.shapes
        if shape.layer != FURNITURE and names_a("wall", shape.element_id, shape.label)
        for line in shape.outlines
    )


def _piece_shapes(drawn: Contents) -> dict[str, list[Shape]]:
    has_layer = any(shape.layer == FURNITURE for shape in drawn.shapes)
    found: dict[str, list[Shape]] = {}
    for shape in drawn.shapes:
        if not shape.is_visible or (has_layer and shape.layer != FURNITURE):
            continue
        if is_base_layer(shape.layer, has_furniture_layer=has_layer):
            continue
        name = _piece_name(shape)
        if name and shape.is_closed:
            found.setdefault(name, []).append(shape)
    return found


def _piece_name(shape: Shape) -> str | None:
    """The shape's own semantic id, else that of the group it is part of."""
    node: Any = shape.element
    while node is not None and not is_layer(node):
        name = node.get("id", "")
        if local_name(node) == "svg":
            return None
        if is_semantic_id(name):
            return name if is_piece_name(name) else None
        node = node.getparent()
    # A piece the agent left with an automatic id is still furniture, and must obey the rules.
    own = shape.element_id
    is_filled = shape.paint.is_filled and is_piece_name(own)
    return own if own and is_filled and shape.layer == FURNITURE else None


def _rings(shapes: Sequence[Shape]) -> tuple[Points, ...]:
    return tuple(
        line.points
        for shape in shapes
        for line in shape.outlines
        if line.is_closed and area(line.points) > 0
    )


def _paint(shapes: Sequence[Shape]) -> Paint:
    """The paint of the largest filled part: a frame around a group has none of its own."""
    filled = [shape for shape in shapes if shape.paint.is_filled] or shapes
    return max(filled, key=lambda shape: max(area(ring) for ring in _rings([shape]))).paint


def _piece(
    name: str,
    shapes: Sequence[Shape],
    label: Label | None,
    rooms: Sequence[str],
    assigned: Mapping[str, str],
) -> Piece:
    first = max(shapes, key=lambda shape: max(area(ring) for ring in _rings([shape])))
    element = first.element
    stated = element.get("data-room")
    given = assigned.get(name) or next((r for k, r in assigned.items() if k in name), None)
    room, source = room_named(name, rooms), "its id"
    if stated:
        room, source = room_named(stated, rooms), "data-room"
    if given:
        room, source = room_named(given, rooms), "ground truth"
    facing = element.get("data-facing") or element.get("data-orientation")
    return Piece(
        element_id=name,
        line=first.line,
        outlines=_rings(shapes),
        paint=_paint(shapes),
        angle=rotation_of(first.matrix),
        facing=facing,
        label=label,
        room=room,
        room_source=source if room else "",
    )
