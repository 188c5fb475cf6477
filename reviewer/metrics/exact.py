"""Whether two pictures are the same in every channel, and where they are not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from reviewer.metrics.pixels import Box, Bytes, Pixels, alike, size_of

_STRIP_ROWS = 32


@dataclass(frozen=True, slots=True)
class Exact:
    """What differs between two pictures; counts are None where the sizes already differ."""

    is_equal: bool
    is_same_size: bool
    pixels: int
    differing: int | None
    share: float | None
    box: Box | None
    largest: int | None
    alpha_only: int | None
    hidden: int | None
    depth: int
    notes: tuple[str, ...] = ()

    @property
    def is_only_hidden(self) -> bool:
        """Whether all that differs is color that lies under alpha 0 in both pictures."""
        return bool(self.differing) and self.differing == self.hidden


def compare_exact(a: Pixels, b: Pixels) -> Exact:
    """Compare two pictures in every channel, alpha too.

    Parameters
    ----------
    a, b : (H, W) or (H, W, 1…4), bool, uint8 or uint16
        A missing alpha is opaque, grey beside color is repeated, 8 bits beside 16 are compared
        by value.

    Returns
    -------
    Exact
        `differing` pixels, their `share` of all in [0, 1], the `box` around them
        (left, top, right, bottom; the last two outside), the `largest` channel difference (0…255,
        or 0…65535 when `depth` is 16), pixels that differ in `alpha_only`, and `hidden` ones
        whose color differs under alpha 0 in both. Pictures of different sizes are never equal
        and have no counts.

    Raises
    ------
    NotMeasured
        One of them is not a picture.
    """
    one, two = size_of(a), size_of(b)
    if one != two:
        return _of_other_size(one, two)
    first, second, notes = alike(a, b)
    depth = 16 if first.dtype == np.uint16 else 8
    pixels = one[0] * one[1]
    if cv2.norm(first, second, cv2.NORM_INF) == 0:
        return Exact(True, True, pixels, 0, 0.0, None, 0, 0, 0, depth, notes)
    differing = alpha_only = hidden = largest = 0
    box: Box | None = None
    for strip in _differing_strips(first, second):
        largest = max(largest, strip.largest)
        differing += cv2.countNonZero(strip.changed)
        box = _around(box, cv2.boundingRect(strip.changed), strip.top)
        if first.shape[2] == 4:
            alphas, unseen = _alpha_kinds(strip)
            alpha_only += alphas
            hidden += unseen
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
    gap: Pixels
    changed: Bytes
    largest: int


def _differing_strips(first: Pixels, second: Pixels) -> Iterator[_Strip]:
    """Yield the strips of rows that differ; their arrays are shared by all strips."""
    gaps = np.empty_like(first[:_STRIP_ROWS])
    masks = np.empty(gaps.shape[:2], dtype=np.uint8)
    for top in range(0, first.shape[0], _STRIP_ROWS):
        one, two = first[top : top + _STRIP_ROWS], second[top : top + _STRIP_ROWS]
        gap, changed = gaps[: len(one)], masks[: len(one)]
        cv2.absdiff(one, two, dst=gap)
        largest = int(cv2.norm(gap, cv2.NORM_INF))
        if largest:
            _any_channel(gap, 0, changed)
            yield _Strip(top, one, two, gap, changed, largest)


def _any_channel(gap: Pixels, alpha_up_to: int, out: Bytes) -> None:
    """Write 255 where a channel differs; an alpha difference up to the limit does not count."""
    upper = [0] * gap.shape[2]
    if len(upper) == 4:
        upper[3] = alpha_up_to
    cv2.inRange(gap, (0,) * len(upper), tuple(upper), dst=out)
    cv2.bitwise_not(out, dst=out)


def _alpha_kinds(strip: _Strip) -> tuple[int, int]:
    """Count the changed pixels whose color is equal, and those that no one can see."""
    color = strip.changed
    alphas = 0
    if cv2.countNonZero(cv2.extractChannel(strip.gap, 3)):
        color = np.empty_like(strip.changed)
        _any_channel(strip.gap, np.iinfo(strip.gap.dtype).max, color)
        alphas = cv2.countNonZero(strip.changed) - cv2.countNonZero(color)
    seen = cv2.max(cv2.extractChannel(strip.one, 3), cv2.extractChannel(strip.two, 3))
    unseen = cv2.inRange(seen, np.zeros(1), np.zeros(1))
    return alphas, cv2.countNonZero(cv2.bitwise_and(unseen, color))


def _around(box: Box | None, found: Sequence[int], top: int) -> Box | None:
    left, row, width, height = (int(value) for value in found)
    if not width:
        return box
    new = (left, top + row, left + width, top + row + height)
    if box is None:
        return new
    return (min(box[0], left), min(box[1], new[1]), max(box[2], new[2]), max(box[3], new[3]))
