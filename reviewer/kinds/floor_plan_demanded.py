"""What the task demands beyond its grader, as evidence: findings in a table and on the picture."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from reviewer.kinds import agent_roles as roles
from reviewer.kinds.floor_plan_places import (
    ELEMENT,
    around,
    element_marks,
    finding_marks,
    placings,
    room_marks,
)
from reviewer.kinds.floor_plan_uncovered import rules_of
from reviewer.kinds.protocol import UnreadableError
from reviewer.metrics.drawing_style import shortened
from reviewer.metrics.floor_plan_counts import SCREENSHOTS
from reviewer.metrics.floor_plan_rules import RULES
from reviewer.model import RESULT, Evidence, Table, Uncovered

if TYPE_CHECKING:
    from reviewer.kinds.floor_plan_files import PlanFiles
    from reviewer.metrics.floor_plan_demands import Finding

_WORDS = {True: "holds", False: "broken", None: "not measured"}
_OF_ROOMS = frozenset({"in_room", "wall_clearance", "door_clearance"})
# These are judged against rooms as a whole: their outlines are drawn too.
_IN_ROOMS = _OF_ROOMS | {"corridor_width", "passage_width"}
_SHOTS = {"layers_in_panel": (0,), "screenshot_content": (1, 2, 3, 4)}


def demanded(files: PlanFiles, row: Uncovered) -> Evidence:
    """The evidence of a requirement that no code grades."""
    if row.id in _SHOTS:
        return _screenshots(files, row)
    if row.id == "follows_sketch":
        return _sketch(files, row)
    return ruled(files, row.id, row.asks, rules_of(row.measure))


def ruled(files: PlanFiles, row: str, summary: str, rules: Collection[str]) -> Evidence:
    """The findings of some rules; only what is broken or open is marked when much else holds."""
    findings = [each for each in files.findings.findings if each.rule in rules]
    places = placings(files)
    rooms = room_marks(files, places) if set(rules) & _IN_ROOMS else ()
    marks = (*rooms, *finding_marks(files, places, _worth_marking(findings)))
    role = RESULT if any(mark.role == RESULT for mark in marks) else roles.DRAWING
    return Evidence(
        row,
        summary,
        role=role,
        zoom=around(marks, role),
        marks=marks,
        table=findings_table(findings),
        text=_reasons(files) if set(rules) & _OF_ROOMS else "",
    )


def _reasons(files: PlanFiles) -> str:
    """Why rooms, doors or pieces could not be read from the drawing."""
    return "\n".join(f"{key}: {why}" for key, why in files.findings.plan.reasons.items())


def _worth_marking(findings: Sequence[Finding]) -> list[Finding]:
    """Distances that are wide enough would hide the drawing under lines."""
    spatial = ("wall_clearance", "door_clearance")
    return [
        dataclasses.replace(each, segments=()) if each.holds and each.rule in spatial else each
        for each in findings
    ]


def findings_table(findings: Sequence[Finding]) -> Table:
    """Rule, verdict, elements and words; what is broken stands first."""
    order = {False: 0, None: 1, True: 2}
    ordered = sorted(findings, key=lambda each: order[each.holds])
    rows = tuple(
        (
            RULES.get(each.rule, each.rule),
            _WORDS[each.holds],
            ", ".join(shortened(name) for name in each.elements[:4] if name)
            + (", …" if len(each.elements) > 4 else ""),
            each.said,
        )
        for each in ordered
    )
    items = tuple(f"{ELEMENT}{each.elements[0]}" if each.elements else "" for each in ordered)
    return Table(("rule", "verdict", "elements", "found"), rows, items)


def one_element(files: PlanFiles, item: str) -> Evidence:
    """Everything found of one element, and where it is."""
    name = item.removeprefix(ELEMENT)
    findings = [
        each
        for each in files.findings.findings
        if name in each.elements[:2] and each.rule != "piece_count"
    ]
    places = placings(files)
    marks = finding_marks(files, places, _worth_marking(findings))
    own = tuple(mark for mark in marks if mark.item == item)
    if not any(mark.shape in ("box", "polygon") for mark in own):
        own = (*element_marks(files, places, {name: "accent"}), *own)
    role = RESULT if any(mark.role == RESULT for mark in own) else roles.DRAWING
    broken = [each.said for each in findings if each.holds is False]
    said = "; ".join(broken) or (
        "keeps the rules measured here" if findings else "no rule is about it"
    )
    return Evidence(
        item,
        f"{name}: {said}",
        role=role,
        zoom=around(own, role),
        marks=own,
        table=findings_table(findings),
    )


def _screenshots(files: PlanFiles, row: Uncovered) -> Evidence:
    wanted = [SCREENSHOTS[number] for number in _SHOTS[row.id]]
    pictures, missing = {}, []
    for name in wanted:
        shot = files.shots.get(name)
        if shot is None:
            missing.append(f"{name} is missing")
            continue
        try:
            pictures[name] = files.request.reader.picture(shot).pixels
        except UnreadableError as error:
            missing.append(str(error))
    return Evidence(
        row.id, row.asks, role=roles.SCREENSHOT, pictures=pictures, text="\n".join(missing)
    )


def _sketch(files: PlanFiles, row: Uncovered) -> Evidence:
    sketch = files.artifact(roles.SKETCH)
    if sketch is None:
        return Evidence(row.id, row.asks, text="There is no sketch in this folder.")
    pixels = files.request.reader.picture(sketch).pixels
    return Evidence(row.id, row.asks, pictures={sketch.name: pixels})
