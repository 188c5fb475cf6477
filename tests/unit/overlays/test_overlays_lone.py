"""Rings are for what a person would miss: small, alone, once for those that stand together."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.overlays.layers import Layer, ring_points
from reviewer.overlays.lone import MOST, NEAR, WIDEST, lone_regions


def regions(*rows: tuple[float, ...]) -> np.ndarray:
    return np.array(rows, dtype=np.float64).reshape(-1, 5)


def test_a_small_region_that_stands_alone_gets_a_ring() -> None:
    assert lone_regions(regions((10, 20, 3, 4, 12)), under=6) == ((11.5, 22.0, 5.0),)
    assert lone_regions(regions((10, 20, 6, 4, 24)), under=6) == ()
    assert lone_regions(regions(), under=6) == ()


@pytest.mark.parametrize(("left", "count"), [(30, 0), (75, 0), (95, 1)])
def test_beside_or_inside_of_a_larger_region_there_is_none(left: float, count: int) -> None:
    large = (10, 10, 60, 60, 1800)
    assert len(lone_regions(regions(large, (left, 30, 2, 2, 4)), under=6)) == count


def test_a_thin_frame_does_not_hide_what_is_inside() -> None:
    frame = (0, 0, 400, 400, 1600)
    assert len(lone_regions(regions(frame, (200, 200, 2, 2, 4)), under=6)) == 1


def test_rings_that_would_touch_are_one() -> None:
    found = lone_regions(
        regions((10, 10, 2, 2, 4), (20, 10, 2, 2, 4), (29, 10, 2, 2, 4), (200, 10, 2, 2, 4)),
        under=6,
    )
    assert [(x, y) for x, y, _ in found] == [(20.5, 11.0), (201.0, 11.0)]
    assert found[0][2] == pytest.approx(np.hypot(21, 2))


def test_a_field_of_specks_gets_none_and_many_places_get_few() -> None:
    field = [(x * 8.0, y * 8.0, 1, 1, 1) for x in range(40) for y in range(40)]
    assert lone_regions(regions(*field), under=6) == ()
    far = [(x * 60.0, y * 60.0, 1, 1, 1) for x in range(8) for y in range(8)]
    assert len(lone_regions(regions(*far), under=6)) == MOST


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, 500), st.integers(0, 300), st.integers(1, 40), st.integers(1, 40)),
        max_size=60,
    )
)
def test_no_ring_touches_another_or_is_wide(boxes: list[tuple[int, int, int, int]]) -> None:
    found = lone_regions(regions(*[(*box, box[2] * box[3]) for box in boxes]), under=6)
    assert all(side <= WIDEST for _, _, side in found)
    large = [box for box in boxes if max(box[2:]) >= 6]
    for number, (x, y, side) in enumerate(found):
        for other_x, other_y, other in found[:number]:
            reach = max(side / 2 + 4, 7) + max(other / 2 + 4, 7)
            assert np.hypot(x - other_x, y - other_y) >= reach
        if side < 6:
            for left, top, width, height in large:
                gap = np.hypot(
                    max(0, left - x, x - left - width), max(0, top - y, y - top - height)
                )
                assert gap > NEAR - 6


def test_small_and_large_differences_of_a_sheet_are_looked_at_together() -> None:
    large, small = np.zeros((2, 200, 200), bool)
    large[20:60, 20:60] = True
    small[62:64, 40:42] = True
    small[150, 150] = True
    layers = [Layer("small", "s", small), Layer("large", "l", large)]
    assert [(ring.x, ring.y) for ring in ring_points(layers, 1.0)] == [(150.0, 150.0)]
    # A change that is not as meant draws the eye, and gets no ring itself.
    beside = [Layer("changed_otherwise", "o", large), Layer("change_missing", "m", small)]
    assert [(ring.x, ring.y) for ring in ring_points(beside, 1.0)] == [(150.0, 150.0)]
    # Claims that a grade stands on are each found, whatever lies beside them.
    crossings = [Layer("crossing", "c", small), Layer("large", "l", large)]
    assert len(ring_points(crossings, 1.0)) == 2
