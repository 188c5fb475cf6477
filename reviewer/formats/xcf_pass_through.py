"""When GIMP draws a pass-through group as an ordinary one, and in which mode."""

from __future__ import annotations

from .xcf_model import XcfLayer
from .xcf_modes import NORMAL, PASS_THROUGH, ResolvedMode, resolve_layer
from .xcf_studio import Studio


def effective_mode(studio: Studio, layer: XcfLayer) -> ResolvedMode | None:
    """The mode in which a layer is drawn; None for a pass-through group that shows nothing.

    GIMP draws a pass-through group apart, which is cheaper, where it takes that to look the
    same: its one child gives its mode to the group, or all children are alike in Normal mode.
    With opacity or a mask it does not look quite the same, and we follow GIMP.
    """
    own = resolve_layer(layer, as_normal=False)
    if not layer.is_group or layer.mode != PASS_THROUGH:
        return own
    shown = [child for child in layer.children if not child.is_floating and studio.shows(child)]
    modes = [mode for child in shown if (mode := effective_mode(studio, child)) is not None]
    if not modes:
        return None
    first = modes[0]
    are_alike = all(
        mode == first and mode.number == NORMAL and mode.composite_mode == "union" for mode in modes
    )
    if len(modes) > 1 and not are_alike:
        return own
    has_mask = layer.mask is not None and layer.mask.applied
    is_plain = layer.opacity == 1.0 and not has_mask
    return first if is_plain or own.composite_space == first.composite_space else own
