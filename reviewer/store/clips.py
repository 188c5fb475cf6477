"""Clips of a task: their frames, and one of them for a pane that shows pictures."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from reviewer.formats.video import NumberedFrame, Video, open_video
from reviewer.formats.video_decode import Order
from reviewer.formats.video_error import VideoError
from reviewer.kinds.protocol import UnreadableError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Clip:
    """A clip whose failures are those of a reader; `cancel` runs before every frame."""

    video: Video
    cancel: Callable[[], None]

    @property
    def rate(self) -> float:
        """Frames a second; 0 where the file does not say."""
        return self.video.rate

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.video.width, self.video.height

    @property
    def notes(self) -> tuple[str, ...]:
        """What cannot be told of the clip."""
        return self.video.contents.notes

    @property
    def claimed_frames(self) -> int:
        """How many frames the file says that it has; 0 where it does not say."""
        return self.video.claimed_frames

    def stream(
        self,
        wanted: int,
        consume: Callable[[Iterator[NumberedFrame]], Answer],
        *,
        check: Callable[[], None] | None = None,
        order: Order = "rgb",
    ) -> Answer:
        """Hand evenly spread (number, picture) pairs to a consumer; it may be called twice."""
        try:
            return self.video.stream(wanted, consume, check=check or self.cancel, order=order)
        except VideoError as error:
            raise UnreadableError(str(error)) from error

    def frame(self, number: int) -> NDArray[np.uint8]:
        """One frame by its number in the clip; those before it are decoded on the way."""
        try:
            return self.video.frame(number, check=self.cancel)
        except VideoError as error:
            raise UnreadableError(str(error)) from error

    def last(self) -> NumberedFrame:
        """The last frame with its number: what is left when the clip has been played."""
        return self.stream(2, lambda frames: deque(frames, maxlen=1)[0])


def open_clip(path: Path, *, cancel: Callable[[], None]) -> Clip:
    """A clip whose first frame can be read."""
    try:
        return Clip(open_video(path, check=cancel), cancel)
    except VideoError as error:
        raise UnreadableError(str(error)) from error
