"""Folders of small mazes for a whole window."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from tests.unit.metrics.maze_maker import Drawing, make_maze

DRAWING = Drawing(24, 4)


def write_maze(folder: Path, number: int, *, form: str = "right", side: int = 4) -> str:
    """A maze that is solved, cut through, half solved (`half`) or without a path (`none`)."""
    maze = make_maze(side, side, seed=number)
    name = f"dfs_easy_{side}x{side}_n{number:03d}_var1_fixed_both"
    answer = {
        "right": lambda: DRAWING.answer(maze),
        "cut": lambda: DRAWING.straight(maze, maze.way[0], maze.way[-1]),
        "half": lambda: DRAWING.answer(maze, cells=maze.way[: max(2, len(maze.way) // 2)]),
        "none": lambda: DRAWING.answer(maze, cells=()),
    }[form]()
    _write(folder / f"{name}_solution.png", DRAWING.solution(maze))
    _write(folder / f"{name}_targeted_solution.png", answer)
    return name


def _write(path: Path, rgb: np.ndarray) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR))
