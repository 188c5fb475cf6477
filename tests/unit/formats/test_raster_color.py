"""What is converted on the way to 8-bit sRGB, by value."""

from __future__ import annotations

import io
import struct
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image, ImageCms

from reviewer.formats.raster import decode

RAMP16 = np.arange(0, 65536, 257, dtype=np.uint16)[None, :]


def encoded(image: Image.Image, format_name: str, **options: Any) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, format_name, **options)
    return buffer.getvalue()


def deep_png(samples: np.ndarray[Any, Any]) -> bytes:
    done, buffer = cv2.imencode(".png", samples)
    assert done
    return buffer.tobytes()


@pytest.mark.parametrize("format_name", ["PNG", "TIFF"])
def test_sixteen_bit_grey_is_scaled_by_value(format_name: str) -> None:
    data = encoded(Image.fromarray(RAMP16), format_name)
    picture = decode(data, name="a")
    assert picture.pixels[0, :, 0].tolist() == list(range(256))
    assert np.array_equal(picture.samples, RAMP16)
    assert picture.bits == 16
    assert any("16-bit grey" in note for note in picture.notes)


def test_the_raw_reading_clips_sixteen_bits_as_pillow_does() -> None:
    picture = decode(encoded(Image.fromarray(RAMP16), "PNG"), name="a.png", reading="raw")
    assert picture.pixels[0, :3, 0].tolist() == [0, 255, 255]
    assert any("clipped" in note for note in picture.notes)


def test_big_endian_sixteen_bit_samples_come_in_native_order() -> None:
    values = np.array([[0, 257, 65535]], np.uint16)
    image = Image.frombytes("I;16B", (3, 1), values.astype(">u2").tobytes())
    picture = decode(encoded(image, "TIFF"), name="a.tif")
    assert picture.samples.dtype == np.uint16
    assert picture.samples.tolist() == values.tolist()
    assert picture.pixels[0, :, 0].tolist() == [0, 1, 255]


@pytest.mark.parametrize("channels", [3, 4])
def test_sixteen_bits_a_channel_are_read_in_full_and_rounded(channels: int) -> None:
    rng = np.random.default_rng(5)
    samples = rng.integers(0, 65536, (5, 7, channels), dtype=np.uint16)
    order = [2, 1, 0, 3][:channels]
    picture = decode(deep_png(samples[..., order]), name="a.png")
    assert np.array_equal(picture.samples, samples)
    assert np.array_equal(picture.pixels, np.rint(samples / 257.0).astype(np.uint8))


def test_float_samples_between_zero_and_one_are_scaled() -> None:
    values = np.array([[0.0, 0.5, 1.0]], np.float32)
    picture = decode(encoded(Image.fromarray(values), "TIFF"), name="a.tif")
    assert picture.pixels[0, :, 0].tolist() == [0, 128, 255]
    assert picture.samples.dtype == np.float32
    assert picture.non_finite == 0


def test_float_samples_without_a_standard_range_are_stretched_with_a_note() -> None:
    values = np.array([[-2.0, 0.0, 2.0]], np.float32)
    picture = decode(encoded(Image.fromarray(values), "TIFF"), name="a.tif")
    assert picture.pixels[0, :, 0].tolist() == [0, 128, 255]
    assert any("-2 is shown black, 2 white" in note for note in picture.notes)


def test_nan_and_infinity_are_counted_and_said() -> None:
    values = np.array([[0.0, np.nan, np.inf, 1.0]], np.float32)
    picture = decode(encoded(Image.fromarray(values), "TIFF"), name="a.tif")
    assert picture.non_finite == 2
    assert any("NaN or infinite, shown black: 2 of 4 pixels" in note for note in picture.notes)
    assert picture.pixels[0, :, 0].tolist() == [0, 0, 0, 255]


def test_all_nan_is_black_and_said() -> None:
    values = np.full((2, 2), np.nan, np.float32)
    picture = decode(encoded(Image.fromarray(values), "TIFF"), name="a.tif")
    assert picture.non_finite == 4
    assert not picture.pixels.any()


def cmyk(cyan: int, magenta: int, yellow: int, black: int) -> Image.Image:
    return Image.new("CMYK", (16, 16), (cyan, magenta, yellow, black))


def test_cmyk_jpeg_with_adobes_inversion_comes_out_upright() -> None:
    picture = decode(encoded(cmyk(255, 0, 0, 0), "JPEG", quality=100), name="a.jpg")
    assert picture.mode == "CMYK"
    assert np.abs(picture.pixels[8, 8].astype(int) - [0, 255, 255]).max() <= 2
    assert picture.samples.shape == (16, 16, 4)
    assert any("CMYK" in note for note in picture.notes)


def test_cmyk_without_adobes_marker_is_said() -> None:
    data = encoded(cmyk(0, 0, 255, 0), "JPEG", quality=100)
    start = data.index(b"\xff\xee")
    length = struct.unpack(">H", data[start + 2 : start + 4])[0]
    picture = decode(data[:start] + data[start + 2 + length :], name="a.jpg")
    assert any("without Adobe's marker" in note for note in picture.notes)


def profile_with_gamma(gamma: float) -> bytes:
    """Take the built-in sRGB profile and replace its tone curves by a plain power."""
    profile = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    (count,) = struct.unpack(">I", profile[128:132])
    curve = b"curv" + bytes(4) + struct.pack(">IH", 1, round(gamma * 256)) + bytes(2)
    for number in range(count):
        entry = 132 + 12 * number
        if profile[entry : entry + 4] in (b"rTRC", b"gTRC", b"bTRC"):
            profile[entry + 4 : entry + 12] = struct.pack(">II", len(profile), len(curve) - 2)
    profile += curve
    profile[0:4] = struct.pack(">I", len(profile))
    return bytes(profile)


@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_a_profile_is_converted_to_srgb(mode: str) -> None:
    image = Image.new(mode, (4, 4), (55, 55, 55, 77)[: len(mode)])
    picture = decode(encoded(image, "PNG", icc_profile=profile_with_gamma(1.0)), name="a.png")
    # Linear 55/255 is 128 in sRGB.
    assert np.abs(picture.pixels[0, 0, :3].astype(int) - 128).max() <= 1
    assert picture.pixels[0, 0, 3:].tolist() == [77][: len(mode) - 3]
    assert any("converted to sRGB" in note for note in picture.notes)
    raw = decode(
        encoded(image, "PNG", icc_profile=profile_with_gamma(1.0)), name="a", reading="raw"
    )
    assert raw.pixels[0, 0].tolist() == [55, 55, 55]


def test_srgb_under_any_name_changes_nothing_and_says_nothing() -> None:
    rng = np.random.default_rng(2)
    pixels = rng.integers(0, 256, (16, 16, 3), dtype=np.uint8)
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    picture = decode(encoded(Image.fromarray(pixels), "PNG", icc_profile=profile), name="a.png")
    assert np.array_equal(picture.pixels, pixels)
    assert picture.notes == ()


@pytest.mark.parametrize("profile", [b"not a profile", bytes(128)])
def test_a_broken_profile_is_said_and_the_pixels_stay(profile: bytes) -> None:
    image = Image.new("RGB", (2, 2), (1, 2, 3))
    picture = decode(encoded(image, "PNG", icc_profile=profile), name="a.png")
    assert picture.pixels[0, 0].tolist() == [1, 2, 3]
    assert any("profile cannot be applied" in note for note in picture.notes)


def test_a_profile_for_another_color_space_is_not_applied() -> None:
    lab = ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes()
    image = Image.new("RGB", (2, 2), (1, 2, 3))
    picture = decode(encoded(image, "PNG", icc_profile=lab), name="a.png")
    assert picture.pixels[0, 0].tolist() == [1, 2, 3]
    assert any("not applied" in note for note in picture.notes)


def test_lab_is_converted() -> None:
    image = Image.new("LAB", (2, 2), (255, 128, 128))
    picture = decode(encoded(image, "TIFF"), name="a.tif")
    assert picture.mode == "LAB"
    assert picture.pixels[0, 0].min() >= 250
    assert any("LAB" in note for note in picture.notes)


@pytest.mark.parametrize("kind", [np.int32, np.float32])
def test_wide_samples_that_hold_bytes_are_taken_as_bytes(kind):
    levels = np.arange(0, 251, dtype=kind).reshape(1, -1)
    picture = decode(encoded(Image.fromarray(levels), "TIFF"), name="g.tif")
    assert picture.pixels[0, :, 0].tolist() == list(range(251))
    assert any("taken as 8 bits" in note for note in picture.notes)
    # A value that no byte holds shows that the range is another one.
    picture = decode(encoded(Image.fromarray(levels * 200), "TIFF"), name="g.tif")
    assert not any("taken as 8 bits" in note for note in picture.notes)
