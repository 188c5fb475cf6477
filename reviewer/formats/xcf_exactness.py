"""What of an image is drawn only approximately, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .xcf_blend import BLENDS
from .xcf_blend_erase import ERASERS
from .xcf_model import NEWEST_EXACT_VERSION, XcfImage, XcfLayer
from .xcf_modes import DISSOLVE, PASS_THROUGH

# On greys GIMP turns rounding of its Lab conversion into color; nobody else can repeat that.
_NOISY: Final = frozenset({24, 25})
_IN_LAB: Final = frozenset({24, 25, 26, 27})
# Their quotients have no end, and what GIMP makes of them in a group of 32-bit integers wraps.
_ENDLESS: Final = frozenset({41, 42, 43, 48})
_EXACT: Final = frozenset({0, 28, DISSOLVE, PASS_THROUGH}) | BLENDS.keys() | ERASERS.keys()


def approximations(image: XcfImage, visible: Mapping[tuple[int, ...], bool]) -> tuple[str, ...]:
    """One line for each thing in the drawn layers that is not exactly what GIMP draws."""
    found: list[str] = []
    if image.version > NEWEST_EXACT_VERSION:
        found.append(f"approximate: file version {image.version}")
    for layer in image.walk():
        if _is_drawn(image, layer, visible):
            found.extend(_of_layer(layer))
            if layer.mode in _ENDLESS and image.sample == "u32" and len(layer.path) > 1:
                found.append(f"approximate: mode {layer.mode_name} in a group, 32-bit integer")
    return tuple(dict.fromkeys(found))


def _is_drawn(image: XcfImage, layer: XcfLayer, visible: Mapping[tuple[int, ...], bool]) -> bool:
    branch = (layer.path[:depth] for depth in range(1, len(layer.path) + 1))
    return all(visible.get(path, image.layer(path).visible) for path in branch)


def _of_layer(layer: XcfLayer) -> list[str]:
    found: list[str] = []
    if layer.mode not in _EXACT or layer.mode in _NOISY:
        found.append(f"approximate: mode {layer.mode_name}")
    elif layer.mode not in _IN_LAB and "lab" in (layer.blend_space, layer.composite_space):
        found.append(f"approximate: mode {layer.mode_name} in CIE Lab")
    if layer.mask is not None and layer.mask.floating is not None:
        found.append("approximate: floating selection on a mask")
    if layer.effects:
        found.append(f"approximate: layer effects of “{layer.name}”")
    return found
