"""Measurements and sanity flags of a maze answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from reviewer.kinds.maze_reading import MazeFiles
from reviewer.kinds.protocol import Measured, Request, UnreadableError
from reviewer.metrics import NotMeasured
from reviewer.model import GOLDEN, Flag, Measurement, Scalar
from reviewer.model.counting import counted, percent

if TYPE_CHECKING:
    from reviewer.metrics.maze_evaluation import MazeEvaluation, MazeTrack

INSTRUMENT = "maze"
VERSION = 5
NO_GREEN = "the answer shows no green square"
NO_RED = "the answer shows no red square"


def measure(request: Request) -> Measured:
    """All numbers of a maze answer; what cannot be read becomes an error in every row."""
    files = MazeFiles(request)
    try:
        found = files.evaluation
    except (UnreadableError, NotMeasured) as error:
        return _failed(request, str(error))
    numbers = tuple(_measurements(files, found))
    return Measured(numbers, tuple(_flags(found)))


def _failed(request: Request, error: str) -> Measured:
    rows = dict.fromkeys(check.measure for check in request.rubric.checks)
    missing = request.task.artifact(GOLDEN) is None
    return Measured(
        tuple(Measurement(name, None, instrument=INSTRUMENT, error=error) for name in rows),
        (
            Flag("no-solution", "no solution for this name", missing, "bad", error),
            Flag("unreadable", "cannot be judged", not missing, "bad", error),
        ),
    )


def _one(name: str, value: Scalar, unit: str = "", **more: Any) -> Measurement:  # noqa: ANN401
    return Measurement(name, value, unit, instrument=INSTRUMENT, version=VERSION, **more)


def _measurements(files: MazeFiles, found: MazeEvaluation) -> Iterator[Measurement]:
    parameters = files.parameters
    crossing, path, walk = found.crossing, found.path, found.reflection
    tried = {
        "black_threshold": parameters.black_threshold,
        "tolerance": erosion_of(found),
        "wall_source": parameters.wall_source,
    }
    yield _one("maze_structure_iou", found.layout.iou, notes=_notes(found, "no_walls"))
    yield _green(found)
    yield _red(files, found)
    yield _one("wall_crossing_ratio", crossing.ratio, params=tried, notes=_path_notes(found))
    yield _one("wall_crossing_pixels", crossing.pixels, "px")
    yield _one("path_pixels", crossing.path_pixels, "px")
    yield _one("edge_touch_pixels", crossing.edge_touch_pixels, "px")
    yield _one("walls_crossed", crossing.walls_crossed, "count")
    yield _one("wall_crossing_any", found.crossing_any)
    yield _one("crossing_rule", parameters.crossing_rule)
    yield _one("path_match_iou", path.iou, notes=_path_notes(found))
    yield _one("path_precision", path.precision)
    yield _one("path_recall", path.recall)
    yield _one(
        "target_achievement",
        found.target_achievement,
        notes=_path_notes(found),
        facts={"touched": len(found.touched_cells), "cells": len(found.solution.cells)},
    )
    yield _one("has_reflection", walk.has_reflection)
    yield _one("loop_count", walk.loops, "count")
    yield _one("path_length_ratio", walk.ratio)
    yield _one("exploration_score", walk.score)
    if found.track is not None:
        yield from _of_clip(files, found, found.track)


def _green(found: MazeEvaluation) -> Measurement:
    layout = found.layout
    reason = "" if layout.green_distance is not None else NO_GREEN
    return _one("green_centroid_distance", layout.green_distance, "px", reason=reason)


def _red(files: MazeFiles, found: MazeEvaluation) -> Measurement:
    distance = found.layout.red_distance
    if distance is not None:
        notes = _notes(found, "red_missing")
        return _one("red_centroid_distance", distance, "px", notes=notes)
    if found.track is not None and red_is_covered(files) and has_arrived(found):
        nearest = nearest_to_end(found)
        note = "green lies on the end cell in every frame: the marker's own nearest distance"
        return _one("red_centroid_distance", nearest, "px", notes=(note,))
    return _one("red_centroid_distance", None, "px", reason=NO_RED)


def has_arrived(found: MazeEvaluation) -> bool:
    """Whether the path reaches the end cell."""
    return found.solution.end_cell in found.touched_cells


def nearest_to_end(found: MazeEvaluation) -> float | None:
    """The smallest distance of the marker to the end square, in solution pixels."""
    assert found.track is not None
    end, scale = found.solution.end_xy, found.solution.scale
    gaps = [
        (((p.x - end[0]) / scale[0]) ** 2 + ((p.y - end[1]) / scale[1]) ** 2) ** 0.5
        for p in found.track.positions
    ]
    return min(gaps, default=None)


def seen_red(files: MazeFiles) -> list[tuple[int, tuple[float, float] | None]]:
    """(frame, middle of the red square or None) of each frame in which it should be seen."""
    from reviewer.metrics.maze_frames import faded

    frames = files.clip.frames
    return [
        (frame.number, frame.red_xy)
        for frame, is_faded in zip(frames, faded(frames), strict=True)
        if not is_faded and not frame.green_in_end
    ]


def red_is_covered(files: MazeFiles) -> bool:
    """Whether green lies on the end cell in every frame of a clip that counts."""
    return not seen_red(files)


def _of_clip(files: MazeFiles, found: MazeEvaluation, track: MazeTrack) -> Iterator[Measurement]:
    seen = seen_red(files)
    yield _one("red_missing_frames", sum(xy is None for _, xy in seen), "frames")
    yield _one("red_is_covered", not seen)
    yield _one("marker_arrived", has_arrived(found))
    untold = _notes(found, "fragments")
    yield _one("total_frames", track.total_frames, "frames", notes=untold)
    yield _one("frames_with_marker", track.frames_with_marker, "frames")
    yield _one("path_extraction_method", track.extraction_method)
    yield _one("worst_frame", track.worst_frame)
    yield _one("iou_with_marker", track.iou_with_marker)
    yield _one("fade_frames", track.fade_frames, "frames")
    yield _one("undersampled", track.undersampled, "steps")
    yield _one("jumps", track.jumps, "steps")
    first = track.first_crossing_frame
    reason = "" if first is not None else "the marker goes through no wall"
    yield _one("first_crossing_frame", first, reason=reason)


def erosion_of(found: MazeEvaluation) -> float:
    """The erosion of the walls in solution pixels that the crossing was measured with."""
    if found.track is None:
        return found.parameters.tolerance_pixels
    from reviewer.metrics.maze_video import wall_erosion

    return wall_erosion(found.solution, found.parameters) / found.solution.mean_scale


def _notes(found: MazeEvaluation, *starts: str) -> tuple[str, ...]:
    return tuple(note for note in found.notes if note.startswith(starts))


def _path_notes(found: MazeEvaluation) -> tuple[str, ...]:
    return _notes(
        found, "no_path", "no_marker", "still", "thin_path", "broken_path", "undersampled"
    )


def _flags(found: MazeEvaluation) -> Iterator[Flag]:
    crossing = found.crossing
    small = found.crossing_any and not found.crossing_by_ratio
    yield Flag(
        "cut-below-threshold",
        "a wall is cut, below the threshold",
        small,
        detail=f"{crossing.walls_crossed} cut, {percent(crossing.ratio, 2)} of the path"
        if small
        else "no wall is cut, or it is flagged",
    )
    for identity, text, severity, starts in (
        ("no-path", "no path", "warn", ("no_path", "no_marker")),
        ("weak-path", "the path is thin or broken", "warn", ("thin_path", "broken_path")),
        ("grid-mismatch", "another grid than the name says", "warn", ("grid_mismatch",)),
        ("undersampled", "the marker moves more than a cell a frame", "warn", ("undersampled",)),
        ("red-missing", "the end square is missing at times", "warn", ("red_missing",)),
        ("red-covered", "the end square is never seen", "info", ("red_covered",)),
        ("no-walls", "no walls at this black level", "warn", ("no_walls",)),
        ("one-cell", "start and end share a cell", "info", ("one_cell",)),
    ):
        said = _notes(found, *starts)
        yield Flag(identity, text, bool(said), severity, "; ".join(said))
    solution = found.solution
    own = solution.rgb.shape[1], solution.rgb.shape[0]
    height, width = solution.size
    yield Flag(
        "size-differs",
        "another size than the solution",
        (width, height) != own,
        "info",
        f"{width}×{height}, the solution {own[0]}×{own[1]}; distances are in its pixels",
    )
    if found.track is not None:
        yield Flag(
            "fade",
            "frames fade in or out",
            found.track.fade_frames > 0,
            "info",
            f"{counted(found.track.fade_frames, 'frame is', 'frames are')} left out of the layout",
        )
        is_one = found.track.total_frames == 1
        yield Flag("one-frame", "the clip has one frame", is_one, detail="nothing can move in it")
        is_still = found.track.is_still and not is_one
        yield Flag("still", "the marker never moves", is_still, detail="it stays within a pixel")
