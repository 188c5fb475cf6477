"""A map of similarity in colors that are ordered by brightness: the brighter, the worse."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.overlays.palette import Image

# Cividis runs from dark blue to yellow, evenly in brightness, and reads the same to people who
# see no red or no green.
_RAMP = cv2.COLORMAP_CIVIDIS


def paint_heatmap(
    similarity: NDArray[Any],
    *,
    size: tuple[int, int] | None = None,
    low: float = 0.0,
    high: float = 1.0,
) -> Image:
    """Color a similarity map.

    Parameters
    ----------
    similarity : (h, w) float
        1 is alike. Values beyond `low` and `high` take the end's color.
    size : (width, height), optional
        Size of the picture that the map is shown beside; without it the map's own.
    low, high : float
        Similarities at the bright and at the dark end.

    Returns
    -------
    (H, W, 3) uint8

    Raises
    ------
    ValueError
        Not a map of two axes, values that are not finite, or low not below high.
    """
    if similarity.ndim != 2 or not np.isfinite(similarity).all():
        raise ValueError(f"a map has two axes and finite values; this one is {similarity.shape}")
    if not low < high:
        raise ValueError(f"low is below high, not {low} and {high}")
    worse = (high - similarity.astype(np.float32)) / (high - low)
    levels = np.rint(np.clip(worse, 0.0, 1.0) * 255.0).astype(np.uint8)
    colored = cv2.cvtColor(cv2.applyColorMap(levels, _RAMP), cv2.COLOR_BGR2RGB)
    if size is not None and size != (colored.shape[1], colored.shape[0]):
        colored = cv2.resize(colored, size, interpolation=cv2.INTER_NEAREST)
    return np.asarray(colored, dtype=np.uint8)
