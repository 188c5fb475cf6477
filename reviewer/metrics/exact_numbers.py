"""Whether pictures of 32 bits are the same: their stored numbers, which no 8 bits hold."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from reviewer.metrics import NotMeasured
from reviewer.metrics.color import box_of
from reviewer.metrics.pixels import Box, Pixels, size_of


def is_wide(image: Pixels) -> bool:
    """Say whether samples are numbers without an agreed white: int32 or floating point."""
    return bool(image.dtype.kind in "if")


def differing_numbers(a: Pixels, b: Pixels) -> tuple[int, Box | None, float | None]:
    """Compare the stored numbers of two pictures of one size.

    Parameters
    ----------
    a, b : (H, W), both int32 or both floating point

    Returns
    -------
    (int, box or None, float or None)
        How many pixels differ, the box around them, and the largest difference; None where it
        has no size, beside NaN or infinity. NaN is equal to NaN alone.

    Raises
    ------
    NotMeasured
        The two are not of one type: there is no scale on which both could be held.
    """
    size_of(a)
    if a.dtype.kind != b.dtype.kind:
        raise NotMeasured(
            f"samples of type {a.dtype} and {b.dtype} have no common scale; save both alike"
        )
    changed = a != b
    if a.dtype.kind == "f":
        changed &= ~(np.isnan(a) & np.isnan(b))
    count = int(np.count_nonzero(changed))
    if not count:
        return 0, None, 0.0
    return count, box_of(changed), _largest(a[changed], b[changed])


def _largest(a: NDArray[Any], b: NDArray[Any]) -> float | None:
    one, two = a.astype(np.float64), b.astype(np.float64)
    if not (np.isfinite(one).all() and np.isfinite(two).all()):
        return None
    return float(np.abs(one - two).max())
