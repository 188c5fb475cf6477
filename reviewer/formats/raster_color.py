"""How a decoded picture looks: everything to 8-bit sRGB, with a note for each liberty taken."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any, Literal

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageCms

from reviewer.formats.raster_native import deep_samples, stored_samples
from reviewer.formats.raster_open import Header

Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Scale:
    """The stored values that are shown black and white, and how they were found: what 8 bits
    would hold, the range of the type, or the picture's own lowest and highest value.
    """

    black: float
    white: float
    form: Literal["bytes", "standard", "stretched"]


_FROM_MODES = {"1": "L", "YCbCr": "RGB", "HSV": "RGB", "LAB": "RGB", "RGBX": "RGB", "La": "LA"}
# The axis to flip for each EXIF orientation, after transposing where it is 5 or more.
_FLIPS = {2: 1, 3: -1, 4: 0, 6: 1, 7: -1, 8: 0}
_SPACES = {"RGB": "RGB", "GRAY": "L", "CMYK": "CMYK"}
# A profile that moves no color by more than this is sRGB under another name.
_SAME_COLOR = 2


def seen_pixels(
    image: Image.Image, data: bytes, header: Header, notes: list[str]
) -> tuple[Pixels, int]:
    """Convert a loaded picture to 8-bit sRGB, H×W×3 or H×W×4, and count its NaN and infinities."""
    non_finite = 0
    alpha: Pixels | None = None
    key = image.info.get("transparency")
    if image.mode.startswith("I;16") or image.mode in ("I", "F"):
        samples = stored_samples(image)
        grey, non_finite = _scale_grey(samples, header, notes)
        alpha = np.where(samples == key, 0, 255).astype(np.uint8) if isinstance(key, int) else None
        color = Image.fromarray(grey)
    elif (deep := deep_samples(image, data, header)) is not None:
        notes.append("16 bits a channel, scaled to 8")
        eight = _to_eight_bits(deep)
        alpha = np.ascontiguousarray(eight[..., 3]) if eight.shape[2] == 4 else None
        if isinstance(key, tuple):
            alpha = np.where((deep == key).all(axis=2), 0, 255).astype(np.uint8)
        color = Image.fromarray(np.ascontiguousarray(eight[..., :3]))
    else:
        if header.bits > 8 and image.mode in ("RGB", "RGBA"):
            notes.append(f"{header.bits} bits a channel, of which the upper 8 are read")
        color, alpha = _split(image, notes)
    color = _to_srgb(color, image.info.get("icc_profile"), notes)
    return _join(color, alpha), non_finite


def turn(pixels: Pixels, orientation: int) -> Pixels:
    """Apply an EXIF orientation (1 to 8) to an array."""
    turned = cv2.transpose(pixels) if orientation >= 5 else pixels
    axis = _FLIPS.get(orientation)
    return np.asarray(turned if axis is None else cv2.flip(turned, axis), np.uint8)


def _to_eight_bits(samples: NDArray[np.uint16]) -> Pixels:
    # round(v · 255 / 65535) in integers; 257 = 65535 / 255.
    return ((samples.astype(np.uint32) + 128) // 257).astype(np.uint8)


def _scale_grey(samples: NDArray[Any], header: Header, notes: list[str]) -> tuple[Pixels, int]:
    if samples.dtype == np.uint16:
        notes.append(f"{header.bits}-bit grey, scaled to 8")
        if header.bits == 16:
            return _to_eight_bits(samples), 0
        top = 2**header.bits - 1
        return np.rint(np.minimum(samples, top) * (255 / top)).astype(np.uint8), 0
    finite = np.isfinite(samples)
    non_finite = int(samples.size - np.count_nonzero(finite))
    if non_finite:
        notes.append(f"NaN or infinite, shown black: {non_finite} of {samples.size} pixels")
    scale = scale_of(samples, header.bits)
    low, high = scale.black, scale.white
    if scale.form == "bytes":
        most = float(samples[finite].max())
        notes.append(f"{header.mode} grey of whole values up to {most:g}, taken as 8 bits")
        return np.where(finite, samples, 0).astype(np.uint8), non_finite
    if scale.form == "stretched":
        notes.append(f"no standard range: {low:g} is shown black, {high:g} white")
    else:
        notes.append(f"{'floating-point' if high == 1.0 else '16-bit'} grey, scaled to 8 bits")
    scaled = (np.where(finite, samples, low).astype(np.float64) - low) * (255 / (high - low or 1))
    return np.rint(scaled).astype(np.uint8), non_finite


def scale_of(samples: NDArray[Any], bits: int) -> Scale:
    """Which values of int32 or floating-point samples are shown black and white."""
    values = samples[np.isfinite(samples)].astype(np.float64)
    low, high = (float(values.min()), float(values.max())) if values.size else (0.0, 0.0)
    if _are_bytes(values, low, high, bits):
        return Scale(0.0, 255.0, "bytes")
    top = 1.0 if samples.dtype.kind == "f" else 65535.0
    if low < 0 or high > top:
        return Scale(low, high, "stretched")
    return Scale(0.0, top, "standard")


def _are_bytes(values: NDArray[np.float64], low: float, high: float, bits: int) -> bool:
    """Whether samples of a wide type hold what 8 bits would: nothing in the file says its range."""
    if low < 0 or not 1 < high <= 255 or bits <= 16:
        return False
    return bool((values == np.rint(values)).all())


def _split(image: Image.Image, notes: list[str]) -> tuple[Image.Image, Pixels | None]:
    """Separate color (L, RGB or CMYK) from alpha."""
    if image.mode == "CMYK" and image.format in ("JPEG", "MPO") and "adobe" not in image.info:
        notes.append("CMYK without Adobe's marker, taken as inverted all the same")
    if "transparency" in image.info or image.mode in ("PA", "RGBa"):
        image = image.convert("RGBA")
    elif image.mode == "P":
        has_alpha = image.palette is not None and image.palette.mode == "RGBA"
        image = image.convert("RGBA" if has_alpha else "RGB")
    elif image.mode in _FROM_MODES:
        if image.mode == "LAB":
            notes.append("LAB converted to sRGB")
        image = image.convert(_FROM_MODES[image.mode])
    if image.mode in ("RGBA", "LA"):
        alpha = np.asarray(image.getchannel("A"))
        return image.convert(image.mode[:-1]), alpha
    return image, None


def _to_srgb(color: Image.Image, profile: bytes | None, notes: list[str]) -> Image.Image:
    if profile:
        color = _apply_profile(color, profile, notes)
    if color.mode == "CMYK":
        notes.append("CMYK without a usable profile, converted by the plain formula")
        return color.convert("RGB")
    return color


def _apply_profile(color: Image.Image, profile: bytes, notes: list[str]) -> Image.Image:
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        space = source.profile.xcolor_space.strip()
        title = (source.profile.profile_description or "unnamed").strip()
        mode = _SPACES.get(space)
        if mode is None or (mode == "CMYK") != (color.mode == "CMYK"):
            notes.append(f"color profile “{title}” is for {space}, not applied")
            return color
        transform = ImageCms.buildTransform(
            source,
            ImageCms.createProfile("sRGB"),
            mode,
            "RGB",
            renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
            flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
        )
        if _changes_nothing(transform, mode):
            return color
        converted = ImageCms.applyTransform(color.convert(mode), transform)
    except (ImageCms.PyCMSError, OSError, ValueError) as error:
        notes.append(f"the color profile cannot be applied ({error})")
        return color
    if converted is None:
        return color
    notes.append(f"color profile “{title}” converted to sRGB")
    return converted


def _changes_nothing(transform: ImageCms.ImageCmsTransform, mode: str) -> bool:
    """Say whether a profile is sRGB in effect, by trying a grid of colors."""
    if mode == "CMYK":
        return False
    steps = np.linspace(0, 255, 9).astype(np.uint8)
    grid = np.stack(np.meshgrid(steps, steps, steps), axis=-1).reshape(1, -1, 3)
    if mode == "L":
        grid = np.repeat(np.arange(256, dtype=np.uint8)[None, :, None], 3, axis=2)
    probe = Image.fromarray(np.ascontiguousarray(grid[..., 0] if mode == "L" else grid))
    moved = ImageCms.applyTransform(probe, transform)
    if moved is None:
        return False
    return int(np.abs(np.asarray(moved, np.int16) - grid).max()) <= _SAME_COLOR


def _join(color: Image.Image, alpha: Pixels | None) -> Pixels:
    pixels: Pixels = np.asarray(color)
    if pixels.ndim == 2:
        pixels = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_GRAY2RGB), np.uint8)
    if alpha is None:
        return pixels
    return np.dstack((pixels, alpha))
