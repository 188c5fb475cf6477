"""What the frames of a maze clip say, measured while the clip is being decoded."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue

from reviewer.metrics import NotMeasured
from reviewer.metrics.maze_color import RgbImage
from reviewer.metrics.maze_frame import FrameFacts, FrameMeter
from reviewer.metrics.maze_parameters import MazeParameters
from reviewer.metrics.maze_scaling import scale_solution
from reviewer.metrics.maze_solution import SolutionAnalysis


@dataclass(frozen=True, slots=True, eq=False)
class ClipFacts:
    """All frames of a clip, in order, the solution at their size, and one picture to draw on."""

    frames: tuple[FrameFacts, ...]
    solution: SolutionAnalysis
    picture: RgbImage


def measure_clip(
    frames: Iterable[tuple[int, RgbImage]],
    solution: SolutionAnalysis,
    parameters: MazeParameters,
    *,
    workers: int = 2,
) -> ClipFacts:
    """Measure all frames of a clip while it is being decoded; pictures are not kept.

    Parameters
    ----------
    frames : iterable of (number, (H, W, 3) uint8)
    solution : SolutionAnalysis
        At any size: it is scaled to the frames once.
    parameters : MazeParameters
    workers : int
        Threads beside the one that decodes; 0 measures in the calling thread.

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
    picture = first[1]
    is_clear = False
    found: list[FrameFacts] = []
    for (_, rgb), facts in _measured(
        first, source, size, solution=fitted, parameters=parameters, workers=workers
    ):
        found.append(facts)
        if not is_clear and not facts.is_blank:
            picture, is_clear = rgb, True
    return ClipFacts(tuple(found), fitted, picture)


def faded(frames: Iterable[FrameFacts]) -> tuple[bool, ...]:
    """Say which frames lie in a blank run at the start or the end; none if all are blank."""
    blank = [frame.is_blank for frame in frames]
    if all(blank):
        return (False,) * len(blank)
    first, last = blank.index(False), len(blank) - 1 - blank[::-1].index(False)
    return tuple(not first <= index <= last for index in range(len(blank)))


def _measured(
    first: tuple[int, RgbImage],
    source: Iterator[tuple[int, RgbImage]],
    size: tuple[int, int],
    *,
    solution: SolutionAnalysis,
    parameters: MazeParameters,
    workers: int,
) -> Iterator[tuple[tuple[int, RgbImage], FrameFacts]]:
    meters: SimpleQueue[FrameMeter] = SimpleQueue()
    for _ in range(max(1, workers)):
        meters.put(FrameMeter(solution, parameters))

    def measure(frame: tuple[int, RgbImage]) -> FrameFacts:
        meter = meters.get()
        try:
            return meter.measure(*frame)
        finally:
            meters.put(meter)

    def checked() -> Iterator[tuple[int, RgbImage]]:
        yield first
        for frame in source:
            if frame[1].shape[:2] != size:
                raise NotMeasured(
                    f"frame {frame[0]} is {frame[1].shape[1]}×{frame[1].shape[0]}, the first one "
                    f"{size[1]}×{size[0]}; make the clip with one size"
                )
            yield frame

    if workers < 1:
        yield from ((frame, measure(frame)) for frame in checked())
        return
    waiting: deque[tuple[tuple[int, RgbImage], Future[FrameFacts]]] = deque()
    with ThreadPoolExecutor(workers, thread_name_prefix="maze-frames") as pool:
        for frame in checked():
            waiting.append((frame, pool.submit(measure, frame)))
            # Bounded: a fast decoder must not pile up pictures.
            if len(waiting) > 2 * workers:
                oldest, future = waiting.popleft()
                yield oldest, future.result()
        while waiting:
            oldest, future = waiting.popleft()
            yield oldest, future.result()
