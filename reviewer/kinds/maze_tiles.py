"""A maze as one tile of a contact sheet: the place a claim hangs on, the claim in words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from reviewer.kinds.maze_evidence import evidence
from reviewer.kinds.maze_reading import MazeFiles
from reviewer.kinds.maze_sheet import pictures_of
from reviewer.kinds.protocol import Request
from reviewer.model import Check, Mark

if TYPE_CHECKING:
    from reviewer.metrics.maze_evaluation import MazeEvaluation

Box = tuple[int, int, int, int]
_LEAST = 2.5


@dataclass(frozen=True, slots=True, eq=False)
class MazeTile:
    """A cut of the answer with its path painted; `marks` are in pixels of the cut.

    `holds` is what the instrument claims of the row; `box` the cut (x, y, width, height).
    """

    check: str
    words: str
    holds: bool | None
    pixels: Any
    marks: tuple[Mark, ...]
    box: Box


def claims_of(checks: tuple[Check, ...]) -> tuple[str, ...]:
    """The rows that a person may overrule, one at a time on a contact sheet."""
    return tuple(check.id for check in checks if check.overridable)


def tile(request: Request, check_id: str) -> MazeTile:
    """One answer, cut to what the row's evidence points at; raises what the sheet raises."""
    files = MazeFiles(request)
    found = files.evaluation
    shown = evidence(request, check_id)
    box = _cut(found, shown.zoom)
    left, top, width, height = box
    painted = _painted(found)[top : top + height, left : left + width]
    marks = tuple(replace(mark, points=_moved(mark, left, top)) for mark in shown.marks)
    holds = holds_in(found, check_id)
    return MazeTile(check_id, words_of(found, check_id), holds, painted, marks, box)


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


def holds_in(found: MazeEvaluation, check_id: str) -> bool | None:
    """What the instrument claims of a row."""
    return {
        "no_wall_crossing": not found.wall_crossing_detected,
        "green_position_match": found.layout.green_match,
        "red_position_match": found.layout.red_match,
        "target_achievement_gated": found.target_gate,
    }.get(check_id)


def words_of(found: MazeEvaluation, check_id: str) -> str:
    """The claim in words: `no crossing · target .98`."""
    target = f"target {short(found.target_achievement)}"
    if check_id in ("green_position_match", "red_position_match"):
        layout, is_green = found.layout, check_id.startswith("green")
        distance = layout.green_distance if is_green else layout.red_distance
        name = "start" if is_green else "end"
        if distance is None:
            return f"no {name} square"
        holds = layout.green_match if is_green else layout.red_match
        return f"{name} {'matches' if holds else 'is elsewhere'} · {distance:.0f} px"
    if check_id == "target_achievement_gated":
        return f"{target} · {'reached' if found.target_gate else 'not reached'}"
    crossing = "crossing" if found.wall_crossing_detected else "no crossing"
    cut = found.crossing.walls_crossed
    below = f" · {cut} cut, below the threshold" if cut and crossing != "crossing" else ""
    return f"{crossing} · {target}{below}"


def short(value: float) -> str:
    """A share as `.98`; 1 stays 1."""
    text = f"{value:.2f}"
    return text.removeprefix("0") if value < 1 else "1"
