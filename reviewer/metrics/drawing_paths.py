"""SVG path data and transforms as points and matrices."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from . import NotMeasured
from .geometry import Points

Matrix = NDArray[np.float64]
MAX_PATH_CHARACTERS = 1_000_000
LARGEST = 1e9
CURVE_STEPS = 16
_TOKEN = re.compile(r"([MmZzLlHhVvCcSsQqTtAa])|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)")
_ARC = re.compile(r"[\s,]*([01])")
_CALL = re.compile(r"(?<![A-Za-z])([A-Za-z]++)\s*+\(([^)]*+)\)")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


@dataclass(frozen=True, slots=True)
class Polyline:
    """A run of points, closed or open."""

    points: Points
    is_closed: bool


def parse_transform(text: str | None) -> Matrix:
    """Return the 3×3 matrix of a transform attribute; unknown functions count as no change.

    Parameters
    ----------
    text : str or None
        For example ``translate(10,5) rotate(30) scale(2)``; applied right to left, as SVG says.
    """
    matrix = np.eye(3)
    for name, body in _CALL.findall(text or ""):
        numbers = [float(found) for found in _NUMBER.findall(body)]
        if any(abs(number) > LARGEST for number in numbers):
            raise NotMeasured(f"the transform {name}({body.strip()}) is too large to use")
        step = _transform_step(name, numbers)
        if step is not None:
            matrix = matrix @ step
        if not np.abs(matrix).max() < LARGEST**2:
            raise NotMeasured("its transforms multiply to numbers too large to use")
    return matrix


def apply_matrix(matrix: Matrix, points: Points) -> Points:
    """Return points moved by a 3×3 matrix, shape (n, 2)."""
    return np.asarray(points @ matrix[:2, :2].T + matrix[:2, 2])


def rotation_of(matrix: Matrix) -> float:
    """Return the clockwise angle, in degrees [0, 360), by which a matrix turns the x axis."""
    return math.degrees(math.atan2(matrix[1, 0], matrix[0, 0])) % 360.0


def parse_path(data: str) -> tuple[Polyline, ...]:
    """Flatten path data into polylines.

    Parameters
    ----------
    data : str
        The ``d`` attribute. All commands are read; each curve becomes 16 straight pieces. As SVG
        says, a fault ends the path and what came before it is kept.

    Raises
    ------
    NotMeasured
        The data is longer than a million characters.
    """
    if len(data) > MAX_PATH_CHARACTERS:
        raise NotMeasured(f"a path of {len(data):,} characters is too long to measure")
    return _Tracer().trace(data)


def _transform_step(name: str, numbers: list[float]) -> Matrix | None:
    count = len(numbers)
    if name == "matrix" and count == 6:
        a, b, c, d, e, f = numbers
        return np.array([[a, c, e], [b, d, f], [0, 0, 1.0]])
    if name == "translate" and count in (1, 2):
        return _shift(numbers[0], numbers[1] if count == 2 else 0.0)
    if name == "scale" and count in (1, 2):
        return np.diag([numbers[0], numbers[-1], 1.0])
    if name == "rotate" and count in (1, 3):
        angle = math.radians(numbers[0])
        cos, sin = math.cos(angle), math.sin(angle)
        turn = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])
        if count == 1:
            return turn
        return np.asarray(_shift(numbers[1], numbers[2]) @ turn @ _shift(-numbers[1], -numbers[2]))
    if name in ("skewX", "skewY") and count == 1:
        matrix = np.eye(3)
        matrix[(0, 1) if name == "skewX" else (1, 0)] = math.tan(math.radians(numbers[0]))
        return matrix
    return None


def _shift(x: float, y: float) -> Matrix:
    return np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]])


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    position, command = 0, ""
    while found := _skip_to(data, position):
        if found.group(1):
            command = found.group(1)
            position = found.end()
            if command in "Zz":
                yield command, []
                command = ""
                continue
        if not command:
            return
        numbers, position = _numbers(data, position, command)
        if len(numbers) < _ARGUMENTS[command.upper()]:
            return
        yield command, numbers
        # Further pairs after a move are lines.
        command = {"M": "L", "m": "l"}.get(command, command)


def _skip_to(data: str, position: int) -> re.Match[str] | None:
    while position < len(data) and data[position] in " \t\r\n,":
        position += 1
    return _TOKEN.match(data, position)


def _numbers(data: str, position: int, command: str) -> tuple[list[float], int]:
    numbers: list[float] = []
    wanted = _ARGUMENTS[command.upper()]
    while len(numbers) < wanted:
        # The two flags of an arc may stand together without a blank: "a1 1 0 01 5 5".
        is_flag = command in "Aa" and len(numbers) in (3, 4)
        found = _ARC.match(data, position) if is_flag else _skip_to(data, position)
        if found is None or (not is_flag and found.group(1)):
            break
        value = float(found.group(1) if is_flag else found.group(2))
        if not abs(value) <= LARGEST:
            break
        numbers.append(value)
        position = found.end()
    return numbers, position


class _Tracer:
    def __init__(self) -> None:
        self.done: list[Polyline] = []
        self.run: list[tuple[float, float]] = []
        self.start = self.here = (0.0, 0.0)
        self.control = (0.0, 0.0)
        self.last = ""

    def trace(self, data: str) -> tuple[Polyline, ...]:
        for command, numbers in _commands(data):
            self._step(command, numbers)
            self.last = command.upper()
        self._finish(is_closed=False)
        return tuple(self.done)

    def _finish(self, *, is_closed: bool) -> None:
        if len(self.run) > 1:
            points = np.array(self.run, dtype=np.float64)
            returns = len(points) > 3 and np.allclose(points[0], points[-1], atol=1e-9)
            if returns:
                points = points[:-1]
            self.done.append(Polyline(points, is_closed or returns))
        self.run = []

    def _step(self, command: str, n: list[float]) -> None:
        kind, x, y = command.upper(), self.here[0], self.here[1]
        base = (x, y) if command.islower() else (0.0, 0.0)
        if kind == "Z":
            self._finish(is_closed=True)
            self.here = self.start
            return
        if kind == "H":
            target = (n[0] + base[0], y)
        elif kind == "V":
            target = (x, n[0] + base[1])
        else:
            target = (n[-2] + base[0], n[-1] + base[1])
        if kind == "M":
            self._finish(is_closed=False)
            self.start = self.here = target
            self.run = [target]
            return
        if not self.run:
            self.run = [self.here]
        if kind in "HVL":
            self.run.append(target)
        elif kind == "A":
            self.run.extend(_arc((x, y), target, n))
        else:
            controls = [(n[i] + base[0], n[i + 1] + base[1]) for i in range(0, len(n) - 2, 2)]
            self._curve(kind, controls, target)
        self.here = target

    def _curve(
        self, kind: str, controls: list[tuple[float, float]], target: tuple[float, float]
    ) -> None:
        smooth = "CS" if kind == "S" else "QT"
        if kind in "ST":
            reflected = self.here
            if self.last and self.last in smooth:
                reflected = (2 * self.here[0] - self.control[0], 2 * self.here[1] - self.control[1])
            controls = [reflected, *controls]
        self.control = controls[-1]
        points = np.array([self.here, *controls, target])
        for step in range(1, CURVE_STEPS + 1):
            level = points
            t = step / CURVE_STEPS
            while len(level) > 1:
                level = level[:-1] * (1 - t) + level[1:] * t
            self.run.append((float(level[0, 0]), float(level[0, 1])))


def _arc(
    start: tuple[float, float], end: tuple[float, float], n: list[float]
) -> list[tuple[float, float]]:
    """Points on an elliptical arc after its start (SVG 2, appendix B.2.4)."""
    rx, ry, turn = abs(n[0]), abs(n[1]), math.radians(n[2])
    if rx == 0 or ry == 0 or start == end:
        return [end]
    cos, sin = math.cos(turn), math.sin(turn)
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x1, y1 = cos * dx + sin * dy, -sin * dx + cos * dy
    grow = math.sqrt((x1 / rx) ** 2 + (y1 / ry) ** 2)
    if grow > 1:
        rx, ry = rx * grow, ry * grow
    inner = (rx * ry) ** 2 - (rx * y1) ** 2 - (ry * x1) ** 2
    factor = math.sqrt(max(0.0, inner / ((rx * y1) ** 2 + (ry * x1) ** 2)))
    factor = -factor if n[3] == n[4] else factor
    cx, cy = factor * rx * y1 / ry, -factor * ry * x1 / rx
    first = math.atan2((y1 - cy) / ry, (x1 - cx) / rx)
    sweep = math.atan2((-y1 - cy) / ry, (-x1 - cx) / rx) - first
    if n[4] and sweep < 0:
        sweep += 2 * math.pi
    if not n[4] and sweep > 0:
        sweep -= 2 * math.pi
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    points: list[tuple[float, float]] = []
    for step in range(1, CURVE_STEPS):
        angle = first + sweep * step / CURVE_STEPS
        px, py = rx * math.cos(angle) + cx, ry * math.sin(angle) + cy
        points.append((cos * px - sin * py + middle[0], sin * px + cos * py + middle[1]))
    return [*points, end]
