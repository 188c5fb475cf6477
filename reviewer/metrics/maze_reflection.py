"""Whether a path explores: loops, dead ends, detours; and which cells it visits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.metrics.maze_lattice import Lattice
from reviewer.metrics.maze_parameters import MazeParameters
from reviewer.metrics.maze_pieces import window_around
from reviewer.metrics.maze_solution import SolutionAnalysis
from reviewer.metrics.maze_spot import Mask, pieces_of

Step = tuple[int, int]
VISIT_SHARE = 0.25


@dataclass(frozen=True, slots=True, kw_only=True)
class Reflection:
    """How much a path explores.

    Parameters
    ----------
    loops : int
        Cycles and dead ends, or cells entered again.
    length : int
        Steps between cells, loops walked back included.
    ratio : float
        Length over the solution's length.
    has_reflection : bool
    score : float
        In [0, 1].
    """

    loops: int
    length: int
    ratio: float
    has_reflection: bool
    score: float


class GraphShape(NamedTuple):
    """Loops, steps with the loops walked back, and connected parts of a path's cells."""

    loops: int
    length: int
    parts: int


def reflect(
    loops: int, length: int, solution: SolutionAnalysis, parameters: MazeParameters
) -> Reflection:
    """Judge loops and length against the solution.

    Parameters
    ----------
    loops, length : int
    solution : SolutionAnalysis
    parameters : MazeParameters

    Returns
    -------
    Reflection
    """
    shortest = len(solution.cells) - 1
    ratio = length / shortest if shortest > 0 else 0.0
    score = parameters.loop_credit * loops + parameters.detour_credit * max(0.0, ratio - 1.0)
    return Reflection(
        loops=loops,
        length=length,
        ratio=ratio,
        has_reflection=loops > 0 or ratio > parameters.path_ratio_for_reflection,
        score=min(1.0, score),
    )


def visited_cells(pixels: NDArray[np.int64], steps: Iterable[Step], open_width: float) -> set[int]:
    """Return cells that hold a quarter of their width of path, or two of its steps.

    Parameters
    ----------
    pixels : (cells,) int
        Middle pixels in each cell.
    steps : iterable of (cell, cell)
        Steps that count.
    open_width : float
        Open width of a cell in pixels.

    Returns
    -------
    set of int
    """
    visited = set(np.flatnonzero(pixels >= max(1.0, VISIT_SHARE * open_width)).tolist())
    doors: dict[int, int] = {}
    for step in steps:
        for number in step:
            doors[number] = doors.get(number, 0) + 1
    return visited | {number for number, count in doors.items() if count >= 2}


def touched_markers(path: Mask, solution: SolutionAnalysis) -> set[int]:
    """Return which of start and end cell a path comes within reach of.

    Parameters
    ----------
    path : (H, W) uint8
    solution : SolutionAnalysis

    Returns
    -------
    set of int
    """
    touched = set()
    for number, square in (
        (solution.start_cell, solution.green),
        (solution.end_cell, solution.red),
    ):
        left, top, width, height = cv2.boundingRect(square)
        reach = solution.marker_reach
        window = (
            slice(max(0, top - reach), top + height + reach),
            slice(max(0, left - reach), left + width + reach),
        )
        side = 2 * reach + 1
        near = cv2.dilate(square[window], np.ones((side, side), dtype=np.uint8))
        if cv2.bitwise_and(near, path[window]).any():
            touched.add(number)
    return touched


def marker_steps(path: Mask, solution: SolutionAnalysis) -> set[Step]:
    """Return steps from a marker square to neighbours towards which the path leaves it.

    A path often ends at the square's edge; its pixels in the strip on one side say where to.

    Parameters
    ----------
    path : (H, W) uint8
    solution : SolutionAnalysis

    Returns
    -------
    set of (cell, cell)
        Smaller number first.
    """
    lattice, reach = solution.lattice, solution.marker_reach
    steps = set()
    for number, square in (
        (solution.start_cell, solution.green),
        (solution.end_cell, solution.red),
    ):
        left, top, width, height = cv2.boundingRect(square)
        right, bottom = left + width, top + height
        row, column = lattice.cell_of(number)
        strips = (
            (row, column + 1, path[top:bottom, right : right + reach]),
            (row, column - 1, path[top:bottom, max(0, left - reach) : left]),
            (row + 1, column, path[bottom : bottom + reach, left:right]),
            (row - 1, column, path[max(0, top - reach) : top, left:right]),
        )
        for other_row, other_column, strip in strips:
            if not (0 <= other_row < lattice.rows and 0 <= other_column < lattice.columns):
                continue
            other = other_row * lattice.columns + other_column
            if lattice.are_joined(number, other) and strip.any():
                steps.add((min(number, other), max(number, other)))
    return steps


def covered_steps(
    path: Mask, squares: Mask, solution: SolutionAnalysis
) -> tuple[set[int], set[Step]]:
    """Return cells under the answer's markers that its path enters, and steps beneath them.

    A marker that was moved along the path hides a part of it; the path goes on beneath.

    Parameters
    ----------
    path, squares : (H, W) uint8
        The answer's line and its own start and end squares.
    solution : SolutionAnalysis

    Returns
    -------
    set of int
        Cells in which a marker has its middle and the path comes up to it.
    set of (cell, cell)
        Passages between cells whose path comes up to one and the same marker, smaller number
        first.
    """
    lattice, reach = solution.lattice, solution.marker_reach
    kernel = np.ones((2 * reach + 1, 2 * reach + 1), dtype=np.uint8)
    cells: set[int] = set()
    steps: set[Step] = set()
    for piece in pieces_of(squares):
        height, width = piece.mask.shape
        left, top = piece.left, piece.top
        window = window_around((left, top, width, height), reach, squares.shape)
        y, x = window[0].start, window[1].start
        near = np.zeros_like(squares[window])
        near[top - y : top - y + height, left - x : left - x + width] = piece.mask
        near = np.asarray(cv2.dilate(near, kernel), dtype=np.uint8)
        ys, xs = np.nonzero(cv2.bitwise_and(near, path[window]))
        own = {number for number in lattice.ids_of(xs + x, ys + y).tolist() if number >= 0}
        cells |= own & {lattice.id_at(left + (width - 1) / 2, top + (height - 1) / 2)}
        steps |= {(a, b) for a in own for b in own if a < b and lattice.are_joined(a, b)}
    return cells, steps


def graph_shape(
    nodes: set[int], edges: set[Step], mended: Iterable[Step], ends: Sequence[int]
) -> GraphShape:
    """Count loops and steps of a graph of visited cells.

    Parameters
    ----------
    nodes : set of int
    edges : set of (cell, cell)
        Steps through passages and crossed walls.
    mended : iterable of (cell, cell)
        Steps over a wall's tip and under a marker: they only join what would fall apart, and
        never make a cycle.
    ends : sequence of int
        Start and end cell.

    Returns
    -------
    GraphShape
        Loops are cycles plus dead ends that are neither start nor end, less ends not reached.
    """
    roots = {number: number for number in nodes}

    def root(number: int) -> int:
        while roots[number] != number:
            number = roots[number]
        return number

    kept = {edge for edge in edges if edge[0] in nodes and edge[1] in nodes}
    for first, second in kept:
        roots[root(first)] = root(second)
    for first, second in sorted(mended):
        if first in nodes and second in nodes and root(first) != root(second):
            roots[root(first)] = root(second)
            kept.add((first, second))
    degrees = dict.fromkeys(nodes, 0)
    for edge in kept:
        for number in edge:
            degrees[number] += 1
    parts = sum(1 for number in nodes if roots[number] == number)
    leaves = sum(1 for number, degree in degrees.items() if degree <= 1 and number not in ends)
    unreached = sum(1 for number in set(ends) if number not in nodes)
    loops = len(kept) - len(nodes) + parts + max(0, leaves - unreached)
    return GraphShape(loops, len(kept) + loops, parts)


def around_corners(steps: Iterable[Step], path: Mask, lattice: Lattice) -> set[Step]:
    """Return steps with those across a corner led through the cell that the path turns in.

    A line along a wall may turn in the outermost corner of a cell, and the middle of the line
    then goes from the cell before to the cell behind.

    Parameters
    ----------
    steps : iterable of (cell, cell)
    path : (H, W) uint8
    lattice : Lattice

    Returns
    -------
    set of (cell, cell)
        Smaller number first.
    """
    found: set[Step] = set()
    for first, second in steps:
        (row, column), (other_row, other_column) = lattice.cell_of(first), lattice.cell_of(second)
        if abs(row - other_row) != 1 or abs(column - other_column) != 1:
            found.add((first, second))
            continue
        corners = (row * lattice.columns + other_column, other_row * lattice.columns + column)
        turns = [
            at for at in corners if lattice.are_joined(first, at) and lattice.are_joined(at, second)
        ]
        if len(turns) == 1 and _is_in(path, lattice.box(turns[0])):
            found |= {(min(at, turns[0]), max(at, turns[0])) for at in (first, second)}
        else:
            found.add((first, second))
    return found


def _is_in(path: Mask, box: tuple[int, int, int, int]) -> bool:
    left, top, right, bottom = box
    return bool(path[max(0, top) : bottom, max(0, left) : right].any())


def split_steps(steps: Iterable[Step], lattice: Lattice) -> tuple[set[Step], set[Step]]:
    """Split steps between cells into those through a passage and those that are not."""
    passages: set[Step] = set()
    others: set[Step] = set()
    for step in steps:
        (passages if lattice.are_joined(*step) else others).add(step)
    return passages, others
