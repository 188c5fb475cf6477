"""The way a marker walked: its positions joined to a line, the cells it entered, its jumps."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np

from reviewer.metrics.maze_crossing import Crossing
from reviewer.metrics.maze_frames import ClipFacts
from reviewer.metrics.maze_lattice import Lattice
from reviewer.metrics.maze_solution import SolutionAnalysis
from reviewer.metrics.maze_spot import Mask
from reviewer.metrics.tracks import Static, Track

VISIT_SHARE = 0.25
ENTRY_SHARE = 0.125
START_REACH = 1.5
UNDERSAMPLED = 1.0
JUMP = 2.0
_SLACK = 1e-9


@dataclass(frozen=True, slots=True)
class MarkerPosition:
    """Where the marker was: index among the sampled frames, frame of the clip, pixels."""

    index: int
    frame: int
    x: float
    y: float


def walk_positions(
    clip: ClipFacts, track: Track, static: Static | None
) -> tuple[MarkerPosition, ...]:
    """Put a marker's positions in order, from a static start on where the path begins there.

    Parameters
    ----------
    clip : ClipFacts
    track : Track
        One entry per frame of the clip.
    static : Static or None

    Returns
    -------
    tuple of MarkerPosition
    """
    found = [
        MarkerPosition(index, clip.frames[index].number, *xy)
        for index, xy in enumerate(track.positions)
        if xy is not None
    ]
    if found and static is not None:
        first = found[0]
        start = MarkerPosition(first.index, first.frame, *static.xy)
        if _cells_between(start, first, clip.solution.lattice) <= START_REACH:
            found.insert(0, start)
    return tuple(found)


def draw_walk(positions: Sequence[MarkerPosition], size: tuple[int, int]) -> Mask:
    """Join positions by lines of one pixel.

    Parameters
    ----------
    positions : sequence of MarkerPosition
    size : (height, width)

    Returns
    -------
    (H, W) uint8
        255 on the line, else 0.
    """
    out = np.zeros(size, dtype=np.uint8)
    points = np.array([_pixel(position) for position in positions], dtype=np.int32)
    if len(points):
        cv2.polylines(out, [points.reshape(-1, 1, 2)], False, 255, 1, cv2.LINE_8)
        out[points[:, 1], points[:, 0]] = 255
    return out


def first_crossing_frame(positions: Sequence[MarkerPosition], crossing: Crossing) -> int | None:
    """Return the frame of the clip in which the walk first goes through a wall, or None."""
    if not crossing.walls_crossed:
        return None
    if len(positions) == 1:
        return positions[0].frame
    for before, after in _pairs(positions):
        (x1, y1), (x2, y2) = _pixel(before), _pixel(after)
        left, top = min(x1, x2), min(y1, y2)
        part = crossing.crossing_pieces[top : max(y1, y2) + 1, left : max(x1, x2) + 1]
        if not part.any():
            continue
        line = np.zeros_like(part)
        cv2.line(line, (x1 - left, y1 - top), (x2 - left, y2 - top), 255, 1, cv2.LINE_8)
        if cv2.bitwise_and(line, part).any():
            return after.frame
    return None


def cells_touched(
    walk: Mask, positions: Sequence[MarkerPosition], solution: SolutionAnalysis
) -> tuple[int, ...]:
    """Return the solution's cells that a walk touches.

    Parameters
    ----------
    walk : (H, W) uint8
        Line of one pixel.
    positions : sequence of MarkerPosition
    solution : SolutionAnalysis

    Returns
    -------
    tuple of int
        Cells with a quarter of their width of line, and start and end where a position lies in
        them.
    """
    lattice = solution.lattice
    line = cv2.findNonZero(walk)
    points = np.empty((0, 2), dtype=np.int32) if line is None else line.reshape(-1, 2)
    numbers = lattice.ids_of(points[:, 0], points[:, 1])
    pixels = np.bincount(numbers[numbers >= 0], minlength=lattice.rows * lattice.columns)
    ends = {solution.start_cell, solution.end_cell}
    reached = {
        number
        for number in ends
        if any(_is_inside(position, lattice, number, 0.0) for position in positions)
    }
    least = max(1.0, VISIT_SHARE * lattice.open_width)
    return tuple(
        number for number in solution.cells if pixels[number] >= least or number in reached
    )


def loops_and_length(positions: Sequence[MarkerPosition], lattice: Lattice) -> tuple[int, int]:
    """Count cells entered again and steps between cells, in time.

    Parameters
    ----------
    positions : sequence of MarkerPosition
    lattice : Lattice

    Returns
    -------
    loops, length : int
        Entries into a cell entered before; Manhattan steps between the cells entered.
    """
    entered: list[int] = []
    places = np.array([(position.x, position.y) for position in positions]).reshape(-1, 2)
    numbers = lattice.ids_of(places[:, 0], places[:, 1]).tolist()
    for position, number in zip(positions, numbers, strict=True):
        if number < 0 or (entered and entered[-1] == number):
            continue
        # A marker that brushes a border is not in the next cell yet.
        if _is_inside(position, lattice, number, ENTRY_SHARE * lattice.open_width):
            entered.append(number)
    loops = len(entered) - len(set(entered))
    cells = [lattice.cell_of(number) for number in entered]
    length = sum(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in pairwise(cells))
    return loops, length


def count_jumps(positions: Sequence[MarkerPosition], lattice: Lattice) -> tuple[int, int]:
    """Return how many steps are longer than one cell, and how many longer than two."""
    steps = [_cells_between(before, after, lattice) for before, after in _pairs(positions)]
    return (
        sum(step > UNDERSAMPLED + _SLACK for step in steps),
        sum(step > JUMP + _SLACK for step in steps),
    )


def _pairs(
    positions: Sequence[MarkerPosition],
) -> Iterator[tuple[MarkerPosition, MarkerPosition]]:
    return pairwise(positions)


def _cells_between(first: MarkerPosition, second: MarkerPosition, lattice: Lattice) -> float:
    return math.hypot(
        (first.x - second.x) / lattice.pitch_x, (first.y - second.y) / lattice.pitch_y
    )


def _pixel(position: MarkerPosition) -> tuple[int, int]:
    return round(position.x), round(position.y)


def _is_inside(position: MarkerPosition, lattice: Lattice, number: int, margin: float) -> bool:
    row, column = lattice.cell_of(number)
    left = lattice.x0 + column * lattice.pitch_x
    top = lattice.y0 + row * lattice.pitch_y
    right, bottom = left + lattice.pitch_x - lattice.wall, top + lattice.pitch_y - lattice.wall
    return (
        left + margin <= position.x <= right - margin
        and top + margin <= position.y <= bottom - margin
    )
