"""Is a generated picture usable at all: large enough, not blank, not a known one again?"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray
from PIL import Image

MIN_EDGE = 64
MIN_STDDEV = 2.0
DUPLICATE_DISTANCE = 5
ANALYSIS_EDGE = 256
HASH_DIGITS = 16

# Thousandths of .299, .587 and .114: whole numbers, so that a deviation of 2 is exactly 2.
_LUMA = np.array([299, 587, 114], dtype=np.int64)
_DCT_SIZE = 32
_HASH_SIZE = 8

Source = TypeVar("Source", contravariant=True)


class LoadsPictures(Protocol[Source]):
    """A reader handed in, since this room opens no files."""

    def size(self, source: Source) -> tuple[int, int]:
        """Width and height from the header."""
        ...

    def load(self, source: Source, *, max_edge: int | None = None) -> NDArray[np.uint8]:
        """The pixels as RGB of shape (H, W, 3); any size, `max_edge` is a hint."""
        ...


@dataclass(frozen=True, slots=True)
class ValidityReport:
    """Whether a picture is usable, and the figures behind that."""

    valid: bool
    reasons: tuple[str, ...]
    width: int
    height: int
    phash: str
    stddev: float
    replays: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The published form."""
        return {
            "valid": self.valid,
            "reasons": list(self.reasons),
            "width": self.width,
            "height": self.height,
            "phash": self.phash,
            "stddev": round(self.stddev, 6),
        }


def check_validity(
    source: Any,  # noqa: ANN401 - an array, or whatever the loader takes
    *,
    loader: LoadsPictures[Any] | None = None,
    known_hashes: Iterable[str] = (),
    size: tuple[int, int] | None = None,
) -> ValidityReport:
    """Decide whether a picture is usable.

    Parameters
    ----------
    source : array of uint8, shape (H, W, 3), or what `loader` takes
        The pixels as a grader reads them (no EXIF rotation), at any size.
    loader : LoadsPictures, optional
        Reads `source` when it is not an array.
    known_hashes : iterable of str
        Perceptual hashes of 16 hexadecimal digits; lines that are empty are passed over.
    size : (width, height), optional
        The size in the header, where `source` is an array that was decoded smaller.

    Returns
    -------
    ValidityReport
        Reasons are empty when valid. A picture that cannot be decoded has that one reason,
        no hash and size 0 × 0. `replays` is the first known hash within 5 bits.

    Raises
    ------
    ValueError
        When a known hash is not 16 hexadecimal digits, or an array has another shape.

    Source
    ------
    The first stage of the Imagent benchmark.
    """
    known = [_known_hash(text) for text in known_hashes if text.strip()]
    if loader is None:
        pixels = np.asarray(source)
        width, height = size or (pixels.shape[1], pixels.shape[0])
    else:
        try:
            width, height = loader.size(source)
            pixels = loader.load(source, max_edge=ANALYSIS_EDGE)
        except (OSError, ValueError, SyntaxError, EOFError, Image.DecompressionBombError) as error:
            return undecodable(str(error))
    copy = analysis_copy(pixels)
    spread = float(np.std(copy @ _LUMA)) / 1000
    digest = perceptual_hash(copy)
    reasons: list[str] = []
    if min(width, height) < MIN_EDGE:
        reasons.append(f"image is smaller than {MIN_EDGE}px on its shortest edge")
    if spread < MIN_STDDEV:
        reasons.append("image is blank or a solid color")
    replays = next((one for one in known if hash_distance(digest, one) <= DUPLICATE_DISTANCE), "")
    if replays:
        reasons.append(f"image duplicates a previously archived output ({replays})")
    return ValidityReport(not reasons, tuple(reasons), width, height, digest, spread, replays)


def undecodable(why: str) -> ValidityReport:
    """The report of a picture that cannot be read, with that as its one reason.

    Parameters
    ----------
    why : str
        What the decoder said.

    Returns
    -------
    ValidityReport
        Not valid, size 0 × 0, no hash.
    """
    return ValidityReport(False, (f"image could not be decoded: {why}",), 0, 0, "", 0.0)


def analysis_copy(pixels: NDArray[Any]) -> NDArray[np.uint8]:
    """Reduce a picture to at most 256 px on its longer edge by a box filter.

    Parameters
    ----------
    pixels : array of uint8, shape (H, W, 3)
        RGB, range 0 to 255.

    Returns
    -------
    array of uint8, shape (h, w, 3)
        A copy with both edges at most 256 px, the aspect kept (rounded down, at least 1 px).

    Raises
    ------
    ValueError
        When the array is not RGB of 8 bits, or is empty.
    """
    if pixels.dtype != np.uint8 or pixels.ndim != 3 or pixels.shape[2] != 3 or not pixels.size:
        raise ValueError(
            f"validity needs uint8 RGB of shape (H, W, 3), got {pixels.dtype} {pixels.shape}; "
            "convert the picture to RGB first"
        )
    height, width = pixels.shape[:2]
    longer = max(height, width)
    if longer <= ANALYSIS_EDGE:
        return pixels.copy()
    scale = ANALYSIS_EDGE / longer
    smaller = (max(1, int(width * scale)), max(1, int(height * scale)))
    reduced = Image.fromarray(np.ascontiguousarray(pixels)).resize(smaller, Image.Resampling.BOX)
    return np.asarray(reduced)


def perceptual_hash(pixels: NDArray[np.uint8]) -> str:
    """Hash the coarse structure of a picture: DCT-II of 32×32 box means of its luma.

    Parameters
    ----------
    pixels : array of uint8, shape (H, W, 3)
        RGB; the analysis copy, to compare with hashes made elsewhere.

    Returns
    -------
    str
        16 hexadecimal digits. Each bit says whether a coefficient of the lowest 8×8 exceeds the
        median of the 63 without the mean, row by row from the top left.
    """
    means = _box_means(pixels @ _LUMA)
    steps = np.arange(_DCT_SIZE)
    basis = np.cos(np.outer(steps[:_HASH_SIZE], 2 * steps + 1) * np.pi / (2 * _DCT_SIZE))
    block = (basis @ means @ basis.T).ravel()
    # Coefficients of a symmetric picture are zero but for noise, which differs between machines.
    block = np.round(block, 3)
    bits = block > np.median(block[1:])
    return np.packbits(bits).tobytes().hex()


def hash_distance(one: str, other: str) -> int:
    """Count the bits in which two perceptual hashes differ.

    Parameters
    ----------
    one, other : str
        Hashes of 16 hexadecimal digits.

    Returns
    -------
    int
        0 to 64; 5 or less is the same picture.

    Raises
    ------
    ValueError
        When either is not 16 hexadecimal digits.
    """
    return (int(_known_hash(one), 16) ^ int(_known_hash(other), 16)).bit_count()


def _known_hash(text: str) -> str:
    digits = text.strip().casefold()
    if len(digits) != HASH_DIGITS or any(char not in "0123456789abcdef" for char in digits):
        raise ValueError(
            f"known hash {text.strip()!r} is not {HASH_DIGITS} hexadecimal digits; "
            "give one perceptual hash a line"
        )
    return digits


def _box_means(luma: NDArray[np.int64]) -> NDArray[np.float64]:
    # Cells follow whole pixels, so a picture under 32 px repeats pixels rather than blending them.
    rows, columns = (_cells(length) for length in luma.shape)
    return np.array(
        [[luma[top:bottom, left:right].mean() for left, right in columns] for top, bottom in rows]
    )


def _cells(length: int) -> list[tuple[int, int]]:
    edges = [step * length // _DCT_SIZE for step in range(_DCT_SIZE + 1)]
    return [(low, max(low + 1, high)) for low, high in itertools.pairwise(edges)]
