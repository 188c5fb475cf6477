"""Whether a clip kept the maze: its worst frame, the start square, the end square."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reviewer.metrics.maze_frame import FrameFacts
from reviewer.metrics.maze_frames import ClipFacts, faded
from reviewer.metrics.maze_layout import (
    Layout,
    Point,
    is_within,
    layout_score,
    marker_distance,
)
from reviewer.metrics.maze_parameters import MazeParameters
from reviewer.metrics.maze_solution import SolutionAnalysis


@dataclass(frozen=True, slots=True, kw_only=True)
class ClipLayout:
    """The layout of a clip and of each of its frames.

    Parameters
    ----------
    layout : Layout
        Walls of the worst frame, markers of the clip.
    scores : tuple of float
        Layout score of each frame.
    is_faded : tuple of bool
        Frames that do not count: a fade at the start or the end.
    worst_index : int
        The counted frame with the lowest wall IoU, the first of equals.
    notes : tuple of str
    """

    layout: Layout
    scores: tuple[float, ...]
    is_faded: tuple[bool, ...]
    worst_index: int
    notes: tuple[str, ...]


def find_clip_layout(
    clip: ClipFacts, start_xy: Point | None, *, has_arrived: bool, parameters: MazeParameters
) -> ClipLayout:
    """Find the layout of a clip: the worst counts.

    Parameters
    ----------
    clip : ClipFacts
    start_xy : (x, y) or None
        Where green begins: the static square, else the first marker.
    has_arrived : bool
        Whether the marker reached the end cell.
    parameters : MazeParameters

    Returns
    -------
    ClipLayout
    """
    solution, tolerance = clip.solution, parameters.position_tolerance
    is_faded = faded(clip.frames)
    counted = [index for index, fade in enumerate(is_faded) if not fade]
    worst = min(counted, key=lambda index: clip.frames[index].iou)
    green = marker_distance(start_xy, solution.start_xy, solution.scale)
    green_match = is_within(green, tolerance)
    # Where green covers the end cell, the red square cannot be seen: no verdict from there.
    seen = [index for index in counted if not clip.frames[index].green_in_end]
    can_see = set(seen)
    red_xy, red, red_match, notes = _worst_red([clip.frames[index] for index in seen], solution)
    red_match = is_within(red, tolerance) and red_match if seen else has_arrived
    scores = tuple(
        layout_score(frame.iou, green_match + _frame_match(frame, solution, tolerance), parameters)
        if index in can_see
        else layout_score(frame.iou, green_match + red_match, parameters)
        for index, frame in enumerate(clip.frames)
    )
    iou = clip.frames[worst].iou
    return ClipLayout(
        layout=Layout(
            iou=iou,
            green_distance=green,
            red_distance=red,
            green_match=green_match,
            red_match=red_match,
            green_xy=start_xy,
            red_xy=red_xy,
            score=layout_score(iou, green_match + red_match, parameters),
        ),
        scores=scores,
        is_faded=is_faded,
        worst_index=worst,
        notes=notes if seen else (*notes, "red_covered: green lies on the end cell in every frame"),
    )


def _worst_red(
    frames: Sequence[FrameFacts], solution: SolutionAnalysis
) -> tuple[Point | None, float | None, bool, tuple[str, ...]]:
    """Return the farthest red middle, its distance, whether all frames have one, and notes."""
    found = [
        (distance, frame.red_xy)
        for frame in frames
        if (distance := marker_distance(frame.red_xy, solution.end_xy, solution.scale)) is not None
    ]
    missing = len(frames) - len(found)
    notes = (f"red_missing: no red square in {missing} of {len(frames)} frames",) if missing else ()
    if not found:
        return None, None, False, notes
    distance, xy = max(found, key=lambda pair: pair[0])
    return xy, distance, missing == 0, notes


def _frame_match(frame: FrameFacts, solution: SolutionAnalysis, tolerance: float) -> bool:
    return is_within(marker_distance(frame.red_xy, solution.end_xy, solution.scale), tolerance)
