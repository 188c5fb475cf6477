"""What the judge said of a row and of each deliverable, as evidence and panels."""

from __future__ import annotations

from collections.abc import Iterator

from reviewer.kinds import agent_roles as roles
from reviewer.kinds import naming
from reviewer.kinds.agent_judged import judgement_of
from reviewer.kinds.agent_judged_rows import formula
from reviewer.kinds.agent_panels import case_panels
from reviewer.kinds.agent_shapes import Clause, Deliverable, Judgement
from reviewer.kinds.protocol import Request, UnreadableError
from reviewer.model import Evidence, Panel, Table

_WORDS = {1.0: "satisfied", 0.5: "partial", 0.0: "not satisfied", None: "not judged"}


def evidence(request: Request, check_id: str) -> Evidence:
    """The judge's words on a row, with the picture of the deliverable it is about."""
    if check_id.startswith(("element:", "layer:")):
        from reviewer.kinds import floor_plan_evidence

        return floor_plan_evidence.evidence(request, check_id)
    judgement = judgement_of(request.task, request.reader)
    if judgement is None:
        return Evidence(check_id, "No judge has graded this rollout: there is no score.json.")
    for deliverable in judgement.deliverables:
        for clause in deliverable.clauses:
            if clause.id == check_id:
                return _clause(request, deliverable, clause)
    return _dimension(request, judgement, check_id)


def _clause(request: Request, deliverable: Deliverable, clause: Clause) -> Evidence:
    word = _WORDS.get(clause.value, str(clause.value))
    lines = [clause.evidence, "", f"Task: {deliverable.says}" if deliverable.says else ""]
    quote = deliverable.entry.get("evidence_quote")
    if quote:
        lines.append(f"On the whole deliverable: {quote}")
    role, pictures = _picture(request, deliverable.id)
    return Evidence(
        clause.id,
        f"{deliverable.id}: {word}{' (critical)' if clause.is_critical else ''}",
        role=role,
        pictures=pictures,
        table=clause_table(deliverable),
        text="\n".join(lines).strip(),
    )


def _picture(request: Request, name: str) -> tuple[str, dict[str, object]]:
    """The role that shows a deliverable; a picture that no pane shows comes along."""
    for artifact in request.task.artifacts:
        if artifact.name.rpartition("/")[2] != name.rpartition("/")[2]:
            continue
        if artifact.role not in naming.APART_ROLES:
            return artifact.role, {}
        if naming.is_image(artifact.name) and request.reader.exists(artifact):
            try:
                return artifact.role, {name: request.reader.picture(artifact).pixels}
            except UnreadableError:
                # The clause is shown without it; opening the file says what is wrong.
                return "result", {}
    return "result", {}


def clause_table(deliverable: Deliverable) -> Table:
    """All clauses of a deliverable."""
    rows = tuple(
        (
            clause.text,
            _WORDS.get(clause.value, clause.value),
            "critical" if clause.is_critical else "",
            clause.evidence,
        )
        for clause in deliverable.clauses
    )
    items = tuple(clause.id for clause in deliverable.clauses)
    return Table(("clause", "verdict", "", "evidence"), rows, items)


def _dimension(request: Request, judgement: Judgement, check_id: str) -> Evidence:
    rows = tuple(
        (each.id, each.value if each.value is not None else each.problem, each.reason)
        for each in judgement.dimensions
    )
    table = Table(("dimension", "score", "reason"), rows, tuple(row[0] for row in rows))
    own = formula(judgement)
    lines = [
        f"The judge's own score: {judgement.final_score}",
        f"By its formula: {own if own is not None else 'not all dimensions are there'}",
        "",
        judgement.summary,
    ]
    if check_id == "not_a_hack":
        said = {True: "a hack", False: "no hack", None: "no verdict"}[judgement.is_hack]
        lines += ["", *(f"{key}: {value}" for key, value in judgement.hack.items())]
        return Evidence(check_id, f"The judge says: {said}", table=table, text="\n".join(lines))
    found = next((each for each in judgement.dimensions if each.id == check_id), None)
    said = f"{found.raw}. {found.reason}" if found else "the judge's file does not say"
    return Evidence(check_id, f"{check_id.replace('_', ' ')}: {said}", table=table,
                    text="\n".join(lines))  # fmt: skip


def panels(request: Request) -> tuple[Panel, ...]:
    """Deliverables and their clauses, the drawing's panels, then those of every case."""
    return tuple(_panels(request))


def _panels(request: Request) -> Iterator[Panel]:
    judgement = judgement_of(request.task, request.reader)
    if judgement is not None:
        yield Panel(
            "deliverables", "table", "Deliverables", table=_deliverables(request, judgement)
        )
    if request.task.artifact(roles.DRAWING) is not None:
        from reviewer.kinds.floor_plan_files import PlanFiles
        from reviewer.kinds.floor_plan_panels import plan_panels

        yield from plan_panels(PlanFiles(request))
    yield from case_panels(request)


def _deliverables(request: Request, judgement: Judgement) -> Table:
    rows, items = [], []
    for each in judgement.deliverables:
        credits = [request.credits.get(clause.id) for clause in each.clauses]
        known = [credit for credit in credits if credit is not None]
        mean = round(sum(known) / len(known), 3) if known else None
        failed = any(
            clause.is_critical and (request.credits.get(clause.id) or 0.0) < 0.5
            for clause in each.clauses
        )
        own = min(mean, 0.40) if mean is not None and failed else mean
        rows.append(
            (each.id, _yes(each.entry.get("exists")), _yes(each.entry.get("format_ok")),
             len(each.clauses), own, each.correctness,
             str(each.entry.get("missing_or_wrong") or each.entry.get("evidence_quote") or ""))
        )  # fmt: skip
        items.append(each.clauses[0].id if each.clauses else "")
    columns = ("deliverable", "exists", "format", "clauses", "by clauses", "judge", "what is wrong")
    return Table(columns, tuple(rows), tuple(items))


def _yes(value: object) -> str:
    return {True: "yes", False: "no"}.get(value, "—") if isinstance(value, bool) else "—"
