"""What one frame of a maze clip says: walls against the solution, where green and red are."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import cv2
import numpy as np

from reviewer.metrics import NotMeasured
from reviewer.metrics.maze_color import Channels, RgbImage
from reviewer.metrics.maze_parameters import MazeParameters
from reviewer.metrics.maze_scaling import scale_solution
from reviewer.metrics.maze_solution import SolutionAnalysis
from reviewer.metrics.maze_spot import Mask, Patch, Spot

# H.264 and VP9 smear a marker's edge into the walls beside it by about this much.
MARKER_RIM = 7
FADE_SHARE = 0.01
FADE_STRIDE = 4


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class FrameFacts:
    """Measurements of one frame.

    Parameters
    ----------
    number : int
        Frame of the clip.
    green : Patch
        All green pixels.
    iou, raw_iou : float
        Wall IoU without and with the pixels of the marker.
    is_blank : bool
        Hardly any wall and hardly any open ground: a fade.
    red_xy : (x, y) or None
        Middle of the red square.
    green_in_end : bool
        Whether any green lies in the end cell.
    """

    number: int
    green: Patch
    iou: float
    raw_iou: float
    is_blank: bool
    red_xy: tuple[float, float] | None
    green_in_end: bool


@dataclass(frozen=True, slots=True, eq=False)
class ClipFacts:
    """All frames of a clip, in order, the solution at their size, and one picture to draw on."""

    frames: tuple[FrameFacts, ...]
    solution: SolutionAnalysis
    picture: RgbImage


def measure_frame(
    number: int, rgb: RgbImage, *, solution: SolutionAnalysis, parameters: MazeParameters
) -> FrameFacts:
    """Measure one frame.

    Parameters
    ----------
    number : int
    rgb : (H, W, 3) uint8
    solution : SolutionAnalysis
        At the frame's size.
    parameters : MazeParameters

    Returns
    -------
    FrameFacts
    """
    channels = Channels.of(rgb)
    walls, green = channels.walls(parameters.black_threshold), channels.spot("green")
    patch = Patch.of(green)
    iou, raw_iou = _ious(walls, solution.walls, green)
    return FrameFacts(
        number=number,
        green=patch,
        iou=iou,
        raw_iou=raw_iou,
        is_blank=_is_blank(channels, walls, parameters),
        red_xy=channels.spot("red").middle(),
        green_in_end=_lies_in(green, solution.lattice.box(solution.end_cell)),
    )


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
    def measure(frame: tuple[int, RgbImage]) -> FrameFacts:
        return measure_frame(frame[0], frame[1], solution=solution, parameters=parameters)

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


def _ious(walls: Mask, reference: Mask, green: Spot) -> tuple[float, float]:
    """Return wall IoU without and with the marker's pixels and the rim around them."""
    both = cv2.countNonZero(cv2.bitwise_and(walls, reference))
    own, wanted = cv2.countNonZero(walls), cv2.countNonZero(reference)
    raw = _ratio(both, own + wanted - both)
    if not green.mask.size:
        return raw, raw
    # Only the marker's surroundings differ: subtracting them is exact and saves three full passes.
    rim = MARKER_RIM // 2
    rows, columns = green.window
    window = (
        slice(max(0, rows.start - rim), rows.stop + rim),
        slice(max(0, columns.start - rim), columns.stop + rim),
    )
    corner = (green.left - window[1].start, green.top - window[0].start)
    marker = Spot(*corner, green.mask).drawn(walls[window].shape)
    marker = np.asarray(
        cv2.dilate(marker, np.ones((MARKER_RIM, MARKER_RIM), dtype=np.uint8)), dtype=np.uint8
    )
    own_there = cv2.bitwise_and(walls[window], marker)
    wanted_there = cv2.bitwise_and(reference[window], marker)
    both -= cv2.countNonZero(cv2.bitwise_and(own_there, wanted_there))
    own -= cv2.countNonZero(own_there)
    wanted -= cv2.countNonZero(wanted_there)
    return _ratio(both, own + wanted - both), raw


def _ratio(both: int, union: int) -> float:
    return both / union if union else 0.0


def _lies_in(spot: Spot, box: tuple[int, int, int, int]) -> bool:
    left, top, right, bottom = box
    return bool(
        spot.mask[
            max(0, top - spot.top) : max(0, bottom - spot.top),
            max(0, left - spot.left) : max(0, right - spot.left),
        ].any()
    )


def _is_blank(channels: Channels, walls: Mask, parameters: MazeParameters) -> bool:
    few = walls[::FADE_STRIDE, ::FADE_STRIDE]
    least = FADE_SHARE * few.size
    if np.count_nonzero(few) < least:
        return True
    ground = channels.every(FADE_STRIDE).ground(parameters.white_threshold)
    return bool(np.count_nonzero(ground[:, ::FADE_STRIDE]) < least)
