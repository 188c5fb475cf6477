"""Any folder with a grader's output: shown as it is, refolded where its rules are known."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping

from reviewer.kinds import naming
from reviewer.kinds.graded_rules import credits_of, known_rules
from reviewer.kinds.graded_shapes import GraderOutput, looks_graded, read_output
from reviewer.kinds.protocol import (
    Found,
    Kind,
    Listing,
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

OUTPUT = "grader output"
_USUAL = ("grade.json", "score.json", "result.json", "results.json", "grading.json")
_PEEKS = 400
_IMAGES = 24


def detect(listing: Listing) -> tuple[Found, ...]:
    """A folder with one graded JSON is a task; with several, each of them is one."""
    names = [
        name
        for name in listing.files
        if name.casefold().endswith(".json") and not name.startswith((".", "TRUTH"))
    ]
    graded = [
        name
        for name in names[:_PEEKS]
        if looks_graded(listing.peek(name)) or name.casefold() in _USUAL
    ]
    if not graded:
        return ()
    images = [name for name in listing.files if naming.is_image(name)]
    usual = [name for name in _USUAL if name in graded]
    if len(graded) == 1 or (usual and len(names) <= 3):
        return (_whole(listing, usual[0] if usual else graded[0], images),)
    return tuple(_single(listing, name, images) for name in graded)


def _whole(listing: Listing, name: str, images: list[str]) -> Found:
    roles: list[tuple[str, str]] = []
    for image in images[:_IMAGES]:
        roles.append((naming.ROLE_WORDS.get(naming.stem(image).casefold(), "picture"), image))
    if roles and RESULT not in {role for role, _ in roles}:
        first = next((n for n, (role, _) in enumerate(roles) if role == "picture"), None)
        if first is not None:
            roles[first] = (RESULT, roles[first][1])
    return Found(
        kind="graded_folder",
        stem="",
        roles=(*roles, (OUTPUT, name)),
        why=f"{name} is a grader's output",
        instruction_file=naming.instruction_file(listing.files),
        graded_from=name,
    )


def _single(listing: Listing, name: str, images: list[str]) -> Found:
    stem = naming.stem(name)
    own = [image for image in images if naming.stem(image) == stem]
    return Found(
        kind="graded_folder",
        stem=stem,
        roles=(*((RESULT, image) for image in own[:1]), (OUTPUT, name)),
        why=f"{name} is a grader's output",
        graded_from=name,
        instruction_file=naming.instruction_file(listing.files, stem),
    )


def output_of(task: Task, reader: Reader) -> GraderOutput:
    """The grader's output of a task; raises UnreadableError when there is none."""
    artifact = task.artifact(OUTPUT)
    if artifact is None:
        raise UnreadableError(f"{task.id}: no file in the role {OUTPUT!r}. Name one in task.toml.")
    document = reader.json(artifact)
    if not isinstance(document, Mapping):
        raise UnreadableError(f"{artifact.name}: it holds no grade. A grade is a JSON object.")
    return read_output(document)


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
    """Diagnostics apart from the checks."""
    output = output_of(request.task, request.reader)
    rows = tuple(
        (row.id, row.measurement.value, row.measurement.unit, "; ".join(row.measurement.notes))
        for row in output.of("diagnostic")
    )
    if not rows:
        return ()
    table = Table(("name", "value", "unit", "note"), rows)
    return (Panel("diagnostics", "table", "Diagnostics", table=table),)


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
