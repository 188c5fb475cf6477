"""A rollout graded by an agent judge: clauses, eight dimensions and a verdict on hacks."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from reviewer.kinds import agent_roles as roles
from reviewer.kinds.agent_shapes import Judgement, read_judgement
from reviewer.kinds.grader_output import OUTPUT, grade_in
from reviewer.kinds.protocol import (
    Found,
    Kind,
    Listing,
    Measured,
    Reader,
    Request,
)
from reviewer.model import RESULT, Evidence, Panel, Rubric, Sheet, Task


def detect(listing: Listing) -> Iterator[Found]:
    """Nothing more: cases are found with floor plans, lone score files with graded ones."""
    yield from ()


def judgement_of(task: Task, reader: Reader) -> Judgement | None:
    """What the judge wrote; None where there is no score file or it is another grader's."""
    artifact = task.artifact(OUTPUT)
    if artifact is None or not reader.exists(artifact):
        return None
    return read_judgement(grade_in(artifact, reader))


def tailor(rubric: Rubric, task: Task, reader: Reader, shipped: Callable[[str], Rubric]) -> Rubric:
    """The eight dimensions, and a row for each clause with a register for each deliverable."""
    from reviewer.kinds.agent_judged_rows import with_clauses

    judgement = judgement_of(task, reader)
    return rubric if judgement is None else with_clauses(rubric, judgement)


def measure(request: Request) -> Measured:
    """What the judge said, as measurements, and the sanity flags."""
    from reviewer.kinds.agent_judged_rows import flags, measurements

    judgement = judgement_of(request.task, request.reader)
    return Measured(tuple(measurements(judgement)), flags(request, judgement))


def evidence(request: Request, check_id: str) -> Evidence:
    """Why the judge answered a row as it did."""
    from reviewer.kinds import agent_judged_evidence

    return agent_judged_evidence.evidence(request, check_id)


def sheet(request: Request) -> Sheet:
    """The sheet of a floor plan where it is one, else that of two pictures."""
    if request.task.artifact(roles.DRAWING) is not None:
        from reviewer.kinds import floor_plan_sheet

        return floor_plan_sheet.sheet(request)
    from reviewer.kinds import edit_sheet

    return edit_sheet.sheet(request)


def panels(request: Request) -> tuple[Panel, ...]:
    """Deliverables, the drawing's panels where it is a floor plan, task, reports, chat log."""
    from reviewer.kinds import agent_judged_evidence

    return agent_judged_evidence.panels(request)


KIND = Kind(
    name="agent_judged",
    title="Agent-judged rollout",
    roles=(RESULT, roles.DRAWING, roles.REPORT, roles.SCREENSHOT, OUTPUT),
    detect=detect,
    measure=measure,
    evidence=evidence,
    sheet=sheet,
    panels=panels,
    tailor=tailor,
    instruments={"agent_judged": 1},
    draws_answers=True,
)
