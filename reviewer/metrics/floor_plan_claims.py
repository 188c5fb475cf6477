"""What the acceptance report claims, against what is drawn."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from .floor_plan_demands import Demands, Finding, not_measured
from .floor_plan_reading import Piece, Plan
from .floor_plan_report import ReportLine
from .floor_plan_scale import Scale
from .geometry import contains


def report(
    plan: Plan,
    lines: Sequence[ReportLine] | None,
    *,
    scale: Scale,
    failing: frozenset[str],
    demands: Demands,
) -> Iterator[Finding]:
    """Compare what the report states with what is drawn.

    Parameters
    ----------
    plan : Plan
        The drawing.
    lines : sequence of ReportLine or None
        The parsed report; None when there is none.
    scale : Scale
        A center may be stated in mm where the scale is known.
    failing : frozenset of str
        Pieces that break a rule of layout, by id.
    demands : Demands
        `report_tolerance`.

    Yields
    ------
    Finding
        ``report_line`` (is the piece listed, with room and center), ``report_center``,
        ``report_room`` (does the piece stand in the room it names, or belong there),
        ``report_verdict`` (does it claim to satisfy rules that the piece breaks).
    """
    if lines is None:
        yield not_measured("report_line", "placement_check.md is missing")
        return
    by_id = {line.element_id: line for line in reversed(lines)}
    for piece in plan.pieces:
        line = by_id.pop(piece.element_id, None)
        yield _listed(piece, line)
        if line is not None:
            yield from _center(piece, line, scale, demands)
            yield from _room(plan, piece, line)
            yield from _verdict(piece, line, piece.element_id in failing)
    for name, line in by_id.items():
        text = f"line {line.number} speaks of {name}, which is not drawn"
        yield Finding("report_line", (name,), False, text, {"line": line.number})


def _listed(piece: Piece, line: ReportLine | None) -> Finding:
    name = piece.element_id
    if line is None:
        text = f"{name} is not in the report"
        return Finding("report_line", (name,), False, text, place=piece.box)
    missing = [] if line.room else ["its room"]
    missing += [] if line.target else ["its target"]
    missing += [] if line.center else ["its center"]
    missing += [] if line.satisfied is not None else ["a verdict"]
    text = f"line {line.number} on {name}"
    text += f" lacks {', '.join(missing)}" if missing else " is complete"
    return Finding("report_line", (name,), not missing, text, {"line": line.number}, piece.box)


def _center(piece: Piece, line: ReportLine, scale: Scale, demands: Demands) -> Iterator[Finding]:
    if line.center is None:
        return
    units = [1.0] if scale.mm_per_unit is None else [1.0, 1 / scale.mm_per_unit]
    stated = [(line.center[0] * unit, line.center[1] * unit) for unit in units]
    drawn = (piece.center, piece.centroid)
    distance, at = min((math.dist(one, two), one) for one in stated for two in drawn)
    x, y = piece.center
    yield Finding(
        rule="report_center",
        elements=(piece.element_id,),
        holds=distance <= demands.report_tolerance,
        text=f"line {line.number} states {line.center[0]:g}, {line.center[1]:g}; "
        f"drawn at {x:.1f}, {y:.1f}, {distance:.1f} units away",
        numbers={"distance": distance, "x": x, "y": y, "line": line.number},
        place=piece.box,
        segments=((at, piece.center),),
    )


def _room(plan: Plan, piece: Piece, line: ReportLine) -> Iterator[Finding]:
    """The room a line names is that of the piece; a report may name the room that was asked for.

    A piece that was asked for elsewhere breaks `in_room`, and its verdict tells whether the report
    admits it.
    """
    if not line.rooms:
        return
    middle = np.array([piece.centroid])
    stands = {room.name for room in plan.rooms if contains(room.points, middle)[0]}
    if not stands:
        why = "it stands in no room" if plan.rooms else "no room has a polygon"
        text = f"not measured: {why}"
        yield Finding("report_room", (piece.element_id,), None, text, place=piece.box)
        return
    own = {*stands, *((piece.room,) if piece.room else ())}
    yield Finding(
        rule="report_room",
        elements=(piece.element_id,),
        holds=bool(line.rooms & own),
        text=f"line {line.number} says {_listed_names(line.rooms)}; "
        f"{piece.element_id} stands in {_listed_names(stands)}",
        numbers={"line": line.number},
        place=piece.box,
    )


def _listed_names(names: Iterable[str]) -> str:
    return " and ".join(sorted(names))


def _verdict(piece: Piece, line: ReportLine, is_failing: bool) -> Iterator[Finding]:
    if line.satisfied is None:
        return
    says = "satisfies" if line.satisfied else "breaks"
    does = "breaks" if is_failing else "satisfies"
    yield Finding(
        rule="report_verdict",
        elements=(piece.element_id,),
        holds=line.satisfied != is_failing,
        text=f"line {line.number} says it {says} the rules; it {does} those measured here",
        numbers={"line": line.number},
        place=piece.box,
    )
