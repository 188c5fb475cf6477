"""Flatten an XCF image band by band, the way GIMP's own projection does it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .xcf_blend import BLENDS
from .xcf_blend_erase import ERASERS, crossfade
from .xcf_color import convert
from .xcf_dissolve import dissolve_coverage
from .xcf_encoding import Encoding, encoding_of, to_byte
from .xcf_model import XcfImage, XcfLayer
from .xcf_modes import DISSOLVE, PASS_THROUGH, ResolvedMode, Space, resolve_layer
from .xcf_palette import snap
from .xcf_rows import DrawableRows, RowStore
from .xcf_surface import Patch, Rect, Surface, lay

Float = NDArray[np.float32]
Path = tuple[int, ...]

_BAND: Final = 128
# On greys GIMP turns rounding of its Lab conversion into color; nobody else can repeat that.
_NOISY: Final = frozenset({24, 25})
_PLAIN: Final = frozenset({0, 28, DISSOLVE, PASS_THROUGH})


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


def flatten_bytes(image: XcfImage, visible: Mapping[Path, bool]) -> NDArray[np.uint8]:
    """The canvas as 8-bit RGBA (rows, columns, 4)."""
    studio = Studio(image, encoding_of(image), RowStore(image), visible)
    out = np.empty((image.height, image.width, 4), np.uint8)
    for top in range(0, image.height, _BAND):
        bottom = min(top + _BAND, image.height)
        surface = Surface(Rect(top, bottom, 0, image.width))
        _draw_stack(studio, image.layers, surface, is_first=True)
        _write(studio, surface, out[top:bottom])
    return out


def layer_bytes(image: XcfImage, layer: XcfLayer) -> NDArray[np.uint8]:
    """One layer's own pixels as 8-bit RGBA: no opacity, no mode, no mask, not hidden."""
    studio = Studio(image, encoding_of(image), RowStore(image), {layer.path: True})
    out = np.zeros((layer.height, layer.width, 4), np.uint8)
    x, y = layer.offset
    bare = replace(layer, mask=None, opacity=1.0)
    for top in range(0, layer.height, _BAND):
        bottom = min(top + _BAND, layer.height)
        surface = Surface(Rect(y + top, y + bottom, x, x + layer.width))
        patch = _patch(studio, bare, surface.rect)
        lay(surface, patch, resolve_layer(layer, as_normal=True))
        _write(studio, surface, out[top:bottom])
    return out


def approximations(image: XcfImage, visible: Mapping[Path, bool]) -> tuple[str, ...]:
    """What in the drawn layers is not exactly what GIMP draws."""
    found: list[str] = []
    if image.version > 13:
        found.append(f"approximate: file version {image.version}")
    for layer in image.walk():
        shown = all(
            visible.get(layer.path[:depth], image.layer(layer.path[:depth]).visible)
            for depth in range(1, len(layer.path) + 1)
        )
        if not shown:
            continue
        if layer.mode not in BLENDS and layer.mode not in ERASERS and layer.mode not in _PLAIN:
            found.append(f"approximate: mode {layer.mode_name}")
        if layer.mode in _NOISY:
            found.append(f"approximate: mode {layer.mode_name}")
        if layer.mask is not None and layer.mask.floating is not None:
            found.append("approximate: floating selection on a mask")
        if layer.effects:
            found.append(f"approximate: layer effects of “{layer.name}”")
    return tuple(dict.fromkeys(found))


def _write(studio: Studio, surface: Surface, out: NDArray[np.uint8]) -> None:
    if surface.stored is not None:
        planes = surface.stored
    else:
        color = studio.encoding.rounded(surface.color, surface.space, only_coarse=True)
        planes = studio.encoding.to_bytes(color, surface.space)
        if studio.encoding.indexed is not None:
            planes = snap(planes, studio.encoding.indexed)
    for channel in range(3):
        out[..., channel] = planes[channel if len(planes) == 3 else 0]
    if surface.is_opaque:
        out[..., 3] = 255
        return
    out[..., 3] = to_byte(surface.alpha)
    if studio.encoding.indexed is not None:
        # An indexed pixel is there or it is not.
        out[..., 3] = np.where(out[..., 3] > 127, 255, 0)
    # GIMP writes no color where nothing shows.
    out[out[..., 3] == 0] = 0


def _draw_stack(
    studio: Studio, layers: tuple[XcfLayer, ...], surface: Surface, *, is_first: bool
) -> bool:
    """Draw layers from the lowest up; returns whether the surface still waits for its first."""
    for layer in reversed(layers):
        if layer.is_floating or not studio.shows(layer):
            continue
        if layer.is_group and layer.mode == PASS_THROUGH:
            is_first = _pass_through(studio, layer, surface, is_first=is_first)
            continue
        if not layer.width or not layer.height:
            continue
        mode = resolve_layer(layer, as_normal=False)
        if is_first:
            # The lowest layer lies on nothing, and GIMP draws it whatever its mode would clip.
            mode = replace(mode, composite_mode="union")
        patch = _patch(studio, layer, surface.rect)
        if patch is not None and layer.mode == DISSOLVE:
            patch = dissolve_coverage(patch)
        lay(surface, patch, mode)
        is_first = False
    return is_first


def _pass_through(
    studio: Studio, group: XcfLayer, surface: Surface, *, is_first: bool
) -> bool:
    """Draw a group's layers straight onto what lies under it, then fade by opacity and mask."""
    if group.mask is None and group.opacity == 1.0:
        return _draw_stack(studio, group.children, surface, is_first=is_first)
    before = surface.copy()
    still_first = _draw_stack(studio, group.children, surface, is_first=is_first)
    strength: Float | float = group.opacity
    if group.mask is not None and group.mask.applied:
        strength = _mask_over(studio, group, surface.rect) * np.float32(group.opacity)
    space: Space = resolve_layer(group, as_normal=False).composite_space
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


def _rect_of(layer: XcfLayer) -> Rect:
    x, y = layer.offset
    return Rect(y, y + layer.height, x, x + layer.width)


def _mask_plane(studio: Studio, layer: XcfLayer, window: Rect) -> Float:
    assert layer.mask is not None
    planes = studio.rows.of(layer.mask.hierarchy)
    return studio.encoding.alpha(_cut(planes, layer, window)[0])


def _cut(rows: DrawableRows, layer: XcfLayer, window: Rect) -> NDArray[np.generic]:
    x, y = layer.offset
    planes = rows.read(window.top - y, window.bottom - y)
    return planes[:, :, window.left - x : window.right - x]


def _patch(studio: Studio, layer: XcfLayer, area: Rect) -> Patch | None:
    """The part of a layer that falls into an area, as GIMP's mode node receives it."""
    window = area.meet(_rect_of(layer))
    floating = layer.floating
    if floating is not None and studio.shows(floating):
        return _with_floating(studio, replace(layer, floating=None), floating, area)
    if window is None:
        return None
    strength: Float | float = layer.opacity
    mask = layer.mask
    if mask is not None and mask.applied and not mask.shown:
        strength = _mask_plane(studio, layer, window) * np.float32(layer.opacity)
    if mask is not None and mask.shown:
        return _shown_mask(studio, layer, window)
    if layer.is_group:
        return _group_patch(studio, layer, window, strength)
    return _drawable_patch(studio, layer, window, strength)


def _drawable_patch(
    studio: Studio, layer: XcfLayer, window: Rect, strength: Float | float
) -> Patch:
    planes = _cut(studio.rows.of(layer.hierarchy), layer, window)
    alpha = None
    if layer.has_alpha:
        planes, opacity = planes[:-1], planes[-1]
        if studio.encoding.indexed is not None:
            # An indexed pixel is there or it is not.
            alpha = (opacity > 127).astype(np.float32)
        else:
            alpha = studio.encoding.alpha(opacity)
        alpha = None if bool((alpha == 1.0).all()) else alpha
    if studio.encoding.indexed is not None:
        palette = studio.encoding.indexed
        planes = np.moveaxis(palette.take(planes[0], axis=0, mode="clip"), -1, 0)
    color = studio.encoding.color
    stored = None
    if planes.dtype == np.uint8 and not studio.image.is_linear:
        stored = planes
    return Patch(window, lambda space: color(planes, space), alpha, strength, stored)


def _surface_patch(studio: Studio, surface: Surface, strength: Float | float) -> Patch:
    """A finished surface as a patch, after a stay in a buffer of the image's precision."""
    color = studio.encoding.rounded(surface.color, surface.space)
    alpha = None if surface.is_opaque else studio.encoding.rounded_alpha(surface.alpha)
    space = surface.space
    return Patch(
        surface.rect, lambda target: convert(color, space, target), alpha, strength
    )


def _group_patch(
    studio: Studio, group: XcfLayer, window: Rect, strength: Float | float
) -> Patch:
    surface = Surface(window)
    _draw_stack(studio, group.children, surface, is_first=True)
    return _surface_patch(studio, surface, strength)


def _with_floating(
    studio: Studio, layer: XcfLayer, floating: XcfLayer, area: Rect
) -> Patch | None:
    """A layer with what floats over it: drawn on the layer first, also beyond its edges."""
    window = area.meet(_rect_of(layer).around(_rect_of(floating)))
    if window is None:
        return None
    surface = Surface(window)
    plain: ResolvedMode = resolve_layer(floating, as_normal=True)
    lay(surface, _patch(studio, replace(layer, mask=None, opacity=1.0), window), plain)
    above = _patch(studio, floating, window)
    if above is not None:
        above = replace(above, strength=_selected(studio, above.rect) * above.strength)
    lay(surface, above, resolve_layer(floating, as_normal=False))
    strength: Float | float = layer.opacity
    if layer.mask is not None and layer.mask.applied:
        strength = _mask_over(studio, layer, window) * np.float32(layer.opacity)
    return _surface_patch(studio, surface, strength)


def _selected(studio: Studio, rect: Rect) -> Float | float:
    """How far each pixel is selected; everything is where nothing was selected."""
    image = studio.image
    canvas = Rect(0, image.height, 0, image.width)
    window = rect.meet(canvas)
    if image.selection is None:
        return 1.0
    rows = studio.rows.of(image.selection)
    if not rows.read(0, image.height).any():
        return 1.0
    plane = np.zeros(rect.shape, np.float32)
    if window is not None:
        part = rows.read(window.top, window.bottom)[0, :, window.left : window.right]
        plane[rect.window(window)] = studio.encoding.alpha(part)
    return plane


def _mask_over(studio: Studio, group: XcfLayer, area: Rect) -> Float:
    """A layer's mask over an area that may reach beyond it, where it hides everything."""
    plane = np.zeros(area.shape, np.float32)
    window = area.meet(_rect_of(group))
    if window is not None:
        plane[area.window(window)] = _mask_plane(studio, group, window)
    return plane


def _shown_mask(studio: Studio, layer: XcfLayer, window: Rect) -> Patch:
    plane = _mask_plane(studio, layer, window)
    grey = np.broadcast_to(plane, (3, *plane.shape))
    return Patch(window, lambda space: convert(grey, "linear", space), None, layer.opacity)
