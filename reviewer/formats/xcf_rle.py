"""GIMP's run-length code, unpacked for thousands of tiles at once."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from .xcf_model import XcfError

Bytes = NDArray[np.uint8]
Places = NDArray[np.int64]

# First byte of an operation -> (bytes it makes, bytes it takes, is a copy of literal bytes).
# 127 and 128 are the long forms, whose length stands in the two bytes that follow.
_MAKES: Final = np.array([n + 1 if n < 128 else 256 - n for n in range(256)], np.int64)
_TAKES: Final = np.array([2 if n < 128 else 1 + 256 - n for n in range(256)], np.int64)
_LONG_RUN: Final = 127
_LONG_COPY: Final = 128
_SLACK: Final = 100_000
_LANES: Final = 60_000
# Bytes of output whose operations are held at once; a hostile file has one for each byte.
_TOGETHER: Final = 32_000_000
_NARROW: Final = 1 << 30
# Output bytes per step of the last stage: small enough for the processor's cache.
_CHUNK: Final = 1 << 17


def unpack_rle(data: Bytes, starts: Places, sizes: Places) -> Bytes:
    """Unpack streams that begin at `starts` into `sizes` bytes each, one behind the other.

    All streams advance together, one operation per step, so the cost in Python is that of the
    longest stream and not that of their sum.
    """
    out = np.empty(int(sizes.sum()), np.uint8)
    begin = done = 0
    ends = np.cumsum(sizes)
    while begin < len(starts):
        end = int(np.searchsorted(ends, done + _TOGETHER))
        end = min(max(end, begin + 1), begin + _LANES)
        size = int(sizes[begin:end].sum())
        out[done : done + size] = _unpack_lanes(data, starts[begin:end], sizes[begin:end])
        done += size
        begin = end
    return out


def _unpack_lanes(data: Bytes, starts: Places, sizes: Places) -> Bytes:
    lanes, places, makes, is_long = _walk(data, starts, sizes)
    order = np.argsort(lanes, kind="stable")
    places, makes, is_long = places[order], makes[order], is_long[order]
    is_copy = data[places] >= _LONG_COPY
    payload = places + 1 + 2 * is_long
    out = np.empty(int(makes.sum()), np.uint8)
    ends = np.cumsum(makes)
    begin = done = 0
    while begin < len(makes):
        end = max(int(np.searchsorted(ends, done + _CHUNK)), begin + 1)
        part = slice(begin, end)
        filled = _expand(data, payload[part], makes[part], is_copy[part])
        out[done : done + len(filled)] = filled
        done += len(filled)
        begin = end
    return out


def _walk(
    data: Bytes, starts: Places, sizes: Places
) -> tuple[NDArray[np.uint16], Places, Places, NDArray[np.bool_]]:
    """Find every operation of every stream: its stream, its place, what it makes, long or not."""
    lane = np.flatnonzero(sizes > 0).astype(np.uint16)
    place = starts[lane].copy()
    left = sizes[lane].copy()
    last = len(data) - 1
    # Streams that overlap make a small file cost hours; GIMP's never do.
    readable = 2 * len(data) + _SLACK
    found: list[tuple[NDArray[np.uint16], Places, Places, NDArray[np.bool_]]] = []
    while len(lane):
        if int(place.max()) > last:
            raise _truncated(len(data))
        code = data[place]
        makes = _MAKES[code]
        takes = _TAKES[code]
        is_long = (code == _LONG_RUN) | (code == _LONG_COPY)
        if is_long.any():
            _lengthen(data, place, makes, takes, is_long)
        found.append((lane, place, makes, is_long))
        readable -= int(takes.sum())
        if readable < 0:
            raise _damaged()
        place = place + takes
        left = left - makes
        lowest = int(left.min())
        if lowest <= 0:
            if lowest < 0:
                raise _damaged()
            if int(place[left == 0].max()) > len(data):
                raise _truncated(len(data))
            going = left > 0
            lane, place, left = lane[going], place[going], left[going]
    if not found:
        empty = np.zeros(0, np.int64)
        return np.zeros(0, np.uint16), empty, empty, np.zeros(0, np.bool_)
    lanes, places, made, long_ones = zip(*found, strict=True)
    return (
        np.concatenate(lanes),
        np.concatenate(places),
        np.concatenate(made),
        np.concatenate(long_ones),
    )


def _lengthen(
    data: Bytes, place: Places, makes: Places, takes: Places, is_long: NDArray[np.bool_]
) -> None:
    """Put the written-out lengths of long operations in place of those of the table."""
    at = place[is_long]
    if int(at.max()) + 2 >= len(data):
        raise _truncated(len(data))
    length = data[at + 1].astype(np.int64) * 256 + data[at + 2]
    if int(length.min()) == 0:
        # Such an operation makes nothing; a file full of them would keep us busy for hours.
        raise _damaged()
    makes[is_long] = length
    takes[is_long] = np.where(data[at] == _LONG_COPY, 3 + length, 4)


def _expand(data: Bytes, payload: Places, makes: Places, is_copy: NDArray[np.bool_]) -> Bytes:
    """Write out runs and copies: each output byte is read at its operation's place plus its step.

    Places are taken from the first of the chunk, in 32 bits where they fit: half the traffic.
    """
    first = int(payload.min())
    width = np.int32 if len(data) < _NARROW else np.int64
    begins = np.cumsum(makes) - makes
    source = (payload - first - np.where(is_copy, begins, 0)).astype(width)
    total = int(makes.sum())
    read = np.repeat(source, makes)
    read += np.where(np.repeat(is_copy, makes), np.arange(total, dtype=width), width(0))
    return data[first:].take(read, mode="clip")


def _truncated(length: int) -> XcfError:
    return XcfError(
        f"The XCF file is truncated: packed pixels run past its end at byte {length}. "
        "Copy or save the file again."
    )


def _damaged() -> XcfError:
    return XcfError(
        "Packed pixels of the XCF file do not fill their tile exactly; the file is damaged. "
        "Open it in GIMP and save it again."
    )
