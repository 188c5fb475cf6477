"""Why a check of a floor plan came out as it did: the hits, the elements, the places."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from reviewer.kinds import agent_roles as roles
from reviewer.kinds.floor_plan_demanded import demanded, one_element, ruled
from reviewer.kinds.floor_plan_files import PlanFiles
from reviewer.kinds.floor_plan_hits import hit_marks, hit_table, hits, unplaced
from reviewer.kinds.floor_plan_places import (
    ELEMENT,
    LAYER,
    Placing,
    around,
    element_marks,
    every_element,
    layer_marks,
    placings,
)
from reviewer.kinds.protocol import Request, UnreadableError
from reviewer.metrics import NotMeasured
from reviewer.model import RESULT, Check, Evidence, Mark, Measurement, Table
from reviewer.model.counting import yes_or_no

_FURNITURE = "furniture"
_JUDGED = {
    "vlm_furniture_present": ("piece_count",),
    "vlm_text_legible": ("label",),
    "vlm_color_categorized": ("color_by_category",),
    "vlm_layout_realistic": ("in_room", "wall_clearance", "door_clearance", "corridor_width"),
}


def evidence(request: Request, check_id: str) -> Evidence:
    """The evidence of a row, of a requirement, or of one element (`element:<id>`).

    `element:` alone stands for every element, `layer:<label>` for all that a layer draws.
    """
    files = PlanFiles(request)
    try:
        if check_id == ELEMENT:
            return _with_marks(check_id, None, every_element(files))
        if check_id.startswith(LAYER):
            return _with_marks(check_id, None, layer_marks(files, check_id.removeprefix(LAYER)))
        if check_id.startswith(ELEMENT):
            return one_element(files, check_id)
        row = next((each for each in request.rubric.uncovered if each.id == check_id), None)
        if row is not None:
            return demanded(files, row)
        check = request.rubric.check(check_id)
        if check is None:
            return Evidence(check_id, f"The rubric has no row {check_id}.")
        return _of_check(files, check)
    except (NotMeasured, UnreadableError) as error:
        return Evidence(check_id, str(error))


def _of_check(files: PlanFiles, check: Check) -> Evidence:
    summary = _summary(check, files.request.measurements.get(check.measure))
    draw = _DRAW.get(check.id)
    if draw is None and check.id not in _JUDGED:
        return Evidence(check.id, summary)
    try:
        if draw is None:
            return ruled(files, check.id, summary, _JUDGED[check.id])
        return dataclasses.replace(draw(files, check), summary=summary)
    except (NotMeasured, UnreadableError) as error:
        return Evidence(check.id, summary, text=str(error))


def _summary(check: Check, found: Measurement | None) -> str:
    if found is None:
        return f"{check.asks}: nobody has said yet."
    if not found.is_measured:
        return f"{check.asks}: {found.error or found.reason}."
    value = f"{found.value:.4g}" if isinstance(found.value, float) else yes_or_no(found.value)
    notes = f" ({'; '.join(found.notes)})" if found.notes else ""
    return f"{check.asks}: {value} {check.unit or found.unit}".rstrip() + f"{notes}."


def _places(files: PlanFiles) -> tuple[Placing, ...]:
    try:
        return placings(files)
    except (NotMeasured, UnreadableError):
        # Without a drawing that can be read the table of hits still stands.
        return ()


def _with_marks(
    check: str, table: Table | None, marks: tuple[Mark, ...], text: str = ""
) -> Evidence:
    role = RESULT if any(mark.role == RESULT for mark in marks) else roles.DRAWING
    return Evidence(
        check, "", role=role, zoom=around(marks, role), marks=marks, table=table, text=text
    )


def _counted(files: PlanFiles, check: Check) -> Evidence:
    """The pattern's hits with their lines, the elements behind them, and where XML disagrees."""
    found, places = hits(files, check.id), _places(files)
    said = (unplaced(found, places), _differences(files, check.id))
    text = "\n".join(part for part in said if part)
    return _with_marks(check.id, hit_table(found), hit_marks(found, places), text)


def _differences(files: PlanFiles, name: str) -> str:
    from reviewer.metrics.drawing import count_differences

    short = "dim_mm" if name.startswith("dim_mm") else name
    try:
        rows = count_differences(files.text or "", files.root)
    except (NotMeasured, UnreadableError) as error:
        return str(error)
    for row in rows:
        if row.name != short:
            continue
        lines = [f"The grader counts {row.graded:g}; the XML holds {row.found:g}."]
        for cause in row.causes:
            word = "too many" if cause.is_surplus else "missed"
            lines.append(f"{len(cause.places)} {word}: {cause.reason}")
            lines += [
                f"    line {place.line}: {place.name or place.what}" for place in cause.places[:200]
            ]
        return "\n".join(lines)
    return "The grader's patterns and the XML agree."


def _layer(files: PlanFiles, check: Check) -> Evidence:
    from reviewer.metrics.drawing import layers

    rows = tuple(
        (each.label, "visible" if each.is_visible else "hidden", each.shapes, each.texts, each.line)
        for each in layers(files.root)
    )
    table = Table(("layer", "state", "shapes", "texts", "line"), rows)
    try:
        marks = layer_marks(files, _FURNITURE)
    except (NotMeasured, UnreadableError):
        marks = ()
    return _with_marks(check.id, table, marks, _differences(files, "furniture_layer"))


def _picture(files: PlanFiles, check: Check) -> Evidence:
    numbers = files.picture_numbers
    if numbers is None:
        return Evidence(check.id, "", text="There is no floor_annotated.png that opens.")
    width, height, count = numbers
    rows = (
        ("width", width, "px", 2000, width >= 2000),
        ("height", height, "px", 1500, height >= 1500),
        ("size", count, "bytes", 50_000, count >= 50_000),
    )
    mark = Mark("box", (0.0, 0.0, float(width), float(height)), f"{width}×{height}", "plain")
    table = Table(("what", "value", "unit", "at least", "holds"), rows)
    return Evidence(check.id, "", zoom=(0.0, 0.0, float(width), float(height)), marks=(mark,),
                    table=table)  # fmt: skip


def _report(files: PlanFiles, check: Check) -> Evidence:
    text = files.report
    if text is None:
        return Evidence(check.id, "", text="There is no placement_check.md.")
    rows = tuple(enumerate(text.splitlines(), 1))
    return Evidence(check.id, "", role=roles.REPORT, table=Table(("line", "text"), rows))


def _shots(files: PlanFiles, check: Check) -> Evidence:
    import hashlib

    from reviewer.metrics.floor_plan_counts import SCREENSHOTS, screenshot_numbers

    reader = files.request.reader
    data = {name: reader.data(shot) for name, shot in files.shots.items()}
    problems = screenshot_numbers(data).problems
    rows, pictures = [], {}
    for name in SCREENSHOTS:
        held = data.get(name)
        digest = hashlib.md5(held, usedforsecurity=False).hexdigest() if held else ""
        rows.append((name, len(held) if held else 0, digest, problems.get(name, "counts")))
        if held is None:
            continue
        try:
            pictures[name] = reader.picture(files.shots[name]).pixels
        except UnreadableError as error:
            rows[-1] = (*rows[-1][:3], str(error))
    table = Table(("screenshot", "bytes", "MD5", "verdict"), tuple(rows))
    return Evidence(check.id, "", role=roles.SCREENSHOT, pictures=pictures, table=table)


def _coverage(files: PlanFiles, check: Check) -> Evidence:
    from reviewer.metrics.drawing import pattern_counts
    from reviewer.metrics.floor_plan_counts import covered_names

    named = pattern_counts(files.text or "").named_ids
    covered = covered_names(files.furniture, named)
    rows = tuple(
        (name, ", ".join(ids) or "—", "covered" if ids else "missing")
        for name, ids in covered.items()
    )
    items = tuple(f"{ELEMENT}{ids[0]}" if ids else "" for ids in covered.values())
    tones = {ids[0]: "ok" for ids in covered.values() if ids}
    marks = element_marks(files, _places(files), tones)
    table = Table(("expected", "covered by", "verdict"), rows, items)
    return _with_marks(check.id, table, marks)


def _rooms(files: PlanFiles, check: Check) -> Evidence:
    text = files.text or ""
    rows = []
    for name in files.rooms:
        at = text.find(name)
        line = text.count("\n", 0, at) + 1 if at >= 0 else "—"
        rows.append((name, line, "found" if at >= 0 else "missing"))
    return Evidence(
        check.id,
        "",
        role=roles.DRAWING,
        table=Table(("room", "first in line", "verdict"), tuple(rows)),
    )


def _east(files: PlanFiles, check: Check) -> Evidence:
    """The four east pieces with the line through their centers."""
    from reviewer.metrics.drawing import pattern_counts

    counts = pattern_counts(files.text or "")
    first = counts.east[:4]
    rows = tuple(
        (
            rect.element_id,
            round(rect.center_x, 3),
            "of the four" if rect in first else "not looked at",
        )
        for rect in counts.east
    )
    items = tuple(f"{ELEMENT}{rect.element_id}" for rect in counts.east)
    places = _places(files)
    marks = list(element_marks(files, places, {rect.element_id: "accent" for rect in first}))
    boxes = (
        [files.boxes[r.element_id] for r in first if r.element_id in files.boxes] if places else []
    )
    if boxes:
        mean = sum(rect.center_x for rect in first) / len(first)
        top, bottom = min(b[1] for b in boxes), max(b[1] + b[3] for b in boxes)
        for place in places:
            points = (*place.point(mean, top), *place.point(mean, bottom))
            marks.append(Mark("line", points, f"mean x {mean:.1f}", "accent", role=place.role))
    variance = counts.east_variance
    said = "fewer than four" if variance is None else f"variance {variance:.3f} (5 full, 25 half)"
    table = Table(("piece", "center x", "note"), rows, items)
    return _with_marks(check.id, table, tuple(marks), said)


_DRAW: dict[str, Callable[[PlanFiles, Check], Evidence]] = {
    "shapes": _counted,
    "colors": _counted,
    "texts": _counted,
    "named_ids": _counted,
    "dim_mm>=5": _counted,
    "lpe_count": _counted,
    "measure_count": _counted,
    "furniture_layer": _layer,
    "png_res": _picture,
    "check_lines": _report,
    "inkscape_ui_shots": _shots,
    "gt_furniture_coverage": _coverage,
    "gt_room_refs": _rooms,
    "alignment_score": _east,
}
