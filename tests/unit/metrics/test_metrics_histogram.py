"""Histograms count exactly and a flat one never becomes a number by accident."""

from __future__ import annotations

import numpy as np
import pytest

from reviewer.metrics import NotMeasured
from reviewer.metrics.histogram import color_histogram, histogram_correlation, level_counts


def ramp() -> np.ndarray:
    """Every level equally often: a histogram without any variation."""
    levels = np.arange(256, dtype=np.uint8).reshape(16, 16)
    return np.stack([levels, levels, levels], axis=2)


def test_it_equals_numpys_histogram():
    rng = np.random.default_rng(0)
    image = rng.integers(0, 256, (37, 53, 3), dtype=np.uint8)
    expected = np.concatenate(
        [np.histogram(image[..., index], bins=64, range=(0, 256))[0] for index in range(3)]
    )
    np.testing.assert_allclose(color_histogram(image), expected / image.size, rtol=1e-14)
    assert level_counts(image).sum() == image.size


def test_correlation_is_pearsons():
    rng = np.random.default_rng(0)
    one = rng.integers(0, 200, (40, 40, 3), dtype=np.uint8)
    two = rng.integers(30, 256, (20, 90, 3), dtype=np.uint8)
    rows = [color_histogram(image) for image in (one, two)]
    expected = np.corrcoef(rows[0], rows[1])[0, 1]
    assert histogram_correlation(one, two).value == pytest.approx(expected, abs=1e-12)


def test_identical_flat_histograms_are_one():
    found = histogram_correlation(ramp(), ramp()[::-1])
    assert found.value == 1.0
    assert found.is_flat


def test_a_flat_histogram_beside_another_is_not_measured():
    other = np.zeros((16, 16, 3), np.uint8)
    with pytest.raises(NotMeasured, match="first picture is flat"):
        histogram_correlation(ramp(), other)
    with pytest.raises(NotMeasured, match="second picture is flat"):
        histogram_correlation(other, ramp())


def test_one_color_has_a_correlation():
    one = np.full((4, 4, 3), 10, np.uint8)
    two = np.full((9, 9, 3), 200, np.uint8)
    assert histogram_correlation(one, one.copy()).value == 1.0
    assert -0.1 < histogram_correlation(one, two).value < 0


def test_grey_counts_three_times_and_alpha_never():
    grey = np.full((4, 4), 7, np.uint8)
    assert level_counts(grey)[:, 7].tolist() == [16, 16, 16]
    rgba = np.full((4, 4, 4), 7, np.uint8)
    np.testing.assert_array_equal(level_counts(rgba), level_counts(grey))


@pytest.mark.parametrize("bins", [0, 257])
def test_bins_have_limits(bins: int):
    with pytest.raises(ValueError, match="bins"):
        color_histogram(ramp(), bins=bins)
