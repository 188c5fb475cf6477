"""A shape is the second most common color; text begins at the leftmost dark column."""

from __future__ import annotations

import numpy as np
import pytest

from reviewer.metrics import NotMeasured
from reviewer.metrics.shapes import left_edge, second_color_shape


def canvas(size: tuple[int, int] = (100, 200)) -> np.ndarray:
    return np.full((*size, 3), 255, dtype=np.uint8)


def test_a_corner_shape_of_two_colors_is_far_from_the_middle():
    image = canvas()
    image[:20, :30] = (200, 0, 0)
    found = second_color_shape(image)
    assert found.color == (200, 0, 0)
    assert (found.pixels, found.box) == (600, (0, 0, 30, 20))
    assert found.centroid == (15.0, 10.0)
    assert found.offset == pytest.approx((-0.425, -0.4))
    assert found.value > 0.05


def test_a_centred_shape_has_no_offset():
    image = canvas()
    image[40:60, 80:120] = (0, 0, 200)
    assert second_color_shape(image).value == 0.0


def test_rare_colors_do_not_decide():
    image = canvas()
    image[40:60, 80:120] = (0, 0, 200)
    image[0, :3] = (1, 2, 3)
    image[1, :2] = (9, 9, 9)
    assert second_color_shape(image).color == (0, 0, 200)


def test_a_shape_on_nothing_is_found_by_its_alpha():
    image = np.zeros((10, 10, 4), np.uint8)
    image[4:6, 4:6] = (255, 0, 0, 255)
    found = second_color_shape(image)
    assert found.color == (255, 0, 0, 255)
    assert found.value == 0.0


def test_tiny_pictures_are_centred_by_pixel_middles():
    image = np.zeros((3, 3), np.uint8)
    image[1, 1] = 255
    assert second_color_shape(image).value == 0.0


def test_one_color_is_not_measured():
    with pytest.raises(NotMeasured, match="single color"):
        second_color_shape(canvas())


def test_the_leftmost_dark_column():
    image = canvas()
    image[50, 9:20] = 127
    image[70, 3] = 128
    found = left_edge(image)
    assert found.column == 9
    assert found.value == 9 / 200


def test_no_dark_pixel_is_no_column_and_never_on_the_left():
    found = left_edge(canvas())
    assert found.column is None
    assert found.value == 1.0
