"""Reading pictures: bytes in, arrays out, as they are seen or as a grader's code gets them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from reviewer.formats.raster_color import Scale, scale_of, seen_pixels, turn
from reviewer.formats.raster_error import RasterError
from reviewer.formats.raster_integrity import check_jpeg, check_png
from reviewer.formats.raster_native import Native, read_native
from reviewer.formats.raster_open import (
    MAX_PIXELS,
    PILLOW_FAULTS,
    Header,
    load,
    open_picture,
    pillow_warnings,
    raster_error,
)
from reviewer.formats.raster_sniff import is_svg, is_xcf

__all__ = [
    "MAX_PIXELS",
    "Header",
    "Picture",
    "RasterError",
    "Reading",
    "decode",
    "decode_reduced",
    "is_svg",
    "is_xcf",
    "probe",
]

Reading = Literal["seen", "raw"]
Cancel = Callable[[], None]


class _Later:
    """The native samples of a picture, decoded when first asked for and then kept."""

    __slots__ = ("_data", "_lock", "_max_pixels", "_name", "_native")

    def __init__(self, data: bytes, name: str, max_pixels: int) -> None:
        self._data = data
        self._name = name
        self._max_pixels = max_pixels
        self._lock = threading.Lock()
        self._native: Native | None = None

    def __reduce__(self) -> tuple[type[_Later], tuple[bytes, str, int]]:
        # Locks cannot be pickled; another process decodes again.
        return _Later, (self._data, self._name, self._max_pixels)

    def get(self) -> Native:
        with self._lock:
            if self._native is None:
                self._native = read_native(self._data, name=self._name, max_pixels=self._max_pixels)
            return self._native


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Picture:
    """A decoded picture: read-only 8-bit RGB or RGBA, and what its file said.

    `size` is the full width and height even where `pixels` were reduced. `mode` and `bits` are
    the file's. `byte_count` is the size of the file. `non_finite` counts NaN and infinities.
    """

    name: str
    pixels: NDArray[np.uint8]
    reading: Reading
    format: str
    mode: str
    bits: int
    size: tuple[int, int]
    frames: int
    orientation: int
    byte_count: int
    non_finite: int
    notes: tuple[str, ...]
    _later: _Later = field(repr=False)

    @property
    def has_alpha(self) -> bool:
        """Whether the pixels have a fourth channel."""
        return int(self.pixels.shape[2]) == 4

    @property
    def samples(self) -> NDArray[Any]:
        """The samples in the file's mode and depth, not turned; decoded on first use."""
        return self._later.get().samples

    @property
    def scale(self) -> Scale | None:
        """How values of 32 bits were brought to 8; None where the file has 8 or 16."""
        if self.mode not in ("I", "F"):
            return None
        return scale_of(self.samples, self.bits)

    @property
    def palette(self) -> NDArray[np.uint8] | None:
        """The colors that the samples of a palette picture index: N×3, or N×4 with alpha."""
        return self._later.get().palette


def probe(data: bytes, *, name: str, max_pixels: int = MAX_PIXELS) -> Header:
    """Read a picture's header only."""
    image, header = open_picture(data, name=name, max_pixels=max_pixels)
    image.close()
    return header


def decode(
    data: bytes,
    *,
    name: str,
    reading: Reading = "seen",
    max_pixels: int = MAX_PIXELS,
    cancel: Cancel | None = None,
) -> Picture:
    """Decode the first frame: *seen* as a person sees it, *raw* as `convert("RGB")` gives it."""
    check = cancel or _go_on
    check()
    image, header = open_picture(data, name=name, max_pixels=max_pixels)
    with image:
        pixels, non_finite, notes = _read(image, data, header, reading, check)
    size = (pixels.shape[1], pixels.shape[0])
    later = _Later(data, name, max_pixels)
    return _picture(header, pixels, later, reading, size=size, non_finite=non_finite, notes=notes)


def decode_reduced(
    data: bytes, *, name: str, max_side: int, max_pixels: int = MAX_PIXELS
) -> Picture:
    """Decode so that neither side exceeds `max_side`, faster than in full where JPEG allows."""
    image, header = open_picture(data, name=name, max_pixels=max_pixels)
    with image:
        if header.format in ("JPEG", "MPO"):
            share = max_side / max(header.size)
            wanted = [max(1, round(side * share)) for side in header.size]
            image.draft(None, (wanted[0], wanted[1]))
        pixels, non_finite, notes = _read(image, data, header, "seen", _go_on)
    height, width = pixels.shape[:2]
    share = max_side / max(width, height)
    if share < 1:
        target = max(1, round(width * share)), max(1, round(height * share))
        pixels = np.asarray(cv2.resize(pixels, target, interpolation=cv2.INTER_AREA), np.uint8)
    later = _Later(data, name, max_pixels)
    size = header.seen_size
    return _picture(header, pixels, later, "seen", size=size, non_finite=non_finite, notes=notes)


def _go_on() -> None:
    """Stand in where nobody can cancel."""


def _read(
    image: Image.Image, data: bytes, header: Header, reading: Reading, check: Cancel
) -> tuple[NDArray[np.uint8], int, list[str]]:
    """Decode an opened picture strictly; give pixels, the count of non-finite ones, and notes."""
    notes = list(header.notes)
    if header.format == "PNG":
        notes += check_png(data, header.name)
    load(image, data, header.name, notes)
    check()
    if header.format in ("JPEG", "MPO"):
        last_row = np.asarray(image.crop((0, image.height - 1, image.width, image.height)))
        notes += check_jpeg(data, last_row, header.name)
    try:
        if reading == "raw":
            return _raw_pixels(image, header, notes), 0, notes
        pixels, non_finite = seen_pixels(image, data, header, notes)
    except PILLOW_FAULTS as error:
        raise raster_error(error, data, header.name) from error
    check()
    if header.orientation != 1:
        notes.append(f"EXIF orientation {header.orientation} applied")
    return turn(pixels, header.orientation), non_finite, notes


def _raw_pixels(image: Image.Image, header: Header, notes: list[str]) -> NDArray[np.uint8]:
    if header.orientation != 1:
        notes.append(f"EXIF orientation {header.orientation} not applied in this reading")
    if image.mode.startswith("I") or image.mode == "F":
        notes.append("values outside 0 to 255 are clipped in this reading")
    with pillow_warnings([]):
        return np.asarray(image.convert("RGB"))


def _picture(
    header: Header,
    pixels: NDArray[np.uint8],
    later: _Later,
    reading: Reading,
    *,
    size: tuple[int, int],
    non_finite: int,
    notes: list[str],
) -> Picture:
    pixels = np.ascontiguousarray(pixels)
    pixels.setflags(write=False)
    return Picture(
        name=header.name,
        pixels=pixels,
        reading=reading,
        format=header.format,
        mode=header.mode,
        bits=header.bits,
        size=size,
        frames=header.frames,
        orientation=header.orientation,
        byte_count=header.byte_count,
        non_finite=non_finite,
        notes=tuple(notes),
        _later=later,
    )
