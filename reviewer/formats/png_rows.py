"""PNG files of drawings, most of whose rows are the same as the row above.

Such rows are zeros once the row above is taken away. Their compressed form is known beforehand, so
that only the other rows have to be compressed.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_RGB, _DEPTH = 2, 8
_UP = 2
# A stream of raw blocks stands between these and the checksum.
_ZLIB_HEAD, _LAST_BLOCK = b"\x78\x01", b"\x03\x00"
_CHECKSUM_BASE = 65521
# Shorter runs are compressed with the rows around them.
_LEAST_RUN = 4
_LEAST_SHARE = 0.25


def encode_repeating_rows(pixels: NDArray[np.uint8]) -> bytes | None:
    """Encode an RGB drawing as PNG.

    Parameters
    ----------
    pixels : (H, W, 3) uint8

    Returns
    -------
    bytes or None
        None where under a quarter of the rows repeat: then nothing would be won.
    """
    height, width = pixels.shape[:2]
    rows = np.ascontiguousarray(pixels).reshape(height, width * 3)
    lines = np.empty((height, width * 3 + 1), dtype=np.uint8)
    lines[:, 0] = _UP
    lines[0, 1:] = rows[0]
    np.subtract(rows[1:], rows[:-1], out=lines[1:, 1:])
    repeats = lines[:, 1:].max(axis=1) == 0
    if np.count_nonzero(repeats) < _LEAST_SHARE * height:
        return None
    head = struct.pack(">IIBBBBB", width, height, _DEPTH, _RGB, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", _compressed(lines, repeats)), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(name, data) for name, data in chunks)


def _chunk(name: bytes, data: bytes) -> bytes:
    check = zlib.crc32(data, zlib.crc32(name))
    return b"".join((struct.pack(">I", len(data)), name, data, struct.pack(">I", check)))


def _compressed(lines: NDArray[np.uint8], repeats: NDArray[np.bool_]) -> bytes:
    """Return a zlib stream of all lines."""
    length = lines.shape[1]
    parts, check = [_ZLIB_HEAD], 1
    for start, stop, is_same in _runs(repeats):
        if is_same:
            parts += _same(stop - start, length)
            check = _check_same(check, stop - start, length)
        else:
            some = lines[start:stop].reshape(-1).data
            parts.append(_blocks(some))
            check = zlib.adler32(some, check)
    return b"".join((*parts, _LAST_BLOCK, struct.pack(">I", check)))


def _runs(repeats: NDArray[np.bool_]) -> Iterator[tuple[int, int, bool]]:
    """Yield first and last row + 1 of each run, and whether its rows repeat the row above."""
    edges = np.flatnonzero(np.diff(repeats.astype(np.int8), prepend=0, append=0))
    done = 0
    for start, stop in edges.reshape(-1, 2).tolist():
        if stop - start < _LEAST_RUN:
            continue
        if done < start:
            yield done, start, False
        yield start, stop, True
        done = stop
    if done < len(repeats):
        yield done, len(repeats), False


def _blocks(data: bytes | memoryview) -> bytes:
    """Compress to whole blocks that look back at nothing before them: they stand in any order."""
    packer = zlib.compressobj(1, zlib.DEFLATED, -15, 9, zlib.Z_RLE)
    return packer.compress(data) + packer.flush(zlib.Z_FULL_FLUSH)


def _same(count: int, length: int) -> list[bytes]:
    """Return blocks of so many lines that repeat the line above."""
    return [_doubled(bit, length) for bit in range(count.bit_length()) if count >> bit & 1]


@lru_cache(maxsize=64)
def _doubled(bit: int, length: int) -> bytes:
    return _blocks((bytes([_UP]) + bytes(length - 1)) * (1 << bit))


def _check_same(check: int, count: int, length: int) -> int:
    """Carry an Adler-32 checksum over such lines: each is a 2 and zeros."""
    low, high = check & 0xFFFF, check >> 16
    # After each line the low sum is 2 more, and the high one grew by it once for every byte.
    high += length * (count * low + _UP * count * (count + 1) // 2)
    low += _UP * count
    return (high % _CHECKSUM_BASE) << 16 | low % _CHECKSUM_BASE
