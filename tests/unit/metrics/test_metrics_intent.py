"""How much of the intended change was made: all, none, too much, or the wrong way."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.metrics import NotMeasured
from reviewer.metrics.intent import intended_change


def flat(level: int) -> np.ndarray:
    return np.full((300, 4, 3), level, dtype=np.uint8)


@pytest.mark.parametrize(
    ("result", "value", "aligned"),
    [(60, 1.0, 1.0), (100, 0.0, None), (120, -0.5, -1.0), (20, 2.0, 1.0), (80, 0.5, 1.0)],
)
def test_along_the_intended_change(result: int, value: float, aligned: float | None):
    found = intended_change(initial=flat(100), golden=flat(60), result=flat(result))
    assert found.value == value
    assert found.aligned == (None if aligned is None else pytest.approx(aligned, abs=1e-12))
    assert found.meant == 40.0


def test_another_edit_is_not_aligned():
    golden, result = flat(100), flat(100)
    golden[..., 0] = 200
    result[..., 2] = 200
    found = intended_change(flat(100), golden, result)
    assert (found.value, found.aligned) == (0.0, 0.0)


def test_a_broken_task_is_not_measured():
    with pytest.raises(NotMeasured, match="no change of them was meant"):
        intended_change(flat(1), flat(1), flat(2))
    with pytest.raises(NotMeasured, match="sizes differ"):
        intended_change(flat(1), flat(2), flat(2)[:5])


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 999))
def test_the_golden_itself_is_always_one(seed: int):
    rng = np.random.default_rng(seed)
    initial = rng.integers(0, 256, (5, 6, 3), dtype=np.uint8)
    golden = rng.integers(0, 256, (5, 6, 3), dtype=np.uint8)
    assert intended_change(initial, golden, golden).value == 1.0
    assert intended_change(initial, golden, initial).value == 0.0
