"""What a step leaves in the ledger while the fold runs."""

from __future__ import annotations

from dataclasses import dataclass, field

from reviewer.model import Line, Step
from reviewer.scoring.conditions import Condition, Getter


@dataclass(frozen=True, slots=True)
class StepPlan:
    """One step, its names resolved. `parts` are (name, weight, getter)."""

    index: int
    step: Step
    when: Condition | None = None
    parts: tuple[tuple[str, float, Getter], ...] = ()
    conditions: tuple[Condition, ...] = ()
    says: tuple[str, ...] = ()


@dataclass(slots=True)
class Draft:
    """A ledger line before it is known whether it binds."""

    step: int
    verb: str
    because: str
    into: str
    before: float | None
    after: float | None
    fired: bool = True
    is_binding: bool = False
    margin: float | None = None
    part: str = ""
    weight: float | None = None
    amount: float | None = None
    available: bool = True
    note: str = ""


@dataclass(slots=True)
class Journal:
    """The lines so far, and for each register those that hold it where it is."""

    lines: list[Draft | Line] = field(default_factory=list)
    holding: dict[str, list[Draft]] = field(default_factory=dict)


def unfired(plan: StepPlan, before: float | None, margin: float | None, available: bool) -> Line:
    """The line of a step that did nothing: it binds nothing, so it is finished at once."""
    step = plan.step
    note = "" if available else "not available"
    return Line(
        step.verb, step.because, step.into, before, before, False, False, margin, "", None,
        step.at, available, note, plan.index,
    )  # fmt: skip


def finished(draft: Draft | Line) -> Line:
    """The line as the ledger keeps it."""
    if draft.__class__ is Line:
        return draft
    return Line(
        draft.verb, draft.because, draft.into, draft.before, draft.after, draft.fired,
        draft.is_binding, draft.margin, draft.part, draft.weight, draft.amount, draft.available,
        draft.note, draft.step,
    )  # fmt: skip
