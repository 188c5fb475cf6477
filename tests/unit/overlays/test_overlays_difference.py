"""Differences are painted by size; alpha says what it is."""

from __future__ import annotations

import numpy as np

from reviewer.overlays.difference import difference_layers, paint_difference
from tests.unit.overlays.labels import labels_at


def classes() -> np.ndarray:
    out = np.zeros((20, 30), np.uint8)
    out[2:6, 2:6] = 1
    out[10:18, 10:25] = 2
    return out


def test_small_is_blue_large_is_vermilion_and_the_rest_grey():
    image = np.full((20, 30, 3), (200, 10, 10), np.uint8)
    out = paint_difference(image, classes())
    red, _, blue = out[3, 3].astype(int)
    assert blue > red
    red, _, blue = out[12, 12].astype(int)
    assert red > 150 > blue
    assert len(set(out[0, 0].tolist())) == 1
    assert image[3, 3].tolist() == [200, 10, 10]


def test_classes_say_the_size_and_the_alpha():
    alpha = np.zeros((20, 30), np.uint8)
    alpha[10, 10] = 255
    layers = difference_layers(classes(), alpha)
    assert labels_at(layers, 3, 3)[-1] == "small difference"
    assert labels_at(layers, 11, 11)[-1] == "large difference"
    assert labels_at(layers, 10, 10)[-1] == "large difference, alpha only"
    assert labels_at(layers, 0, 0)[-1] == "same"
    assert len(difference_layers(classes(), np.zeros((20, 30), np.uint8))) == 3
