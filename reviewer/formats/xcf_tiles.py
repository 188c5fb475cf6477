"""Unpack the tiles of a drawable into planes: bytes in, array (components, rows, columns) out."""

from __future__ import annotations

import zlib
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .xcf_bytes import tile_places
from .xcf_layers import TILE
from .xcf_model import SAMPLE_BYTES, Hierarchy, Sample, XcfError, XcfImage
from .xcf_rle import unpack_rle

Plane = NDArray[np.number]

# Since this version samples wider than a byte are big-endian; before, as the machine had them.
_BIG_ENDIAN_SINCE: Final = 12
_DTYPES: Final[dict[Sample, str]] = {
    "u8": "u1",
    "u16": "u2",
    "u32": "u4",
    "half": "f2",
    "float": "f4",
    "double": "f8",
}


def unpack_rows(image: XcfImage, drawable: Hierarchy, rows: tuple[int, int]) -> Plane:
    """Planes of a drawable for whole rows of tiles: `rows` are indexes of tile rows, end excluded.

    Returns an array (components, pixel rows, columns) in the file's own sample type.
    """
    first, last = rows
    across = -(-drawable.width // TILE)
    top, bottom = first * TILE, min(last * TILE, drawable.height)
    pointers = _pointers(image, drawable)[first * across : last * across]
    sample_bytes = SAMPLE_BYTES[image.sample]
    components = drawable.bytes_per_pixel // sample_bytes
    out = np.empty((components, bottom - top, drawable.width), _DTYPES[image.sample])
    grid = np.arange(len(pointers)).reshape(last - first, across)
    for row_slice, tall in _spans(bottom - top):
        for column_slice, wide in _spans(drawable.width):
            tiles = grid[row_slice, column_slice]
            if not tiles.size:
                continue
            packed = _unpack(image, pointers[tiles.ravel()], (tall, wide), drawable)
            y, x = row_slice.start * TILE, column_slice.start * TILE
            down, right = tiles.shape
            block = packed.reshape(down, right, components, tall, wide).transpose(2, 0, 3, 1, 4)
            target = out[:, y : y + down * tall, x : x + right * wide]
            target.reshape(components, down, tall, right, wide)[...] = block
    return out


def _spans(length: int) -> tuple[tuple[slice, int], ...]:
    """Whole tiles along a side, then the narrower last one."""
    whole, rest = divmod(length, TILE)
    spans = [(slice(0, whole), TILE)] if whole else []
    return (*spans, (slice(whole, whole + 1), rest)) if rest else tuple(spans)


def _pointers(image: XcfImage, drawable: Hierarchy) -> NDArray[np.int64]:
    size = 8 if image.version >= 11 else 4
    return tile_places(
        image.data, at=drawable.tiles_at, count=drawable.tile_count, pointer_size=size
    )


def _unpack(
    image: XcfImage, places: NDArray[np.int64], size: tuple[int, int], drawable: Hierarchy
) -> Plane:
    """Tiles of one size as (tiles, components, pixels) in the sample type of the machine."""
    pixels = size[0] * size[1]
    length = pixels * drawable.bytes_per_pixel
    sample_bytes = SAMPLE_BYTES[image.sample]
    components = drawable.bytes_per_pixel // sample_bytes
    if image.compression == "RLE":
        data = np.frombuffer(image.data, np.uint8)
        # A writer may store equal tiles once.
        unique, use = np.unique(places, return_inverse=True)
        flat = unpack_rle(data, unique, np.full(len(unique), length, np.int64))
        # One plane per byte of a pixel, not per sample.
        planes = flat.reshape(len(unique), components, sample_bytes, pixels)
        planes = planes if np.array_equal(unique, places) else planes[use]
        if sample_bytes == 1:
            return planes.reshape(len(places), components, pixels)
        samples = np.ascontiguousarray(planes.transpose(0, 1, 3, 2))
    else:
        inflate = _inflate if image.compression == "zlib" else _copy
        joined = b"".join(inflate(image.data, int(place), length) for place in places)
        flat = np.frombuffer(joined, np.uint8)
        pixel_major = flat.reshape(len(places), pixels, components, sample_bytes)
        samples = np.ascontiguousarray(pixel_major.transpose(0, 2, 1, 3))
    order = ">" if image.version >= _BIG_ENDIAN_SINCE else "<"
    typed = samples.view(order + _DTYPES[image.sample])
    return typed.reshape(len(places), components, pixels)


def _copy(data: bytes, place: int, length: int) -> bytes:
    if place + length > len(data):
        raise XcfError(
            f"The XCF file is truncated: a tile ends at byte {place + length} but the file ends "
            f"at byte {len(data)}. Copy or save the file again."
        )
    return data[place : place + length]


def _inflate(data: bytes, place: int, length: int) -> bytes:
    """One zlib stream; never more bytes than the tile has, whatever the stream claims."""
    # GIMP reserves one and a half times the tile for it, so no honest stream is longer than this.
    window = memoryview(data)[place : place + 2 * length + 64]
    try:
        unpacked = zlib.decompressobj().decompress(window, length)
    except zlib.error as error:
        raise XcfError(
            f"A tile of the XCF file cannot be unpacked ({error}); the file is damaged. "
            "Copy or save it again."
        ) from error
    if len(unpacked) != length:
        raise XcfError(
            f"A tile of the XCF file holds {len(unpacked)} bytes where {length} belong; the file "
            "is truncated or damaged. Copy or save it again."
        )
    return unpacked
