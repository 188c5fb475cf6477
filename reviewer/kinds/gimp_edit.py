"""An edited picture, against a golden one (gradual) or judged before and after (semantic)."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

from reviewer.kinds import edit_names
from reviewer.kinds.protocol import Kind, Measured, Reader, Request, UnreadableError
from reviewer.model import (
    GOLDEN,
    INITIAL,
    RESULT,
    Check,
    Evidence,
    Panel,
    Rubric,
    Sheet,
    Table,
    Task,
)

SEMANTIC = "gimp_edit_semantic"
CONFIG = "gimp_edit_config"
GRADUAL = "gimp_edit"


def rubric(task: Task) -> str:
    """Which of the three policies a task is graded by."""
    policy = task.settings.get("policy")
    if policy == "semantic":
        return SEMANTIC
    if task.settings.get("task_type") == "config":
        return CONFIG
    if policy == "gradual" or task.artifact(GOLDEN) is not None:
        return GRADUAL
    return SEMANTIC


def tailor(base: Rubric, task: Task, reader: Reader, shipped: Callable[[str], Rubric]) -> Rubric:
    """The policy's rubric with the rows that the task chose from the library of checks."""
    chosen = task.settings.get("checks") or ()
    if not chosen:
        return base
    library = shipped("image_checks")
    rows = []
    for number, row in enumerate(chosen, 1):
        if not isinstance(row, Mapping) or "use" not in row:
            raise UnreadableError(
                f"{task.folder / 'task.toml'}: check {number} lacks `use`. "
                'Write use = "mirror", say.'
            )
        found = library.check(str(row["use"]))
        if found is None:
            known = ", ".join(check.id for check in library.checks)
            raise UnreadableError(
                f"{task.folder / 'task.toml'}: there is no check {row['use']!r}. "
                f"Use one of {known}."
            )
        rows.append(chosen_row(found, row))
    ids = {row.id for row in rows}
    kept = [check for check in base.checks if check.id not in ids]
    return dataclasses.replace(base, checks=(*kept, *rows))


_BOUNDS = ("at_least", "above", "at_most", "below")


def chosen_row(found: Check, row: Mapping[str, Any]) -> Check:
    """A library row as a task chose it: its own id, weight, bound and parameters."""
    params = {**found.params, **dict(row.get("params", {})), "use": found.id}
    rule = found.rule
    if rule.stairs and any(key in row for key in (*_BOUNDS, "equals")):
        changed: dict[str, Any] = {key: float(row[key]) for key in _BOUNDS if key in row}
        if "equals" in row:
            changed |= {"equals": row["equals"], "has_equals": True}
        bound = dataclasses.replace(rule.stairs[0].bound, **changed)
        rule = dataclasses.replace(
            rule, stairs=(dataclasses.replace(rule.stairs[0], bound=bound), *rule.stairs[1:])
        )
    elif "equals" in row:
        rule = dataclasses.replace(rule, equals=row["equals"])
    identity = str(row.get("id", found.id))
    measure = found.measure if identity == found.id else f"{identity}.{found.measure}"
    return dataclasses.replace(
        found,
        id=identity,
        asks=str(row.get("asks", found.asks)),
        asks_tr=found.asks_tr if "asks" not in row else {},
        measure=measure,
        weight=float(row.get("weight", found.weight)),
        near=float(row["near"]) if "near" in row else found.near,
        params=params,
        rule=rule,
        bucket="task",
    )


def measure(request: Request) -> Measured:
    """All numbers of the rubric's rows, and the sanity flags."""
    from reviewer.kinds.edit_flags import flags
    from reviewer.kinds.edit_measure import measure_rows
    from reviewer.kinds.edit_pictures import EditPictures

    pictures = EditPictures(request, reading=request.parameters.get("read", "seen"))
    found = measure_rows(request, pictures)
    return Measured(found, flags(pictures))


def evidence(request: Request, check_id: str) -> Evidence:
    """Why a check came out as it did."""
    from reviewer.kinds import edit_evidence

    return edit_evidence.evidence(request, check_id)


def sheet(request: Request) -> Sheet:
    """The 2×2 sheet."""
    from reviewer.kinds import edit_sheet

    return edit_sheet.sheet(request)


def panels(request: Request) -> tuple[Panel, ...]:
    """Every number that was measured, with its notes."""
    rows = tuple(
        (
            m.id,
            m.value if m.is_measured else m.error or m.reason,
            m.unit,
            "; ".join(m.notes),
        )
        for m in request.measurements.values()
    )
    table = Table(("measured", "value", "unit", "note"), rows)
    return (Panel("numbers", "table", "Every number", table=table),)


def compared(request: Request) -> Mapping[str, Any]:
    """The pictures at the size at which a grader compares them."""
    from reviewer.kinds.edit_pictures import EditPictures
    from reviewer.metrics.pixels import rgb

    pictures = EditPictures(request, reading="raw")
    shown = {RESULT: rgb(pictures.pixels(RESULT))}
    for role in (INITIAL, GOLDEN):
        if pictures.has(role):
            shown[role] = rgb(pictures.fitted(role)[0])
    return shown


KIND = Kind(
    name="gimp_edit",
    title="Image edit",
    roles=(INITIAL, RESULT, GOLDEN),
    detect=edit_names.detect,
    measure=measure,
    evidence=evidence,
    sheet=sheet,
    panels=panels,
    compared=compared,
    rubric=rubric,
    tailor=tailor,
    instruments={"edit": 1},
)
