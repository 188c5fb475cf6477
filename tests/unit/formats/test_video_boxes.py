"""The index of a clip as strangers may have written it: what it says, or that it cannot be read."""

from __future__ import annotations

import io
import struct

import pytest

from reviewer.formats import video_iso

DAMAGED = "the clip is damaged: its index (moov atom) cannot be read"


def box(name: bytes, *inside: bytes) -> bytes:
    body = b"".join(inside)
    return struct.pack(">I4s", 8 + len(body), name) + body


def movie(*fragments: bytes, samples: int = 0) -> bytes:
    track = box(
        b"trak",
        box(b"tkhd", struct.pack(">12xI", 7)),
        box(
            b"mdia",
            box(b"hdlr", b"\0" * 8 + b"vide"),
            box(b"minf", box(b"stbl", box(b"stsz", struct.pack(">8xI", samples)))),
        ),
    )
    return box(b"ftyp", b"isom") + box(b"moov", track) + b"".join(fragments)


def fragment(*, track: int | None, samples: int) -> bytes:
    owner = b"" if track is None else box(b"tfhd", struct.pack(">4xI", track))
    return box(b"moof", box(b"traf", owner, box(b"trun", struct.pack(">4xI", samples))))


def read(data: bytes) -> tuple[int | None, str]:
    return video_iso.read(io.BytesIO(data), len(data))


def test_frames_are_those_of_the_index_and_of_the_fragments_of_its_track() -> None:
    assert read(movie(samples=48)) == (48, "")
    parts = (fragment(track=7, samples=10), fragment(track=8, samples=99))
    assert read(movie(*parts, samples=2)) == (12, "")


@pytest.mark.parametrize(
    "data",
    [
        movie(fragment(track=None, samples=1)),
        movie(box(b"moof", box(b"traf", box(b"tfhd")))),
        box(b"ftyp") + box(b"moov", box(b"mvhd")),
    ],
)
def test_an_index_that_says_too_little_is_a_fault_of_the_clip(data: bytes) -> None:
    assert read(data) == (None, DAMAGED)
