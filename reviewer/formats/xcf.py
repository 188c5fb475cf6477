"""Open GIMP's XCF files: layer tree, single layers, and the flattened picture as GIMP draws it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .xcf_compose import flatten_bytes, layer_bytes
from .xcf_describe import describe
from .xcf_exactness import approximations
from .xcf_model import MAX_PIXELS, XcfError, XcfImage, XcfLayer, XcfMask
from .xcf_structure import read_structure

__all__ = [
    "Flattened",
    "XcfError",
    "XcfImage",
    "XcfLayer",
    "XcfMask",
    "describe",
    "flatten",
    "layer_pixels",
    "read_xcf",
]


@dataclass(frozen=True, slots=True)
class Flattened:
    """The canvas as one picture: RGBA bytes (rows, columns, 4), and what in it is approximate."""

    rgba: NDArray[np.uint8]
    approximations: tuple[str, ...]


def read_xcf(data: bytes, *, max_pixels: int = MAX_PIXELS) -> XcfImage:
    """Read the structure of an XCF file; pixels are unpacked when they are asked for."""
    return read_structure(data, max_pixels=max_pixels)


def flatten(
    image: XcfImage,
    *,
    visible: Mapping[tuple[int, ...], bool] | None = None,
    check: Callable[[], None] | None = None,
) -> Flattened:
    """Draw all visible layers onto the canvas.

    `visible` overrides the file for layers named by their path; a layer in a hidden group stays
    hidden. `check` is called every few rows and may raise to stop the work.
    """
    chosen = dict(visible or {})
    for path in chosen:
        image.layer(path)
    rgba = flatten_bytes(image, chosen, check or _go_on)
    return Flattened(rgba, approximations(image, chosen))


def layer_pixels(image: XcfImage, path: tuple[int, ...]) -> NDArray[np.uint8]:
    """One layer's own pixels as RGBA bytes, without opacity, mode or mask; a group is drawn."""
    return layer_bytes(image, image.layer(path))


def _go_on() -> None:
    """Nobody asked to stop."""
