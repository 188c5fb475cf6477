"""Proving a task: its golden picture scores 1.0 and the picture it starts from fails."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from reviewer import kinds
from reviewer.kinds.protocol import Request, Token, UnreadableError
from reviewer.model import GOLDEN, INITIAL, RESULT, Artifact, Ledger, Measurement, Rubric, Task
from reviewer.model.counting import decimal_text
from reviewer.scoring.fold import fold
from reviewer.scoring.rubric_file import RubricError
from reviewer.session.rules import rules_of
from reviewer.store import files, folder
from reviewer.store.reader import PictureCache, TaskReader

KINDS = ("gimp_edit",)
_FULL = 1.0 - 1e-9


@dataclass(frozen=True, slots=True)
class Proof:
    """How a task stands: scores of its own pictures as results, and what is wrong."""

    task: str
    golden: float | None
    initial: float | None
    problems: tuple[str, ...]
    golden_credits: tuple[tuple[str, float | None], ...] = ()
    initial_credits: tuple[tuple[str, float | None], ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems


def prove(task: Task, token: Token) -> Proof:
    """Grade the golden and the initial picture as if they were results."""
    if task.problem:
        return Proof(task.id, None, None, (task.problem,))
    if task.kind not in KINDS:
        return Proof(task.id, None, None, (f"a task of kind {task.kind} has no golden to prove",))
    reader = TaskReader(task, PictureCache(), cancel=token.check)
    try:
        rubric = rules_of(task, reader)
        golden = graded_as(task, GOLDEN, rubric, reader, token)
        initial = graded_as(task, INITIAL, rubric, reader, token)
    except (RubricError, files.FileError, UnreadableError) as error:
        return Proof(task.id, None, None, (str(error),))
    return Proof(
        task.id,
        _score(golden),
        _score(initial),
        tuple(_problems(task, golden, initial)),
        _credits(golden),
        _credits(initial),
        tuple(_notes(golden, initial)),
    )


def graded_as(
    task: Task, role: str, rubric: Rubric, reader: TaskReader, token: Token
) -> Ledger | None:
    """The ledger of a task whose result is one of its own pictures; None where it has none."""
    measured = measured_as(task, role, rubric, reader, token)
    return None if measured is None else fold(rubric, measured)


def measured_as(
    task: Task, role: str, rubric: Rubric, reader: TaskReader, token: Token
) -> Mapping[str, Measurement] | None:
    """What is measured where the result is one of the task's own pictures."""
    own = task.artifact(role)
    if own is None or not reader.exists(own):
        return None
    others = [a for a in task.artifacts if a.role != RESULT]
    swapped = dataclasses.replace(task, artifacts=(Artifact(RESULT, own.path, own.name), *others))
    request = Request(
        task=swapped,
        rubric=rubric,
        reader=dataclasses.replace(reader, task=swapped),
        token=token,
    )
    measured = kinds.kind(task.kind).measure(request)
    return {m.id: m for m in measured.measurements}


def _score(ledger: Ledger | None) -> float | None:
    return ledger.headline.value if ledger is not None and ledger.headline is not None else None


def _notes(golden: Ledger | None, initial: Ledger | None) -> Iterator[str]:
    if golden is None:
        yield "without a golden picture only the initial one can be tried"
    if initial is not None and _score(initial) is None:
        reach = decimal_text(_reach(initial), 3)
        yield f"with the best answer of a judge the initial picture reaches {reach}"


def _reach(ledger: Ledger) -> float:
    """The score, or the most that a judge's answer can make of it."""
    headline = ledger.headline
    if headline is None:
        return 0.0
    if headline.value is not None:
        return headline.value
    return headline.known[1] if headline.known is not None else headline.high


def _passes(ledger: Ledger) -> bool:
    headline = ledger.headline
    return headline is not None and (
        headline.pass_mark is None or _reach(ledger) >= headline.pass_mark
    )


def _credits(ledger: Ledger | None) -> tuple[tuple[str, float | None], ...]:
    return tuple((c.id, c.credit) for c in ledger.checks) if ledger is not None else ()


def _problems(task: Task, golden: Ledger | None, initial: Ledger | None) -> Iterator[str]:
    if (
        golden is not None
        and golden.headline is not None
        and (golden.headline.value is not None and golden.headline.value < _FULL)
    ):
        low = [f"{c.id} {c.credit:.3f}" for c in golden.checks if c.credit not in (None, 1.0)]
        score = decimal_text(golden.headline.value, 3)
        yield f"the golden picture scores {score}, not 1: {', '.join(low)}"
    if initial is None:
        yield "there is no copy of the initial picture"
    elif _passes(initial):
        yield f"the initial picture passes with {decimal_text(_reach(initial), 3)}"
    if golden is not None:
        for check in golden.checks:
            if check.state in ("not measured", "error") and _is_own(check.id, task):
                yield f"{check.id}: {check.reason}"


def _is_own(check_id: str, task: Task) -> bool:
    rows = task.settings.get("checks")
    return isinstance(rows, list) and any(
        check_id == str(row.get("id", row.get("use"))) for row in rows if isinstance(row, dict)
    )


def verify(path: Path, token: Token) -> Iterator[Proof]:
    """Prove every task below a folder; raises FileError where there is none."""
    for task in folder.discover(path, check=token.check):
        yield prove(task, token)
