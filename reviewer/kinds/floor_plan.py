"""A floor plan with furniture: graded as its task grades it, measured as its task demands."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping

from reviewer.kinds import agent_folders
from reviewer.kinds import agent_roles as roles
from reviewer.kinds.protocol import Found, Kind, Listing, Measured, Reader, Request
from reviewer.model import RESULT, Evidence, Measurement, Panel, Rubric, Sheet, Task
from reviewer.model.measurement import JUDGE

_JUDGE_BUCKET = "judge"


def detect(listing: Listing) -> Iterator[Found]:
    """Every case of the agent benchmark, whatever its kind: one look at a folder is enough."""
    return agent_folders.detect(listing)


def tailor(rubric: Rubric, task: Task, reader: Reader, shipped: Callable[[str], Rubric]) -> Rubric:
    """Without the picture there is no judge: the grader asks none, so nobody's answer counts."""
    picture = task.artifact(RESULT)
    if picture is not None and reader.exists(picture):
        return rubric
    rows = tuple(check for check in rubric.checks if check.bucket != _JUDGE_BUCKET)
    steps = tuple(
        dataclasses.replace(step, when=None) if step.into == "judge_mean" else step
        for step in rubric.steps
    )
    return dataclasses.replace(rubric, checks=rows, steps=steps)


def settle(rubric: Rubric, judged: Mapping[str, Measurement]) -> Mapping[str, Measurement]:
    """What a judge said as the grader takes it: a key left out counts 0 once any is answered."""
    rows = [check.measure for check in rubric.checks if check.bucket == _JUDGE_BUCKET]
    said = [judged[name] for name in rows if name in judged and judged[name].is_measured]
    missing = [name for name in rows if name not in judged]
    if not said or not missing:
        return judged
    zeros = {
        name: Measurement(
            name, 0.0, source=JUDGE, model=said[0].model,
            notes=("the judge left this key out; its grader counts it as 0",),
        )
        for name in missing
    }  # fmt: skip
    return {**judged, **zeros}


def measure(request: Request) -> Measured:
    """The graded counts, what is demanded beside them, the audit, and the sanity flags."""
    from reviewer.kinds.floor_plan_files import PlanFiles
    from reviewer.kinds.floor_plan_flags import flags
    from reviewer.kinds.floor_plan_measure import measure_plan

    files = PlanFiles(request)
    return Measured(measure_plan(files), flags(files))


def evidence(request: Request, check_id: str) -> Evidence:
    """Why a check came out as it did; `element:<id>` asks for one element."""
    from reviewer.kinds import floor_plan_evidence

    return floor_plan_evidence.evidence(request, check_id)


def sheet(request: Request) -> Sheet:
    """The 2×2 sheet."""
    from reviewer.kinds import floor_plan_sheet

    return floor_plan_sheet.sheet(request)


def panels(request: Request) -> tuple[Panel, ...]:
    """Rules, counts, layers, screenshots, task, reports, chat log."""
    from reviewer.kinds import floor_plan_panels

    return floor_plan_panels.panels(request)


KIND = Kind(
    name="floor_plan",
    title="Floor plan",
    roles=(RESULT, roles.DRAWING, roles.REPORT, roles.SCREENSHOT, roles.SKETCH, roles.GROUND_TRUTH),
    detect=detect,
    measure=measure,
    evidence=evidence,
    sheet=sheet,
    panels=panels,
    tailor=tailor,
    settle=settle,
    instruments={"floor_plan": 2},
    measures=lambda: ("gt_furniture_names", "inkscape_ui_unique_md5"),
)
