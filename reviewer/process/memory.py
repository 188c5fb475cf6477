"""How a long run holds memory: it asks for pictures of one size again and again."""

from __future__ import annotations

import ctypes
import sys

# Numbers of the C library's own list of options.
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
# The largest that it takes; a sheet of a picture of 1024 pixels has 14 MB.
_LARGEST_PART = 32 * 1024 * 1024
_KEPT = 512 * 1024 * 1024


def keep_freed_memory() -> bool:
    """Keep what is freed for the next picture rather than give it back; True where that works.

    Only Linux with GNU's C library knows it. Getting every large picture anew from the system costs
    a sixth of the time that judging and drawing a maze takes.
    """
    if sys.platform != "linux":
        return False
    try:
        option = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):
        return False
    return bool(option(_MMAP_THRESHOLD, _LARGEST_PART)) and bool(option(_TRIM_THRESHOLD, _KEPT))
