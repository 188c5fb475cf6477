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


@pytest.mark.parametrize("tail", [b"TAG" + b"\0" * 125, b"junk" * 10_000, b"\0" * 99, b"\n"])
def test_what_stands_behind_a_whole_clip_is_left_alone(tail: bytes) -> None:
    assert read(movie(box(b"mdat", b"x" * 50), samples=48) + tail) == (48, "")


def test_what_is_missing_of_pictures_and_index_is_an_error() -> None:
    whole = movie(box(b"mdat", b"x" * 50), samples=48)
    assert read(whole[:-9]) == (None, "the clip is cut short: at least 9 bytes are missing")
    part = fragment(track=7, samples=10)
    assert read(movie(part, part[:-3]))[1] == "the clip is cut short: at least 3 bytes are missing"
    torn = movie(part, b"junkjunk" + part, samples=2)
    assert read(torn) == (None, "the clip is damaged: its boxes do not follow one another")


def timed(count: int, *, promised: int, in_header: bool) -> bytes:
    """Fragments of one second of ten frames each, and a length promised in tenths."""
    clock = box(b"mdhd", struct.pack(">12xII", 10, 0))
    track = box(b"trak", box(b"tkhd", struct.pack(">12xI", 7)), box(
        b"mdia", clock, box(b"hdlr", b"\0" * 8 + b"vide"),
    ))  # fmt: skip
    extends = box(b"mvex", box(b"mehd", struct.pack(">4xI", 0 if in_header else promised)),
                  box(b"trex", struct.pack(">4xIIIII", 7, 1, 1, 0, 0)))  # fmt: skip
    head = box(b"mvhd", struct.pack(">12xII", 10, promised if in_header else 0))
    part = fragment(track=7, samples=10)
    return box(b"ftyp", b"isom") + box(b"moov", head, track, extends) + part * count


@pytest.mark.parametrize("in_header", [True, False])
def test_fragments_that_are_fewer_than_the_length_promised(in_header: bool) -> None:
    assert read(timed(3, promised=30, in_header=in_header)) == (30, "")
    said = "the clip is cut short: 1.0 s of its length are missing"
    assert read(timed(2, promised=30, in_header=in_header)) == (None, said)
    assert read(timed(2, promised=0, in_header=in_header)) == (20, "")


def test_fragments_that_an_index_of_segments_lists_and_that_are_gone() -> None:
    part = fragment(track=7, samples=10)
    index = box(b"sidx", struct.pack(">4xIIIIHH", 7, 10, 0, 0, 0, 2),
                struct.pack(">III", len(part), 10, 0) * 2)  # fmt: skip
    assert read(movie(index, part, part)) == (20, "")
    said = f"the clip is cut short: at least {len(part)} bytes are missing"
    assert read(movie(index, part)) == (None, said)
