"""How pieces are marked: colors, labels, path effects, alignment, orientation."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from lxml import etree

from .drawing_patterns import is_east
from .drawing_style import line_of
from .drawing_xml import path_effects
from .floor_plan_demands import Demands, Finding, box_of, not_measured
from .floor_plan_names import CATEGORY_COLORS, categories, color_name
from .floor_plan_reading import Plan
from .floor_plan_scale import Scale


def piece_count(plan: Plan, demands: Demands) -> Iterator[Finding]:
    """Count the pieces (rule ``piece_count``); by geometry, so a comment counts as nothing."""
    names = tuple(piece.element_id for piece in plan.pieces)
    yield Finding(
        rule="piece_count",
        elements=names,
        holds=len(names) >= demands.pieces,
        text=f"Pieces drawn: {len(names)}",
        numbers={"count": len(names), "needed": demands.pieces},
    )


def colors(plan: Plan) -> Iterator[Finding]:
    """Compare each piece's color with its category (rule ``color_by_category``).

    Parameters
    ----------
    plan : Plan
        Bed and sofa blue, table and chair green, kitchen appliance orange, storage gray. A piece
        whose name says no category, or whose fill is no plain color, is not measured.
    """
    for piece in plan.pieces:
        found = categories(piece.element_id, piece.label.text.content if piece.label else "")
        reason = piece.paint.problem if found else "its name and label say no category"
        if reason:
            text = f"not measured: {reason}"
            yield Finding("color_by_category", (piece.element_id,), None, text, place=piece.box)
            continue
        wanted = " or ".join(sorted(CATEGORY_COLORS[name] for name in found))
        fill = piece.paint.color
        shown = color_name(fill) if fill else "no fill"
        yield Finding(
            rule="color_by_category",
            elements=(piece.element_id,),
            holds=shown in {CATEGORY_COLORS[name] for name in found},
            text=f"{piece.element_id} is {shown} ({fill or 'none'}), should be {wanted}",
            place=piece.box,
        )


def labels(plan: Plan, demands: Demands) -> Iterator[Finding]:
    """Ask for a Chinese name and a size in mm beside each piece (rule ``label``).

    Parameters
    ----------
    plan : Plan
        Each text labels at most one piece.
    demands : Demands
        `label_reach` of the view's diagonal is how far a label may stand.
    """
    reach = demands.label_reach * math.hypot(plan.view[2], plan.view[3])
    for piece in plan.pieces:
        label = piece.label
        if label is None or label.distance > reach:
            text = f"{piece.element_id} has no label within {reach:.0f} units"
            yield Finding("label", (piece.element_id,), False, text, {"reach": reach}, piece.box)
            continue
        missing = [] if label.has_chinese else ["a Chinese name"]
        missing += [] if label.has_millimeters else ["a size in mm"]
        text = f"{piece.element_id}: “{label.text.content}”"
        yield Finding(
            rule="label",
            elements=(piece.element_id, label.text.element_id),
            holds=not missing,
            text=f"{text} lacks {' and '.join(missing)}" if missing else text,
            numbers={"distance": label.distance, "reach": reach},
            place=label.text.box,
        )


def effects(root: etree._Element, demands: Demands) -> Iterator[Finding]:
    """Count pieces with a live path effect applied (rule ``effects_applied``).

    Parameters
    ----------
    root : lxml element
        The ``<svg>`` element. Definitions alone, and references that lead nowhere, do not count.
    demands : Demands
        `path_effects`.
    """
    found = path_effects(root)
    names = tuple(e.get("id") or f"line {line_of(e)}" for e in found.applied)
    text = f"Effects applied: {len(names)}, defined: {len(found.defined)}"
    if found.dangling:
        text += f"; references without a definition: {', '.join(found.dangling)}"
    numbers = {
        "applied": len(names),
        "defined": len(found.defined),
        "dangling": len(found.dangling),
        "needed": demands.path_effects,
    }
    holds = len(names) >= demands.path_effects
    yield Finding("effects_applied", names, holds, text, numbers)


def east_row(plan: Plan, scale: Scale, demands: Demands) -> Iterator[Finding]:
    """Check the pieces along the east wall: x variance, and even steps in y.

    Parameters
    ----------
    plan : Plan
        Pieces whose id contains "east" or ends in "_e", in document order, first four.
    scale : Scale
        The variance is stated in mm where the scale is known, else in user units.
    demands : Demands
        `east_pieces`, `east_variance`, `spacing_tolerance`.

    Yields
    ------
    Finding
        ``east_alignment`` and ``even_spacing``. Spacing is even when the steps between centers or
        the gaps between edges are: Inkscape distributes either way.
    """
    row = [piece for piece in plan.pieces if is_east(piece.element_id)][: demands.east_pieces]
    names = tuple(piece.element_id for piece in row)
    if len(row) < demands.east_pieces:
        reason = f"pieces named as standing east: {len(row)}, {demands.east_pieces} are needed"
        yield not_measured("east_alignment", reason)
        yield not_measured("even_spacing", reason)
        return
    xs = [piece.center[0] for piece in row]
    mean = sum(xs) / len(xs)
    variance = sum((x - mean) ** 2 for x in xs) / len(xs)
    unit = scale.mm_per_unit or 1.0
    ordered = sorted(row, key=lambda piece: piece.center[1])
    line = ((mean, ordered[0].center[1]), (mean, ordered[-1].center[1]))
    yield Finding(
        rule="east_alignment",
        elements=names,
        holds=variance <= demands.east_variance,
        text=f"the x centers of {', '.join(names)} vary by {variance:.2f} units²",
        numbers={"variance": variance, "variance_mm2": variance * unit**2, "mean_x": mean},
        place=box_of(line),
        segments=(line,),
    )
    steps = [b.center[1] - a.center[1] for a, b in pairwise(ordered)]
    gaps = [b.box[1] - a.box[1] - a.box[3] for a, b in pairwise(ordered)]
    uneven = min(_spread(steps), _spread(gaps))
    yield Finding(
        rule="even_spacing",
        elements=tuple(piece.element_id for piece in ordered),
        holds=uneven <= demands.spacing_tolerance,
        text=f"steps in y of {', '.join(f'{step:.1f}' for step in steps)} units",
        numbers={"unevenness": uneven, "smallest": min(steps), "largest": max(steps)},
        place=box_of(line),
        segments=(line,),
    )


def _spread(steps: Sequence[float]) -> float:
    """Largest less smallest, relative to the mean; 1 where the mean is no distance at all."""
    mean = sum(steps) / len(steps)
    return (max(steps) - min(steps)) / mean if mean > 1e-9 else 1.0


def orientations(plan: Plan, demands: Demands) -> Iterator[Finding]:
    """List which way pieces face, where the drawing says so (rule ``orientation``).

    Parameters
    ----------
    plan : Plan
        ``data-facing`` or ``data-orientation``, else the turn of its transform.
    demands : Demands
        `orientations`, told to the person who judges: no code can.
    """
    said = 0
    for piece in plan.pieces:
        if not piece.facing and round(piece.angle, 1) % 360 == 0:
            continue
        said += 1
        facing = f"faces {piece.facing}" if piece.facing else f"is turned by {piece.angle:.0f}°"
        yield Finding(
            rule="orientation",
            elements=(piece.element_id,),
            holds=None,
            text=f"{piece.element_id} {facing}: a person says whether that is right",
            numbers={"angle": piece.angle},
            place=piece.box,
        )
    yield Finding(
        rule="orientation",
        elements=(),
        holds=None,
        text=f"pieces that say which way they face: {said} of {len(plan.pieces)}; "
        f"at least {demands.orientations} must be right: a person says",
        numbers={"said": said, "needed": demands.orientations},
    )
