"""Blue that runs over a thin wall is no crossing; a line through the wall stays one."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from reviewer.metrics.maze_bleed import without_bleed
from reviewer.metrics.maze_color import Channels
from reviewer.metrics.maze_crossing import crossing_curve
from reviewer.metrics.maze_image import evaluate_image
from reviewer.metrics.maze_solution import analyse_solution
from tests.unit.metrics import maze_maker as maker

quick = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
    phases=(Phase.explicit, Phase.generate),
)
# Round from the upper left to the upper right cell, which a wall parts; the squares lie below.
PASSAGES = (
    ((0, 0), (1, 0)),
    ((1, 0), (2, 0)),
    ((2, 0), (2, 1)),
    ((2, 1), (1, 1)),
    ((1, 1), (0, 1)),
    ((2, 0), (3, 0)),
    ((2, 1), (3, 1)),
)
WAY = ((3, 0), (2, 0), (2, 1), (3, 1))
ROUND = maker.Maze(4, 2, frozenset(map(frozenset, PASSAGES)), WAY)
LOOP = ((0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1))


def judged(drawing, answer, maze=ROUND):
    return evaluate_image(answer, analyse_solution(drawing.solution(maze)))


@st.composite
def lanes(draw):
    """How wide cells and walls are, how wide the path, and how far it lies from one wall."""
    open_width = draw(st.integers(12, 32))
    width = draw(st.one_of(st.just(open_width), st.integers(2, open_width)))
    offset = draw(st.sampled_from((0, (open_width - width) // 2, open_width - width)))
    return maker.Drawing(open_width, draw(st.integers(1, 8))), width, offset


mazes = st.builds(
    maker.make_maze,
    st.integers(3, 12),
    st.integers(3, 12),
    seed=st.integers(0, 10**6),
    algorithm=st.sampled_from(("dfs", "wilson")),
)
harms = st.one_of(
    st.floats(0.0, 1.5).map(lambda sigma: lambda rgb: maker.blur(rgb, sigma)),
    st.integers(30, 100).map(lambda quality: lambda rgb: maker.jpeg(rgb, quality)),
)


@quick
@given(maze=mazes, lane=lanes(), harm=harms)
def test_the_right_way_of_any_width_never_crosses(maze, lane, harm):
    drawing, width, offset = lane
    answer = harm(drawing.lane(maze, maze.way, width=width, offset=offset))
    found = judged(drawing, answer, maze)
    assert found.crossing.walls_crossed == 0
    assert not found.wall_crossing_detected


@pytest.mark.parametrize("wall", [1, 2, 3])
@pytest.mark.parametrize("quality", [30, 40, 50])
@pytest.mark.parametrize("seed", [1, 5, 22])
def test_jpeg_of_a_path_as_wide_as_its_cells_reaches_all_of_them_and_crosses_nothing(
    wall, quality, seed
):
    drawing, maze = maker.Drawing(21, wall), maker.make_maze(8, 11, seed=seed)
    answer = maker.jpeg(drawing.lane(maze, maze.way, width=21, offset=0), quality)
    found = judged(drawing, answer, maze)
    assert found.crossing.walls_crossed == 0
    assert found.target_achievement == 1.0
    assert found.reflection.loops == 0
    assert [note for note in found.notes if note.startswith("soft_path: ")]


@pytest.mark.parametrize("wall", [1, 2, 3])
@pytest.mark.parametrize("width", [3, 6, 12])
def test_the_edge_of_a_path_may_cover_a_wall_no_thicker_than_the_tolerance(wall, width):
    drawing = maker.Drawing(20, wall)
    # Beside the wall between the upper cells, on one side of it, and over it by its thickness.
    answer = drawing.lane(ROUND, LOOP[:3], width=width, offset=20 - width + wall)
    found = judged(drawing, answer)
    assert found.crossing.walls_crossed == 0
    assert found.crossing.edge_touch_pixels > 20 * wall


def test_a_line_inside_a_thin_wall_is_no_edge_of_a_path():
    drawing = maker.Drawing(20, 3)
    answer = drawing._ground(ROUND)
    left, top = drawing.corner((0, 1))
    answer[top + 4 : top + 32, left - 3 : left] = maker.BLUE
    assert judged(drawing, answer).crossing.walls_crossed == 1


@pytest.mark.parametrize("wall", [1, 2, 3, 4])
@pytest.mark.parametrize("width", [6, 20])
@pytest.mark.parametrize(
    "harm",
    [lambda rgb: rgb, lambda rgb: maker.blur(rgb, 1.5), lambda rgb: maker.jpeg(rgb, 30)],
)
def test_a_shortcut_through_a_wall_crosses_however_pale_it_is(wall, width, harm):
    drawing = maker.Drawing(20, wall)
    answer = harm(drawing.lane(ROUND, ((0, 0), (0, 1)), width=width, offset=(20 - width) // 2))
    found = judged(drawing, answer)
    assert found.crossing.walls_crossed == 1
    (piece,) = (piece for piece in found.crossing.pieces if piece.is_crossing)
    assert set(piece.cells) == {(0, 0), (0, 1)}


@pytest.mark.parametrize("wall", [1, 2, 3, 4])
@pytest.mark.parametrize(
    "harm",
    [lambda rgb: rgb, lambda rgb: maker.blur(rgb, 1.5), lambda rgb: maker.jpeg(rgb, 50)],
)
def test_a_line_that_closes_a_loop_through_a_wall_crosses_it(wall, harm):
    drawing = maker.Drawing(20, wall)
    answer = harm(drawing.lane(ROUND, (*LOOP, LOOP[0]), width=6, offset=7))
    assert judged(drawing, answer).crossing.walls_crossed == 1


def test_a_cut_that_ends_a_pixel_behind_the_wall_crosses_it():
    drawing = maker.Drawing(20, 2)
    answer = drawing.lane(ROUND, LOOP[:3], width=6, offset=7)
    left, top = drawing.corner((0, 1))
    answer[top + 7 : top + 13, left - 15 : left + 1] = maker.BLUE
    assert judged(drawing, answer).crossing.walls_crossed == 1


def test_the_curve_over_erosion_has_the_verdict_in_it():
    drawing, maze = maker.Drawing(21, 2), maker.make_maze(8, 11, seed=22)
    answer = maker.jpeg(drawing.lane(maze, maze.way, width=21, offset=0), 37)
    found = judged(drawing, answer, maze)
    masks = found.masks
    curve = crossing_curve(
        masks.path, masks.walls, found.solution.lattice, thickness=masks.thickness
    )
    assert curve[3].ratio == found.crossing.ratio == 0.0


def test_only_blue_on_thin_walls_is_taken_away():
    drawing, maze = maker.Drawing(21, 2), maker.make_maze(8, 11, seed=22)
    channels = Channels.of(maker.jpeg(drawing.lane(maze, maze.way, width=21, offset=0), 37))
    solution = analyse_solution(drawing.solution(maze))
    path, walls = channels.path(), solution.barriers
    squares, lattice = channels.color("green") | channels.color("red"), solution.lattice
    clean, count = without_bleed(channels, path, walls, squares, lattice, thickness=2)
    taken = (path > 0) & (clean == 0)
    assert taken.sum() == count > 0
    assert not taken[walls == 0].any()
    assert not ((clean > 0) & (path == 0)).any()
    # Of thicker walls blue from both sides leaves the middle free.
    whole, count = without_bleed(channels, path, walls, squares, lattice, thickness=5)
    assert (whole == path).all()
    assert count == 0


HARMS = [lambda rgb: rgb, lambda rgb: maker.blur(rgb, 1.5), lambda rgb: maker.jpeg(rgb, 75)]


@pytest.mark.parametrize(
    ("wall", "harm"),
    [(1, HARMS[0]), *((wall, harm) for wall in (2, 3, 4) for harm in HARMS[: min(3, wall)])],
)
@pytest.mark.parametrize("width", [7, 13, 20])
@pytest.mark.parametrize("end", [0, -1])
def test_a_line_through_the_wall_of_the_start_or_end_cell_goes_on_below_its_square(
    end, width, wall, harm
):
    drawing, maze = maker.Drawing(20, wall), maker.make_maze(3, 4, seed=12)
    cell = maze.way[end]
    step = 1 if end == 0 else -1
    beyond = next(
        other
        for other in ((cell[0] + step, cell[1]), (cell[0], cell[1] + step))
        if frozenset((cell, other)) not in maze.passages
    )
    answer = drawing.lane(maze, (cell, beyond), width=width, offset=(20 - width) // 2)
    crossed = judged(drawing, harm(answer), maze).crossing
    assert crossed.walls_crossed == 1
    assert crossed.pixels > 0
    (piece,) = (piece for piece in crossed.pieces if piece.is_crossing)
    assert set(piece.cells) == {cell, beyond}


@pytest.mark.parametrize("harm", HARMS, ids=["clean", "blur", "jpeg"])
@pytest.mark.parametrize("wall", [1, 2, 3, 4])
@pytest.mark.parametrize("width", [12, 20])
def test_a_path_that_fills_the_cell_beside_a_square_does_not_reach_it(width, wall, harm):
    drawing = maker.Drawing(20, wall)
    # Down one column and up the other: a wall parts each square from the path beside it.
    answer = drawing.lane(ROUND, ((0, 0), (1, 0), (2, 0), (2, 1), (1, 1)), width=width, offset=0)
    left, top = drawing.corner((1, 0))
    answer[top : top + 20, left : left + 20] = maker.GREEN
    assert judged(drawing, harm(answer)).crossing.walls_crossed == 0


@pytest.mark.parametrize("quality", [30, 50])
@pytest.mark.parametrize("offset", [2, 3, 5, 6, 9])
@pytest.mark.parametrize("seed", [3, 15, 36, 120])
def test_a_line_of_two_pixels_in_jpeg_keeps_its_pale_stretches_and_crosses_nothing(
    seed, offset, quality
):
    maze, drawing = maker.make_maze(5 + seed % 6, 5 + seed % 7, seed=seed), maker.Drawing(15, 2)
    answer = maker.jpeg(drawing.lane(maze, maze.way, width=2, offset=offset), quality)
    found = judged(drawing, answer, maze)
    assert found.crossing.walls_crossed == 0
    clean = judged(drawing, drawing.lane(maze, maze.way, width=2, offset=offset), maze)
    assert clean.target_achievement == 1.0
    missed = set(clean.touched_cells) - set(found.touched_cells)
    # The cell of a square that the line hardly leaves may be all that is left out.
    assert missed <= {found.solution.start_cell, found.solution.end_cell}


@quick
@given(maze=mazes, open_width=st.integers(12, 32), wall=st.integers(1, 8), data=st.data())
def test_a_line_along_the_wall_reaches_every_cell_it_turns_in(maze, open_width, wall, data):
    drawing = maker.Drawing(open_width, wall)
    width = data.draw(st.integers(2, 4))
    offset = data.draw(st.sampled_from((0, open_width - width)))
    found = judged(drawing, drawing.lane(maze, maze.way, width=width, offset=offset), maze)
    assert found.target_achievement == 1.0
    assert found.reflection.loops == 0
