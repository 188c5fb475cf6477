"""What a kind of task is: how it is found, measured and shown. Files arrive through a Reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from reviewer.model import Artifact, Check, Evidence, Flag, Measurement, Panel, Rubric, Sheet, Task

if TYPE_CHECKING:
    import numpy as np

Reading = Literal["seen", "raw"]
# What a reader's `absence` says where nothing stands under the name.
NO_FILE = "there is no such file"
FOLDER_GONE = "the folder of the task is gone: put it back where it was"


class Scale(Protocol):
    """The stored values that are shown black and white; `form` is bytes, standard or stretched."""

    @property
    def black(self) -> float: ...
    @property
    def white(self) -> float: ...
    @property
    def form(self) -> str: ...


class Picture(Protocol):
    """A decoded picture: `pixels` is uint8 (H, W, 3) or (H, W, 4), read-only."""

    @property
    def pixels(self) -> np.ndarray[Any, np.dtype[np.uint8]]: ...
    @property
    def mode(self) -> str: ...
    @property
    def format(self) -> str: ...
    @property
    def size(self) -> tuple[int, int]: ...
    @property
    def frames(self) -> int: ...
    @property
    def orientation(self) -> int: ...
    @property
    def non_finite(self) -> int: ...
    @property
    def notes(self) -> tuple[str, ...]: ...
    @property
    def byte_count(self) -> int: ...
    @property
    def bits(self) -> int: ...
    @property
    def samples(self) -> np.ndarray[Any, Any]: ...
    @property
    def scale(self) -> Scale | None: ...


class Reader(Protocol):
    """The files of a task, handed in by the store; it raises `UnreadableError` and nothing else."""

    def exists(self, artifact: Artifact) -> bool: ...
    def absence(self, artifact: Artifact) -> str: ...
    def size(self, artifact: Artifact) -> int: ...
    def digest(self, artifact: Artifact) -> str: ...
    def data(self, artifact: Artifact) -> bytes: ...
    def text(self, artifact: Artifact) -> str: ...
    def json(self, artifact: Artifact) -> object: ...
    def picture(self, artifact: Artifact, *, reading: Reading = "seen") -> Picture: ...
    def document(self, artifact: Artifact, form: str) -> Any:  # noqa: ANN401 - one type a form
        """A parsed document: xcf, svg, gimprc, task_markdown, chat_log, chat_calls, picture_header,
        video, answer_key; or what machines made of a file: facts, known_hashes, rendering (of an
        SVG), font_problem."""
        ...


@dataclass(frozen=True, slots=True)
class Rendering:
    """A drawing as a picture: uint8 (H, W, 3 or 4), and the part of the plane that it shows.

    `view` is (x, y, width, height) in user units of the drawing; None when it has no extent.
    """

    pixels: np.ndarray[Any, np.dtype[np.uint8]]
    view: tuple[float, float, float, float] | None
    notes: tuple[str, ...] = ()


class UnreadableError(Exception):
    """A file of the task cannot be read; the message names the file, the cause and the remedy."""


class Token(Protocol):
    """Cancel and progress of a job."""

    def check(self) -> None:
        """Raise when the job was cancelled."""
        ...

    def report(self, done: int, total: int) -> None:
        """Say how far the job is."""
        ...


@dataclass(frozen=True, slots=True)
class Request:
    """All that measuring or showing a task needs, captured on the calling thread."""

    task: Task
    rubric: Rubric
    reader: Reader
    token: Token
    parameters: Mapping[str, Any] = field(default_factory=dict)
    measurements: Mapping[str, Measurement] = field(default_factory=dict)
    credits: Mapping[str, float | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Measured:
    """What an instrument run gave: measurements by id, and the sanity flags that were looked at."""

    measurements: tuple[Measurement, ...]
    flags: tuple[Flag, ...] = ()


@dataclass(frozen=True, slots=True)
class Listing:
    """One folder as names only; `peek` opens a small JSON or TOML file to settle a doubt.

    `files` and `folders` are sorted names; `below(name)` lists a subfolder inside the opened folder
    `root`. `near(name)` lists a plain folder that a rule names, such as `../gt`, also outside it.
    """

    path: Path
    root: Path
    files: tuple[str, ...]
    folders: tuple[str, ...]
    below: Callable[[str], Listing | None]
    peek: Callable[[str], Any]
    near: Callable[[str], Listing | None] = lambda name: None


@dataclass(frozen=True, slots=True)
class Found:
    """A task that a rule recognised in a listing.

    `stem` is empty when the folder itself is the task. `roles` are (role, path relative to the
    listing) in order. `consumes` are the subfolders that need no further walk; `grade_suffix` is
    added to the stem of a single-file task's grade file (a round). `instruction` is said in so many
    words by a file that also says other things. Files in a role of `shared` may belong to several
    tasks: the solution of all answers to one maze. `problem` says why the task cannot be graded;
    such a match counts only where no rule has a better one.
    """

    kind: str
    stem: str
    roles: tuple[tuple[str, str], ...]
    why: str
    instruction_file: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    graded_from: str = ""
    consumes: tuple[str, ...] = ()
    rubric_file: str = ""
    grade_suffix: str = ""
    instruction: str = ""
    shared: tuple[str, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of task, as functions.

    `rubric` names the shipped rubric of a task where it is not the kind's name; `tailor` completes
    it with rows that depend on the task (the third argument gives shipped rubrics by name).
    `library` names the rubric whose rows a task may choose in `[[checks]]`, `faults` says what is
    wrong with a row (of a chosen one also for that task), `chosen` spells it as instruments do.
    `choices` are the settings of a task that take one of a few words. `measures` names what is
    measured beside the rows of the shipped rubrics.
    `settle` completes what a judge said as the kind's grader does: a key left out may count as 0.
    `draws_answers`: its sheet and panels show what people answered, and are drawn anew after each.
    """

    name: str
    title: str
    roles: tuple[str, ...]
    detect: Callable[[Listing], Iterable[Found]]
    measure: Callable[[Request], Measured]
    evidence: Callable[[Request, str], Evidence]
    sheet: Callable[[Request], Sheet]
    panels: Callable[[Request], tuple[Panel, ...]] = lambda request: ()
    compared: Callable[[Request], Mapping[str, Any]] = lambda request: {}
    rubric: Callable[[Task], str] | None = None
    tailor: Callable[[Rubric, Task, Reader, Callable[[str], Rubric]], Rubric] | None = None
    settle: Callable[[Rubric, Mapping[str, Measurement]], Mapping[str, Measurement]] = (
        lambda rubric, judged: judged
    )
    library: str = ""
    faults: Callable[[Check, Task | None], Iterable[str]] = lambda check, task: ()
    chosen: Callable[[Check], Check] = lambda check: check
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    instruments: Mapping[str, int] = field(default_factory=dict)
    measures: Callable[[], Iterable[str]] = tuple
    draws_answers: bool = False
