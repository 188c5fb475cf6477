"""Every hard file loads or fails as it should, and says why."""

from __future__ import annotations

import io
import json
import time
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from reviewer.formats.raster import MAX_PIXELS, RasterError, decode, decode_reduced, probe

pytestmark = pytest.mark.corpus

# Pillow opens these although the checksum of their pixel data is wrong; libpng refuses them.
STRICTER_THAN_PILLOW = {
    "hard/png_bugfix/x_interlaced_chck.png",
    "hard/pngsuite/xcsn0g01.png",
}
FOLDERS = (*("anim", "bmpsuite", "exif", "generated", "pillow", "png_bugfix", "pngsuite", "tiff"),)


@pytest.fixture(scope="module")
def behaviour(corpus: Path) -> dict[str, list[Any]]:
    text = (corpus / "hard/PILLOW13_BEHAVIOUR.json").read_text(encoding="utf-8")
    return dict(json.loads(text))


def raw_by_pillow(data: bytes) -> np.ndarray[Any, Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))


def check_readable(data: bytes, name: str, expected: list[Any]) -> None:
    header = probe(data, name=name)
    file_format, mode, size, frames, _ = expected
    assert (header.format, header.mode, list(header.size), header.frames) == (
        *(file_format, mode, size, frames),
    )
    seen = decode(data, name=name)
    assert seen.size == header.seen_size == (seen.pixels.shape[1], seen.pixels.shape[0])
    assert seen.has_alpha == header.has_alpha
    assert seen.pixels.dtype == np.uint8
    assert seen.pixels.flags.c_contiguous
    assert not seen.pixels.flags.writeable
    if frames > 1 and file_format != "PSD":
        assert any(f"{frames} " in note and "first" in note for note in seen.notes)
    raw = decode(data, name=name, reading="raw")
    assert np.array_equal(raw.pixels, raw_by_pillow(data))
    assert raw.samples.shape[:2] == raw.pixels.shape[:2]
    assert (raw.palette is not None) == (mode == "P")
    reduced = decode_reduced(data, name=name, max_side=40)
    assert max(reduced.pixels.shape[:2]) <= 40
    assert reduced.size == seen.size


@pytest.mark.parametrize("folder", FOLDERS)
def test_hard_files(
    folder: str, corpus: Path, behaviour: dict[str, list[Any]], capfd: pytest.CaptureFixture[str]
) -> None:
    names = [name for name in behaviour if name.startswith(f"hard/{folder}/")]
    assert names
    for name in names:
        expected = behaviour[name]
        data = (corpus / name).read_bytes()
        began = time.perf_counter()
        if expected[-1] == "ok" and name not in STRICTER_THAN_PILLOW:
            check_readable(data, name, expected)
        else:
            with pytest.raises(RasterError) as caught:
                decode(data, name=name)
            assert str(caught.value).startswith(f"{name}: ")
            assert caught.value.remedy
        assert time.perf_counter() - began < 5, name
    assert capfd.readouterr() == ("", "")


def test_the_folders_are_all_of_the_list(behaviour: dict[str, list[Any]]) -> None:
    assert len(behaviour) == 474
    assert {name.split("/")[1] for name in behaviour} == set(FOLDERS)


@pytest.mark.parametrize(
    ("name", "cause"),
    [
        ("zero_byte.png", r"empty \(0 bytes\)"),
        ("bomb_60000x60000.png", "60000×60000"),
        ("bomb_maxint.png", "2147483647×2147483647"),
        ("bomb_real_20000x20000_1bit.png", "20000×20000 = 400,000,000 pixels"),
        ("zero_width.png", "size of 0×10"),
        ("truncated_90pct.png", "truncated"),
        ("truncated_95pct.jpg", "truncated"),
        ("bitflip_idat.png", "checksum of its IDAT"),
        ("text_named.png", "text, not a picture"),
        ("html_error_page.png", "web page"),
        ("svg_named.png", "SVG"),
    ],
)
def test_causes(name: str, cause: str, corpus: Path) -> None:
    data = (corpus / "hard/generated" / name).read_bytes()
    with pytest.raises(RasterError, match=cause):
        decode(data, name=name)


def test_sixteen_bit_grey_keeps_its_256_levels(corpus: Path) -> None:
    data = (corpus / "hard/generated/ramp16_gray.png").read_bytes()
    seen = decode(data, name="ramp16_gray.png")
    raw = decode(data, name="ramp16_gray.png", reading="raw")
    assert len(np.unique(seen.pixels)) == 256
    assert len(np.unique(raw.pixels)) == 2
    assert seen.samples.dtype == np.uint16


@pytest.mark.parametrize("orientation", range(1, 9))
def test_same_pixels_orientations(orientation: int, corpus: Path) -> None:
    name = f"same_pixels_orient{orientation}.png"
    data = (corpus / "hard/generated" / name).read_bytes()
    upright = (corpus / "hard/generated/same_pixels_orient1.png").read_bytes()
    stored = decode(upright, name=name, reading="raw").pixels
    assert np.array_equal(decode(data, name=name, reading="raw").pixels, stored)
    seen = decode(data, name=name).pixels
    assert np.array_equal(seen, stored) == (orientation == 1)


@pytest.mark.parametrize("kind", ["Landscape", "Portrait"])
def test_photos_of_all_orientations_look_the_same(kind: str, corpus: Path) -> None:
    def grey(number: int) -> np.ndarray[Any, Any]:
        data = (corpus / f"hard/exif/{kind}_{number}.jpg").read_bytes()
        picture = decode_reduced(data, name=f"{kind}_{number}.jpg", max_side=100)
        return picture.pixels.astype(np.float64).mean(axis=2)

    upright = grey(1)
    for number in range(2, 9):
        turned = grey(number)
        assert turned.shape == upright.shape
        # Each was compressed by itself; unturned they differ by 37 and more.
        assert np.abs(turned - upright).mean() < 2


def test_pairs_that_differ_only_where_nobody_looks_stay_different(corpus: Path) -> None:
    folder = corpus / "hard/generated"
    for one, other in (
        ("hidden_rgb_under_alpha.png", "hidden_rgb_magenta_under_alpha.png"),
        ("alpha254.png", "alpha255.png"),
    ):
        first = decode((folder / one).read_bytes(), name=one).pixels
        second = decode((folder / other).read_bytes(), name=other).pixels
        assert first.shape == second.shape
        assert not np.array_equal(first, second)


def test_the_pixel_limit_is_the_one_pillow_refuses_at() -> None:
    assert MAX_PIXELS == 2 * (1024 * 1024 * 1024 // 4 // 3)
