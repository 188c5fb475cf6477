"""Flatten an XCF image band by band, the way GIMP's own projection does it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .xcf_blend_erase import crossfade
from .xcf_color import Float, convert
from .xcf_dissolve import dissolved
from .xcf_encoding import encoding_of, to_byte
from .xcf_model import XcfImage, XcfLayer
from .xcf_modes import DISSOLVE, PASS_THROUGH, resolve_layer
from .xcf_palette import snap
from .xcf_pass_through import effective_mode
from .xcf_rows import RowStore
from .xcf_studio import Path, Studio, drawable_patch, mask_strength, rect_of, selected, shown_mask
from .xcf_surface import Patch, Rect, Surface, lay

# Rows of the canvas finished at a time: enough to amortize numpy, few enough to stay in cache.
_BAND: Final = 128


# Float images may hold infinities, and sums and quotients of many layers may reach them; such
# pixels come out black or white, as in GIMP, and are no reason to stop or to warn.
@np.errstate(over="ignore", invalid="ignore", divide="ignore")
def flatten_bytes(
    image: XcfImage, visible: Mapping[Path, bool], check: Callable[[], None]
) -> NDArray[np.uint8]:
    """The canvas as 8-bit RGBA (rows, columns, 4); `check` is called between bands."""
    studio = Studio(image, encoding_of(image), RowStore(image), visible)
    out = np.empty((image.height, image.width, 4), np.uint8)
    for top in range(0, image.height, _BAND):
        check()
        bottom = min(top + _BAND, image.height)
        surface = Surface(Rect(top, bottom, 0, image.width))
        _draw_stack(studio, image.layers, surface, is_first=True)
        _write(studio, surface, out[top:bottom])
    return out


@np.errstate(over="ignore", invalid="ignore", divide="ignore")
def layer_bytes(image: XcfImage, layer: XcfLayer) -> NDArray[np.uint8]:
    """One layer's own pixels as 8-bit RGBA: no opacity, no mode, no mask, not hidden."""
    studio = Studio(image, encoding_of(image), RowStore(image), {layer.path: True})
    out = np.zeros((layer.height, layer.width, 4), np.uint8)
    x, y = layer.offset
    bare = replace(layer, mask=None, opacity=1.0, floating=None)
    for top in range(0, layer.height, _BAND):
        bottom = min(top + _BAND, layer.height)
        surface = Surface(Rect(y + top, y + bottom, x, x + layer.width))
        lay(surface, _patch(studio, bare, surface.rect), resolve_layer(layer, as_normal=True))
        _write(studio, surface, out[top:bottom])
    return out


def _write(studio: Studio, surface: Surface, out: NDArray[np.uint8]) -> None:
    encoding = studio.encoding
    if surface.stored is not None:
        planes = surface.stored
    else:
        color = encoding.rounded(surface.color, surface.space, only_coarse=True)
        planes = encoding.to_bytes(color, surface.space)
        if encoding.indexed is not None:
            planes = snap(planes, encoding.indexed)
    for channel in range(3):
        out[..., channel] = planes[channel if len(planes) == 3 else 0]
    if surface.is_opaque:
        out[..., 3] = 255
        return
    alpha = to_byte(surface.alpha)
    if encoding.indexed is not None:
        # An indexed pixel is there or it is not.
        alpha = np.where(alpha > 127, np.uint8(255), np.uint8(0))
    out[..., 3] = alpha
    # GIMP writes no color where nothing shows.
    out[alpha == 0] = 0


def _draw_stack(
    studio: Studio, layers: tuple[XcfLayer, ...], surface: Surface, *, is_first: bool
) -> bool:
    """Draw layers from the lowest up; returns whether the surface still waits for its first."""
    for layer in reversed(layers):
        if layer.is_floating or not studio.shows(layer):
            continue
        mode = effective_mode(studio, layer)
        if mode is None or not layer.width or not layer.height:
            continue
        if mode.number == PASS_THROUGH and layer.is_group:
            is_first = _pass_through(studio, layer, surface, is_first=is_first)
            continue
        if is_first:
            # The lowest layer lies on nothing, and GIMP draws it whatever its mode would clip.
            mode = replace(mode, composite_mode="union")
        patch = _patch(studio, layer, surface.rect)
        if patch is not None and mode.number == DISSOLVE:
            patch = dissolved(patch)
        lay(surface, patch, mode)
        is_first = False
    return is_first


def _pass_through(studio: Studio, group: XcfLayer, surface: Surface, *, is_first: bool) -> bool:
    """Draw a group's layers straight onto what lies under it, then fade by opacity and mask."""
    strength = mask_strength(studio, group, surface.rect)
    if isinstance(strength, float) and strength == 1.0:
        return _draw_stack(studio, group.children, surface, is_first=is_first)
    before = surface.copy()
    still_first = _draw_stack(studio, group.children, surface, is_first=is_first)
    space = group.composite_space
    before.use(space)
    surface.use(space)
    surface.color, surface.alpha = crossfade(
        before.color,
        surface.color,
        below=before.alpha,
        above=surface.alpha,
        strength=strength,
    )
    surface.stored = None
    surface.is_opaque = before.is_opaque and surface.is_opaque
    return still_first


def _patch(studio: Studio, layer: XcfLayer, area: Rect) -> Patch | None:
    """The part of a layer that falls into an area, as GIMP's mode node receives it."""
    floating = layer.floating
    if floating is not None and studio.shows(floating):
        return _with_floating(studio, replace(layer, floating=None), floating, area)
    window = area.meet(rect_of(layer))
    if window is None:
        return None
    if layer.mask is not None and layer.mask.shown:
        return shown_mask(studio, layer, window)
    strength = mask_strength(studio, layer, window)
    if layer.is_group:
        surface = Surface(window)
        _draw_stack(studio, layer.children, surface, is_first=True)
        return _surface_patch(studio, surface, strength)
    return drawable_patch(studio, layer, window, strength)


def _surface_patch(studio: Studio, surface: Surface, strength: Float | float) -> Patch:
    """A finished surface as a patch, after a stay in a buffer of the image's precision."""
    color = studio.encoding.rounded(surface.color, surface.space)
    alpha = None if surface.is_opaque else studio.encoding.rounded_alpha(surface.alpha)
    space = surface.space
    return Patch(surface.rect, lambda target: convert(color, space, target), alpha, strength)


def _with_floating(studio: Studio, layer: XcfLayer, floating: XcfLayer, area: Rect) -> Patch | None:
    """A layer with what floats over it: drawn on the layer first, also beyond its edges."""
    window = area.meet(rect_of(layer).around(rect_of(floating)))
    if window is None:
        return None
    surface = Surface(window)
    bare = replace(layer, mask=None, opacity=1.0)
    lay(surface, _patch(studio, bare, window), resolve_layer(layer, as_normal=True))
    above = _patch(studio, floating, window)
    if above is not None:
        above = replace(above, strength=selected(studio, above.rect) * above.strength)
    lay(surface, above, resolve_layer(floating, as_normal=False))
    return _surface_patch(studio, surface, mask_strength(studio, layer, window))
