"""What an XCF file says about itself: image, layer tree, masks, and why a file is refused."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from .xcf_modes import Composite, Space

BaseType = Literal["RGB", "GRAY", "INDEXED"]
Sample = Literal["u8", "u16", "u32", "half", "float", "double"]

# GIMP's own ceiling for a side; anything larger is a damaged or hostile header.
MAX_SIDE: Final = 524_288
MAX_PIXELS: Final = 100_000_000
MAX_TOTAL_PIXELS: Final = 1_000_000_000
MAX_LAYERS: Final = 5_000
MAX_DEPTH: Final = 100
NEWEST_EXACT_VERSION: Final = 13
NEWEST_VERSION: Final = 25

KINDS: Final = ("RGB", "RGBA", "GRAY", "GRAYA", "INDEXED", "INDEXEDA")
BASE_TYPES: Final[tuple[BaseType, ...]] = ("RGB", "GRAY", "INDEXED")

# GIMP 2.10's precision numbers: (sample type, values are linear light, words for a reader).
PRECISIONS: Final[dict[int, tuple[Sample, bool, str]]] = {
    100: ("u8", True, "8-bit integer, linear"),
    150: ("u8", False, "8-bit integer, gamma"),
    175: ("u8", False, "8-bit integer, perceptual"),
    200: ("u16", True, "16-bit integer, linear"),
    250: ("u16", False, "16-bit integer, gamma"),
    275: ("u16", False, "16-bit integer, perceptual"),
    300: ("u32", True, "32-bit integer, linear"),
    350: ("u32", False, "32-bit integer, gamma"),
    375: ("u32", False, "32-bit integer, perceptual"),
    500: ("half", True, "16-bit float, linear"),
    550: ("half", False, "16-bit float, gamma"),
    575: ("half", False, "16-bit float, perceptual"),
    600: ("float", True, "32-bit float, linear"),
    650: ("float", False, "32-bit float, gamma"),
    675: ("float", False, "32-bit float, perceptual"),
    700: ("double", True, "64-bit float, linear"),
    750: ("double", False, "64-bit float, gamma"),
    775: ("double", False, "64-bit float, perceptual"),
}
SAMPLE_BYTES: Final[dict[Sample, int]] = {
    "u8": 1,
    "u16": 2,
    "u32": 4,
    "half": 2,
    "float": 4,
    "double": 8,
}


class XcfError(ValueError):
    """An XCF file that cannot be read; the message names the cause and the remedy."""


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """Where the tiles of one drawable lie in the file, checked against the file's length."""

    width: int
    height: int
    bytes_per_pixel: int
    tiles_at: int
    tile_count: int


@dataclass(frozen=True, slots=True)
class XcfMask:
    """A layer mask: one value per pixel of its layer."""

    name: str
    width: int
    height: int
    applied: bool
    shown: bool
    hierarchy: Hierarchy = field(repr=False)
    floating: XcfLayer | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class XcfLayer:
    """One layer or group, as the file describes it; `path` are indexes, topmost first."""

    path: tuple[int, ...]
    name: str
    kind: str
    width: int
    height: int
    offset: tuple[int, int]
    opacity: float
    mode: int
    mode_name: str
    blend_space: Space
    composite_space: Space
    composite_mode: Composite
    visible: bool
    is_group: bool
    is_text: bool
    is_floating: bool
    mask: XcfMask | None
    children: tuple[XcfLayer, ...]
    effects: int
    parasites: tuple[str, ...]
    hierarchy: Hierarchy = field(repr=False)
    floating: XcfLayer | None = field(default=None, repr=False)

    @property
    def has_alpha(self) -> bool:
        """Whether the layer's own pixels carry transparency."""
        return self.kind.endswith("A")


@dataclass(frozen=True, slots=True)
class XcfImage:
    """An opened XCF file; pixels stay packed in `data` until somebody asks."""

    version: int
    width: int
    height: int
    base_type: BaseType
    precision: int
    precision_name: str
    sample: Sample
    is_linear: bool
    compression: str
    resolution: tuple[float, float] | None
    layers: tuple[XcfLayer, ...]
    channels: tuple[str, ...]
    selection: Hierarchy | None = field(repr=False)
    colormap: tuple[tuple[int, int, int], ...]
    comment: str
    profile: bytes | None = field(repr=False)
    parasites: tuple[str, ...]
    notes: tuple[str, ...]
    data: bytes = field(repr=False)

    def walk(self) -> tuple[XcfLayer, ...]:
        """All layers and groups, topmost first, a group before its children."""
        return tuple(_walk(self.layers))

    def layer(self, path: tuple[int, ...]) -> XcfLayer:
        """The layer at a path of indexes; IndexError where there is none."""
        layers, found = self.layers, None
        for index in path:
            if not 0 <= index < len(layers):
                raise IndexError(f"no layer at path {path}: that level has {len(layers)}")
            found = layers[index]
            layers = found.children
        if found is None:
            raise IndexError("an empty path names no layer")
        return found


def _walk(layers: tuple[XcfLayer, ...]) -> list[XcfLayer]:
    found: list[XcfLayer] = []
    for layer in layers:
        found.append(layer)
        found.extend(_walk(layer.children))
    return found
