"""Speed of maze evaluation: a picture with its sheet, a clip against the time to decode it."""

from __future__ import annotations

import os
import statistics
import time

import cv2
import numpy as np
import pytest

from reviewer.metrics.maze_image import evaluate_image
from reviewer.metrics.maze_parameters import IMAGE_DEFAULTS, VIDEO_DEFAULTS
from reviewer.metrics.maze_solution import analyse_solution
from reviewer.overlays.maze import MazePictures
from reviewer.overlays.maze_sheet import draw_maze_sheet
from reviewer.process.memory import keep_freed_memory
from reviewer.session.jobs import CancelToken
from reviewer.session.maze_orders import Plan, folders_of
from reviewer.session.maze_worker import Place, judge
from tests.unit.metrics import maze_maker as maker
from tests.unit.metrics.maze_clips import judged_file


def sheet_of(judged, reference):
    masks = judged.masks
    return draw_maze_sheet(
        MazePictures(
            result=masks.picture,
            reference=reference,
            walls=masks.walls,
            path=masks.path,
            counted=judged.crossing.counted,
            edge_touch=judged.crossing.edge_touch,
            wide=masks.wide,
            target=masks.target,
            covered=masks.covered,
        )
    )


@pytest.fixture(scope="module")
def drawn():
    maze, drawing = maker.make_maze(20, 20, seed=3), maker.Drawing(45, 6)
    return drawing.solution(maze), drawing.answer(maze, thickness=12)


def test_a_picture_of_1024_is_judged_and_drawn(benchmark, drawn):
    reference, answer = drawn
    solution = analyse_solution(reference)

    def whole():
        judged = evaluate_image(answer, solution)
        return judged, sheet_of(judged, reference)

    judged, sheet = benchmark.pedantic(whole, rounds=20, warmup_rounds=2)
    assert judged.target_achievement == 1.0
    assert sheet.shape[0] > 2000
    # The least of many runs: what the program takes, without what else the machine does.
    assert benchmark.stats.stats.min < 0.060


@pytest.mark.benchmark(timer=time.process_time)
def test_an_answer_of_1024_is_read_judged_drawn_and_written(benchmark, drawn, tmp_path):
    reference, answer = drawn
    for name, picture in (("_solution", reference), ("_targeted_solution", answer)):
        path = tmp_path / f"dfs_hard_20x20_n000_v{name}.png"
        cv2.imwrite(str(path), cv2.cvtColor(picture, cv2.COLOR_RGB2BGR))
    plan = Plan(is_video=False, parameters=IMAGE_DEFAULTS, model_name="m")
    (folder,) = folders_of([str(tmp_path)], tmp_path / "out", plan)
    keep_freed_memory()
    place, token = Place(folder.output, ""), CancelToken()

    def whole():
        return judge(folder.orders[0], plan, place, token=token)

    row = benchmark.pedantic(whole, rounds=20, warmup_rounds=2)
    assert row["target_achievement"] == 1.0
    assert benchmark.stats.stats.min < 0.060


@pytest.mark.parametrize(
    "harm", [lambda rgb: maker.blur(rgb, 1.5), lambda rgb: maker.jpeg(rgb, 60)]
)
def test_a_soft_picture_full_of_blue_takes_little_longer_than_a_sharp_one(benchmark, harm):
    maze, drawing = maker.make_maze(39, 39, seed=3), maker.Drawing(24, 2)
    solution = analyse_solution(drawing.solution(maze))
    sharp = drawing.puzzle(maze)
    sharp[(sharp == maker.WHITE).all(axis=2)] = maker.BLUE
    soft = harm(sharp)
    # In turn, as a busy machine is not as fast in one minute as in the next.
    pairs = [
        [timed(lambda rgb=rgb: evaluate_image(rgb, solution))[1] for rgb in (sharp, soft)]
        for _ in range(7)
    ]
    benchmark.pedantic(evaluate_image, args=(soft, solution), rounds=3)
    ratio = statistics.median(after / before for before, after in pairs)
    benchmark.extra_info.update(processor_ratio=ratio)
    assert ratio < 2.5


def test_a_solution_of_1024_is_read(benchmark, drawn):
    solution = benchmark(analyse_solution, drawn[0])
    assert solution.lattice.passages == 399
    assert benchmark.stats.stats.min < 0.121


@pytest.fixture(scope="module", params=["flat", "grain"])
def clip(request, tmp_path_factory):
    """A drawn clip with next to nothing to decode, and one as heavy as models make them."""
    pytest.importorskip("av")
    maze, drawing = maker.make_maze(9, 16, seed=5), maker.Drawing(70, 8)
    walk = [widened(frame) for frame in drawing.frames(maze, steps=8)]
    frames = (walk[index * len(walk) // 192] for index in range(192))
    path, options = tmp_path_factory.mktemp("clip") / "clip.mp4", {}
    if request.param == "grain":
        frames, options = with_grain(frames), {"crf": "18", "preset": "veryfast"}
    return maker.encode(path, frames, options=options), widened(drawing.solution(maze))


def with_grain(frames):
    grains = [np.empty((720, 1280, 3), dtype=np.int16) for _ in range(7)]
    for grain in grains:
        cv2.randn(grain, (0, 0, 0), (6, 6, 6))
    for index, frame in enumerate(frames):
        yield cv2.add(frame, grains[index % 7], dtype=cv2.CV_8U)


def widened(picture):
    """Cut or fill a picture to 1280×720."""
    part = picture[:720, :1280]
    down, right = 720 - part.shape[0], 1280 - part.shape[1]
    return cv2.copyMakeBorder(part, 0, down, 0, right, cv2.BORDER_CONSTANT, value=(0, 0, 0))


def test_192_frames_of_720p_take_half_more_than_decoding(benchmark, clip):
    path, reference = clip
    solution = analyse_solution(reference)

    def evaluate():
        return judged_file(path, solution)

    judged = evaluate()
    assert judged.track.total_frames == 192
    assert not judged.crossing_any
    assert times_decoding(benchmark, path, evaluate) < 1.5


def test_192_frames_of_720p_are_read_judged_and_written_in_little_more(benchmark, clip, tmp_path):
    path, reference = clip
    name = "dfs_hard_9x16_n000_v"
    os.link(path, tmp_path / f"{name}.mp4")
    cv2.imwrite(str(tmp_path / f"{name}_solution.png"), cv2.cvtColor(reference, cv2.COLOR_RGB2BGR))
    plan = Plan(is_video=True, parameters=VIDEO_DEFAULTS, model_name="m", draws=False)
    (folder,) = folders_of([str(tmp_path)], tmp_path / "out", plan)
    keep_freed_memory()
    place, token = Place(folder.output, ""), CancelToken()

    def whole():
        return judge(folder.orders[0], plan, place, token=token)

    assert whole()["total_frames"] == 192
    # Half more by itself; opening the clip, its row and its file count on a busy disk.
    assert times_decoding(benchmark, path, whole) < 1.7


def times_decoding(benchmark, path, work):
    """How many times as long as decoding a clip some work takes by the clock."""

    def decode():
        capture = cv2.VideoCapture(str(path))
        assert sum(1 for _ in iter(lambda: capture.read()[0], False)) == 192

    # In turn, as a busy machine is not as fast in one minute as in the next.
    pairs = [(timed(decode), timed(work)) for _ in range(9)]
    benchmark.pedantic(work, rounds=1)
    wall, processor = (
        statistics.median(after[clock] / before[clock] for before, after in pairs)
        for clock in (0, 1)
    )
    benchmark.extra_info.update(wall_ratio=wall, processor_ratio=processor)
    return wall


def timed(work):
    """Seconds on the wall and of the processor."""
    begun = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - begun[0], time.process_time() - begun[1]
