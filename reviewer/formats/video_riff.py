"""AVI: counting the frames in a file's chunks."""

from __future__ import annotations

import struct
from typing import BinaryIO

from reviewer.formats.video_walk import Walk

_HEADER = 8
_LISTS = (b"RIFF", b"LIST")
# Lists of streams and frames are looked into; others (a title, an index) are passed over.
_OPENED = frozenset({b"AVI ", b"AVIX", b"hdrl", b"strl", b"movi", b"rec "})
_FRAMES = (b"dc", b"db")
_STREAMING = (0, 0xFFFFFFFF)


def is_one(head: bytes) -> bool:
    """Whether a file begins as one of these."""
    return head[:4] == b"RIFF" and head[8:12] == b"AVI "


def read(file: BinaryIO, size: int, walk: Walk) -> tuple[int | None, str]:
    """Return the frames of the first picture track, and what is wrong or an empty string."""
    kinds: list[bytes] = []
    frames: dict[bytes, int] = {}
    at = 0
    while at + _HEADER <= size:
        walk.step()
        file.seek(at)
        name, length, form = struct.unpack("<4sI4s", file.read(_HEADER + 4).ljust(_HEADER + 4))
        body = at + _HEADER
        if name in _LISTS and length in _STREAMING and form in _OPENED:
            at = body + 4
            continue
        if body + length > size:
            missing = body + length - size
            return None, f"the clip is cut short or damaged: at least {missing} bytes are missing"
        if name in _LISTS and form in _OPENED:
            at = body + 4
            continue
        if name == b"strh":
            kinds.append(form)
        elif name[2:] in _FRAMES and length:
            # Empty chunks only hold the picture before for longer.
            frames[name[:2]] = frames.get(name[:2], 0) + 1
        at = body + length + length % 2
    if b"vids" not in kinds:
        return None, ""
    return frames.get(b"%02d" % kinds.index(b"vids"), 0), ""
