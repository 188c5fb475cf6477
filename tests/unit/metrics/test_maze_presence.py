"""A picture without a maze is no attempt; every attempt, however bad, is one."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import pytest

from reviewer.metrics import NotMeasured
from reviewer.metrics.maze_image import evaluate_image
from reviewer.metrics.maze_solution import analyse_solution
from tests.unit.metrics import maze_maker as maker
from tests.unit.metrics.maze_clips import judged_frames

SHAPES = [(3, 90, 6), (5, 40, 4), (8, 24, 3), (12, 16, 2), (20, 12, 1), (6, 20, 20)]


def maze_of(side: int, open_width: int, wall: int):
    maze = maker.make_maze(side, side, seed=side)
    return maze, maker.Drawing(open_width, wall, 7)


def without_maze(shape: tuple[int, ...]) -> dict[str, np.ndarray]:
    source = np.random.default_rng(3)
    grey = source.integers(0, 255, shape[:2], dtype=np.uint8)
    line = np.full(shape, 255, dtype=np.uint8)
    cv2.line(line, (5, 5), (shape[1] - 9, shape[0] - 9), maker.BLUE, 5)
    text = np.full(shape, 255, dtype=np.uint8)
    size = shape[1] / 600
    cv2.putText(text, "I cannot solve this maze", (20, 60), 0, size, maker.BLACK, 1)
    frame = np.full(shape, 255, dtype=np.uint8)
    cv2.rectangle(frame, (0, 0), (shape[1] - 1, shape[0] - 1), maker.BLACK, 5)
    down = np.linspace(0, 1, shape[0])[:, None, None]
    evening = np.array([250.0, 60, 40]) * (1 - down) + np.array([40.0, 50, 120]) * down
    evening = np.repeat(evening, shape[1], axis=1) + source.normal(0, 6, shape)
    hills = 60 * np.sin(np.linspace(0, 9, shape[1])) + 0.7 * shape[0]
    evening[np.arange(shape[0])[:, None] > hills] *= 0.3
    return {
        "white": np.full(shape, 255, dtype=np.uint8),
        "black": np.zeros(shape, dtype=np.uint8),
        "grey": np.full(shape, 128, dtype=np.uint8),
        "noise": source.integers(0, 255, shape, dtype=np.uint8),
        "grey noise": np.repeat(grey[..., None], 3, axis=2),
        "a line on white": line,
        "text on white": text,
        "a frame": frame,
        "an evening": np.clip(evening, 0, 255).astype(np.uint8),
    }


@pytest.mark.parametrize("sizes", SHAPES, ids=str)
def test_a_picture_without_a_maze_is_an_error_with_its_reason(sizes):
    maze, drawing = maze_of(*sizes)
    solution = analyse_solution(drawing.solution(maze))
    for name, picture in without_maze(solution.rgb.shape).items():
        with pytest.raises(NotMeasured, match="the answer shows no maze: "):
            pytest.fail(f"{name} was judged: {evaluate_image(picture, solution)}")


def bad_attempts(maze, drawing):
    """What models draw: 36 attempts for each maze, from nearly right to nearly nothing."""
    right = drawing.answer(maze)
    wrong = drawing.answer(maze, maze.way[:2])
    across = drawing.straight(maze, maze.way[0], maze.way[-1])
    swapped = drawing.puzzle(maze)
    drawing._fill(swapped, (maze.way[0],), maker.RED)
    drawing._fill(swapped, (maze.way[-1],), maker.GREEN)
    unmarked = drawing._ground(maze)
    for first, second in pairwise(maze.way):
        cv2.line(unmarked, drawing.middle(first), drawing.middle(second), maker.BLUE, 5)
    no_walls = np.full_like(right, 255)
    drawing._squares(no_walls, maze)
    other = drawing.answer(maker.make_maze(maze.rows, maze.columns, seed=77))
    height, width = right.shape[:2]
    for picture in (right, wrong, across, swapped, unmarked, no_walls, other):
        yield picture
        yield maker.jpeg(picture, 10)
        yield maker.blur(picture, 3)
        yield maker.scaled(picture, 1.5, cv2.INTER_CUBIC)
        yield np.roll(picture, (height // 12, -(width // 12)), (0, 1))
    yield cv2.cvtColor(cv2.cvtColor(right, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)


@pytest.mark.parametrize("sizes", SHAPES, ids=str)
def test_no_attempt_is_ever_called_a_picture_without_a_maze(sizes):
    maze, drawing = maze_of(*sizes)
    solution = analyse_solution(drawing.solution(maze))
    judged = [evaluate_image(picture, solution) for picture in bad_attempts(maze, drawing)]
    assert len(judged) == 36
    assert all(0.0 <= found.layout.score <= 1.0 for found in judged)


@pytest.mark.parametrize("name", ["white", "black", "noise"])
def test_a_clip_without_a_maze_is_an_error_with_its_reason(name):
    maze, drawing = maze_of(5, 40, 4)
    solution = analyse_solution(drawing.solution(maze))
    picture = without_maze(solution.rgb.shape)[name]
    with pytest.raises(NotMeasured, match="the clip shows no maze: "):
        judged_frames(((number, picture.copy()) for number in range(4)), solution)


def test_a_clip_of_ever_new_noise_is_an_error_too():
    maze, drawing = maze_of(5, 40, 4)
    solution = analyse_solution(drawing.solution(maze))
    chance = np.random.default_rng(3)
    shape = solution.rgb.shape
    frames = [chance.integers(0, 255, shape, dtype=np.uint8) for _ in range(8)]
    # What touches by chance in some frame of a long clip.
    frames[5][50:53, 50:53] = maker.GREEN
    with pytest.raises(NotMeasured, match="the clip shows no maze: "):
        judged_frames(enumerate(frames), solution)


def test_a_clip_that_shows_the_maze_or_a_marker_anywhere_is_judged():
    maze, drawing = maze_of(5, 40, 4)
    solution = analyse_solution(drawing.solution(maze))
    white = np.full_like(solution.rgb, 255)
    marker = white.copy()
    marker[20:40, 20:40] = maker.GREEN
    for late in (marker, drawing.puzzle(maze)):
        frames = enumerate([white, white.copy(), white.copy(), late])
        assert judged_frames(frames, solution).track.total_frames == 4
