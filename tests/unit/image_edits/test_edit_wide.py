"""Pictures of 16 and 32 bits: stored values are compared, or it is said why they cannot be."""

from __future__ import annotations

import io
import struct

import numpy as np
import pytest
from PIL import Image

from reviewer.cli import main
from reviewer.kinds.edit_catalog import ANY_SCALE, INSTRUMENTS, roles_of
from reviewer.kinds.edit_measure import measure_one
from reviewer.kinds.edit_pictures import EditPictures
from reviewer.kinds.protocol import Request
from reviewer.model import GOLDEN
from reviewer.session.jobs import CancelToken

SHAPE = (48, 64)


def tiff(samples: np.ndarray) -> bytes:
    out = io.BytesIO()
    Image.fromarray(samples).save(out, "TIFF")
    return out.getvalue()


@pytest.fixture
def whole() -> np.ndarray:
    return np.random.default_rng(5).integers(40_000, 2**31 - 1, SHAPE, dtype=np.int32)


@pytest.fixture
def light() -> np.ndarray:
    return np.random.default_rng(6).uniform(0, 1, SHAPE).astype(np.float32)


def test_whole_numbers_of_32_bits_are_compared_as_stored(edit, whole):
    one, half = tiff(whole), tiff(whole // 2)
    made = edit({"use": "exact"}, ending="tif", result=half, golden=one, initial=tiff(whole // 3))
    assert made.measurements["differing_pixels"].value == whole.size
    assert made.credit("exact") == 0.0
    assert not made.flags["no-op"]
    assert not made.flags["broken-task"]
    same = edit({"use": "exact"}, ending="tif", result=one, golden=one, initial=half)
    assert same.credit("exact") == 1.0


@pytest.mark.parametrize(("old", "new"), [(0.5, 0.5001), (np.nan, np.inf), (np.nan, 0.0)])
def test_one_floating_point_pixel_is_seen(edit, light, old, new):
    light[7, 9] = old
    other = light.copy()
    other[7, 9] = new
    made = edit({"use": "exact"}, ending="tif", result=tiff(other), golden=tiff(light),
                initial=tiff(light * 0.5))  # fmt: skip
    found = made.measurements["differing_pixels"]
    assert (found.value, found.facts["box"]) == (1, [9, 7, 10, 8])
    equal = edit({"use": "exact"}, ending="tif", result=tiff(light), golden=tiff(light),
                 initial=tiff(light * 0.5))  # fmt: skip
    assert equal.credit("exact") == 1.0


def test_numbers_of_other_types_have_no_common_scale(edit, whole, light):
    made = edit({"use": "exact"}, ending="tif", result=tiff(light), golden=tiff(whole),
                initial=tiff(whole))  # fmt: skip
    found = made.measurements["differing_pixels"]
    assert found.value is None
    assert "float32 and int32 have no common scale" in found.reason


def test_bytes_in_a_wide_type_are_bytes_beside_a_picture_of_8_bits(edit):
    levels = np.random.default_rng(7).integers(0, 250, SHAPE, dtype=np.int32)
    grey = levels.astype(np.uint8)
    made = edit({"use": "exact"}, ending="tif", result=tiff(levels), golden=grey, initial=grey)
    assert made.credit("exact") == 1.0


@pytest.mark.parametrize(
    "name", sorted(set(INSTRUMENTS) - ANY_SCALE - {"crop_share", "crop_offset", "crop_ssim"})
)
def test_levels_on_other_scales_are_not_compared(edit, whole, name):
    one, half = tiff(whole), tiff(whole // 2)
    made = edit({"use": "exact"}, ending="tif", result=half, golden=one, initial=one)
    request = Request(task=made.task, rubric=made.rubric, reader=made.reader, token=CancelToken())
    if not roles_of(name, {}, reference=GOLDEN):
        # It looks at the result alone.
        return
    found = measure_one(EditPictures(request), name, {})
    assert found is not None
    assert found.value is None
    assert "shown on different scales" in found.reason


def test_pictures_on_one_scale_are_compared(edit, whole):
    other = whole.copy()
    other[1:-1, 1:-1] = other[1:-1, 1:-1][::-1]
    other.flat[[whole.argmin(), whole.argmax()]] = whole.min(), whole.max()
    made = edit({"use": "similar"}, ending="tif", result=tiff(whole), golden=tiff(whole),
                initial=tiff(other))  # fmt: skip
    assert made.credit("similar") == 1.0


def test_colors_are_counted_as_stored(edit):
    deep = (np.arange(SHAPE[0] * SHAPE[1], dtype=np.uint16) % 2400).reshape(SHAPE)
    made = edit({"use": "few_colors"}, result=deep, golden=deep, initial=deep)
    assert made.measurements["color_count"].value == 2400


def test_similarities_of_other_scales_are_not_measured(tmp_path, whole, capsys):
    (tmp_path / "a.tif").write_bytes(tiff(whole))
    (tmp_path / "b.tif").write_bytes(tiff(whole // 2))
    main(["compare", str(tmp_path / "a.tif"), str(tmp_path / "b.tif")])
    assert "shown on different scales" in capsys.readouterr().err


def test_a_wide_picture_of_one_value_is_read(edit):
    flat = tiff(np.full(SHAPE, 5.5, np.float32))
    made = edit({"use": "exact"}, ending="tif", result=flat, golden=flat, initial=flat)
    assert made.credit("exact") == 1.0


def float_rgb() -> bytes:
    """Three floating-point values a pixel, as OpenCV writes them."""
    entries = [
        (256, 3, 1, 2), (257, 3, 1, 1), (258, 3, 3, 134), (259, 3, 1, 1), (262, 3, 1, 2),
        (273, 4, 1, 146), (277, 3, 1, 3), (278, 3, 1, 1), (279, 4, 1, 24), (339, 3, 3, 140),
    ]  # fmt: skip
    head = struct.pack("<2sHIH", b"II", 42, 8, len(entries))
    body = b"".join(
        struct.pack("<HHIHH", *entry, 0) if entry[1] == 3 and entry[2] == 1
        else struct.pack("<HHII", *entry)
        for entry in entries
    )  # fmt: skip
    return head + body + bytes(4) + struct.pack("<6H6f", 32, 32, 32, 3, 3, 3, *[0.5] * 6)


def test_a_tiff_that_no_reader_takes_names_what_it_holds(edit, tmp_path, capsys):
    (tmp_path / "f.tif").write_bytes(float_rgb())
    (tmp_path / "cut.tif").write_bytes(float_rgb()[:20])
    main(["compare", str(tmp_path / "f.tif"), str(tmp_path / "f.tif")])
    said = capsys.readouterr().err
    assert "RGB as 3 values a pixel of 32 bits in floating point" in said
    main(["compare", str(tmp_path / "cut.tif"), str(tmp_path / "cut.tif")])
    assert "the TIFF header is damaged" in capsys.readouterr().err
