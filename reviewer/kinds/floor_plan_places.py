"""Elements of a drawing as marks on the pictures: user units become pixels."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reviewer.kinds import agent_roles as roles
from reviewer.kinds.protocol import UnreadableError
from reviewer.metrics import NotMeasured
from reviewer.model import RESULT, Mark

if TYPE_CHECKING:
    from reviewer.kinds.floor_plan_files import PlanFiles
    from reviewer.metrics.floor_plan_demands import Finding
    from reviewer.metrics.geometry import Points

Point = tuple[float, float]
Box = tuple[float, float, float, float]
ELEMENT = "element:"
LAYER = "layer:"
ROOM = "room:"
# Less than this many degrees off a right angle an outline is as good as its box.
_ROTATED_FROM = 1.0
_SHAPE_TOLERANCE = 0.02
_MOST = 400
_TONES = {True: "ok", False: "bad", None: "warn"}


@dataclass(frozen=True, slots=True)
class Placing:
    """How user units lie in one picture."""

    role: str
    view: Box
    size: tuple[int, int]

    def point(self, x: float, y: float) -> tuple[float, float]:
        """A place of the drawing in pixels."""
        left, top, width, height = self.view
        return (x - left) * self.size[0] / width, (y - top) * self.size[1] / height

    def box(self, box: Box) -> Box:
        """A box of the drawing in pixels."""
        x, y = self.point(box[0], box[1])
        right, bottom = self.point(box[0] + box[2], box[1] + box[3])
        return x, y, right - x, bottom - y

    def shows(self, box: Box) -> bool:
        """True for a box of the drawing that lies, in part at least, on the picture."""
        x, y, width, height = self.box(box)
        return x < self.size[0] and y < self.size[1] and x + width > 0 and y + height > 0


def placings(files: PlanFiles) -> tuple[Placing, ...]:
    """The pictures that show the drawing: its export where it shows the whole, its rendering."""
    found: list[Placing] = []
    view = files.findings.plan.view
    numbers = files.picture_numbers
    if numbers is not None and view[2] > 0 and view[3] > 0:
        wanted, shown = view[2] / view[3], numbers[0] / max(1, numbers[1])
        if abs(shown / wanted - 1) <= _SHAPE_TOLERANCE:
            found.append(Placing(RESULT, view, (numbers[0], numbers[1])))
    try:
        made = files.rendering()
    except (NotMeasured, UnreadableError):
        return tuple(found)
    if made.view is not None:
        height, width = made.pixels.shape[:2]
        found.append(Placing(roles.DRAWING, made.view, (width, height)))
    return tuple(found)


def element_marks(
    files: PlanFiles,
    places: Sequence[Placing],
    tones: dict[str, str],
    *,
    labels: bool = True,
) -> tuple[Mark, ...]:
    """A box for each element that has one, in every picture that shows the drawing."""
    found: list[Mark] = []
    turned = turned_boxes(files) if places else {}
    for name, tone in list(tones.items())[:_MOST]:
        box = files.boxes.get(name)
        if box is None:
            continue
        for place in places:
            shape, points = _outline(place, box, turned.get(name))
            label, item = name if labels else "", f"{ELEMENT}{name}"
            found.append(Mark(shape, points, label, tone, role=place.role, item=item))
    return tuple(found)


def _outline(
    place: Placing, box: Box, corners: Sequence[Point] | None
) -> tuple[str, tuple[float, ...]]:
    """A box, or for what stands askew its own four corners."""
    if corners is None:
        return "box", place.box(box)
    return "polygon", tuple(each for corner in corners for each in place.point(*corner))


def turned_boxes(files: PlanFiles) -> dict[str, tuple[Point, ...]]:
    """The corners of the pieces that stand askew: their own boxes, turned with them."""
    found: dict[str, tuple[Point, ...]] = {}
    for piece in files.findings.plan.pieces:
        off = piece.angle % 90.0
        if min(off, 90.0 - off) >= _ROTATED_FROM and len(piece.outlines) == 1:
            found.setdefault(piece.element_id, _turned_box(piece.outlines[0], piece.angle))
    return found


def _turned_box(outline: Points, degrees: float) -> tuple[Point, ...]:
    angle = math.radians(degrees)
    across, down = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))
    along = [float(x) * across[0] + float(y) * across[1] for x, y in outline]
    aside = [float(x) * down[0] + float(y) * down[1] for x, y in outline]
    ends = [(min(along), min(aside)), (max(along), min(aside)),
            (max(along), max(aside)), (min(along), max(aside))]  # fmt: skip
    return tuple((u * across[0] + v * down[0], u * across[1] + v * down[1]) for u, v in ends)


def every_element(files: PlanFiles) -> tuple[Mark, ...]:
    """A place for every element with an id, to find out what lies at a point."""
    return element_marks(files, placings(files), dict.fromkeys(files.boxes, "accent"), labels=False)


def layer_marks(files: PlanFiles, label: str) -> tuple[Mark, ...]:
    """One box around all that a layer draws."""
    from reviewer.metrics.drawing_xml import is_layer, label_of

    node = next(
        (
            each
            for each in files.root.iter()
            if isinstance(each.tag, str)
            and is_layer(each)
            and (label_of(each) or each.get("id") or "") == label
        ),
        None,
    )
    below = set(node.iter()) if node is not None else set()
    inside = [box for element, box in files.element_boxes.items() if element in below]
    if not inside:
        return ()
    left, top = min(box[0] for box in inside), min(box[1] for box in inside)
    right = max(box[0] + box[2] for box in inside)
    bottom = max(box[1] + box[3] for box in inside)
    whole = (left, top, right - left, bottom - top)
    return tuple(
        Mark("box", place.box(whole), label, "accent", role=place.role, item=f"{LAYER}{label}")
        for place in placings(files)
    )


def room_marks(files: PlanFiles, places: Sequence[Placing]) -> tuple[Mark, ...]:
    """The outline of each room, with its name."""
    return tuple(
        Mark(
            "polygon",
            tuple(each for x, y in room.points for each in place.point(float(x), float(y))),
            room.name,
            "plain",
            role=place.role,
            item=f"{ROOM}{room.name}",
        )
        for room in files.findings.plan.rooms
        for place in places
    )


def finding_marks(
    files: PlanFiles, places: Sequence[Placing], findings: Iterable[Finding]
) -> tuple[Mark, ...]:
    """What findings speak of: the elements by their verdict, and the distances measured."""
    worst: dict[str, bool | None] = {}
    lines: list[Mark] = []
    for each in findings:
        for name in each.elements[:1] if each.rule != "piece_count" else each.elements:
            worst[name] = _worse(worst.get(name, True), each.holds)
        for place in places:
            for start, end in each.segments:
                points = (*place.point(*start), *place.point(*end))
                lines.append(
                    Mark("line", points, "", _TONES[each.holds], role=place.role,
                         item=f"{ELEMENT}{each.elements[0]}" if each.elements else "")
                )  # fmt: skip
    boxes = element_marks(files, places, {name: _TONES[holds] for name, holds in worst.items()})
    return (*boxes, *lines[:_MOST])


def _worse(one: bool | None, two: bool | None) -> bool | None:
    if one is False or two is False:
        return False
    return None if one is None or two is None else True


def around(marks: Sequence[Mark], role: str) -> Box | None:
    """The box around what is marked in one picture, with some room; what is broken goes first."""
    own = [mark for mark in marks if mark.role == role and _is_thing(mark)]
    bad = [mark for mark in own if mark.tone == "bad"]
    boxes = [_extent(mark) for mark in (bad or own)]
    if not boxes:
        return None
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right = max(box[0] + box[2] for box in boxes)
    bottom = max(box[1] + box[3] for box in boxes)
    room = 0.15 * max(right - left, bottom - top, 40.0)
    x, y = max(0.0, left - room), max(0.0, top - room)
    return x, y, right + room - x, bottom + room - y


def _is_thing(mark: Mark) -> bool:
    return mark.shape in ("box", "polygon") and not mark.item.startswith(ROOM)


def _extent(mark: Mark) -> Box:
    if mark.shape == "box":
        x, y, width, height = mark.points[:4]
        return x, y, width, height
    across, down = mark.points[0::2], mark.points[1::2]
    return min(across), min(down), max(across) - min(across), max(down) - min(down)
