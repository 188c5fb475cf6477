"""Where pieces stand: in their room, clear of walls and doors, with passages wide enough."""

from __future__ import annotations

from collections.abc import Iterator

from .floor_plan_demands import Demands, Finding, box_of, not_measured
from .floor_plan_reading import Piece, Plan
from .floor_plan_rooms import Room
from .floor_plan_scale import Scale
from .floor_plan_texts import Dimension
from .free_width import free_width
from .geometry import Points, Segment, excess, gap, region_gap

MAX_WORK = 20_000_000


def containment(plan: Plan, demands: Demands) -> Iterator[Finding]:
    """Say for each piece whether it lies fully inside its room (rule ``in_room``).

    Parameters
    ----------
    plan : Plan
        A piece without an assigned room is tried against every room.
    demands : Demands
        `containment_tolerance` in user units.

    Yields
    ------
    Finding
        ``excess`` is how far the piece reaches out, in user units.
    """
    if not plan.rooms:
        yield not_measured("in_room", "no room has a polygon")
        return
    for piece in plan.pieces:
        room = home_of(plan, piece)
        if room is None:
            reason = f"its room, {piece.room}, has no polygon"
            yield Finding("in_room", (piece.element_id,), None, f"not measured: {reason}")
            continue
        reach, where = max(excess(outline, room.points) for outline in piece.outlines)
        holds = reach <= demands.containment_tolerance
        source = f"assigned by {piece.room_source}" if piece.room else "the room nearest to it"
        text = f"{piece.element_id} lies inside {room.name} ({source})"
        if not holds:
            text = f"{piece.element_id} reaches {reach:.1f} units out of {room.name} ({source})"
        x, y, width, height = piece.box
        yield Finding(
            rule="in_room",
            elements=(piece.element_id,),
            holds=holds,
            text=text,
            numbers={"excess": reach, "x": where[0], "y": where[1]},
            place=(x, y, width, height),
        )


def home_of(plan: Plan, piece: Piece) -> Room | None:
    """Return the room a piece is assigned to; the one it fits best when it is assigned to none."""
    if piece.room is not None:
        return plan.room(piece.room)

    def reach(room: Room) -> float:
        return max(excess(outline, room.points)[0] for outline in piece.outlines)

    return min(plan.rooms, key=reach, default=None)


def clearances(plan: Plan, demands: Demands) -> Iterator[Finding]:
    """Measure the least distance of each piece to walls and doors.

    Parameters
    ----------
    plan : Plan
        Walls are the outlines of its room and every shape named as a wall.
    demands : Demands
        `clearance_units`, in user units (the task says px).

    Yields
    ------
    Finding
        Rules ``wall_clearance`` and ``door_clearance``; ``distance`` in user units, 0 on contact.
    """
    if not plan.rooms and not plan.walls:
        yield not_measured("wall_clearance", "no room has a polygon and no shape is named a wall")
    if not plan.doors:
        yield not_measured("door_clearance", plan.reasons.get("doors", "no door was found"))
    if _work(plan) > MAX_WORK:
        yield not_measured("wall_clearance", "the drawing has too many points")
        yield not_measured("door_clearance", "the drawing has too many points")
        return
    for piece in plan.pieces:
        walls = list(_wall_gaps(plan, piece))
        if walls:
            yield _clearance("wall_clearance", piece, min(walls), demands)
        doors = [
            (*_outline_gap(outline, door.points, is_closed=door.is_closed), door.name)
            for outline in piece.outlines
            for door in plan.doors
        ]
        if doors:
            yield _clearance("door_clearance", piece, min(doors), demands)


def _work(plan: Plan) -> int:
    """How many pairs of edges clearance compares; only a hostile file has millions."""
    pieces = sum(len(outline) for piece in plan.pieces for outline in piece.outlines)
    walls = sum(len(line.points) for _, line, _ in plan.walls)
    doors = sum(len(door.points) for door in plan.doors)
    return pieces * (walls + doors + max((len(room.points) for room in plan.rooms), default=0))


def _clearance(
    rule: str, piece: Piece, found: tuple[float, Segment, str], demands: Demands
) -> Finding:
    distance, segment, name = found
    return Finding(
        rule=rule,
        elements=(piece.element_id, name),
        holds=distance >= demands.clearance_units,
        text=f"{piece.element_id} stands {distance:.1f} units from {name}",
        numbers={"distance": distance, "needed": demands.clearance_units},
        place=box_of(segment),
        segments=(segment,),
    )


def _wall_gaps(plan: Plan, piece: Piece) -> Iterator[tuple[float, Segment, str]]:
    room = home_of(plan, piece)
    for outline in piece.outlines:
        if room is not None:
            distance, segment = gap(outline, room.points, closed=(True, True))
            yield distance, segment, f"a wall of {room.name}"
        for name, line, is_solid in plan.walls:
            if is_solid:
                yield (*region_gap(outline, line.points), name)
            else:
                yield (*gap(outline, line.points, closed=(True, line.is_closed)), name)


def _outline_gap(outline: Points, points: Points, *, is_closed: bool) -> tuple[float, Segment]:
    if is_closed:
        return region_gap(outline, points)
    return gap(outline, points, closed=(True, False))


def passages(plan: Plan, scale: Scale, demands: Demands) -> Iterator[Finding]:
    """Check each dimensioned passage: what it states, what its line measures, what is free there.

    Parameters
    ----------
    plan : Plan
        Dimensions that the agent was not given are its passages.
    scale : Scale
        Without millimeters a unit only the stated widths are checked.
    demands : Demands
        `passage_mm`, `passages`, `dimension_tolerance`.

    Yields
    ------
    Finding
        ``passage_width`` (the stated mm), ``dimension_line`` (is a line drawn), ``dimension_truth``
        (stated against drawn length), ``corridor_width`` (free mm between pieces and walls along
        the line), ``passage_count``.
    """
    own = [each for each in plan.dimensions if not each.is_given]
    lined = [each for each in own if each.segment is not None]
    yield Finding(
        rule="passage_count",
        elements=tuple(each.line_id or each.text.element_id for each in lined),
        holds=len(lined) >= demands.passages,
        text=f"Passages with a width in mm and a dimension line: {len(lined)}",
        numbers={"count": len(lined), "needed": demands.passages, "texts": len(own)},
    )
    if scale.mm_per_unit is None:
        yield not_measured("corridor_width", f"no scale: {scale.reason}")
        yield not_measured("dimension_truth", f"no scale: {scale.reason}")
    for each in own:
        yield from _passage(plan, each, scale, demands)


def _passage(plan: Plan, each: Dimension, scale: Scale, demands: Demands) -> Iterator[Finding]:
    name = each.text.element_id or each.text.content
    names = (name, each.line_id) if each.line_id else (name,)
    segment = each.segment
    place = box_of(segment) if segment else each.text.box
    shown = (segment,) if segment else ()
    yield Finding(
        rule="passage_width",
        elements=names,
        holds=each.millimeters >= demands.passage_mm,
        text=f"{name} states {each.millimeters:g} mm",
        numbers={"stated_mm": each.millimeters, "needed_mm": demands.passage_mm},
        place=place,
        segments=shown,
    )
    yield Finding(
        rule="dimension_line",
        elements=names,
        holds=segment is not None,
        text=f"{name} has a dimension line" if segment else f"{name} is a text without a line",
        place=place,
        segments=shown,
    )
    length = each.length
    if segment is None or length is None or scale.mm_per_unit is None:
        return
    drawn = length * scale.mm_per_unit
    yield Finding(
        rule="dimension_truth",
        elements=names,
        holds=abs(drawn - each.millimeters) <= demands.dimension_tolerance * each.millimeters,
        text=f"{name} states {each.millimeters:g} mm where {drawn:.0f} mm are drawn",
        numbers={"stated_mm": each.millimeters, "drawn_mm": drawn},
        place=place,
        segments=shown,
    )
    yield from _corridor(plan, each, segment, scale.mm_per_unit, demands)


def _corridor(
    plan: Plan, each: Dimension, segment: Segment, mm_per_unit: float, demands: Demands
) -> Iterator[Finding]:
    solids = [outline for piece in plan.pieces for outline in piece.outlines]
    solids += [line.points for _, line, is_solid in plan.walls if is_solid]
    lines = [(room.points, True) for room in plan.rooms]
    lines += [(line.points, line.is_closed) for _, line, is_solid in plan.walls if not is_solid]
    found = free_width(*segment, solids=solids, lines=lines)
    if found is None:
        return
    width, between = found
    free = width * mm_per_unit
    name = each.text.element_id or each.text.content
    yield Finding(
        rule="corridor_width",
        elements=(name, each.line_id) if each.line_id else (name,),
        holds=free >= demands.passage_mm,
        text=f"{free:.0f} mm are free where {name} states {each.millimeters:g} mm",
        numbers={"free_mm": free, "stated_mm": each.millimeters, "needed_mm": demands.passage_mm},
        place=box_of(between),
        segments=(between,),
    )
