"""Differences are painted by size; alpha says what it is; the current region has a box."""

from __future__ import annotations

import numpy as np

from reviewer.overlays.difference import difference_layers, draw_box, paint_difference
from reviewer.overlays.edit_sheet import edit_sheet
from reviewer.overlays.layers import class_at


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


def test_a_click_names_the_size_and_the_alpha():
    alpha = np.zeros((20, 30), np.uint8)
    alpha[10, 10] = 255
    layers = difference_layers(classes(), alpha)
    assert class_at(layers, 3, 3) == "small difference"
    assert class_at(layers, 11, 11) == "large difference"
    assert class_at(layers, 10, 10) == "large difference, alpha only"
    assert class_at(layers, 0, 0) == "same"
    assert len(difference_layers(classes(), np.zeros((20, 30), np.uint8))) == 3


def test_the_box_lies_around_the_region_and_not_on_it():
    image = np.full((60, 60, 3), 100, np.uint8)
    out = draw_box(image, (20, 20, 30, 30))
    assert (out[20:30, 20:30] == 100).all()
    assert (out == 255).all(axis=2).any()
    assert (out == 0).all(axis=2).any()
    assert (image == 100).all()
    corner = draw_box(image, (0, 0, 60, 60))
    assert corner.shape == image.shape


def test_the_sheet_of_an_edit_says_where_no_initial_is():
    result = np.full((20, 30, 3), 90, np.uint8)
    golden = result.copy()
    golden[10:18, 10:25] = 250
    with_initial = edit_sheet(result, golden, classes(), size=(600, 500), initial=result)
    without = edit_sheet(result, golden, classes(), size=(600, 500))
    other_size = edit_sheet(result, golden, classes(), size=(600, 500), initial=result[:5])
    assert (without == other_size).all()
    assert (without[:240] == with_initial[:240]).all()
    assert (without[250:, 300:] != with_initial[250:, 300:]).any()
