"""Layout, path match, exploration, gates and parameters: values worked out by hand."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewer.metrics import NotMeasured
from reviewer.metrics.maze_image import evaluate_image
from reviewer.metrics.maze_layout import is_within, layout_score, marker_distance, wall_iou
from reviewer.metrics.maze_parameters import (
    IMAGE_DEFAULTS,
    VIDEO_DEFAULTS,
    MazeParameters,
    frames_to_extract,
)
from reviewer.metrics.maze_path import center_line, match_path
from reviewer.metrics.maze_reflection import graph_shape, reflect, visited_cells
from reviewer.metrics.maze_scaling import scale_solution
from reviewer.metrics.maze_solution import analyse_solution

BLACK, WHITE = (0, 0, 0), (255, 255, 255)
GREEN, RED, BLUE = (0, 255, 0), (255, 0, 0), (0, 0, 255)
SIDE, WALL = 20, 4
PITCH = SIDE + WALL


def draw(*, cells=(), line=(), thickness=4, passages=None):
    """Draw a maze of 3×3 cells whose upper row and right column are one corridor."""
    joined = passages or [(0, 1), (1, 2), (2, 5), (5, 8), (3, 4), (4, 7), (6, 7), (0, 3)]
    out = np.zeros((3 * PITCH + WALL, 3 * PITCH + WALL, 3), dtype=np.uint8)

    def box(cell):
        return WALL + cell % 3 * PITCH, WALL + cell // 3 * PITCH

    def fill(first, second, color):
        (x1, y1), (x2, y2) = box(min(first, second)), box(max(first, second))
        out[y1 : y2 + SIDE, x1 : x2 + SIDE] = color

    for cell in range(9):
        fill(cell, cell, WHITE)
    for pair in joined:
        fill(*pair, WHITE)
    for cell in cells:
        fill(cell, cell, BLUE)
    for first, second in itertools.pairwise(cells):
        fill(first, second, BLUE)
    half = thickness // 2
    for first, second in itertools.pairwise(line):
        (x1, y1), (x2, y2) = (tuple(v + SIDE // 2 for v in box(c)) for c in sorted((first, second)))
        out[y1 - half : y2 + half, x1 - half : x2 + half] = BLUE
    fill(0, 0, GREEN)
    fill(8, 8, RED)
    return out


@pytest.fixture(scope="module")
def solution():
    return analyse_solution(draw(cells=(0, 1, 2, 5, 8)), expected=(3, 3))


def judge(solution, line, **changes):
    return evaluate_image(draw(line=line), solution, replace(IMAGE_DEFAULTS, **changes))


def test_the_solution_is_read(solution):
    assert solution.cells == (0, 1, 2, 5, 8)
    assert (solution.start_cell, solution.end_cell) == (0, 8)
    assert solution.start_xy == (13.5, 13.5)
    assert solution.lattice.passages == 8
    assert solution.thickness == WALL
    assert solution.notes == ()
    with pytest.raises(ValueError, match="read-only"):
        solution.walls[0, 0] = 1


def test_another_number_of_cells_than_promised_is_a_note():
    found = analyse_solution(draw(cells=(0, 1, 2, 5, 8)), expected=(4, 3))
    assert found.notes == ("grid_mismatch: the walls give 3×3 cells, the name 4×3",)


@pytest.mark.parametrize(
    ("picture", "cause"),
    [
        (np.full((50, 50, 3), 255, dtype=np.uint8), "no black walls"),
        (np.zeros((50, 50, 3), dtype=np.uint8), "do not form a maze"),
        (np.zeros((50, 50), dtype=np.uint8), "8-bit RGB"),
        (np.zeros((50, 50, 3), dtype=np.float32), "8-bit RGB"),
        (np.zeros((0, 0, 3), dtype=np.uint8), "8-bit RGB"),
    ],
)
def test_what_is_no_maze_is_refused(picture, cause):
    with pytest.raises(NotMeasured, match=cause):
        analyse_solution(picture)


@pytest.mark.parametrize(("cell", "name"), [(0, "green start"), (8, "red end")])
def test_a_solution_without_a_square_is_refused(cell, name):
    picture = draw(cells=(0, 1, 2, 5, 8))
    x, y = WALL + cell % 3 * PITCH, WALL + cell // 3 * PITCH
    picture[y : y + SIDE, x : x + SIDE] = WHITE
    with pytest.raises(NotMeasured, match=name):
        analyse_solution(picture)


def test_a_correct_line_scores_what_the_formula_says(solution):
    judged = judge(solution, (0, 1, 2, 5, 8))
    assert judged.layout.score == 1.0
    assert judged.target_achievement == 1.0
    assert judged.touched_cells == (0, 1, 2, 5, 8)
    assert judged.path.iou > 0.98
    assert judged.overall_score == pytest.approx(0.2 + 0.5 * judged.path.iou)
    assert (judged.layout_gate, judged.target_gate, judged.overall_gate) == (True, True, True)
    assert judged.notes == ()


def test_a_line_through_a_wall_costs_the_penalty(solution):
    judged = judge(solution, (0, 1, 4, 5, 8))
    assert judged.crossing.walls_crossed == 2
    assert judged.wall_crossing_detected
    assert not judged.overall_gate
    expected = 0.2 * judged.layout.score + 0.5 * judged.path.iou - 0.3
    assert judged.overall_score == pytest.approx(expected)
    lenient = judge(solution, (0, 1, 4, 5, 8), min_crossing_ratio=0.9)
    assert not lenient.wall_crossing_detected
    assert lenient.crossing_any
    assert judge(
        solution, (0, 1, 4, 5, 8), min_crossing_ratio=0.9, crossing_rule="any"
    ).wall_crossing_detected


def test_walls_may_be_taken_from_the_answer_or_from_both(solution):
    passages = [(0, 1), (1, 2), (2, 5), (5, 8), (3, 4), (4, 7), (6, 7), (0, 3), (1, 4), (4, 5)]
    opened = draw(line=(0, 1, 4, 5, 8), passages=passages)
    crossed = {
        source: evaluate_image(
            opened, solution, replace(IMAGE_DEFAULTS, wall_source=source)
        ).crossing.walls_crossed
        for source in ("solution", "generated", "union")
    }
    assert crossed == {"solution": 2, "generated": 0, "union": 2}


def test_a_dead_end_is_one_loop_and_two_steps(solution):
    judged = judge(solution, (3, 0, 1, 2, 5, 8))
    assert judged.reflection.loops == 1
    assert judged.reflection.length == 5 + 1
    assert judged.reflection.ratio == 6 / 4
    assert judged.reflection.score == pytest.approx(0.1 + 0.5 * 0.5)
    assert judged.path.recall > 0.98
    assert judged.path.precision < 0.9


def test_half_a_line_reaches_half_the_cells(solution):
    judged = judge(solution, (0, 1, 2))
    assert judged.target_achievement == pytest.approx(3 / 5)
    assert judged.reflection.loops == 0
    assert judged.reflection.length == 2


def test_a_dashed_line_is_said_to_be_broken(solution):
    dashed = draw(line=(0, 1, 2, 5, 8))
    for strip in (slice(k * PITCH, k * PITCH + WALL) for k in (1, 2)):
        for part in (dashed[strip], dashed[:, strip]):
            part[(part == BLUE).all(axis=2)] = WHITE
    judged = evaluate_image(dashed, solution)
    assert any(note.startswith("broken_path") for note in judged.notes)


def test_an_own_kernel_replaces_the_measured_one(solution):
    wide = judge(solution, (0, 1, 2, 5, 8)).path.recall
    thin = judge(solution, (0, 1, 2, 5, 8), dilation_size=1).path.recall
    assert thin < 0.35 < wide


def test_answers_of_another_shape_or_too_small_are_refused(solution):
    answer = draw(line=(0, 1, 2))
    with pytest.raises(NotMeasured, match=r"76×86.*76×76.*2 %"):
        evaluate_image(np.pad(answer, ((0, 10), (0, 0), (0, 0))), solution)
    with pytest.raises(NotMeasured, match=r"15×15.*px thick"):
        evaluate_image(np.ascontiguousarray(answer[::5, ::5][:15, :15]), solution)
    with pytest.raises(NotMeasured, match="8-bit RGB"):
        evaluate_image(answer[..., 0], solution)


def test_a_scaled_solution_keeps_its_lattice_and_its_picture(solution):
    double = scale_solution(solution, (152, 152))
    assert double.scale == (2.0, 2.0)
    assert (double.lattice.pitch, double.lattice.wall, double.lattice.x0) == (48, 8, 8)
    assert double.rgb is solution.rgb
    assert double.cells == solution.cells
    assert scale_solution(solution, (76, 76)) is solution
    again = scale_solution(double, (76, 76))
    assert again.lattice.pitch == solution.lattice.pitch
    assert (again.walls == solution.walls).all()


def test_neither_picture_has_walls_at_this_threshold(solution):
    grey = draw(cells=(0, 1, 2, 5, 8))
    grey[(grey == 0).all(axis=2)] = 60
    dim = analyse_solution(grey, black_threshold=30)
    judged = evaluate_image(grey, dim)
    assert judged.layout.iou == 0.0
    assert any(note.startswith("no_walls") for note in judged.notes)


def test_wall_iou_leaves_pixels_out_of_both_sides():
    first, second = np.zeros((2, 4, 4), dtype=np.uint8)
    first[0], second[0], second[1] = 255, 255, 255
    assert wall_iou(first, second) == 0.5
    out = np.zeros((4, 4), dtype=np.uint8)
    out[1] = 255
    assert wall_iou(first, second, left_out=out) == 1.0
    assert wall_iou(out * 0, out * 0) == 0.0


@pytest.mark.parametrize(("distance", "matches"), [(20.0, True), (20.001, False), (None, False)])
def test_the_tolerance_itself_matches(distance, matches):
    assert is_within(distance, 20.0) is matches


def test_distances_are_in_solution_pixels():
    assert marker_distance((8.0, 6.0), (2.0, 2.0), (2.0, 1.0)) == 5.0
    assert marker_distance(None, (2.0, 2.0), (1.0, 1.0)) is None


@given(st.floats(0, 1), st.integers(0, 2))
def test_the_layout_score_has_its_shares(iou, matches):
    assert layout_score(iou, matches, IMAGE_DEFAULTS) == pytest.approx(0.6 * iou + 0.2 * matches)


def test_gates_are_strict(solution):
    judged = judge(solution, (0, 1, 2, 5, 8))
    at_gate = replace(judged, layout=replace(judged.layout, iou=0.8), target_achievement=0.95)
    assert (at_gate.layout_gate, at_gate.target_gate) == (False, False)
    above = replace(judged, layout=replace(judged.layout, iou=0.8001), target_achievement=0.951)
    assert (above.layout_gate, above.target_gate, above.overall_gate) == (True, True, True)


def test_a_line_is_as_thick_as_it_was_drawn():
    for thickness in (1, 3, 5, 9):
        path = np.zeros((60, 80), dtype=np.uint8)
        path[20 : 20 + thickness, 10:70] = 255
        line = center_line(path)
        assert line.thickness == pytest.approx(thickness, abs=0.1)
        assert set(line.ys[5:-5].tolist()) == {20 + thickness // 2}
    assert center_line(np.zeros((5, 5), dtype=np.uint8)).thickness == 0.0


def test_a_line_at_the_picture_edge_is_not_thought_thicker():
    path = np.zeros((40, 60), dtype=np.uint8)
    path[:5] = 255
    assert center_line(path).thickness == pytest.approx(5, abs=0.1)


def test_matching_nothing_is_zero(solution):
    match = match_path(np.zeros_like(solution.walls), solution)
    assert (match.iou, match.precision, match.recall) == (0.0, 0.0, 0.0)
    assert match.solution_only > 0


def test_a_cell_is_visited_by_a_quarter_of_its_width_or_through_two_doors():
    pixels = np.array([5, 4, 0, 0])
    assert visited_cells(pixels, [], 20.0) == {0}
    assert visited_cells(pixels, [(1, 2), (2, 3)], 20.0) == {0, 2}


@pytest.mark.parametrize(
    ("edges", "mended", "loops", "length"),
    [
        ([(0, 1), (1, 2), (2, 3)], [], 0, 3),
        ([(0, 1), (1, 2), (2, 3), (1, 4)], [], 1, 5),
        ([(0, 1), (1, 2), (2, 3), (0, 3)], [], 1, 5),
        ([(0, 1), (1, 2)], [], 0, 2),
        ([(0, 1), (2, 3)], [(1, 2)], 0, 3),
        ([(0, 1), (1, 2), (2, 3)], [(0, 3)], 0, 3),
        ([], [], 0, 0),
    ],
)
def test_loops_are_cycles_and_dead_ends(edges, mended, loops, length):
    nodes = {number for edge in edges for number in edge}
    shape = graph_shape(nodes, set(edges), mended, (0, 3))
    assert (shape.loops, shape.length) == (loops, length)


def test_reflection_needs_a_loop_or_a_detour_of_more_than_30_percent(solution):
    assert not reflect(0, 5, solution, IMAGE_DEFAULTS).has_reflection
    assert reflect(0, 6, solution, IMAGE_DEFAULTS).has_reflection
    assert reflect(1, 4, solution, IMAGE_DEFAULTS).has_reflection
    assert reflect(20, 8, solution, IMAGE_DEFAULTS).score == 1.0


def test_the_documents_defaults():
    image, video = IMAGE_DEFAULTS, VIDEO_DEFAULTS
    assert (image.tolerance_pixels, image.min_crossing_ratio, image.position_tolerance) == (
        3.0,
        0.01,
        20.0,
    )
    assert (video.num_frames, video.min_crossing_ratio, video.position_tolerance) == (
        192,
        0.05,
        50.0,
    )
    assert (video.wall_erosion, video.dilation_size, image.dilation_size) == (None, None, None)
    assert (image.black_threshold, image.white_threshold) == (30, 200)
    assert image.wall_source == "solution"
    assert image.crossing_rule == "document"
    assert video.extraction_method == "green_marker_tracking"


@pytest.mark.parametrize(
    "wrong",
    [
        {"tolerance_pixels": -1},
        {"wall_erosion": float("nan")},
        {"position_tolerance": -0.1},
        {"black_threshold": 0},
        {"white_threshold": 255},
        {"dilation_size": 0},
        {"num_frames": 0},
        {"min_crossing_ratio": 1.5},
        {"wall_source": "both"},
        {"crossing_rule": "some"},
        {"extraction_method": "guess"},
    ],
)
def test_parameters_out_of_range_are_named(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        MazeParameters(**wrong)


@pytest.mark.parametrize(
    ("model", "given", "frames"),
    [("veo3", None, 192), ("sora2", None, 360), ("Sora-2-pro", None, 360), ("sora2", 192, 192)],
)
def test_frames_follow_the_model_unless_they_were_given(model, given, frames):
    assert frames_to_extract(model, given) == frames
