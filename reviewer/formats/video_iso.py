"""MP4 and QuickTime: counting the frames that a file's index lists."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from reviewer.formats.video_fragments import (
    clock,
    missing_seconds,
    segments_end,
    track_number,
)

# The boxes with which these files begin.
_FIRST = (b"ftyp", b"moov", b"mdat", b"free", b"skip", b"wide")
# What must be there to its last byte; after these, tags and junk are left alone as players do.
_WHOLE = (b"moov", b"mdat", b"moof", b"sidx")
_READ = (b"moov", b"moof", b"sidx")
_HEADER = 8
_LONG_HEADER = 16
_LARGEST_INDEX = 64 * 1024 * 1024
_NO_SAMPLE = -1
_TRIMMED = 1.5


def is_one(head: bytes) -> bool:
    """Whether a file begins as one of these."""
    return head[4:8] in _FIRST


def read(file: BinaryIO, size: int) -> tuple[int | None, str]:
    """Return the frames of the first picture track, and what is wrong or an empty string."""
    names: list[bytes] = []
    moov, fragments = b"", []
    needed = end = 0
    try:
        for name, at, end in _boxes(file, size):
            names.append(name)
            if name in _WHOLE or end <= size:
                needed = max(needed, end)
            elif _holds_pictures(file, at):
                return None, "the clip is damaged: its boxes do not follow one another"
            if name in _READ and end <= size and end - at <= _LARGEST_INDEX:
                file.seek(at)
                data = file.read(end - at)
                moov = moov or (data if name == b"moov" else b"")
                fragments += [data] if name == b"moof" else []
                needed = max(needed, segments_end(data, end) if name == b"sidx" else 0)
        missing = f"at least {max(needed, end) - size} bytes are missing"
        if b"moov" not in names:
            told = f", {missing}" if max(needed, end) > size else ""
            return None, f"the clip is cut short: its index (moov atom) is not in the file{told}"
        if needed > size:
            return None, f"the clip is cut short: {missing}"
        lacking = missing_seconds(moov, fragments, _inner) if fragments else 0.0
        if lacking:
            return None, f"the clip is cut short: {lacking:.1f} s of its length are missing"
        return _frames(moov, fragments), ""
    except (struct.error, IndexError, StopIteration):
        return None, "the clip is damaged: its index (moov atom) cannot be read"


def _holds_pictures(file: BinaryIO, at: int) -> bool:
    """Whether parts of the clip come after something that is no box; a tag or junk has none."""
    file.seek(at)
    rest = file.read(_LARGEST_INDEX)
    return any(name in rest for name in (b"moof", b"mdat", b"moov"))


def _boxes(file: BinaryIO, size: int) -> Iterator[tuple[bytes, int, int]]:
    """The name, the body's start and the end of each top-level box; the last may end too late."""
    at = 0
    while at + _HEADER <= size:
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
        yield name, at + start, at + length
        at += length


def _inner(data: bytes, *path: bytes) -> Iterator[bytes]:
    """The bodies of all boxes at a path of names below a box's body."""
    at = 0
    while at + _HEADER <= len(data):
        length, name = struct.unpack_from(">I4s", data, at)
        if length < _HEADER:
            return
        body = data[at + _HEADER : at + length]
        if name == path[0]:
            if len(path) == 1:
                yield body
            else:
                yield from _inner(body, *path[1:])
        at += length


@dataclass(frozen=True, slots=True)
class _Track:
    number: int
    samples: int
    seconds: float
    shown: float | None


def _frames(moov: bytes, fragments: list[bytes]) -> int | None:
    track = _picture_track(moov)
    if track is None:
        return None
    if fragments:
        return track.samples + sum(_fragment_samples(data, track.number) for data in fragments)
    # Frames that an edit list leaves out are in the file and are not shown: nothing is promised.
    if track.samples and track.shown is not None:
        gap = track.seconds - track.shown
        if gap > _TRIMMED * track.seconds / track.samples:
            return None
    return track.samples


def _picture_track(moov: bytes) -> _Track | None:
    (movie_rate, _), *_ = [clock(body) for body in _inner(moov, b"mvhd")] or [(1, 0)]
    for trak in _inner(moov, b"trak"):
        handlers = [body[8:12] for body in _inner(trak, b"mdia", b"hdlr")]
        if handlers[:1] != [b"vide"]:
            continue
        table = (b"mdia", b"minf", b"stbl")
        sizes = [*_inner(trak, *table, b"stsz"), *_inner(trak, *table, b"stz2")]
        clocks = [clock(body) for body in _inner(trak, b"mdia", b"mdhd")]
        rate, length = clocks[0] if clocks else (1, 0)
        edits = [_shown(body) for body in _inner(trak, b"edts", b"elst")]
        number = [track_number(body) for body in _inner(trak, b"tkhd")]
        return _Track(
            number=number[0] if number else 0,
            samples=struct.unpack_from(">I", sizes[0], 8)[0] if sizes else 0,
            seconds=length / max(1, rate),
            shown=edits[0] / max(1, movie_rate) if edits and edits[0] else None,
        )
    return None


def _shown(body: bytes) -> int:
    """How many ticks of the movie the entries of an `elst` box show."""
    layout = ">QqI" if body[0] == 1 else ">IiI"
    (count,) = struct.unpack_from(">I", body, 4)
    step = struct.calcsize(layout)
    edits = (struct.unpack_from(layout, body, 8 + index * step) for index in range(count))
    return sum(length for length, start, _ in edits if start != _NO_SAMPLE)


def _fragment_samples(moof: bytes, number: int) -> int:
    found = 0
    for traf in _inner(moof, b"traf"):
        owners = [struct.unpack_from(">I", body, 4)[0] for body in _inner(traf, b"tfhd")]
        if owners[0] == number:
            found += sum(struct.unpack_from(">I", body, 4)[0] for body in _inner(traf, b"trun"))
    return found
