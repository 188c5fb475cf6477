"""WebM and Matroska: counting the frames in a file's blocks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import BinaryIO

from reviewer.formats.video_walk import Walk

_HEADER = 0x1A45DFA3
_SEGMENT = 0x18538067
_TRACK = 0xAE
_NUMBER, _TYPE, _CODEC = 0xD7, 0x83, 0x86
_BLOCKS = (0xA3, 0xA1)
# Segment, Cluster, Tracks, TrackEntry, BlockGroup: what lies in them is looked at in turn.
_OPENED = frozenset({_SEGMENT, 0x1F43B675, 0x1654AE6B, _TRACK, 0xA0})
_PICTURES = 1
_LONGEST_HEAD = 12
_LONGEST_VALUE = 64
_VP8 = b"V_VP8"
_VP8_SHOWN = 0x10


def is_one(head: bytes) -> bool:
    """Whether a file begins as one of these."""
    return head.startswith(_HEADER.to_bytes(4, "big"))


@dataclass(slots=True)
class _Seen:
    """What was seen on the way through a file."""

    tracks: list[dict[int, bytes]] = field(default_factory=list)
    frames: dict[int, int] = field(default_factory=dict)

    @property
    def pictures(self) -> dict[int, bytes] | None:
        for track in self.tracks:
            if int.from_bytes(track.get(_TYPE, b""), "big") == _PICTURES:
                return track
        return None


def read(file: BinaryIO, size: int, walk: Walk) -> tuple[int | None, str]:
    """Return the frames of the first picture track, and what is wrong or an empty string."""
    seen, at, end = _Seen(), 0, size
    while at < end:
        walk.step()
        file.seek(at)
        head = file.read(_LONGEST_HEAD)
        name, length, start = _head(head)
        if name is None:
            return None, f"the clip is damaged: byte {at} of {size} begins no part of it"
        body = at + start
        if length is not None and body + length > size:
            missing = body + length - size
            return None, f"the clip is cut short or damaged: at least {missing} bytes are missing"
        if name in _OPENED:
            if name == _SEGMENT and length is not None:
                end = body + length
            elif name == _TRACK:
                seen.tracks.append({})
            at = body
            continue
        if length is None:
            return None, f"the clip is damaged: the part at byte {at} has no length"
        _note(seen, name, length, file, body)
        at = body + length
    track = seen.pictures
    if track is None:
        return None, ""
    return seen.frames.get(int.from_bytes(track.get(_NUMBER, b""), "big"), 0), ""


def _note(seen: _Seen, name: int, length: int, file: BinaryIO, body: int) -> None:
    if name in (_NUMBER, _TYPE, _CODEC) and seen.tracks and length <= _LONGEST_VALUE:
        file.seek(body)
        seen.tracks[-1].setdefault(name, file.read(length))
    elif name in _BLOCKS:
        file.seek(body)
        block = file.read(_LONGEST_HEAD)
        number, width = _vint(block)
        if number is not None and _is_shown(seen, number, block[width + 3 :]):
            seen.frames[number] = seen.frames.get(number, 0) + 1


def _is_shown(seen: _Seen, number: int, frame: bytes) -> bool:
    """Whether a block's frame is to be seen: VP8 has blocks of hidden ones."""
    track = seen.pictures
    if track is None or track.get(_CODEC) != _VP8 or not frame:
        return True
    is_theirs = int.from_bytes(track.get(_NUMBER, b""), "big") == number
    return not is_theirs or bool(frame[0] & _VP8_SHOWN)


def _head(data: bytes) -> tuple[int | None, int | None, int]:
    """Return an element's name, its length (None: unknown) and how long its head is."""
    if not data or not data[0]:
        return None, None, 0
    wide = 9 - data[0].bit_length()
    length, more = _vint(data[wide:])
    if wide > 4 or not more:
        return None, None, 0
    return int.from_bytes(data[:wide], "big"), length, wide + more


def _vint(data: bytes) -> tuple[int | None, int]:
    """Return a number of variable width and that width; None for "unknown", 0 for no number."""
    if not data or not data[0]:
        return None, 0
    width = 9 - data[0].bit_length()
    if len(data) < width:
        return None, 0
    bits = 7 * width
    value = int.from_bytes(data[:width], "big") & ((1 << bits) - 1)
    return (None if value == (1 << bits) - 1 else value), width
