"""Pictures as callers hand them in, arrays or Pillow pictures, on the scale of 255."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from reviewer.metrics import NotMeasured
from reviewer.metrics.pixels import eight_bit, size_of

Picture = NDArray[Any] | Image.Image

UNIT_MOST = 1.5
UNIT_LEAST = -0.1
"""Floats within these bounds have a range of 1."""


def as_array(picture: object) -> NDArray[Any]:
    """Return a picture as grey or RGB numbers on the scale of 255.

    Parameters
    ----------
    picture : array or Pillow picture
        Floats whose values lie in [−0.1, 1.5] are scaled by 255; alpha is dropped.

    Returns
    -------
    (H, W) or (H, W, 3), uint8 or float64

    Raises
    ------
    NotMeasured
        Values that are not finite or outside 0…255, or a shape that is not a picture.
    TypeError
        Neither an array nor a Pillow picture.
    """
    array = _array(picture)
    size_of(array)
    if array.ndim == 3 and array.shape[2] != 3:
        array = array[..., 0] if array.shape[2] <= 2 else array[..., :3]
    if array.dtype in (np.bool_, np.uint8, np.uint16):
        return eight_bit(array)
    if array.dtype.kind not in "iuf":
        raise NotMeasured(f"pixels of type {array.dtype} are not numbers")
    return _scaled(array)


def as_bytes(image: NDArray[Any]) -> NDArray[np.uint8]:
    """Return numbers on the scale of 255 as 8 bits, rounded; 8 bits stay as they are.

    Parameters
    ----------
    image : (H, W) or (H, W, 3), uint8 or float64
        What `as_array` returns.

    Returns
    -------
    uint8, same shape
    """
    if image.dtype == np.float64:
        rounded: NDArray[np.uint8] = np.rint(np.clip(image, 0.0, 255.0)).astype(np.uint8)
        return rounded
    return eight_bit(image)


def _array(picture: object) -> NDArray[Any]:
    if isinstance(picture, Image.Image):
        return np.asarray(picture if picture.mode in ("L", "I;16") else picture.convert("RGB"))
    if isinstance(picture, np.ndarray):
        return picture
    raise TypeError(f"a picture is an array or a Pillow picture, not {type(picture).__name__}")


def _scaled(array: NDArray[Any]) -> NDArray[np.float64]:
    values = array.astype(np.float64)
    if not np.isfinite(values).all():
        raise NotMeasured("the picture holds pixels that are not finite numbers")
    least, most = float(values.min()), float(values.max())
    if array.dtype.kind == "f" and least >= UNIT_LEAST and most <= UNIT_MOST:
        return values * 255.0
    if array.dtype.kind != "f" and not 0 <= least <= most <= 255:
        raise NotMeasured(f"whole numbers of a picture lie in 0…255, not {least:g}…{most:g}")
    return values
