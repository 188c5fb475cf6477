"""Three similarities: single pictures, batches, bad items, and what must be said about them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from reviewer.metrics import NotMeasured
from reviewer.metrics.gaussian_ssim import gaussian_ssim
from reviewer.metrics.hashing import average_hash
from reviewer.metrics.similarity import (
    FLAT_HASH,
    ImageAverageHash,
    ImageHistogramMatch,
    ImageSSIM,
    ItemError,
)

METRICS = [ImageSSIM(), ImageAverageHash(), ImageHistogramMatch()]


def picture(seed: int = 0, size: tuple[int, int] = (20, 24)) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 256, (*size, 3), dtype=np.uint8)


def test_gaussian_ssim_equals_its_definition():
    from scipy.ndimage import gaussian_filter

    def blur(image: np.ndarray) -> np.ndarray:
        return gaussian_filter(image, 1.5, truncate=4, mode="reflect")

    x, y = (picture(seed)[..., 0].astype(np.float64) for seed in (1, 2))
    y = x * 0.7 + y * 0.3
    mean_x, mean_y = blur(x), blur(y)
    var_x = np.maximum(blur(x * x) - mean_x**2, 0)
    var_y = np.maximum(blur(y * y) - mean_y**2, 0)
    cov = blur(x * y) - mean_x * mean_y
    above = (2 * mean_x * mean_y + 6.5025) * (2 * cov + 58.5225)
    below = (mean_x**2 + mean_y**2 + 6.5025) * (var_x + var_y + 58.5225) + 1e-8
    assert gaussian_ssim(x, y) == pytest.approx((above / below).mean(), abs=1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_a_picture_is_wholly_like_itself(seed: int):
    one = picture(seed, (31, 47))
    assert ImageSSIM().calculate(one, one.copy()) == 1.0
    other = one.copy()
    other[3, 4, 0] ^= 1
    assert ImageSSIM().calculate(one, other) < 1.0


@pytest.mark.parametrize("metric", METRICS)
def test_one_array_is_one_picture_and_never_a_batch_of_rows(metric):
    score = metric.calculate(picture(), picture())
    assert isinstance(score, float)
    assert score == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize("metric", METRICS)
def test_a_list_is_a_batch_and_one_is_held_against_all(metric):
    pair = [picture(0), picture(1)]
    both = metric.calculate(pair, pair)
    assert both == pytest.approx([1.0, 1.0], abs=1e-9)
    crossed = metric.calculate(pair, picture(0))
    assert crossed[0] == pytest.approx(1.0, abs=1e-9)
    assert crossed[1] < 0.95
    assert len(metric.calculate(picture(0), pair)) == 2
    assert metric.calculate([picture(0)], pair) == metric.calculate(picture(0), pair)


@pytest.mark.parametrize("metric", METRICS)
def test_lengths_that_do_not_fit_name_both(metric):
    with pytest.raises(ValueError, match="2 generated and 3 reference"):
        metric.calculate([picture()] * 2, [picture()] * 3)
    with pytest.raises(ValueError, match="empty"):
        metric.calculate([], picture())


@pytest.mark.parametrize("metric", METRICS)
def test_a_bad_item_keeps_its_place_and_the_rest_is_measured(metric):
    broken = np.full((5, 5), np.nan)
    scores = metric.calculate([picture(), broken, picture()], picture())
    assert scores[0] == scores[2] == pytest.approx(1.0, abs=1e-9)
    assert isinstance(scores[1], ItemError)
    assert scores[1].index == 1
    assert "finite" in scores[1].reason
    with pytest.raises(NotMeasured, match=r"pair 1: .*finite"):
        metric.calculate([picture(), broken], picture(), errors="raise")


@pytest.mark.parametrize("metric", METRICS)
def test_a_bad_single_picture_always_raises(metric):
    with pytest.raises(NotMeasured):
        metric.calculate(np.zeros((0, 4, 3), np.uint8), picture())


def test_a_path_is_not_a_picture():
    with pytest.raises(ValueError, match="not str"):
        ImageSSIM().calculate("a.png", picture())


def test_pillow_pictures_and_arrays_are_the_same():
    one, two = picture(0), picture(1)
    for metric in METRICS:
        from_arrays = metric.calculate(one, two)
        assert metric.calculate(Image.fromarray(one), Image.fromarray(two)) == from_arrays


def test_floats_of_a_range_of_one_are_scaled():
    one, two = picture(0), picture(1)
    score = ImageSSIM().calculate(one / 255.0, two / 255.0)
    assert score == pytest.approx(ImageSSIM().calculate(one, two), abs=1e-9)
    assert ImageHistogramMatch().calculate(one / 255.0, one) == 1.0
    assert ImageSSIM().calculate(one.astype(np.float32), one) == pytest.approx(1, abs=1e-9)


def test_the_generated_is_resized_unless_that_is_off():
    large = np.asarray(Image.fromarray(picture()).resize((48, 40), Image.Resampling.LANCZOS))
    found = ImageSSIM().measure(large, picture())
    assert found.notes == ("resized 48×40 → 24×20 (LANCZOS)",)
    assert 0.5 < found.value < 1.0
    with pytest.raises(NotMeasured, match="generated 48×40, reference 24×20"):
        ImageSSIM(resize=False).calculate(large, picture())


def test_black_against_white_has_a_hash_that_says_nothing():
    black, white = np.zeros((9, 9), np.uint8), np.full((9, 9), 255, np.uint8)
    found = ImageAverageHash().measure(black, white)
    assert found.value == 1.0
    assert found.notes == (FLAT_HASH,)
    assert ImageAverageHash().measure(picture(), picture()).notes == ()


def test_hash_bits_are_strictly_above_the_mean():
    halves = np.zeros((8, 8), np.uint8)
    halves[:, 4:] = 200
    found = average_hash(halves)
    assert found.hex == "0f" * 8
    assert not found.is_flat
    mirrored = ImageAverageHash().calculate(halves, halves[:, ::-1])
    assert mirrored == 0.0


def test_histogram_match_counts_and_flags_other_sizes():
    one = np.zeros((2, 2, 3), np.uint8)
    two = np.zeros((2, 4, 3), np.uint8)
    two[:, 2:] = 255
    forth = ImageHistogramMatch().measure(one, two)
    back = ImageHistogramMatch().measure(two, one)
    assert (forth.value, back.value) == (1.0, 0.5)
    assert "sizes differ" in forth.notes[0]
    assert ImageHistogramMatch().measure(one, one).notes == ()


@pytest.mark.parametrize("bins", [256, 64, 10, 255, 7])
def test_histogram_bins_are_numpys(bins: int):
    one, two = picture(0), picture(1) // 2

    def counts(image: np.ndarray) -> np.ndarray:
        return np.stack([np.histogram(image[..., index], bins, (0, 255))[0] for index in range(3)])

    expected = np.minimum(counts(one), counts(two)).sum() / counts(one).sum()
    assert ImageHistogramMatch(bins=bins).calculate(one, two) == expected


@pytest.mark.corpus
def test_values_equal_gaicos(corpus: Path):
    folder = corpus / "metrics" / "gaico"
    expected = json.loads((folder / "EXPECTED_gaico_0.4.0.json").read_text("utf-8"))
    for name, known in expected.items():
        one, two = (
            np.asarray(Image.open(folder / f"{name}_{side}.png").convert("RGB"))
            for side in ("gen", "ref")
        )
        for metric, tolerance in zip(METRICS, (1e-4, 1e-12, 1e-12), strict=True):
            value = known["gaico_small"][type(metric).__name__]
            assert metric.calculate(one, two) == pytest.approx(value, abs=tolerance), name


@pytest.mark.parametrize("bins", [0, -1, 2.5, True])
def test_a_histogram_has_a_whole_number_of_bins(bins):
    with pytest.raises(ValueError, match="at least one bin"):
        ImageHistogramMatch(bins=bins)
