"""GIMP's run-length code: short and long forms, and streams that do not end where they should."""

from __future__ import annotations

import numpy as np
import pytest

from reviewer.formats.xcf_model import XcfError
from reviewer.formats.xcf_rle import unpack_rle


def unpack(*streams: tuple[bytes, int]) -> list[bytes]:
    """Each stream unpacked to its size, all in one call."""
    joined = b"".join(stream for stream, _ in streams)
    lengths = np.array([len(stream) for stream, _ in streams])
    sizes = np.array([size for _, size in streams])
    flat = unpack_rle(np.frombuffer(joined, np.uint8), np.cumsum(lengths) - lengths, sizes)
    return [part.tobytes() for part in np.split(flat, np.cumsum(sizes)[:-1])]


def test_short_runs_and_copies():
    assert unpack((b"\x02A\xfdxyz\x00B", 7)) == [b"AAAxyzB"]


def test_long_runs_and_copies_carry_their_length():
    literal = bytes(range(200))
    stream = b"\x7f\x01\x2cA" + b"\x80\x00\xc8" + literal
    assert unpack((stream, 500)) == [b"A" * 300 + literal]


def test_streams_of_unequal_length_keep_their_order():
    assert unpack((b"\x00A" * 5, 5), (b"\x03B", 4), (b"\xfeCD" * 3, 6)) == [
        b"AAAAA",
        b"BBBB",
        b"CDCDCD",
    ]


def test_more_output_than_one_chunk():
    assert unpack((b"\x7f\xff\xffQ" * 5, 5 * 65535)) == [b"Q" * (5 * 65535)]


@pytest.mark.parametrize(
    ("stream", "size", "words"),
    [
        (b"\x02A", 4, "truncated"),
        (b"\x02", 3, "truncated"),
        (b"\xf0abc", 16, "truncated"),
        (b"\x7f\x00", 9, "truncated"),
        (b"\x09A", 4, "do not fill"),
        (b"\x7f\x00\x00A" * 9, 4, "do not fill"),
    ],
)
def test_bad_streams_are_refused(stream, size, words):
    with pytest.raises(XcfError, match=words):
        unpack((stream, size))


def test_streams_that_overlap_are_refused_before_they_cost_time():
    data = np.frombuffer(b"\x00A" * 3000, np.uint8)
    starts = np.arange(0, 4000, 2)
    with pytest.raises(XcfError, match="do not fill"):
        unpack_rle(data, starts, np.full(len(starts), 1000))
