"""Read one layer record, its mask, and the head of its tiles."""

from __future__ import annotations

from dataclasses import dataclass, replace

from . import xcf_properties as props
from .xcf_bytes import ByteReader, tile_places
from .xcf_model import (
    KINDS,
    MAX_SIDE,
    SAMPLE_BYTES,
    Hierarchy,
    XcfError,
    XcfImage,
    XcfLayer,
    XcfMask,
)
from .xcf_modes import OVERLAY_LEGACY, SOFT_LIGHT_LEGACY, resolve
from .xcf_properties import Budget, Properties, read_properties

TILE = 64
_EFFECTS_SINCE = 20
_COMPONENTS = {"RGB": 3, "RGBA": 4, "GRAY": 1, "GRAYA": 2, "INDEXED": 1, "INDEXEDA": 2}


@dataclass(frozen=True, slots=True)
class LayerRecord:
    """A layer, where the tree wants it, and what it floats over."""

    layer: XcfLayer
    item_path: tuple[int, ...]
    place: int
    mask_place: int
    floats_over: int


def check_size(width: int, height: int, *, what: str, max_pixels: int) -> None:
    """Refuse absurd sizes before anything is allocated."""
    if width < 1 or height < 1 or width > MAX_SIDE or height > MAX_SIDE:
        raise XcfError(
            f"The XCF file claims a {what} of {width} × {height} pixels, which GIMP cannot make; "
            "the file is damaged. Copy or save it again."
        )
    if width * height > max_pixels:
        raise XcfError(
            f"The XCF file claims a {what} of {width} × {height} pixels; the limit is "
            f"{max_pixels:,} pixels. Scale the picture down in GIMP or export it as PNG."
        )


def read_channel(
    reader: ByteReader, *, image: XcfImage, budget: Budget
) -> tuple[str, Hierarchy | None]:
    """The name of a saved channel; its pixels only where it holds the selection."""
    width, height, name = reader.u32(), reader.u32(), reader.text()
    properties = read_properties(reader, version=image.version, budget=budget)
    if props.SELECTION not in properties.raw or (width, height) != (image.width, image.height):
        return name, None
    place = reader.at(reader.pointer())
    size = (width, height)
    return name, _read_hierarchy(place, size=size, pixel=SAMPLE_BYTES[image.sample], name=name)


def read_layer(
    reader: ByteReader, *, image: XcfImage, budget: Budget, max_pixels: int
) -> LayerRecord:
    """The layer whose record begins here."""
    place = reader.position
    width, height, kind_number = reader.u32(), reader.u32(), reader.u32()
    name = reader.text()
    properties = read_properties(reader, version=image.version, budget=budget)
    kind = _kind(kind_number, image=image, name=name, properties=properties)
    if (width, height) != (0, 0) or props.GROUP_ITEM not in properties.raw:
        check_size(width, height, what=f"layer “{name}”", max_pixels=max_pixels)
    hierarchy_place, mask_place = reader.pointer(), reader.pointer()
    effects = len(reader.pointers(1000, "effects")) if image.version >= _EFFECTS_SINCE else 0
    mask = None
    if mask_place:
        mask = _read_mask(reader.at(mask_place), image=image, budget=budget, layer=properties)
        if (mask.width, mask.height) != (width, height):
            raise XcfError(
                f"The mask of layer “{name}” is {mask.width} × {mask.height} pixels but the layer "
                f"is {width} × {height}; the file is damaged. Save it again in GIMP."
            )
    pixel = _COMPONENTS[kind] * SAMPLE_BYTES[image.sample]
    hierarchy = _read_hierarchy(
        reader.at(hierarchy_place), size=(width, height), pixel=pixel, name=name
    )
    layer = _layer(name, kind, properties=properties, mask=mask, hierarchy=hierarchy)
    floats_over = int.from_bytes(properties.raw.get(props.FLOATING_SELECTION, b""), "big")
    layer = replace(layer, effects=effects)
    return LayerRecord(layer, properties.item_path(), place, mask_place, floats_over)


def _layer(
    name: str, kind: str, *, properties: Properties, mask: XcfMask | None, hierarchy: Hierarchy
) -> XcfLayer:
    mode = properties.number(props.MODE, 0)
    # GIMP itself draws the old Overlay as Soft light and loads it as such.
    mode = SOFT_LIGHT_LEGACY if mode == OVERLAY_LEGACY else mode
    resolved = resolve(
        mode,
        blend=properties.signed(props.BLEND_SPACE, 0),
        composite=properties.signed(props.COMPOSITE_SPACE, 0),
        rule=properties.signed(props.COMPOSITE_MODE, 0),
    )
    return XcfLayer(
        path=(),
        name=name,
        kind=kind,
        width=hierarchy.width,
        height=hierarchy.height,
        offset=properties.offset(),
        opacity=properties.opacity(),
        mode=mode,
        mode_name=resolved.name,
        blend_space=resolved.blend_space,
        composite_space=resolved.composite_space,
        composite_mode=resolved.composite_mode,
        visible=properties.flag(props.VISIBLE, True),
        is_group=props.GROUP_ITEM in properties.raw,
        is_text="gimp-text-layer" in properties.parasites,
        is_floating=props.FLOATING_SELECTION in properties.raw,
        mask=mask,
        children=(),
        effects=0,
        parasites=tuple(properties.parasites),
        hierarchy=hierarchy,
    )


def _kind(number: int, *, image: XcfImage, name: str, properties: Properties) -> str:
    is_known = number < len(KINDS)
    fits = is_known and KINDS[number].startswith(image.base_type)
    # What floats over a mask is grey in any image.
    if not is_known or not (fits or props.FLOATING_SELECTION in properties.raw):
        raise XcfError(
            f"Layer “{name}” of the XCF file has type {number}, which does not fit an "
            f"{image.base_type} image; the file is damaged. Save it again in GIMP."
        )
    return KINDS[number]


def _read_mask(
    reader: ByteReader, *, image: XcfImage, budget: Budget, layer: Properties
) -> XcfMask:
    width, height, name = reader.u32(), reader.u32(), reader.text()
    read_properties(reader, version=image.version, budget=budget)
    hierarchy = _read_hierarchy(
        reader.at(reader.pointer()),
        size=(width, height),
        pixel=SAMPLE_BYTES[image.sample],
        name=name,
    )
    return XcfMask(
        name=name,
        width=width,
        height=height,
        applied=layer.flag(props.APPLY_MASK, True),
        shown=layer.flag(props.SHOW_MASK, False),
        hierarchy=hierarchy,
    )


def _read_hierarchy(
    reader: ByteReader, *, size: tuple[int, int], pixel: int, name: str
) -> Hierarchy:
    """The finest level of a drawable: its size, its depth, and the list of its tiles."""
    width, height, depth = reader.u32(), reader.u32(), reader.u32()
    level = reader.at(reader.pointer())
    if (width, height) != size or (level.u32(), level.u32()) != size or depth != pixel:
        raise XcfError(
            f"The pixels of “{name}” in the XCF file do not have the size or depth that their "
            "layer states; the file is damaged. Save it again in GIMP."
        )
    tiles = -(-width // TILE) * -(-height // TILE)
    # Checked now, so that a truncated file is refused when it is opened.
    tile_places(level.data, at=level.position, count=tiles, pointer_size=level.pointer_size)
    return Hierarchy(width, height, depth, level.position, tiles)
