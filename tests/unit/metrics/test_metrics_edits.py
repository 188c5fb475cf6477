"""Turns, mirrors, crops and scalings are told from the wrong ones and from no edit at all."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from reviewer.metrics import NotMeasured
from reviewer.metrics.crop import crop_place
from reviewer.metrics.edits import TRANSFORMS, orientation, resized_ssim
from reviewer.metrics.ssim import ssim


def photo(size: tuple[int, int] = (48, 64), seed: int = 0) -> np.ndarray:
    small = np.random.default_rng(seed).integers(0, 256, (9, 12, 3), dtype=np.uint8)
    return np.asarray(Image.fromarray(small).resize(size[::-1], Image.Resampling.BICUBIC))


PILLOW = {
    "mirror": Image.Transpose.FLIP_LEFT_RIGHT,
    "flip": Image.Transpose.FLIP_TOP_BOTTOM,
    "rotate_90": Image.Transpose.ROTATE_270,
    "rotate_180": Image.Transpose.ROTATE_180,
    "rotate_270": Image.Transpose.ROTATE_90,
}


@pytest.mark.parametrize("name", PILLOW)
def test_each_transform_is_found_and_no_other(name: str):
    turned = np.asarray(Image.fromarray(photo()).transpose(PILLOW[name]))
    found = orientation(turned, photo())
    assert found.best == name
    assert found.value(name) == 1.0
    others = [score for key, score in found.scores.items() if key != name and score is not None]
    assert others
    assert max(others) < 0.9


def test_a_no_op_stands_out():
    found = orientation(photo(), photo())
    assert found.best == "none"
    assert found.value("mirror") < 0.9


def test_a_size_that_a_turn_does_not_give_is_not_measured():
    found = orientation(photo(), photo())
    assert found.scores["rotate_90"] is None
    with pytest.raises(NotMeasured, match="rotate_90"):
        found.value("rotate_90")
    with pytest.raises(NotMeasured, match="whatever the turn"):
        orientation(photo(), photo((30, 30)))


def test_unknown_transforms_are_refused():
    with pytest.raises(ValueError, match="twist"):
        orientation(photo(), photo(), names=["twist"])
    assert next(iter(TRANSFORMS)) == "none"


def test_resizing_is_noted_and_the_filter_matters():
    small = np.asarray(Image.fromarray(photo((96, 128))).resize((64, 48), Image.Resampling.LANCZOS))
    target = np.asarray(
        Image.fromarray(small).resize((100, 75), Image.Resampling.LANCZOS), dtype=np.uint8
    )
    found = resized_ssim(small, target)
    assert found.value == 1.0
    assert found.notes == ("resized 64×48 → 100×75 (LANCZOS)",)
    other = resized_ssim(small, target, method="bicubic")
    assert other.value < 1.0
    assert "BICUBIC" in other.notes[0]


def test_a_result_is_cut_to_what_can_be_seen():
    target = photo()
    framed = np.zeros((60, 80, 4), np.uint8)
    framed[5:53, 9:73, :3] = target
    framed[5:53, 9:73, 3] = 255
    found = resized_ssim(framed, target)
    assert found.value == 1.0
    assert found.box == (9, 5, 73, 53)
    assert found.notes == ("cut to what can be seen: 64×48",)


def test_a_transparent_result_is_compared_uncut_and_says_so():
    hidden = np.dstack([photo(), np.zeros((48, 64), np.uint8)])
    found = resized_ssim(hidden, photo())
    assert found.box is None
    assert "transparent everywhere" in found.notes[0]


def test_an_unknown_filter_is_refused():
    with pytest.raises(ValueError, match="lanczos"):
        resized_ssim(photo(), photo((30, 30)), method="sinc")


@pytest.mark.parametrize("box", [(0, 0, 20, 20), (13, 7, 50, 40), (44, 28, 64, 48), (5, 40, 9, 44)])
def test_a_crop_is_placed_to_the_pixel(box: tuple[int, int, int, int]):
    left, top, right, bottom = box
    found = crop_place(photo()[top:bottom, left:right], photo())
    assert found.box == box
    assert found.value == 1.0
    assert not found.is_whole
    assert found.off_by((left + 3, top, right, bottom)) == 3


def test_a_crop_of_a_large_picture_is_placed_to_the_pixel():
    large = photo((900, 1300))
    found = crop_place(large[101:707, 333:1021], large)
    assert found.box == (333, 101, 1021, 707)
    assert found.value == 1.0


def test_nothing_cut_off_is_a_no_op_and_larger_is_not_measured():
    assert crop_place(photo(), photo()).is_whole
    with pytest.raises(NotMeasured, match="larger"):
        crop_place(photo((50, 64)), photo())


def test_scores_are_plain_ssim():
    noisy = np.clip(photo().astype(int) + 9, 0, 255).astype(np.uint8)
    assert orientation(noisy, photo()).value("none") == ssim(noisy, photo()).value
