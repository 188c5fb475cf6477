"""Whether two pictures are the same in every channel, and where they are not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.metrics.exact_numbers import differing_numbers, is_wide
from reviewer.metrics.pixels import Box, Bytes, Pixels, alike, size_of

_STRIP_ROWS = 32
STORED_DEPTH = 32
"""The `depth` of pictures whose stored numbers were compared."""


@dataclass(frozen=True, slots=True)
class Exact:
    """What differs between two pictures; counts are None where the sizes already differ."""

    is_equal: bool
    is_same_size: bool
    pixels: int
    differing: int | None
    share: float | None
    box: Box | None
    largest: float | None
    alpha_only: int | None
    hidden: int | None
    depth: int
    notes: tuple[str, ...] = ()


def compare_exact(a: Pixels, b: Pixels) -> Exact:
    """Compare two pictures in every channel, alpha too.

    Parameters
    ----------
    a, b : (H, W) or (H, W, 1…4), bool, uint8 or uint16; or both (H, W) of 32 bits
        A missing alpha is opaque, grey beside color is repeated, 8 bits beside 16 are compared
        by value. Numbers of 32 bits are compared as they are stored.

    Returns
    -------
    Exact
        `differing` pixels, their `share` of all in [0, 1], the `box` around them
        (left, top, right, bottom; the last two outside), the `largest` channel difference (0…255,
        0…65535 when `depth` is 16, in stored numbers when it is 32, then None beside NaN),
        pixels that differ in `alpha_only`, and `hidden` ones whose color differs under alpha 0
        in both. Pictures of different sizes are never equal and have no counts.

    Raises
    ------
    NotMeasured
        One of them is not a picture, or one has 32 bits and the other has not the same type.
    """
    one, two = size_of(a), size_of(b)
    if one != two:
        return _of_other_size(one, two)
    pixels = one[0] * one[1]
    if is_wide(a) or is_wide(b):
        count, around, most = differing_numbers(a, b)
        return Exact(
            not count, True, pixels, count, count / pixels, around, most, 0, 0, STORED_DEPTH
        )
    differing = alpha_only = hidden = largest = 0
    box: Box | None = None
    depth = 8
    notes: tuple[str, ...] = ()
    for strip in _strips(a, b):
        depth, notes = strip.depth, strip.notes
        if not strip.largest:
            continue
        largest = max(largest, strip.largest)
        changed, color, unseen = _changes(strip)
        count = cv2.countNonZero(changed)
        differing += count
        box = _around(box, cv2.boundingRect(changed), strip.top)
        if color is not None and unseen is not None:
            alpha_only += count - cv2.countNonZero(color)
            hidden += cv2.countNonZero(unseen)
    if not differing:
        return Exact(True, True, pixels, 0, 0.0, None, 0, 0, 0, depth, notes)
    share = differing / pixels
    return Exact(
        False, True, pixels, differing, share, box, largest, alpha_only, hidden, depth, notes
    )


def _of_other_size(one: tuple[int, int], two: tuple[int, int]) -> Exact:
    return Exact(
        is_equal=False,
        is_same_size=False,
        pixels=one[0] * one[1],
        differing=None,
        share=None,
        box=None,
        largest=None,
        alpha_only=None,
        hidden=None,
        depth=8,
        notes=(f"sizes differ: {one[0]}×{one[1]} and {two[0]}×{two[1]}",),
    )


@dataclass(frozen=True, slots=True)
class _Strip:
    top: int
    one: Pixels
    two: Pixels
    largest: int
    depth: int
    notes: tuple[str, ...]


def _strips(a: Pixels, b: Pixels) -> Iterator[_Strip]:
    """Yield rows of both, made alike; so few that they stay in the processor's cache."""
    for top in range(0, a.shape[0], _STRIP_ROWS):
        one, two, notes = alike(a[top : top + _STRIP_ROWS], b[top : top + _STRIP_ROWS])
        largest = int(cv2.norm(one, two, cv2.NORM_INF))
        depth = 16 if one.dtype == np.uint16 else 8
        yield _Strip(top, one, two, largest, depth, notes)


def _changes(strip: _Strip) -> tuple[Bytes, Bytes | None, Bytes | None]:
    """Masks of the pixels that differ; with alpha, also of those whose color differs, and of
    those whose color differs under alpha 0 in both.
    """
    channels = strip.one.shape[2]
    if channels == 4:
        return _changes_with_alpha(strip)
    gap = cv2.absdiff(strip.one, strip.two)
    same = cv2.inRange(gap, (0,) * channels, (0,) * channels)
    return np.asarray(cv2.bitwise_not(same), dtype=np.uint8), None, None


def _changes_with_alpha(strip: _Strip) -> tuple[Bytes, Bytes, Bytes]:
    """Each pixel is compared as one number: its four channels lie side by side."""
    word = np.uint64 if strip.one.dtype == np.uint16 else np.uint32
    alpha = np.array([0, 0, 0, np.iinfo(strip.one.dtype).max], strip.one.dtype).view(word)[0]
    one = _words(strip.one, word)
    two = _words(strip.two, word)
    gap = one ^ two
    color = (gap & ~alpha) != 0
    unseen = ((one | two) & alpha) == 0
    unseen &= color
    return (gap != 0).view(np.uint8), color.view(np.uint8), unseen.view(np.uint8)


def _words(strip: Pixels, word: type[np.uint32 | np.uint64]) -> NDArray[np.unsignedinteger[Any]]:
    words: NDArray[Any] = strip.view(word)
    return words[..., 0]


def _around(box: Box | None, found: Sequence[int], top: int) -> Box | None:
    left, row, width, height = (int(value) for value in found)
    if not width:
        return box
    new = (left, top + row, left + width, top + row + height)
    if box is None:
        return new
    return (min(box[0], left), min(box[1], new[1]), max(box[2], new[2]), max(box[3], new[3]))
