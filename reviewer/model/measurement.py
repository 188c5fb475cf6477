"""What was measured, by whom, and how; judged by nobody yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Scalar = bool | int | float | str | None

CODE = "code"
JUDGE = "judge"
PERSON = "person"
FILE = "file"


@dataclass(frozen=True, slots=True)
class Measurement:
    """One value with its origin.

    `value` None means *not measured* (`reason` says why) or, for a judge, *not judged*; `error` is
    set when the instrument itself failed. `is_excused` says that nothing delivered is to blame for
    what is not measured: it leaves the mean even where its absence counts as 0. `facts` holds what
    evidence and tooltips need: plain JSON values only. `params` are the instrument's own
    parameters, noted with the value.
    """

    id: str
    value: Scalar
    unit: str = ""
    source: str = CODE
    instrument: str = ""
    version: int = 1
    params: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    reason: str = ""
    error: str = ""
    raw: str = ""
    model: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)
    is_excused: bool = False

    @property
    def is_measured(self) -> bool:
        """True when there is a value to credit."""
        return self.value is not None and not self.error


Measurements = Mapping[str, Measurement]


@dataclass(frozen=True, slots=True)
class Flag:
    """A sanity flag: something a person should know before judging."""

    id: str
    text: str
    is_raised: bool
    severity: str = "warn"
    detail: str = ""

    @property
    def warns(self) -> bool:
        """Raised, and no mere remark: what header, list and filter call a raised flag."""
        return self.is_raised and self.severity != "info"
