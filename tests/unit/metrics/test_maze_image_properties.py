"""Rules of every maze: a correct path never crosses, a line through a wall always does."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from reviewer.metrics.maze_image import evaluate_image
from reviewer.metrics.maze_parameters import IMAGE_DEFAULTS
from reviewer.metrics.maze_solution import analyse_solution
from tests.unit.metrics import maze_maker as maker

# Shrinking a maze takes minutes and tells little more than the first one found.
quick = settings(
    max_examples=30,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    phases=(Phase.explicit, Phase.generate),
)

mazes = st.builds(
    maker.make_maze,
    st.integers(3, 20),
    st.integers(3, 20),
    seed=st.integers(0, 10**6),
    algorithm=st.sampled_from(("dfs", "wilson")),
)


@st.composite
def drawings(draw, *, thinnest=1):
    open_width = draw(st.integers(12, 32))
    thin = st.integers(thinnest, max(thinnest, open_width // 4))
    wall = draw(st.one_of(thin, st.just(open_width)))
    color = draw(st.sampled_from((maker.WHITE, maker.BLACK)))
    return maker.Drawing(open_width, wall, draw(st.sampled_from((0, 7, 20))), color)


@st.composite
def walled_pairs(draw):
    """A maze and two neighbours with a wall between them, neither start nor end."""
    maze = draw(mazes)
    ends = {maze.way[0], maze.way[-1]}
    found = [
        (cell, other)
        for cell in ((r, c) for r in range(maze.rows) for c in range(maze.columns))
        for other in ((cell[0], cell[1] + 1), (cell[0] + 1, cell[1]))
        if other[0] < maze.rows
        and other[1] < maze.columns
        and frozenset((cell, other)) not in maze.passages
        and not {cell, other} & ends
    ]
    assume(found)
    return maze, *draw(st.sampled_from(found))


@quick
@given(maze=mazes, drawing=drawings())
def test_every_lattice_is_read_as_it_was_drawn(maze, drawing):
    solution = analyse_solution(drawing.solution(maze), expected=(maze.columns, maze.rows))
    lattice = solution.lattice
    assert (lattice.rows, lattice.columns) == (maze.rows, maze.columns)
    assert lattice.passages == maze.rows * maze.columns - 1 == len(maze.passages)
    assert lattice.wall == drawing.wall
    assert lattice.pitch == drawing.pitch
    assert set(solution.cells) == {row * maze.columns + column for row, column in maze.way}
    assert (solution.start_cell, solution.end_cell) == (0, maze.rows * maze.columns - 1)
    assert solution.notes == ()


@quick
@given(
    maze=mazes,
    drawing=drawings(),
    thickness=st.integers(2, 6),
    sigma=st.floats(0.0, 1.5),
)
def test_a_correct_path_out_of_focus_never_crosses_and_reaches_every_cell(
    maze, drawing, thickness, sigma
):
    solution = analyse_solution(drawing.solution(maze))
    answer = maker.blur(drawing.answer(maze, thickness=thickness), sigma)
    _assert_correct(evaluate_image(answer, solution))


@quick
@given(
    maze=mazes,
    drawing=drawings(),
    thickness=st.integers(2, 6),
    quality=st.integers(30, 100),
)
def test_a_correct_path_saved_as_jpeg_never_crosses_and_reaches_every_cell(
    maze, drawing, thickness, quality
):
    solution = analyse_solution(drawing.solution(maze))
    answer = maker.jpeg(drawing.answer(maze, thickness=thickness), quality)
    _assert_correct(evaluate_image(answer, solution))


@quick
@given(
    maze=mazes,
    drawing=drawings(thinnest=3),
    thickness=st.integers(3, 6),
    factor=st.floats(0.75, 3.0),
)
def test_a_correct_path_at_any_scale_never_crosses_and_reaches_every_cell(
    maze, drawing, thickness, factor
):
    solution = analyse_solution(drawing.solution(maze))
    method = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    answer = maker.scaled(drawing.answer(maze, thickness=thickness), factor, method)
    _assert_correct(evaluate_image(answer, solution))


@quick
@given(
    pair=walled_pairs(),
    drawing=drawings(),
    thickness=st.integers(2, 6),
    factor=st.sampled_from((1.0, 1.0, 1.37, 2.0)),
)
def test_a_straight_line_through_a_wall_always_crosses(pair, drawing, thickness, factor):
    maze, first, second = pair
    solution = analyse_solution(drawing.solution(maze))
    line = drawing.straight(maze, first, second, thickness=thickness)
    answer = line if factor == 1 else maker.scaled(line, factor, cv2.INTER_CUBIC)
    judged = evaluate_image(answer, solution)
    assert judged.crossing.pixels > 0
    assert judged.crossing.walls_crossed == 1
    assert judged.crossing_any
    flagged = judged.crossing.ratio > IMAGE_DEFAULTS.min_crossing_ratio
    assert judged.wall_crossing_detected is flagged
    (piece,) = (piece for piece in judged.crossing.pieces if piece.is_crossing)
    assert set(piece.cells) == {first, second}
    strict = replace(IMAGE_DEFAULTS, crossing_rule="any")
    assert evaluate_image(answer, solution, strict).wall_crossing_detected


@quick
@given(pair=walled_pairs(), drawing=drawings(), data=st.data(), factor=st.sampled_from((1, 1, 2)))
def test_a_bar_of_any_width_through_a_wall_crosses_beside_the_way(pair, drawing, data, factor):
    # Between two stretches of a way as wide as its cells, along the end of the wall, anywhere.
    maze, first, second = pair
    sizes = []
    for _ in ("way", "bar"):
        width = data.draw(st.one_of(st.just(drawing.open_width), st.integers(2, 6)))
        room = drawing.open_width - width
        sizes.append({"width": width, "offset": data.draw(st.sampled_from((0, room // 2, room)))})
    answer = drawing.lane(maze, maze.way, **sizes[0])
    answer = drawing.lane(maze, (first, second), **sizes[1], onto=answer)
    judged = evaluate_image(maker.scaled(answer, factor), analyse_solution(drawing.solution(maze)))
    assert judged.crossing.pixels > 0
    (piece,) = (piece for piece in judged.crossing.pieces if piece.is_crossing)
    assert set(piece.cells) == {first, second}


@quick
@given(
    maze=mazes, open_width=st.integers(12, 32), wall=st.integers(2, 6), width=st.integers(4, 32),
    is_after=st.booleans(), data=st.data(),
)  # fmt: skip
def test_a_way_that_lies_on_half_of_the_walls_along_it_never_crosses(
    maze, open_width, wall, width, is_after, data
):
    drawing = maker.Drawing(open_width, wall, 3)
    width = min(width, open_width)
    spill = min(data.draw(st.integers(1, wall // 2)), width - 2)
    offset = open_width - width + spill if is_after else -spill
    answer = drawing.lane(maze, maze.way, width=width, offset=offset)
    judged = evaluate_image(answer, analyse_solution(drawing.solution(maze)))
    assert judged.crossing.walls_crossed == 0
    assert judged.target_achievement == 1.0


@quick
@given(
    maze=mazes,
    drawing=drawings(),
    shift=st.tuples(st.integers(-60, 60), st.integers(-60, 60)),
)
def test_a_marker_moved_by_more_than_the_tolerance_never_matches(maze, drawing, shift):
    solution = analyse_solution(drawing.solution(maze))
    answer = np.full_like(solution.rgb, 255)
    left, top = drawing.corner(maze.way[0])
    side = drawing.open_width
    x, y = left + shift[0], top + shift[1]
    assume(x >= 0 and y >= 0 and x + side <= answer.shape[1] and y + side <= answer.shape[0])
    answer[y : y + side, x : x + side] = maker.GREEN
    layout = evaluate_image(answer, solution).layout
    moved = float(np.hypot(*shift))
    assert layout.green_distance == pytest.approx(moved, abs=1e-9)
    # Just beside the tolerance rounding of the middles may fall on either side.
    assume(abs(moved - IMAGE_DEFAULTS.position_tolerance) > 1e-6)
    assert layout.green_match is (moved < IMAGE_DEFAULTS.position_tolerance)
    assert layout.red_distance is None
    assert not layout.red_match


@st.composite
def lanes(draw):
    """A maze and an answer: its way, cut short or not, with a line to any cell or not, on walls
    by up to 3 px or not, and squares that stand elsewhere or not."""
    maze, drawing = draw(mazes), draw(drawings())
    width = draw(st.integers(2, drawing.open_width))
    offset = draw(st.integers(-3, drawing.open_width - width + 3))
    end = draw(st.one_of(st.just(len(maze.way)), st.integers(2, len(maze.way))))
    out = drawing.lane(maze, maze.way[:end], width=width, offset=offset)
    first = draw(st.sampled_from(maze.way))
    other = draw(st.tuples(st.integers(0, maze.rows - 1), st.integers(0, maze.columns - 1)))
    if draw(st.booleans()):
        cv2.line(out, drawing.middle(first), drawing.middle(other), maker.BLUE, min(width, 8))
    side = drawing.open_width
    for color in (maker.GREEN, maker.RED):
        if draw(st.booleans()):
            x = draw(st.integers(0, out.shape[1] - side))
            y = draw(st.integers(0, out.shape[0] - side))
            out[y : y + side, x : x + side] = color
    return drawing.solution(maze), out


@settings(quick, max_examples=100)
@given(drawn=lanes())
def test_verdicts_do_not_change_when_the_picture_is_scaled_by_two(drawn):
    solution = analyse_solution(drawn[0])
    small = evaluate_image(drawn[1], solution)
    large = evaluate_image(maker.scaled(drawn[1], 2), solution)
    assert large.crossing.walls_crossed == small.crossing.walls_crossed
    assert large.crossing.ratio == small.crossing.ratio
    assert large.wall_crossing_detected == small.wall_crossing_detected
    assert large.layout.iou == small.layout.iou
    assert large.layout.green_distance == pytest.approx(small.layout.green_distance, abs=1e-9)
    assert large.layout.red_distance == pytest.approx(small.layout.red_distance, abs=1e-9)
    assert large.layout.green_match == small.layout.green_match
    assert large.layout.red_match == small.layout.red_match
    # The middle of a line has not exactly twice as many pixels: of the cell where it ends, or is
    # cut, more or less than a quarter may hold it.
    cells = len(solution.cells)
    assert abs(len(large.touched_cells) - len(small.touched_cells)) <= max(1, cells // 8)


@quick
@given(
    maze=mazes,
    # Walls of 1 px are grey through and through once they are enlarged smoothly.
    drawing=drawings(thinnest=2),
    thickness=st.integers(2, 6),
    is_right=st.booleans(),
    method=st.sampled_from((cv2.INTER_LINEAR, cv2.INTER_CUBIC, cv2.INTER_LANCZOS4)),
)
def test_verdicts_do_not_change_when_the_picture_is_scaled_smoothly_by_two(
    maze, drawing, thickness, is_right, method
):
    solution = analyse_solution(drawing.solution(maze))
    cells = None if is_right else (maze.way[0], maze.way[-1])
    answer = drawing.answer(maze, cells, thickness=thickness)
    small = evaluate_image(answer, solution)
    large = evaluate_image(maker.scaled(answer, 2, method), solution)
    assert large.wall_crossing_detected == small.wall_crossing_detected
    assert large.crossing_any == small.crossing_any
    assert large.layout.green_match == small.layout.green_match
    assert large.layout.red_match == small.layout.red_match
    assert (large.layout_gate, large.target_gate) == (small.layout_gate, small.target_gate)
    assert large.layout.green_distance == pytest.approx(small.layout.green_distance, abs=0.02)
    if is_right:
        assert large.reflection == small.reflection


@quick
@given(
    maze=mazes,
    drawing=drawings(thinnest=2),
    thickness=st.integers(2, 6),
    is_right=st.booleans(),
)
def test_verdicts_do_not_change_when_picture_and_solution_are_scaled_by_two(
    maze, drawing, thickness, is_right
):
    cells = None if is_right else (maze.way[0], maze.way[-1])
    small, large = (
        evaluate_image(
            maker.scaled(drawing.answer(maze, cells, thickness=thickness), factor),
            analyse_solution(maker.scaled(drawing.solution(maze), factor)),
        )
        for factor in (1, 2)
    )
    assert large.wall_crossing_detected == small.wall_crossing_detected
    assert large.crossing_any == small.crossing_any
    assert (large.layout_gate, large.target_gate) == (small.layout_gate, small.target_gate)
    if is_right:
        assert large.reflection == small.reflection


@quick
@given(
    maze=mazes, drawing=drawings(thinnest=2), method=st.sampled_from(("way", "cut")),
    data=st.data(),
)  # fmt: skip
def test_paths_that_keep_off_walls_or_go_through_them_are_judged_alike_at_twice_the_size(
    maze, drawing, method, data
):
    # Only a path that lies on a wall by 1 to 3 px along it is near the tolerance in pixels.
    width = data.draw(st.integers(2, drawing.open_width))
    offset = data.draw(st.integers(0, drawing.open_width - width))
    if method == "way":
        cells = maze.way
    else:
        row, column = data.draw(st.sampled_from(maze.way[1:-1]))
        around = ((row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column))
        shut = [
            other
            for other in around
            if 0 <= other[0] < maze.rows
            and 0 <= other[1] < maze.columns
            and frozenset(((row, column), other)) not in maze.passages
        ]
        assume(shut)
        cells = ((row, column), data.draw(st.sampled_from(shut)))
    answer = drawing.lane(maze, cells, width=width, offset=offset)
    small, large = (
        evaluate_image(
            maker.scaled(answer, factor),
            analyse_solution(maker.scaled(drawing.solution(maze), factor)),
        )
        for factor in (1, 2)
    )
    assert large.crossing.walls_crossed == small.crossing.walls_crossed == int(method == "cut")
    assert large.wall_crossing_detected == small.wall_crossing_detected
    assert (large.layout_gate, large.target_gate) == (small.layout_gate, small.target_gate)
    assert large.touched_cells == small.touched_cells


def _assert_correct(judged):
    assert judged.crossing.walls_crossed == 0
    assert not judged.wall_crossing_detected
    assert judged.target_achievement == 1.0
    assert judged.reflection.loops == 0
    assert judged.reflection.ratio == 1.0
    assert judged.layout.green_match
    assert judged.layout.red_match
