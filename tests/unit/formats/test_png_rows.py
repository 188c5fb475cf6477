from __future__ import annotations

import struct
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewer.formats.encode import encode_png
from reviewer.formats.png_rows import encode_repeating_rows
from reviewer.formats.raster import decode

# How often each of some different rows stands, and how wide they are.
RUNS = st.lists(st.integers(1, 40), min_size=1, max_size=12)


def drawing_of(runs, width, seed=0):
    rows = np.random.default_rng(seed).integers(0, 256, (len(runs), width, 3), dtype=np.uint8)
    return np.repeat(rows, runs, axis=0)


def stream_of(png):
    """The zlib stream of a PNG file, every chunk of which is checked."""
    at, stream = 8, b""
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        name, data = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        (check,) = struct.unpack(">I", png[at + 8 + length : at + 12 + length])
        assert zlib.crc32(name + data) == check
        stream += data if name == b"IDAT" else b""
        at += 12 + length
    return stream


@given(runs=RUNS, width=st.integers(1, 30), seed=st.integers(0, 99))
def test_rows_that_repeat_are_decoded_as_they_were(runs, width, seed):
    pixels = drawing_of(runs, width, seed)
    assert np.array_equal(decode(encode_png(pixels), name="a.png").pixels, pixels)


def test_the_checksum_holds_for_large_drawings():
    pixels = drawing_of([1, 700, 3, 1, 900, 256, 5, 1], 2100)
    png = encode_repeating_rows(pixels)
    assert png is not None
    # Refuses a wrong checksum, which picture readers let pass.
    assert len(zlib.decompress(stream_of(png))) == pixels.shape[0] * (2100 * 3 + 1)
    assert np.array_equal(decode(png, name="a.png").pixels, pixels)


@pytest.mark.parametrize("value", [0, 255])
def test_a_picture_of_one_color_is_next_to_nothing(value):
    png = encode_png(np.full((1000, 1000, 3), value, np.uint8))
    assert len(png) < 20_000
    assert np.array_equal(decode(png, name="a.png").pixels[::99, ::99], np.full((11, 11, 3), value))


def test_pictures_whose_rows_differ_are_left_to_others():
    pixels = drawing_of([1] * 50, 20)
    assert encode_repeating_rows(pixels) is None
    assert np.array_equal(decode(encode_png(pixels), name="a.png").pixels, pixels)
