"""Distributions of color and how well two of them agree."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.metrics import NotMeasured
from reviewer.metrics.pixels import Pixels, rgb

BINS = 64

# cv2 counts in float32, exact up to 2**24: larger pictures are counted in parts.
_MOST_AT_ONCE = (1 << 24) - 1


@dataclass(frozen=True, slots=True)
class HistogramMatch:
    """Pearson's correlation of two color histograms."""

    value: float
    is_flat: bool


def level_counts(image: Pixels) -> NDArray[np.int64]:
    """Count the pixels at each of the 256 levels of R, G and B.

    Parameters
    ----------
    image : (H, W) or (H, W, 1…4), bool, uint8 or uint16

    Returns
    -------
    (3, 256) int64
    """
    picture = rgb(image)
    rows = max(1, _MOST_AT_ONCE // picture.shape[1])
    counts = np.zeros((3, 256), dtype=np.int64)
    for top in range(0, picture.shape[0], rows):
        part = picture[top : top + rows]
        for channel in range(3):
            found = cv2.calcHist([part], [channel], None, [256], [0, 256])
            counts[channel] += found.ravel().astype(np.int64)
    return counts


def color_histogram(image: Pixels, *, bins: int = BINS) -> NDArray[np.float64]:
    """Return the distribution of R, then G, then B.

    Parameters
    ----------
    image : (H, W) or (H, W, 1…4), bool, uint8 or uint16
    bins : int
        Equal bins a channel over [0, 256).

    Returns
    -------
    (3 * bins,) float64
        Sums to 1.

    Raises
    ------
    ValueError
        Bins outside [1, 256].
    """
    if not 1 <= bins <= 256:
        raise ValueError(f"1 to 256 bins, not {bins}")
    edges = np.arange(256) * bins // 256
    levels = level_counts(image)
    folded = np.stack([np.bincount(edges, weights=row, minlength=bins) for row in levels])
    return np.asarray(folded.ravel() / levels.sum(), dtype=np.float64)


def histogram_correlation(a: Pixels, b: Pixels, *, bins: int = BINS) -> HistogramMatch:
    """Measure how well the color distributions of two pictures agree.

    Parameters
    ----------
    a, b : (H, W) or (H, W, 1…4), bool, uint8 or uint16
        Of any sizes: the distributions are normalised.
    bins : int
        Equal bins a channel over [0, 256).

    Returns
    -------
    HistogramMatch
        `value` in [−1, 1] is Pearson's correlation of the two rows of 3 × `bins` shares.
        Identical histograms are 1, flat ones too (`is_flat` says so).

    Raises
    ------
    NotMeasured
        A histogram is flat (every bin alike) and the other differs: there is no correlation.
    """
    first, second = color_histogram(a, bins=bins), color_histogram(b, bins=bins)
    flat = [name for name, row in (("first", first), ("second", second)) if _is_flat(row)]
    if np.array_equal(first, second):
        return HistogramMatch(1.0, bool(flat))
    if flat:
        raise NotMeasured(
            f"the histogram of the {' and '.join(flat)} picture is flat: "
            "a flat line correlates with nothing"
        )
    x, y = first - first.mean(), second - second.mean()
    value = float(np.dot(x, y) / np.sqrt(np.dot(x, x) * np.dot(y, y)))
    return HistogramMatch(min(1.0, max(-1.0, value)), False)


def _is_flat(row: NDArray[np.float64]) -> bool:
    return bool(row.max() == row.min())
