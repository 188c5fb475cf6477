"""Damage that Pillow lets through: wrong PNG checksums, JPEG streams that end too early."""

from __future__ import annotations

import io
import struct
import zlib

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from reviewer.formats.raster_error import EXPORT_AGAIN, RasterError
from reviewer.formats.raster_open import pillow_warnings
from reviewer.formats.raster_sniff import png_chunks

_CRITICAL_PNG_CHUNKS = (b"IHDR", b"PLTE", b"IDAT")
# More than a Huffman decoder looks ahead, less than an MCU row can hide in.
_LOOK_AHEAD = 8


def check_png(data: bytes, name: str) -> tuple[str, ...]:
    """Raise for a wrong checksum or a cut chunk; give a note where only the end is missing."""
    view = memoryview(data)
    for kind, start, end in png_chunks(data):
        if end + 4 > len(data):
            raise RasterError(name, "the file is truncated", EXPORT_AGAIN)
        if kind in _CRITICAL_PNG_CHUNKS:
            # The checksum covers the four bytes of the kind as well.
            (stored,) = struct.unpack(">I", view[end : end + 4])
            if zlib.crc32(view[start - 4 : end]) != stored:
                cause = f"it is damaged: the checksum of its {kind.decode()} chunk is wrong"
                raise RasterError(name, cause, EXPORT_AGAIN)
        if kind == b"IEND":
            return ()
    return ("the end of the file is missing (no IEND chunk); the pixels are complete",)


def check_jpeg(data: bytes, last_row: NDArray[np.uint8], name: str) -> tuple[str, ...]:
    """Raise where a JPEG stream ended before its last rows.

    libjpeg paints what is missing mid-grey and says nothing. So where the last row is flat
    mid-grey, the stream is decoded once more without its end marker: a complete one does not
    miss it, a short one runs dry.
    """
    if last_row.min() != last_row.max() or int(last_row.max()) not in (127, 128):
        return ()
    end = _end_of_single_scan(data)
    if end is None:
        return ("the last rows are flat mid-grey: the file may have been cut",)
    try:
        with pillow_warnings([]):
            again = Image.open(io.BytesIO(data[:end] + bytes(_LOOK_AHEAD)), formats=("JPEG",))
        with again:
            again.load()
    except OSError as error:
        raise RasterError(
            name, "the file is truncated: its last rows are missing", EXPORT_AGAIN
        ) from error
    return ()


def _end_of_single_scan(data: bytes) -> int | None:
    """Find the end marker of a sequential JPEG with one scan; None for anything else."""
    position = 2
    is_sequential = False
    while position + 4 <= len(data) and data[position] == 0xFF:
        marker = data[position + 1]
        if marker == 0xFF:
            position += 1
            continue
        length = int.from_bytes(data[position + 2 : position + 4], "big")
        if marker in (0xC0, 0xC1):
            is_sequential = True
        if marker == 0xDA:
            # Inside a scan FF is always followed by 00 or a restart marker.
            end = data.find(b"\xff\xd9", position)
            is_only_scan = data.find(b"\xff\xda", position + 2, end) < 0
            return end if is_sequential and is_only_scan and end > 0 else None
        position += 2 + length
    return None
