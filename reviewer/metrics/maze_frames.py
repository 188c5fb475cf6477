"""What the frames of a maze clip say, measured while the clip is being decoded."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue

import cv2
import numpy as np

from reviewer.metrics import NotMeasured
from reviewer.metrics.maze_color import Order, RgbImage
from reviewer.metrics.maze_frame import FrameFacts, FrameMeter
from reviewer.metrics.maze_parameters import MazeParameters
from reviewer.metrics.maze_scaling import scale_solution
from reviewer.metrics.maze_solution import SolutionAnalysis

Measure = Callable[[int, RgbImage], FrameFacts]
_WAITING = 1


@dataclass(frozen=True, slots=True, eq=False)
class ClipFacts:
    """All frames of a clip, in order, the solution at their size, and one picture to draw on.

    `notes` are what its file could not tell.
    """

    frames: tuple[FrameFacts, ...]
    solution: SolutionAnalysis
    picture: RgbImage
    notes: tuple[str, ...] = ()


def measure_clip(
    frames: Iterable[tuple[int, RgbImage]],
    solution: SolutionAnalysis,
    parameters: MazeParameters,
    *,
    order: Order = "rgb",
    is_beside: bool = True,
) -> ClipFacts:
    """Measure all frames of a clip while it is being decoded; pictures are not kept.

    Parameters
    ----------
    frames : iterable of (number, (H, W, 3) uint8)
    solution : SolutionAnalysis
        At any size: it is scaled to the frames once.
    parameters : MazeParameters
    order : {"rgb", "bgr"}
        Of the frames.
    is_beside : bool
        Measure in a thread beside the calling one, which decodes.

    Returns
    -------
    ClipFacts

    Raises
    ------
    NotMeasured
        No frames, frames of different sizes, or of another shape than the solution.
    """
    source = iter(frames)
    first = next(source, None)
    if first is None:
        raise NotMeasured("the clip has no frames; make it anew")
    size = (first[1].shape[0], first[1].shape[1])
    fitted = scale_solution(solution, size)
    measure = FrameMeter(fitted, parameters, order=order).measure
    ordered = _of_one_size(first, source)
    measured = _beside(ordered, measure) if is_beside else _in_turn(ordered, measure)
    picture, is_clear = first[1], False
    found: list[FrameFacts] = []
    for frame, facts in measured:
        found.append(facts)
        if not is_clear and not facts.is_blank:
            picture, is_clear = frame, True
    if order == "bgr":
        picture = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB), dtype=np.uint8)
    return ClipFacts(tuple(found), fitted, picture)


def faded(frames: Iterable[FrameFacts]) -> tuple[bool, ...]:
    """Say which frames lie in a blank run at the start or the end; none if all are blank."""
    blank = [frame.is_blank for frame in frames]
    if all(blank):
        return (False,) * len(blank)
    first, last = blank.index(False), len(blank) - 1 - blank[::-1].index(False)
    return tuple(not first <= index <= last for index in range(len(blank)))


def _of_one_size(
    first: tuple[int, RgbImage], others: Iterator[tuple[int, RgbImage]]
) -> Iterator[tuple[int, RgbImage]]:
    yield first
    height, width = first[1].shape[:2]
    for number, frame in others:
        if frame.shape[:2] != (height, width):
            raise NotMeasured(
                f"frame {number} is {frame.shape[1]}×{frame.shape[0]}, the first one "
                f"{width}×{height}; make the clip with one size"
            )
        yield number, frame


def _in_turn(
    frames: Iterable[tuple[int, RgbImage]], measure: Measure
) -> Iterator[tuple[RgbImage, FrameFacts]]:
    for number, frame in frames:
        yield frame, measure(number, frame)


def _beside(
    frames: Iterable[tuple[int, RgbImage]], measure: Measure
) -> Iterator[tuple[RgbImage, FrameFacts]]:
    todo: SimpleQueue[tuple[int, RgbImage] | None] = SimpleQueue()
    done: SimpleQueue[FrameFacts | None] = SimpleQueue()

    def work() -> None:
        try:
            while (following := todo.get()) is not None:
                done.put(measure(*following))
        finally:
            done.put(None)

    waiting: deque[RgbImage] = deque()
    # One long piece of work rather than one a frame: handing over is a good part of what it costs.
    with ThreadPoolExecutor(1, thread_name_prefix="maze-frames") as pool:
        worker = pool.submit(work)
        try:
            for number, frame in frames:
                todo.put((number, frame))
                waiting.append(frame)
                # No more of them would stay in the cache, and a decoder must not pile them up.
                if len(waiting) > _WAITING:
                    yield waiting.popleft(), _taken(done, worker)
            while waiting:
                yield waiting.popleft(), _taken(done, worker)
        finally:
            todo.put(None)


def _taken(done: SimpleQueue[FrameFacts | None], worker: Future[None]) -> FrameFacts:
    facts = done.get()
    if facts is None:
        worker.result()
        raise RuntimeError("the thread that measures frames ended before its work")
    return facts
