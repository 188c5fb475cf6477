"""Reading a maze task: its solution, its answer judged against it, kept while it is looked at."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar, cast

from reviewer.kinds import naming
from reviewer.kinds.protocol import Reader, Request, Token, UnreadableError
from reviewer.metrics.maze_parameters import (
    IMAGE_DEFAULTS,
    VIDEO_DEFAULTS,
    MazeParameters,
    frames_to_extract,
)
from reviewer.model import GOLDEN, RESULT, Artifact, Check, Rubric, Task

if TYPE_CHECKING:
    from reviewer.metrics.maze_evaluation import MazeEvaluation
    from reviewer.metrics.maze_frames import ClipFacts
    from reviewer.metrics.maze_solution import SolutionAnalysis

AUTO = "auto"
Kept = TypeVar("Kept")
_WAIT = 0.05
_WHOLE = frozenset({"dilation_size", "black_threshold", "white_threshold", "num_frames"})


class Recent:
    """The last few results by key; two threads never work out the same one at once."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: OrderedDict[Hashable, Any] = OrderedDict()
        self._busy: set[Hashable] = set()
        self._changed = threading.Condition()

    def get(self, key: Hashable, make: Callable[[], Kept], *, token: Token) -> Kept:
        """The result under a key, made when it is not at hand; `token` may end the waiting."""
        with self._changed:
            while True:
                if key in self._held:
                    self._held.move_to_end(key)
                    return cast(Kept, self._held[key])
                if key not in self._busy:
                    break
                self._changed.wait(_WAIT)
                token.check()
            self._busy.add(key)
        try:
            made = make()
            with self._changed:
                self._held[key] = made
                while len(self._held) > self._most:
                    self._held.popitem(last=False)
            return made
        finally:
            with self._changed:
                self._busy.discard(key)
                self._changed.notify_all()


# Bounded: a picture of 1024² with its masks takes about 10 MB.
_solutions = Recent(8)
_evaluations = Recent(4)
_clips = Recent(3)


def read_solution(
    reader: Reader,
    artifact: Artifact,
    *,
    black_threshold: int,
    expected: tuple[int, int] | None,
    token: Token,
) -> SolutionAnalysis:
    """What a solution picture says; the same bytes are read once."""
    from reviewer.metrics.maze_solution import analyse_solution
    from reviewer.metrics.pixels import rgb

    def make() -> SolutionAnalysis:
        pixels = rgb(reader.picture(artifact).pixels)
        return analyse_solution(pixels, black_threshold=black_threshold, expected=expected)

    key = (reader.digest(artifact), black_threshold, expected)
    return _solutions.get(key, make, token=token)


def expected_size(task: Task) -> tuple[int, int] | None:
    """Columns and rows that the name of a task promises."""
    said = task.settings.get("size")
    if isinstance(said, list) and len(said) == 2 and all(isinstance(n, int) for n in said):
        return said[0], said[1]
    return None


def parameters_of(
    rubric: Rubric, tried: Mapping[str, Any], *, is_video: bool, model: str = ""
) -> MazeParameters:
    """The numbers to measure with: the rubric's own, then those that a person tries."""
    values = {p.id: p.value for p in rubric.parameters} | dict(tried)
    base = VIDEO_DEFAULTS if is_video else IMAGE_DEFAULTS
    known = {field.name for field in fields(MazeParameters)}
    given = {name: _number(name, value) for name, value in values.items() if name in known}
    if given.get("num_frames") is None:
        given["num_frames"] = frames_to_extract(model, None)
    for row, name in (
        ("no_wall_crossing", "min_crossing_ratio"),
        ("red_position_match", "position_tolerance"),
    ):
        limit = limit_of(rubric.check(row))
        if limit is not None:
            given.setdefault(name, limit)
    return replace(base, **given)


def _number(name: str, value: Any) -> Any:  # noqa: ANN401 - a scalar of the parameter
    if value == AUTO:
        return None
    return round(value) if name in _WHOLE and isinstance(value, float) else value


def limit_of(check: Check | None) -> float | None:
    """The limit that the row's full credit hangs on, on its own measurement."""
    if check is None:
        return None
    bounds = [*check.rule.conditions, *(stair.bound for stair in check.rule.stairs)]
    own = [bound for bound in bounds if not bound.of or bound.of == check.measure]
    limits = [b.at_most if b.at_most is not None else b.above for b in own]
    found = [limit for limit in limits if limit is not None]
    return found[-1] if found else None


@dataclass
class MazeFiles:
    """One task's answer and solution; a file that is missing or cannot be read raises.

    `given` are the numbers to measure with where no rubric says them.
    """

    request: Request
    given: MazeParameters | None = None

    @property
    def is_video(self) -> bool:
        """True when the answer is a clip."""
        return naming.is_video(self.result.name)

    @cached_property
    def result(self) -> Artifact:
        """The answer."""
        return self._artifact(RESULT, "answer")

    @cached_property
    def golden(self) -> Artifact:
        """The solution."""
        return self._artifact(GOLDEN, "solution")

    def _artifact(self, role: str, what: str) -> Artifact:
        task = self.request.task
        found = task.artifact(role)
        if found is None:
            raise UnreadableError(no_solution(task.id) if role == GOLDEN else f"{task.id}: no file")
        if not self.request.reader.exists(found):
            raise UnreadableError(f"{found.name}: the {what} is not there. Check its name.")
        return found

    @cached_property
    def parameters(self) -> MazeParameters:
        """The numbers to measure with."""
        return self.given or parameters_of(
            self.request.rubric,
            self.request.parameters,
            is_video=self.is_video,
            model=str(self.request.task.settings.get("model", "")),
        )

    @cached_property
    def solution(self) -> SolutionAnalysis:
        """The solution at its own size."""
        return read_solution(
            self.request.reader,
            self.golden,
            black_threshold=self.parameters.black_threshold,
            expected=expected_size(self.request.task),
            token=self.request.token,
        )

    @cached_property
    def clip(self) -> ClipFacts:
        """What each frame of the clip says; only for a clip."""
        numbers = self.parameters
        key = (*self._key, numbers.black_threshold, numbers.white_threshold, numbers.num_frames)
        return _clips.get(key, self._measure_clip, token=self.request.token)

    def _measure_clip(self) -> ClipFacts:
        from reviewer.metrics.maze_frames import measure_clip

        solution, numbers, token = self.solution, self.parameters, self.request.token
        opened = self.request.reader.document(self.result, "video")
        measured: ClipFacts = opened.stream(
            numbers.num_frames,
            lambda frames: measure_clip(frames, solution, numbers, order="bgr"),
            check=token.check,
            order="bgr",
        )
        return replace(measured, notes=opened.notes)

    @cached_property
    def evaluation(self) -> MazeEvaluation:
        """The answer judged against the solution."""
        key = (*self._key, self.parameters)
        make = (lambda: self._judged(self.clip)) if self.is_video else self.judge
        return _evaluations.get(key, make, token=self.request.token)

    def _judged(self, clip: ClipFacts) -> MazeEvaluation:
        from reviewer.metrics.maze_video import judge_clip

        return judge_clip(clip, self.parameters)

    def judge(self) -> MazeEvaluation:
        """The same, worked out anew and not kept: what a long run wants."""
        if self.is_video:
            return self._judged(self._measure_clip())
        from reviewer.metrics.maze_image import evaluate_image
        from reviewer.metrics.pixels import rgb

        solution = self.solution
        pixels = rgb(self.request.reader.picture(self.result).pixels)
        self.request.token.check()
        return evaluate_image(pixels, solution, self.parameters)

    @property
    def _key(self) -> tuple[Hashable, ...]:
        reader = self.request.reader
        digests = reader.digest(self.result), reader.digest(self.golden)
        return self.is_video, *digests, expected_size(self.request.task)


def no_solution(name: str) -> str:
    """What is said of an answer whose solution was not found."""
    return (
        f"{name}: no solution was found for this name. Put its …_solution.png beside it, into "
        "solution/ or data/solution above it, or say where solutions are (--solution_dir)."
    )
