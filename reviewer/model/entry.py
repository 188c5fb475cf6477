"""What people said: append-only entries, and what is in force after all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from reviewer.model.measurement import Scalar

ANSWER = "answer"
CONFIRM = "confirm"
DISPUTE = "dispute"
ADOPT = "adopt"
ADJUDICATE = "adjudicate"
NOTE = "note"
STATUS = "status"
RETRACT = "retract"
ENTRY_TYPES = (ANSWER, CONFIRM, DISPUTE, ADOPT, ADJUDICATE, NOTE, STATUS, RETRACT)

DISPUTE_CODES = {
    1: "measured wrong",
    2: "threshold wrong",
    3: "question unclear",
    4: "judge wrong",
    5: "exception here",
    6: "task broken",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a review log. Entries with the same `group` are one step of undo."""

    id: str
    type: str
    task: str
    author: str
    at: str
    app: str
    item: str = ""
    value: Scalar = None
    code: int | None = None
    text: str = ""
    blind: bool = False
    replaced: Scalar = None
    items: tuple[str, ...] = ()
    mode: str = ""
    seconds: float | None = None
    retracts: str = ""
    group: str = ""
    row_sha256: str = ""
    bound_to: Mapping[str, str] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answer:
    """One person's current answer to one item."""

    author: str
    value: Scalar
    at: str
    blind: bool
    reason: str = ""
    code: int | None = None
    entry: str = ""
    is_stale: bool = False
    # The first blind vote on a pair: what is said after the reveal never replaces it.
    first: Scalar = None

    @property
    def counted(self) -> Scalar:
        """The value that grades and figures take."""
        return self.value if self.first is None else self.first


@dataclass(frozen=True, slots=True)
class Override:
    """The value in force for one item. `by` is adjudicated, unanimous or single."""

    value: float
    previous: float | None
    by: str
    author: str


@dataclass(frozen=True, slots=True)
class Review:
    """All that people said of one task, folded from every log."""

    answers: Mapping[str, tuple[Answer, ...]] = field(default_factory=dict)
    overrides: Mapping[str, Override] = field(default_factory=dict)
    measured: Mapping[str, Scalar] = field(default_factory=dict)
    # Settlements by item that are in force, and those that count for nothing.
    rulings: Mapping[str, Entry] = field(default_factory=dict)
    ignored: tuple[Entry, ...] = ()
    disputes: tuple[Entry, ...] = ()
    notes: tuple[Entry, ...] = ()
    confirmed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    adopted: tuple[Entry, ...] = ()
    disputed: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    status: str = "open"
    status_by: Mapping[str, str] = field(default_factory=dict)
    entries: tuple[Entry, ...] = ()
