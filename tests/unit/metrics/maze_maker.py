"""Mazes whose answers are known: made cell by cell, drawn at any size, filmed with any encoder."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np

BLACK, WHITE = (0, 0, 0), (255, 255, 255)
GREEN, RED, BLUE = (0, 255, 0), (255, 0, 0), (0, 0, 255)

Cell = tuple[int, int]


@dataclass(frozen=True)
class Maze:
    """A perfect maze: cells, open pairs of neighbours, and the one way from start to end."""

    rows: int
    columns: int
    passages: frozenset[frozenset[Cell]]
    way: tuple[Cell, ...]

    def neighbours(self, cell: Cell) -> Iterator[Cell]:
        for other in _around(cell, self.rows, self.columns):
            if frozenset((cell, other)) in self.passages:
                yield other


def make_maze(rows: int, columns: int, *, seed: int, algorithm: str = "dfs") -> Maze:
    """Make a maze by depth-first search ("dfs") or by Wilson's random walks ("wilson")."""
    source = random.Random(seed)
    passages = (_dfs if algorithm == "dfs" else _wilson)(rows, columns, source)
    maze = Maze(rows, columns, frozenset(passages), ())
    return Maze(rows, columns, maze.passages, tuple(_way(maze, (0, 0), (rows - 1, columns - 1))))


def _around(cell: Cell, rows: int, columns: int) -> Iterator[Cell]:
    row, column = cell
    for other in ((row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column)):
        if 0 <= other[0] < rows and 0 <= other[1] < columns:
            yield other


def _dfs(rows: int, columns: int, source: random.Random) -> set[frozenset[Cell]]:
    stack, seen, passages = [(0, 0)], {(0, 0)}, set()
    while stack:
        fresh = [cell for cell in _around(stack[-1], rows, columns) if cell not in seen]
        if not fresh:
            stack.pop()
            continue
        following = source.choice(fresh)
        passages.add(frozenset((stack[-1], following)))
        seen.add(following)
        stack.append(following)
    return passages


def _wilson(rows: int, columns: int, source: random.Random) -> set[frozenset[Cell]]:
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    inside, passages = {source.choice(cells)}, set()
    for start in cells:
        at, way = start, {}
        while at not in inside:
            way[at] = source.choice(list(_around(at, rows, columns)))
            at = way[at]
        at = start
        while at not in inside:
            inside.add(at)
            passages.add(frozenset((at, way[at])))
            at = way[at]
    return passages


def _way(maze: Maze, start: Cell, end: Cell) -> list[Cell]:
    before: dict[Cell, Cell] = {start: start}
    waiting = [start]
    while waiting:
        cell = waiting.pop()
        for other in maze.neighbours(cell):
            if other not in before:
                before[other] = cell
                waiting.append(other)
    way = [end]
    while way[-1] != start:
        way.append(before[way[-1]])
    return way[::-1]


@dataclass(frozen=True)
class Drawing:
    """How a maze is drawn: sizes in pixels."""

    open_width: int = 30
    wall: int = 4
    padding: int = 0
    padding_color: tuple[int, int, int] = WHITE

    @property
    def pitch(self) -> int:
        return self.open_width + self.wall

    def corner(self, cell: Cell) -> tuple[int, int]:
        offset = self.padding + self.wall
        return offset + cell[1] * self.pitch, offset + cell[0] * self.pitch

    def middle(self, cell: Cell) -> tuple[int, int]:
        left, top = self.corner(cell)
        return left + self.open_width // 2, top + self.open_width // 2

    def puzzle(self, maze: Maze) -> np.ndarray:
        """Draw walls and squares, no path."""
        out = self._ground(maze)
        self._squares(out, maze)
        return out

    def solution(self, maze: Maze) -> np.ndarray:
        """Draw the way as filled blue cells."""
        out = self._ground(maze)
        for first, second in pairwise(maze.way):
            self._fill(out, (first, second), BLUE)
        self._squares(out, maze)
        return out

    def answer(
        self, maze: Maze, cells: Sequence[Cell] | None = None, *, thickness: int = 6
    ) -> np.ndarray:
        """Draw a blue line through the middles of cells, the way unless others are given."""
        out = self._ground(maze)
        points = [self.middle(cell) for cell in (maze.way if cells is None else cells)]
        for first, second in pairwise(points):
            cv2.line(out, first, second, BLUE, thickness)
        self._squares(out, maze)
        return out

    def straight(self, maze: Maze, first: Cell, second: Cell, *, thickness: int = 6) -> np.ndarray:
        """Draw one blue line between the middles of two cells, whatever stands between."""
        return self.answer(maze, (first, second), thickness=thickness)

    def lane(
        self,
        maze: Maze,
        cells: Sequence[Cell],
        *,
        width: int,
        offset: int,
        onto: np.ndarray | None = None,
    ) -> np.ndarray:
        """Draw a blue path of a width, so far from the left or upper wall of its cells."""
        out = self._ground(maze) if onto is None else onto
        for first, second in pairwise(cells):
            (left, top), (right, bottom) = sorted(map(self.corner, (first, second)))
            out[top + offset : bottom + offset + width, left + offset : right + offset + width] = (
                BLUE
            )
        self._squares(out, maze)
        return out

    def frames(
        self,
        maze: Maze,
        cells: Sequence[Cell] | None = None,
        *,
        steps: int = 6,
        side: int | None = None,
        has_start_square: bool = False,
        has_trail: bool = False,
    ) -> Iterator[np.ndarray]:
        """Film a green marker that walks through the middles of cells."""
        half = (side or max(4, self.open_width * 2 // 3)) // 2
        ground = self._ground(maze)
        self._fill(ground, (maze.way[-1],), RED)
        if has_start_square:
            self._fill(ground, (maze.way[0],), GREEN)
        for x, y in self.walk(maze.way if cells is None else cells, steps):
            frame = ground if has_trail else ground.copy()
            frame[y - half : y + half + 1, x - half : x + half + 1] = GREEN
            yield frame.copy()

    def walk(self, cells: Sequence[Cell], steps: int) -> list[tuple[int, int]]:
        points = [self.middle(cell) for cell in cells]
        walked = [points[0]]
        for (x1, y1), (x2, y2) in pairwise(points):
            for step in range(1, steps + 1):
                share = step / steps
                walked.append((round(x1 + (x2 - x1) * share), round(y1 + (y2 - y1) * share)))
        return walked

    def _ground(self, maze: Maze) -> np.ndarray:
        height = maze.rows * self.pitch + self.wall
        width = maze.columns * self.pitch + self.wall
        out = np.zeros((height + 2 * self.padding, width + 2 * self.padding, 3), dtype=np.uint8)
        out[:] = self.padding_color
        out[self.padding : self.padding + height, self.padding : self.padding + width] = BLACK
        for row in range(maze.rows):
            for column in range(maze.columns):
                self._fill(out, ((row, column),), WHITE)
        for passage in maze.passages:
            self._fill(out, tuple(passage), WHITE)
        return out

    def _fill(self, out: np.ndarray, cells: Sequence[Cell], color: tuple[int, int, int]) -> None:
        corners = [self.corner(cell) for cell in cells]
        left, top = min(x for x, _ in corners), min(y for _, y in corners)
        right = max(x for x, _ in corners) + self.open_width
        bottom = max(y for _, y in corners) + self.open_width
        out[top:bottom, left:right] = color

    def _squares(self, out: np.ndarray, maze: Maze) -> None:
        self._fill(out, (maze.way[0],), GREEN)
        self._fill(out, (maze.way[-1],), RED)


def jpeg(rgb: np.ndarray, quality: int) -> np.ndarray:
    """Return what is left of a picture after JPEG."""
    is_done, data = cv2.imencode(
        ".jpg", cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, quality]
    )
    assert is_done
    return cv2.cvtColor(cv2.imdecode(data, cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB)


def blur(rgb: np.ndarray, sigma: float) -> np.ndarray:
    """Return a picture out of focus; sigma in pixels."""
    return cv2.GaussianBlur(rgb, (0, 0), sigma) if sigma > 0 else rgb


def scaled(rgb: np.ndarray, factor: float, method: int = cv2.INTER_NEAREST) -> np.ndarray:
    """Return a picture at another size."""
    return cv2.resize(rgb, None, fx=factor, fy=factor, interpolation=method)


def encode(
    path: Path,
    frames: Iterable[np.ndarray],
    codec: str = "libx264",
    *,
    options: dict[str, str] | None = None,
) -> Path:
    """Write frames as a clip of 24 frames a second; sides are cut to even numbers."""
    import av

    with av.open(str(path), "w") as container:
        track = None
        for frame in frames:
            height, width = frame.shape[0] // 2 * 2, frame.shape[1] // 2 * 2
            if track is None:
                track = container.add_stream(codec, rate=24, options=options or {})
                track.width, track.height, track.pix_fmt = width, height, "yuv420p"
            picture = np.ascontiguousarray(frame[:height, :width])
            for packet in track.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")):
                container.mux(packet)
        for packet in track.encode():
            container.mux(packet)
    return path
