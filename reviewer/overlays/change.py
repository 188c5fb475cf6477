"""What was changed against what should have been: right, otherwise, missing, uncalled for."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.overlays.layers import Layer
from reviewer.overlays.palette import Image, as_rgb


def change_layers(
    initial: NDArray[Any], golden: NDArray[Any], result: NDArray[Any], *, tolerance: int
) -> tuple[Layer, ...]:
    """Compare the change that was made with the one that was meant.

    Parameters
    ----------
    initial, golden, result : (H, W) or (H, W, 1…4) uint8
        Pictures of one size; alpha is laid over white.
    tolerance : int
        In [0, 255]: two pixels are the same while no channel differs by more.

    Returns
    -------
    tuple of Layer
        as meant · not as meant · change missing · uncalled for. What neither
        changed is in none.

    Raises
    ------
    ValueError
        Sizes differ, or a tolerance outside [0, 255].
    """
    start, wanted, got = _three(initial, golden, result)
    if not 0 <= tolerance <= 255:
        raise ValueError(f"tolerance {tolerance} is not in 0…255")
    meant = _differs(start, wanted, tolerance)
    made = _differs(start, got, tolerance)
    off = _differs(wanted, got, tolerance)
    return (
        Layer("changed_right", "as meant", meant & made & ~off),
        Layer("changed_otherwise", "not as meant", meant & made & off),
        Layer("change_missing", "change missing", meant & ~made & off),
        Layer("change_uncalled", "uncalled for", ~meant & made & off),
    )


def _three(*pictures: NDArray[Any]) -> tuple[Image, Image, Image]:
    first, second, third = (as_rgb(picture) for picture in pictures)
    if not first.shape == second.shape == third.shape:
        sizes = ", ".join(f"{part.shape[1]}×{part.shape[0]}" for part in (first, second, third))
        raise ValueError(f"initial, golden and result have one size, not {sizes}")
    return first, second, third


def _differs(one: Image, two: Image, tolerance: int) -> NDArray[np.bool_]:
    same = cv2.inRange(cv2.absdiff(one, two), (0, 0, 0), (tolerance,) * 3)
    return np.asarray(same == 0, dtype=np.bool_)
