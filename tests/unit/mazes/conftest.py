"""Folders of mazes whose answers are known, and the command line over them."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import cv2
import pytest

from reviewer import kinds
from reviewer.cli import main
from reviewer.kinds.protocol import Request
from reviewer.model import Task
from reviewer.session import survey
from reviewer.session.jobs import CancelToken
from reviewer.session.state import TaskState
from reviewer.store import log
from reviewer.store.folder import discover
from reviewer.store.settings import load_settings
from tests.unit.metrics import maze_maker


@pytest.fixture(scope="session")
def maker() -> ModuleType:
    """The maze maker of the metrics' tests."""
    return maze_maker


def write_picture(path: Path, rgb: Any) -> Path:
    """Write an RGB array; an old file is not taken for one that is still being written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR))
    os.utime(path, (1e9, 1e9))
    return path


@dataclass
class Mazes:
    """Writes mazes into folders under the names of a run."""

    maker: ModuleType
    open_width: int = 24
    wall: int = 4

    def name(self, index: int, side: int, algo: str = "dfs", difficulty: str = "easy") -> str:
        return f"{algo}_{difficulty}_{side}x{side}_n{index:03d}_var1_fixed_both"

    def made(self, index: int, side: int) -> tuple[Any, Any]:
        maze = self.maker.make_maze(side, side, seed=index)
        return maze, self.maker.Drawing(self.open_width, self.wall)

    def write(
        self,
        folder: Path,
        index: int = 0,
        *,
        side: int = 4,
        solutions: Path | None = None,
        crosses: bool = False,
        ending: str = "_targeted_solution",
    ) -> str:
        """One maze: answer in `folder`, solution in `solutions`; returns the maze's name."""
        maze, drawing = self.made(index, side)
        name = self.name(index, side)
        write_picture((solutions or folder) / f"{name}_solution.png", drawing.solution(maze))
        answer = (
            drawing.straight(maze, maze.way[0], maze.way[-1]) if crosses else drawing.answer(maze)
        )
        write_picture(folder / f"{name}{ending}.png", answer)
        return name

    def film(self, path: Path, index: int = 0, *, side: int = 4, cells: Any = None) -> Path:
        """A clip of a marker that walks the way, or through other cells."""
        pytest.importorskip("av")
        maze, drawing = self.made(index, side)
        path.parent.mkdir(parents=True, exist_ok=True)
        self.maker.encode(path, drawing.frames(maze, cells, steps=4))
        os.utime(path, (1e9, 1e9))
        return path


@pytest.fixture
def mazes(maker: ModuleType) -> Mazes:
    return Mazes(maker)


@dataclass
class Ran:
    """What a command gave."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Run a command of the program in an own current folder."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)

    def call(*words: object) -> Ran:
        code = main([str(word) for word in words])
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return call


def tasks(folder: Path) -> dict[str, Task]:
    return {task.id: task for task in discover(folder)}


def graded(task: Task, **parameters: Any) -> TaskState:
    """One task measured and folded, without a cache."""
    state = survey.grade_state(
        task, settings=load_settings()[0], cache=None, answers=None, token=CancelToken()
    )
    assert state.rubric is not None, state.error
    if parameters:
        state.parameters.update(parameters)
    return state


def request(state: TaskState, **parameters: Any) -> Request:
    assert state.effective is not None
    return Request(
        task=state.task,
        rubric=state.effective,
        reader=state.reader,
        token=CancelToken(),
        parameters=parameters,
        measurements=state.measurements,
    )


def measured(state: TaskState, **parameters: Any) -> dict[str, Any]:
    """The numbers under other parameters."""
    found = kinds.kind(state.task.kind).measure(request(state, **parameters))
    return {m.id: m.value for m in found.measurements}


def say(task: Task, type: str = "answer", *, author: str = "ann", **values: Any) -> None:
    """Somebody says something of a task: a line in the log beside it."""
    entry = log.new_entry(type, task=task.id, author=author, **values)
    task.review_folder.mkdir(parents=True, exist_ok=True)
    with (task.review_folder / f"{author}-0000.jsonl").open("ab") as handle:
        handle.write(log.encode_entry(entry))


@pytest.fixture
def bench() -> SimpleNamespace:
    """The helpers of this folder: modules of tests cannot import each other."""
    return SimpleNamespace(
        tasks=tasks,
        graded=graded,
        request=request,
        measured=measured,
        say=say,
        write=write_picture,
        kind=lambda state: kinds.kind(state.task.kind),
    )
