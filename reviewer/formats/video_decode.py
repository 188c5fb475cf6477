"""Decoding a clip in order: OpenCV first, PyAV for what OpenCV cannot decode."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from reviewer.formats.video_error import COPY_AGAIN, INSTALL_AV, VideoError

Image = NDArray[np.uint8]
# Which channel comes first: decoders give blue first, and turning it round costs a copy.
Order = Literal["rgb", "bgr"]
Check = Callable[[], None]

# FFmpeg inside OpenCV writes to the terminal on its own; our errors say what happened.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")


class Frames(Protocol):
    """The frames of a clip in order; asks before each one whether to go on."""

    def skip(self) -> bool:
        """Go past a frame without making a picture of it; False at the end."""
        ...

    def take(self, order: Order) -> Image | None:
        """Return the next frame, None at the end."""
        ...


@dataclass(frozen=True, slots=True)
class OpenClip:
    """A clip being read."""

    frames: Frames
    claimed_frames: int
    rate: float
    reader: str


@contextmanager
def grabbing(
    path: Path, check: Check | None = None, *, is_light: bool = False
) -> Iterator[OpenClip]:
    """Open a clip for one reading from its first frame on; `check` runs before every frame.

    A light one has next to nothing to decode: handing it from thread to thread costs more than
    several threads save.
    """
    import cv2

    if check is not None:
        check()
    capture = cv2.VideoCapture()
    one_thread = [cv2.CAP_PROP_N_THREADS, 1]
    if not is_light or not capture.open(str(path), cv2.CAP_FFMPEG, one_thread):
        capture.open(str(path))
    try:
        is_read, first = capture.read() if capture.isOpened() else (False, None)
        if is_read:
            yield OpenClip(
                _OpenCvFrames(capture, first, path.name, check or _go_on),
                max(0, int(capture.get(cv2.CAP_PROP_FRAME_COUNT))),
                float(capture.get(cv2.CAP_PROP_FPS)),
                "OpenCV",
            )
            return
        codec = _codec(int(capture.get(cv2.CAP_PROP_FOURCC))) if capture.isOpened() else ""
    finally:
        capture.release()
    with _open_with_av(path, codec, check) as clip:
        yield clip


def _go_on() -> None:
    """What is asked where nobody cancels."""


class _OpenCvFrames:
    def __init__(
        self,
        capture: Any,  # noqa: ANN401 - cv2's type would import cv2 with this module
        first: Any,  # noqa: ANN401 - as above
        name: str,
        check: Check,
    ) -> None:
        self._capture, self._first, self._name, self._check = capture, first, name, check

    def skip(self) -> bool:
        self._check()
        if self._first is not None:
            self._first = None
            return True
        return bool(self._capture.grab())

    def take(self, order: Order) -> Image | None:
        self._check()
        frame, self._first = self._first, None
        if frame is None:
            # In one call: between two, the thread that measures may have to be waited for.
            is_read, frame = self._capture.read()
            if not is_read:
                self._require_end()
                return None
        if order == "rgb":
            import cv2

            frame = cv2.cvtColor(frame, cv2.COLOR_BGR2RGB)
        return np.asarray(frame, dtype=np.uint8)

    def _require_end(self) -> None:
        if self._capture.grab():
            cause = "a frame was found but could not be converted"
            raise VideoError(self._name, cause, COPY_AGAIN)


def _codec(number: int) -> str:
    letters = number.to_bytes(4, "little", signed=False)
    return letters.decode("ascii", "replace").strip("\x00 ") if number > 0 else ""


@contextmanager
def _open_with_av(path: Path, codec: str, check: Check | None) -> Iterator[OpenClip]:
    name = path.name
    cause = f"OpenCV cannot decode it (codec {codec})" if codec else "OpenCV cannot open it"
    try:
        import av
    except ImportError as error:
        raise VideoError(name, f"{cause} and PyAV is not installed", INSTALL_AV) from error
    try:
        container = av.open(str(path))
    except (av.FFmpegError, OSError) as error:
        told = getattr(error, "strerror", None) or str(error)
        raise VideoError(name, f"it is not a clip that can be read ({told})", COPY_AGAIN) from error
    with closing(container):
        if not container.streams.video:
            raise VideoError(name, "it has no picture track", COPY_AGAIN)
        track = container.streams.video[0]
        track.thread_type = "AUTO"
        frames = _AvFrames(container, av.FFmpegError, check or _go_on)
        if not frames.has_first():
            raise VideoError(name, "it has no frames that can be read", COPY_AGAIN)
        rate = float(track.average_rate) if track.average_rate else 0.0
        yield OpenClip(frames, max(0, track.frames), rate, "PyAV")


class _AvFrames:
    def __init__(
        self,
        container: Any,  # noqa: ANN401 - av is an extra
        damage: type[Exception],
        check: Check,
    ) -> None:
        self._frames, self._damage, self._check = container.decode(video=0), damage, check
        self._first: Any = None

    def has_first(self) -> bool:
        """Whether there is a frame at all; it is kept for who asks for it."""
        self._first = self._next()
        return self._first is not None

    def skip(self) -> bool:
        return self._next() is not None

    def take(self, order: Order) -> Image | None:
        frame = self._next()
        if frame is None:
            return None
        return np.asarray(frame.to_ndarray(format=f"{order}24"), dtype=np.uint8)

    def _next(self) -> Any:  # noqa: ANN401 - as above
        self._check()
        frame, self._first = self._first, None
        if frame is not None:
            return frame
        try:
            return next(self._frames, None)
        except self._damage:
            # Damage ends a clip here as it does in OpenCV: what was delivered counts.
            self._frames = iter(())
            return None
