"""The difference of two pictures, painted by its size over a quiet grey base."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from reviewer.overlays.layers import Layer, paint
from reviewer.overlays.palette import DOCUMENTED, Image, Palette, grey_base

SAME, SMALL, LARGE = 0, 1, 2


def difference_layers(
    classes: NDArray[np.uint8], alpha_only: NDArray[Any] | None = None
) -> tuple[Layer, ...]:
    """Return the classes of a difference as layers.

    Parameters
    ----------
    classes : (H, W) uint8
        0 same, 1 small, 2 large.
    alpha_only : (H, W), optional
        Not 0 where only the alpha differs: those pixels keep their color and say what they are.

    Returns
    -------
    tuple of Layer
        same, small, large; then the parts of small and large that are alpha alone, when any.
    """
    layers = [
        Layer("same", "same", classes == SAME),
        Layer("small", "small difference", classes == SMALL),
        Layer("large", "large difference", classes == LARGE),
    ]
    if alpha_only is not None and np.any(alpha_only):
        alpha = np.asarray(alpha_only) != 0
        for name, level in (("small", SMALL), ("large", LARGE)):
            part = alpha & (classes == level)
            if part.any():
                layers.append(Layer(name, f"{name} difference, alpha only", part))
    return tuple(layers)


def paint_difference(
    image: NDArray[Any],
    classes: NDArray[np.uint8],
    palette: Palette = DOCUMENTED,
    *,
    scale: float = 1.0,
) -> Image:
    """Paint a difference over the picture redrawn in greys.

    Parameters
    ----------
    image : (H, W) or (H, W, 1…4) uint8
        Usually the result.
    classes : (H, W) uint8
        0 same, 1 small, 2 large.
    palette : Palette
    scale : float
        Screen pixels per picture pixel.

    Returns
    -------
    (H, W, 3) uint8
    """
    return paint(grey_base(image), difference_layers(classes), palette, scale=scale)
