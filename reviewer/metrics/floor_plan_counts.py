"""The numbers a floor plan is graded by, under the keys of the reference grader.

Only numbers: which of them earns credit is said by the rubric. A key that is absent leaves its
mean, as it does in the grader; `reasons` says why it is absent.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .drawing_patterns import pattern_counts

SCREENSHOTS = (
    "view_01_layers_panel.png",
    "view_02_lpe_dialog.png",
    "view_03_align_dialog.png",
    "view_04_measure_tool.png",
    "view_xml_editor.png",
)
MINIMUM_SCREENSHOT_BYTES = 5000


@dataclass(frozen=True, slots=True)
class GradedNumbers:
    """Raw values by key, the reasons of absent keys, and notes on what the numbers hide."""

    values: dict[str, float | bool]
    reasons: dict[str, str]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Screenshots:
    """How many of the five screenshots count, and how many differ from each other."""

    valid: int
    distinct: int
    problems: dict[str, str]


def expected_names(text: str | None, *, key: str | None = None) -> tuple[str, ...]:
    """Read the names of a ground-truth file as the reference grader does; () where it reads none.

    Parameters
    ----------
    text : str or None
        Content of ``expected_furniture.json`` or ``rooms.json``; None when the file is missing.
    key : str, optional
        The member that holds the names (``required_furniture``); without it the whole file does.
    """
    if text is None:
        return ()
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        # The grader goes on without ground truth, so the check leaves the mean.
        return ()
    if key is not None:
        data = data.get(key, {}) if isinstance(data, dict) else {}
    if isinstance(data, str) or not isinstance(data, Sequence | Mapping):
        return ()
    return tuple(name for name in data if isinstance(name, str))


def covered_names(expected: Sequence[str], ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Say for each expected piece which semantic ids stand for it.

    Parameters
    ----------
    expected : sequence of str
        Names from the ground truth.
    ids : sequence of str
        Semantic ids of the drawing.

    Notes
    -----
    A name is covered when an id equals it, or holds it anywhere: ``chair`` is covered by
    ``armchair_1``. That is the reference grader's rule (its prefix and suffix forms are special
    cases), and the ids are listed so that a person can see such a hit.
    """
    distinct = tuple(dict.fromkeys(ids))
    return {name: tuple(each for each in distinct if name in each) for name in expected}


def screenshot_numbers(shots: Mapping[str, bytes]) -> Screenshots:
    """Count screenshots that are large enough and not copies of one another.

    Parameters
    ----------
    shots : mapping of str to bytes
        The files that exist, by the names in `SCREENSHOTS`; others are ignored.
    """
    digests: dict[str, str] = {}
    problems: dict[str, str] = {}
    for name in SCREENSHOTS:
        data = shots.get(name)
        if data is None:
            problems[name] = "missing"
        elif len(data) < MINIMUM_SCREENSHOT_BYTES:
            problems[name] = f"{len(data)} bytes, under {MINIMUM_SCREENSHOT_BYTES}"
        else:
            # MD5 because the reference grader compares by it; nothing here is a secret.
            digest = hashlib.md5(data, usedforsecurity=False).hexdigest()
            if digest in digests:
                problems[name] = f"the same file as {digests[digest]}"
            else:
                digests[digest] = name
    return Screenshots(len(digests), len(digests), problems)


def graded_numbers(
    *,
    svg: str | None,
    png: tuple[int, int, int] | None,
    report: str | None,
    furniture: Sequence[str],
    rooms: Sequence[str],
    shots: Mapping[str, bytes],
) -> GradedNumbers:
    """Measure everything the reference grader looks at.

    Parameters
    ----------
    svg : str or None
        ``floor_annotated.svg`` through `drawing.decode_as_grader`; None when missing.
    png : tuple of int or None
        Width, height in pixels and size in bytes of ``floor_annotated.png``; None when missing or
        unreadable.
    report : str or None
        ``placement_check.md``, decoded alike.
    furniture, rooms : sequence of str
        Ground-truth names (`expected_names`); empty ones leave their check out.
    shots : mapping of str to bytes
        The screenshots that exist.

    Returns
    -------
    GradedNumbers
        Keys: shapes, colors, texts, dim_mm, png_width, png_height, png_bytes, check_lines,
        furniture_layer, named_ids, lpe_count, measure_count, gt_furniture_hits,
        gt_furniture_target, gt_furniture_names, gt_room_hits, gt_room_names, east_rects,
        east_align_variance,
        inkscape_ui_shots (of five), inkscape_ui_unique_md5.
    """
    values: dict[str, float | bool] = {}
    reasons: dict[str, str] = {}
    named: tuple[str, ...] = ()
    if svg is None:
        reasons.update(dict.fromkeys(_DRAWING_KEYS, "floor_annotated.svg is missing"))
    else:
        named = _drawing_numbers(svg, values, reasons)
    if png is None:
        reasons.update(dict.fromkeys(_PNG_KEYS, "floor_annotated.png is missing or unreadable"))
    else:
        values.update(zip(_PNG_KEYS, png, strict=True))
    if report is None:
        reasons["check_lines"] = "placement_check.md is missing"
    else:
        values["check_lines"] = len(report.splitlines())
    _ground_truth(values, reasons, named=named, svg=svg, furniture=furniture, rooms=rooms)
    counted = screenshot_numbers(shots)
    values["inkscape_ui_shots"] = counted.valid
    values["inkscape_ui_unique_md5"] = counted.distinct
    return GradedNumbers(values, reasons, _notes(values))


_DRAWING_KEYS = (
    "shapes",
    "colors",
    "texts",
    "dim_mm",
    "furniture_layer",
    "named_ids",
    "lpe_count",
    "measure_count",
    "east_rects",
    "east_align_variance",
)
_PNG_KEYS = ("png_width", "png_height", "png_bytes")


def _drawing_numbers(
    svg: str, values: dict[str, float | bool], reasons: dict[str, str]
) -> tuple[str, ...]:
    counts = pattern_counts(svg)
    values["shapes"] = len(counts.shapes)
    values["colors"] = len(counts.colors)
    values["texts"] = len(counts.texts)
    values["dim_mm"] = len(counts.mm)
    values["furniture_layer"] = counts.has_furniture_layer
    values["named_ids"] = len(counts.named_ids)
    values["lpe_count"] = len(counts.path_effects)
    values["measure_count"] = len(counts.mm_texts)
    values["east_rects"] = len(counts.east)
    if counts.east_variance is None:
        reasons["east_align_variance"] = (
            f"rectangles on the east wall found by id: {len(counts.east)}; four are needed"
        )
    else:
        values["east_align_variance"] = counts.east_variance
    return counts.named_ids


def _ground_truth(
    values: dict[str, float | bool],
    reasons: dict[str, str],
    *,
    named: Sequence[str],
    svg: str | None,
    furniture: Sequence[str],
    rooms: Sequence[str],
) -> None:
    if furniture:
        distinct = set(named)
        hits = sum(any(name in element_id for element_id in distinct) for name in furniture)
        values["gt_furniture_hits"] = hits
        values["gt_furniture_names"] = len(furniture)
        values["gt_furniture_target"] = max(10, int(0.5 * len(furniture)))
    else:
        reasons["gt_furniture_hits"] = "no names in gt/expected_furniture.json"
    if rooms and svg:
        values["gt_room_hits"] = sum(name in svg for name in rooms)
        values["gt_room_names"] = len(rooms)
    else:
        reasons["gt_room_hits"] = "no names in gt/rooms.json, or no drawing"


def _notes(values: Mapping[str, float | bool]) -> tuple[str, ...]:
    notes: list[str] = []
    names = values.get("gt_furniture_names")
    if names is not None:
        target = values["gt_furniture_target"]
        notes.append(
            f"The task asks for at least 8 core names; its grader wants {target:g} of {names:g}."
        )
        if target > names:
            notes.append(
                "The grader's target is above the number of names: full credit is out of reach."
            )
    notes.append("The judge is asked for at least 18 pieces; the task asks for 22.")
    return tuple(notes)
