"""What an embedded ICC profile says: its name and the curve from stored values to light."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Float = NDArray[np.float32]

_SRGB_CLOSE: Final = 0.004


@dataclass(frozen=True, slots=True)
class Curve:
    """From stored values in 0..1 to linear light, as a table of 4096 steps."""

    table: NDArray[np.float64]

    def decode(self, values: NDArray[np.floating]) -> Float:
        """Stored values to linear light."""
        grid = np.linspace(0.0, 1.0, len(self.table))
        return np.interp(values, grid, self.table).astype(np.float32)

    def encode(self, values: NDArray[np.floating]) -> Float:
        """Linear light to stored values."""
        grid = np.linspace(0.0, 1.0, len(self.table))
        return np.interp(values, self.table, grid).astype(np.float32)


def tone_curve(profile: bytes | None) -> Curve | None:
    """The curve of a profile; None where it is that of sRGB or the profile holds none we know."""
    found = tags(profile or b"")
    tag = found.get(b"rTRC") or found.get(b"kTRC")
    if tag is None:
        return None
    grid = np.linspace(0.0, 1.0, 4096)
    table = _curve_table(tag, grid)
    if table is None:
        return None
    srgb = np.where(grid > 0.04045, ((grid + 0.055) / 1.055) ** 2.4, grid / 12.92)
    if float(np.abs(table - srgb).max()) < _SRGB_CLOSE:
        return None
    return Curve(np.maximum.accumulate(table))


def _curve_table(tag: bytes, grid: NDArray[np.float64]) -> NDArray[np.float64] | None:
    if tag[:4] == b"curv" and len(tag) >= 12:
        count = min(int.from_bytes(tag[8:12], "big"), (len(tag) - 12) // 2)
        entries = np.frombuffer(tag, ">u2", count, 12).astype(np.float64)
        if count == 0:
            return grid.copy()
        if count == 1:
            return grid ** (entries[0] / 256.0)
        return np.interp(grid, np.linspace(0.0, 1.0, count), entries / 65535.0)
    if tag[:4] == b"para" and len(tag) >= 16:
        return _parametric(tag, grid)
    return None


def _parametric(tag: bytes, grid: NDArray[np.float64]) -> NDArray[np.float64] | None:
    """The five formulas of ICC parametric curves (ICC.1:2010, 10.16)."""
    kind = int.from_bytes(tag[8:10], "big")
    needed = {0: 1, 1: 3, 2: 4, 3: 5, 4: 7}.get(kind)
    if needed is None or len(tag) < 12 + 4 * needed:
        return None
    values = [number / 65536.0 for number in struct.unpack(f">{needed}i", tag[12 : 12 + 4 * needed])]
    g, a, b, c, d, e, f = (values + [0.0] * 7)[:7]
    if kind == 0:
        return grid**g
    if kind in (1, 2):
        # Below the zero of the power the curve is flat: at nothing, or at its constant.
        curved = np.maximum(a * grid + b, 0.0) ** g
        return curved + (c if kind == 2 else 0.0)
    curved = np.maximum(a * grid + b, 0.0) ** g + (e if kind == 4 else 0.0)
    return np.where(grid >= d, curved, c * grid + (f if kind == 4 else 0.0))


def profile_name(profile: bytes) -> str:
    """The description inside a profile, or how many bytes it has where it holds none."""
    tag = tags(profile).get(b"desc", b"")
    if tag[:4] == b"desc" and len(tag) > 12:
        length = int.from_bytes(tag[8:12], "big")
        name = tag[12 : 12 + length].rstrip(b"\0").decode("ascii", "replace")
    elif tag[:4] == b"mluc" and len(tag) >= 28:
        length, start = struct.unpack(">2I", tag[20:28])
        name = tag[start : start + length].decode("utf-16-be", "replace")
    else:
        name = ""
    return name.strip() or f"unnamed, {len(profile)} bytes"


def tags(profile: bytes) -> dict[bytes, bytes]:
    """The tags of a profile by signature; empty where the bytes are no profile."""
    if len(profile) < 132 or profile[36:40] != b"acsp":
        return {}
    count = min(int.from_bytes(profile[128:132], "big"), 100)
    found: dict[bytes, bytes] = {}
    for index in range(count):
        entry = profile[132 + 12 * index : 144 + 12 * index]
        if len(entry) < 12:
            break
        offset, size = struct.unpack(">2I", entry[4:])
        found[entry[:4]] = profile[offset : offset + size]
    return found
