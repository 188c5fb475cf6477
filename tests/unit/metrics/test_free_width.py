"""How wide a passage is, with a piece at any place of its line."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewer.metrics.free_width import free_width

GAP = 180.0


def box(x: float, y: float, w: float, h: float) -> np.ndarray:
    return np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]], dtype=float)


LEFT, RIGHT = box(-100, -50, 100, 100), box(GAP, -50, 100, 100)


def width(start: float, end: float, *solids: np.ndarray) -> float | None:
    found = free_width((start, 0), (end, 0), solids=solids, lines=[])
    return None if found is None else found[0]


def test_a_free_passage_is_measured_between_its_borders() -> None:
    found = free_width((70, 0), (110, 0), solids=[LEFT, RIGHT], lines=[])
    assert found == (GAP, ((0, 0), (GAP, 0)))
    assert width(-50, GAP + 50, LEFT, RIGHT) == GAP


def test_the_outline_of_a_room_bounds_it_and_does_not_cover_it() -> None:
    room = box(-300, -300, 900, 900)
    found = free_width((20, 0), (160, 0), solids=[], lines=[(room, True)])
    assert found is not None
    assert found[0] == 900


def test_nothing_is_measured_in_the_open() -> None:
    assert width(0, GAP) is None
    assert width(20, GAP, LEFT) is None
    assert width(5, 5, LEFT, RIGHT) is None


def test_in_the_open_a_piece_on_the_line_is_found() -> None:
    assert width(0, GAP, box(100, -5, 30, 10)) == 100
    assert width(0, GAP, box(-10, -5, 400, 10)) == 0


def test_what_is_free_beyond_the_end_of_the_line_is_no_passage() -> None:
    far = box(900, -50, 100, 100)
    assert width(0, GAP, LEFT, box(5, -20, 170, 40), far) == 5


@given(st.floats(-60, 240), st.floats(1, 260), st.floats(0, 2 * math.pi))
def test_a_piece_anywhere_along_the_line_is_found(start: float, size: float, angle: float) -> None:
    """One piece leaves the wider of the two sides, in every direction of the plane."""
    end = start + size
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    solids = [outline @ turn for outline in (LEFT, RIGHT, box(start, -20, size, 40))]
    before, after = max(0.0, min(start, GAP)), max(0.0, min(end, GAP))
    expected = max(before, GAP - after)
    one, two = np.array([[0.0, 0], [GAP, 0]]) @ turn
    found = free_width(one, two, solids=solids, lines=[])
    assert found is not None
    assert found[0] == pytest.approx(expected, abs=1e-6)
