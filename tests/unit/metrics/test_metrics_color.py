"""Grey, inverted, green behind, and counted colors; the traps of each are here."""

from __future__ import annotations

import numpy as np
import pytest

from reviewer.metrics import NotMeasured
from reviewer.metrics.color import (
    color_count,
    color_counts,
    green_background,
    greyness,
    inversion,
)

# What the documents call inverted: a mean squared error below 5 % of 255².
INVERTED_LIMIT = 3251.25


def solid(*color: int, size: tuple[int, int] = (4, 5)) -> np.ndarray:
    return np.full((*size, len(color)), color, dtype=np.uint8)


@pytest.mark.parametrize(
    "image",
    [
        np.zeros((3, 3), np.uint8),
        np.zeros((3, 3, 2), np.uint8),
        np.zeros((3, 3), bool),
        np.full((3, 3), 40000, np.uint16),
        solid(9, 9, 9),
        solid(9, 9, 9, 0),
    ],
)
def test_grey_by_nature_or_by_value(image: np.ndarray):
    assert greyness(image).value == 1.0


def test_one_colored_pixel_is_found():
    image = solid(50, 50, 50)
    image[2, 3] = (50, 51, 48)
    found = greyness(image)
    assert (found.colored, found.spread, found.box) == (1, 3, (3, 2, 4, 3))
    assert found.value == 19 / 20


def test_inverted_and_not():
    image = np.arange(60, dtype=np.uint8).reshape(4, 5, 3)
    right = inversion(255 - image, image)
    assert right.value == 0.0
    assert right.no_op > INVERTED_LIMIT
    assert inversion(image, image).value > INVERTED_LIMIT


def test_mid_grey_passes_as_its_own_inverse_and_the_no_op_shows_it():
    found = inversion(solid(128, 128, 128), solid(128, 128, 128))
    assert found.value == 1.0
    assert found.no_op == 0.0


def test_inversion_needs_one_size():
    with pytest.raises(NotMeasured, match="sizes differ"):
        inversion(solid(0, 0, 0), solid(0, 0, 0, size=(4, 6)))


def test_green_is_asked_only_where_the_reference_is_not_black():
    target = solid(0, 0, 0)
    target[0, :2] = (0, 255, 0)
    source = solid(200, 10, 10)
    source[0, :2] = ((0, 200, 10), (10, 10, 11))
    found = green_background(source, target)
    assert (found.value, found.checked, found.wrong) == (0.5, 2, 1)
    assert found.box == (1, 0, 2, 1)


def test_equal_channels_are_not_green():
    assert green_background(solid(9, 9, 9), solid(1, 1, 1)).value == 0.0


@pytest.mark.parametrize("source", [np.full((4, 5), 9, np.uint8), solid(0, 9, 0, 255)])
def test_green_takes_any_shape_of_picture(source: np.ndarray):
    found = green_background(source, np.full((4, 5), 255, np.uint8))
    assert found.value == (0.0 if source.ndim == 2 else 1.0)


def test_a_black_reference_asks_for_nothing_and_says_so():
    found = green_background(solid(1, 1, 1), solid(0, 0, 0))
    assert (found.value, found.checked) == (1.0, 0)
    assert "nothing to check" in found.notes[0]


def test_colors_are_counted_most_common_first():
    image = solid(0, 0, 0)
    image[0] = (0, 0, 255)
    image[1, 0] = (255, 0, 0)
    colors, counts = color_counts(image)
    assert colors.tolist() == [[0, 0, 0], [0, 0, 255], [255, 0, 0]]
    assert counts.tolist() == [14, 5, 1]
    assert color_count(image) == 3


def test_alpha_makes_a_color_distinct():
    image = solid(255, 254, 253, 255)
    image[0, 0, 3] = 0
    colors, counts = color_counts(image)
    assert colors.tolist() == [[255, 254, 253, 255], [255, 254, 253, 0]]
    assert counts.tolist() == [19, 1]


def test_grey_pictures_have_levels():
    assert color_count(np.arange(12, dtype=np.uint8).reshape(3, 4)) == 12
