"""Sizes, blankness and replays, against published reports and small pictures."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from reviewer.metrics.validity import (
    analysis_copy,
    check_validity,
    hash_distance,
    perceptual_hash,
)


class PillowLoader:
    def size(self, source: Path) -> tuple[int, int]:
        with Image.open(source) as picture:
            return picture.size

    def load(self, source: Path, *, max_edge: int | None = None) -> NDArray[np.uint8]:
        with Image.open(source) as picture:
            return np.asarray(picture.convert("RGB"))


def waves(height: int, width: int) -> NDArray[np.uint8]:
    y, x = np.mgrid[0:height, 0:width]
    luma = 128 + 60 * np.sin(7 * x / width) + 50 * np.cos(5 * y / height + 2 * x / width)
    return np.repeat(luma.astype(np.uint8)[:, :, None], 3, axis=2)


@pytest.mark.corpus
def test_published_reports_come_back(corpus: Path) -> None:
    text = (corpus / "imagent" / "validity_expected.json").read_text(encoding="utf-8")
    expected = json.loads(text)
    assert len(expected) == 12
    for name, report in expected.items():
        found = check_validity(corpus / name, loader=PillowLoader()).to_dict()
        assert found.pop("stddev") == pytest.approx(report.pop("stddev"), abs=1e-6), name
        assert found == report, name


def test_a_good_picture_is_valid() -> None:
    report = check_validity(waves(80, 120))
    assert report.valid
    assert report.reasons == ()
    assert (report.width, report.height, len(report.phash)) == (120, 80, 16)


def test_the_smaller_edge_of_the_header_counts() -> None:
    assert check_validity(waves(64, 200)).valid
    assert check_validity(waves(63, 200)).reasons == (
        "image is smaller than 64px on its shortest edge",
    )
    assert check_validity(waves(63, 200), size=(400, 126)).valid


def test_blank_is_a_population_deviation_below_two() -> None:
    flat = np.full((64, 64, 3), 90, dtype=np.uint8)
    assert check_validity(flat).reasons == ("image is blank or a solid color",)
    halves = flat.copy()
    halves[:, :32] = 94  # exactly 2.0 off the mean on either side
    assert check_validity(halves).stddev == pytest.approx(2.0)
    assert check_validity(halves).valid
    halves[:, :32] = 93
    assert not check_validity(halves).valid


def test_a_replay_is_within_five_bits() -> None:
    picture = waves(100, 100)
    digest = check_validity(picture).phash
    near = f"{int(digest, 16) ^ 0b11111:016x}"
    far = f"{int(digest, 16) ^ 0b111111:016x}"
    assert check_validity(picture, known_hashes=[far, ""]).valid
    report = check_validity(picture, known_hashes=[far, near.upper() + "\n"])
    assert report.replays == near
    assert report.reasons == (f"image duplicates a previously archived output ({near})",)


def test_reencoding_and_scaling_is_still_a_replay() -> None:
    picture = waves(512, 384)
    smaller = np.asarray(Image.fromarray(picture).resize((192, 256), Image.Resampling.LANCZOS))
    digest = perceptual_hash(analysis_copy(picture))
    assert hash_distance(digest, perceptual_hash(analysis_copy(smaller))) <= 5
    assert hash_distance(digest, perceptual_hash(analysis_copy(picture[::-1]))) > 5


def test_all_reasons_are_told() -> None:
    flat = np.zeros((10, 10, 3), dtype=np.uint8)
    digest = perceptual_hash(flat)
    assert len(check_validity(flat, known_hashes=[digest]).reasons) == 3


def test_what_cannot_be_decoded_has_that_one_reason(tmp_path: Path) -> None:
    broken = tmp_path / "broken.png"
    broken.write_bytes(b"\x89PNG\r\n\x1a\nnothing")
    report = check_validity(broken, loader=PillowLoader(), known_hashes=["0" * 16])
    assert not report.valid
    assert len(report.reasons) == 1
    assert report.reasons[0].startswith("image could not be decoded: ")
    assert (report.width, report.height, report.phash, report.stddev) == (0, 0, "", 0.0)
    missing = check_validity(tmp_path / "absent.png", loader=PillowLoader())
    assert "absent.png" in missing.reasons[0]


def test_the_copy_is_at_most_256_and_keeps_its_aspect() -> None:
    assert analysis_copy(waves(300, 1000)).shape == (76, 256, 3)
    assert analysis_copy(waves(10, 4000)).shape == (1, 256, 3)
    small = waves(20, 30)
    copy = analysis_copy(small)
    assert np.array_equal(copy, small)
    assert not np.shares_memory(copy, small)


@pytest.mark.parametrize("shape", [(8, 8), (8, 8, 4), (0, 8, 3)])
def test_other_arrays_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="convert the picture to RGB"):
        analysis_copy(np.zeros(shape, dtype=np.uint8))


@pytest.mark.parametrize("text", ["e4f41b", "zz" * 8, "0x" + "1" * 14])
def test_a_known_hash_that_is_none_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match="16 hexadecimal digits"):
        check_validity(waves(64, 64), known_hashes=[text])
