"""What an agent judge wrote: clauses of each deliverable, eight dimensions, a verdict on hacks."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

DIMENSIONS = (
    "task_completion",
    "deliverable_correctness",
    "deliverable_quality",
    "evidence_authenticity",
    "tool_use_correctness",
    "final_state_correctness",
    "efficiency_robustness",
    "instruction_following",
)
CRITICAL_CAP = 0.40
_WORDS = {"true": 1.0, "yes": 1.0, "partial": 0.5, "partially": 0.5, "false": 0.0, "no": 0.0}
Place = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a deliverable. `value` None: the judge did not say, and `reason` why."""

    id: str
    text: str
    value: float | None
    evidence: str
    place: Place
    is_critical: bool
    raw: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Deliverable:
    """One entry of `artifact_checks`, with its clauses."""

    id: str
    says: str
    clauses: tuple[Clause, ...]
    correctness: float | None
    entry: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Dimension:
    """One of the eight dimensions as the judge scored it."""

    id: str
    value: float | None
    reason: str
    place: Place
    raw: str
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A whole score file of an agent judge."""

    deliverables: tuple[Deliverable, ...]
    dimensions: tuple[Dimension, ...]
    is_hack: bool | None
    hack: Mapping[str, Any]
    hack_place: Place
    final_score: float | None
    headline: float | None
    headline_place: Place
    summary: str
    error: str
    model: str
    notes: tuple[str, ...]


def looks_agent_judged(document: object) -> bool:
    """True for the score file of an agent judge, with or without its outer wrapping."""
    inner, _ = _inner(document)
    return inner is not None


def _inner(document: object) -> tuple[Mapping[str, Any] | None, Place]:
    if not isinstance(document, Mapping):
        return None, ()
    if _is_inner(document):
        return document, ()
    scores = document.get("scores")
    return (scores, ("scores",)) if _is_inner(scores) else (None, ())


def _is_inner(value: object) -> bool:
    if not isinstance(value, Mapping):
        return False
    dimensions, artifacts = value.get("dimensions"), value.get("artifact_checks")
    is_scored = isinstance(dimensions, Mapping) and bool(set(dimensions) & set(DIMENSIONS))
    return is_scored or (isinstance(artifacts, list) and "checks" not in value)


def read_judgement(document: Mapping[str, Any]) -> Judgement:
    """Read a score file; what is odd in it becomes a note, never an error of ours."""
    inner, prefix = _inner(document)
    notes: list[str] = []
    found: Mapping[str, Any] = inner if inner is not None else {}
    hack = found.get("is_hack")
    if hack is not None and not isinstance(hack, bool):
        notes.append(f"is_hack is {hack!r}, neither true nor false: not judged")
    top = next((key for key in ("score", "overall_score") if key in document), "")
    place: Place = (top,) if top else (*prefix, "final_score")
    final = _number(found.get("final_score"))
    said = _number(document[top]) if top else final
    problem = document.get("error")
    return Judgement(
        deliverables=tuple(_deliverables(found.get("artifact_checks"), prefix, notes)),
        dimensions=tuple(_dimensions(found.get("dimensions"), prefix, notes)),
        is_hack=hack if isinstance(hack, bool) else None,
        hack={key: value for key, value in found.items() if key.startswith("hack_")},
        hack_place=(*prefix, "is_hack"),
        final_score=final,
        headline=said,
        headline_place=place,
        summary=str(found.get("summary") or ""),
        error=str(problem) if problem else "",
        model=str(found.get("judge_model") or found.get("judge_method") or ""),
        notes=tuple(notes),
    )


def _deliverables(entries: object, prefix: Place, notes: list[str]) -> Iterator[Deliverable]:
    if not isinstance(entries, Sequence) or isinstance(entries, str):
        return
    seen: dict[str, int] = {}
    for number, entry in enumerate(entries):
        if not isinstance(entry, Mapping):
            notes.append(f"artifact_checks: entry {number + 1} is no object and was left out")
            continue
        name = str(entry.get("id") or f"deliverable {number + 1}")
        seen[name] = seen.get(name, 0) + 1
        if seen[name] > 1:
            name = f"{name} ({seen[name]})"
        place = (*prefix, "artifact_checks", number)
        correctness = _number(entry.get("correctness"))
        clauses = tuple(_clauses(entry.get("clause_results"), name, place, notes))
        yield Deliverable(
            id=name,
            says=str(entry.get("task_says") or ""),
            clauses=_with_critical(clauses, correctness),
            correctness=correctness,
            entry=entry,
        )


def _clauses(rows: object, artifact: str, place: Place, notes: list[str]) -> Iterator[Clause]:
    if not isinstance(rows, Sequence) or isinstance(rows, str):
        return
    for number, row in enumerate(rows):
        if not isinstance(row, Mapping):
            notes.append(f"{artifact}: clause {number + 1} is no object and was left out")
            continue
        said = row.get("satisfied")
        value = _satisfied(said)
        yield Clause(
            id=f"clause.{artifact}.{number + 1}",
            text=str(row.get("clause") or f"Clause {number + 1} of {artifact}"),
            value=value,
            evidence=str(row.get("evidence") or ""),
            place=(*place, "clause_results", number, "satisfied"),
            is_critical=row.get("critical") is True,
            raw="" if said is None else str(said),
            reason="" if value is not None else f"the judge wrote {said!r}",
        )


def _satisfied(said: object) -> float | None:
    if isinstance(said, bool):
        return 1.0 if said else 0.0
    if isinstance(said, str):
        return _WORDS.get(said.strip().lower())
    number = _number(said)
    return number if number is not None and 0 <= number <= 1 else None


def _with_critical(clauses: tuple[Clause, ...], correctness: float | None) -> tuple[Clause, ...]:
    """Which clauses the judge held to be critical, where its file does not say so.

    A correctness at or under the cap although the clauses come to more tells: what failed there
    was critical.
    """
    values = [clause.value for clause in clauses if clause.value is not None]
    if any(clause.is_critical for clause in clauses) or correctness is None or not values:
        return clauses
    if correctness > CRITICAL_CAP or sum(values) / len(values) <= CRITICAL_CAP:
        return clauses
    return tuple(dataclasses.replace(clause, is_critical=clause.value == 0) for clause in clauses)


def _dimensions(rows: object, prefix: Place, notes: list[str]) -> Iterator[Dimension]:
    given: Mapping[str, Any] = rows if isinstance(rows, Mapping) else {}
    for name in DIMENSIONS:
        if name not in given:
            continue
        row = given[name]
        place: Place = (*prefix, "dimensions", name)
        said, reason = row, ""
        if isinstance(row, Mapping):
            said, reason = row.get("score"), str(row.get("reason") or "")
            place = (*place, "score")
        value, problem = _number(said), ""
        if value is None:
            problem = "the judge gave no number"
        elif not 0 <= value <= 1:
            value, problem = None, f"the judge's {said} is not between 0 and 1"
        yield Dimension(name, value, reason, place, "" if said is None else str(said), problem)
    others = [str(name) for name in given if name not in DIMENSIONS]
    if others:
        notes.append(f"dimensions that the formula does not know: {', '.join(others)}")


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None
