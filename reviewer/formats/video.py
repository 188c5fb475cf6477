"""Clips to frames: decoded in order, one at a time, spread evenly over the clip."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from reviewer.formats.video_contents import Contents
from reviewer.formats.video_decode import Check, Frames, Image, Order, grabbing
from reviewer.formats.video_error import COPY_AGAIN, VideoError

__all__ = ["Video", "VideoError", "open_video", "sample_numbers", "stream_video"]

NumberedFrame = tuple[int, Image]
Answer = TypeVar("Answer")


def sample_numbers(total: int, wanted: int) -> tuple[int, ...]:
    """Return frame numbers spread evenly over a clip, first and last included; all if fewer."""
    if wanted < 1:
        raise ValueError(f"{wanted} frames were asked for; ask for 1 or more")
    if total <= wanted:
        return tuple(range(total))
    if wanted == 1:
        return (0,)
    # Half up in whole numbers: binary fractions would make the spacing depend on the platform.
    gaps = wanted - 1
    return tuple((2 * index * (total - 1) + gaps) // (2 * gaps) for index in range(wanted))


def open_video(path: Path, contents: Contents, *, check: Check | None = None) -> Video:
    """Look at a clip and check that its first frame can be read."""
    with grabbing(path, check) as clip:
        first = clip.frames.take("bgr")
        # Otherwise it would not be open.
        assert first is not None
        height, width = first.shape[:2]
        claimed = contents.frames or clip.claimed_frames
        return Video(path, width, height, claimed, clip.rate, clip.reader)


def stream_video(
    path: Path,
    contents: Contents,
    wanted: int,
    consume: Callable[[Iterator[NumberedFrame]], Answer],
    *,
    check: Check | None = None,
    order: Order = "rgb",
) -> Answer:
    """Hand evenly spread (number, picture) pairs of a clip to a consumer, return what it makes.

    How many frames a clip has is only known at its end. Where it delivers another number than it
    claims and other frames should have been taken, the consumer is called once more; where it
    holds clearly more than can be read, it is damaged and that is an error. `check` is called
    before every frame and may raise to cancel.
    """
    expected: int | None = None
    for _ in range(2):
        with grabbing(path, check, is_light=contents.is_light) as clip:
            if expected is None:
                expected = contents.frames or clip.claimed_frames
            # One that claims none is counted in passing: up to the number wanted all are taken.
            numbers = sample_numbers(expected, wanted) if expected > wanted else range(wanted)
            picker = _Picker(clip.frames, numbers, order)
            answer = consume(picker.frames())
            delivered = picker.finish()
        if contents.lacks(delivered):
            cause = f"only {delivered} of its {contents.frames} frames can be read"
            raise VideoError(path.name, f"the clip is damaged: {cause}", COPY_AGAIN)
        if tuple(picker.taken) == sample_numbers(delivered, wanted):
            return answer
        expected = delivered
    raise VideoError(path.name, "each reading gives other frames", COPY_AGAIN)


@dataclass(frozen=True, slots=True)
class Video:
    """A clip on disk: size in pixels, how many frames it claims, frames a second, what reads it.

    `claimed_frames` may be an estimate.
    """

    path: Path
    width: int
    height: int
    claimed_frames: int
    rate: float
    reader: str

    def frame(self, number: int, *, check: Check | None = None) -> Image:
        """Read one frame by its number, decoding in order up to it."""
        with grabbing(self.path, check) as clip:
            delivered = _count(clip.frames, most=number)
            pixels = clip.frames.take("rgb") if delivered == number else None
        if pixels is None:
            said = f"Ask for one of 0 to {delivered - 1}"
            raise VideoError(self.path.name, f"it has no frame {number}", said)
        return pixels


def _count(frames: Frames, most: int | None = None) -> int:
    """Go past so many frames, or all, and return how many there were."""
    count = 0
    while (most is None or count < most) and frames.skip():
        count += 1
    return count


class _Picker:
    """Takes chosen frames off a clip in passing and counts all."""

    def __init__(self, frames: Frames, numbers: Sequence[int], order: Order) -> None:
        self._frames = frames
        self._numbers = numbers
        self._order = order
        self._delivered = 0
        self.taken: list[int] = []

    def frames(self) -> Iterator[NumberedFrame]:
        for number in self._numbers:
            self._delivered += _count(self._frames, most=number - self._delivered)
            frame = self._frames.take(self._order)
            if frame is None:
                return
            self._delivered += 1
            self.taken.append(number)
            yield number, frame

    def finish(self) -> int:
        """Run to the end of the clip and return how many frames it delivered."""
        self._delivered += _count(self._frames)
        return self._delivered
