"""What a kind is given to draw from while what others said is hidden from a person."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping

from reviewer.kinds.graded_names import OUTPUT
from reviewer.kinds.protocol import Request
from reviewer.model import Measurement, Task
from reviewer.model.measurement import FILE, JUDGE

HIDDEN = "hidden until you have answered"
# What machines saw in a picture answers the questions about it.
_SEEN = frozenset({"spans", "detections"})


def veiled(request: Request) -> Request:
    """The request without what the judge said, in a file or here, and what came of it.

    A panel, a sheet or the evidence of any row may name the rows of all others: none can tell what
    it was not given.
    """
    asked = {check.measure for check in request.rubric.checks if check.overridable}
    judged = {
        check.id
        for check in request.rubric.checks
        if check.overridable or _source(request, check.measure) == JUDGE
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
        elif name in rows or (found.source != FILE and not found.facts.keys() & _SEEN):
            yield name, found
