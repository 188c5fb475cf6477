"""Big-endian reading that never runs past the end of an XCF file without saying so."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .xcf_model import XcfError


def tile_places(data: bytes, *, at: int, count: int, pointer_size: int) -> NDArray[np.int64]:
    """Where the tiles of a drawable begin; XcfError where the file ends before one of them."""
    if at + count * pointer_size > len(data):
        raise XcfError(
            f"The XCF file is truncated: a list of tiles ends at byte {at + count * pointer_size} "
            f"but the file ends at byte {len(data)}. Copy or save the file again."
        )
    raw = np.frombuffer(data, f">u{pointer_size}", count, at)
    if count and int(raw.max()) >= len(data):
        raise XcfError(
            f"The XCF file is truncated: it places tiles behind its end at byte {len(data)}. "
            "Copy or save the file again."
        )
    if count and int(raw.min()) == 0:
        raise XcfError(
            "A list of tiles in the XCF file is shorter than its layer needs; the file is damaged. "
            "Save it again in GIMP."
        )
    return raw.astype(np.int64)


class ByteReader:
    """A position in the file's bytes; every read is checked."""

    __slots__ = ("data", "pointer_size", "position")

    def __init__(self, data: bytes, *, position: int, pointer_size: int) -> None:
        if position < 0 or position > len(data):
            raise XcfError(
                f"The XCF file is truncated or damaged: it points to byte {position} but ends at "
                f"byte {len(data)}. Copy or save the file again."
            )
        self.data = data
        self.position = position
        self.pointer_size = pointer_size

    def at(self, position: int) -> ByteReader:
        """A second reader elsewhere in the same file."""
        return ByteReader(self.data, position=position, pointer_size=self.pointer_size)

    def take(self, count: int) -> bytes:
        """The next bytes."""
        end = self.position + count
        if count < 0 or end > len(self.data):
            raise XcfError(
                f"The XCF file is truncated: {count} bytes are expected at byte {self.position} "
                f"but it ends at byte {len(self.data)}. Copy or save the file again."
            )
        taken = self.data[self.position : end]
        self.position = end
        return taken

    def u32(self) -> int:
        """An unsigned number of four bytes."""
        return int.from_bytes(self.take(4), "big")

    def pointer(self) -> int:
        """A place in the file; eight bytes wide since file version 11."""
        return int.from_bytes(self.take(self.pointer_size), "big")

    def pointers(self, limit: int, what: str) -> list[int]:
        """A list of places that ends with zero."""
        found: list[int] = []
        while place := self.pointer():
            found.append(place)
            if len(found) > limit:
                raise XcfError(
                    f"The XCF file claims more than {limit} {what}; it is damaged or made to "
                    "exhaust memory. Open it in GIMP and save it again."
                )
        return found

    def text(self) -> str:
        """A string with its length before it and a zero byte behind it."""
        length = self.u32()
        return self.take(length).rstrip(b"\0").decode("utf-8", errors="replace")
