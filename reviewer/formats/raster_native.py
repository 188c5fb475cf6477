"""A picture's samples in the mode and bit depth of its file."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray
from PIL import Image, ImageFile

from reviewer.formats.raster_open import Header, load, open_picture

_NATIVE_SWAPPED = "16B" if sys.byteorder == "little" else "16L"
_OTHER_BYTE: Final = {
    f"{mode};{order}": f"{mode};{other}"
    for mode in ("RGB", "RGBA")
    for order, other in (("16B", "16L"), ("16L", "16B"), ("16N", _NATIVE_SWAPPED))
}


@dataclass(frozen=True, slots=True, eq=False)
class Native:
    """Samples as stored, before orientation and color conversion.

    `samples` is H×W or H×W×channels: bool for mode 1, uint16 for 16 bits a channel, float32 for
    F, indices for P. `palette` is N×3 (RGB) or N×4 (RGBA) where the samples are indices.
    """

    samples: NDArray[Any]
    palette: NDArray[np.uint8] | None


def read_native(data: bytes, *, name: str, max_pixels: int) -> Native:
    """Decode the samples in native mode and bit depth."""
    image, header = open_picture(data, name=name, max_pixels=max_pixels)
    with image:
        load(image, data, name, [])
        deep = deep_samples(image, data, header)
        samples = deep if deep is not None else stored_samples(image)
        palette = _palette(image) if image.mode in ("P", "PA") else None
    samples.setflags(write=False)
    return Native(samples, palette)


def stored_samples(image: Image.Image) -> NDArray[Any]:
    """Copy a loaded picture's samples, in this machine's byte order."""
    samples = np.array(image)
    return samples.astype(samples.dtype.newbyteorder("="), copy=False)


def deep_samples(image: Image.Image, data: bytes, header: Header) -> NDArray[np.uint16] | None:
    """Read 16 bits a channel of color, of which Pillow gives the high byte only.

    Decodes once more with the byte order swapped, which gives the low bytes. None where the
    file has no more than 8 bits, or is laid out in a way that cannot be swapped.
    """
    if header.bits != 16 or image.mode not in ("RGB", "RGBA"):
        return None
    again, _ = open_picture(data, name=header.name, max_pixels=image.width * image.height)
    with again:
        swapped = [_swapped(tile) for tile in getattr(again, "tile", ())]
        tiles = [tile for tile in swapped if tile is not None]
        if not tiles or len(tiles) != len(swapped):
            return None
        again.tile = tiles  # type: ignore[attr-defined]
        load(again, data, header.name, [])
        low = np.asarray(again)
    deep: NDArray[np.uint16] = np.asarray(image).astype(np.uint16) << 8 | low
    return deep


def _swapped(tile: ImageFile._Tile) -> ImageFile._Tile | None:
    """Change a tile's description so that the other byte of each sample is read."""
    if isinstance(tile.args, str):
        other = _OTHER_BYTE.get(tile.args)
        return None if other is None else tile._replace(args=other)
    if not isinstance(tile.args, tuple):
        return None
    other = _OTHER_BYTE.get(tile.args[0])
    return None if other is None else tile._replace(args=(other, *tile.args[1:]))


def _palette(image: Image.Image) -> NDArray[np.uint8] | None:
    if image.palette is None:
        return None
    if image.palette.mode == "RGBA":
        return _frozen_palette(image.getpalette("RGBA"), 4)
    colors = _frozen_palette(image.getpalette("RGB"), 3)
    transparency = image.info.get("transparency")
    if colors is None or transparency is None:
        return colors
    alpha = np.full((len(colors), 1), 255, np.uint8)
    if isinstance(transparency, bytes):
        given = np.frombuffer(transparency, np.uint8)[: len(colors)]
        alpha[: len(given), 0] = given
    elif 0 <= transparency < len(colors):
        alpha[transparency] = 0
    return _frozen_palette(np.hstack((colors, alpha)), 4)


def _frozen_palette(colors: ArrayLike | None, channels: int) -> NDArray[np.uint8] | None:
    if colors is None:
        return None
    palette = np.array(colors, np.uint8).reshape(-1, channels)
    palette.setflags(write=False)
    return palette
