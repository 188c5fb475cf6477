"""MP4 and QuickTime: counting the frames that a file's index lists."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from reviewer.formats.video_fragments import (
    clock,
    missing_seconds,
    promised_fragments,
    segments_end,
    track_number,
)
from reviewer.formats.video_walk import MOST_INDEX, Walk

# The boxes with which these files begin.
_FIRST = (b"ftyp", b"moov", b"mdat", b"free", b"skip", b"wide")
# What must be there to its last byte; after these, tags and junk are left alone as players do.
_WHOLE = (b"moov", b"mdat", b"moof", b"sidx")
_READ = (b"moov", b"moof", b"sidx", b"mfra")
_UNTOLD = "fragments: the file has no index of them; whether it is whole cannot be told"
_HEADER = 8
_LONG_HEADER = 16
_NO_SAMPLE = -1
_TRIMMED = 1.5


def is_one(head: bytes) -> bool:
    """Whether a file begins as one of these."""
    return head[4:8] in _FIRST


@dataclass(slots=True)
class _Found:
    """What the top-level boxes of a file are."""

    names: set[bytes] = field(default_factory=set)
    moov: bytes = b""
    fragments: list[bytes] = field(default_factory=list)
    fragments_at: set[int] = field(default_factory=set)
    fragments_wanted: set[int] = field(default_factory=set)
    segment_indexes: int = 0
    # Where the last box ends, and the last one that must be whole.
    end: int = 0
    needed: int = 0
    is_torn: bool = False


def read(file: BinaryIO, size: int, walk: Walk) -> tuple[int | None, str, *tuple[str, ...]]:
    """Return the frames of the first picture track, what is wrong or an empty string, and notes."""
    try:
        found = _look_through(file, size, walk)
        missing = f"at least {max(found.needed, found.end) - size} bytes are missing"
        if found.is_torn:
            return None, "the clip is damaged: its boxes do not follow one another"
        if b"moov" not in found.names:
            told = f", {missing}" if max(found.needed, found.end) > size else ""
            return None, f"the clip is cut short: its index (moov atom) is not in the file{told}"
        if found.needed > size:
            return None, f"the clip is cut short: {missing}"
        notes: tuple[str, ...] = ()
        if found.fragments:
            lacking, is_promised = missing_seconds(found.moov, found.fragments, walk)
            gone = len(found.fragments_wanted - found.fragments_at)
            if lacking:
                return None, f"the clip is cut short: {lacking:.1f} s of its length are missing"
            if gone:
                return None, f"the clip is damaged: {gone} of its fragments are missing"
            # An index behind each segment in turn says nothing of those that may follow.
            is_promised |= b"mfra" in found.names or found.segment_indexes == 1
            notes = () if is_promised else (_UNTOLD,)
        return _frames(found.moov, found.fragments, walk), "", *notes
    except (struct.error, IndexError, StopIteration):
        return None, "the clip is damaged: its index (moov atom) cannot be read"


def _look_through(file: BinaryIO, size: int, walk: Walk) -> _Found:
    found = _Found()
    for name, begin, at, end in _boxes(file, size, walk):
        found.names.add(name)
        found.end = end
        if name in _WHOLE or end <= size:
            found.needed = max(found.needed, end)
        elif _holds_pictures(file, at):
            found.is_torn = True
        if name in _READ and end <= size:
            data = walk.read(file, at, end - at)
            if name == b"moov":
                found.moov = found.moov or data
            elif name == b"moof":
                found.fragments.append(data)
                found.fragments_at.add(begin)
            elif name == b"mfra":
                found.fragments_wanted |= promised_fragments(data, walk)
            else:
                found.segment_indexes += 1
                found.needed = max(found.needed, segments_end(data, end))
    return found


def _holds_pictures(file: BinaryIO, at: int) -> bool:
    """Whether parts of the clip come after something that is no box; a tag or junk has none."""
    file.seek(at)
    rest = file.read(MOST_INDEX)
    return any(name in rest for name in (b"moof", b"mdat", b"moov"))


def _boxes(file: BinaryIO, size: int, walk: Walk) -> Iterator[tuple[bytes, int, int, int]]:
    """The name, start, body and end of each top-level box; the last may end too late."""
    at = 0
    while at + _HEADER <= size:
        walk.step()
        file.seek(at)
        head = file.read(_LONG_HEADER)
        length, name = struct.unpack(">I4s", head[:_HEADER])
        start = _HEADER
        if length == 1 and len(head) == _LONG_HEADER:
            length, start = struct.unpack(">Q", head[_HEADER:])[0], _LONG_HEADER
        if length == 0:
            length = size - at
        if length < start:
            # Nothing that can be walked on from: whoever plays the file stops here as well.
            return
        yield name, at, at + start, at + length
        at += length


@dataclass(frozen=True, slots=True)
class _Track:
    number: int
    samples: int
    seconds: float
    shown: float | None


def _frames(moov: bytes, fragments: list[bytes], walk: Walk) -> int | None:
    track = _picture_track(moov, walk)
    if track is None:
        return None
    if fragments:
        return track.samples + sum(
            _fragment_samples(data, track.number, walk) for data in fragments
        )
    # Frames that an edit list leaves out are in the file and are not shown: nothing is promised.
    if track.samples and track.shown is not None:
        gap = track.seconds - track.shown
        if gap > _TRIMMED * track.seconds / track.samples:
            return None
    return track.samples


def _picture_track(moov: bytes, walk: Walk) -> _Track | None:
    (movie_rate, _), *_ = [clock(body) for body in walk.inner(moov, b"mvhd")] or [(1, 0)]
    for trak in walk.inner(moov, b"trak"):
        handlers = [body[8:12] for body in walk.inner(trak, b"mdia", b"hdlr")]
        if handlers[:1] != [b"vide"]:
            continue
        table = (b"mdia", b"minf", b"stbl")
        sizes = [*walk.inner(trak, *table, b"stsz"), *walk.inner(trak, *table, b"stz2")]
        clocks = [clock(body) for body in walk.inner(trak, b"mdia", b"mdhd")]
        rate, length = clocks[0] if clocks else (1, 0)
        edits = [_shown(body, walk) for body in walk.inner(trak, b"edts", b"elst")]
        number = [track_number(body) for body in walk.inner(trak, b"tkhd")]
        return _Track(
            number=number[0] if number else 0,
            samples=struct.unpack_from(">I", sizes[0], 8)[0] if sizes else 0,
            seconds=length / max(1, rate),
            shown=edits[0] / max(1, movie_rate) if edits and edits[0] else None,
        )
    return None


def _shown(body: bytes, walk: Walk) -> int:
    """How many ticks of the movie the entries of an `elst` box show."""
    layout = ">QqI" if body[0] == 1 else ">IiI"
    (count,) = struct.unpack_from(">I", body, 4)
    step = struct.calcsize(layout)
    walk.step(min(count, len(body)))
    edits = (struct.unpack_from(layout, body, 8 + index * step) for index in range(count))
    return sum(length for length, start, _ in edits if start != _NO_SAMPLE)


def _fragment_samples(moof: bytes, number: int, walk: Walk) -> int:
    found = 0
    for traf in walk.inner(moof, b"traf"):
        owners = [struct.unpack_from(">I", body, 4)[0] for body in walk.inner(traf, b"tfhd")]
        if owners[0] == number:
            found += sum(struct.unpack_from(">I", body, 4)[0] for body in walk.inner(traf, b"trun"))
    return found
