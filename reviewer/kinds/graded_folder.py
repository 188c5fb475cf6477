"""Any folder with a grader's output: shown as it is, refolded where its rules are known."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator

from reviewer.kinds.graded_names import detect
from reviewer.kinds.graded_rules import credits_of, known_rules
from reviewer.kinds.graded_shapes import GraderOutput, read_output
from reviewer.kinds.grader_output import OUTPUT, grade_in
from reviewer.kinds.protocol import (
    Kind,
    Measured,
    Reader,
    Request,
    UnreadableError,
)
from reviewer.model import (
    RESULT,
    Check,
    CreditRule,
    Evidence,
    Flag,
    Measurement,
    Panel,
    Rubric,
    Sheet,
    Table,
    Task,
)


def output_of(task: Task, reader: Reader) -> GraderOutput:
    """The grader's output of a task; raises UnreadableError when there is none."""
    artifact = task.artifact(OUTPUT)
    if artifact is None:
        raise UnreadableError(f"{task.id}: no file in the role {OUTPUT!r}. Name one in task.toml.")
    return read_output(grade_in(artifact, reader))


def tailor(rubric: Rubric, task: Task, reader: Reader, shipped: Callable[[str], Rubric]) -> Rubric:
    """Rows made from the file; where the shape is that of a known grader, its own rules."""
    output = output_of(task, reader)
    known = known_rules(output, shipped)
    if known is not None:
        return known
    rows = [
        Check(
            id=row.id,
            asks=_words(row.id),
            measure=row.id,
            rule=CreditRule("direct"),
            bucket="judge" if row.sort == "judge" else "checks",
            overridable=row.sort == "judge",
            scale="three" if row.sort == "judge" else "",
            reads=(RESULT,),
            near=0.0,
        )
        for row in output.rows
        if row.sort != "diagnostic"
    ]
    return dataclasses.replace(rubric, checks=(*rubric.checks, *rows))


def _words(key: str) -> str:
    text = key.removeprefix("vlm_").replace("_", " ").strip()
    return text[:1].upper() + text[1:] if text else "(a check without a name)"


def measure(request: Request) -> Measured:
    """The grader's own numbers, as measurements from a file."""
    output = output_of(request.task, request.reader)
    by_id = {row.id: row.measurement for row in output.rows}
    by_id |= {found.id: found for found in credits_of(output)}
    known = request.rubric.check("overall_score") is None
    found = [output.headline, *by_id.values()]
    if not known:
        found.append(_not_recomputed(output.headline))
    return Measured(tuple(found), _flags(output, known))


def _not_recomputed(headline: Measurement) -> Measurement:
    return dataclasses.replace(
        headline,
        id="overall_score",
        notes=(*headline.notes, "not recomputed: the rules of this grader are not known"),
    )


def _flags(output: GraderOutput, known: bool) -> tuple[Flag, ...]:
    judged = output.of("judge")
    odd = [row.id for row in judged if "another scale" in row.measurement.reason]
    return (
        Flag("judge-scale", "judge on another scale", bool(odd), detail=", ".join(odd)),
        Flag(
            "judge-failed",
            "the judge failed",
            output.judge_method == "failed",
            detail="its items are not judged",
        ),
        Flag("grader-error", "the grader failed", bool(output.headline.error), severity="bad"),
        Flag(
            "not-recomputed",
            "not recomputed",
            not known,
            severity="info",
            detail="after an override the overall score stays until you set it",
        ),
        Flag(
            "grader-notes",
            "oddities in the file",
            bool(output.notes),
            detail="; ".join(output.notes),
        ),
    )


def evidence(request: Request, check_id: str) -> Evidence:
    """What the file says of a check: its key, its place and the value as written."""
    output = output_of(request.task, request.reader)
    check = request.rubric.check(check_id)
    name = check.measure if check else check_id
    rows = [row for row in output.rows if row.id == name or row.id.split("=")[0] == name]
    table = Table(
        ("key", "value", "where", "note"),
        tuple(
            (
                row.id,
                row.measurement.value if row.measurement.is_measured else row.measurement.reason,
                " → ".join(row.place),
                "; ".join(row.measurement.notes),
            )
            for row in rows
        ),
    )
    if not rows:
        return Evidence(check_id, f"The file has no key for {check_id}", text=_overall(output))
    found = rows[0].measurement
    said = found.value if found.is_measured else found.reason or found.error
    return Evidence(check_id, f"{rows[0].id} is {said} in the file", table=table, text=found.raw)


def _overall(output: GraderOutput) -> str:
    held = output.headline
    said = held.value if held.is_measured else held.reason or held.error
    return f"overall: {said}"


def sheet(request: Request) -> Sheet:
    """The 2×2 sheet of the pictures beside the grade, when there are two to compare."""
    from reviewer.kinds import edit_sheet

    return edit_sheet.sheet(request)


def panels(request: Request) -> tuple[Panel, ...]:
    """Diagnostics apart from the checks; of a benchmark case also its task, reports and log."""
    from reviewer.kinds.agent_panels import case_panels, is_case

    return (*_diagnostics(request), *(case_panels(request) if is_case(request) else ()))


def _diagnostics(request: Request) -> Iterator[Panel]:
    try:
        output = output_of(request.task, request.reader)
    except UnreadableError as error:
        yield Panel("diagnostics", "text", "Diagnostics", text=str(error))
        return
    rows = tuple(
        (row.id, row.measurement.value, row.measurement.unit, "; ".join(row.measurement.notes))
        for row in output.of("diagnostic")
    )
    if rows:
        table = Table(("name", "value", "unit", "note"), rows)
        yield Panel("diagnostics", "table", "Diagnostics", table=table)


KIND = Kind(
    name="graded_folder",
    title="Graded folder",
    roles=(RESULT, OUTPUT),
    detect=detect,
    measure=measure,
    evidence=evidence,
    sheet=sheet,
    panels=panels,
    tailor=tailor,
    instruments={"graded_folder": 1},
)
