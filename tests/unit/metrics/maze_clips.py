"""Clips of mazes judged as the program judges them: measured frame by frame, then as a whole."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from reviewer.metrics.maze_color import RgbImage
from reviewer.metrics.maze_evaluation import MazeEvaluation
from reviewer.metrics.maze_frames import measure_clip
from reviewer.metrics.maze_parameters import VIDEO_DEFAULTS, MazeParameters
from reviewer.metrics.maze_solution import SolutionAnalysis
from reviewer.metrics.maze_video import judge_clip
from reviewer.store.clips import open_clip


def judged_frames(
    frames: Iterable[tuple[int, RgbImage]],
    solution: SolutionAnalysis,
    parameters: MazeParameters = VIDEO_DEFAULTS,
    **how: Any,
) -> MazeEvaluation:
    """Judge numbered frames; `how` goes to `measure_clip`."""
    return judge_clip(measure_clip(frames, solution, parameters, **how), parameters)


def judged_file(path: Path, solution: SolutionAnalysis, *, wanted: int = 192) -> MazeEvaluation:
    """Judge a clip on the disk."""
    return open_clip(path, cancel=lambda: None).stream(
        wanted, lambda frames: judged_frames(frames, solution, order="bgr"), order="bgr"
    )
