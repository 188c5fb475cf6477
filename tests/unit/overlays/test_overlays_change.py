"""The change made is held against the change meant: four classes."""

from __future__ import annotations

import numpy as np
import pytest

from reviewer.overlays.change import change_layers
from tests.unit.overlays.labels import labels_at


def row(*levels: int) -> np.ndarray:
    return np.repeat(np.array([levels], np.uint8)[..., None], 3, axis=2)


INITIAL = row(100, 100, 100, 100, 100)
GOLDEN = row(150, 150, 150, 100, 100)
RESULT = row(151, 90, 100, 130, 100)


def test_four_classes_and_none():
    layers = change_layers(INITIAL, GOLDEN, RESULT, tolerance=2)
    assert [labels_at(layers, x, 0) for x in range(5)] == [
        ["as meant"],
        ["not as meant"],
        ["change missing"],
        ["uncalled for"],
        [],
    ]


def test_every_pixel_is_in_one_class_at_most():
    rng = np.random.default_rng(0)
    pictures = [rng.integers(0, 8, (20, 20, 3), dtype=np.uint8) for _ in range(3)]
    for tolerance in (0, 2, 5):
        layers = change_layers(*pictures, tolerance=tolerance)
        assert sum(layer.mask.astype(int) for layer in layers).max() <= 1


def test_three_pictures_of_one_size():
    with pytest.raises(ValueError, match="5×1, 5×1, 1×1"):
        change_layers(INITIAL, GOLDEN, row(1), tolerance=0)
    with pytest.raises(ValueError, match="tolerance"):
        change_layers(INITIAL, GOLDEN, RESULT, tolerance=300)
