"""Why a TIFF cannot be read: what its first directory says of its pixels."""

from __future__ import annotations

import struct

TIFF_MAGICS = (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")

_BITS, _COMPRESSION, _COLORS, _SAMPLES, _PLANES, _SORT = 258, 259, 262, 277, 284, 339
_SORTS = {1: "whole numbers", 2: "signed whole numbers", 3: "floating point", 6: "complex numbers"}
_COLOR_NAMES = {
    0: "gray", 1: "gray", 2: "RGB", 3: "palette", 5: "CMYK", 6: "YCbCr", 8: "Lab",
    32803: "raw sensor data",
}  # fmt: skip
_SIZES = {1: "B", 3: "H", 4: "I"}
_READ_COMPRESSIONS = frozenset((1, 2, 3, 4, 5, 6, 7, 8, 32773, 32946, 34925, 50000, 50001))
_MOST_ENTRIES = 4096


def describe_tiff(data: bytes) -> str:
    """Say what in a TIFF that no reader takes is the cause."""
    if data.startswith((b"II+\0", b"MM\0+")):
        return "this variant of BigTIFF cannot be read, or its header is damaged"
    try:
        tags = _tags(data)
    except struct.error:
        tags = {}
    if not tags.keys() >= {256, 257}:
        return "the TIFF header is damaged: its first directory names no width and height"
    packed = tags.get(_COMPRESSION, (1,))[0]
    if packed not in _READ_COMPRESSIONS:
        return f"this TIFF is compressed by method {packed}, which cannot be read"
    bits = tags.get(_BITS, (1,))
    count = tags.get(_SAMPLES, (1,))[0]
    sort = _SORTS.get(tags.get(_SORT, (1,))[0], "numbers of an unknown sort")
    color = _COLOR_NAMES.get(tags.get(_COLORS, (-1,))[0], "unnamed colors")
    depth = "/".join(str(each) for each in dict.fromkeys(bits))
    planes = ", each in a plane of its own" if tags.get(_PLANES, (1,))[0] == 2 else ""
    values = "1 value" if count == 1 else f"{count} values"
    return (
        f"this TIFF holds {color} as {values} a pixel of {depth} bits in {sort}{planes}, "
        "a combination that cannot be read"
    )


def _tags(data: bytes) -> dict[int, tuple[int, ...]]:
    """The whole numbers of the first directory by their tag."""
    order = "<" if data.startswith(b"II") else ">"
    (start,) = struct.unpack_from(f"{order}I", data, 4)
    (count,) = struct.unpack_from(f"{order}H", data, start)
    found: dict[int, tuple[int, ...]] = {}
    for number in range(min(count, _MOST_ENTRIES)):
        at = start + 2 + 12 * number
        tag, sort, length = struct.unpack_from(f"{order}HHI", data, at)
        letter = _SIZES.get(sort)
        if letter is None or not 1 <= length <= _MOST_ENTRIES:
            continue
        form = f"{order}{length}{letter}"
        place = at + 8
        if struct.calcsize(form) > 4:
            (place,) = struct.unpack_from(f"{order}I", data, place)
        found[tag] = struct.unpack_from(form, data, place)
    return found
