"""Which pixels are wall, ground, path and marker: exact thresholds on small pictures."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from reviewer.metrics.maze_color import Channels, colored, ground_of
from reviewer.metrics.maze_spot import Spot, centroid, largest_pieces

pictures = arrays.arrays(np.uint8, (6, 7, 3))


def one(*rgb):
    return Channels.of(np.array([[rgb]], dtype=np.uint8))


@settings(max_examples=60, deadline=None)
@given(pictures, st.integers(1, 254))
def test_walls_and_ground_ask_every_channel(rgb, threshold):
    channels = Channels.of(rgb)
    assert ((channels.walls(threshold) > 0) == (rgb < threshold).all(axis=2)).all()
    ground = ground_of(channels.darkest(), threshold)
    assert ((ground > 0) == (rgb > threshold).all(axis=2)).all()


@settings(max_examples=60, deadline=None)
@given(pictures)
def test_where_no_channel_leads_there_is_no_color(rgb):
    channels = Channels.of(rgb)
    window = colored(channels.brightest(), channels.darkest())
    for color in ("red", "green", "blue"):
        there, everywhere = channels.spot(color, window), channels.spot(color)
        assert there.window == everywhere.window
        assert np.array_equal(there.mask, everywhere.mask)


@pytest.mark.parametrize(
    ("rgb", "is_wall"),
    [
        ((0, 0, 0), True),
        ((29, 29, 29), True),
        ((29, 30, 29), False),
        # Luma 29 each: a wall test on luma would take every path for a wall.
        ((0, 0, 255), False),
        ((0, 49, 0), False),
    ],
)
def test_a_wall_is_black_not_dark_in_luma(rgb, is_wall):
    assert bool(one(*rgb).walls().any()) is is_wall


@pytest.mark.parametrize(
    ("rgb", "color"),
    [
        ((0, 0, 255), "blue"),
        ((30, 60, 200), "blue"),
        ((0, 255, 0), "green"),
        ((60, 200, 80), "green"),
        ((255, 0, 0), "red"),
        ((200, 40, 60), "red"),
        # Leads by 49, or is darker than 90, or is of a hue between two colors, or is pale.
        ((0, 0, 49), None),
        ((151, 151, 200), None),
        ((0, 0, 89), None),
        ((255, 200, 0), None),
        ((255, 0, 128), None),
        ((205, 205, 255), None),
        ((255, 255, 255), None),
    ],
)
def test_a_color_leads_is_bright_and_has_the_hue(rgb, color):
    found = [name for name in ("red", "green", "blue") if one(*rgb).color(name).any()]
    assert found == ([color] if color else [])


@settings(max_examples=60, deadline=None)
@given(pictures, st.sampled_from(("red", "green", "blue")))
def test_a_spot_is_the_rule_cut_to_its_box(rgb, color):
    index = ("red", "green", "blue").index(color)
    own = rgb[..., index].astype(int)
    others = np.delete(rgb, index, axis=2).max(axis=2).astype(int)
    hue, saturation, _ = np.moveaxis(cv2.cvtColor(rgb, cv2.COLOR_RGB2HSV).astype(int), 2, 0)
    hues = {
        "red": (hue >= 170) | (hue <= 10),
        "green": (hue >= 40) & (hue <= 90),
        "blue": (hue >= 100) & (hue <= 135),
    }
    rule = (own - others >= 50) & (own >= 90) & hues[color] & (saturation >= 100)
    channels = Channels.of(rgb)
    assert ((channels.color(color) > 0) == rule).all()
    spot = channels.spot(color)
    if rule.any():
        rows, columns = np.nonzero(rule)
        assert (spot.top, spot.left) == (rows.min(), columns.min())
        assert spot.mask.shape == (np.ptp(rows) + 1, np.ptp(columns) + 1)
    else:
        assert spot.mask.size == 0
        assert spot.middle() is None


def test_the_soft_rim_of_a_line_is_not_path():
    line = np.full((9, 9, 3), 255, dtype=np.uint8)
    line[4] = (0, 0, 255)
    line[3] = (100, 100, 255)
    line[5] = (160, 160, 255)
    path = Channels.of(line).path()
    assert [bool(row.any()) for row in path[3:6]] == [True, True, False]


def test_a_pale_line_is_judged_against_itself():
    line = np.full((9, 9, 3), 255, dtype=np.uint8)
    line[4] = (120, 120, 255)
    assert Channels.of(line).path()[4].all()


def test_specks_do_not_move_a_marker():
    mask = np.zeros((40, 40), dtype=np.uint8)
    mask[10:20, 10:20] = 255
    mask[38, 38] = 255
    assert Spot(0, 0, mask).middle() == (14.5, 14.5)
    assert centroid(largest_pieces(mask)) == (14.5, 14.5)
    assert centroid(mask) != (14.5, 14.5)


def test_a_square_cut_in_two_keeps_its_middle():
    mask = np.zeros((40, 40), dtype=np.uint8)
    mask[10:20, 10:14] = mask[10:20, 16:20] = 255
    assert Spot(3, 5, mask).middle() == (17.5, 19.5)
    assert centroid(np.zeros((4, 4), dtype=np.uint8)) is None


def test_a_picture_is_not_changed_by_asking():
    rgb = np.random.default_rng(0).integers(0, 256, (20, 20, 3), dtype=np.uint8)
    before = rgb.copy()
    channels = Channels.of(rgb)
    channels.walls()
    channels.path()
    channels.color("red")
    assert (rgb == before).all()
