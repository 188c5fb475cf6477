"""Measuring a floor plan: the graded counts as its grader makes them, and what it never checks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from reviewer.kinds.floor_plan_files import PlanFiles
from reviewer.kinds.floor_plan_uncovered import uncovered
from reviewer.kinds.protocol import UnreadableError
from reviewer.metrics.floor_plan_counts import GradedNumbers, graded_numbers
from reviewer.model import Measurement, Scalar

VERSION = 2
_AUDIT = ("audit_total_tool_calls", "audit_screenshots", "audit_any_banned")
# The rubric's names for what the grader counts.
_NAMES = {
    "gt_furniture_hits": "gt_furniture_coverage",
    "gt_room_hits": "gt_room_refs",
    "gt_room_names": "gt_room_count",
}
_DRAWN = (
    "shapes", "colors", "texts", "dim_mm", "furniture_layer", "named_ids", "lpe_count",
    "measure_count", "east_rects", "east_align_variance",
)  # fmt: skip


def measure_plan(files: PlanFiles) -> tuple[Measurement, ...]:
    """Every number of the rubric's rows that is no judge's, and those beside the grade."""
    token = files.request.token
    found = list(graded(files))
    token.check()
    found += uncovered(files)
    token.check()
    found += audit(files)
    return tuple(found)


def graded(files: PlanFiles) -> Iterator[Measurement]:
    """The counts that are graded."""
    try:
        text, problem = files.text, ""
    except UnreadableError as error:
        text, problem = None, str(error)
    numbers = graded_numbers(
        svg=text,
        png=files.picture_numbers,
        report=files.report,
        furniture=files.furniture,
        rooms=files.rooms,
        shots={name: files.request.reader.data(shot) for name, shot in files.shots.items()},
    )
    values: dict[str, Scalar] = {
        _NAMES.get(name, name): value for name, value in numbers.values.items()
    }
    for name, value in values.items():
        yield Measurement(
            name,
            value,
            unit=_UNITS.get(name, ""),
            instrument="the grader's text patterns" if name in _DRAWN else "the grader's rule",
            version=VERSION,
            notes=_notes(name, numbers),
        )
    for name, reason in numbers.reasons.items():
        if problem and name in _DRAWN:
            yield Measurement(name, None, error=problem)
        else:
            yield Measurement(_NAMES.get(name, name), None, reason=reason)


_UNITS = {
    "shapes": "shapes",
    "colors": "colors",
    "texts": "texts",
    "dim_mm": "places",
    "named_ids": "ids",
    "lpe_count": "effects",
    "measure_count": "texts",
    "png_width": "px",
    "png_height": "px",
    "png_bytes": "bytes",
    "check_lines": "lines",
    "gt_furniture_coverage": "names",
    "gt_room_refs": "rooms",
    "inkscape_ui_shots": "screenshots",
    "east_align_variance": "units²",
}


def _notes(name: str, numbers: GradedNumbers) -> tuple[str, ...]:
    values: Mapping[str, object] = numbers.values
    if name == "gt_furniture_hits" or name == "gt_furniture_target":
        return tuple(note for note in numbers.notes if "names" in note)
    if name == "inkscape_ui_shots":
        return (f"{values.get('inkscape_ui_unique_md5', 0)} differ by MD5",)
    return ()


def audit(files: PlanFiles) -> Iterator[Measurement]:
    """What the agent's log shows; without a log the audit is not available."""
    found = files.log
    if isinstance(found, str):
        for name in _AUDIT:
            yield Measurement(name, None, reason=f"not available: {found}")
        return
    notes = tuple(found.notes)
    values = (found.tool_calls, found.screenshots, 1.0 if found.any_banned else 0.0)
    for name, value in zip(_AUDIT, values, strict=True):
        said = (f"banned: {', '.join(found.matches)}",) if name == _AUDIT[2] else ()
        yield Measurement(
            name, value, instrument="chat log audit", version=VERSION,
            notes=(*notes, *(said if found.matches else ())),
        )  # fmt: skip
