"""What an embedded ICC profile says about itself: its name."""

from __future__ import annotations

import struct


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
