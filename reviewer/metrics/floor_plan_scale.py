"""How many millimeters of the real home one user unit of the drawing stands for."""

from __future__ import annotations

import re
import statistics
from dataclasses import dataclass

from lxml import etree

from .drawing_outlines import view_box
from .floor_plan_reading import Plan

_PHYSICAL = re.compile(
    r"^\s*(\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)\s*(mm|cm|in|pt|pc)\s*$", re.IGNORECASE
)
_MILLIMETERS = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72, "pc": 25.4 / 6}
AGREEMENT = 0.05
MINIMUM_LABELS = 3


@dataclass(frozen=True, slots=True)
class Scale:
    """Millimeters a unit; None with the reason where the drawing does not say."""

    mm_per_unit: float | None
    source: str
    reason: str = ""
    notes: tuple[str, ...] = ()


def plan_scale(root: etree._Element, plan: Plan) -> Scale:
    """Find the scale of a plan.

    Parameters
    ----------
    root : lxml element
        The ``<svg>`` element.
    plan : Plan
        What was read from it.

    Returns
    -------
    Scale
        From the width with a unit of length and the view box; else from the dimensions of the base
        layer, which the agent was given; else from the sizes written beside the pieces, where more
        than half of at least three agree within 5 %. The agent's own passage dimensions are never
        used: they are what is to be checked.
    """
    labeled = _from_labels(plan)
    stated = _from_width(root)
    if stated is not None:
        notes: tuple[str, ...] = ()
        if labeled is not None and abs(labeled / stated - 1) > AGREEMENT:
            notes = (
                f"The labels of the pieces say {labeled:.4g} mm a unit, the page {stated:.4g}.",
            )
        return Scale(stated, "the width of the page", notes=notes)
    ratios = [
        dimension.millimeters / dimension.length
        for dimension in plan.dimensions
        if dimension.is_given and dimension.length
    ]
    if ratios:
        value = statistics.median(ratios)
        spread = max(abs(ratio / value - 1) for ratio in ratios)
        notes = ()
        if spread > AGREEMENT:
            notes = (f"The dimensions of the base layer differ by up to {spread * 100:.0f} %.",)
        return Scale(value, "the dimensions of the base layer", notes=notes)
    if labeled is not None:
        return Scale(labeled, "the sizes written beside the pieces")
    reason = "the page has no unit of length, no base dimension has a line, and labels disagree"
    return Scale(None, "", reason=reason)


def _from_width(root: etree._Element) -> float | None:
    found = _PHYSICAL.match(root.get("width", ""))
    view = view_box(root)
    if not found or view is None or not root.get("viewBox"):
        return None
    value = float(found.group(1)) * _MILLIMETERS[found.group(2).lower()] / view[2]
    return value if value > 0 else None


def _from_labels(plan: Plan) -> float | None:
    ratios: list[float] = []
    for piece in plan.pieces:
        size = piece.label.size if piece.label else None
        drawn = sorted(piece.box[2:])
        # A turned piece has another box; only upright ones tell their size.
        if size and min(size) > 0 and drawn[0] > 0 and round(piece.angle) % 90 == 0:
            short, long = sorted(size)
            if abs((long / drawn[1]) / (short / drawn[0]) - 1) <= AGREEMENT:
                ratios.append(long / drawn[1])
    if len(ratios) < MINIMUM_LABELS:
        return None
    value = statistics.median(ratios)
    agreeing = sum(abs(ratio / value - 1) <= AGREEMENT for ratio in ratios)
    return value if agreeing * 2 > len(ratios) else None
