"""In soft pictures a wall between two stretches of one way is seen whole or drawn over."""

from __future__ import annotations

import pytest

from reviewer.metrics.maze_image import evaluate_image
from reviewer.metrics.maze_solution import analyse_solution
from tests.unit.metrics import maze_maker as maker

HARMS = {
    "blur 0.9": lambda rgb: maker.blur(rgb, 0.9),
    "blur 1.4": lambda rgb: maker.blur(rgb, 1.4),
    "jpeg 30": lambda rgb: maker.jpeg(rgb, 30),
    "jpeg 50": lambda rgb: maker.jpeg(rgb, 50),
    "jpeg 95": lambda rgb: maker.jpeg(rgb, 95),
}


def walled_on_the_way(maze):
    """Cells of the way that a wall parts, neither of them start or end, and far on the way."""
    for at, first in enumerate(maze.way[1:-1], start=1):
        for second in maze.way[at + 6 : -1]:
            if abs(first[0] - second[0]) + abs(first[1] - second[1]) == 1:
                return first, second
    return None


def filled(drawing, maze, cut=None):
    """The way as wide as its cells, and with it a cut as wide."""
    out = drawing.lane(maze, maze.way, width=drawing.open_width, offset=0)
    if cut is not None:
        drawing._fill(out, cut, maker.BLUE)
    return out


@pytest.mark.parametrize("harm", HARMS.values(), ids=HARMS)
@pytest.mark.parametrize("wall", [1, 2, 4])
@pytest.mark.parametrize("seed", [2, 3, 7])
def test_a_cut_as_wide_as_its_cells_between_two_stretches_of_the_way_crosses(seed, wall, harm):
    drawing, maze = maker.Drawing(20, wall), maker.make_maze(7, 8, seed=seed)
    solution = analyse_solution(drawing.solution(maze))
    cut = walled_on_the_way(maze)
    clean = evaluate_image(filled(drawing, maze, cut), solution).crossing
    found = evaluate_image(harm(filled(drawing, maze, cut)), solution).crossing
    assert found.walls_crossed == clean.walls_crossed == 1
    (piece,) = (piece for piece in found.pieces if piece.is_crossing)
    assert set(piece.cells) == set(cut)
    assert found.pixels == pytest.approx(clean.pixels, rel=0.35)
    whole = evaluate_image(harm(filled(drawing, maze)), solution).crossing
    assert whole.walls_crossed == 0


@pytest.mark.parametrize(("offset", "quality"), [(0, 40), (0, 50), (24, 30), (24, 40), (24, 50)])
@pytest.mark.parametrize("seed", [1, 4, 7, 9])
def test_a_line_of_two_pixels_along_walls_in_jpeg_reaches_every_cell(seed, offset, quality):
    drawing, maze = maker.Drawing(26, 1), maker.make_maze(9, 10, seed=seed)
    answer = maker.jpeg(drawing.lane(maze, maze.way, width=2, offset=offset), quality)
    found = evaluate_image(answer, analyse_solution(drawing.solution(maze)))
    assert found.crossing.walls_crossed == 0
    assert found.target_achievement == 1.0
    assert found.reflection.loops == 0
