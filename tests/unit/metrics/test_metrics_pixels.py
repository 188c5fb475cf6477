"""Arrays are read as pictures by value: channels, depth and size."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from reviewer.metrics import NotMeasured
from reviewer.metrics.pixels import alike, alpha, eight_bit, luma, resized, rgb, same_size, size_of


def test_sixteen_bits_scale_by_value():
    deep = np.array([[0, 128, 257, 32768, 65535]], np.uint16)
    assert eight_bit(deep).tolist() == [[0, 0, 1, 128, 255]]
    every = np.arange(256, dtype=np.uint16) * 257
    assert eight_bit(every).tolist() == list(range(256))


def test_bits_are_black_and_white():
    assert eight_bit(np.array([[True, False]])).tolist() == [[255, 0]]


@pytest.mark.parametrize("kind", [np.float32, np.int64, np.int8])
def test_a_type_without_agreed_range_is_refused(kind: type):
    with pytest.raises(NotMeasured, match=np.dtype(kind).name):
        eight_bit(np.zeros((2, 2), kind))


@pytest.mark.parametrize("mode", ["L", "LA", "RGB", "RGBA"])
def test_rgb_and_luma_are_pillows(mode: str):
    channels = len(mode)
    values = np.random.default_rng(0).integers(0, 256, (40, 50, channels), dtype=np.uint8)
    array = values[..., 0] if mode == "L" else values
    picture = Image.fromarray(array)
    assert picture.mode == mode
    np.testing.assert_array_equal(rgb(array), np.asarray(picture.convert("RGB")))
    expected = np.asarray(picture.convert("RGB").convert("L"))
    np.testing.assert_array_equal(luma(array), expected)


def test_alpha_is_the_last_of_two_or_four():
    assert alpha(np.zeros((2, 2), np.uint8)) is None
    assert alpha(np.zeros((2, 2, 3), np.uint8)) is None
    grey_alpha = np.array([[[1, 9]]], np.uint8)
    assert alpha(grey_alpha).tolist() == [[9]]


@pytest.mark.parametrize("shape", [(3,), (2, 2, 5), (1, 2, 2, 3), (0, 4, 3), (4, 0)])
def test_what_is_no_picture(shape: tuple[int, ...]):
    with pytest.raises(NotMeasured):
        size_of(np.zeros(shape, np.uint8))


def test_sizes_are_width_by_height():
    assert size_of(np.zeros((2, 5, 3), np.uint8)) == (5, 2)
    with pytest.raises(NotMeasured, match="5×2 and 2×5"):
        same_size(np.zeros((2, 5)), np.zeros((5, 2)))


def test_two_pictures_are_made_alike_without_loss():
    grey = np.array([[10]], np.uint8)
    deep = np.array([[[257, 514, 65535, 0]]], np.uint16)
    one, two, notes = alike(grey, deep)
    assert one.tolist() == [[[2570, 2570, 2570, 65535]]]
    assert two.tolist() == deep.tolist()
    assert notes == ("8 bits beside 16: compared by value", "channels: 1 beside 4")


def test_resizing_is_pillows():
    image = np.random.default_rng(0).integers(0, 256, (20, 30, 3), dtype=np.uint8)
    expected = np.asarray(Image.fromarray(image).resize((17, 23), Image.Resampling.LANCZOS))
    np.testing.assert_array_equal(resized(image, (17, 23)), expected)
    assert resized(image, (30, 20)) is image
