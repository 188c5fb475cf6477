"""A damaged picture is refused with its cause and never shown half."""

from __future__ import annotations

import io
import struct
import tracemalloc
import zlib
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from reviewer.formats.raster import RasterError, decode, decode_reduced, probe

RNG = np.random.default_rng(7)
PHOTO = np.clip(
    np.linspace(60, 190, 96)[:, None, None] + RNG.integers(-40, 41, (96, 80, 3)), 0, 255
).astype(np.uint8)
FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF", "AVIF", "JPEG2000", "PPM", "QOI")


def encoded(format_name: str, **options: Any) -> bytes:
    buffer = io.BytesIO()
    Image.fromarray(PHOTO).save(buffer, format_name, **options)
    return buffer.getvalue()


SAMPLES = {name: encoded(name) for name in FORMATS}


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png_claiming(width: int, height: int) -> bytes:
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = zlib.compress(bytes(100))
    chunks = chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunks


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.7, 0.9])
@pytest.mark.parametrize("format_name", FORMATS)
def test_a_truncated_picture_is_refused(format_name: str, share: float) -> None:
    data = SAMPLES[format_name]
    with pytest.raises(RasterError):
        decode(data[: int(len(data) * share)], name="a")


@pytest.mark.parametrize("format_name", ["PNG", "JPEG"])
def test_a_truncated_picture_says_so_even_when_reduced(format_name: str) -> None:
    data = SAMPLES[format_name]
    with pytest.raises(RasterError, match="a: the file is truncated"):
        decode_reduced(data[: len(data) // 2], name="a", max_side=16)
    with pytest.raises(RasterError, match="a: the file is truncated"):
        decode(data[: len(data) // 2], name="a", reading="raw")


@pytest.mark.parametrize("share", [0.4, 0.6, 0.8])
def test_a_jpeg_cut_and_ended_again_is_refused(share: float) -> None:
    """Pillow shows such a file with grey rows."""
    cut = SAMPLES["JPEG"][: int(len(SAMPLES["JPEG"]) * share)] + b"\xff\xd9"
    with Image.open(io.BytesIO(cut)) as shown:
        assert (np.asarray(shown)[-1] == 128).all()
    with pytest.raises(RasterError, match="last rows are missing"):
        decode(cut, name="a.jpg")


def test_a_jpeg_that_ends_in_true_grey_is_read() -> None:
    pixels = PHOTO.copy()
    pixels[-32:] = 128
    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, "JPEG", quality=95)
    picture = decode(buffer.getvalue(), name="a.jpg")
    assert (picture.pixels[-1] == 128).all()
    assert picture.notes == ()


def test_a_progressive_jpeg_that_ends_in_grey_gets_a_note() -> None:
    buffer = io.BytesIO()
    Image.new("RGB", (32, 32), (128, 128, 128)).save(buffer, "JPEG", progressive=True)
    picture = decode(buffer.getvalue(), name="a.jpg")
    assert any("may have been cut" in note for note in picture.notes)


def test_a_wrong_checksum_of_pixels_is_refused_though_pillow_reads_it() -> None:
    data = bytearray(SAMPLES["PNG"])
    end_of_pixels = data.rindex(b"IEND") - 4
    data[end_of_pixels - 1] ^= 1
    Image.open(io.BytesIO(bytes(data))).load()
    with pytest.raises(RasterError, match="checksum of its IDAT chunk"):
        decode(bytes(data), name="a.png")


def test_a_png_without_its_end_is_read_with_a_note() -> None:
    picture = decode(SAMPLES["PNG"][:-12], name="a.png")
    assert np.array_equal(picture.pixels, PHOTO)
    assert any("no IEND" in note for note in picture.notes)


@pytest.mark.parametrize(
    ("data", "size"),
    [
        (png_claiming(60000, 60000), "60000×60000"),
        (png_claiming(2**31 - 1, 2**31 - 1), "2147483647×2147483647"),
        (b"BM" + bytes(12) + struct.pack("<IiiHHI", 40, 30000, -30000, 1, 24, 0), "30000×30000"),
        (b"GIF89a" + struct.pack("<HH", 65535, 65535) + bytes(9), "65535×65535"),
        (b"RIFF\x20\0\0\0WEBPVP8X\x0a\0\0\0" + bytes(4) + b"\xff" * 6 + bytes(8), "16777216×"),
    ],
)
def test_a_bomb_is_refused_from_its_header_without_allocating(data: bytes, size: str) -> None:
    tracemalloc.start()
    try:
        for read in (probe, decode):
            with pytest.raises(RasterError, match=f"header claims {size}"):
                read(data, name="bomb")
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


def test_the_limit_is_a_parameter() -> None:
    assert decode(SAMPLES["PNG"], name="a.png", max_pixels=96 * 80).size == (80, 96)
    with pytest.raises(RasterError, match="80×96 = 7,680 pixels, more than the 7,679"):
        decode(SAMPLES["PNG"], name="a.png", max_pixels=96 * 80 - 1)


def test_a_large_but_allowed_picture_gives_no_warning() -> None:
    buffer = io.BytesIO()
    Image.new("1", (12000, 8000)).save(buffer, "PNG")
    assert probe(buffer.getvalue(), name="a.png").size == (12000, 8000)


@pytest.mark.parametrize(
    ("data", "cause"),
    [
        (b"", "empty"),
        (b"\x89PNG\r\n\x1a\n", "PNG header is damaged"),
        (png_claiming(0, 10), "size of 0×10"),
        (b"\xff\xd8\xff\xe0", "JPEG header is damaged"),
        (b"II*\0\x08\0\0\0", "TIFF"),
        (b"<!DOCTYPE html><p>404", "web page"),
        ("Übung macht den Meister".encode(), "text"),
        (b'{"error": "no such file"}', "document"),
        (b"\0\0\0\x18ftypheic" + bytes(20), "HEIF"),
        (bytes(range(128, 256)), "no picture format"),
    ],
)
def test_what_is_no_picture_is_named(data: bytes, cause: str) -> None:
    with pytest.raises(RasterError, match=cause):
        decode(data, name="a.png")


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(FORMATS),
    st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), max_size=6),
)
def test_any_damage_gives_a_whole_picture_or_an_error(
    format_name: str, damage: list[tuple[float, int]]
) -> None:
    data = bytearray(SAMPLES[format_name])
    for place, value in damage:
        data[int(place * len(data))] = value
    try:
        picture = decode(bytes(data), name="a", max_pixels=1_000_000)
    except RasterError as error:
        outcome = bool(error.cause)
    else:
        outcome = picture.pixels.shape[:2] == picture.size[::-1]
    assert outcome
