"""MP4 in fragments: whether as many of them are there as the file's own words say.

A clip that is cut exactly between two fragments lacks no byte of any box. Only a promise elsewhere
tells: the sizes in an index of segments, or the length in the header. Where there is neither, such
a cut cannot be told from a clip that was made that short.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator

Inner = Callable[..., Iterator[bytes]]
# What delays of single tracks may take off; fragments are longer as a rule.
_SLACK = 0.5
_UNKNOWN = (0xFFFFFFFF, 0xFFFFFFFFFFFFFFFF)
_OF_SAMPLE = (0x100, 0x200, 0x400, 0x800)


def segments_end(body: bytes, after: int) -> int:
    """Where the segments of a `sidx` box end in the file; `after` is where the box itself ends."""
    wide = body[0] == 1
    (first,) = struct.unpack_from(">Q" if wide else ">I", body, 20 if wide else 16)
    at = 28 if wide else 20
    (count,) = struct.unpack_from(">H", body, at + 2)
    sizes: list[int] = [
        struct.unpack_from(">I", body, at + 4 + 12 * n)[0] & 0x7FFFFFFF for n in range(count)
    ]
    return after + int(first) + sum(sizes)


def missing_seconds(moov: bytes, fragments: list[bytes], inner: Inner) -> float:
    """How much shorter the fragments are than the header says; 0 where it says nothing."""
    rate, promised = next((clock(body) for body in inner(moov, b"mvhd")), (1, 0))
    for body in inner(moov, b"mvex", b"mehd"):
        (told,) = struct.unpack_from(">Q" if body[0] == 1 else ">I", body, 4)
        promised = max(promised if promised not in _UNKNOWN else 0, told)
    if not promised or promised in _UNKNOWN:
        return 0.0
    usual = {
        number: length
        for number, length in (
            (struct.unpack_from(">I", body, 4)[0], struct.unpack_from(">I", body, 12)[0])
            for body in inner(moov, b"mvex", b"trex")
        )
    }
    there = 0.0
    for trak in inner(moov, b"trak"):
        number = next((track_number(body) for body in inner(trak, b"tkhd")), 0)
        ticks, length = next((clock(body) for body in inner(trak, b"mdia", b"mdhd")), (1, 0))
        # A header may give the length of the whole here as well: then only the fragments count.
        own = length if any(_samples(body) for body in _sizes(trak, inner)) else 0
        own += sum(_ticks(data, number, usual.get(number, 0), inner) for data in fragments)
        there = max(there, own / max(1, ticks))
    lacking = promised / max(1, rate) - there
    return lacking if lacking > _SLACK else 0.0


def clock(body: bytes) -> tuple[int, int]:
    """Ticks a second and duration in ticks, of a `mvhd` or `mdhd` box."""
    layout, at = (">IQ", 20) if body[0] == 1 else (">II", 12)
    rate, length = struct.unpack_from(layout, body, at)
    return rate, length


def track_number(body: bytes) -> int:
    """The number of a track, of its `tkhd` box."""
    return int(struct.unpack_from(">I", body, 20 if body[0] == 1 else 12)[0])


def _sizes(trak: bytes, inner: Inner) -> Iterator[bytes]:
    table = (b"mdia", b"minf", b"stbl")
    yield from inner(trak, *table, b"stsz")
    yield from inner(trak, *table, b"stz2")


def _samples(body: bytes) -> int:
    return int(struct.unpack_from(">I", body, 8)[0])


def _ticks(moof: bytes, number: int, usual: int, inner: Inner) -> int:
    """The length of one track's samples in a fragment."""
    found = 0
    for traf in inner(moof, b"traf"):
        head = next(inner(traf, b"tfhd"))
        flags, owner = struct.unpack_from(">II", head)
        if owner != number:
            continue
        at = 8 + (8 if flags & 0x1 else 0) + (4 if flags & 0x2 else 0)
        each = struct.unpack_from(">I", head, at)[0] if flags & 0x8 else usual
        found += sum(_run(body, each) for body in inner(traf, b"trun"))
    return found


def _run(body: bytes, each: int) -> int:
    flags, count = struct.unpack_from(">II", body)
    if not flags & 0x100:
        return int(count * each)
    at = 8 + (4 if flags & 0x1 else 0) + (4 if flags & 0x4 else 0)
    step = 4 * sum(bool(flags & bit) for bit in _OF_SAMPLE)
    if len(body) < at + step * count:
        raise struct.error("a run says more samples than it lists")
    return int(sum(struct.unpack_from(">I", body, at + step * n)[0] for n in range(count)))
