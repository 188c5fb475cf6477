"""A marker that was moved along a correct path hides a part of it and makes no path explore."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import pytest

from reviewer.metrics import NotMeasured
from reviewer.metrics.maze_image import evaluate_image
from reviewer.metrics.maze_solution import analyse_solution
from tests.unit.metrics import maze_maker as maker

GROUND = maker.Drawing(30, 4)


def with_moved(maze, *, by: int, at_end: bool, side: int):
    """The way as a line, with squares of a side, one of them moved along it."""
    out = GROUND._ground(maze)
    way = [GROUND.middle(cell) for cell in maze.way]
    for first, second in pairwise(way):
        cv2.line(out, first, second, maker.BLUE, 6)
    for place, color in ((0, maker.GREEN), (-1, maker.RED)):
        (x, y), (on_x, on_y) = way[place], way[1 if place == 0 else -2]
        moved = by if (place == -1) == at_end else 0
        x, y = x + int(np.sign(on_x - x)) * moved, y + int(np.sign(on_y - y)) * moved
        half = side // 2
        out[y - half : y + half, x - half : x + half] = color
    return out


@pytest.mark.parametrize("side", [14, 20, 30])
@pytest.mark.parametrize("by", [0, 10, 20, 30, 40])
@pytest.mark.parametrize("seed", [0, 3])
def test_no_cell_is_visited_twice_so_nothing_is_reflected(seed, by, side):
    maze = maker.make_maze(6, 6, seed=seed)
    solution = analyse_solution(GROUND.solution(maze))
    for at_end in (False, True):
        answer = with_moved(maze, by=by, at_end=at_end, side=side)
        found = evaluate_image(answer, solution).reflection
        assert (found.loops, found.has_reflection) == (0, False)


def test_a_dead_end_beside_a_moved_marker_is_still_one():
    maze = next(
        made for made in (maker.make_maze(6, 6, seed=n) for n in range(50)) if side_way(made)
    )
    solution = analyse_solution(GROUND.solution(maze))
    before, aside = side_way(maze)
    answer = with_moved(maze, by=20, at_end=False, side=20)
    cv2.line(answer, GROUND.middle(before), GROUND.middle(aside), maker.BLUE, 6)
    assert evaluate_image(answer, solution).reflection.loops == 1


def side_way(maze):
    """A cell of the way, far from its ends, and an open neighbour that is not on the way."""
    for cell in maze.way[3:-3]:
        for other in maze.neighbours(cell):
            if other not in maze.way:
                return cell, other
    return None


def test_a_solution_without_a_path_names_no_way():
    maze = maker.make_maze(5, 5, seed=1)
    with pytest.raises(NotMeasured, match="names no way"):
        analyse_solution(GROUND.puzzle(maze))
