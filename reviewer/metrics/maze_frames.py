"""What the frames of a maze clip say, measured while the clip is being decoded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
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

Frame = tuple[int, RgbImage]
Measured = tuple[tuple[FrameFacts, ...], RgbImage]
_AHEAD = 2


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
    frames: Iterable[Frame],
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
    meter = FrameMeter(fitted, parameters, order=order)
    ordered = _of_one_size(first, source)
    found, picture = _beside(ordered, meter) if is_beside else _in_turn(ordered, meter)
    if order == "bgr":
        picture = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB), dtype=np.uint8)
    return ClipFacts(found, fitted, picture)


def faded(frames: Iterable[FrameFacts]) -> tuple[bool, ...]:
    """Say which frames lie in a blank run at the start or the end; none if all are blank."""
    blank = [frame.is_blank for frame in frames]
    if all(blank):
        return (False,) * len(blank)
    first, last = blank.index(False), len(blank) - 1 - blank[::-1].index(False)
    return tuple(not first <= index <= last for index in range(len(blank)))


def _of_one_size(first: Frame, others: Iterator[Frame]) -> Iterator[Frame]:
    yield first
    height, width = first[1].shape[:2]
    for number, frame in others:
        if frame.shape[:2] != (height, width):
            raise NotMeasured(
                f"frame {number} is {frame.shape[1]}×{frame.shape[0]}, the first one "
                f"{width}×{height}; make the clip with one size"
            )
        yield number, frame


def _in_turn(frames: Iterable[Frame], meter: FrameMeter) -> Measured:
    """Return what each frame says, and the first picture that is no fade, else the first one."""
    found: list[FrameFacts] = []
    picture, is_clear = None, False
    for number, frame in frames:
        found.append(meter.measure(number, frame))
        if picture is None or not (is_clear or found[-1].is_blank):
            picture, is_clear = frame, not found[-1].is_blank
    assert picture is not None
    return tuple(found), picture


def _beside(frames: Iterable[Frame], meter: FrameMeter) -> Measured:
    """The same in another thread, while this one gets the frames."""
    coming: SimpleQueue[Frame | None] = SimpleQueue()
    taken: SimpleQueue[bool] = SimpleQueue()

    def received() -> Iterator[Frame]:
        while (following := coming.get()) is not None:
            taken.put(True)
            yield following

    def work() -> Measured:
        try:
            return _in_turn(received(), meter)
        finally:
            taken.put(False)

    # One long piece of work rather than one a frame: handing over is a good part of what it costs.
    with ThreadPoolExecutor(1, thread_name_prefix="maze-frames") as pool:
        worker = pool.submit(work)
        try:
            for index, frame in enumerate(frames):
                coming.put(frame)
                # A decoder must not pile them up; a little ahead, it bridges frames that take long.
                if index >= _AHEAD and not taken.get():
                    break
        finally:
            coming.put(None)
        return worker.result()
