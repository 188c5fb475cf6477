"""Differences come in classes and in connected regions, the largest first."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.metrics import NotMeasured
from reviewer.metrics.differences import difference_regions


def black(channels: int = 3) -> np.ndarray:
    return np.zeros((30, 40, channels), dtype=np.uint8)


def test_regions_by_area_with_box_and_middle():
    one, two = black(), black()
    two[2:4, 3:6] = 200
    two[10:20, 20:24] = 50
    found = difference_regions(one, two, tolerance=12)
    assert found.count == 2
    assert [(region.area, region.box) for region in found.regions] == [
        (40, (20, 10, 24, 20)),
        (6, (3, 2, 6, 4)),
    ]
    assert found.regions[0].centroid == (21.5, 14.5)
    assert (found.same, found.small, found.large) == (1154, 0, 46)


def test_classes_turn_at_the_tolerance_and_at_the_limit():
    one, two = black(), black()
    two[0, :5, 1] = (12, 13, 32, 33, 255)
    found = difference_regions(one, two, tolerance=12)
    assert found.classes[0, :5].tolist() == [0, 1, 1, 2, 2]
    assert found.large_over == 32
    assert difference_regions(one, two, tolerance=0).large_over == 32
    assert difference_regions(one, two, tolerance=40).large_over == 40
    other = difference_regions(one, two, tolerance=12, large_over=250)
    assert other.classes[0, :5].tolist() == [0, 1, 1, 1, 2]


def test_a_region_touches_over_corners():
    one, two = black(), black()
    two[5, 5] = two[6, 6] = two[7, 5] = 99
    assert difference_regions(one, two, tolerance=0).count == 1


def test_nothing_differs():
    found = difference_regions(black(), black(), tolerance=0)
    assert (found.regions, found.count, found.differing, found.same) == ((), 0, 0, 1200)


def test_alpha_counts_and_says_so():
    one, two = black(4), black(4)
    two[3:5, 3:5, 3] = 255
    two[20, 20] = 255
    found = difference_regions(one, two, tolerance=5)
    assert found.alpha_only == 4
    assert found.alpha_mask is not None
    assert [region.is_alpha for region in found.regions] == [True, False]
    assert found.large == 5


def test_opaque_alpha_on_one_side_is_no_difference():
    opaque = np.dstack([black(), np.full((30, 40), 255, np.uint8)])
    assert difference_regions(black(), opaque, tolerance=0).differing == 0


def test_the_list_is_cut_but_the_count_is_not():
    one, two = black(), black()
    two[::3, ::3] = 255
    found = difference_regions(one, two, tolerance=0, most=5)
    assert len(found.regions) == 5
    assert found.count == 10 * 14


def test_other_sizes_are_refused():
    with pytest.raises(NotMeasured, match="sizes differ"):
        difference_regions(black(), np.zeros((3, 3, 3), np.uint8), tolerance=0)


@pytest.mark.parametrize(("tolerance", "over"), [(-1, None), (256, None), (50, 49)])
def test_impossible_limits_are_refused(tolerance: int, over: int | None):
    with pytest.raises(ValueError, match="tolerance"):
        difference_regions(black(), black(), tolerance=tolerance, large_over=over)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 999), tolerance=st.integers(0, 255))
def test_areas_add_up_and_a_higher_tolerance_never_adds(seed: int, tolerance: int):
    rng = np.random.default_rng(seed)
    one = rng.integers(0, 256, (140, 9, 3), dtype=np.uint8)
    two = np.where(rng.random((140, 9, 1)) < 0.2, 255 - one, one).astype(np.uint8)
    found = difference_regions(one, two, tolerance=tolerance)
    gap = np.abs(one.astype(int) - two).max(axis=2)
    assert found.differing == (gap > tolerance).sum()
    assert sum(region.area for region in found.regions) == found.differing
    assert found.same + found.small + found.large == 140 * 9
    more = difference_regions(one, two, tolerance=min(255, tolerance + 20))
    assert more.differing <= found.differing
