"""What a clip that cannot be read has to say for itself."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import BinaryIO

from reviewer.formats.format_error import FormatError

COPY_AGAIN = "Copy the file again or make the clip anew"
INSTALL_AV = "Install the extra that reads it: pip install 'reviewer[av]'"

# The boxes with which ISO media files (mp4, mov) begin.
_ISO_BOXES = (b"ftyp", b"moov", b"mdat", b"free", b"skip", b"wide")
_HEADER = 8
_LONG_HEADER = 16


class VideoError(FormatError):
    """A clip could not be read: the file, the cause, and what to do about it."""


def check_container(path: Path) -> None:
    """Raise when the file is missing, empty, or an mp4 that was cut short before its index."""
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            names, end = _boxes(file)
    except OSError as error:
        cause = error.strerror or "it cannot be opened"
        raise VideoError(path.name, cause, "Check that the file is there and readable") from error
    if size == 0:
        raise VideoError(path.name, "the file is empty (0 bytes)", COPY_AGAIN)
    if names and b"moov" not in names:
        missing = f", at least {end - size} bytes are missing" if end > size else ""
        cause = f"the clip is cut short: its index (moov atom) is not in the file{missing}"
        raise VideoError(path.name, cause, COPY_AGAIN)


def _boxes(file: BinaryIO) -> tuple[list[bytes], int]:
    """Return the top-level box names of an ISO media file and where the last one would end."""
    names: list[bytes] = []
    at = 0
    while True:
        file.seek(at)
        head = file.read(_LONG_HEADER)
        if len(head) < _HEADER or (not names and head[4:8] not in _ISO_BOXES):
            return names, at
        length, name = struct.unpack(">I4s", head[:_HEADER])
        names.append(name)
        if length == 1 and len(head) == _LONG_HEADER:
            length = struct.unpack(">Q", head[_HEADER:])[0]
        if length < _HEADER:
            # 0 means "to the end of the file"; anything else below a header is damage.
            return names, at
        at += length
