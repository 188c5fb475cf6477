"""All requirements of the floor-plan task that its own grader never checks, measured at once."""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree

from .floor_plan_claims import report
from .floor_plan_demands import Demands, Finding
from .floor_plan_layout import clearances, containment, passages
from .floor_plan_marks import colors, east_row, effects, labels, orientations, piece_count
from .floor_plan_reading import GroundTruth, Plan, read_plan
from .floor_plan_report import parse_report
from .floor_plan_scale import Scale, plan_scale

RULES = {
    "piece_count": "At least 22 pieces are drawn",
    "in_room": "Each piece lies fully inside its room",
    "wall_clearance": "Each piece stands at least 60 px from every wall",
    "door_clearance": "Each piece stands at least 60 px from every door",
    "passage_count": "At least 5 passages have a width in mm and a dimension line",
    "passage_width": "Each stated passage is at least 600 mm wide",
    "dimension_line": "Each stated width has a dimension line",
    "dimension_truth": "Each dimension line is as long as it says",
    "corridor_width": "At least 600 mm are free where a passage is dimensioned",
    "color_by_category": "Bed and sofa blue, table and chair green, appliance orange, storage gray",
    "label": "A Chinese name and a size in mm stand beside each piece",
    "effects_applied": "At least 3 pieces have a live path effect applied",
    "east_alignment": "The four east pieces share their x center",
    "even_spacing": "The four east pieces are evenly spaced",
    "orientation": "At least 8 pieces face the right way",
    "report_line": "The report has a complete line for each piece",
    "report_room": "The report names the room in which the piece stands",
    "report_center": "The report states the center that is drawn",
    "report_verdict": "The report's verdicts are true",
}
_LAYOUT = frozenset({"in_room", "wall_clearance", "door_clearance", "color_by_category"})


@dataclass(frozen=True, slots=True)
class PlanFindings:
    """The plan, its scale, and every finding, those that hold included."""

    plan: Plan
    scale: Scale
    findings: tuple[Finding, ...]

    @property
    def violations(self) -> tuple[Finding, ...]:
        """The findings that do not hold."""
        return tuple(each for each in self.findings if each.holds is False)

    def counts(self, rule: str) -> tuple[int, int, int]:
        """Return how many findings of a rule hold, fail, and are open."""
        of_rule = [each.holds for each in self.findings if each.rule == rule]
        return of_rule.count(True), of_rule.count(False), of_rule.count(None)


def check_plan(
    root: etree._Element,
    *,
    truth: GroundTruth,
    report_text: str | None,
    demands: Demands,
) -> PlanFindings:
    """Measure a floor plan against the demands of its task.

    Parameters
    ----------
    root : lxml element
        The ``<svg>`` element, safely parsed.
    truth : GroundTruth
        Texts of the ground-truth files, and what a person drew.
    report_text : str or None
        ``placement_check.md``; None when it is missing.
    demands : Demands
        Thresholds and tolerances, all of them.

    Returns
    -------
    PlanFindings
        Findings in the order of `RULES`; coordinates in user units. What cannot be measured says
        so and never counts as broken.
    """
    plan = read_plan(root, truth)
    scale = plan_scale(root, plan)
    found = [
        *piece_count(plan, demands),
        *containment(plan, demands),
        *clearances(plan, demands),
        *passages(plan, scale, demands),
        *colors(plan),
        *labels(plan, demands),
        *effects(root, demands),
        *east_row(plan, scale, demands),
        *orientations(plan, demands),
    ]
    failing = frozenset(
        each.elements[0] for each in found if each.holds is False and each.rule in _LAYOUT
    )
    lines = None
    if report_text is not None:
        ids = [piece.element_id for piece in plan.pieces]
        rooms = [room.name for room in plan.rooms] or ["living", "bedroom1", "bedroom2", "kitchen"]
        lines = parse_report(report_text, ids=ids, rooms=rooms)
    found += report(plan, lines, scale=scale, failing=failing, demands=demands)
    order = list(RULES)
    found.sort(key=lambda each: order.index(each.rule))
    return PlanFindings(plan, scale, tuple(found))
