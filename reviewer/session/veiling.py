"""What a kind is given to draw from while what others said is hidden from a person."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reviewer.kinds.grader_output import OUTPUT
from reviewer.kinds.protocol import Request
from reviewer.model import Mark, Measurement, Panel, Sheet, SheetPane, Task
from reviewer.model.measurement import CODE, FILE, JUDGE

if TYPE_CHECKING:
    from reviewer.session.frames import Clip

HIDDEN = "hidden until you have answered"
# What machines saw in a picture answers the questions about it.
_SEEN = frozenset({"spans", "detections"})
# Kinds whose questions code has answered before a person is asked.
_BY_CODE = frozenset({"maze_image", "maze_video"})
# All that they measure comes of the path that is asked about; these only say how it was read.
_PLAIN = frozenset({
    "crossing_rule", "total_frames", "fade_frames", "path_extraction_method",
})  # fmt: skip
# Flags, panels and classes of the sheet that do so.
ANSWERING_FLAGS = frozenset({
    "cut-below-threshold", "no-path", "red-missing", "red-covered", "still",
})  # fmt: skip
_ANSWERING_PANELS = frozenset({"erosion", "layout", "cells", "notes"})
_PATH = "path_clear"
_PATHS = frozenset({_PATH, "edge_touch", "crossing"})
# Of the sheet's panes these say under their titles what they show.
_NAMED = 2


def veiled(request: Request) -> Request:
    """The request without what the judge said, in a file or here, and what came of it.

    A panel, a sheet or the evidence of any row may name the rows of all others: none can tell what
    it was not given.
    """
    asked = {check.measure for check in request.rubric.checks if check.overridable}
    by_code = is_answered_by_code(request.task)
    judged = {
        check.id
        for check in request.rubric.checks
        if by_code or check.overridable or _source(request, check.measure) == JUDGE
    }
    return dataclasses.replace(
        request,
        task=without_grade(request.task),
        measurements=dict(_measurements(request, asked)),
        credits={name: credit for name, credit in request.credits.items() if name not in judged},
    )


def tells_grade(task: Task) -> bool:
    """True for a task whose evidence is what the file of its grader says."""
    return task.kind in ("graded_folder", "agent_judged") and task.artifact(OUTPUT) is not None


def without_grade(task: Task) -> Task:
    """The task without the file of its grader."""
    kept = tuple(artifact for artifact in task.artifacts if artifact.role != OUTPUT)
    return dataclasses.replace(task, artifacts=kept)


def _source(request: Request, measure: str) -> str:
    found = request.measurements.get(measure)
    return found.source if found is not None else ""


def _measurements(request: Request, asked: set[str]) -> Iterator[tuple[str, Measurement]]:
    rows: Mapping[str, object] = {check.measure: check for check in request.rubric.checks}
    for name, found in request.measurements.items():
        if name in asked or found.source == JUDGE:
            yield name, Measurement(name, None, source=JUDGE, reason=HIDDEN)
        elif name not in _PLAIN and is_answered_by_code(request.task):
            yield name, Measurement(name, None, source=CODE, reason=HIDDEN)
        elif name in rows or (found.source != FILE and not found.facts.keys() & _SEEN):
            yield name, found


def is_answered_by_code(task: Task) -> bool:
    """True for a task whose pictures and panels tell how code answered the questions."""
    return task.kind in _BY_CODE


def untold(found: Any) -> Any:  # noqa: ANN401 - what a kind makes for the screen
    """The same without what tells how code answered: the pictures stay, with walls and paths.

    How many pixels a class has is a measurement: the shares of a path would follow from them.
    """
    if isinstance(found, Sheet):
        path = _whole_path(found.panes)
        panes = tuple(_untold_pane(place, pane, path) for place, pane in enumerate(found.panes))
        return dataclasses.replace(found, panes=panes, note="", has_counts=False)
    if isinstance(found, tuple):
        return tuple(p for p in found if not _tells(p))
    return found


def _tells(panel: object) -> bool:
    return isinstance(panel, Panel) and panel.id in _ANSWERING_PANELS


def _whole_path(panes: Sequence[SheetPane]) -> Any:  # noqa: ANN401 - a mask
    """The path on walls and off them; None where no pane paints one."""
    import numpy as np

    parts = [each.mask for pane in panes for each in pane.classes if each.key in _PATHS]
    return np.logical_or.reduce([np.asarray(part) > 0 for part in parts]) if parts else None


def _untold_pane(place: int, pane: SheetPane, path: Any) -> SheetPane:  # noqa: ANN401 - a mask
    return dataclasses.replace(
        pane,
        subtitle=pane.subtitle if place < _NAMED else "",
        classes=tuple(
            dataclasses.replace(each, label="path", mask=path, says="path")
            if each.key == _PATH
            else each
            for each in pane.classes
            if each.key not in _PATHS - {_PATH}
        ),
    )


def untold_clip(clip: Clip) -> Clip:
    """A clip without scores, its first crossing and its worst frame: what code found in it.

    That its marker never moves is seen, and not said.
    """
    return dataclasses.replace(
        clip, scores=(), worst=None, first_crossing=None, crossing=None, is_still=False
    )


def untold_marks(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """Numbered cells in one color, touched or not."""
    return tuple(dataclasses.replace(mark, tone="plain") for mark in marks)
