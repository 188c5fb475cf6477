"""Decoding a clip in order: OpenCV first, PyAV for what OpenCV cannot decode."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from reviewer.formats.video_error import COPY_AGAIN, INSTALL_AV, VideoError

Image = NDArray[np.uint8]
# Which channel comes first: decoders give blue first, and turning it round costs a copy.
Order = Literal["rgb", "bgr"]
Grab = Callable[[Order], Image]

# FFmpeg inside OpenCV writes to the terminal on its own; our errors say what happened.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")


@dataclass(frozen=True, slots=True)
class OpenClip:
    """A clip being read: one callable a frame, which converts it to a picture only when called."""

    grabs: Iterator[Grab]
    claimed_frames: int
    rate: float
    reader: str


@contextmanager
def grabbing(
    path: Path, check: Callable[[], None] | None = None, *, is_light: bool = False
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
        if capture.isOpened() and capture.grab() and capture.retrieve()[0]:
            first: Grab = partial(_retrieve, capture, path.name)
            yield OpenClip(
                chain([first], _grab_opencv(capture, path.name, check)),
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


def _grab_opencv(
    capture: Any,  # noqa: ANN401 - cv2's type would import cv2 with this module
    name: str,
    check: Callable[[], None] | None,
) -> Iterator[Grab]:
    retrieve: Grab = partial(_retrieve, capture, name)
    while True:
        if check is not None:
            check()
        if not capture.grab():
            return
        yield retrieve


def _retrieve(capture: Any, name: str, order: Order) -> Image:  # noqa: ANN401 - as above
    import cv2

    is_read, frame = capture.retrieve()
    if not is_read:
        raise VideoError(name, "a frame was found but could not be converted", COPY_AGAIN)
    if order == "rgb":
        frame = cv2.cvtColor(frame, cv2.COLOR_BGR2RGB)
    return np.asarray(frame, dtype=np.uint8)


def _codec(number: int) -> str:
    letters = number.to_bytes(4, "little", signed=False)
    return letters.decode("ascii", "replace").strip("\x00 ") if number > 0 else ""


@contextmanager
def _open_with_av(path: Path, codec: str, check: Callable[[], None] | None) -> Iterator[OpenClip]:
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
        grabs = _grab_av(container, av.FFmpegError, check)
        first = next(grabs, None)
        if first is None:
            raise VideoError(name, "it has no frames that can be read", COPY_AGAIN)
        rate = float(track.average_rate) if track.average_rate else 0.0
        yield OpenClip(chain([first], grabs), max(0, track.frames), rate, "PyAV")


def _grab_av(
    container: Any,  # noqa: ANN401 - av is an extra
    damage: type[Exception],
    check: Callable[[], None] | None,
) -> Iterator[Grab]:
    frames = container.decode(video=0)
    while True:
        if check is not None:
            check()
        try:
            frame = next(frames, None)
        except damage:
            # Damage ends a clip here as it does in OpenCV: what was delivered counts.
            return
        if frame is None:
            return
        yield partial(_convert, frame)


def _convert(frame: Any, order: Order) -> Image:  # noqa: ANN401 - as above
    return np.asarray(frame.to_ndarray(format=f"{order}24"), dtype=np.uint8)
