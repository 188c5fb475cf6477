"""The 2×2 sheet of a floor plan: export · sketch or golden · broken rules · drawing against it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from reviewer.kinds import agent_roles as roles
from reviewer.kinds.floor_plan_files import PlanFiles
from reviewer.kinds.protocol import Request, UnreadableError
from reviewer.metrics import NotMeasured
from reviewer.model import GOLDEN, RESULT, Sheet, SheetClass, SheetPane
from reviewer.model.counting import counted, percent

if TYPE_CHECKING:
    from reviewer.metrics.floor_plan_demands import Finding
    from reviewer.overlays.floor_plan import PlanMarks

_SIDE = 1600
_TOLERANCE = 24
_MUCH = 96
_NEAR = 1.25
# Layers of the plan under the palette's names for what they mean.
_KEYS = {
    "plan_room": "change_missing",
    "plan_holds": "changed_right",
    "plan_breaks": "change_uncalled",
    "plan_open": "changed_otherwise",
    "plan_clear": "changed_right",
    "plan_narrow": "large",
    "plan_east": "small",
}


def sheet(request: Request) -> Sheet:
    """The four panes; a pane that cannot be made says why in its subtitle."""
    files = PlanFiles(request)
    notes: list[str] = []
    export = _export(files, notes)
    drawn, view = _drawn(files, notes)
    request.token.check()
    base = drawn if drawn is not None else export
    if base is None:
        raise UnreadableError("; ".join(notes))
    shown = export if export is not None else base
    panes = (
        SheetPane("Export", "floor_annotated.png", shown),
        _reference(files),
        _wrong(files, base, view, notes),
        _compare(export, drawn, base),
    )
    return Sheet(panes, "; ".join(dict.fromkeys(notes)))


def _export(files: PlanFiles, notes: list[str]) -> Any:  # noqa: ANN401 - an array or None
    artifact = files.artifact(RESULT)
    if artifact is None:
        notes.append("there is no floor_annotated.png")
        return None
    try:
        return _reduced(files.request.reader.picture(artifact).pixels)
    except UnreadableError as error:
        notes.append(str(error))
        return None


def _drawn(files: PlanFiles, notes: list[str]) -> tuple[Any, tuple[float, ...] | None]:
    try:
        made = files.rendering()
    except (NotMeasured, UnreadableError) as error:
        notes.append(str(error))
        return None, None
    notes.extend(made.notes)
    return _reduced(made.pixels), made.view


def _reduced(pixels: Any) -> Any:  # noqa: ANN401 - an array
    """At most `_SIDE` pixels, over white: an export of a page without background is transparent."""
    from reviewer.metrics.pixels import resized
    from reviewer.overlays.palette import as_rgb

    height, width = pixels.shape[:2]
    scale = _SIDE / max(height, width)
    flat = as_rgb(pixels)
    if scale >= 1:
        return flat
    return resized(flat, (max(1, round(width * scale)), max(1, round(height * scale))))


def _reference(files: PlanFiles) -> SheetPane:
    """Golden, else the sketch, else the plan the agent was given; without any, words alone."""
    from reviewer.kinds import naming

    for role, title in ((GOLDEN, "Golden"), (roles.SKETCH, "Sketch"), (roles.BLANK_PLAN, "Given")):
        artifact = files.artifact(role)
        if artifact is None:
            continue
        try:
            if naming.extension(artifact.name) == "svg":
                pixels = files.request.reader.document(artifact, "rendering").pixels
            else:
                pixels = files.request.reader.picture(artifact).pixels
        except UnreadableError as error:
            return SheetPane(title, str(error), None)
        return SheetPane(title, artifact.name, _reduced(pixels))
    return SheetPane("Reference", "no sketch, golden or blank plan here", None)


def _wrong(
    files: PlanFiles,
    base: Any,  # noqa: ANN401 - an array
    view: tuple[float, ...] | None,
    notes: list[str],
) -> SheetPane:
    from reviewer.overlays.floor_plan import plan_layers

    title = "Broken rules"
    try:
        found = files.findings
    except (NotMeasured, UnreadableError) as error:
        return SheetPane(title, str(error), base, base_style="grey")
    seen = view or found.plan.view
    if not (seen[2] > 0 and seen[3] > 0):
        return SheetPane(title, "the drawing has no extent", base, base_style="grey")
    layers = plan_layers(plan_marks(files, seen), size=base.shape[:2])
    classes = tuple(
        SheetClass(
            _KEYS[layer.name],
            layer.label,
            layer.mask,
            opacity=1.0 if layer.opacity is None else layer.opacity,
            says=layer.label,
        )
        for layer in layers
    )
    broken = len(found.violations)
    notes.extend(found.plan.notes)
    return SheetPane(title, f"{broken} broken, beside the grade", base, classes, "grey")


def plan_marks(files: PlanFiles, view: Sequence[float]) -> PlanMarks:
    """Rooms, pieces by verdict, the clearances that fail or nearly do, the east row."""
    import numpy as np

    from reviewer.metrics.drawing_patterns import is_east
    from reviewer.overlays.floor_plan import PlanMark, PlanMarks

    found = files.findings
    verdicts = _verdicts(found.findings)
    row = [piece for piece in found.plan.pieces if is_east(piece.element_id)][:4]
    return PlanMarks(
        view=(view[0], view[1], view[2], view[3]),
        rooms=[PlanMark(room.points) for room in found.plan.rooms],
        pieces=[
            PlanMark(outline, verdicts.get(piece.element_id))
            for piece in found.plan.pieces
            for outline in piece.outlines
        ],
        clearances=[
            PlanMark(np.asarray(segment), each.holds)
            for each in found.findings
            if _is_worth_drawing(each)
            for segment in each.segments
        ],
        east=[PlanMark(outline) for piece in row for outline in piece.outlines],
    )


def _verdicts(findings: Sequence[Finding]) -> dict[str, bool | None]:
    """Whether each piece keeps the rules of layout and color that were measured of it."""
    rules = ("in_room", "wall_clearance", "door_clearance", "color_by_category")
    found: dict[str, bool | None] = {}
    for each in findings:
        if each.rule not in rules or not each.elements:
            continue
        name, before = each.elements[0], found.get(each.elements[0], True)
        if each.holds is False or before is False:
            found[name] = False
        else:
            found[name] = None if each.holds is None or before is None else True
    return found


def _is_worth_drawing(each: Finding) -> bool:
    """Clearances that fail or nearly do: all of them would hide the plan."""
    if each.rule in ("passage_width", "corridor_width"):
        return True
    if each.rule not in ("wall_clearance", "door_clearance"):
        return False
    needed = each.numbers.get("needed", 0.0)
    return each.holds is False or each.numbers.get("distance", needed * 9) < needed * _NEAR


def _compare(export: Any, drawn: Any, base: Any) -> SheetPane:  # noqa: ANN401 - arrays
    from reviewer.metrics.differences import difference_regions
    from reviewer.metrics.pixels import resized

    title = "Drawing against export"
    if export is None or drawn is None:
        missing = "export" if export is None else "drawing"
        return SheetPane(title, f"there is no {missing} to compare", base, base_style="grey")
    fitted = drawn
    if drawn.shape != export.shape:
        fitted = resized(drawn, (export.shape[1], export.shape[0]))
    found = difference_regions(export, fitted, tolerance=_TOLERANCE, large_over=_MUCH)
    share = found.differing / found.classes.size
    classes = (
        SheetClass("small", "differs a little", found.classes == 1, says="small difference"),
        SheetClass("large", "differs much", found.classes == 2, says="large difference"),
    )
    said = f"{counted(found.count, 'region')} · {percent(share, 1)}"
    return SheetPane(title, said, export, classes, "grey")
