"""Brightness, contrast, saturation, sharpness and warmth move in the right direction."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageEnhance, ImageStat

from reviewer.metrics import NotMeasured, tone


def photo(seed: int = 0) -> np.ndarray:
    """Soft color gradients with some grain."""
    rng = np.random.default_rng(seed)
    small = rng.integers(40, 200, (6, 8, 3), dtype=np.uint8)
    soft = Image.fromarray(small).resize((64, 48), Image.Resampling.BICUBIC)
    grain = rng.integers(-6, 7, (48, 64, 3))
    return np.clip(np.asarray(soft).astype(int) + grain, 0, 255).astype(np.uint8)


def enhanced(kind: str, factor: float) -> np.ndarray:
    return np.asarray(getattr(ImageEnhance, kind)(Image.fromarray(photo())).enhance(factor))


def test_brightness_is_pillows_mean_of_l():
    picture = Image.fromarray(photo())
    assert tone.brightness(photo()) == pytest.approx(
        ImageStat.Stat(picture.convert("L")).mean[0], abs=1e-9
    )


def test_darker_moves_down_and_keeps_its_structure():
    darker, lighter = enhanced("Brightness", 0.7), enhanced("Brightness", 1.2)
    assert tone.brightness_change(darker, photo()).value < -20
    assert tone.brightness_change(lighter, photo()).value > 10
    assert tone.brightness_change(photo(), photo()).value == 0.0
    assert tone.brightness_structure(darker, photo()) < 0.001
    assert tone.brightness_structure(np.zeros_like(darker), photo()) > 0.03


def test_the_structure_follows_the_document():
    def normalised(image: np.ndarray) -> np.ndarray:
        picture = Image.fromarray(image)
        factor = 128 / max(ImageStat.Stat(picture.convert("L")).mean[0], 1)
        changed = picture.point(lambda value: min(255, max(0, int(value * factor))))
        return np.asarray(changed, dtype=np.float64) / 255

    one, two = enhanced("Brightness", 0.6), photo(3)
    expected = np.mean((normalised(one) - normalised(two)) ** 2)
    assert tone.brightness_structure(one, two) == pytest.approx(expected, abs=1e-12)


def test_contrast_is_the_deviation_over_all_channels_without_alpha():
    expected = np.std(photo().astype(np.float64))
    assert tone.contrast(photo()) == pytest.approx(expected, abs=1e-9)
    rgba = np.dstack([photo(), np.zeros((48, 64), np.uint8)])
    assert tone.contrast(rgba) == tone.contrast(photo())
    assert tone.contrast(np.full((5, 5, 3), 90, np.uint8)) == 0.0


def test_more_contrast_and_less():
    assert tone.contrast_change(enhanced("Contrast", 1.5), photo()).value > 5
    assert tone.contrast_change(enhanced("Contrast", 0.6), photo()).value < -5


def test_saturation_is_on_pillows_scale():
    expected = np.asarray(Image.fromarray(photo()).convert("HSV"))[..., 1].mean()
    assert tone.saturation(photo()) == pytest.approx(expected, abs=1e-9)
    assert tone.saturation(np.array([[[255, 0, 0]]], np.uint8)) == 255.0
    assert tone.saturation(np.full((4, 4), 77, np.uint8)) == 0.0


def test_saturation_rises_while_hue_and_value_stay():
    vivid = np.asarray(Image.fromarray(photo()).convert("HSV")).copy()
    vivid[..., 1] = np.minimum(255, vivid[..., 1].astype(int) * 13 // 10)
    vivid_rgb = np.asarray(Image.fromarray(vivid, mode="HSV").convert("RGB"))
    assert tone.saturation_change(vivid_rgb, photo()).value > 5
    found = tone.hue_value_structure(vivid_rgb, photo())
    assert found.value == min(found.hue, found.brightness)
    assert found.brightness > 0.99
    turned = tone.hue_value_structure(photo()[..., ::-1], photo())
    assert turned.hue < 0.9


def test_sharper_is_a_larger_variance_with_its_ratio():
    from scipy.ndimage import convolve

    blurred = np.asarray(Image.fromarray(photo()).reduce(2).resize((64, 48)))
    found = tone.sharpness_change(photo(), blurred)
    assert found.value > 0
    assert found.ratio == pytest.approx(found.source / found.target)
    assert tone.sharpness_change(blurred, photo()).value < 0
    grey = np.asarray(np.random.default_rng(0).integers(0, 256, (9, 11)), dtype=np.uint8)
    kernel = np.array([[0, 1, 0], [1, -4, 1], [0, 1, 0]], dtype=np.float64)
    expected = convolve(grey.astype(np.float64), kernel, mode="mirror").var()
    assert tone.sharpness(grey) == pytest.approx(expected, rel=1e-12)


def test_a_flat_reference_has_no_ratio():
    found = tone.sharpness_change(photo(), np.full((48, 64, 3), 9, np.uint8))
    assert found.target == 0.0
    assert found.ratio is None
    assert found.value > 0


def test_warmer_and_cooler_have_signs_and_do_not_wrap():
    base = np.full((4, 4, 3), (210, 100, 100), np.uint8)
    cool = np.full((4, 4, 3), (200, 100, 105), np.uint8)
    shift = tone.tone_shift(cool, base)
    assert (shift.red, shift.green, shift.blue) == (-10.0, 0.0, 5.0)
    back = tone.tone_shift(base, cool)
    assert (back.red, back.green, back.blue) == (10.0, 0.0, -5.0)


def test_a_reference_of_another_size_is_resized_and_noted():
    base = np.full((4, 4, 3), (10, 20, 30), np.uint8)
    shift = tone.tone_shift(base, np.full((8, 6, 3), (5, 20, 40), np.uint8))
    assert (shift.red, shift.blue) == (5.0, -10.0)
    assert shift.notes == ("reference resized 6×8 → 4×4 (LANCZOS)",)


@pytest.mark.parametrize("measure", [tone.brightness_structure, tone.hue_value_structure])
def test_structures_need_one_size(measure):
    with pytest.raises(NotMeasured, match="sizes differ"):
        measure(photo(), photo()[:40])
