"""Alpha boxes, transparent shares, cleared white, and blank pictures."""

from __future__ import annotations

import numpy as np
import pytest

from reviewer.metrics import NotMeasured
from reviewer.metrics.masks import (
    blankness,
    content_size,
    transparent_share,
    white_cleared,
)


def clear(size: tuple[int, int] = (10, 12)) -> np.ndarray:
    return np.zeros((*size, 4), dtype=np.uint8)


def test_the_alpha_box_is_the_size():
    image = clear()
    image[2:5, 3:9, 3] = 1
    found = content_size(image, ignore_transparent=True)
    assert (found.width, found.height, found.box) == (6, 3, (3, 2, 9, 5))
    whole = content_size(image)
    assert (whole.width, whole.height) == (12, 10)


def test_fully_transparent_matches_no_size():
    found = content_size(clear(), ignore_transparent=True)
    assert (found.width, found.height, found.box) == (0, 0, None)


def test_without_alpha_the_picture_is_its_own_box():
    found = content_size(np.zeros((4, 6, 3), np.uint8), ignore_transparent=True)
    assert (found.width, found.height) == (6, 4)


def test_transparent_share_counts_below_ten():
    image = clear((1, 4))
    image[0, :, 3] = (0, 9, 10, 255)
    found = transparent_share(image)
    assert (found.value, found.pixels, found.has_alpha) == (0.5, 2, True)


def test_the_blue_channel_is_not_taken_for_alpha():
    found = transparent_share(np.zeros((4, 4, 3), np.uint8))
    assert (found.value, found.has_alpha) == (0.0, False)


def test_cleared_white_and_lost_color():
    initial = np.full((2, 4, 3), 255, np.uint8)
    initial[0] = (200, 10, 10)
    initial[1, 0] = (241, 241, 240)
    result = np.dstack([initial, np.full((2, 4), 255, np.uint8)])
    result[1, 1:3, 3] = 0
    result[0, 0, 3] = 0
    found = white_cleared(result, initial)
    assert (found.white, found.cleared, found.lost) == (3, 2, 1)
    assert found.value == pytest.approx(2 / 3)
    assert found.lost_share == 0.2


def test_nothing_cleared_without_alpha_and_nothing_to_clear_without_white():
    white = np.full((2, 2, 3), 255, np.uint8)
    assert white_cleared(white, white).value == 0.0
    with pytest.raises(NotMeasured, match="white"):
        white_cleared(white, np.zeros((2, 2, 3), np.uint8))


@pytest.mark.parametrize(
    ("image", "color"),
    [
        (np.full((5, 5, 3), 7, np.uint8), (7, 7, 7)),
        (np.full((5, 5), 255, np.uint8), (255, 255, 255)),
        (clear(), None),
        (np.dstack([np.random.default_rng(0).integers(0, 9, (5, 5, 3)), np.zeros((5, 5))]), None),
    ],
)
def test_blank_pictures(image: np.ndarray, color: tuple[int, int, int] | None):
    found = blankness(image.astype(np.uint8))
    assert found.is_blank
    assert found.color == color


def test_something_to_see():
    image = np.zeros((5, 5, 3), np.uint8)
    image[0, 0, 1] = 3
    assert blankness(image).value == 3
    drawn_in_alpha = clear()
    drawn_in_alpha[3, 3, 3] = 255
    assert not blankness(drawn_in_alpha).is_blank
