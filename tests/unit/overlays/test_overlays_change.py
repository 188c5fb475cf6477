"""The change made is held against the change meant: four classes, and a sign."""

from __future__ import annotations

import numpy as np
import pytest

from reviewer.overlays.change import change_layers, paint_signed_change, signed_change
from reviewer.overlays.layers import class_at


def row(*levels: int) -> np.ndarray:
    return np.repeat(np.array([levels], np.uint8)[..., None], 3, axis=2)


INITIAL = row(100, 100, 100, 100, 100)
GOLDEN = row(150, 150, 150, 100, 100)
RESULT = row(151, 90, 100, 130, 100)


def test_four_classes_and_none():
    layers = change_layers(INITIAL, GOLDEN, RESULT, tolerance=2)
    labels = [class_at(layers, x, 0) for x in range(5)]
    assert labels == [
        "as meant",
        "not as meant",
        "change missing",
        "uncalled for",
        None,
    ]


def test_every_pixel_is_in_one_class_at_most():
    rng = np.random.default_rng(0)
    pictures = [rng.integers(0, 8, (20, 20, 3), dtype=np.uint8) for _ in range(3)]
    for tolerance in (0, 2, 5):
        layers = change_layers(*pictures, tolerance=tolerance)
        assert sum(layer.mask.astype(int) for layer in layers).max() <= 1


def test_the_sign_says_which_way():
    signed = signed_change(INITIAL, GOLDEN, RESULT)
    np.testing.assert_allclose(signed[0], [1.02, -0.2, 0.0, 0.0, 0.0], atol=1e-6)
    far = signed_change(row(10), row(20), row(255))
    assert far[0, 0] == 2.0


def test_right_is_green_wrong_is_vermilion_nothing_is_grey():
    signed = np.array([[1.0, -1.0, 0.0]])
    out = paint_signed_change(row(50, 50, 50), signed)
    assert out[0, 0].tolist() == [0, 158, 115]
    assert out[0, 1].tolist() == [213, 94, 0]
    assert out[0, 2].tolist() == [47, 47, 47]


def test_three_pictures_of_one_size():
    with pytest.raises(ValueError, match="5×1, 5×1, 1×1"):
        change_layers(INITIAL, GOLDEN, row(1), tolerance=0)
    with pytest.raises(ValueError, match="does not fit"):
        paint_signed_change(row(1, 2), np.zeros((3, 3)))
    with pytest.raises(ValueError, match="tolerance"):
        change_layers(INITIAL, GOLDEN, RESULT, tolerance=300)
