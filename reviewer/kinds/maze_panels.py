"""Panels of a maze: the curve over erosion, the clip's timeline, cells, meetings with walls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from reviewer.kinds import maze_cells as cells
from reviewer.kinds.maze_measure import erosion_of
from reviewer.kinds.maze_reading import MazeFiles
from reviewer.kinds.protocol import Request, UnreadableError
from reviewer.metrics import NotMeasured
from reviewer.model import Curve, Panel, Table
from reviewer.model.counting import counted

if TYPE_CHECKING:
    from reviewer.metrics.maze_evaluation import MazeEvaluation, MazeTrack

_ERODED = 8
_POINTS = 13
_SAME = 1e-9
# So many points in a row, at the end of a curve, are called flat.
_FEWEST_FLAT = 3
_THIN = (
    "a core of at least one pixel is left of walls this thin, and what lies on its sides decides"
)
_BELOW = " Below that only the part of the path in a wall's core counts."
_THICK = "Walls are thicker than twice the tolerance: the eroded core alone decides."


def panels(request: Request) -> tuple[Panel, ...]:
    """All panels; where nothing could be judged, one that says why."""
    try:
        files = MazeFiles(request)
        found = files.evaluation
        return (*_drawn(files, found), _numbers(request))
    except (UnreadableError, NotMeasured) as error:
        return (Panel("problem", "text", "Not measured", text=str(error)), _numbers(request))


def _drawn(files: MazeFiles, found: MazeEvaluation) -> Iterator[Panel]:
    curve = crossing_curve_of(files, found)
    yield Panel("erosion", "curve", "Crossing over erosion", curve=curve)
    if found.track is not None:
        yield timeline_of(found.track)
    along = cells.cells_along(found.solution)
    yield Panel("cells", "table", "Cells along the way", table=cells.cell_table(found, along))
    if found.notes:
        yield Panel("notes", "text", "Notes", text="\n".join(found.notes))


def crossing_curve_of(files: MazeFiles, found: MazeEvaluation) -> Curve:
    """Share of the path that counts as crossing, over the erosion of the walls."""
    from reviewer.metrics.maze_crossing import crossing_curve

    now = erosion_of(found)
    most = max(_ERODED, round(now) + 2 if found.track is not None else 0)
    step = max(1, -(-most // (_POINTS - 1)))
    erosions = range(0, most + 1, step) if step > 1 else range(most + 1)
    files.request.token.check()
    points = crossing_curve(
        found.masks.path,
        found.masks.walls,
        found.solution.lattice,
        thickness=found.masks.thickness,
        erosions=erosions,
        is_drawn=found.track is None,
        squares=found.masks.squares,
    )
    limit = found.parameters.min_crossing_ratio
    return Curve(
        "erosion, px",
        "share of the path in walls",
        {
            "crossing ratio": tuple((float(p.erosion), p.ratio) for p in points),
            "flagged above": ((0.0, limit), (float(points[-1].erosion), limit)),
        },
        marks=((now, "now"),),
        note=curve_note([(p.erosion, p.ratio) for p in points], is_thin=found.crossing.is_thin),
        over="wall_erosion",
    )


def curve_note(points: Sequence[tuple[int, float]], *, is_thin: bool) -> str:
    """Where the drawn curve is flat, and what decides at the tolerance in force."""
    decides = f"{_THIN[:1].upper()}{_THIN[1:]}." if is_thin else _THICK
    start = len(points) - 1
    while start and abs(points[start - 1][1] - points[-1][1]) < _SAME:
        start -= 1
    if len(points) - start < _FEWEST_FLAT:
        return decides
    if not any(ratio for _, ratio in points):
        return "No erosion counts any of the path as crossing."
    where = f"From {points[start][0]} px on the curve is flat" if start else "The curve is flat"
    if not is_thin:
        return f"{where}. {decides}"
    return f"{where}: {_THIN}.{_BELOW if start else ''}"


def timeline_of(track: MazeTrack) -> Panel:
    """The layout score of each frame taken, with the frames a person should look at."""
    marks = []
    if not track.are_alike:
        marks.append((track.worst_index, f"worst layout, frame {track.worst_frame}"))
    if track.first_crossing_frame is not None:
        index = track.frames.index(track.first_crossing_frame)
        marks.append((index, f"first crossing, frame {track.first_crossing_frame}"))
    marks += [(first, f"no marker: {_span(first, last)}") for first, last in runs(track, False)]
    faded = [index for index, is_faded in enumerate(track.is_faded) if is_faded]
    if faded:
        marks.append((faded[0], f"{counted(len(faded), 'frame')} of a fade, left out"))
    without = track.total_frames - track.frames_with_marker
    return Panel(
        "layout",
        "timeline",
        "Layout score of each frame",
        timeline=track.layout_scores,
        timeline_marks=tuple(sorted(marks)),
        text=f"{counted(track.total_frames, 'frame')} taken, {without} without a marker. "
        f"{_jumps(track)}",
    )


def _jumps(track: MazeTrack) -> str:
    """What the keys of the scrubber go to, as far as it is there."""
    has_crossing = track.first_crossing_frame is not None
    crossing = "J goes to the first counted crossing. " if has_crossing else ""
    alike, worst = "Every frame has the same layout.", "K goes to the worst layout."
    return f"{crossing}{alike if track.are_alike else worst}"


def runs(track: MazeTrack, is_seen: bool) -> Iterator[tuple[int, int]]:
    """First and last index of each run of frames with, or without, a marker."""
    for seen, group in groupby(enumerate(track.has_marker), key=lambda pair: pair[1]):
        if seen == is_seen:
            indices = [index for index, _ in group]
            yield indices[0], indices[-1]


def _span(first: int, last: int) -> str:
    return counted(last - first + 1, "frame")


def _numbers(request: Request) -> Panel:
    rows = tuple(
        (m.id, m.value if m.is_measured else m.error or m.reason, m.unit, "; ".join(m.notes))
        for m in request.measurements.values()
    )
    table = Table(("measured", "value", "unit", "note"), rows)
    return Panel("numbers", "table", "Every number", table=table)
