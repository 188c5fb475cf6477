"""What a clip's container says of itself: how many frames it holds, and whether it is whole."""

from __future__ import annotations

import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from reviewer.formats import video_ebml, video_iso, video_riff
from reviewer.formats.video_error import COPY_AGAIN, VideoError
from reviewer.formats.video_walk import TooMuch, Walk

# A decoder may keep back the last frames, or join two that one packet holds.
_FEW = 2
_SHARE = 0.01
# Bytes a frame: drawn clips have a tenth of it, filmed ones ten times as much.
_LIGHT = 3000


@dataclass(frozen=True, slots=True)
class Contents:
    """How many bytes a container has, and what it promises.

    `frames` are coded pictures of the first picture track that are to be shown, None where the
    container does not say; never an estimate from its length and rate. `notes` say what cannot be
    told.
    """

    size: int
    frames: int | None
    notes: tuple[str, ...] = ()

    @property
    def is_light(self) -> bool:
        """True when it has so few bytes a frame that next to nothing is left to decode."""
        return self.frames is not None and self.size < _LIGHT * self.frames

    def lacks(self, delivered: int) -> bool:
        """True when clearly fewer frames were decoded than the container holds."""
        if self.frames is None:
            return False
        return delivered < self.frames - max(_FEW, round(_SHARE * self.frames))


def read_contents(path: Path, check: Callable[[], None]) -> Contents:
    """Look through a container; raise when the file is missing, empty, cut short or damaged.

    `check` is called again and again on the way and may raise to cancel.
    """
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            # Opening a pipe would wait for somebody to write into it.
            raise VideoError(path.name, "it is no plain file", "Put a clip in its place")
        if status.st_size == 0:
            raise VideoError(path.name, "the file is empty (0 bytes)", COPY_AGAIN)
        with path.open("rb") as file:
            size = status.st_size
            frames, fault, *notes = _read(file, size, Walk(check))
    except TooMuch as error:
        raise VideoError(path.name, str(error), "Do not trust this file") from error
    except OSError as error:
        cause = error.strerror or "it cannot be opened"
        raise VideoError(path.name, cause, "Check that the file is there and readable") from error
    if fault:
        raise VideoError(path.name, fault, COPY_AGAIN)
    return Contents(size, frames, tuple(notes))


def _read(file: BinaryIO, size: int, walk: Walk) -> tuple[int | None, str, *tuple[str, ...]]:
    head = file.read(16)
    file.seek(0)
    if video_iso.is_one(head):
        return video_iso.read(file, size, walk)
    if video_ebml.is_one(head):
        return video_ebml.read(file, size, walk)
    if video_riff.is_one(head):
        return video_riff.read(file, size, walk)
    return None, ""
