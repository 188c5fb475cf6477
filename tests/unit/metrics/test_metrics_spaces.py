"""Pictures in other color spaces, their edges, and small copies."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from reviewer.metrics.spaces import at_a_glance, edges, in_space

PICTURE = np.array([[[255, 0, 0], [0, 255, 0]], [[0, 0, 255], [128, 128, 128]]], np.uint8)


def test_channels():
    assert in_space(PICTURE, "rgb").tolist() == PICTURE.tolist()
    assert in_space(PICTURE, "grey").tolist() == [[76, 150], [29, 128]]
    hsv = np.asarray(Image.fromarray(PICTURE).convert("HSV"))
    assert in_space(PICTURE, "hsv").tolist() == hsv.tolist()
    assert in_space(PICTURE, "lab")[1, 1].tolist() == [137, 128, 128]
    clear = np.dstack([PICTURE, np.zeros((2, 2), np.uint8)])
    assert in_space(clear, "each").shape == (2, 2, 4)
    assert in_space(clear, "rgb").shape == (2, 2, 3)
    with pytest.raises(ValueError, match="unknown color space"):
        in_space(PICTURE, "cmyk")


def test_edges_are_where_the_brightness_bends():
    flat = np.full((9, 9), 50, np.uint8)
    assert edges(flat).max() == 0
    flat[:, 5:] = 90
    found = edges(flat)
    assert np.flatnonzero(found[4]).tolist() == [4, 5]
    assert found[4, 4] == 40


def test_small_copies_keep_their_proportions_and_small_pictures():
    assert at_a_glance(np.zeros((300, 600, 3), np.uint8), most=60).shape == (30, 60, 3)
    assert at_a_glance(np.zeros((2, 900), np.uint8), most=60).shape == (3, 60, 3)
    assert at_a_glance(PICTURE, most=60).tolist() == PICTURE.tolist()
