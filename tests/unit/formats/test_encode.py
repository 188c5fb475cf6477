from __future__ import annotations

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from PIL import Image

from reviewer.formats.encode import encode_png
from reviewer.formats.raster import decode

SHAPES = st.one_of(
    st.tuples(st.integers(1, 9), st.integers(1, 9)),
    st.tuples(st.integers(1, 9), st.integers(1, 9), st.sampled_from([3, 4])),
)


@given(arrays.arrays(st.sampled_from([np.uint8, np.uint16]), SHAPES))
def test_what_is_encoded_is_decoded(pixels: np.ndarray) -> None:
    picture = decode(encode_png(pixels), name="a.png")
    assert picture.samples.dtype == pixels.dtype
    assert np.array_equal(picture.samples, pixels)


def test_red_stays_red_for_another_reader() -> None:
    red = np.zeros((2, 2, 3), np.uint8)
    red[..., 0] = 255
    with Image.open(io.BytesIO(encode_png(red))) as image:
        assert image.getpixel((0, 0)) == (255, 0, 0)


def test_a_view_is_encoded_and_not_changed() -> None:
    pixels = np.arange(60, dtype=np.uint8).reshape(4, 5, 3)
    pixels.setflags(write=False)
    flipped = pixels[:, ::-1]
    assert np.array_equal(decode(encode_png(flipped), name="a").pixels, flipped)


@pytest.mark.parametrize(
    "pixels",
    [
        np.zeros((2, 2), np.float32),
        np.zeros((2, 2, 2), np.uint8),
        np.zeros((0, 2, 3), np.uint8),
        np.zeros(4, np.uint8),
    ],
)
def test_what_no_png_can_hold_is_refused(pixels: np.ndarray) -> None:
    with pytest.raises(ValueError, match=r"PNG|picture"):
        encode_png(pixels)
