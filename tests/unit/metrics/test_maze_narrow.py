"""Narrow lines through walls of soft pictures, between stretches of a way as wide as its cells."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from reviewer.metrics.maze_image import evaluate_image
from reviewer.metrics.maze_narrow import narrow_stretches
from reviewer.metrics.maze_solution import analyse_solution
from tests.unit.metrics import maze_maker as maker
from tests.unit.metrics.test_maze_overdrawn import filled, walled_on_the_way

HARMS = {
    "blur 0.6": lambda rgb: maker.blur(rgb, 0.6),
    "blur 1.2": lambda rgb: maker.blur(rgb, 1.2),
    "1.5 x cubic": lambda rgb: maker.scaled(rgb, 1.5, cv2.INTER_CUBIC),
    "1.3 x linear": lambda rgb: maker.scaled(rgb, 1.3, cv2.INTER_LINEAR),
}


def along(color, light=None, weight=100.0):
    """Evidence of one wall, (1, 4, length), of which color and brightness say such shares."""
    shares = np.array([color, color if light is None else light], dtype=np.float32)
    weights = np.full_like(shares, weight)
    return np.stack(
        [shares[0] * weights[0], weights[0], shares[1] * weights[1], weights[1]], axis=0
    )[None]


def stretches(evidence):
    return list(narrow_stretches(evidence, np.ones((1, evidence.shape[2]), dtype=bool)))


SOFT = [0, 0, 0, 0, 0.3, 0.85, 0.85, 0.3, 0, 0, 0, 0, 0, 0]


def test_a_line_carries_its_width_however_soft_it_is():
    assert stretches(along(SOFT)) == [(0, slice(5, 7))]
    wider = [0, 0, 0, 0, 0.2, 1, 1, 1, 0.2, 0, 0, 0, 0, 0]
    assert stretches(along(wider)) == [(0, slice(5, 8))]


@pytest.mark.parametrize(
    "shares",
    [
        [0.0] * 14,
        # A wall that lies between pixels seems drawn over in part, all along.
        [0.4] * 14,
        # Broad and low, and no more than another place of the same wall.
        [0, 0, 0, 0.3, 0.35, 0.4, 0.35, 0.3, 0, 0, 0, 0, 0, 0],
        [0.5, 0.5, 0.5, 0, 0.3, 0.85, 0.85, 0, 0, 0, 0, 0.5, 0.5, 0.5],
    ],
)
def test_what_does_not_stand_out_is_no_line(shares):
    assert stretches(along(shares)) == []


def test_color_and_brightness_both_have_to_say_so():
    assert stretches(along(SOFT, [0.0] * 14)) == []
    assert stretches(along([0.0] * 14, SOFT)) == []


def test_color_and_brightness_of_two_places_are_no_line():
    beside = [0, 0, 0, 0, 0.0, 0.0, 0.9, 0.9, 0.0, 0, 0, 0, 0, 0]
    assert stretches(along([0, 0, 0, 0, 0.9, 0.9, 0, 0, 0, 0, 0, 0, 0, 0], beside)) == []


def test_too_few_pixels_tell_nothing():
    evidence = along(SOFT)
    evidence[:, :, :3] = evidence[:, :, 10:] = 0
    assert stretches(evidence) == []


@pytest.mark.parametrize("harm", HARMS.values(), ids=HARMS)
@pytest.mark.parametrize("wall", [2, 3, 4])
@pytest.mark.parametrize(("width", "offset"), [(2, 9), (3, 5), (4, 14)])
def test_a_narrow_cut_between_two_stretches_of_the_way_crosses(width, offset, wall, harm):
    drawing = maker.Drawing(20, wall)
    for seed in (2, 3, 7):
        maze = maker.make_maze(7, 8, seed=seed)
        solution, cut = analyse_solution(drawing.solution(maze)), walled_on_the_way(maze)
        answer = filled(drawing, maze)
        drawing.lane(maze, cut, width=width, offset=offset, onto=answer)
        found = evaluate_image(harm(answer), solution).crossing
        (piece,) = (piece for piece in found.pieces if piece.is_crossing)
        assert set(piece.cells) == set(cut)
        assert evaluate_image(harm(filled(drawing, maze)), solution).crossing.walls_crossed == 0


@pytest.mark.parametrize("wall", [1, 2])
def test_corners_where_blue_is_not_half_as_blue_are_no_crossing(wall):
    # Below the outer wall, beside an inner one, and where blue runs into a square.
    drawing = maker.Drawing(21, wall, 20, maker.BLACK)
    for seed in range(6):
        maze = maker.make_maze(9, 3, seed=seed)
        answer = maker.blur(filled(drawing, maze), 1.41)
        found = evaluate_image(answer, analyse_solution(drawing.solution(maze)))
        assert found.crossing.walls_crossed == 0
        assert found.target_achievement == 1.0


@pytest.mark.parametrize("method", [cv2.INTER_NEAREST, cv2.INTER_LINEAR, cv2.INTER_CUBIC])
def test_a_narrow_cut_that_is_seen_keeps_its_width_in_an_enlarged_picture(method):
    drawing, maze = maker.Drawing(8, 8), maker.make_maze(7, 8, seed=3)
    solution, cut = analyse_solution(drawing.solution(maze)), walled_on_the_way(maze)
    answer = drawing.lane(maze, maze.way, width=2, offset=3)
    drawing.lane(maze, cut, width=2, offset=3, onto=answer)
    small = evaluate_image(answer, solution).crossing
    large = evaluate_image(maker.scaled(answer, 2, method), solution).crossing
    assert (small.walls_crossed, large.walls_crossed) == (1, 1)
    assert large.ratio == pytest.approx(small.ratio, rel=0.05)
