"""Clips: a marker's way is judged the same from frames and from what an encoder left of them."""

from __future__ import annotations

import threading
import weakref
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from reviewer.metrics import NotMeasured
from reviewer.metrics.maze_frame import FrameMeter
from reviewer.metrics.maze_frames import measure_clip
from reviewer.metrics.maze_parameters import VIDEO_DEFAULTS
from reviewer.metrics.maze_solution import analyse_solution
from reviewer.metrics.maze_video import judge_clip
from tests.unit.metrics import maze_maker as maker
from tests.unit.metrics.maze_clips import judged_file, judged_frames

quick = settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    phases=(Phase.explicit, Phase.generate),
)
ENCODERS = (("libx264", "mp4"), ("libvpx-vp9", "webm"), ("libsvtav1", "mp4"), ("mpeg4", "mp4"))

mazes = st.builds(
    maker.make_maze,
    st.integers(3, 6),
    st.integers(3, 6),
    seed=st.integers(0, 10**6),
    algorithm=st.sampled_from(("dfs", "wilson")),
)
drawings = st.one_of(
    st.builds(maker.Drawing, st.sampled_from((20, 26, 30)), st.integers(2, 6), st.just(8)),
    st.builds(lambda side: maker.Drawing(side, side, 8), st.sampled_from((16, 20))),
)


def judge(frames, solution_rgb, parameters=VIDEO_DEFAULTS, **kwargs):
    solution = analyse_solution(np.ascontiguousarray(solution_rgb))
    return judged_frames(enumerate(frames), solution, parameters, **kwargs)


def walled_neighbour(maze):
    around = ((0, 1), (1, 0))
    return next(
        (cell for cell in around if frozenset((maze.way[0], cell)) not in maze.passages), None
    )


def verdicts(judged):
    track = judged.track
    return {
        "crossing": (judged.wall_crossing_detected, judged.crossing_any),
        "gates": (judged.layout_gate, judged.target_gate, judged.overall_gate),
        "markers": (judged.layout.green_match, judged.layout.red_match),
        "reflection": (judged.reflection.loops, judged.reflection.has_reflection),
        "frames": (track.total_frames, track.frames_with_marker, track.jumps),
        "target": judged.target_achievement,
    }


@quick
@given(
    maze=mazes,
    drawing=drawings,
    has_square=st.booleans(),
    has_trail=st.booleans(),
    encoder=st.sampled_from(ENCODERS),
    is_right=st.booleans(),
)
def test_encoders_give_the_verdict_of_the_frames_they_were_made_of(
    tmp_path, maze, drawing, has_square, has_trail, encoder, is_right
):
    pytest.importorskip("av")
    cells = maze.way if is_right else (maze.way[0], walled_neighbour(maze))
    assume(cells[-1] is not None)
    even = np.s_[
        : drawing.solution(maze).shape[0] // 2 * 2, : drawing.solution(maze).shape[1] // 2 * 2
    ]
    frames = [
        np.ascontiguousarray(frame[even])
        for frame in drawing.frames(
            maze, cells, has_start_square=has_square, has_trail=has_trail, steps=4
        )
    ]
    solution = drawing.solution(maze)[even]
    from_frames = judge(frames, solution)
    codec, ending = encoder
    clip = maker.encode(tmp_path / f"clip.{ending}", frames, codec)
    whole = analyse_solution(np.ascontiguousarray(solution))
    from_clip = judged_file(clip, whole, wanted=10_000)
    assert verdicts(from_clip) == verdicts(from_frames)
    assert from_frames.crossing_any is not is_right
    assert from_frames.track.total_frames == len(frames)
    if is_right:
        assert from_frames.target_achievement == 1.0
        assert from_frames.reflection.loops == 0
        assert from_frames.overall_gate


@quick
@given(maze=mazes, drawing=drawings)
def test_verdicts_do_not_change_when_the_clip_is_scaled_by_two(maze, drawing):
    frames = list(drawing.frames(maze, steps=3))
    solution = drawing.solution(maze)
    small = judge(frames, solution)
    large = judge([maker.scaled(frame, 2, 2) for frame in frames], solution)
    assert verdicts(large) == verdicts(small)


@pytest.fixture
def maze():
    return maker.make_maze(4, 4, seed=7)


@pytest.fixture
def drawing():
    return maker.Drawing(30, 4, 6)


def test_a_start_square_that_stays_is_not_the_marker(maze, drawing):
    frames = list(drawing.frames(maze, has_start_square=True))
    judged = judge(frames, drawing.solution(maze))
    assert judged.track.static_start == pytest.approx(judged.solution.start_xy, abs=1e-6)
    assert judged.layout.green_distance == pytest.approx(0, abs=1e-6)
    # While it stands on the square the marker cannot be told from it.
    assert judged.track.frames_with_marker < len(frames)
    assert (judged.track.positions[0].x, judged.track.positions[0].y) == judged.track.static_start
    assert judged.target_achievement == 1.0


def test_a_trail_that_leaves_a_start_square_is_not_static(drawing):
    maze = maker.make_maze(6, 6, seed=1)
    frames = list(drawing.frames(maze, has_start_square=True, has_trail=True, steps=8))
    judged = judge(frames, drawing.solution(maze))
    assert len(frames) > 10 * 8
    assert judged.target_achievement == 1.0
    assert judged.track.undersampled == 0
    assert judged.layout.green_match
    assert judged.overall_gate


def test_a_marker_that_never_moves_is_the_marker(maze, drawing):
    frames = list(drawing.frames(maze, maze.way[:1])) * 5
    judged = judge(frames, drawing.solution(maze))
    assert judged.track.static_start is None
    assert judged.track.frames_with_marker == 5
    assert judged.target_achievement == pytest.approx(1 / len(maze.way))
    assert judged.reflection.length == 0


def test_a_trail_is_followed_at_its_tip(maze, drawing):
    judged = judge(list(drawing.frames(maze, has_trail=True)), drawing.solution(maze))
    end = judged.track.positions[-1]
    assert (end.x, end.y) == pytest.approx(drawing.middle(maze.way[-1]), abs=drawing.pitch / 2)
    assert judged.reflection.loops == 0
    assert judged.target_achievement == 1.0
    assert not judged.crossing_any


def test_walking_back_counts_every_cell_entered_again(maze, drawing):
    there_and_back = (*maze.way[:4], *maze.way[2::-1], *maze.way[1:])
    judged = judge(list(drawing.frames(maze, there_and_back)), drawing.solution(maze))
    assert judged.reflection.loops == 6
    assert judged.reflection.length == len(there_and_back) - 1
    assert judged.reflection.has_reflection


def test_jumps_are_counted_joined_and_said(maze, drawing):
    frames = list(drawing.frames(maze, maze.way[:1])) + list(drawing.frames(maze, maze.way[-1:]))
    judged = judge(frames, drawing.solution(maze))
    assert (judged.track.undersampled, judged.track.jumps) == (1, 1)
    assert any(note.startswith("undersampled") for note in judged.notes)
    assert judged.crossing.path_pixels > 60


def test_blank_frames_at_the_ends_are_left_out_of_the_layout_only(maze, drawing):
    frames = list(drawing.frames(maze))
    blank = np.full_like(frames[0], 40)
    judged = judge([blank, blank, *frames, blank], drawing.solution(maze))
    assert judged.track.fade_frames == 3
    assert judged.track.total_frames == len(frames) + 3
    assert judged.track.frames_with_marker == len(frames)
    assert judged.layout.iou > 0.99
    assert judged.layout.red_match
    assert (judged.masks.picture == frames[0]).all()


def test_a_blank_frame_inside_the_clip_is_the_worst_frame(maze, drawing):
    frames = list(drawing.frames(maze))
    frames[5] = np.full_like(frames[0], 255)
    judged = judge(frames, drawing.solution(maze))
    assert judged.track.worst_frame == judged.track.worst_index == 5
    assert judged.layout.iou == 0.0
    assert not judged.layout_gate
    assert min(judged.track.layout_scores) == judged.track.layout_scores[5]
    assert not judged.layout.red_match
    assert any(note.startswith("red_missing") for note in judged.notes)


def test_blank_from_end_to_end_counts_every_frame(maze, drawing):
    # Walls so light that they are none, but a maze all the same.
    light = np.full_like(drawing.puzzle(maze), 255)
    light[drawing.puzzle(maze).max(axis=2) == 0] = 200
    judged = judge([light] * 3, drawing.solution(maze))
    assert judged.track.fade_frames == 0
    assert judged.layout.iou == 0.0
    assert judged.layout.green_distance is None
    assert judged.track.positions == ()
    assert judged.target_achievement == 0.0
    assert any(note.startswith("no_marker") for note in judged.notes)
    assert not any(note.startswith("still") for note in judged.notes)


def test_the_marker_itself_does_not_lower_the_layout(maze, drawing):
    cells = (maze.way[0], walled_neighbour(maze))
    judged = judge(list(drawing.frames(maze, cells)), drawing.solution(maze))
    assert judged.layout.iou == 1.0
    assert judged.track.iou_with_marker < 1.0


def test_red_under_the_marker_is_not_missing(maze, drawing):
    frames = list(drawing.frames(maze, maze.way[-1:], side=drawing.open_width)) * 3
    arrived = judge(frames, drawing.solution(maze))
    assert arrived.layout.red_match
    assert arrived.layout.red_distance is None
    assert any(note.startswith("red_covered") for note in arrived.notes)


def test_a_moved_red_square_does_not_match(drawing):
    maze = maker.make_maze(4, 4, seed=7)
    frames = list(drawing.frames(maze, maze.way[:2]))
    left, top = drawing.corner(maze.way[-1])
    for frame in frames:
        square = frame[top : top + 30, left : left + 30].copy()
        frame[top : top + 30, left : left + 30] = maker.WHITE
        frame[top - 68 : top - 38, left : left + 30] = square
    judged = judge(frames, drawing.solution(maze))
    assert judged.layout.red_distance == pytest.approx(68, abs=0.5)
    assert not judged.layout.red_match


def test_the_first_crossing_names_its_frame(maze, drawing):
    cells = (maze.way[0], walled_neighbour(maze))
    frames = list(drawing.frames(maze, cells, steps=10))
    solution = analyse_solution(drawing.solution(maze))
    numbered = [(100 + 2 * index, frame) for index, frame in enumerate(frames)]
    judged = judged_frames(numbered, solution)
    assert judged.crossing.walls_crossed == 1
    assert judged.track.first_crossing_frame in range(108, 114)
    (piece,) = (piece for piece in judged.crossing.pieces if piece.is_crossing)
    assert set(piece.cells) == set(cells)


def test_frame_differencing_finds_the_same_cells(maze, drawing):
    parameters = replace(VIDEO_DEFAULTS, extraction_method="frame_differencing")
    judged = judge(list(drawing.frames(maze)), drawing.solution(maze), parameters)
    assert judged.track.extraction_method == "frame_differencing"
    assert judged.target_achievement == 1.0
    assert judged.reflection.loops == 0


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (1, "still: the marker never moves: the clip has one frame"),
        (30, "still: the marker never moves: it stays within a pixel in all 30 frames"),
    ],
)
def test_a_marker_that_never_moves_is_among_the_notes(maze, drawing, count, said):
    frame = next(drawing.frames(maze))
    assert judge([frame] * count, drawing.solution(maze)).notes == (said,)


@pytest.mark.parametrize("has_trail", [True, False])
def test_neither_a_thread_nor_the_order_of_channels_changes_a_number(maze, drawing, has_trail):
    frames = list(drawing.frames(maze, has_trail=has_trail))
    turned = [np.ascontiguousarray(frame[..., ::-1]) for frame in frames]
    solution = drawing.solution(maze)
    alone = judge(frames, solution, is_beside=False)
    for other in (judge(frames, solution), judge(turned, solution, order="bgr")):
        assert repr(alone.track) == repr(other.track)
        assert alone.layout == other.layout
        assert alone.reflection == other.reflection
        assert alone.touched_cells == other.touched_cells
        assert np.array_equal(alone.masks.picture, other.masks.picture)
        assert np.array_equal(alone.masks.path, other.masks.path)
        assert np.array_equal(alone.masks.covered, other.masks.covered)


def test_what_a_clip_could_not_tell_of_itself_is_among_the_notes(maze, drawing):
    solution = analyse_solution(drawing.solution(maze))
    clip = measure_clip(enumerate(drawing.frames(maze)), solution, VIDEO_DEFAULTS)
    untold = replace(clip, notes=("fragments: untold",))
    assert judge_clip(clip, VIDEO_DEFAULTS).notes == ()
    assert judge_clip(untold, VIDEO_DEFAULTS).notes == ("fragments: untold",)


def test_a_clip_is_streamed_not_held(maze, drawing):
    living: list[weakref.ref] = []
    most = 0

    def frames():
        nonlocal most
        for number, frame in enumerate(drawing.frames(maze)):
            living.append(weakref.ref(frame))
            most = max(most, sum(reference() is not None for reference in living))
            yield number, frame

    judged_frames(frames(), analyse_solution(drawing.solution(maze)))
    assert len(living) > 30
    # One waits, one is measured against another, one is kept to draw on, one is new.
    assert most < 7


@pytest.mark.parametrize("fails", ["decoder", "meter"])
def test_what_fails_in_either_thread_ends_both(maze, drawing, monkeypatch, fails):
    frames, given = list(drawing.frames(maze)), []
    measure = FrameMeter.measure

    def failing(self, number, frame):
        if fails == "meter" and number == 3:
            raise KeyError("meter")
        return measure(self, number, frame)

    def decoded():
        for number, frame in enumerate(frames):
            if fails == "decoder" and number == 8:
                raise KeyError("decoder")
            given.append(number)
            yield number, frame

    monkeypatch.setattr(FrameMeter, "measure", failing)
    with pytest.raises(KeyError, match=fails):
        judged_frames(decoded(), analyse_solution(drawing.solution(maze)))
    assert len(given) < len(frames) > 30
    assert not [each for each in threading.enumerate() if each.name.startswith("maze-frames")]


def test_no_frames_other_sizes_and_other_shapes_are_refused(maze, drawing):
    frames = list(drawing.frames(maze))
    with pytest.raises(NotMeasured, match="no frames"):
        judge([], drawing.solution(maze))
    with pytest.raises(NotMeasured, match="frame 1 is"):
        judge([frames[0], maker.scaled(frames[1], 2)], drawing.solution(maze))
    wide = np.pad(frames[0], ((0, 0), (40, 40), (0, 0)))
    with pytest.raises(NotMeasured, match="shapes differ"):
        judge([wide], drawing.solution(maze))
