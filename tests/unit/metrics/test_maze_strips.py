"""A wall that a path covers from face to face is crossed, however wide the path is."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import pytest

from reviewer.metrics.maze_image import evaluate_image
from reviewer.metrics.maze_solution import analyse_solution
from tests.unit.metrics import maze_maker as maker

# Between the upper two cells stands a wall with a free end below; the squares lie lower still.
PASSAGES = (
    ((0, 0), (1, 0)),
    ((1, 0), (1, 1)),
    ((1, 1), (0, 1)),
    ((2, 0), (1, 0)),
    ((2, 1), (1, 1)),
)
ROUND = maker.Maze(3, 2, frozenset(map(frozenset, PASSAGES)), ((2, 0), (1, 0), (1, 1), (2, 1)))
AROUND = ((0, 0), (1, 0), (1, 1), (0, 1))


def judged(drawing, answer, maze=ROUND):
    return evaluate_image(answer, analyse_solution(drawing.solution(maze)))


def filled(drawing, cells, spill=0):
    """A path as wide as its cells and `spill` pixels more on each side."""
    out = drawing._ground(ROUND)
    for first, second in pairwise(cells):
        corners = [drawing.corner(cell) for cell in (first, second)]
        left, top = (min(corner[axis] for corner in corners) - spill for axis in (0, 1))
        right, bottom = (
            max(corner[axis] for corner in corners) + drawing.open_width + spill for axis in (0, 1)
        )
        out[max(0, top) : bottom, max(0, left) : right] = maker.BLUE
    drawing._squares(out, ROUND)
    return out


@pytest.mark.parametrize("wall", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("open_width", [12, 19, 40])
def test_a_line_as_wide_as_its_cell_crosses_beside_a_free_end(wall, open_width):
    drawing = maker.Drawing(open_width, wall)
    found = judged(drawing, filled(drawing, ((0, 0), (0, 1))))
    assert found.crossing.walls_crossed == 1
    assert found.crossing.pixels > 0
    (piece,) = (piece for piece in found.crossing.pieces if piece.is_crossing)
    assert set(piece.cells) == {(0, 0), (0, 1)}


@pytest.mark.parametrize("wall", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize(("width", "offset"), [(20, 0), (19, 1), (2, 18), (2, 0), (7, 6)])
def test_a_line_between_two_stretches_of_a_path_crosses_beside_a_free_end(wall, width, offset):
    drawing = maker.Drawing(20, wall)
    answer = filled(drawing, AROUND)
    drawing.lane(ROUND, ((0, 0), (0, 1)), width=width, offset=offset, onto=answer)
    found = judged(drawing, answer).crossing
    (piece,) = (piece for piece in found.pieces if piece.is_crossing)
    assert set(piece.cells) == {(0, 0), (0, 1)}
    assert found.pixels == width * wall


@pytest.mark.parametrize("wall", [1, 2, 3, 4, 6])
@pytest.mark.parametrize("spill", [0, 1, 2])
def test_a_wide_path_on_both_sides_of_a_wall_does_not_cross_it(wall, spill):
    drawing = maker.Drawing(20, wall)
    spill = min(spill, (wall + 1) // 2)
    crossed = judged(drawing, filled(drawing, AROUND, spill)).crossing
    inner = [piece for piece in crossed.pieces if piece.is_crossing and None not in piece.cells]
    assert inner == []


@pytest.mark.parametrize("wall", [4, 5, 6])
def test_a_path_that_runs_inside_walls_crosses_them(wall):
    drawing = maker.Drawing(30, wall)
    answer = drawing._ground(ROUND)
    x = drawing.corner((0, 1))[0] - wall
    y = drawing.corner((1, 0))[1]
    # Down inside the wall, round its end and on: all cells of the way lie beside it.
    answer[drawing.wall + 5 : y + 12, x - 1 : x + wall + 1] = maker.BLUE
    answer[y + 6 : y + 12, x - 12 : x + wall + 12] = maker.BLUE
    found = judged(drawing, answer)
    assert found.crossing.walls_crossed == 1
    assert found.wall_crossing_detected


def test_a_path_inside_the_outer_wall_crosses_it():
    drawing = maker.Drawing(30, 4)
    answer = drawing._ground(ROUND)
    left, top = drawing.corner((1, 0))
    answer[top + 3 : top + 27, : left + 2] = maker.BLUE
    found = judged(drawing, answer)
    (piece,) = (piece for piece in found.crossing.pieces if piece.is_crossing)
    assert piece.cells == ((1, 0), None)


@pytest.mark.parametrize("is_flipped", [False, True])
def test_it_is_the_same_in_every_direction(is_flipped):
    drawing = maker.Drawing(19, 3)
    reference, answer = drawing.solution(ROUND), filled(drawing, ((0, 0), (0, 1)))
    for turns in range(4):
        pictures = [np.rot90(picture, turns) for picture in (reference, answer)]
        if is_flipped:
            pictures = [cv2.flip(picture, 1) for picture in pictures]
        reference_now, answer_now = (np.ascontiguousarray(picture) for picture in pictures)
        found = evaluate_image(answer_now, analyse_solution(reference_now))
        assert found.crossing.walls_crossed == 1


@pytest.mark.parametrize("overlap", [0, 1, 2, 4, 5])
def test_a_path_may_lie_on_half_of_a_wall_along_it_and_not_on_all_of_it(overlap):
    drawing = maker.Drawing(30, 4)
    maze = maker.make_maze(6, 6, seed=11)
    # So far over the right and lower walls of its cells, all the way along.
    answer = drawing.lane(maze, maze.way, width=6, offset=24 + overlap)
    found = judged(drawing, answer, maze)
    assert (found.crossing.walls_crossed > 0) is (overlap > 2)
    assert found.wall_crossing_detected is (overlap > 2)
