"""The exact comparison sees every channel, says where, and tells hidden differences apart."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.metrics import NotMeasured
from reviewer.metrics.exact import compare_exact


def solid(*color: int, size: tuple[int, int] = (4, 5)) -> np.ndarray:
    return np.full((*size, len(color)), color, dtype=np.uint8)


def test_opaque_rgba_pictures_of_other_colors_differ():
    found = compare_exact(solid(255, 0, 0, 255), solid(0, 0, 255, 255))
    assert not found.is_equal
    assert (found.differing, found.share, found.largest) == (20, 1.0, 255)
    assert found.box == (0, 0, 5, 4)
    assert found.alpha_only == found.hidden == 0


def test_equal_pictures_have_nothing_to_show():
    found = compare_exact(solid(1, 2, 3), solid(1, 2, 3))
    assert found.is_equal
    assert (found.differing, found.share, found.largest, found.box) == (0, 0.0, 0, None)


def test_one_pixel_has_its_box():
    one = np.zeros((50, 60, 3), np.uint8)
    two = one.copy()
    two[40, 7] = (0, 9, 0)
    found = compare_exact(one, two)
    assert (found.differing, found.largest, found.box) == (1, 9, (7, 40, 8, 41))
    assert found.share == pytest.approx(1 / 3000)


def test_pictures_of_other_sizes_are_never_equal():
    found = compare_exact(np.zeros((4, 4, 3), np.uint8), np.zeros((8, 8, 3), np.uint8))
    assert not found.is_equal
    assert not found.is_same_size
    assert found.differing is None
    assert found.share is None
    assert found.notes == ("sizes differ: 4×4 and 8×8",)


def test_alpha_alone_counts_and_says_so():
    one, two = solid(9, 9, 9, 255), solid(9, 9, 9, 255)
    two[1, 1, 3] = 100
    found = compare_exact(one, two)
    assert (found.differing, found.alpha_only, found.hidden) == (1, 1, 0)
    assert found.largest == 155


def test_color_under_alpha_zero_is_told_apart():
    one, two = solid(255, 0, 255, 0), solid(0, 255, 0, 0)
    found = compare_exact(one, two)
    assert not found.is_equal
    assert found.hidden == found.differing == 20
    two[0, 0, 3] = 255
    found = compare_exact(one, two)
    assert (found.differing, found.hidden) == (20, 19)


def test_a_missing_alpha_is_opaque():
    assert compare_exact(solid(1, 2, 3), solid(1, 2, 3, 255)).is_equal
    assert not compare_exact(solid(1, 2, 3), solid(1, 2, 3, 254)).is_equal


def test_grey_beside_color_compares_by_value():
    found = compare_exact(np.full((3, 3), 80, np.uint8), solid(80, 80, 80, size=(3, 3)))
    assert found.is_equal
    assert found.notes == ("channels: 1 beside 3",)


def test_sixteen_bits_beside_eight_compare_by_value():
    eight = np.arange(256, dtype=np.uint8).reshape(16, 16)
    sixteen = eight.astype(np.uint16) * 257
    assert compare_exact(sixteen, eight).is_equal
    sixteen[3, 3] += 1
    found = compare_exact(sixteen, eight)
    assert (found.differing, found.largest, found.depth) == (1, 1, 16)


def test_floats_beside_bytes_are_refused():
    with pytest.raises(NotMeasured, match="float64"):
        compare_exact(np.zeros((3, 3)), np.zeros((3, 3), np.uint8))


def test_floats_are_compared_as_stored():
    one, two = np.zeros((3, 3)), np.zeros((3, 3))
    assert compare_exact(one, two).is_equal
    two[1, 2] = 1e-6
    found = compare_exact(one, two)
    assert (found.differing, found.box, found.largest) == (1, (2, 1, 3, 2), 1e-6)


@settings(max_examples=60, deadline=None)
@given(
    height=st.integers(1, 80),
    width=st.integers(1, 20),
    channels=st.sampled_from([1, 2, 3, 4]),
    kind=st.sampled_from([np.uint8, np.uint16]),
    seed=st.integers(0, 9999),
)
def test_it_counts_as_plain_numpy_does(
    height: int, width: int, channels: int, kind: type, seed: int
):
    rng = np.random.default_rng(seed)
    one = (rng.integers(0, 3, (height, width, channels)) * 60).astype(kind)
    two = one.copy()
    spots = rng.random((height, width)) < 0.1
    two[spots] = (rng.integers(0, 3, two[spots].shape) * 60).astype(kind)
    gap = np.abs(one.astype(int) - two.astype(int))
    differs = gap.any(axis=2)
    found = compare_exact(one, two)
    assert found.differing == differs.sum()
    assert found.largest == gap.max()
    assert found.is_equal == (not differs.any())
    if channels in (2, 4):
        color = gap[..., :-1].any(axis=2)
        unseen = (one[..., -1] == 0) & (two[..., -1] == 0)
        assert found.alpha_only == (differs & ~color).sum()
        assert found.hidden == (color & unseen).sum()
    if differs.any():
        rows, columns = np.nonzero(differs)
        box = (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
        assert found.box == box
