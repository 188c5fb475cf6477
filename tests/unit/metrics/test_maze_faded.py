"""Narrow lines in JPEG: where color is lost they go on, where it is carried to they do not."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from PIL import Image

from reviewer.metrics.maze_color import Channels
from reviewer.metrics.maze_ends import up_to_squares
from reviewer.metrics.maze_image import evaluate_image
from reviewer.metrics.maze_lattice import Lattice
from reviewer.metrics.maze_passing import passed_steps
from reviewer.metrics.maze_solution import analyse_solution
from tests.unit.metrics import maze_maker as maker

quick = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
    phases=(Phase.explicit, Phase.generate),
)


def pil_jpeg(rgb, quality, subsampling):
    data = BytesIO()
    Image.fromarray(rgb).save(data, "JPEG", quality=quality, subsampling=subsampling)
    return np.array(Image.open(data).convert("RGB"))


def wall_beside(maze, cell):
    """Return the first neighbour that a wall parts from a cell and that has no square."""
    row, column = cell
    around = ((row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column))
    return next(
        other
        for other in around
        if 0 <= other[0] < maze.rows
        and 0 <= other[1] < maze.columns
        and frozenset((cell, other)) not in maze.passages
        and other not in (maze.way[0], maze.way[-1])
    )


def judged(drawing, maze, answer):
    return evaluate_image(answer, analyse_solution(drawing.solution(maze)))


# Cells, walls and margin, width and place of the line, rows, columns and seed of the maze, quality.
@pytest.mark.parametrize(
    "case",
    [
        pytest.param((9, 5, 3, 2, 0, 4, 3, 159, 30), id="goes on in a wall where it turns"),
        pytest.param((24, 6, 0, 2, 22, 6, 3, 193, 30), id="goes on in a thick wall"),
        pytest.param((11, 2, 3, 2, 9, 4, 5, 86, 40), id="goes on as far as a wall is thick"),
        pytest.param((19, 1, 0, 2, 0, 3, 4, 73, 40), id="along a wall of one pixel"),
        pytest.param((22, 1, 0, 2, 10, 4, 3, 163, 40), id="fades before a square"),
        pytest.param((15, 8, 3, 2, 6, 3, 3, 85, 50), id="fades before a square, thick walls"),
        pytest.param((9, 6, 3, 4, 0, 5, 4, 126, 30), id="of four pixels fades before a square"),
        pytest.param((12, 3, 0, 3, 4, 3, 6, 170, 30), id="of three pixels has a pale stretch"),
        pytest.param((14, 5, 3, 2, 0, 6, 4, 60, 30), id="is pale where it turns"),
        pytest.param((15, 1, 3, 15, 0, 6, 4, 7, 40), id="fills cells, walls of one pixel"),
        pytest.param((11, 1, 0, 11, 0, 4, 3, 149, 30), id="fills small cells"),
    ],
)
def test_the_right_way_in_jpeg_crosses_nothing_and_is_whole(case):
    open_width, wall, padding, width, offset, rows, columns, seed, quality = case
    maze = maker.make_maze(rows, columns, seed=seed)
    drawing = maker.Drawing(open_width, wall, padding)
    answer = drawing.lane(maze, maze.way, width=width, offset=offset)
    found = judged(drawing, maze, maker.jpeg(answer, quality))
    assert found.crossing.walls_crossed == 0
    assert found.target_achievement == 1.0
    assert found.reflection.loops == 0


@pytest.mark.parametrize("case", [(24, 9, 5, 248), (13, 6, 9, 91), (16, 5, 6, 0), (22, 5, 5, 85)])
def test_single_pixels_that_jpeg_takes_out_of_a_wall_are_no_crossing(case):
    open_width, rows, columns, seed = case
    maze, drawing = maker.make_maze(rows, columns, seed=seed), maker.Drawing(open_width, 1)
    answer = drawing.lane(maze, maze.way, width=open_width, offset=0)
    assert judged(drawing, maze, pil_jpeg(answer, 30, 0)).crossing.walls_crossed == 0


@quick
@given(
    seed=st.integers(0, 10**6),
    size=st.tuples(st.integers(3, 9), st.integers(3, 9)),
    algorithm=st.sampled_from(("dfs", "wilson")),
    open_width=st.integers(12, 32),
    wall=st.one_of(st.integers(1, 8), st.none()),
    width=st.integers(2, 4),
    place=st.floats(0, 1),
    padding=st.sampled_from((0, 3, 7, 20)),
    quality=st.integers(30, 60),
    subsampling=st.sampled_from((0, 1, 2)),
)
def test_narrow_lines_in_jpeg_cross_nothing_and_reach_every_cell(
    seed, size, algorithm, open_width, wall, width, place, padding, quality, subsampling
):
    maze = maker.make_maze(*size, seed=seed, algorithm=algorithm)
    drawing = maker.Drawing(open_width, wall or open_width, padding)
    offset = round(place * (open_width - width))
    answer = drawing.lane(maze, maze.way, width=width, offset=offset)
    found = judged(drawing, maze, pil_jpeg(answer, quality, subsampling))
    assert found.crossing.walls_crossed == 0
    assert found.target_achievement == 1.0
    assert found.reflection.loops == 0


@pytest.mark.parametrize(
    "case",
    [
        (9, 2, 0, 4, 0, 6, 5, 141, 40),
        (22, 6, 3, 2, 20, 5, 6, 8, 30),
        (20, 2, 0, 2, 9, 6, 6, 83, 30),
        (13, 1, 3, 3, 10, 3, 4, 46, 50),
        (12, 2, 3, 3, 4, 6, 6, 105, 40),
        (22, 4, 3, 2, 0, 4, 6, 196, 30),
    ],
)
def test_a_narrow_line_from_the_way_through_a_wall_is_one_cut_in_jpeg(case):
    open_width, wall, padding, width, offset, rows, columns, seed, quality = case
    maze = maker.make_maze(rows, columns, seed=seed)
    drawing = maker.Drawing(open_width, wall, padding)
    cell = maze.way[len(maze.way) // 2]
    cut = (wall_beside(maze, cell), cell)
    answer = drawing.lane(maze, maze.way, width=width, offset=offset)
    beyond = drawing.lane(maze, cut, width=width, offset=offset)
    answer[(beyond == maker.BLUE).all(axis=2)] = maker.BLUE
    crossed = judged(drawing, maze, maker.jpeg(answer, quality)).crossing
    assert crossed.walls_crossed == 1
    (piece,) = (piece for piece in crossed.pieces if piece.is_crossing)
    assert set(piece.cells) == set(cut)


@pytest.mark.parametrize(
    "case",
    [
        (10, 1, 3, 4, 6, 4, 4, 184, 30),
        (17, 3, 3, 2, 7, 4, 3, 83, 40),
        (20, 6, 3, 2, 9, 6, 5, 30, 30),
        (12, 2, 3, 2, 5, 3, 3, 71, 50),
        (24, 4, 0, 2, 11, 4, 5, 84, 30),
        (18, 2, 0, 2, 0, 6, 4, 32, 50),
    ],
)
def test_a_narrow_line_through_the_wall_of_a_square_crosses_it_in_jpeg(case):
    open_width, wall, padding, width, offset, rows, columns, seed, quality = case
    maze = maker.make_maze(rows, columns, seed=seed)
    drawing = maker.Drawing(open_width, wall, padding)
    cut = (wall_beside(maze, maze.way[0]), maze.way[0])
    answer = drawing.lane(maze, cut, width=width, offset=offset)
    crossed = judged(drawing, maze, maker.jpeg(answer, quality)).crossing
    assert crossed.walls_crossed == 1
    (piece,) = (piece for piece in crossed.pieces if piece.is_crossing)
    assert set(piece.cells) == set(cut)


def end_before_square(rim):
    """Return a line of 2 px that fades 4 px before a square, beside a soft wall of some color."""
    picture = np.full((24, 40, 3), 255, dtype=np.uint8)
    picture[11:13, :24] = maker.BLUE
    picture[11:13, 24:28] = (60, 20, 80)
    picture[4:20, 28:] = maker.RED
    picture[13:, 22:28] = rim
    squares, path, walls = np.zeros((3, 24, 40), dtype=np.uint8)
    squares[4:20, 28:], path[11:13, :24] = 255, 255
    lattice = Lattice(
        rows=1, columns=1, x0=0, y0=0, pitch_x=41, pitch_y=25, wall=1,
        joined_right=np.zeros((1, 0), dtype=bool), joined_down=np.zeros((0, 1), dtype=bool),
    )  # fmt: skip
    return up_to_squares(Channels.of(picture), path, walls, squares, lattice), path


@pytest.mark.parametrize("rim", [(255, 255, 255), (90, 90, 90), (0, 0, 0)])
def test_a_line_that_fades_before_a_square_goes_up_to_it_and_no_wall_does(rim):
    whole, path = end_before_square(rim)
    expected = path.copy()
    expected[11:13, 24:28] = 255
    assert (whole == expected).all()


def corner_lattice():
    """Return 2x2 cells of 10 px with walls of 2 px: round from upper left to upper right."""
    return Lattice(
        rows=2, columns=2, x0=2, y0=2, pitch_x=12, pitch_y=12, wall=2,
        joined_right=np.array([[False], [True]]), joined_down=np.array([[True, True]]),
    )  # fmt: skip


def test_a_cell_is_passed_where_a_line_only_touches_its_corner():
    walls = np.zeros((26, 26), dtype=np.uint8)
    walls[:14, 12:14] = 255
    path = np.zeros_like(walls)
    path[14:16, 4:16] = 255
    path[4:16, 14:16] = 255
    # It comes from the lower left cell and goes up: two pixels lie in the lower right one.
    assert passed_steps(path, walls, corner_lattice(), [3]) == {3: {(2, 3), (1, 3)}}
    path[14:16, 12:14] = 0
    assert passed_steps(path, walls, corner_lattice(), [3]) == {}


def test_a_cell_that_is_filled_is_passed():
    walls, path = np.zeros((2, 26, 26), dtype=np.uint8)
    path[14:24, 14:24] = 255
    assert passed_steps(path, walls, corner_lattice(), [2, 3]) == {3: set()}
    path[19:] = 0
    path[14:19, 19:] = 0
    assert passed_steps(path, walls, corner_lattice(), [3]) == {}
