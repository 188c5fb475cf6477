"""Clips read as the program reads them: what their container says first, then their frames."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from reviewer.formats.video import NumberedFrame, Video, open_video, stream_video
from reviewer.formats.video_contents import Contents, read_contents

Answer = TypeVar("Answer")


def contents_of(path: Path) -> Contents:
    """What the container says; nothing is decoded."""
    return read_contents(path, lambda: None)


def opened(path: Path) -> Video:
    """A clip that was looked at."""
    return open_video(path, contents_of(path))


def streamed(
    path: Path, wanted: int, consume: Callable[[Iterator[NumberedFrame]], Answer], **how: Any
) -> Answer:
    """What a consumer makes of the frames; `how` goes to `stream_video`."""
    return stream_video(path, contents_of(path), wanted, consume, **how)
