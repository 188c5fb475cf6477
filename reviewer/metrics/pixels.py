"""What an array of pixels means: its channels, depth and size, and how two are made alike."""

from __future__ import annotations

from typing import Any, Literal, get_args

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from reviewer.metrics import NotMeasured

Pixels = NDArray[Any]
Bytes = NDArray[np.uint8]
Box = tuple[int, int, int, int]
"""left, top, right, bottom; right and bottom are outside."""

Filter = Literal["nearest", "box", "bilinear", "hamming", "bicubic", "lanczos"]

DEPTH_STEP = 257
"""65535 / 255: an 8-bit value times this is the same light at 16 bits."""


# From how many channels to how many: grey is repeated, a missing alpha is opaque.
_WIDENING = {
    (1, 3): cv2.COLOR_GRAY2RGB,
    (1, 4): cv2.COLOR_GRAY2RGBA,
    (3, 4): cv2.COLOR_RGB2RGBA,
}


def size_of(image: Pixels) -> tuple[int, int]:
    """Return (width, height) of a picture.

    Parameters
    ----------
    image : (H, W) or (H, W, C)

    Returns
    -------
    (int, int)

    Raises
    ------
    NotMeasured
        Not a picture: other axes, more than 4 channels, or no pixel at all.
    """
    if image.ndim not in (2, 3) or (image.ndim == 3 and image.shape[2] not in (1, 2, 3, 4)):
        raise NotMeasured(f"an array of shape {image.shape} is not a picture of 1 to 4 channels")
    height, width = image.shape[:2]
    if not width or not height:
        raise NotMeasured(f"the picture has no pixels: {width}×{height}")
    return int(width), int(height)


def same_size(a: Pixels, b: Pixels) -> tuple[int, int]:
    """Return the common (width, height) of two pictures.

    Parameters
    ----------
    a, b : (H, W) or (H, W, C)

    Returns
    -------
    (int, int)

    Raises
    ------
    NotMeasured
        The sizes differ; the message names both.
    """
    one, two = size_of(a), size_of(b)
    if one != two:
        raise NotMeasured(f"sizes differ: {one[0]}×{one[1]} and {two[0]}×{two[1]}")
    return one


def eight_bit(image: Pixels) -> Bytes:
    """Return the picture at 8 bits, scaled by value and never clipped.

    Parameters
    ----------
    image : bool, uint8 or uint16

    Returns
    -------
    uint8, same shape
        The input itself when it has 8 bits.

    Raises
    ------
    NotMeasured
        Another type, whose range is not known.
    """
    if image.dtype == np.uint8:
        return image
    if image.dtype == np.bool_:
        return image.astype(np.uint8) * np.uint8(255)
    if image.dtype == np.uint16:
        return ((image.astype(np.uint32) + DEPTH_STEP // 2) // DEPTH_STEP).astype(np.uint8)
    raise NotMeasured(f"pixels of type {image.dtype} have no agreed range; give 8 or 16 bits")


def rgb(image: Pixels) -> Bytes:
    """Return R, G and B at 8 bits; alpha is dropped and grey repeated.

    Parameters
    ----------
    image : (H, W) or (H, W, 1…4), bool, uint8 or uint16
        Grey, grey with alpha, RGB or RGBA.

    Returns
    -------
    (H, W, 3) uint8
        As Pillow's ``convert("RGB")`` for 8 bits. May share memory with the input.
    """
    size_of(image)
    picture = eight_bit(image)
    if picture.ndim == 3 and picture.shape[2] >= 3:
        return picture[..., :3] if picture.shape[2] == 4 else picture
    grey = picture if picture.ndim == 2 else picture[..., 0]
    return np.asarray(cv2.cvtColor(np.ascontiguousarray(grey), cv2.COLOR_GRAY2RGB), dtype=np.uint8)


def alpha(image: Pixels) -> Bytes | None:
    """Return the alpha channel at 8 bits, or None where the picture has none.

    Parameters
    ----------
    image : (H, W) or (H, W, 1…4), bool, uint8 or uint16

    Returns
    -------
    (H, W) uint8 or None
    """
    size_of(image)
    if image.ndim == 3 and image.shape[2] in (2, 4):
        return eight_bit(image[..., -1])
    return None


def luma(image: Pixels) -> Bytes:
    """Return the grey picture that Pillow's ``convert("L")`` gives.

    Parameters
    ----------
    image : (H, W) or (H, W, 1…4), bool, uint8 or uint16

    Returns
    -------
    (H, W) uint8
        (19595 R + 38470 G + 7471 B + 32768) / 65536, rounded down.
    """
    if image.ndim == 2 or image.shape[2] <= 2:
        size_of(image)
        return eight_bit(image if image.ndim == 2 else image[..., 0])
    return np.asarray(pillow(rgb(image)).convert("L"), dtype=np.uint8)


def resized(image: Pixels, size: tuple[int, int], method: Filter = "lanczos") -> Bytes:
    """Return a picture at another size, through Pillow's filters.

    Parameters
    ----------
    image : (H, W) or (H, W, 1…4), bool, uint8 or uint16
        Color and grey only: alpha is dropped.
    size : (width, height)
    method : str
        Name of the filter. LANCZOS is what the documents use.

    Returns
    -------
    (height, width, 3) uint8

    Raises
    ------
    ValueError
        An unknown filter.
    """
    if method not in get_args(Filter):
        raise ValueError(f"unknown filter {method!r}; use one of {', '.join(get_args(Filter))}")
    picture = rgb(image)
    if size_of(picture) == size:
        return picture
    changed = pillow(picture).resize(size, Image.Resampling[method.upper()])
    return np.asarray(changed, dtype=np.uint8)


def pillow(image: Bytes) -> Image.Image:
    """Return a Pillow picture of 8-bit grey or RGB pixels."""
    return Image.fromarray(np.ascontiguousarray(image))


def alike(a: Pixels, b: Pixels) -> tuple[Pixels, Pixels, tuple[str, ...]]:
    """Bring two pictures of one size to the same channels and depth, losing nothing.

    Parameters
    ----------
    a, b : (H, W) or (H, W, 1…4), bool, uint8 or uint16

    Returns
    -------
    a, b : (H, W, C) of one dtype, C in (1, 3, 4)
        Grey beside color is repeated, a missing alpha is opaque, 8 bits beside 16 are ×257.
    notes : tuple of str
        What was done.

    Raises
    ------
    NotMeasured
        Sizes differ, or a type without an agreed range.
    """
    same_size(a, b)
    notes = []
    if a.dtype != b.dtype and np.uint16 in (a.dtype, b.dtype):
        notes.append("8 bits beside 16: compared by value")
    deep = np.uint16 in (a.dtype, b.dtype)
    has_alpha = any(part.ndim == 3 and part.shape[2] in (2, 4) for part in (a, b))
    has_color = has_alpha or any(part.ndim == 3 and part.shape[2] >= 3 for part in (a, b))
    channels = 4 if has_alpha else 3 if has_color else 1
    if _channels(a) != _channels(b):
        notes.append(f"channels: {_channels(a)} beside {_channels(b)}")
    return _as(a, channels, deep), _as(b, channels, deep), tuple(notes)


def _channels(image: Pixels) -> int:
    return 1 if image.ndim == 2 else int(image.shape[2])


def _as(image: Pixels, channels: int, deep: bool) -> Pixels:
    if not deep or image.dtype != np.uint16:
        image = eight_bit(image)
    if deep and image.dtype == np.uint8:
        image = image.astype(np.uint16) * np.uint16(DEPTH_STEP)
    if image.ndim == 2:
        image = image[..., None]
    have = image.shape[2]
    if have == channels:
        return np.ascontiguousarray(image)
    if (have, channels) in _WIDENING:
        return cv2.cvtColor(np.ascontiguousarray(image), _WIDENING[have, channels])
    out = np.empty((*image.shape[:2], channels), dtype=image.dtype)
    out[..., :3] = image[..., :3] if have >= 3 else image[..., :1]
    if channels == 4:
        out[..., 3] = image[..., -1] if have in (2, 4) else np.iinfo(image.dtype).max
    return out
