"""A run over a thousand pictures: its rate, its memory, and what a kill half-way costs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import cv2
import pytest

from tests.unit.metrics import maze_maker as maker

COUNT = 1000
MAZES = 20
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def images(tmp_path_factory):
    """A thousand answers to twenty mazes of 8×8, 278 pixels wide."""
    folder = tmp_path_factory.mktemp("run")
    (folder / "images").mkdir()
    (folder / "solutions").mkdir()
    drawing = maker.Drawing(30, 4)
    for number in range(MAZES):
        maze = maker.make_maze(8, 8, seed=number)
        for index in range(number, COUNT, MAZES):
            name = f"dfs_medium_8x8_n{index:04d}_var1_fixed_both"
            answer = drawing.answer(maze, thickness=4 + index % 3)
            cv2.imwrite(str(folder / "images" / f"{name}_targeted_solution.png"), bgr(answer))
            solution = bgr(drawing.solution(maze))
            cv2.imwrite(str(folder / "solutions" / f"{name}_solution.png"), solution)
    return folder


def bgr(rgb):
    return cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR)


def begin(images, out, *more):
    return subprocess.Popen(
        [
            *(sys.executable, "-m", "reviewer.cli", "maze", "images"),
            *("--input_dir", "images", "--solution_dir", "solutions", "--output_dir", out, *more),
        ],
        cwd=images,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def rows_in(path: Path) -> int:
    return path.read_bytes().count(b'{"filename"') if path.exists() else 0


def resident(pid: int) -> int:
    """Bytes of memory of a process, without its children."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_a_thousand_pictures_keep_their_rate_and_memory(benchmark, images):
    incremental = images / "out" / "evaluation_results_incremental.json"
    memory: dict[int, int] = {}

    def whole():
        process = begin(images, "out")
        while process.poll() is None:
            done = rows_in(incremental)
            if done >= 200 and process.poll() is None:
                memory.setdefault(done // 100, resident(process.pid))
            time.sleep(0.05)
        assert process.returncode == 0

    benchmark.pedantic(whole, rounds=1)
    latest = json.loads((images / "out" / "evaluation_results_latest.json").read_text())
    assert len({row["filename"] for row in latest["results"]}) == COUNT
    assert latest["summary"]["errors"] == {"count": 0, "total": COUNT}
    seconds = benchmark.stats.stats.min
    first, last = memory[min(memory)], memory[max(memory)]
    growth = (last - first) / first
    benchmark.extra_info.update(
        per_second=COUNT / seconds, first_mb=first / 1e6, last_mb=last / 1e6, growth=growth
    )
    assert growth < 0.10
    assert COUNT / seconds > 5


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_run_killed_half_way_loses_nothing(benchmark, images, jobs):
    out = f"killed{jobs}"
    incremental = images / out / "evaluation_results_incremental.json"
    process = begin(images, out, "--no_visualizations", "--jobs", jobs)
    while rows_in(incremental) < COUNT // 2:
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    before = rows_in(incremental)

    def rest():
        again = begin(images, out, "--no_visualizations", "--jobs", jobs)
        assert again.wait() == 0

    benchmark.pedantic(rest, rounds=1)
    latest = json.loads((images / out / "evaluation_results_latest.json").read_text())
    names = [row["filename"] for row in latest["results"]]
    assert len(names) == len(set(names)) == COUNT
    assert latest["run"]["resumed"] == before
    benchmark.extra_info.update(resumed=before)
