"""The index of a clip as strangers may have written it: what it says, or that it cannot be read."""

from __future__ import annotations

import io
import struct
from pathlib import Path

import pytest

from reviewer.formats import video_iso, video_walk
from reviewer.formats.video_contents import read_contents
from reviewer.formats.video_error import VideoError
from reviewer.formats.video_walk import Walk

DAMAGED = "the clip is damaged: its index (moov atom) cannot be read"
UNTOLD = "fragments: the file has no index of them; whether it is whole cannot be told"


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


def read(data: bytes) -> tuple[object, ...]:
    return video_iso.read(io.BytesIO(data), len(data), Walk(lambda: None))


def test_frames_are_those_of_the_index_and_of_the_fragments_of_its_track() -> None:
    assert read(movie(samples=48)) == (48, "")
    parts = (fragment(track=7, samples=10), fragment(track=8, samples=99))
    assert read(movie(*parts, samples=2)) == (12, "", UNTOLD)


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
    assert read(timed(2, promised=0, in_header=in_header)) == (20, "", UNTOLD)


def test_fragments_that_an_index_of_segments_lists_and_that_are_gone() -> None:
    part = fragment(track=7, samples=10)
    index = box(b"sidx", struct.pack(">4xIIIIHH", 7, 10, 0, 0, 0, 2),
                struct.pack(">III", len(part), 10, 0) * 2)  # fmt: skip
    assert read(movie(index, part, part)) == (20, "")
    said = f"the clip is cut short: at least {len(part)} bytes are missing"
    assert read(movie(index, part)) == (None, said)


def test_an_index_of_fragments_names_those_that_are_gone() -> None:
    part = fragment(track=7, samples=10)
    begin = len(movie())
    entries = b"".join(struct.pack(">IIBBB", n, begin + n * len(part), 1, 1, 1) for n in range(3))
    index = box(b"mfra", box(b"tfra", struct.pack(">IIII", 0, 7, 0, 3), entries))
    assert read(movie(part, part, part, index)) == (30, "")
    said = "the clip is damaged: 1 of its fragments are missing"
    assert read(movie(part, part, index)) == (None, said)


def test_a_fragment_that_begins_later_than_the_last_one_ended() -> None:
    def part(begin: int) -> bytes:
        owner = box(b"tfhd", struct.pack(">4xI", 7))
        start, run = box(b"tfdt", struct.pack(">4xI", begin)), struct.pack(">4xI", 10)
        return box(b"moof", box(b"traf", owner, start, box(b"trun", run)))

    head = timed(0, promised=0, in_header=True)
    assert read(head + part(50) + part(60) + part(70)) == (30, "", UNTOLD)
    said = "the clip is cut short: 1.0 s of its length are missing"
    assert read(head + part(50) + part(70)) == (None, said)


def test_an_index_behind_each_segment_promises_nothing_of_the_next() -> None:
    part = fragment(track=7, samples=10)
    index = box(b"sidx", struct.pack(">4xIIIIHH", 7, 10, 0, 0, 0, 1),
                struct.pack(">III", len(part), 10, 0))  # fmt: skip
    assert read(movie(index, part, index, part)) == (20, "", UNTOLD)


RUN = box(b"trun", struct.pack(">II", 0x100, 5000), b"x" * 20_000)
SEGMENT = b"\x18\x53\x80\x67\x01" + b"\xff" * 7
TINY = {
    "mp4": movie(samples=1) + box(b"free") * 5000,
    "mp4, inside its index": box(b"ftyp") + box(b"moov", box(b"free") * 5000),
    "mp4, a run": timed(0, promised=0, in_header=True)
    + box(b"moof", box(b"traf", box(b"tfhd", struct.pack(">4xI", 7)), RUN)),
    "mkv": b"\x1a\x45\xdf\xa3\x80" + SEGMENT + b"\xec\x80" * 5000,
    "avi": b"RIFF\xff\xff\xff\xffAVI " + b"JUNK\0\0\0\0" * 5000,
}


@pytest.mark.parametrize("kind", TINY)
def test_a_file_full_of_tiny_parts_ends_in_an_error_or_when_it_is_told_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    class Stop(Exception):
        pass

    def stop() -> None:
        raise Stop

    path = tmp_path / "tiny"
    path.write_bytes(TINY[kind])
    assert read_contents(path, lambda: None).size == len(TINY[kind])
    with pytest.raises(Stop):
        read_contents(path, stop)
    monkeypatch.setattr(video_walk, "MOST_PARTS", 4000)
    with pytest.raises(VideoError, match=r"tiny: its container has more than 4,000 parts\. Do not"):
        read_contents(path, lambda: None)


def test_indexes_that_are_too_large_to_be_read_are_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(video_walk, "MOST_INDEX", 1000)
    path = tmp_path / "large.mp4"
    path.write_bytes(movie(*[fragment(track=7, samples=1)] * 30))
    with pytest.raises(VideoError, match="its indexes have more than 1,000 bytes"):
        read_contents(path, lambda: None)
