"""What the task demands and its grader never checks, as measurements beside the grade."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from reviewer.kinds.protocol import UnreadableError
from reviewer.metrics import NotMeasured
from reviewer.model import Measurement, Scalar

if TYPE_CHECKING:
    from reviewer.kinds.floor_plan_files import PlanFiles
    from reviewer.metrics.floor_plan_demands import Finding

VERSION = 2
# Measurement of the rubric → the rules whose findings it sums up, and its unit.
RULES_OF: dict[str, tuple[tuple[str, ...], str]] = {
    "pieces_drawn": (("piece_count",), "pieces"),
    "pieces_inside_room": (("in_room",), "pieces"),
    "pieces_clear": (("wall_clearance", "door_clearance"), "pieces"),
    "narrowest_passage": (("passage_count", "passage_width", "corridor_width"), "mm"),
    "orientations": (("orientation",), "pieces"),
    "pieces_in_color": (("color_by_category",), "pieces"),
    "lpe_applied": (("effects_applied",), "pieces"),
    "pieces_labelled": (("label",), "pieces"),
    "east_spacing": (("even_spacing", "east_alignment"), ""),
    "dimension_lines": (("dimension_line", "dimension_truth"), "dimensions"),
    "report_lines_right": (
        ("report_line", "report_room", "report_center", "report_verdict"),
        "lines",
    ),
}
_NAMED = 6


def rules_of(measure: str) -> tuple[str, ...]:
    """The rules behind a measurement of a row that no code grades."""
    return RULES_OF.get(measure, ((), ""))[0]


def uncovered(files: PlanFiles) -> Iterator[Measurement]:
    """One measurement for each requirement; what cannot be measured says why."""
    try:
        findings = files.findings.findings
    except (NotMeasured, UnreadableError) as error:
        for name in RULES_OF:
            yield Measurement(name, None, reason=str(error))
        return
    for name, (rules, unit) in RULES_OF.items():
        yield _summed(name, [each for each in findings if each.rule in rules], unit)


def _summed(name: str, found: list[Finding], unit: str) -> Measurement:
    verdicts = [each.holds for each in found]
    broken = [each for each in found if each.holds is False]
    if all(verdict is None for verdict in verdicts):
        reasons = dict.fromkeys(each.said.removeprefix("not measured: ") for each in found)
        return Measurement(name, None, reason="; ".join(list(reasons)[:3]) or "nothing to measure")
    value, unit = _value(name, found, unit)
    return Measurement(
        name,
        value,
        unit=unit,
        instrument="geometry of the drawing",
        version=VERSION,
        notes=tuple(_says(found, broken)),
        facts={"holds": not broken, "broken": [list(each.elements) for each in broken[:200]]},
    )


def _value(name: str, found: list[Finding], unit: str) -> tuple[Scalar, str]:
    """The number that sums a requirement up, with its unit."""
    if name in ("pieces_drawn", "lpe_applied"):
        key = "count" if name == "pieces_drawn" else "applied"
        numbers = found[0].numbers
        return int(numbers[key]), f"{unit}, {numbers['needed']:g} needed"
    if name == "narrowest_passage":
        widths = [
            each.numbers[key]
            for each in found
            for key in ("free_mm", "stated_mm")
            if key in each.numbers
        ]
        return (round(min(widths), 1), unit) if widths else ("no passage is dimensioned", "")
    if name == "east_spacing":
        return all(each.holds is not False for each in found), ""
    good, total = _subjects(found)
    return good, f"of {total} {unit}"


def _subjects(found: Iterable[Finding]) -> tuple[int, int]:
    """How many elements keep all rules that were measured of them, and how many were."""
    kept: dict[str, bool] = {}
    for each in found:
        if each.holds is not None and each.elements:
            name = each.elements[0]
            kept[name] = kept.get(name, True) and each.holds
    return sum(kept.values()), len(kept)


def _says(found: list[Finding], broken: list[Finding]) -> Iterator[str]:
    for each in broken[:_NAMED]:
        yield each.said
    if len(broken) > _NAMED:
        yield f"and {len(broken) - _NAMED} more"
    unknown = [each for each in found if each.holds is None]
    if unknown:
        yield f"{len(unknown)} not measured: {unknown[0].said.removeprefix('not measured: ')}"
    if not broken and not unknown:
        yield found[0].said if len(found) == 1 else "all hold"
