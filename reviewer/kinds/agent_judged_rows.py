"""The rows, measurements and flags that the file of an agent judge gives."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from reviewer.kinds.agent_flags import case_flags, same_files
from reviewer.kinds.agent_shapes import CRITICAL_CAP, DIMENSIONS, Deliverable, Judgement
from reviewer.kinds.grader_output import OUTPUT
from reviewer.kinds.protocol import Request
from reviewer.model import Check, CreditRule, Flag, Measurement, Rubric, Step, When
from reviewer.model.measurement import FILE, JUDGE

_CLAUSES = "clauses"
_DIRECT = CreditRule("direct")
_PLACES = 0.0006


def register(deliverable: Deliverable) -> str:
    """The register of a deliverable: the mean of its clauses, under the cap."""
    return f"artifact.{deliverable.id}"


def with_clauses(rubric: Rubric, judgement: Judgement) -> Rubric:
    """The rubric with a row for each clause, and a mean and a cap for each deliverable."""
    rows: list[Check] = []
    steps: list[Step] = []
    for deliverable in judgement.deliverables:
        for clause in deliverable.clauses:
            rows.append(
                Check(
                    id=clause.id,
                    asks=f"{deliverable.id}: {clause.text}",
                    measure=clause.id,
                    rule=_DIRECT,
                    bucket=_CLAUSES,
                    overridable=True,
                    scale="three",
                    look="items",
                    reads=(OUTPUT,),
                )
            )
        steps += _steps(deliverable)
    return dataclasses.replace(
        rubric, checks=(*rubric.checks, *rows), steps=(*rubric.steps, *steps)
    )


def _steps(deliverable: Deliverable) -> Iterator[Step]:
    if not deliverable.clauses:
        return
    into = register(deliverable)
    yield Step(
        verb="mean",
        because=f"mean of the clauses of {deliverable.id}, beside the grade",
        because_tr={"zh": f"{deliverable.id} 各条款的平均值（不计入总分）"},
        into=into,
        of=tuple(clause.id for clause in deliverable.clauses),
        id=f"{into}.mean",
    )
    for clause in deliverable.clauses:
        if clause.is_critical:
            yield Step(
                verb="cap",
                because=f"a critical clause of {deliverable.id} fails: {clause.text}",
                because_tr={"zh": f"{deliverable.id} 的关键条款未满足：{clause.text}"},
                into=into,
                at=CRITICAL_CAP,
                when=When(subject="check", name=clause.id, below=0.5),
                id=f"{into}.cap.{clause.id}",
            )


def measurements(judgement: Judgement | None) -> Iterator[Measurement]:
    """The judge's answers with their places in the file; nothing without a file."""
    if judgement is None:
        return
    model = judgement.model
    for dimension in judgement.dimensions:
        yield Measurement(
            dimension.id, dimension.value, source=JUDGE, model=model, raw=dimension.raw,
            reason=dimension.problem, notes=(dimension.reason,) if dimension.reason else (),
            facts={"at": list(dimension.place)},
        )  # fmt: skip
    known = {each.id for each in judgement.dimensions}
    for name in (each for each in DIMENSIONS if each not in known):
        yield Measurement(
            name, None, source=JUDGE, model=model, reason="the judge's file has no such dimension",
            facts={"at": [*judgement.hack_place[:-1], "dimensions", name, "score"]},
        )  # fmt: skip
    hack = judgement.is_hack
    yield Measurement(
        "not_a_hack", None if hack is None else not hack, source=JUDGE, model=model,
        reason="" if hack is not None else "the judge gave no verdict",
        notes=tuple(_hack_notes(judgement)),
        facts={"at": list(judgement.hack_place), "as": "opposite"},
    )  # fmt: skip
    for deliverable in judgement.deliverables:
        for clause in deliverable.clauses:
            yield Measurement(
                clause.id, clause.value, source=JUDGE, model=model, raw=clause.raw,
                reason=clause.reason, notes=(clause.evidence,) if clause.evidence else (),
                facts={"at": list(clause.place), "as": "clause"},
            )  # fmt: skip
    yield Measurement(
        "judge_score", judgement.final_score, source=JUDGE,
        reason="" if judgement.final_score is not None else "the judge gave no final score",
    )  # fmt: skip
    yield Measurement(
        "headline", judgement.headline, source=FILE, error=_ended(judgement),
        reason="" if judgement.headline is not None else "the file has no overall score",
        facts={"at": list(judgement.headline_place)},
    )  # fmt: skip


def _ended(judgement: Judgement) -> str:
    return f"the rollout ended with: {judgement.error}" if judgement.error else ""


def _hack_notes(judgement: Judgement) -> Iterator[str]:
    for key, value in judgement.hack.items():
        if value not in (None, "", [], {}):
            shown = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
            yield f"{key.removeprefix('hack_').replace('_', ' ')}: {shown}"


def formula(judgement: Judgement) -> float | None:
    """The score by the formula from what the judge wrote; None where a part is missing."""
    values = {each.id: each.value for each in judgement.dimensions}
    said = [values.get(name) for name in DIMENSIONS]
    numbers = [value for value in said if value is not None]
    if judgement.is_hack:
        return 0.0
    if len(numbers) < len(DIMENSIONS):
        return None
    correct = values["deliverable_correctness"]
    return round(min(sum(numbers) / len(numbers), correct if correct is not None else 0.0), 6)


def flags(request: Request, judgement: Judgement | None) -> tuple[Flag, ...]:
    """Every flag, raised or not."""
    said = _disagreement(judgement)
    notes = "; ".join(judgement.notes) if judgement else ""
    error = _ended(judgement) if judgement else ""
    signals = _signals(judgement)
    same = same_files(request)
    return (
        Flag("not-judged", "no judge's file", judgement is None, severity="info"),
        Flag("judge-score", "the judge's number is not its formula's", bool(said), detail=said),
        Flag("grader-error", "the rollout failed", bool(error), severity="bad", detail=error),
        Flag("fake-signal", "signs of a fake", bool(signals), detail=signals),
        Flag("grader-notes", "oddities in the file", bool(notes), detail=notes),
        Flag("same-file", "one file, several names", bool(same), detail=same),
        *case_flags(request),
    )


def _disagreement(judgement: Judgement | None) -> str:
    if judgement is None or judgement.final_score is None:
        return ""
    own = formula(judgement)
    if own is None or abs(own - judgement.final_score) <= _PLACES:
        return ""
    return f"The judge wrote {judgement.final_score:g}; its formula gives {own:g}."


def _signals(judgement: Judgement | None) -> str:
    if judgement is None:
        return ""
    said = []
    for deliverable in judgement.deliverables:
        for key in ("fake_signal", "unstaged_evidence"):
            if deliverable.entry.get(key) is True:
                said.append(f"{deliverable.id}: {key.replace('_', ' ')}")
    return "; ".join(said)
