"""A rubric: how measurements become credit and how credit becomes a grade, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from reviewer.model.measurement import Scalar


@dataclass(frozen=True, slots=True)
class Bound:
    """One comparison; every bound that is set must hold. `at_least` and `at_most` include it."""

    at_least: float | None = None
    above: float | None = None
    at_most: float | None = None
    below: float | None = None
    equals: Scalar = None
    has_equals: bool = False
    of: str = ""


@dataclass(frozen=True, slots=True)
class Stair:
    """One step of a `steps` rule: the credit earned when the bound and all of `also` hold."""

    bound: Bound
    credit: float
    also: tuple[Bound, ...] = ()


@dataclass(frozen=True, slots=True)
class CreditRule:
    """How one measurement maps to [0, 1].

    `form` is steps, ramp, within, equals, direct or passes. A ramp's target is a number or the id
    of another measurement. `passes` holds conditions over several measurements (`Bound.of`).
    """

    form: str
    stairs: tuple[Stair, ...] = ()
    target: float | str | None = None
    low: float | None = None
    high: float | None = None
    equals: Scalar = None
    conditions: tuple[Bound, ...] = ()
    needs_all: bool = True


@dataclass(frozen=True, slots=True)
class Check:
    """One row: a question, the measurement that answers it and the credit rule."""

    id: str
    asks: str
    measure: str
    rule: CreditRule
    bucket: str = ""
    absent: str = "skip"
    failed: str = "error"
    weight: float = 1.0
    overridable: bool = False
    needs: tuple[str, ...] = ()
    scale: str = ""
    asks_tr: Mapping[str, str] = field(default_factory=dict)
    translated_by: str = ""
    look: str = ""
    near: float | None = None
    reads: tuple[str, ...] = ("result",)
    unit: str = ""
    params: Mapping[str, Any] = field(default_factory=dict)
    line: int = 0


@dataclass(frozen=True, slots=True)
class Uncovered:
    """A requirement of the task that no code grades: a person is asked, or a finding is shown."""

    id: str
    asks: str
    asks_tr: Mapping[str, str] = field(default_factory=dict)
    measure: str = ""
    look: str = ""


@dataclass(frozen=True, slots=True)
class When:
    """A structured condition of a step; `all_of` holds further conditions that must all hold.

    `subject` is check, bucket, headline or fact and `name` what it names. `missing` says what an
    absent subject means: "fire" or "pass". `places` rounds the value before it is compared.
    """

    subject: str = ""
    name: str = ""
    below: float | None = None
    above: float | None = None
    at_least: float | None = None
    at_most: float | None = None
    equals: Scalar = None
    has_equals: bool = False
    absent: bool | None = None
    missing: str = "pass"
    places: int | None = None
    all_of: tuple[When, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """One weighed part: a check, a bucket or a register by name."""

    of: str
    weight: float


@dataclass(frozen=True, slots=True)
class Step:
    """One verb of the fold, writing into a register (`into`; a headline's name or an inner one)."""

    verb: str
    because: str
    into: str
    because_tr: Mapping[str, str] = field(default_factory=dict)
    of: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    at: float | None = None
    by: float | None = None
    share: float | None = None
    places: int | None = None
    low: float | None = None
    high: float | None = None
    renormalise: bool = True
    when: When | None = None
    conditions: tuple[When, ...] = ()
    line: int = 0
    id: str = ""


@dataclass(frozen=True, slots=True)
class Headline:
    """A number the task comes to, with its pass mark and the range it can reach."""

    name: str
    passes: float | None = None
    low: float = 0.0
    high: float = 1.0
    asks: str = ""
    strict: bool = False
    withheld_without: str = ""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A measuring threshold (`stage = "measure"`): changing it needs the pixels again."""

    id: str
    asks: str
    value: Scalar
    low: float | None = None
    high: float | None = None
    unit: str = ""
    choices: tuple[str, ...] = ()
    asks_tr: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rubric:
    """All rules of one kind or task; `sha256` is that of the bytes they came from."""

    name: str
    version: int
    checks: tuple[Check, ...]
    steps: tuple[Step, ...]
    headlines: tuple[Headline, ...]
    uncovered: tuple[Uncovered, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    sha256: str = ""
    source: str = ""
    about: str = ""
    # A task may choose thousands of rows, and each is looked up several times.
    _rows: Mapping[str, Check] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_rows", {c.id: c for c in reversed(self.checks)})

    def check(self, check_id: str) -> Check | None:
        """The row with this id, or None."""
        return self._rows.get(check_id)

    def headline(self, name: str) -> Headline | None:
        """The headline with this name, or None."""
        return next((h for h in self.headlines if h.name == name), None)
