"""The property lists of an XCF file: one for the image, one for each layer, mask and channel."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass, field
from typing import Final

from .xcf_bytes import ByteReader
from .xcf_model import XcfError

END: Final = 0
COLORMAP: Final = 1
SELECTION: Final = 4
FLOATING_SELECTION: Final = 5
OPACITY: Final = 6
MODE: Final = 7
VISIBLE: Final = 8
APPLY_MASK: Final = 11
SHOW_MASK: Final = 13
OFFSETS: Final = 15
COMPRESSION: Final = 17
RESOLUTION: Final = 19
PARASITES: Final = 21
GROUP_ITEM: Final = 29
ITEM_PATH: Final = 30
FLOAT_OPACITY: Final = 33
COMPOSITE_MODE: Final = 35
COMPOSITE_SPACE: Final = 36
BLEND_SPACE: Final = 37


@dataclass(slots=True)
class Budget:
    """How many properties a file of this length can hold without lists that overlap."""

    left: int

    def spend(self) -> None:
        """Count one property; a file that shares lists to keep us busy is refused."""
        self.left -= 1
        if self.left < 0:
            raise XcfError(
                "The XCF file holds more properties than its length allows; it is damaged. "
                "Open it in GIMP and save it again."
            )


@dataclass(frozen=True, slots=True)
class Properties:
    """Raw payloads by property number, and the parasites by name."""

    raw: dict[int, bytes]
    parasites: dict[str, bytes] = field(default_factory=dict)

    def number(self, key: int, default: int) -> int:
        """A property that is one unsigned number."""
        payload = self.raw.get(key, b"")
        return int.from_bytes(payload[:4], "big") if len(payload) >= 4 else default

    def signed(self, key: int, default: int) -> int:
        """A property that is one signed number."""
        payload = self.raw.get(key, b"")
        return int.from_bytes(payload[:4], "big", signed=True) if len(payload) >= 4 else default

    def flag(self, key: int, default: bool) -> bool:
        """A property that is yes or no."""
        return self.number(key, int(default)) != 0

    def opacity(self) -> float:
        """Opacity in 0..1; the exact one where the file holds both."""
        payload = self.raw.get(FLOAT_OPACITY, b"")
        if len(payload) >= 4:
            (value,) = struct.unpack(">f", payload[:4])
            if math.isfinite(value):
                return min(max(float(value), 0.0), 1.0)
        return min(self.number(OPACITY, 255), 255) / 255.0

    def offset(self) -> tuple[int, int]:
        """Where the layer's top-left corner lies on the canvas (x, y)."""
        payload = self.raw.get(OFFSETS, b"")
        if len(payload) < 8:
            return (0, 0)
        x, y = struct.unpack(">2i", payload[:8])
        return (int(x), int(y))

    def item_path(self) -> tuple[int, ...]:
        """The place of a layer in the tree; empty for a layer outside groups."""
        payload = self.raw.get(ITEM_PATH, b"")
        count = len(payload) // 4
        return struct.unpack(f">{count}I", payload[: 4 * count])

    def resolution(self) -> tuple[float, float] | None:
        """Pixels per inch (horizontal, vertical)."""
        payload = self.raw.get(RESOLUTION, b"")
        if len(payload) < 8:
            return None
        x, y = struct.unpack(">2f", payload[:8])
        return (float(x), float(y)) if math.isfinite(x) and math.isfinite(y) else None


def read_properties(reader: ByteReader, *, version: int, budget: Budget) -> Properties:
    """Read one property list up to its end mark."""
    raw: dict[int, bytes] = {}
    parasites: dict[str, bytes] = {}
    while True:
        budget.spend()
        key, length = reader.u32(), reader.u32()
        if key == END:
            return Properties(raw, parasites)
        if key == COLORMAP:
            raw[key] = _colormap(reader, length=length, version=version)
        elif key == PARASITES:
            _read_parasites(reader.take(length), parasites, budget)
        else:
            raw[key] = reader.take(length)


def _colormap(reader: ByteReader, *, length: int, version: int) -> bytes:
    if version == 0:
        # The very first version wrote the colors wrongly; GIMP puts a grey ramp in their place.
        count = reader.u32()
        reader.take(count)
        return bytes(value for index in range(min(count, 256)) for value in (index,) * 3)
    payload = reader.take(length)
    count = int.from_bytes(payload[:4], "big")
    return payload[4 : 4 + 3 * min(count, 256)]


def _read_parasites(payload: bytes, found: dict[str, bytes], budget: Budget) -> None:
    reader = ByteReader(payload, position=0, pointer_size=4)
    while reader.position < len(payload):
        budget.spend()
        name = reader.text()
        reader.u32()
        found[name] = reader.take(reader.u32())
