"""The classes of a maze's sheet: where the path meets walls, and how two paths compare."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.overlays.layers import Layer
from reviewer.overlays.palette import Image

Mask = NDArray[Any]

# What a click on a pixel says, by class.
SAYS: Mapping[str, str] = {
    "crossing": "path, on a wall, counted",
    "edge_touch": "path, on a wall's edge, tolerated",
    "path_clear": "path, clear of walls",
    "path_clear_video": "covered by the marker, not judged here",
    "solution_only": "solution's path, missed by the result",
    "result_only": "result's path, not on the solution",
    "both": "on both paths",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class MazePictures:
    """What the sheet is drawn from; masks are (H, W), bool or uint8, all of one size.

    Parameters
    ----------
    result : (H, W, 3) uint8
        The answer, or a frame of the clip.
    reference : (H, W, 3) uint8
        The solution at any size of the same shape.
    walls : mask
        The walls that must not be crossed.
    path : mask
        The path as judged: blue pixels, or the line through a marker's positions.
    covered : mask, optional
        Only for a clip: all that the marker ever covered.
    counted, edge_touch : mask
        Path pixels on walls that count, and that are tolerated.
    wide, target : mask
        The path as wide as a cell, and the solution's path.
    """

    result: Image
    reference: Image
    walls: Mask
    path: Mask
    counted: Mask
    edge_touch: Mask
    wide: Mask
    target: Mask
    covered: Mask | None = None

    def __post_init__(self) -> None:
        """Refuse masks of another size than the result."""
        size = self.result.shape[:2]
        for name in ("walls", "path", "counted", "edge_touch", "wide", "target", "covered"):
            mask = getattr(self, name)
            if mask is not None and mask.shape != size:
                raise ValueError(f"the {name} mask {mask.shape} does not fit the result {size}")

    @property
    def is_video(self) -> bool:
        """Whether this is a clip's sheet."""
        return self.covered is not None


@dataclass(frozen=True, slots=True)
class LayerChoice:
    """What a person set: hidden classes and opacities in [0, 1] by class name."""

    hidden: Collection[str] = ()
    opacities: Mapping[str, float] = field(default_factory=dict)

    def apply(self, layer: Layer) -> Layer:
        """Return the layer as the person wants it."""
        opacity = self.opacities.get(layer.name, layer.opacity)
        return replace(layer, is_visible=layer.name not in self.hidden, opacity=opacity)


def crossing_layers(pictures: MazePictures, choice: LayerChoice | None = None) -> tuple[Layer, ...]:
    """Return the classes of the wall pane, in painting order.

    Parameters
    ----------
    pictures : MazePictures
    choice : LayerChoice, optional

    Returns
    -------
    tuple of Layer
        In a clip first what the marker covered (light blue); then the clear path, tolerated edge
        touches, counted crossings.
    """
    on_walls = cv2.bitwise_or(plain_mask(pictures.counted), plain_mask(pictures.edge_touch))
    clear = np.asarray(cv2.subtract(plain_mask(pictures.path), on_walls), dtype=np.uint8)
    layers = [
        Layer("path_clear", "path, clear", clear),
        Layer("edge_touch", "edge touch", pictures.edge_touch),
        Layer("crossing", "crossing, counted", pictures.counted),
    ]
    if pictures.covered is not None:
        # The judged line has one pixel: it lies solid on the faint way of the whole marker.
        layers[0] = replace(layers[0], opacity=1.0)
        layers.insert(0, Layer("path_clear_video", "marker", pictures.covered))
    return tuple(map((choice or LayerChoice()).apply, layers))


def compare_layers(pictures: MazePictures, choice: LayerChoice | None = None) -> tuple[Layer, ...]:
    """Return the classes of the comparison pane, in painting order; no two overlap.

    Parameters
    ----------
    pictures : MazePictures
    choice : LayerChoice, optional

    Returns
    -------
    tuple of Layer
        Solution only, result only, both.
    """
    wide, target = plain_mask(pictures.wide), plain_mask(pictures.target)
    masks = (
        ("solution_only", "solution only", cv2.subtract(target, wide)),
        ("result_only", "result only", cv2.subtract(wide, target)),
        ("both", "both", cv2.bitwise_and(wide, target)),
    )
    layers = [Layer(name, label, np.asarray(mask, dtype=np.uint8)) for name, label, mask in masks]
    return tuple(map((choice or LayerChoice()).apply, layers))


def plain_mask(mask: Mask) -> NDArray[np.uint8]:
    """Return a mask of any numbers as 0 and 255: what subtracting and overlapping need."""
    plain = mask.view(np.uint8) if mask.dtype == np.bool_ else mask.astype(np.uint8, copy=False)
    return np.asarray(cv2.threshold(plain, 0, 255, cv2.THRESH_BINARY)[1], dtype=np.uint8)
