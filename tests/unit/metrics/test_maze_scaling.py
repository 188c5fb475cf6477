"""An answer that is twice as large as its solution is judged like the answer itself."""

from __future__ import annotations

import cv2
import pytest

from reviewer.metrics.maze_image import evaluate_image
from reviewer.metrics.maze_scaling import scale_solution
from reviewer.metrics.maze_solution import analyse_solution
from tests.unit.metrics import maze_maker as maker

SOFT = (cv2.INTER_LINEAR, cv2.INTER_CUBIC, cv2.INTER_LANCZOS4)


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


@pytest.mark.parametrize("method", SOFT)
@pytest.mark.parametrize("wall", [1, 2, 3, 7])
def test_walls_that_were_enlarged_softly_fit_as_well_as_before(wall, method):
    drawing, maze = maker.Drawing(20, wall), maker.make_maze(5, 5, seed=2)
    answer = drawing.answer(maze)
    small, large = judged_small_and_large(drawing, maze, answer, method)
    assert small.layout.iou == 1.0
    assert large.layout.iou > 0.99
    answer[:10] = maker.BLACK
    small, large = judged_small_and_large(drawing, maze, answer, method)
    assert large.layout.iou == pytest.approx(small.layout.iou, abs=0.03)


def test_no_mask_of_a_scaled_solution_can_be_written_to():
    drawing, maze = maker.Drawing(20, 4), maker.make_maze(5, 5, seed=2)
    scaled = scale_solution(analyse_solution(drawing.solution(maze)), (260, 260))
    masks = ("walls", "barriers", "path", "green", "red", "unscored", "grey_below")
    assert not any(getattr(scaled, name).flags.writeable for name in masks)


def test_grey_walls_are_none_at_any_size():
    drawing, maze = maker.Drawing(20, 4), maker.make_maze(5, 5, seed=2)
    answer = drawing.answer(maze)
    answer[(answer == maker.BLACK).all(axis=2)] = (40, 40, 40)
    for judged in judged_small_and_large(drawing, maze, answer):
        assert not judged.layout_gate


@pytest.mark.parametrize("method", [cv2.INTER_NEAREST, *SOFT])
@pytest.mark.parametrize("shift", [(20, 0), (12, 16), (0, 20), (16, 12)])
@pytest.mark.parametrize("width", [4, 30])
def test_a_square_as_far_off_as_the_tolerance_allows_matches_beside_white_black_and_blue(
    width, shift, method
):
    drawing, maze = maker.Drawing(30, 4), maker.make_maze(5, 5, seed=3)
    answer = drawing.lane(maze, maze.way, width=width, offset=0)
    left, top = drawing.corner((0, 0))
    answer[top : top + 30, left : left + 30] = maker.WHITE
    x, y = left + shift[0], top + shift[1]
    answer[y : y + 30, x : x + 30] = maker.GREEN
    for judged in judged_small_and_large(drawing, maze, answer, method):
        assert judged.layout.green_distance == pytest.approx(20, abs=1e-9)
        assert judged.layout.green_match


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


@pytest.mark.parametrize("method", [cv2.INTER_LINEAR, cv2.INTER_CUBIC])
def test_a_path_whose_round_corners_lie_on_walls_crosses_no_more_of_them(method):
    drawing = maker.Drawing(17, 2, 7)
    for seed in range(12):
        maze = maker.make_maze(6, 6, seed=seed)
        answer = drawing.answer(maze, thickness=17)
        small, large = judged_small_and_large(drawing, maze, answer, method)
        assert large.crossing.walls_crossed == small.crossing.walls_crossed


@pytest.mark.parametrize("method", [cv2.INTER_LINEAR, cv2.INTER_CUBIC])
def test_a_path_as_wide_as_its_cells_in_jpeg_crosses_nothing_when_it_is_enlarged(method):
    drawing = maker.Drawing(23, 3)
    for seed in range(3):
        maze = maker.make_maze(10, 15, seed=seed)
        clean = drawing.lane(maze, maze.way, width=23, offset=0)
        answer = maker.scaled(maker.jpeg(clean, 30), 2, method)
        found = evaluate_image(answer, analyse_solution(drawing.solution(maze)))
        assert found.crossing.walls_crossed == 0
        assert found.target_achievement == 1.0
