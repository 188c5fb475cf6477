"""Opening a picture with Pillow so that nothing is allocated, guessed or printed unasked."""

from __future__ import annotations

import io
import re
import struct
import threading
import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from PIL import ExifTags, Image, UnidentifiedImageError

from reviewer.formats.raster_error import EXPORT_AGAIN, RasterError
from reviewer.formats.raster_sniff import (
    PNG_MAGIC,
    claimed_size,
    describe_unknown,
    name_note,
    png_chunks,
    readable_formats,
    refuse_foreign,
)

# The number of pixels at which Pillow itself refuses by default, so that a grader which calls
# Image.open and this program agree on what is too large. A caller may allow up to twice as many.
MAX_PIXELS: Final = 178_956_970

# Set once, on purpose: the size of the picture is checked here, from its header. Pillow's own
# limit (it refuses twice this number) stays for what a header hides: frames, tiles, icons.
Image.MAX_IMAGE_PIXELS = MAX_PIXELS

# What Pillow's readers raise for damaged files.
PILLOW_FAULTS: Final = (
    *(OSError, ValueError, SyntaxError, TypeError, KeyError, IndexError, AttributeError),
    *(OverflowError, ZeroDivisionError, NotImplementedError, EOFError, RuntimeError, MemoryError),
    *(struct.error, zlib.error, Image.DecompressionBombError),
)
_TRANSPARENT_MODES: Final = frozenset({"RGBA", "LA", "PA", "RGBa", "La"})
_ANIMATED_FORMATS: Final = frozenset({"GIF", "PNG", "WEBP", "AVIF"})
# warnings.catch_warnings changes state of the whole process, so one thread at a time.
_WARNINGS_LOCK = threading.Lock()


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What a picture says about itself before its pixels are read."""

    name: str
    format: str
    mode: str
    width: int
    height: int
    frames: int
    bits: int
    has_alpha: bool
    # What the seen reading still has to turn; 1 for a TIFF, which Pillow turns while loading.
    orientation: int
    byte_count: int
    notes: tuple[str, ...]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height as stored."""
        return self.width, self.height

    @property
    def seen_size(self) -> tuple[int, int]:
        """Width and height after the EXIF orientation."""
        return (self.height, self.width) if self.orientation >= 5 else (self.width, self.height)


@contextmanager
def pillow_warnings(notes: list[str]) -> Iterator[None]:
    """Turn Pillow's warnings into notes."""
    with _WARNINGS_LOCK, warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    for warning in caught:
        if not issubclass(warning.category, Image.DecompressionBombWarning):
            notes.append(f"Pillow: {str(warning.message).strip()}")


def raster_error(error: BaseException, data: bytes, name: str) -> RasterError:
    """Say in plain words what Pillow's error means."""
    text = str(error)
    if isinstance(error, MemoryError):
        return RasterError(name, "its pixels do not fit into memory", "Use a smaller picture")
    if isinstance(error, Image.DecompressionBombError):
        claimed = re.search(r"\((\d+) pixels\)", text)
        pixels = int(claimed[1]) if claimed else 2 * MAX_PIXELS
        return _too_large(name, f"{pixels:,} pixels", MAX_PIXELS)
    if isinstance(error, UnidentifiedImageError):
        return RasterError(name, describe_unknown(data), EXPORT_AGAIN)
    if "truncated" in text.lower():
        return RasterError(name, "the file is truncated", EXPORT_AGAIN)
    if isinstance(error, NotImplementedError) or text.startswith(("Unsupported", "unknown")):
        cause = f"this variant of the format cannot be read ({text})"
        return RasterError(name, cause, EXPORT_AGAIN)
    detail = text or "the decoder gave no reason"
    return RasterError(name, f"the file is damaged ({detail})", EXPORT_AGAIN)


def open_picture(data: bytes, *, name: str, max_pixels: int) -> tuple[Image.Image, Header]:
    """Open without decoding; raise for what is no picture, damaged at the head, or too large."""
    refuse_foreign(data, name)
    claimed = claimed_size(data)
    if claimed is not None:
        _check_size(claimed, name, max_pixels)
    notes: list[str] = []
    try:
        with pillow_warnings(notes):
            image = Image.open(io.BytesIO(data), formats=readable_formats(name))
            _check_size(image.size, name, max_pixels)
            frames = int(getattr(image, "n_frames", 1))
            if image.format == "PNG":
                _take_late_exif(image, data)
            orientation = _orientation(image, notes)
    except RasterError:
        raise
    except PILLOW_FAULTS as error:
        raise raster_error(error, data, name) from error
    return image, _header(image, data, name, frames, orientation, notes)


def load(image: Image.Image, data: bytes, name: str, notes: list[str]) -> None:
    """Decode the pixels of an opened picture, strictly."""
    try:
        if image.format in ("PNG", "JPEG", "GIF", "BMP", "WEBP", "AVIF"):
            # These warn only while opening; decoding them in parallel needs no lock.
            image.load()
        else:
            with pillow_warnings(notes):
                image.load()
    except PILLOW_FAULTS as error:
        raise raster_error(error, data, name) from error


def _check_size(size: tuple[int, int], name: str, max_pixels: int) -> None:
    width, height = size
    if width * height > max_pixels:
        raise _too_large(name, f"{width}×{height} = {width * height:,} pixels", max_pixels)


def _too_large(name: str, size: str, max_pixels: int) -> RasterError:
    return RasterError(
        name,
        f"its header claims {size}, more than the {max_pixels:,} that are read",
        "Use a smaller picture; if the size is a surprise, the file is broken or hostile",
    )


def _take_late_exif(image: Image.Image, data: bytes) -> None:
    """Find the EXIF chunk of a PNG even behind the pixels, without decoding them."""
    for kind, start, end in png_chunks(data):
        if kind == b"eXIf" and "exif" not in image.info:
            image.info["exif"] = b"Exif\0\0" + data[start:end]


def _orientation(image: Image.Image, notes: list[str]) -> int:
    try:
        # Not the PNG reader's own getexif, which decodes all pixels first.
        value = Image.Image.getexif(image).get(ExifTags.Base.Orientation, 1)
    except PILLOW_FAULTS as error:
        notes.append(f"the EXIF data cannot be read ({error})")
        return 1
    if not isinstance(value, int) or not 2 <= value <= 8:
        return 1
    if image.format == "TIFF":
        notes.append(f"TIFF orientation {value} applied (in both readings)")
        return 1
    return value


def _header(
    image: Image.Image, data: bytes, name: str, frames: int, orientation: int, notes: list[str]
) -> Header:
    format_name = image.format or "unknown"
    is_animated = frames > 1 and format_name in _ANIMATED_FORMATS
    facts: list[str | None] = [
        name_note(name, format_name),
        f"animation of {frames} frames, the first is shown" if is_animated else None,
        f"{frames} pages, the first is shown" if frames > 1 and format_name == "TIFF" else None,
        f"{frames} pictures, the first is shown" if frames > 1 and format_name == "MPO" else None,
        _gamma_note(image),
    ]
    return Header(
        name=name,
        format=format_name,
        mode=image.mode,
        width=image.width,
        height=image.height,
        frames=frames,
        bits=_bits(image, data),
        has_alpha=image.mode in _TRANSPARENT_MODES or "transparency" in image.info,
        orientation=orientation,
        byte_count=len(data),
        notes=(*notes, *(fact for fact in facts if fact)),
    )


def _gamma_note(image: Image.Image) -> str | None:
    gamma = image.info.get("gamma")
    if not gamma or abs(gamma - 1 / 2.2) < 0.01 or image.info.get("icc_profile"):
        return None
    return f"gamma {gamma:.3g} in the file is not applied"


def _bits(image: Image.Image, data: bytes) -> int:
    if image.format == "PNG" and data.startswith(PNG_MAGIC):
        return data[24]
    tags = getattr(image, "tag_v2", None)
    if tags is not None:
        stored = tags.get(258, 1)
        return max(stored) if isinstance(stored, tuple) else int(stored)
    by_mode = {"1": 1, "I;16": 16, "I;16B": 16, "I;16L": 16, "F": 32}
    if image.mode == "I":
        return 16 if image.format == "PPM" else 32
    return by_mode.get(image.mode, 8)
