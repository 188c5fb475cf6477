"""A bounded way through the parts of a clip's container: strangers say how many there are."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from typing import BinaryIO

# Ten hours of pictures and sound; more than a minute's walk is nobody's clip.
MOST_PARTS = 3_000_000
# What indexes may hold together: they are read into memory.
MOST_INDEX = 64 * 1024 * 1024
_ASKED_EVERY = 1024
_HEADER = 8


class TooMuch(Exception):
    """A container has more parts, or larger indexes, than any clip needs."""


class Walk:
    """Counts the parts that were looked at, asks now and then whether to stop."""

    def __init__(self, check: Callable[[], None]) -> None:
        self._check = check
        self._parts = 0
        self._index = 0

    def step(self, parts: int = 1) -> None:
        """Count parts; raises TooMuch beyond the bound, and whatever cancels."""
        before = self._parts
        self._parts += parts
        if self._parts > MOST_PARTS:
            raise TooMuch(f"its container has more than {MOST_PARTS:,} parts")
        if before // _ASKED_EVERY != self._parts // _ASKED_EVERY:
            self._check()

    def read(self, file: BinaryIO, at: int, size: int) -> bytes:
        """Read an index, or a part of one, into memory."""
        self._index += size
        if self._index > MOST_INDEX:
            raise TooMuch(f"its indexes have more than {MOST_INDEX:,} bytes")
        file.seek(at)
        return file.read(size)

    def inner(self, data: bytes, *path: bytes) -> Iterator[bytes]:
        """The bodies of all ISO boxes at a path of names below a box's body."""
        at = 0
        while at + _HEADER <= len(data):
            self.step()
            length, name = struct.unpack_from(">I4s", data, at)
            if length < _HEADER:
                return
            if name == path[0]:
                body = data[at + _HEADER : at + length]
                if len(path) == 1:
                    yield body
                else:
                    yield from self.inner(body, *path[1:])
            at += length
