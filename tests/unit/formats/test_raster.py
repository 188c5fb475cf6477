from __future__ import annotations

import concurrent.futures
import io
import pickle
import warnings
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageOps

from reviewer.formats.raster import (
    RasterError,
    decode,
    decode_reduced,
    is_svg,
    is_xcf,
    probe,
)
from reviewer.formats.raster_sniff import FORMATS

SMALL = np.arange(6 * 4 * 3, dtype=np.uint8).reshape(4, 6, 3)


def encoded(image: Image.Image, format_name: str = "PNG", **options: Any) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, format_name, **options)
    return buffer.getvalue()


def with_orientation(orientation: int) -> Image.Exif:
    exif = Image.Exif()
    exif[0x0112] = orientation
    return exif


def test_rgb_pixels_are_exact_contiguous_and_read_only() -> None:
    picture = decode(encoded(Image.fromarray(SMALL)), name="a.png")
    assert np.array_equal(picture.pixels, SMALL)
    assert picture.pixels.flags.c_contiguous
    assert (picture.mode, picture.format, picture.size, picture.bits) == ("RGB", "PNG", (6, 4), 8)
    assert picture.notes == ()
    with pytest.raises(ValueError, match="read-only"):
        picture.pixels[0, 0, 0] = 1


@pytest.mark.parametrize("format_name", ["PNG", "WEBP", "TIFF", "BMP", "PPM", "QOI"])
def test_lossless_formats_give_the_same_pixels(format_name: str) -> None:
    options = {"lossless": True} if format_name == "WEBP" else {}
    data = encoded(Image.fromarray(SMALL), format_name, **options)
    picture = decode(data, name="picture")
    assert picture.format == format_name
    assert np.array_equal(picture.pixels, SMALL)
    assert picture.byte_count == len(data)


@pytest.mark.parametrize("size", [(1, 1), (1, 7), (300, 2)])
@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_tiny_pictures_of_every_mode(size: tuple[int, int], mode: str) -> None:
    picture = decode(encoded(Image.new(mode, size, 1)), name="a.png")
    assert picture.size == size
    assert picture.mode == mode
    assert picture.pixels.shape == (size[1], size[0], 4 if mode in ("LA", "RGBA") else 3)
    assert picture.samples.shape[:2] == (size[1], size[0])


def test_grey_is_expanded_and_keeps_its_mode() -> None:
    picture = decode(encoded(Image.fromarray(SMALL[..., 0])), name="a.png")
    assert picture.mode == "L"
    assert np.array_equal(picture.pixels, np.repeat(SMALL[..., :1], 3, axis=2))
    assert np.array_equal(picture.samples, SMALL[..., 0])


def test_grey_with_alpha_becomes_rgba() -> None:
    grey_alpha = np.dstack((SMALL[..., 0], SMALL[..., 1]))
    picture = decode(encoded(Image.fromarray(grey_alpha, "LA")), name="a.png")
    assert picture.has_alpha
    assert np.array_equal(picture.pixels[..., :3], np.repeat(SMALL[..., :1], 3, axis=2))
    assert np.array_equal(picture.pixels[..., 3], SMALL[..., 1])


def test_bilevel_samples_are_bool() -> None:
    bits = SMALL[..., 0] > 30
    picture = decode(encoded(Image.fromarray(bits)), name="a.png")
    assert (picture.mode, picture.bits) == ("1", 1)
    assert np.array_equal(picture.samples, bits)
    assert np.array_equal(picture.pixels[..., 0], np.where(bits, 255, 0))


def test_colors_under_alpha_zero_survive() -> None:
    hidden = np.dstack((SMALL, np.zeros((4, 6), np.uint8)))
    data = encoded(Image.fromarray(hidden))
    assert np.array_equal(decode(data, name="a.png").pixels, hidden)
    assert np.array_equal(decode(data, name="a.png", reading="raw").pixels, SMALL)


def test_a_transparent_palette_shows_its_transparency_and_keeps_its_indices() -> None:
    indices = np.array([[0, 1, 2], [2, 1, 0]], np.uint8)
    image = Image.fromarray(indices, "P")
    image.putpalette([255, 0, 0, 0, 255, 0, 0, 0, 255])
    picture = decode(encoded(image, transparency=1), name="a.png")
    assert (picture.mode, picture.has_alpha) == ("P", True)
    assert picture.pixels[0].tolist() == [[255, 0, 0, 255], [0, 255, 0, 0], [0, 0, 255, 255]]
    assert np.array_equal(picture.samples, indices)
    assert picture.palette is not None
    assert picture.palette[:3].tolist() == picture.pixels[0].tolist()


def test_an_opaque_palette_has_three_channels() -> None:
    image = Image.fromarray(np.array([[0, 1]], np.uint8), "P")
    image.putpalette([9, 8, 7, 6, 5, 4])
    picture = decode(encoded(image), name="a.png")
    assert picture.pixels.tolist() == [[[9, 8, 7], [6, 5, 4]]]
    assert picture.palette is not None
    assert picture.palette.shape[1] == 3


@pytest.mark.parametrize(("mode", "key"), [("L", 7), ("RGB", (3, 4, 5))])
def test_a_transparent_color_becomes_alpha(mode: str, key: Any) -> None:
    data = encoded(Image.fromarray(SMALL[..., 0] if mode == "L" else SMALL), transparency=key)
    picture = decode(data, name="a.png")
    matches = (SMALL[..., 0] == 7) if mode == "L" else (key == SMALL).all(axis=2)
    assert np.array_equal(picture.pixels[..., 3] == 0, matches)


@pytest.mark.parametrize("format_name", ["JPEG", "PNG", "WEBP", "TIFF"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_orientation_is_applied_once_in_seen(format_name: str, orientation: int) -> None:
    image = Image.fromarray(np.kron(SMALL, np.ones((8, 8, 1), np.uint8)))
    data = encoded(
        image,
        format_name,
        exif=with_orientation(orientation),
        **({"quality": 100} if format_name == "JPEG" else {}),
    )
    with Image.open(io.BytesIO(data)) as opened:
        expected = np.asarray(ImageOps.exif_transpose(opened).convert("RGB"))
    header = probe(data, name="a")
    seen = decode(data, name="a")
    assert np.array_equal(seen.pixels, expected)
    assert header.seen_size == seen.size == (expected.shape[1], expected.shape[0])
    assert decode_reduced(data, name="a", max_side=10).size == seen.size
    said = [note for note in seen.notes if "orientation" in note]
    assert len(said) == (orientation != 1)


def test_raw_leaves_the_orientation_and_says_so() -> None:
    data = encoded(Image.fromarray(SMALL), exif=with_orientation(6))
    raw = decode(data, name="a.png", reading="raw")
    assert np.array_equal(raw.pixels, SMALL)
    assert raw.orientation == 6
    assert any("6 not applied" in note for note in raw.notes)


def test_an_exif_chunk_behind_the_pixels_of_a_png_counts() -> None:
    data = encoded(Image.fromarray(SMALL), exif=with_orientation(3))
    start = data.index(b"eXIf") - 4
    length = int.from_bytes(data[start : start + 4], "big") + 12
    chunk = data[start : start + length]
    moved = data[:start] + data[start + length : -12] + chunk + data[-12:]
    assert moved.index(b"eXIf") > moved.index(b"IDAT")
    assert np.array_equal(decode(moved, name="a.png").pixels, SMALL[::-1, ::-1])


@pytest.mark.parametrize("format_name", ["GIF", "PNG", "WEBP", "TIFF"])
def test_of_an_animation_the_first_frame_is_shown_and_the_count_said(format_name: str) -> None:
    colors = ((255, 0, 0), (0, 255, 0), (0, 0, 255))
    frames = [Image.new("RGB", (8, 8), color) for color in colors]
    options = {"lossless": True} if format_name == "WEBP" else {}
    data = encoded(frames[0], format_name, save_all=True, append_images=frames[1:], **options)
    picture = decode(data, name="a")
    assert picture.frames == 3
    assert picture.pixels[0, 0].tolist() == [255, 0, 0]
    assert any("3" in note and "first is shown" in note for note in picture.notes)


@pytest.mark.parametrize(
    ("name", "is_said"),
    [("a.png", True), ("a.jpeg", False), ("A.JPG", False), ("a.xyz", False), ("a", False)],
)
def test_the_content_decides_and_a_wrong_extension_is_said(name: str, is_said: bool) -> None:
    picture = decode(encoded(Image.fromarray(SMALL), "JPEG"), name=name)
    assert picture.format == "JPEG"
    assert any("content is JPEG" in note for note in picture.notes) == is_said


@pytest.mark.parametrize("reading", ["seen", "raw"])
def test_a_cancelled_decode_stops(reading: Any) -> None:
    class CancelledError(Exception):
        pass

    def cancel() -> None:
        raise CancelledError

    with pytest.raises(CancelledError):
        decode(encoded(Image.fromarray(SMALL)), name="a.png", reading=reading, cancel=cancel)


@pytest.mark.parametrize("format_name", ["JPEG", "PNG"])
def test_a_reduced_picture_is_small_and_knows_the_full_size(format_name: str) -> None:
    ramp = np.linspace(0, 255, 1600).astype(np.uint8)
    image = Image.fromarray(np.repeat(np.tile(ramp, (1200, 1))[..., None], 3, axis=2))
    picture = decode_reduced(encoded(image, format_name), name="a", max_side=200)
    assert picture.pixels.shape == (150, 200, 3)
    assert picture.size == (1600, 1200)
    expected = np.asarray(image.resize((200, 150), Image.Resampling.BOX)).astype(int)
    assert np.abs(picture.pixels.astype(int) - expected).max() <= 3


@pytest.mark.parametrize("size", [(2000, 3), (3, 2000)])
@pytest.mark.parametrize("format_name", ["JPEG", "PNG"])
def test_a_strip_is_reduced_to_at_least_one_row(size: tuple[int, int], format_name: str) -> None:
    picture = decode_reduced(encoded(Image.new("RGB", size), format_name), name="a", max_side=100)
    assert sorted(picture.pixels.shape[:2]) == [1, 100]
    assert picture.size == size


def test_a_small_picture_is_not_reduced() -> None:
    picture = decode_reduced(encoded(Image.fromarray(SMALL)), name="a.png", max_side=200)
    assert picture.size == picture.pixels.shape[1::-1]
    assert np.array_equal(picture.pixels, SMALL)


def test_probe_does_not_decode() -> None:
    data = encoded(Image.fromarray(SMALL))
    header = probe(data[: data.index(b"IDAT") + 8], name="a.png")
    assert (header.size, header.mode, header.frames) == ((6, 4), "RGB", 1)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"<svg/>", True),
        (b'\xef\xbb\xbf<?xml version="1.0"?>\n<!-- a > b -->\n<svg xmlns="x">', True),
        (b'<!DOCTYPE svg [<!ENTITY a "<b>">]><svg:svg>', True),
        ('<?xml version="1.0"?><svg/>'.encode("utf-16"), True),
        (b"<svgx/>", False),
        (b"<html><svg/></html>", False),
        (b"<!-- -->" * 5000, False),
        (b"", False),
    ],
)
def test_svg_is_recognised_by_its_first_element(data: bytes, expected: bool) -> None:
    assert is_svg(data) == expected


def test_other_readers_are_named() -> None:
    assert is_xcf(b"gimp xcf v011\0")
    with pytest.raises(RasterError, match="Use the XCF reader"):
        decode(b"gimp xcf v011\0" + bytes(50), name="a.png")
    with pytest.raises(RasterError, match="Use the SVG reader"):
        probe(b"<svg/>", name="a.png")


def test_the_error_names_file_cause_and_remedy_and_can_be_pickled() -> None:
    with pytest.raises(RasterError) as caught:
        decode(b"", name="odd <name>.png")
    error = caught.value
    assert str(error) == f"{error.name}: {error.cause}. {error.remedy}."
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_a_picture_survives_the_way_to_another_process() -> None:
    picture = decode(encoded(Image.fromarray(SMALL)), name="a.png")
    copy = pickle.loads(pickle.dumps(picture))
    assert np.array_equal(copy.pixels, SMALL)
    assert np.array_equal(copy.samples, SMALL)
    assert copy.notes == picture.notes


def test_every_format_on_the_list_is_one_pillow_knows() -> None:
    Image.init()
    assert set(FORMATS) <= set(Image.OPEN)


def test_threads_do_not_leak_warnings_or_filters() -> None:
    damaged = encoded(Image.fromarray(SMALL), "JPEG", exif=with_orientation(6))
    start = damaged.index(b"Exif") + 14
    damaged = damaged[:start] + b"\xff\xff" + damaged[start + 2 :]
    before = list(warnings.filters)
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        pictures = list(pool.map(lambda _: decode(damaged, name="a.jpg"), range(40)))
    assert warnings.filters == before
    assert {picture.size for picture in pictures} == {(4, 6)}
    assert all(any("EXIF" in note for note in picture.notes) for picture in pictures)
