"""The way of a marker up to a frame, drawn over that frame."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.overlays.palette import DOCUMENTED, HATCH_INK, Image, Palette

_WIDTH = 2
_UNDER = 4
_HEAD = 7


def draw_trail(
    picture: Image,
    points: Sequence[tuple[float, float]],
    *,
    scale: float = 1.0,
    palette: Palette = DOCUMENTED,
    crossing: NDArray[np.uint8] | None = None,
) -> Image:
    """Draw a way and where it has come to.

    Parameters
    ----------
    picture : (H, W, 3) uint8
        Left as it is.
    points : sequence of (x, y)
        Positions in time, in pixels of the picture; the last one gets a ring.
    scale : float
        Screen pixels per picture pixel: keeps the line's width on the screen.
    palette : Palette
    crossing : (H, W) uint8, optional
        Counted crossings; drawn where the way lies on them.

    Returns
    -------
    (H, W, 3) uint8
    """
    out = np.array(picture, dtype=np.uint8, order="C")
    if not points:
        return out
    line = np.rint(np.array(points)).astype(np.int32).reshape(-1, 1, 2)
    unit = max(1.0, 1.0 / scale)
    widths = tuple(max(1, round(unit * width)) for width in (_UNDER, _WIDTH))
    colors = HATCH_INK, palette.paint("path_clear_video").color
    for width, color in zip(widths, colors, strict=True):
        cv2.polylines(out, [line], False, color, width, cv2.LINE_AA)
    if crossing is not None:
        way = np.zeros(out.shape[:2], dtype=np.uint8)
        cv2.polylines(way, [line], False, 255, max(widths))
        out[(way > 0) & (cv2.dilate(crossing, np.ones((5, 5), np.uint8)) > 0)] = palette.paint(
            "crossing"
        ).color
    head = (int(line[-1, 0, 0]), int(line[-1, 0, 1]))
    for width, color in zip(widths, colors, strict=True):
        cv2.circle(out, head, max(3, round(unit * _HEAD)), color, width, cv2.LINE_AA)
    return out
