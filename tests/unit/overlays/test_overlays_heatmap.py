"""The similarity map is brighter where it is worse, for every viewer."""

from __future__ import annotations

import numpy as np
import pytest

from reviewer.overlays.heatmap import paint_heatmap


def luma(image: np.ndarray) -> np.ndarray:
    return image @ np.array([0.299, 0.587, 0.114])


def test_brightness_rises_evenly_as_similarity_falls():
    steps = luma(paint_heatmap(np.linspace(1, 0, 64)[None, :])[0].astype(float))
    assert (np.diff(steps) > -1.0).all()
    assert steps[-1] - steps[0] > 180
    assert np.diff(steps).max() < 12


def test_values_beyond_the_ends_take_the_end():
    out = paint_heatmap(np.array([[-0.5, 0.0, 1.0, 1.2]]))
    assert out[0, 0].tolist() == out[0, 1].tolist()
    assert out[0, 2].tolist() == out[0, 3].tolist()
    assert out[0, 1].tolist() != out[0, 2].tolist()


def test_it_is_stretched_to_the_picture():
    small = np.array([[0.0, 1.0]])
    assert paint_heatmap(small, size=(8, 6)).shape == (6, 8, 3)
    stretched = paint_heatmap(small, size=(8, 6))
    assert luma(stretched[0, 0]) > luma(stretched[0, 7])


@pytest.mark.parametrize(
    ("similarity", "low"),
    [(np.zeros(3), 0.0), (np.full((2, 2), np.nan), 0.0), (np.ones((2, 2)), 1)],
)
def test_what_is_no_map(similarity: np.ndarray, low: float):
    with pytest.raises(ValueError, match=r"map|below"):
        paint_heatmap(similarity, low=low)
