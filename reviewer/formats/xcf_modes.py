"""GIMP's layer modes: number, name, and the color spaces in which they blend and composite."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, Protocol

Space = Literal["linear", "perceptual", "lab"]
Composite = Literal["union", "clip to backdrop", "clip to layer", "intersection"]

# The numbers that the properties "blend space", "composite space" and "composite mode" hold.
SPACES: Final[dict[int, Space]] = {1: "linear", 2: "perceptual", 3: "lab"}
COMPOSITES: Final[dict[int, Composite]] = {
    1: "union",
    2: "clip to backdrop",
    3: "clip to layer",
    4: "intersection",
}

DISSOLVE: Final = 1
OVERLAY_LEGACY: Final = 5
SOFT_LIGHT_LEGACY: Final = 19
NORMAL: Final = 28
PASS_THROUGH: Final = 61


@dataclass(frozen=True, slots=True)
class LayerMode:
    """What GIMP does in a mode unless the layer says otherwise."""

    number: int
    name: str
    blend_space: Space | None
    composite_space: Space
    composite_mode: Composite
    is_legacy: bool
    blend_space_fixed: bool
    composite_fixed: bool


_LEGACY: Final = {
    0: "Normal (legacy)",
    2: "Behind (legacy)",
    3: "Multiply (legacy)",
    4: "Screen (legacy)",
    5: "Overlay (legacy)",
    6: "Difference (legacy)",
    7: "Addition (legacy)",
    8: "Subtract (legacy)",
    9: "Darken only (legacy)",
    10: "Lighten only (legacy)",
    11: "HSV Hue (legacy)",
    12: "HSV Saturation (legacy)",
    13: "HSL Color (legacy)",
    14: "HSV Value (legacy)",
    15: "Divide (legacy)",
    16: "Dodge (legacy)",
    17: "Burn (legacy)",
    18: "Hard light (legacy)",
    19: "Soft light (legacy)",
    20: "Grain extract (legacy)",
    21: "Grain merge (legacy)",
    22: "Color erase (legacy)",
}
_PERCEPTUAL: Final = {
    23: "Overlay",
    31: "Screen",
    32: "Difference",
    42: "Dodge",
    43: "Burn",
    44: "Hard light",
    45: "Soft light",
    46: "Grain extract",
    47: "Grain merge",
    48: "Vivid light",
    49: "Pin light",
    50: "Linear light",
    51: "Hard mix",
    52: "Exclusion",
    53: "Linear burn",
    54: "Luma darken only",
    55: "Luma lighten only",
}
_PERCEPTUAL_FIXED: Final = {
    37: "HSV Hue",
    38: "HSV Saturation",
    39: "HSL Color",
    40: "HSV Value",
}
_LINEAR: Final = {
    30: "Multiply",
    33: "Addition",
    34: "Subtract",
    41: "Divide",
    56: "Luminance",
    57: "Color erase",
}
_LAB: Final = {24: "LCh Hue", 25: "LCh Chroma", 26: "LCh Color", 27: "LCh Lightness"}
# No blend space of their own: they work where the layer is composited.
_SAME_SPACE: Final = {35: "Darken only", 36: "Lighten only", 58: "Erase", 60: "Split"}
_UNION: Final = {28: "Normal", 29: "Behind", 59: "Merge", 61: "Pass through", 62: "Replace"}


def _build() -> dict[int, LayerMode]:
    clip: Composite = "clip to backdrop"
    modes: list[LayerMode] = []
    for number, name in _LEGACY.items():
        composite: Composite = "union" if number in (0, 2) else clip
        modes.append(
            LayerMode(number, name, "perceptual", "perceptual", composite, True, True, True)
        )
    modes.append(LayerMode(DISSOLVE, "Dissolve", None, "linear", "union", False, True, False))
    groups: tuple[tuple[dict[int, str], Space | None, bool], ...] = (
        (_PERCEPTUAL, "perceptual", False),
        (_PERCEPTUAL_FIXED, "perceptual", True),
        (_LINEAR, "linear", False),
        (_LAB, "lab", True),
        (_SAME_SPACE, None, True),
    )
    for names, space, fixed in groups:
        modes.extend(
            LayerMode(number, name, space, "linear", clip, False, fixed, False)
            for number, name in names.items()
        )
    modes.extend(
        LayerMode(number, name, None, "linear", "union", False, True, False)
        for number, name in _UNION.items()
    )
    return {mode.number: mode for mode in modes}


MODES: Final = _build()


@dataclass(frozen=True, slots=True)
class ResolvedMode:
    """A mode together with the spaces and the composite rule that a layer really uses."""

    number: int
    name: str
    blend_space: Space
    composite_space: Space
    composite_mode: Composite


def resolve(number: int, *, blend: int, composite: int, rule: int) -> ResolvedMode:
    """The mode a layer uses; zero or negative settings mean what GIMP chooses by itself."""
    mode = MODES.get(number)
    if mode is None:
        return ResolvedMode(number, f"mode {number}", "linear", "linear", "union")
    space = mode.composite_space
    composite_mode = mode.composite_mode
    if not mode.composite_fixed:
        space = SPACES.get(composite, space)
        composite_mode = COMPOSITES.get(rule, composite_mode)
    blend_space = mode.blend_space or space
    if not mode.blend_space_fixed:
        blend_space = SPACES.get(blend, blend_space)
    return ResolvedMode(number, mode.name, blend_space, space, composite_mode)


class HasMode(Protocol):
    """What is read of a layer to know how it is drawn."""

    @property
    def mode(self) -> int: ...
    @property
    def mode_name(self) -> str: ...
    @property
    def blend_space(self) -> Space: ...
    @property
    def composite_space(self) -> Space: ...
    @property
    def composite_mode(self) -> Composite: ...


def resolve_layer(layer: HasMode, *, as_normal: bool) -> ResolvedMode:
    """The mode a layer is drawn in, or plain Normal."""
    if as_normal:
        return resolve(NORMAL, blend=0, composite=0, rule=0)
    return ResolvedMode(
        layer.mode, layer.mode_name, layer.blend_space, layer.composite_space, layer.composite_mode
    )
