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


def numpy_histogram(one: np.ndarray, two: np.ndarray) -> float:
    def counted(picture: np.ndarray) -> np.ndarray:
        channels = [np.histogram(picture[..., n], 64, (0, 256))[0] for n in range(3)]
        return np.concatenate(channels).astype(np.float64)

    return float(np.corrcoef(counted(one), counted(two))[0, 1])


CASES: dict[str, Callable[[np.ndarray, np.ndarray], object]] = {
    "mse": mse,
    "mse_numpy": numpy_mse,
    "psnr": lambda one, two: psnr(one, two).value,
    "histogram": lambda one, two: histogram_correlation(one, two).value,
    "histogram_numpy": numpy_histogram,
    "exact": lambda one, two: compare_exact(one, two).differing,
    "difference_regions": regions,
    "ssim": lambda one, two: ssim(one, two).value,
    "ssim_scikit_image": scikit_image_ssim,
    "image_ssim": ImageSSIM().calculate,
}


@pytest.fixture(scope="module")
def truth(pair: tuple[np.ndarray, np.ndarray]) -> dict[str, object]:
    """What the libraries that stand beside ours say of the pair."""
    one, two = pair
    error, alike = numpy_mse(*pair), scikit_image_ssim(*pair)
    histogram = numpy_histogram(*pair)
    return {
        "mse": error,
        "mse_numpy": error,
        "psnr": 10 * np.log10(255**2 / error),
        "histogram": histogram,
        "histogram_numpy": histogram,
        "exact": int((one != two).any(axis=2).sum()),
        "ssim": alike,
        "ssim_scikit_image": alike,
    }


@pytest.mark.parametrize("name", CASES)
def test_bench_metric(
    benchmark, pair: tuple[np.ndarray, np.ndarray], truth: dict[str, object], name: str
):
    rounds = 1 if name == "ssim_scikit_image" else 5
    found = benchmark.pedantic(CASES[name], args=pair, rounds=rounds, warmup_rounds=rounds // 5)
    if name in truth:
        assert found == pytest.approx(truth[name], abs=1e-9)
    elif name == "image_ssim":
        assert 0.5 < found < 1.0
    else:
        # Three hundred disks were painted; many of them touch.
        assert 100 < found <= 300


def test_bench_exact_with_alpha(benchmark, pair: tuple[np.ndarray, np.ndarray]):
    one, two = (np.dstack([part, np.full(SIZE, 255, np.uint8)]) for part in pair)
    two[:10, :, 3] = 0
    found = benchmark.pedantic(compare_exact, args=(one, two), rounds=5, warmup_rounds=1)
    assert found.differing == int((one != two).any(axis=2).sum())
    assert found.alpha_only == int(((one != two).any(axis=2) & (pair[0] == pair[1]).all(2)).sum())
