"""Boxes of pixels: rows and columns of a picture, as arrays take them."""

from __future__ import annotations

from collections.abc import Iterable

Box = tuple[slice, slice]
NOWHERE: Box = (slice(0, 0), slice(0, 0))


def meet(one: Box, other: Box) -> bool:
    """Say whether two boxes have a pixel in common."""
    return bool(
        one[0].start < other[0].stop
        and other[0].start < one[0].stop
        and one[1].start < other[1].stop
        and other[1].start < one[1].stop
    )


def common(one: Box, other: Box) -> Box:
    """Return what two boxes that meet have in common."""
    rows, columns = (
        slice(max(a.start, b.start), min(a.stop, b.stop)) for a, b in zip(one, other, strict=True)
    )
    return rows, columns


def around(boxes: Iterable[Box]) -> Box:
    """Return the smallest box that holds all of some."""
    rows, columns = zip(*boxes, strict=True)
    return (
        slice(min(side.start for side in rows), max(side.stop for side in rows)),
        slice(min(side.start for side in columns), max(side.stop for side in columns)),
    )


def grown(box: Box, by: int) -> Box:
    """Return a box with so many pixels more on each side, cut off at the picture's first ones."""
    rows, columns = (slice(max(0, side.start - by), side.stop + by) for side in box)
    return rows, columns


def moved(box: Box, rows: int, columns: int) -> Box:
    """Return a box so many rows further down and so many columns further right."""
    return (
        slice(box[0].start + rows, box[0].stop + rows),
        slice(box[1].start + columns, box[1].stop + columns),
    )
