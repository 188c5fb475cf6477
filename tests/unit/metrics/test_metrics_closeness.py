"""Distances between pixels have their textbook values and never turn into infinity."""

from __future__ import annotations

import math

import numpy as np
import pytest

from reviewer.metrics import NotMeasured
from reviewer.metrics.closeness import closeness, mean_absolute_difference, mse, nearness, psnr


def flat(level: int, size: tuple[int, int] = (6, 8)) -> np.ndarray:
    return np.full((*size, 3), level, dtype=np.uint8)


def test_values_of_a_known_step():
    one, two = flat(100), flat(110)
    assert mse(one, two) == 100.0
    assert mean_absolute_difference(one, two) == 10.0
    assert closeness(one, two) == math.exp(-0.1)
    found = psnr(one, two)
    assert found.value == pytest.approx(10 * math.log10(65025 / 100), abs=1e-12)
    assert not found.is_identical


def test_bytes_do_not_wrap_around():
    assert mse(flat(200), flat(210)) == mse(flat(210), flat(200)) == 100.0
    assert mse(flat(0), flat(255)) == 65025.0


def test_identical_pictures_have_no_finite_ratio():
    found = psnr(flat(7), flat(7))
    assert found.value is None
    assert found.is_identical
    assert closeness(flat(7), flat(7)) == 1.0


def test_mse_is_exact_on_noise():
    rng = np.random.default_rng(1)
    one = rng.integers(0, 256, (123, 77, 3), dtype=np.uint8)
    two = rng.integers(0, 256, (123, 77, 3), dtype=np.uint8)
    expected = np.mean((one.astype(np.float64) - two.astype(np.float64)) ** 2)
    assert mse(one, two) == pytest.approx(expected, rel=1e-14)


def test_alpha_is_not_looked_at():
    one = np.dstack([flat(5), np.zeros((6, 8), np.uint8)])
    assert mse(one, flat(5)) == 0.0


@pytest.mark.parametrize("measure", [mse, closeness, mean_absolute_difference, psnr])
def test_other_sizes_are_refused(measure):
    with pytest.raises(NotMeasured, match="8×6 and 9×6"):
        measure(flat(1), flat(1, (6, 9)))


def test_a_no_op_is_nearer_to_the_initial():
    found = nearness(result=flat(100), golden=flat(60), initial=flat(100))
    assert (found.golden, found.initial) == (40.0, 0.0)
    assert found.value == -40.0
    assert nearness(flat(61), flat(60), flat(100)).value == 38.0


def test_another_size_is_resized_and_noted():
    found = nearness(flat(50), golden=flat(50, (12, 16)), initial=flat(40))
    assert found.golden == 0.0
    assert found.notes == ("golden resized 16×12 → 8×6",)
