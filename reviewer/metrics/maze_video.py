"""Judging a clip of a marker that walks through a maze against the maze's solution."""

from __future__ import annotations

from collections.abc import Sequence

from reviewer.metrics import NotMeasured
from reviewer.metrics.maze_clip import ClipLayout, find_clip_layout
from reviewer.metrics.maze_color import Channels
from reviewer.metrics.maze_crossing import Crossing, find_crossings
from reviewer.metrics.maze_evaluation import MazeEvaluation, MazeMasks, MazeTrack
from reviewer.metrics.maze_frames import ClipFacts
from reviewer.metrics.maze_parameters import MazeParameters
from reviewer.metrics.maze_path import kernel_side, match_path, scored_target, widen
from reviewer.metrics.maze_presence import is_mark, missing_maze, square_side
from reviewer.metrics.maze_reflection import reflect
from reviewer.metrics.maze_solution import SolutionAnalysis
from reviewer.metrics.maze_spot import Mask
from reviewer.metrics.maze_walk import (
    MarkerPosition,
    cells_touched,
    count_jumps,
    draw_walk,
    first_crossing_frame,
    loops_and_length,
    walk_positions,
)
from reviewer.metrics.tracks import Static, Track, find_static, follow_marker

EROSION_SHARE = 0.25
LINE_WIDTH = 1.0
# A frame's walls that share this much with the solution's are a maze without a closer look.
CHANCE_IOU = 0.5


def judge_clip(clip: ClipFacts, parameters: MazeParameters) -> MazeEvaluation:
    """Judge a clip whose frames were measured: other erosions need no decoding.

    Parameters
    ----------
    clip : ClipFacts
        Measured with the same thresholds and number of frames.
    parameters : MazeParameters

    Returns
    -------
    MazeEvaluation
        With `track`. Without a marker all path numbers are 0 and a note says so.

    Raises
    ------
    NotMeasured
        No frame shows a maze or a marker.
    """
    fitted = clip.solution
    _check_maze(clip)
    static, track = _follow(clip, parameters)
    positions = walk_positions(clip, track, static)
    walk = draw_walk(positions, fitted.size)
    crossing = _cross(walk, fitted, parameters)
    side = parameters.dilation_size or kernel_side(fitted, thickness=LINE_WIDTH)
    wide = widen(walk, fitted, side=side)
    touched = cells_touched(walk, positions, fitted)
    clip_layout = find_clip_layout(
        clip,
        static.xy if static is not None else _first_xy(positions),
        has_arrived=fitted.end_cell in touched,
        parameters=parameters,
    )
    summary = _summary(clip, clip_layout, track, static, positions, crossing, parameters)
    return MazeEvaluation(
        solution=fitted,
        parameters=parameters,
        layout=clip_layout.layout,
        crossing=crossing,
        path=match_path(wide, fitted),
        target_achievement=len(touched) / len(fitted.cells),
        touched_cells=touched,
        reflection=reflect(*loops_and_length(positions, fitted.lattice), fitted, parameters),
        masks=_masks(clip, track, walk, wide, side),
        track=summary,
        notes=fitted.notes + clip.notes + clip_layout.notes + _notes(summary, fitted),
    )


def _check_maze(clip: ClipFacts) -> None:
    """Raise where neither the clip's first clear frame nor any other shows a maze or a marker."""
    side = square_side(clip.solution)
    if any(
        frame.raw_iou >= CHANCE_IOU or is_mark(frame.green.spot().mask * 255, side)
        for frame in clip.frames
    ):
        return
    channels = Channels.of(clip.picture)
    marks = (channels.spot("green").mask, channels.spot("red").mask)
    if reason := missing_maze(channels, clip.solution, marks):
        raise NotMeasured(f"the clip shows no maze: {reason}")


def wall_erosion(solution: SolutionAnalysis, parameters: MazeParameters) -> float:
    """Return the wall erosion of a clip in frame pixels: as given, else a quarter of the pitch."""
    if parameters.wall_erosion is None:
        return EROSION_SHARE * solution.lattice.pitch
    return parameters.wall_erosion * solution.mean_scale


def _cross(walk: Mask, solution: SolutionAnalysis, parameters: MazeParameters) -> Crossing:
    return find_crossings(
        walk,
        solution.barriers,
        solution.lattice,
        thickness=solution.thickness,
        tolerance=wall_erosion(solution, parameters),
        is_drawn=False,
    )


def _masks(clip: ClipFacts, track: Track, walk: Mask, wide: Mask, side: int) -> MazeMasks:
    return MazeMasks(
        picture=clip.picture,
        covered=track.covered,
        path=walk,
        wide=wide,
        target=scored_target(clip.solution),
        walls=clip.solution.barriers,
        thickness=clip.solution.thickness,
        widened_by=side,
    )


def _follow(clip: ClipFacts, parameters: MazeParameters) -> tuple[Static | None, Track]:
    greens = [frame.green for frame in clip.frames]
    static = find_static(greens, clip.solution.green)
    track = follow_marker(
        greens,
        static,
        size=clip.solution.size,
        pitch=clip.solution.lattice.pitch,
        open_width=clip.solution.lattice.open_width,
        by_difference=parameters.extraction_method == "frame_differencing",
    )
    return static, track


def _first_xy(positions: Sequence[MarkerPosition]) -> tuple[float, float] | None:
    return (positions[0].x, positions[0].y) if positions else None


def _summary(
    clip: ClipFacts,
    clip_layout: ClipLayout,
    track: Track,
    static: Static | None,
    positions: tuple[MarkerPosition, ...],
    crossing: Crossing,
    parameters: MazeParameters,
) -> MazeTrack:
    undersampled, jumps = count_jumps(positions, clip.solution.lattice)
    worst = clip_layout.worst_index
    return MazeTrack(
        total_frames=len(clip.frames),
        frames_with_marker=sum(track.has_marker),
        frames=tuple(frame.number for frame in clip.frames),
        positions=positions,
        has_marker=track.has_marker,
        layout_scores=clip_layout.scores,
        ious=tuple(frame.iou for frame in clip.frames),
        raw_ious=tuple(frame.raw_iou for frame in clip.frames),
        is_faded=clip_layout.is_faded,
        worst_index=worst,
        worst_frame=clip.frames[worst].number,
        undersampled=undersampled,
        jumps=jumps,
        first_crossing_frame=first_crossing_frame(positions, crossing),
        static_start=None if static is None else static.xy,
        extraction_method=parameters.extraction_method,
    )


def _notes(track: MazeTrack, solution: SolutionAnalysis) -> tuple[str, ...]:
    notes = []
    if not track.positions:
        notes.append("no_marker: no frame has a moving green marker; its path numbers are 0")
    if track.is_still:
        notes.append(f"still: the marker never moves: {_stillness(track.total_frames)}")
    if track.undersampled:
        steps = "1 step is" if track.undersampled == 1 else f"{track.undersampled} steps are"
        notes.append(
            f"undersampled: {steps} longer than a cell ({track.jumps} longer than two); "
            "the line between them may cut corners"
        )
    if len(solution.cells) < 2:
        notes.append("one_cell: start and end share a cell; the length ratio is 0")
    return tuple(notes)


def _stillness(frames: int) -> str:
    if frames == 1:
        return "the clip has one frame"
    return f"it stays within a pixel in all {frames} frames"
