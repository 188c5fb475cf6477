"""What was changed against what should have been: right, otherwise, missing, uncalled for."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.overlays.layers import Layer
from reviewer.overlays.palette import Color, Image, as_rgb, grey_base

WRONG_WAY: Color = (213, 94, 0)
RIGHT_WAY: Color = (0, 158, 115)

_STRIP_ROWS = 256


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


def signed_change(
    initial: NDArray[Any], golden: NDArray[Any], result: NDArray[Any], *, noise: int = 4
) -> NDArray[np.float32]:
    """Return for each pixel how much of the meant change was made.

    Parameters
    ----------
    initial, golden, result : (H, W) or (H, W, 1…4) uint8
        Pictures of one size; alpha is laid over white.
    noise : int
        Where golden and initial differ by less, in levels along R, G, B together, nothing was
        meant, and the value is 0.

    Returns
    -------
    (H, W) float32
        In [−2, 2]: 1 as meant, 0 nothing, below 0 the wrong way, above 1 too much. The change of
        the result along the change of the golden, over the length of the latter.

    Raises
    ------
    ValueError
        Sizes differ.
    """
    start, wanted, got = _three(initial, golden, result)
    out = np.zeros(start.shape[:2], dtype=np.float32)
    for top in range(0, start.shape[0], _STRIP_ROWS):
        rows = slice(top, top + _STRIP_ROWS)
        base = start[rows].astype(np.float32)
        aim = wanted[rows] - base
        length = np.einsum("ijk,ijk->ij", aim, aim)
        along = np.einsum("ijk,ijk->ij", aim, got[rows] - base)
        np.divide(along, length, out=out[rows], where=length >= float(noise * noise))
    return np.clip(out, -2.0, 2.0)


def paint_signed_change(image: NDArray[Any], signed: NDArray[Any]) -> Image:
    """Paint a signed change: green the right way, vermilion the wrong way, grey nothing.

    Parameters
    ----------
    image : (H, W) or (H, W, 1…4) uint8
        Redrawn in greys below.
    signed : (H, W) float
        What `signed_change` returns; the strength is full at ±1.

    Returns
    -------
    (H, W, 3) uint8
    """
    base = grey_base(image)
    if signed.shape != base.shape[:2]:
        raise ValueError(f"the map {signed.shape} does not fit the picture {base.shape[:2]}")
    strength = np.clip(np.abs(signed), 0.0, 1.0).astype(np.float32)[..., None]
    ways = np.array((WRONG_WAY, RIGHT_WAY), dtype=np.float32)
    color = ways[(np.asarray(signed) > 0).astype(np.intp)]
    mixed = base + strength * (color - base)
    return np.asarray(np.rint(mixed), dtype=np.uint8)


def _three(*pictures: NDArray[Any]) -> tuple[Image, Image, Image]:
    first, second, third = (as_rgb(picture) for picture in pictures)
    if not first.shape == second.shape == third.shape:
        sizes = ", ".join(f"{part.shape[1]}×{part.shape[0]}" for part in (first, second, third))
        raise ValueError(f"initial, golden and result have one size, not {sizes}")
    return first, second, third


def _differs(one: Image, two: Image, tolerance: int) -> NDArray[np.bool_]:
    same = cv2.inRange(cv2.absdiff(one, two), (0, 0, 0), (tolerance,) * 3)
    return np.asarray(same == 0, dtype=np.bool_)
