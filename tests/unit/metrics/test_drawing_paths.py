"""Path data and transforms against points worked out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewer.metrics import NotMeasured
from reviewer.metrics.drawing_paths import (
    apply_matrix,
    parse_path,
    parse_transform,
    rotation_of,
)


@pytest.mark.parametrize(
    ("data", "points", "is_closed"),
    [
        ("M 50,50 H 100 V 90 H 50 Z", [[50, 50], [100, 50], [100, 90], [50, 90]], True),
        ("m1 2 3 4-1-2", [[1, 2], [4, 6], [3, 4]], False),
        ("M0,0L1.5.5L-1e1,2", [[0, 0], [1.5, 0.5], [-10, 2]], False),
        ("M 0 0 h 4 v 3 h -4 L 0 0", [[0, 0], [4, 0], [4, 3], [0, 3]], True),
        ("M0 0 L5 5 garbage L9 9", [[0, 0], [5, 5]], False),
        ("M0 0 L5 5 L6", [[0, 0], [5, 5]], False),
    ],
)
def test_straight_paths(data, points, is_closed) -> None:
    (line,) = parse_path(data)
    assert line.points.tolist() == points
    assert line.is_closed is is_closed


def test_each_subpath_is_one_line() -> None:
    lines = parse_path("M0 0 h2 v2 z m10 0 h2")
    assert [line.is_closed for line in lines] == [True, False]
    # After closing, a relative move counts from the start of the closed part.
    assert lines[1].points.tolist() == [[10, 0], [12, 0]]


def test_curves_pass_through_their_middle() -> None:
    (cubic,) = parse_path("M0 0 C 0 4 4 4 4 0")
    assert cubic.points[8].tolist() == [2, 3]
    (quadratic,) = parse_path("M0 0 Q 2 4 4 0 T 8 0")
    assert quadratic.points[8].tolist() == [2, 2]
    assert quadratic.points[24].tolist() == [6, -2]
    (smooth,) = parse_path("M0 0 C 0 4 4 4 4 0 S 8 -4 8 0")
    assert smooth.points[24].tolist() == [6, -3]


def test_arcs() -> None:
    (half,) = parse_path("M0 0 a5 5 0 0110 0")
    assert half.points[8] == pytest.approx([5, -5])
    radii = np.linalg.norm(half.points - [5, 0], axis=1)
    assert radii == pytest.approx(np.full(17, 5))
    (other,) = parse_path("M0 0 A5 5 0 0 0 10 0")
    assert other.points[8] == pytest.approx([5, 5])
    (grown,) = parse_path("M0 0 A1 1 0 0 1 10 0")
    assert grown.points[8] == pytest.approx([5, -5])
    (flat,) = parse_path("M0 0 A0 1 0 0 1 10 0")
    assert flat.points.tolist() == [[0, 0], [10, 0]]


@pytest.mark.parametrize(
    ("text", "point"),
    [
        (None, [1, 2]),
        ("translate(10)", [11, 2]),
        ("translate(100,50) scale(0.5)", [100.5, 51]),
        ("scale(2 3)", [2, 6]),
        ("rotate(90)", [-2, 1]),
        ("rotate(90 1 1)", [0, 1]),
        ("matrix(0 1 -1 0 5 6)", [3, 7]),
        ("skewX(45)", [3, 2]),
        ("skewY(45)", [1, 3]),
        ("nonsense(1) translate(1,1)", [2, 3]),
    ],
)
def test_transforms(text, point) -> None:
    moved = apply_matrix(parse_transform(text), np.array([[1.0, 2.0]]))
    assert moved[0] == pytest.approx(point)


def test_rotation_and_overflow() -> None:
    assert rotation_of(parse_transform("translate(5) rotate(-90) scale(3)")) == pytest.approx(270)
    with pytest.raises(NotMeasured, match="too large"):
        parse_transform("scale(1e400)")
    with pytest.raises(NotMeasured, match="too long"):
        parse_path("M" + " 1" * 600_000)


@given(st.text(alphabet="MmLlHhVvCcSsQqTtAaZz0123456789.-+e, ", max_size=80))
def test_no_path_is_too_odd(data: str) -> None:
    for line in parse_path(data):
        assert line.points.shape[1] == 2
        assert len(line.points) >= 2 or line.is_closed
        assert not any(math.isnan(value) for value in line.points.ravel())
