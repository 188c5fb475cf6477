"""Pictures in other spaces than their own: color channels, edges, a size for a glance."""

from __future__ import annotations

from typing import Literal, get_args

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.metrics.pixels import Bytes, Pixels, luma, pillow, rgb, size_of

Space = Literal["rgb", "grey", "hsv", "lab", "each"]


def in_space(image: Pixels, space: Space) -> Pixels:
    """Return the channels in which two pictures are compared.

    Parameters
    ----------
    image : (H, W) or (H, W, 1…4), bool, uint8 or uint16
    space : str
        rgb, grey (Pillow's L), hsv (Pillow's scale), lab (CIE Lab on 0…255), or each: the channels
        as they are, alpha too.

    Returns
    -------
    (H, W) or (H, W, C)

    Raises
    ------
    ValueError
        An unknown space.
    """
    if space == "rgb":
        return rgb(image)
    if space == "each":
        return image
    if space == "grey":
        return luma(image)
    if space == "hsv":
        return np.asarray(pillow(rgb(image)).convert("HSV"), dtype=np.uint8)
    if space == "lab":
        return np.asarray(cv2.cvtColor(np.ascontiguousarray(rgb(image)), cv2.COLOR_RGB2LAB))
    raise ValueError(f"unknown color space {space!r}; use one of {', '.join(get_args(Space))}")


def edges(image: Pixels) -> NDArray[np.float64]:
    """Return the size of the Laplacian of the grey picture, at 64 bits.

    Parameters
    ----------
    image : (H, W) or (H, W, 1…4), bool, uint8 or uint16

    Returns
    -------
    (H, W) float64
        At least 0.
    """
    return np.abs(cv2.Laplacian(luma(image), cv2.CV_64F)).astype(np.float64)


def at_a_glance(image: Pixels, *, most: int, least: int = 3) -> Bytes:
    """Return a small copy for a quick look; pictures of one size stay of one size.

    Parameters
    ----------
    image : (H, W) or (H, W, 1…4), bool, uint8 or uint16
    most : int
        Pixels of the longer side of the copy; a smaller picture is returned as it is.
    least : int
        No side becomes shorter.

    Returns
    -------
    (h, w, 3) uint8
        Averaged over areas.
    """
    width, height = size_of(image)
    share = most / max(width, height)
    if share >= 1:
        return rgb(image)
    size = max(least, round(width * share)), max(least, round(height * share))
    small = cv2.resize(np.ascontiguousarray(rgb(image)), size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8)
