"""Read the structure of an XCF file: header, properties, layer tree. No pixel is unpacked."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from . import xcf_properties as props
from .xcf_bytes import ByteReader
from .xcf_layers import LayerRecord, check_size, read_channel, read_layer
from .xcf_model import (
    BASE_TYPES,
    MAX_DEPTH,
    MAX_LAYERS,
    MAX_TOTAL_PIXELS,
    NEWEST_EXACT_VERSION,
    NEWEST_VERSION,
    PRECISIONS,
    BaseType,
    XcfError,
    XcfImage,
    XcfLayer,
)
from .xcf_profile import profile_name
from .xcf_properties import Budget, Properties, read_properties

_MAGIC: Final = re.compile(rb"gimp xcf (file|v(\d{3}))\0")
_COMPRESSIONS: Final = {0: "none", 1: "RLE", 2: "zlib"}
_OLD_PRECISION: Final = {0: 150, 1: 250, 2: 300, 3: 500, 4: 600}
_HALF_AND_FLOAT_BEFORE_7: Final = {400: 500, 450: 550, 500: 600, 550: 650}


def read_structure(data: bytes, *, max_pixels: int) -> XcfImage:
    """The image as its file describes it; XcfError where the file cannot be read."""
    version, header = _open(data)
    size = (header.u32(), header.u32())
    base_number = header.u32()
    check_size(*size, what="canvas", max_pixels=max_pixels)
    if base_number >= len(BASE_TYPES):
        raise XcfError(
            f"The XCF header names color type {base_number}, which GIMP does not have; "
            "the file is damaged. Copy or save it again."
        )
    precision = _precision(header, version)
    budget = Budget(len(data) // 8 + 16)
    properties = read_properties(header, version=version, budget=budget)
    layer_places = header.pointers(MAX_LAYERS, "layers")
    channel_places = header.pointers(MAX_LAYERS, "channels")
    image = _bare_image(data, version, size=size, base=BASE_TYPES[base_number], precision=precision)
    image = replace(
        image,
        compression=_compression(properties),
        resolution=properties.resolution(),
        colormap=_colormap(properties, image.base_type),
        comment=_comment(properties),
        profile=properties.parasites.get("icc-profile"),
        parasites=tuple(properties.parasites),
    )
    channels = [
        read_channel(header.at(place), image=image, budget=budget) for place in channel_places
    ]
    image = replace(
        image,
        channels=tuple(name for name, selection in channels if selection is None),
        selection=next((selection for _, selection in channels if selection is not None), None),
    )
    records = _read_layers(header, layer_places, image=image, budget=budget, max_pixels=max_pixels)
    layers = _tree(records)
    return replace(image, layers=layers, notes=_notes(image, layers))


def _bare_image(
    data: bytes, version: int, *, size: tuple[int, int], base: BaseType, precision: int
) -> XcfImage:
    """An image of which only the header is known."""
    sample, is_linear, precision_name = PRECISIONS[precision]
    return XcfImage(
        version=version,
        width=size[0],
        height=size[1],
        base_type=base,
        precision=precision,
        precision_name=precision_name,
        sample=sample,
        is_linear=is_linear,
        compression="none",
        resolution=None,
        layers=(),
        channels=(),
        selection=None,
        colormap=(),
        comment="",
        profile=None,
        parasites=(),
        notes=(),
        data=data,
    )


def _read_layers(
    header: ByteReader, places: list[int], *, image: XcfImage, budget: Budget, max_pixels: int
) -> list[LayerRecord]:
    if len(set(places)) != len(places):
        raise XcfError("The XCF file lists one layer twice; it is damaged. Save it again in GIMP.")
    records: list[LayerRecord] = []
    total = 0
    for place in places:
        record = read_layer(header.at(place), image=image, budget=budget, max_pixels=max_pixels)
        total += record.layer.width * record.layer.height
        if total > MAX_TOTAL_PIXELS:
            raise XcfError(
                f"The layers of the XCF file add up to more than {MAX_TOTAL_PIXELS:,} pixels. "
                "Merge layers in GIMP or export the picture as PNG."
            )
        records.append(record)
    return records


def _open(data: bytes) -> tuple[int, ByteReader]:
    match = _MAGIC.match(data)
    if match is None:
        raise XcfError(
            "This is not an XCF file: it does not begin with “gimp xcf”. "
            "Check that the file is whole and was saved by GIMP."
        )
    version = int(match.group(2) or 0)
    if version > NEWEST_VERSION:
        raise XcfError(
            f"The XCF file has version {version}; versions up to {NEWEST_VERSION} can be read. "
            "Export the picture as PNG in the GIMP that made it."
        )
    pointer_size = 8 if version >= 11 else 4
    return version, ByteReader(data, position=match.end(), pointer_size=pointer_size)


def _precision(header: ByteReader, version: int) -> int:
    if version < 4:
        return 150
    number = header.u32()
    precision = number
    if version == 4:
        precision = _OLD_PRECISION.get(number, -1)
    elif version < 7:
        precision = _HALF_AND_FLOAT_BEFORE_7.get(number, number)
    if precision not in PRECISIONS:
        raise XcfError(
            f"The XCF header names precision {number}, which version {version} does not have; "
            "the file is damaged. Copy or save it again."
        )
    return precision


def _compression(properties: Properties) -> str:
    payload = properties.raw.get(props.COMPRESSION, b"\0")
    number = payload[0] if payload else 0
    if number not in _COMPRESSIONS:
        raise XcfError(
            f"The XCF file is packed with method {number}, which no GIMP writes. "
            "Open it in GIMP and save it again."
        )
    return _COMPRESSIONS[number]


def _colormap(properties: Properties, base_type: str) -> tuple[tuple[int, int, int], ...]:
    payload = properties.raw.get(props.COLORMAP, b"")
    if base_type == "INDEXED" and not payload:
        raise XcfError(
            "The XCF file is indexed but holds no colors; it is damaged. Save it again in GIMP."
        )
    return tuple(
        (payload[at], payload[at + 1], payload[at + 2]) for at in range(0, len(payload) - 2, 3)
    )


def _comment(properties: Properties) -> str:
    return properties.parasites.get("gimp-comment", b"").rstrip(b"\0").decode("utf-8", "replace")


def _tree(records: list[LayerRecord]) -> tuple[XcfLayer, ...]:
    """Hang each layer under the group its item path names, in the order of the file."""
    children: dict[tuple[int, ...], list[LayerRecord]] = {(): []}
    for record in _attach_floating(records):
        parent = record.item_path[:-1]
        if len(parent) > MAX_DEPTH:
            raise XcfError(
                f"The XCF file nests groups deeper than {MAX_DEPTH}; it is damaged. "
                "Save it again in GIMP."
            )
        if parent not in children:
            raise XcfError(
                f"Layer “{record.layer.name}” of the XCF file belongs to a group that does not "
                "exist; the file is damaged. Save it again in GIMP."
            )
        siblings = children[parent]
        siblings.append(record)
        if record.layer.is_group:
            children[(*parent, len(siblings) - 1)] = []
    return _branch(children, ())


def _attach_floating(records: list[LayerRecord]) -> list[LayerRecord]:
    """Tell the drawable under a floating selection what floats over it."""
    # A floating selection lies outside groups, so its path is its place among those layers.
    floating: dict[int, XcfLayer] = {}
    top_level = [record for record in records if len(record.item_path) < 2]
    for index, record in enumerate(top_level):
        if record.layer.is_floating and record.floats_over:
            floating[record.floats_over] = replace(record.layer, path=(index,))
    attached: list[LayerRecord] = []
    for record in records:
        layer = record.layer
        if not layer.is_floating and record.place in floating:
            layer = replace(layer, floating=floating[record.place])
        if not layer.is_floating and layer.mask is not None and record.mask_place in floating:
            mask = replace(layer.mask, floating=floating[record.mask_place])
            layer = replace(layer, mask=mask)
        attached.append(replace(record, layer=layer))
    return attached


def _branch(
    children: dict[tuple[int, ...], list[LayerRecord]], parent: tuple[int, ...]
) -> tuple[XcfLayer, ...]:
    branch: list[XcfLayer] = []
    for index, record in enumerate(children.get(parent, [])):
        path = (*parent, index)
        branch.append(replace(record.layer, path=path, children=_branch(children, path)))
    return tuple(branch)


def _notes(image: XcfImage, layers: tuple[XcfLayer, ...]) -> tuple[str, ...]:
    notes: list[str] = []
    if image.version > NEWEST_EXACT_VERSION:
        notes.append(
            f"file version {image.version} is newer than GIMP 2.10; what is new in it is left out"
        )
    if image.is_linear:
        notes.append("values are stored in linear light; they are shown sRGB-encoded")
    if image.profile is not None:
        notes.append(f"color profile: {profile_name(image.profile)} (kept, not converted)")
    if image.comment:
        notes.append(f"comment: {image.comment}")
    if image.channels:
        many = len(image.channels)
        saved = "1 saved channel is" if many == 1 else f"{many} saved channels are"
        notes.append(f"{saved} not part of the flattened picture")
    if any(layer.is_floating for layer in layers):
        notes.append("a floating selection is drawn on the layer it floats over")
    return tuple(notes)
