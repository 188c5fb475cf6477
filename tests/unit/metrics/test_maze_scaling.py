"""An answer that is twice as large as its solution is judged like the answer itself."""

from __future__ import annotations

import cv2
import pytest

from reviewer.metrics.maze_image import evaluate_image
from reviewer.metrics.maze_solution import analyse_solution
from tests.unit.metrics import maze_maker as maker


def judged_small_and_large(drawing, maze, answer, method=cv2.INTER_NEAREST):
    solution = analyse_solution(drawing.solution(maze))
    return (
        evaluate_image(answer, solution),
        evaluate_image(maker.scaled(answer, 2, method), solution),
    )


@pytest.mark.parametrize("wall", [1, 2, 3, 4, 7])
def test_walls_that_were_enlarged_with_hard_edges_fit_as_well_as_before(wall):
    drawing, maze = maker.Drawing(20, wall), maker.make_maze(5, 5, seed=2)
    answer = drawing.answer(maze)
    answer[:10] = maker.BLACK
    small, large = judged_small_and_large(drawing, maze, answer)
    assert large.layout.iou == small.layout.iou < 0.99


@pytest.mark.parametrize("method", [cv2.INTER_LINEAR, cv2.INTER_CUBIC, cv2.INTER_LANCZOS4])
def test_walls_that_were_enlarged_softly_fit_soft_walls(method):
    drawing, maze = maker.Drawing(20, 3), maker.make_maze(5, 5, seed=2)
    _, large = judged_small_and_large(drawing, maze, drawing.answer(maze), method)
    assert large.layout.iou > 0.9


@pytest.mark.parametrize("wall", range(1, 10))
def test_a_path_along_walls_counts_the_same_pixels(wall):
    drawing, on_walls = maker.Drawing(14, wall, 7), 0
    for seed in range(8):
        maze = maker.make_maze(6, 6, seed=seed)
        for width, offset in ((5, -3), (8, -2), (14, -1), (14, 2), (7, 9)):
            answer = drawing.lane(maze, maze.way, width=width, offset=offset)
            small, large = judged_small_and_large(drawing, maze, answer)
            on_walls += small.crossing.edge_touch_pixels + small.crossing.pixels
            assert large.crossing.walls_crossed == small.crossing.walls_crossed
            assert large.crossing.pixels == 4 * small.crossing.pixels
            assert large.crossing.edge_touch_pixels == 4 * small.crossing.edge_touch_pixels
            assert large.crossing.path_pixels == 4 * small.crossing.path_pixels
    assert on_walls


def test_a_square_moved_onto_a_wall_beside_a_path_is_no_crossing():
    drawing = maker.Drawing(30, 4)
    maze = next(
        made for made in (maker.make_maze(5, 5, seed=n) for n in range(50)) if made.way[1] == (1, 0)
    )
    answer = drawing.lane(maze, maze.way, width=30, offset=0)
    left, top = drawing.corner((0, 0))
    answer[top : top + 30, left : left + 30] = maker.BLUE
    answer[top + 5 : top + 25, left + 20 : left + 40] = maker.GREEN
    for judged in judged_small_and_large(drawing, maze, answer):
        assert judged.crossing.walls_crossed == 0
