"""Containment, clearance and free width on figures whose answers are known by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewer.metrics import geometry as g

SQUARE = np.array([[0.0, 0], [10, 0], [10, 10], [0, 10]])
ELL = np.array([[0.0, 0], [20, 0], [20, 10], [10, 10], [10, 20], [0, 20]])


def box(x: float, y: float, w: float, h: float) -> np.ndarray:
    return np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]], dtype=float)


def test_area_centroid_bounds() -> None:
    assert g.area(ELL) == 300
    assert g.centroid(SQUARE) == (5, 5)
    assert g.centroid(ELL) == pytest.approx((25 / 3, 25 / 3))
    assert g.centroid(np.array([[1.0, 1], [3, 3]])) == (2, 2)
    assert g.bounds(ELL) == (0, 0, 20, 20)


def test_contains_a_concave_ring() -> None:
    inside = g.contains(ELL, np.array([[5.0, 15], [15, 5], [15, 15], [-1, 5], [5, 25]]))
    assert inside.tolist() == [True, True, False, False, False]
    assert g.contains(ELL[::-1], np.array([[5.0, 15]])).tolist() == [True]


@pytest.mark.parametrize(
    ("inner", "distance"),
    [
        (box(1, 1, 5, 5), 0),
        (box(0, 0, 10, 10), 0),
        (box(-3, 1, 5, 5), 3),
        (box(5, 5, 8, 8), 3),
        (box(30, 0, 4, 4), 14),
    ],
)
def test_excess(inner: np.ndarray, distance: float) -> None:
    assert g.excess(inner, ELL)[0] == pytest.approx(distance)


def test_a_thin_wall_through_a_piece_is_found() -> None:
    # The room has a slit that passes the piece: every corner of the piece lies inside.
    room = np.array(
        [[0.0, 0], [20, 0], [20, 20], [10.5, 20], [10.5, 2], [9.5, 2], [9.5, 20], [0, 20]]
    )
    reach, where = g.excess(box(5, 8, 10, 4), room)
    assert reach > 0.3
    assert where[0] == pytest.approx(10, abs=0.5)


def test_gap_between_outlines() -> None:
    distance, segment = g.gap(box(2, 3, 2, 2), SQUARE, closed=(True, True))
    assert distance == 2
    assert segment[1][0] == 0
    assert g.gap(SQUARE, box(5, 5, 10, 10), closed=(True, True))[0] == 0
    line = np.array([[14.0, 13], [20, 13]])
    distance, segment = g.gap(SQUARE, line, closed=(True, False))
    assert distance == 5
    assert segment == ((10, 10), (14, 13))
    # The side that would close an open line is not there.
    corner = np.array([[20.0, 0], [20, 40], [60, 40]])
    assert g.gap(np.array([[30.0, 20]]), corner, closed=(False, False))[0] == 10


def test_region_gap_is_zero_inside() -> None:
    assert g.region_gap(box(2, 2, 1, 1), SQUARE)[0] == 0
    assert g.region_gap(SQUARE, box(2, 2, 1, 1))[0] == 0
    assert g.region_gap(box(13, 0, 1, 1), SQUARE)[0] == 3


def test_points_must_be_finite_pairs() -> None:
    for bad in ([1, 2], [[1, 2, 3]], [[1, math.inf]]):
        with pytest.raises(ValueError, match="finite pairs"):
            g.as_points(bad)


@given(
    st.floats(-50, 50),
    st.floats(-50, 50),
    st.floats(0.5, 30),
    st.floats(0.5, 30),
    st.floats(0, 2 * math.pi),
)
def test_turning_everything_changes_no_distance(x, y, w, h, angle) -> None:
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    piece = box(x, y, w, h)
    straight = g.gap(piece, ELL, closed=(True, True))[0]
    turned = g.gap(piece @ turn, ELL @ turn, closed=(True, True))[0]
    assert turned == pytest.approx(straight, abs=1e-6)
    out, turned_out = g.excess(piece, ELL)[0], g.excess(piece @ turn, ELL @ turn)[0]
    # Only points on the outline itself may fall on either side, and they are 0 away.
    assert turned_out == pytest.approx(out, abs=1e-6)
