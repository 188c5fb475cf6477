"""Clips of a task: their frames, and one of them for a pane that shows pictures."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from reviewer.formats.video import NumberedFrame, Video, open_video, stream_video
from reviewer.formats.video_contents import Contents, read_contents
from reviewer.formats.video_decode import Order
from reviewer.formats.video_error import VideoError
from reviewer.kinds.protocol import UnreadableError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Clip:
    """A clip whose failures are those of a reader; `cancel` runs before every frame.

    `contents` are what its container says; nothing is decoded before a frame is asked for.
    """

    path: Path
    contents: Contents
    cancel: Callable[[], None]

    @cached_property
    def _video(self) -> Video:
        return _told(lambda: open_video(self.path, self.contents, check=self.cancel))

    @property
    def rate(self) -> float:
        """Frames a second; 0 where the file does not say."""
        return self._video.rate

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self._video.width, self._video.height

    @property
    def notes(self) -> tuple[str, ...]:
        """What cannot be told of the clip."""
        return self.contents.notes

    @property
    def claimed_frames(self) -> int:
        """How many frames the file says that it has; 0 where it does not say."""
        return self._video.claimed_frames

    def stream(
        self,
        wanted: int,
        consume: Callable[[Iterator[NumberedFrame]], Answer],
        *,
        check: Callable[[], None] | None = None,
        order: Order = "rgb",
    ) -> Answer:
        """Hand evenly spread (number, picture) pairs to a consumer; it may be called twice."""
        # Straight from the file: looking at it first would open it twice.
        return _told(
            lambda: stream_video(
                self.path, self.contents, wanted, consume, check=check or self.cancel, order=order
            )
        )

    def frame(self, number: int) -> NDArray[np.uint8]:
        """One frame by its number in the clip; those before it are decoded on the way."""
        return _told(lambda: self._video.frame(number, check=self.cancel))

    def last(self) -> NumberedFrame:
        """The last frame with its number: what is left when the clip has been played."""
        return self.stream(2, lambda frames: deque(frames, maxlen=1)[0])


def open_clip(path: Path, *, cancel: Callable[[], None]) -> Clip:
    """A clip whose container is whole."""
    return Clip(path, _told(lambda: read_contents(path, cancel)), cancel)


def _told(work: Callable[[], Answer]) -> Answer:
    try:
        return work()
    except VideoError as error:
        raise UnreadableError(str(error)) from error
