"""The hits of a text pattern in the drawing: line, what was seen, and the element behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reviewer.kinds.floor_plan_places import ELEMENT, Placing
from reviewer.kinds.protocol import UnreadableError
from reviewer.metrics import NotMeasured
from reviewer.metrics.drawing import is_semantic_id, pattern_counts
from reviewer.model import Mark, Table
from reviewer.model.counting import counted

if TYPE_CHECKING:
    from reviewer.kinds.floor_plan_files import PlanFiles
    from reviewer.metrics.drawing_patterns import Match

_MOST = 500
_MARKED = 400
_LABELLED = 40
_WIDTH = 80


@dataclass(frozen=True, slots=True)
class Hit:
    """One hit: `element` is the id of what it stands in; only a real one has a box."""

    line: int
    value: str
    element: str
    stands: str
    box: tuple[float, float, float, float] | None = None


def hits(files: PlanFiles, check: str) -> tuple[Hit, ...]:
    """The hits of the pattern behind a check, in the order of the source."""
    counts = pattern_counts(files.text or "")
    matches: Sequence[Match] = {
        "shapes": counts.shapes,
        "colors": counts.fills,
        "texts": counts.texts,
        "dim_mm>=5": counts.mm,
        "lpe_count": counts.path_effects,
        "measure_count": counts.mm_texts,
        "named_ids": tuple(match for match in counts.ids if is_semantic_id(match.value)),
    }[check]
    try:
        source = files.source
    except (NotMeasured, UnreadableError):
        text = files.text or ""
        return tuple(
            Hit(text.count("\n", 0, match.start) + 1, _short(match.value), "", "not XML")
            for match in matches[:_MOST]
        )
    found = []
    for match in matches[:_MOST]:
        spot = source.spot(match.start)
        owner = spot.element.get("id", "") if spot.element is not None else ""
        is_element = spot.kind in ("opening", "content", "cdata") and spot.element is not None
        box = files.element_boxes.get(spot.element) if is_element else None
        stands = _stands(spot.kind)
        found.append(Hit(spot.line, _short(match.value), owner, stands, box))
    return tuple(found)


def _stands(kind: str) -> str:
    return {"opening": "in a tag", "closing": "in a closing tag"}.get(kind, f"in {kind}")


def _short(value: str) -> str:
    return " ".join(value.split())[:_WIDTH]


def hit_marks(found: Sequence[Hit], places: Sequence[Placing]) -> tuple[Mark, ...]:
    """A box for each hit whose element is drawn on the page, once an element."""
    boxes = {hit.box: hit for hit in reversed(found) if hit.box is not None}
    shown = list(boxes.items())[:_MARKED]
    return tuple(
        Mark(
            "box",
            place.box(box),
            hit.element if len(shown) <= _LABELLED else "",
            "ok",
            role=place.role,
            item=f"{ELEMENT}{hit.element}" if hit.element else "",
        )
        for box, hit in shown
        for place in places
        if place.shows(box)
    )


def unplaced(found: Sequence[Hit], places: Sequence[Placing]) -> str:
    """Why nothing of what was found can be marked; empty where there is a place, or no find."""
    if not found or any(hit.box and place.shows(hit.box) for hit in found for place in places):
        return ""
    if not any(hit.box for hit in found):
        return "No place can be shown: nothing that was found here is drawn."
    if not places:
        return "No place can be shown: no picture here shows the whole drawing."
    off = counted(len({hit.line for hit in found if hit.box}), "line")
    return f"No place can be shown: what {off} of the source draw lies off the page."


def hit_table(found: Sequence[Hit]) -> Table:
    """The hits as a table; a click on a row goes to its element."""
    rows = tuple((hit.line, hit.value, hit.element or "—", hit.stands) for hit in found)
    items = tuple(f"{ELEMENT}{hit.element}" if hit.element else "" for hit in found)
    return Table(("line", "seen", "element", "stands"), rows, items)
