"""Elements of a drawing as marks on the pictures: user units become pixels."""

from __future__ import annotations

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

Box = tuple[float, float, float, float]
ELEMENT = "element:"
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
    for name, tone in list(tones.items())[:_MOST]:
        box = files.boxes.get(name)
        if box is None:
            continue
        for place in places:
            found.append(
                Mark(
                    "box",
                    place.box(box),
                    name if labels else "",
                    tone,
                    role=place.role,
                    item=f"{ELEMENT}{name}",
                )
            )
    return tuple(found)


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
    own = [mark for mark in marks if mark.shape == "box" and mark.role == role]
    bad = [mark for mark in own if mark.tone == "bad"]
    boxes = [mark.points for mark in (bad or own)]
    if not boxes:
        return None
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right = max(box[0] + box[2] for box in boxes)
    bottom = max(box[1] + box[3] for box in boxes)
    room = 0.15 * max(right - left, bottom - top, 40.0)
    x, y = max(0.0, left - room), max(0.0, top - room)
    return x, y, right + room - x, bottom + room - y
