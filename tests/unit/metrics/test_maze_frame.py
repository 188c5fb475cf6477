"""Measuring only what changed since the last frame gives what a look at the whole frame gives."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from reviewer.metrics import maze_changes
from reviewer.metrics.maze_changes import STRIDE, Changes
from reviewer.metrics.maze_color import Channels
from reviewer.metrics.maze_frame import FrameFacts, FrameMeter
from reviewer.metrics.maze_parameters import VIDEO_DEFAULTS
from reviewer.metrics.maze_solution import SolutionAnalysis, analyse_solution

SIZE = (90, 122)
COLORS = ((0, 255, 0), (255, 0, 0), (0, 0, 0), (255, 255, 255), (0, 0, 255), (40, 140, 40))


@pytest.fixture(scope="module")
def solution() -> SolutionAnalysis:
    """Four cells in a row: green, red, and the way between them."""
    picture = np.zeros((*SIZE, 3), dtype=np.uint8)
    picture[5:85, 5:117] = 255
    picture[:, [33, 34, 61, 62, 89, 90]] = 0
    picture[30:60, 30:95] = 255
    cv2.rectangle(picture, (10, 35), (24, 55), COLORS[0], -1)
    cv2.rectangle(picture, (98, 35), (112, 55), COLORS[1], -1)
    cv2.line(picture, (17, 45), (105, 45), COLORS[4], 3)
    return analyse_solution(picture)


def fresh(rgb: np.ndarray, solution: SolutionAnalysis) -> FrameFacts:
    return FrameMeter(solution, VIDEO_DEFAULTS).measure(0, rgb)


def plain(facts: FrameFacts) -> tuple[object, ...]:
    green = facts.green.spot()
    return (
        (green.left, green.top, green.mask.shape, green.mask.tobytes()),
        facts.iou, facts.raw_iou, facts.is_blank, facts.red_xy, facts.green_in_end,
    )  # fmt: skip


def green_of(facts: FrameFacts) -> np.ndarray:
    return facts.green.spot().drawn(SIZE) * np.uint8(255)


@pytest.mark.parametrize("seed", range(40))
def test_what_is_kept_from_the_last_frame_changes_no_number(
    solution: SolutionAnalysis, seed: int, monkeypatch: pytest.MonkeyPatch
):
    rng = np.random.default_rng(seed)
    meter = FrameMeter(solution, VIDEO_DEFAULTS)
    frame = rng.choice(np.array(COLORS, dtype=np.uint8), SIZE)
    if seed % 2:
        frame[:] = 255
    seen = set()
    for _ in range(12):
        frame = frame.copy()
        for _ in range(int(rng.integers(0, 4))):
            left, top = int(rng.integers(SIZE[1])), int(rng.integers(SIZE[0]))
            right, low = left + int(rng.integers(1, 40)), top + int(rng.integers(1, 40))
            frame[top:low, left:right] = COLORS[int(rng.integers(len(COLORS)))]
        with monkeypatch.context() as few:
            # Cut into lots of a few rows, or into none.
            few.setattr(maze_changes, "_PIXELS", (64, 1500, 128 * 1024)[seed % 3])
            found = plain(meter.measure(0, frame))
        assert found == plain(fresh(frame, solution))
        assert np.array_equal(green_of(meter.measure(1, frame)), Channels.of(frame).color("green"))
        seen.add(found)
    assert len(seen) > 1


def test_a_marker_that_leaves_is_gone(solution: SolutionAnalysis):
    meter = FrameMeter(solution, VIDEO_DEFAULTS)
    ground = np.full((*SIZE, 3), 255, dtype=np.uint8)
    low, high = ground.copy(), ground.copy()
    low[70:80, 50:60] = COLORS[0]
    high[4:14, 20:30] = COLORS[0]
    greens = [meter.measure(0, frame).green.spot() for frame in (low, high)]
    assert [(green.left, green.top) for green in greens] == [(50, 70), (20, 4)]
    assert meter.measure(2, ground).green.spot().mask.size == 0


def test_a_frame_like_the_last_one_says_the_same_under_its_own_number(solution: SolutionAnalysis):
    meter = FrameMeter(solution, VIDEO_DEFAULTS)
    frame = np.full((*SIZE, 3), 255, dtype=np.uint8)
    frame[40:51, 40:51] = COLORS[0]
    first, again = meter.measure(3, frame), meter.measure(4, frame.copy())
    assert (first.number, again.number) == (3, 4)
    assert plain(first) == plain(again)
    # The codec's doing: no pixel is another kind of pixel.
    softer = np.where(frame == 255, 254, frame).astype(np.uint8)
    assert plain(meter.measure(5, softer)) == plain(first)


def test_grain_all_over_a_frame_is_looked_at_whole(solution: SolutionAnalysis):
    rng = np.random.default_rng(7)
    frame = np.full((*SIZE, 3), 240, dtype=np.uint8)
    changes = Changes()
    list(changes.parts(frame))
    grainy = frame - rng.integers(1, 9, frame.shape, dtype=np.uint8)
    assert [parts.boxes for parts in changes.parts(grainy)] == [(np.s_[0:90, 0:122],)]


def test_a_frame_painted_over_the_last_one_is_looked_at(solution: SolutionAnalysis):
    meter = FrameMeter(solution, VIDEO_DEFAULTS)
    frame = np.full((*SIZE, 3), 255, dtype=np.uint8)
    assert meter.measure(0, frame).red_xy is None
    frame[40:51, 60:71] = COLORS[1]
    assert meter.measure(1, frame).red_xy == (65.0, 45.0)


@pytest.mark.parametrize("width", [120, 121, 122, 128])
@pytest.mark.parametrize("seed", range(8))
def test_all_that_changed_lies_in_boxes_apart_from_each_other(width: int, seed: int):
    rng = np.random.default_rng(seed)
    before = rng.integers(0, 256, (90, width, 3), dtype=np.uint8)
    now = before.copy()
    for _ in range(int(rng.integers(1, 5))):
        top, left = int(rng.integers(90)), int(rng.integers(width))
        now[top : top + int(rng.integers(1, 9)), left : left + int(rng.integers(1, 9)), 1] ^= 1
    changes = Changes()
    (whole,) = changes.parts(before)
    assert np.array_equal(whole.pixels.reshape(before.shape), before)
    covered = np.zeros((90, width), dtype=np.uint8)
    for parts in changes.parts(now):
        for (rows, columns), pixels in parts.split(parts.pixels[..., 1]):
            assert rows.start % STRIDE == columns.start % STRIDE == 0
            assert np.array_equal(pixels, now[rows, columns, 1])
            covered[rows, columns] += 1
    assert covered.max() == 1
    assert covered[(before != now).any(axis=2)].all()
    assert not list(changes.parts(now.copy()))
