"""What a fold came to, and every step on the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from reviewer.model.measurement import Measurement

PASS = "pass"
PARTIAL = "partial"
FAIL = "fail"
NOT_MEASURED = "not measured"
NOT_JUDGED = "not judged"
ERROR = "error"
_SAID = f"{NOT_JUDGED}: "


def why_not(reason: str) -> str:
    """A reason without the words *not judged*, for places that say them already."""
    return reason.removeprefix(_SAID)


@dataclass(frozen=True, slots=True)
class Credited:
    """One check after crediting.

    `credit` None is *no credit*: it leaves the mean. `margin` is value minus threshold on the
    measurement's own scale, positive when it holds; None where there is no single threshold.
    """

    id: str
    state: str
    credit: float | None
    measurement: Measurement | None
    threshold: float | None = None
    threshold_text: str = ""
    margin: float | None = None
    is_near: bool = False
    is_overridden: bool = False
    previous: float | None = None
    reason: str = ""
    # A parent failed: whatever was said of the row itself does not count.
    is_skipped: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the ledger: what a step did to its register, and how far it was from firing."""

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
    step: int = 0


@dataclass(frozen=True, slots=True)
class HeadlineValue:
    """A headline as it came out. `value` None is withheld; then `known` is [low, high]."""

    name: str
    value: float | None
    passes: bool | None
    pass_mark: float | None
    low: float = 0.0
    high: float = 1.0
    known: tuple[float, float] | None = None
    held_by: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True)
class Ledger:
    """Checks, lines and headlines of one fold; a pure function of its inputs."""

    checks: tuple[Credited, ...]
    lines: tuple[Line, ...]
    headlines: tuple[HeadlineValue, ...]
    registers: Mapping[str, float | None] = field(default_factory=dict)

    def check(self, check_id: str) -> Credited | None:
        """The credited check with this id, or None."""
        return next((c for c in self.checks if c.id == check_id), None)

    @property
    def headline(self) -> HeadlineValue | None:
        """The first headline: the one a list shows."""
        return self.headlines[0] if self.headlines else None

    @property
    def binding(self) -> tuple[Line, ...]:
        """The lines that hold a headline where it is."""
        return tuple(line for line in self.lines if line.is_binding)
