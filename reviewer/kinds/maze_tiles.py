"""A maze as one tile of a contact sheet: the place that a claim hangs on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from reviewer.kinds.maze_evidence import evidence
from reviewer.kinds.maze_reading import MazeFiles
from reviewer.kinds.maze_sheet import pictures_of
from reviewer.kinds.protocol import Request
from reviewer.model import Mark

if TYPE_CHECKING:
    from reviewer.metrics.maze_evaluation import MazeEvaluation

Box = tuple[int, int, int, int]
_LEAST = 2.5
_CROSSING = "no_wall_crossing"
_CELLS = frozenset({"target_achievement", "target_achievement_gated"})


@dataclass(frozen=True, slots=True, eq=False)
class MazeTile:
    """A cut of the answer with its path painted; `marks` are in pixels of the cut.

    `box` is the cut (x, y, width, height), `bare` the same without paint.
    """

    pixels: Any
    bare: Any
    marks: tuple[Mark, ...]
    box: Box


def tile(request: Request, check_id: str) -> MazeTile:
    """One answer, cut to what the row's evidence points at; raises what the sheet raises."""
    files = MazeFiles(request)
    found = files.evaluation
    shown = evidence(request, check_id)
    is_clear = check_id == _CROSSING and not found.crossing.walls_crossed
    box = _cut(found, None if is_clear else shown.zoom)
    left, top, width, height = box
    window = slice(top, top + height), slice(left, left + width)
    painted, bare = _painted(found)[window], found.masks.picture[window]
    marks = _worth_marking(check_id, shown.marks)
    moved = tuple(replace(mark, points=_moved(mark, left, top)) for mark in marks)
    return MazeTile(painted, bare, moved, box)


def _worth_marking(check_id: str, marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
    """A tile is small: what speaks against the claim, where anything does."""
    bad = tuple(mark for mark in marks if mark.tone == "bad")
    if check_id == _CROSSING:
        # A ring round a tolerated touch would look like a cut; touches are seen on the desk.
        return tuple(mark for mark in marks if mark.tone in ("bad", "warn"))
    # Of the cells those that were missed; the rest of the way is seen.
    return bad if check_id in _CELLS else marks


def _cut(found: MazeEvaluation, zoom: tuple[float, ...] | None) -> Box:
    """The zoom of the evidence, at least a few cells wide; all of the maze where there is none."""
    height, width = found.solution.size
    if zoom is None:
        return 0, 0, width, height
    least = _LEAST * found.solution.lattice.pitch
    side = max(zoom[2], zoom[3], least)
    middle = zoom[0] + zoom[2] / 2, zoom[1] + zoom[3] / 2
    left = max(0, round(min(middle[0] - side / 2, width - side)))
    top = max(0, round(min(middle[1] - side / 2, height - side)))
    return left, top, min(width - left, round(side)), min(height - top, round(side))


def _moved(mark: Mark, left: int, top: int) -> tuple[float, ...]:
    x, y, *rest = mark.points
    if mark.shape in ("line", "arrow"):
        return x - left, y - top, rest[0] - left, rest[1] - top
    return x - left, y - top, *rest


def _painted(found: MazeEvaluation) -> Any:  # noqa: ANN401 - a picture
    from reviewer.overlays.layers import paint
    from reviewer.overlays.maze import crossing_layers

    pictures = pictures_of(found)
    layers = crossing_layers(pictures)
    # The answer's own path is seen; only what a wall makes of it is painted over.
    return paint(pictures.result, layers if pictures.is_video else layers[1:])
