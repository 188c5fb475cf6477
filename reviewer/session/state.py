"""What the desk holds of one task while it is looked at, and what the list keeps of all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from reviewer.kinds.protocol import Measured
from reviewer.model import Entry, Ledger, Measurement, Review, Rubric, Task
from reviewer.store.files import FileError
from reviewer.store.grade import ConflictError, GradeFile
from reviewer.store.log import Stamps
from reviewer.store.log_writer import LogWriter
from reviewer.store.reader import TaskReader

OPEN = "open"
BEGUN = "begun"
DONE = "done"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the queue: everything that filters and sort keys look at."""

    id: str
    kind: str
    status: str = OPEN
    headline: float | None = None
    passes: bool | None = None
    is_known: bool = False
    held_by: str = ""
    flags: tuple[str, ...] = ()
    # The strongest flag in a word, for the list; empty when none is strong.
    alarm: str = ""
    near: tuple[str, ...] = ()
    # Checks by what they came to, as the panel's titles tell them apart.
    failed: tuple[str, ...] = ()
    partial: tuple[str, ...] = ()
    margin: float | None = None
    judge: Mapping[str, float] = field(default_factory=dict)
    mine: Mapping[str, float | None] = field(default_factory=dict)
    unanswered: int = 0
    is_disputed: bool = False
    # What the judge and others said is hidden from this person for now.
    is_hidden: bool = False
    is_stale: bool = False
    error: str = ""
    seconds: float | None = None
    text: str = ""
    # Size and time of the files as they were when they were graded; 0 where they were not.
    stamp: int = 0


@dataclass(frozen=True, slots=True)
class Loaded:
    """What loading a task from disk gave, before anything is measured."""

    task: Task
    instruction: str
    rubric: Rubric | None
    grade: GradeFile | None
    entries: tuple[Entry, ...]
    digests: Mapping[str, str]
    measured: Measured | None
    notes: tuple[str, ...] = ()
    error: str = ""
    unread: FileError | None = None
    sizes: Mapping[str, int] = field(default_factory=dict)
    stamp: int = 0
    # How long the person has looked at it since it was last completed, before this start.
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Alone:
    """Measurements and ledger without what other people corrected, for who may not see it yet."""

    measurements: Mapping[str, Measurement]
    ledger: Ledger


@dataclass(slots=True)
class TaskState:
    """The mutable state of one task on the desk; only the owner's thread touches it."""

    task: Task
    reader: TaskReader
    # As its folder said when it was found; `task` has what lay in an archive, too.
    found: Task | None = None
    instruction: str = ""
    rubric: Rubric | None = None
    grade: GradeFile | None = None
    entries: list[Entry] = field(default_factory=list)
    digests: Mapping[str, str] = field(default_factory=dict)
    # Bytes by absolute path.
    sizes: Mapping[str, int] = field(default_factory=dict)
    # Size and time of the files when they were read.
    stamp: int = 0
    measured: Measured | None = None
    # What other measuring values gave, for looking only: it reaches no verdict outside the sheet.
    tried: Measured | None = None
    try_error: str = ""
    judged: dict[str, Measurement] = field(default_factory=dict)
    measurements: Mapping[str, Measurement] = field(default_factory=dict)
    review: Review = field(default_factory=Review)
    effective: Rubric | None = None
    automatic: Ledger | None = None
    ledger: Ledger | None = None
    # What is known when nobody else had corrected a measurement; None where nobody else did.
    alone: Alone | None = None
    draft: dict[str, float] = field(default_factory=dict)
    parameters: dict[str, object] = field(default_factory=dict)
    writer: LogWriter | None = None
    notes: tuple[str, ...] = ()
    # Those of reading; `notes` has besides what the folding of the logs met.
    read_notes: tuple[str, ...] = ()
    error: str = ""
    # A log that could not be read: without it no grade file is written.
    unread: FileError | None = None
    is_loaded: bool = False
    # What was said while the task was still being read.
    said_early: list[Entry] = field(default_factory=list)
    # Its logs are read again since the first edit: no grade file is written before that is done.
    is_reading_logs: bool = False
    # How its logs and its grade file stood when others were last listened to.
    seen: Stamps = ()
    is_edited: bool = False
    result_shown: bool = False
    # Of a pair: the candidates that have not been on the screen yet.
    unseen: frozenset[str] = frozenset()
    conflict: ConflictError | None = None
    # The grade file is measured, too: it is read again once it was written, or before.
    reads_after: bool = False
    writes_when_graded: bool = False
    is_saving: bool = False
    written: list[GradeFile] = field(default_factory=list)
    saves_again: bool = False
    # The grade file is a link out of the tree, as the person was told; and may be followed.
    leads_out: bool = False
    may_leave_tree: bool = False
    seconds: float = 0.0
    # What was noted before this start is among the seconds; and what is noted by now.
    knows_time: bool = False
    noted: float = 0.0

    @property
    def is_ready(self) -> bool:
        """True when there is a grade to look at."""
        return self.ledger is not None
