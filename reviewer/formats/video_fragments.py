"""MP4 in fragments: whether as many of them are there as the file's own words say.

A clip that is cut exactly between two fragments lacks no byte of any box. Only a promise elsewhere
tells: the sizes in an index of segments, or the length in the header. Where there is neither, such
a cut cannot be told from a clip that was made that short.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from reviewer.formats.video_walk import Walk

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


def promised_fragments(mfra: bytes, walk: Walk) -> set[int]:
    """Where in the file an index of fragments says that they begin."""
    found: set[int] = set()
    for body in walk.inner(mfra, b"tfra"):
        _, sizes, count = struct.unpack_from(">III", body, 4)
        wide = body[0] == 1
        layout = ">QQ" if wide else ">II"
        step = struct.calcsize(layout) + sum(1 + (sizes >> shift & 3) for shift in (0, 2, 4))
        walk.step(count)
        found |= {struct.unpack_from(layout, body, 16 + step * n)[1] for n in range(count)}
    return found


def missing_seconds(moov: bytes, fragments: list[bytes], walk: Walk) -> tuple[float, bool]:
    """How much shorter the fragments are than the header says, and whether it says anything."""
    rate, promised = next((clock(body) for body in walk.inner(moov, b"mvhd")), (1, 0))
    for body in walk.inner(moov, b"mvex", b"mehd"):
        (told,) = struct.unpack_from(">Q" if body[0] == 1 else ">I", body, 4)
        promised = max(promised if promised not in _UNKNOWN else 0, told)
    usual = {
        number: length
        for number, length in (
            (struct.unpack_from(">I", body, 4)[0], struct.unpack_from(">I", body, 12)[0])
            for body in walk.inner(moov, b"mvex", b"trex")
        )
    }
    wanted = 0.0 if promised in _UNKNOWN else promised / max(1, rate)
    is_promised, there = wanted > 0, 0.0
    for trak in walk.inner(moov, b"trak"):
        number = next((track_number(body) for body in walk.inner(trak, b"tkhd")), 0)
        ticks, length = next((clock(body) for body in walk.inner(trak, b"mdia", b"mdhd")), (1, 0))
        own = length if any(_samples(body) for body in _sizes(trak, walk)) else 0
        if not own and length not in _UNKNOWN:
            # Without pictures in the header, the track's length is that of all fragments.
            wanted, is_promised = max(wanted, length / max(1, ticks)), is_promised or length > 0
        lengths = [_ticks(data, number, usual.get(number, 0), walk) for data in fragments]
        begins = [begin for data in fragments for begin in _begins(data, number, walk)]
        there = max(there, (own + sum(lengths)) / max(1, ticks))
        if len(begins) == len(lengths):
            # From where the first one begins to where the last one ends.
            lasting = max(begins) + lengths[begins.index(max(begins))] - min(begins)
            wanted = max(wanted, (own + lasting) / max(1, ticks))
    return (wanted - there if wanted - there > _SLACK else 0.0), is_promised


def clock(body: bytes) -> tuple[int, int]:
    """Ticks a second and duration in ticks, of a `mvhd` or `mdhd` box."""
    layout, at = (">IQ", 20) if body[0] == 1 else (">II", 12)
    rate, length = struct.unpack_from(layout, body, at)
    return rate, length


def track_number(body: bytes) -> int:
    """The number of a track, of its `tkhd` box."""
    return int(struct.unpack_from(">I", body, 20 if body[0] == 1 else 12)[0])


def _sizes(trak: bytes, walk: Walk) -> Iterator[bytes]:
    table = (b"mdia", b"minf", b"stbl")
    yield from walk.inner(trak, *table, b"stsz")
    yield from walk.inner(trak, *table, b"stz2")


def _samples(body: bytes) -> int:
    return int(struct.unpack_from(">I", body, 8)[0])


def _ticks(moof: bytes, number: int, usual: int, walk: Walk) -> int:
    """The length of one track's samples in a fragment."""
    found = 0
    for traf in walk.inner(moof, b"traf"):
        head = next(walk.inner(traf, b"tfhd"))
        flags, owner = struct.unpack_from(">II", head)
        if owner != number:
            continue
        at = 8 + (8 if flags & 0x1 else 0) + (4 if flags & 0x2 else 0)
        each = struct.unpack_from(">I", head, at)[0] if flags & 0x8 else usual
        found += sum(_run(body, each, walk) for body in walk.inner(traf, b"trun"))
    return found


def _begins(moof: bytes, number: int, walk: Walk) -> Iterator[int]:
    """When one track's samples in a fragment begin, where it says so."""
    for traf in walk.inner(moof, b"traf"):
        owners = [struct.unpack_from(">I", body, 4)[0] for body in walk.inner(traf, b"tfhd")]
        if owners[0] == number:
            for body in walk.inner(traf, b"tfdt"):
                yield struct.unpack_from(">Q" if body[0] == 1 else ">I", body, 4)[0]


def _run(body: bytes, each: int, walk: Walk) -> int:
    flags, count = struct.unpack_from(">II", body)
    if not flags & 0x100:
        return int(count * each)
    at = 8 + (4 if flags & 0x1 else 0) + (4 if flags & 0x4 else 0)
    step = 4 * sum(bool(flags & bit) for bit in _OF_SAMPLE)
    if len(body) < at + step * count:
        raise struct.error("a run says more samples than it lists")
    walk.step(count)
    return int(sum(struct.unpack_from(">I", body, at + step * n)[0] for n in range(count)))
