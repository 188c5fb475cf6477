"""An edited picture, against a golden one (gradual) or judged before and after (semantic)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from reviewer.kinds import edit_names
from reviewer.kinds.protocol import Kind, Measured, Request
from reviewer.model import (
    GOLDEN,
    INITIAL,
    RESULT,
    Check,
    Evidence,
    Panel,
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


def faults(check: Check, task: Task | None) -> Iterable[str]:
    """What is wrong with a check as it stands and, with its task, for the files."""
    from reviewer.kinds.edit_faults import faults_of

    return faults_of(check, task)


def measures() -> Iterable[str]:
    """Everything that can be measured of an edit."""
    from reviewer.kinds.edit_catalog import INSTRUMENTS

    return INSTRUMENTS


def settled(check: Check) -> Check:
    """A chosen check in the spelling of the instruments."""
    from reviewer.kinds.edit_faults import settled as spell

    return spell(check)


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
    """The layers, the settings, and every number that was measured, with its notes."""
    rows = tuple(
        (
            m.id,
            m.value if m.is_measured else m.error or m.reason,
            m.unit,
            "; ".join(m.notes),
        )
        for m in request.measurements.values()
    )
    from reviewer.kinds.edit_panels import extra_panels

    table = Table(("measured", "value", "unit", "note"), rows)
    return (*extra_panels(request), Panel("numbers", "table", "Every number", table=table))


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
    library="image_checks",
    faults=faults,
    chosen=settled,
    choices={
        "policy": ("gradual", "semantic"),
        "task_type": ("transform", "create", "config"),
    },
    instruments={"edit": 4},
    measures=measures,
)
