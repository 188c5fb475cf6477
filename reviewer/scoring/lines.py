"""What a step leaves in the ledger while the fold runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

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


_set_binding = Line.__dict__["is_binding"].__set__


@dataclass(slots=True)
class Journal:
    """The lines so far, and for each register the places of those that hold it where it is."""

    lines: list[Line] = field(default_factory=list)
    holding: dict[str, list[int]] = field(default_factory=dict)

    def held_by(self, register: str) -> list[Line]:
        """The lines that hold a register."""
        return [self.lines[place] for place in self.holding.get(register, ())]

    def finished(self, missing: Mapping[str, str]) -> tuple[Line, ...]:
        """All lines, those that hold marked; `missing` says of which parts there is no value."""
        lines = self.lines
        for places in self.holding.values():
            for place in places:
                # Nobody has seen these lines yet: they are still being made.
                _set_binding(lines[place], True)
        if missing:
            lines = [_without_part(line, missing) for line in lines]
        return tuple(lines)


def _without_part(line: Line, missing: Mapping[str, str]) -> Line:
    if line.part not in missing:
        return line
    return replace(line, available=False, fired=False, note=missing[line.part])


# A frozen class looks each field up by name as it is made. A fold makes some twenty lines, which is
# a third of its time: they are filled in as this class, of the same slots, and sealed as lines.
class _OpenLine:
    __slots__ = Line.__slots__
    verb: str
    because: str
    into: str
    before: float | None
    after: float | None
    fired: bool
    is_binding: bool
    margin: float | None
    part: str
    weight: float | None
    amount: float | None
    available: bool
    note: str
    step: int


def line_of(
    plan: StepPlan,
    before: float | None,
    after: float | None,
    margin: float | None,
    fired: bool = True,
    part: str = "",
    weight: float | None = None,
    amount: float | None = None,
    note: str = "",
    available: bool = True,
) -> Line:
    """One line of a step; whether it binds is known at the end."""
    step = plan.step
    line = _OpenLine()
    line.verb = step.verb
    line.because = step.because
    line.into = step.into
    line.before = before
    line.after = after
    line.fired = fired
    line.is_binding = False
    line.margin = margin
    line.part = part
    line.weight = weight
    line.amount = amount
    line.available = available
    line.note = note
    line.step = plan.index
    line.__class__ = Line  # type: ignore[assignment]
    return line  # type: ignore[return-value]
