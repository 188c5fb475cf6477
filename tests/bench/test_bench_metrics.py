"""Speed of the picture metrics at 12 megapixels, beside the libraries they stand in for."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from reviewer.metrics.closeness import mse, psnr
from reviewer.metrics.differences import difference_regions
from reviewer.metrics.exact import compare_exact
from reviewer.metrics.histogram import histogram_correlation
from reviewer.metrics.similarity import ImageSSIM
from reviewer.metrics.ssim import ssim

SIZE = (3000, 4000)


@pytest.fixture(scope="module")
def pair() -> tuple[np.ndarray, np.ndarray]:
    """A picture and an edit of it with some hundred changed places."""
    import cv2

    rng = np.random.default_rng(0)
    noise = rng.integers(0, 256, (*SIZE, 3), dtype=np.uint8)
    one = cv2.GaussianBlur(noise, (0, 0), 2)
    two = one.copy()
    for _ in range(300):
        middle = int(rng.integers(SIZE[1])), int(rng.integers(SIZE[0]))
        cv2.circle(two, middle, int(rng.integers(1, 60)), (200, 30, 30), -1)
    return one, two


def scikit_image_ssim(one: np.ndarray, two: np.ndarray) -> float:
    from skimage.metrics import structural_similarity

    return float(structural_similarity(one, two, channel_axis=2))


def numpy_mse(one: np.ndarray, two: np.ndarray) -> float:
    return float(np.mean((one.astype(np.float64) - two.astype(np.float64)) ** 2))


def regions(one: np.ndarray, two: np.ndarray) -> int:
    return difference_regions(one, two, tolerance=12).count


CASES: dict[str, Callable[[np.ndarray, np.ndarray], object]] = {
    "mse": mse,
    "mse_numpy": numpy_mse,
    "psnr": psnr,
    "histogram": histogram_correlation,
    "exact": compare_exact,
    "difference_regions": regions,
    "ssim": ssim,
    "ssim_scikit_image": scikit_image_ssim,
    "image_ssim": ImageSSIM().calculate,
}


@pytest.mark.parametrize("name", CASES)
def test_bench_metric(benchmark, pair: tuple[np.ndarray, np.ndarray], name: str):
    rounds = 1 if name == "ssim_scikit_image" else 5
    found = benchmark.pedantic(CASES[name], args=pair, rounds=rounds, warmup_rounds=rounds // 5)
    assert found is not None
