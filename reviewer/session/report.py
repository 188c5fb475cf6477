"""What a command prints of a task: one plain object, the same in JSON, CSV and tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from reviewer.model import Credited, Ledger, Line, Task
from reviewer.model.counting import together
from reviewer.model.ledger import ERROR
from reviewer.session.alarms import flags_of
from reviewer.session.state import TaskState


@dataclass(frozen=True, slots=True)
class Report:
    """The grade of one task, as plain JSON values."""

    id: str
    folder: str
    kind: str
    headlines: dict[str, float | None]
    passes: dict[str, bool | None] = field(default_factory=dict)
    pass_marks: dict[str, float | None] = field(default_factory=dict)
    known: dict[str, list[float]] = field(default_factory=dict)
    held_by: str = ""
    status: str = "open"
    checks: list[dict[str, Any]] = field(default_factory=list)
    ledger: list[dict[str, Any]] = field(default_factory=list)
    flags: list[dict[str, Any]] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    written: str = ""
    # Numbers that were to be set for the run and that its rubric does not have.
    lacks: list[str] = field(default_factory=list)
    # Where it lacks some, the numbers that it has.
    numbers: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """The object that `--json` prints."""
        return {
            "id": self.id,
            "folder": self.folder,
            "kind": self.kind,
            "headlines": self.headlines,
            "passes": self.passes,
            "known_range": self.known,
            "held_by": self.held_by,
            "status": self.status,
            "checks": self.checks,
            "ledger": self.ledger,
            "flags": self.flags,
            "errors": self.errors,
            "notes": [*self.notes, *(f"its rubric has no {key}: not set" for key in self.lacks)],
        }


def report_error(task: Task, error: str) -> Report:
    """A task that could not be graded at all."""
    return Report(task.id, str(task.folder), task.kind, {}, errors=[error])


def report_of(
    state: TaskState, *, written: str = "", lacks: Sequence[str] = (), numbers: Sequence[str] = ()
) -> Report:
    """The report of a task that was loaded, measured and folded."""
    task, ledger = state.task, state.ledger
    errors = [state.error] if state.error else []
    if ledger is None:
        return Report(
            task.id, str(task.folder), task.kind, {}, errors=errors, notes=list(state.notes),
            lacks=list(lacks), numbers=list(numbers),
        )  # fmt: skip
    errors += _errors(ledger)
    flags = flags_of(state)
    return Report(
        id=task.id,
        folder=str(task.folder),
        kind=task.kind,
        headlines={h.name: h.value for h in ledger.headlines},
        passes={h.name: h.passes for h in ledger.headlines},
        pass_marks={h.name: h.pass_mark for h in ledger.headlines},
        known={h.name: list(h.known) for h in ledger.headlines if h.known and h.value is None},
        held_by=ledger.headline.held_by if ledger.headline else "",
        status=state.review.status,
        checks=[_check(state, credited) for credited in ledger.checks],
        ledger=[_line(line) for line in ledger.lines],
        flags=[
            {"id": f.id, "text": f.text, "raised": f.is_raised, "detail": f.detail} for f in flags
        ],
        errors=errors,
        notes=list(state.notes),
        written=written,
        lacks=list(lacks),
        numbers=list(numbers),
    )


def _line(line: Line) -> dict[str, Any]:
    return {
        "verb": line.verb,
        "because": line.because,
        "into": line.into,
        "before": line.before,
        "after": line.after,
        "fired": line.fired,
        "binding": line.is_binding,
        "margin": line.margin,
    }


def _errors(ledger: Ledger) -> list[str]:
    """Every cause once, with the rows it keeps from being told; headlines where no row says why."""
    rows = [(c.id, c.reason) for c in ledger.checks if c.state == ERROR]
    causes = {reason for _, reason in rows}
    # What only repeats the causes of other rows, as a verdict does, says nothing new.
    own = [row for row in rows if not any(c != row[1] and c in row[1] for c in causes)]
    headlines = [(h.name, h.error) for h in ledger.headlines if h.error]
    silent = [one for one in headlines if not any(reason in one[1] for reason in causes)]
    return together([*silent, *own], most=8)


def _check(state: TaskState, credited: Credited) -> dict[str, Any]:
    found = credited.measurement
    check = state.effective.check(credited.id) if state.effective else None
    return {
        "id": credited.id,
        "asks": check.asks if check else credited.id,
        "state": credited.state,
        "value": found.value if found else None,
        "unit": (check.unit if check else "") or (found.unit if found else ""),
        "credit": credited.credit,
        "threshold": credited.threshold_text or credited.threshold,
        "margin": credited.margin,
        "overridden": credited.is_overridden,
        "source": found.source if found else "",
        "reason": credited.reason,
        "notes": list(found.notes) if found else [],
    }
