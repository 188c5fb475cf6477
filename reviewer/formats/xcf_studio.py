"""Pixels of one image on demand: pieces of layers, masks and the selection, cut to a rectangle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .xcf_color import Float, convert
from .xcf_encoding import Encoding
from .xcf_model import XcfImage, XcfLayer
from .xcf_rows import DrawableRows, RowStore
from .xcf_surface import Patch, Rect

Path = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Studio:
    """What compositing one image needs: its encoding, its pixels, and what is shown."""

    image: XcfImage
    encoding: Encoding
    rows: RowStore
    visible: Mapping[Path, bool]

    def shows(self, layer: XcfLayer) -> bool:
        """Whether a layer is drawn; what the caller says goes before what the file says."""
        return self.visible.get(layer.path, layer.visible)


def rect_of(layer: XcfLayer) -> Rect:
    """Where a layer lies on the canvas."""
    x, y = layer.offset
    return Rect(y, y + layer.height, x, x + layer.width)


def drawable_patch(studio: Studio, layer: XcfLayer, window: Rect, strength: Float | float) -> Patch:
    """A piece of a layer that has pixels of its own."""
    encoding = studio.encoding
    planes = _cut(studio.rows.of(layer.hierarchy), layer, window)
    alpha = None
    if layer.has_alpha:
        planes, plane = planes[:-1], planes[-1]
        alpha = encoding.alpha(plane)
        if encoding.indexed is not None:
            # An indexed pixel is there or it is not.
            alpha = (alpha > 0.5).astype(np.float32)
        alpha = None if bool((alpha == 1.0).all()) else alpha
    if encoding.indexed is not None:
        colors = encoding.indexed.take(planes[0].astype(np.intp), axis=0, mode="clip")
        planes = np.moveaxis(colors, -1, 0)
    stored = None
    if studio.image.sample == "u8" and not studio.image.is_linear:
        stored = planes.astype(np.uint8, copy=False)
    return Patch(window, lambda space: encoding.color(planes, space), alpha, strength, stored)


def mask_strength(studio: Studio, layer: XcfLayer, area: Rect) -> Float | float:
    """Opacity with the mask over an area, which may reach beyond the mask: nothing shows there."""
    if layer.mask is None or not layer.mask.applied:
        return layer.opacity
    plane = np.zeros(area.shape, np.float32)
    window = area.meet(rect_of(layer))
    if window is not None:
        plane[area.window(window)] = _mask_plane(studio, layer, window)
    return plane * np.float32(layer.opacity)


def shown_mask(studio: Studio, layer: XcfLayer, window: Rect) -> Patch:
    """The mask itself in place of its layer, as light."""
    plane = _mask_plane(studio, layer, window)
    grey = np.broadcast_to(plane, (3, *plane.shape))
    return Patch(window, lambda space: convert(grey, "linear", space), None, layer.opacity)


def selected(studio: Studio, rect: Rect) -> Float | float:
    """How far each pixel is selected; everything is where nothing was selected."""
    image = studio.image
    if image.selection is None:
        return 1.0
    rows = studio.rows.of(image.selection)
    if not rows.read(0, image.height).any():
        return 1.0
    plane = np.zeros(rect.shape, np.float32)
    window = rect.meet(Rect(0, image.height, 0, image.width))
    if window is not None:
        part = rows.read(window.top, window.bottom)[0, :, window.left : window.right]
        plane[rect.window(window)] = studio.encoding.alpha(part)
    return plane


def _mask_plane(studio: Studio, layer: XcfLayer, window: Rect) -> Float:
    assert layer.mask is not None
    return studio.encoding.alpha(_cut(studio.rows.of(layer.mask.hierarchy), layer, window)[0])


def _cut(rows: DrawableRows, layer: XcfLayer, window: Rect) -> NDArray[np.number]:
    x, y = layer.offset
    planes = rows.read(window.top - y, window.bottom - y)
    return planes[:, :, window.left - x : window.right - x]
