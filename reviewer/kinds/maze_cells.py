"""Cells of a maze for people: in the order of the way, by name, as boxes, with where to zoom."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from reviewer.model import Mark, Table

if TYPE_CHECKING:
    from reviewer.metrics.maze_evaluation import MazeEvaluation
    from reviewer.metrics.maze_lattice import Cell, Lattice
    from reviewer.metrics.maze_solution import SolutionAnalysis

Box = tuple[float, float, float, float]
OUTSIDE = "outside"


def cells_along(solution: SolutionAnalysis) -> tuple[int, ...]:
    """The solution's cells from start to end; any that the way leaves out follow."""
    way = _way(solution)
    rest = [number for number in solution.cells if number not in set(way)]
    return (*way, *rest)


def _way(solution: SolutionAnalysis) -> list[int]:
    """The shortest way through passages from start to end, over the solution's cells."""
    cells, lattice = set(solution.cells), solution.lattice
    came: dict[int, int] = {solution.start_cell: -1}
    waiting = deque([solution.start_cell])
    while waiting:
        at = waiting.popleft()
        if at == solution.end_cell:
            break
        for other in _neighbours(at, lattice):
            if other in cells and other not in came and lattice.are_joined(at, other):
                came[other] = at
                waiting.append(other)
    if solution.end_cell not in came:
        return [solution.start_cell]
    way = [solution.end_cell]
    while came[way[-1]] >= 0:
        way.append(came[way[-1]])
    return way[::-1]


def _neighbours(number: int, lattice: Lattice) -> Iterable[int]:
    row, column = lattice.cell_of(number)
    for other_row, other_column in (
        (row, column + 1),
        (row + 1, column),
        (row, column - 1),
        (row - 1, column),
    ):
        if 0 <= other_row < lattice.rows and 0 <= other_column < lattice.columns:
            yield other_row * lattice.columns + other_column


def cell_name(cell: Cell | None) -> str:
    """A cell as people count: `row 2, column 3`; None is outside the maze."""
    return OUTSIDE if cell is None else f"row {cell[0] + 1}, column {cell[1] + 1}"


def short_name(cell: Cell | None) -> str:
    """The same in a label: `r2 c3`."""
    return OUTSIDE if cell is None else f"r{cell[0] + 1} c{cell[1] + 1}"


def cell_marks(found: MazeEvaluation, cells: Sequence[int]) -> tuple[Mark, ...]:
    """A box for each cell with its number along the way; touched ones are fine."""
    touched = set(found.touched_cells)
    marks = []
    for number, cell in enumerate(cells, 1):
        left, top, right, bottom = found.solution.lattice.box(cell)
        tone = "ok" if cell in touched else "bad"
        marks.append(Mark("box", (left, top, right - left, bottom - top), str(number), tone))
    return tuple(marks)


def cell_table(found: MazeEvaluation, cells: Sequence[int]) -> Table:
    """One row a cell along the way."""
    solution, touched = found.solution, set(found.touched_cells)
    ends = {solution.start_cell: "start", solution.end_cell: "end"}
    rows = []
    for number, cell in enumerate(cells, 1):
        row, column = solution.lattice.cell_of(cell)
        is_touched = "yes" if cell in touched else "no"
        rows.append((number, row + 1, column + 1, is_touched, ends.get(cell, "")))
    return Table(("along the way", "row", "column", "touched", ""), tuple(rows))


def around(boxes: Iterable[Box], *, pad: float, size: tuple[int, int]) -> Box | None:
    """The box around boxes with a margin, inside a picture of (height, width)."""
    every = list(boxes)
    if not every:
        return None
    left = max(0.0, min(box[0] for box in every) - pad)
    top = max(0.0, min(box[1] for box in every) - pad)
    right = min(float(size[1]), max(box[0] + box[2] for box in every) + pad)
    bottom = min(float(size[0]), max(box[1] + box[3] for box in every) + pad)
    return left, top, right - left, bottom - top
