"""The 2×2 sheet as one picture: four panes with titles and legends, for export."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as PillowImage
from PIL import ImageDraw

from reviewer.overlays.layers import (
    Layer,
    LegendEntry,
    Ring,
    draw_rings,
    legend,
    paint,
    ring_points,
)
from reviewer.overlays.lettering import lettering
from reviewer.overlays.palette import HATCH_INK, Color, Image, as_rgb

__all__ = [
    "Layer",
    "LegendEntry",
    "Ring",
    "compose_2x2",
    "draw_rings",
    "fit_into",
    "legend",
    "paint",
    "ring_points",
]

BACKGROUND: Color = (43, 43, 43)
HEADER: Color = (28, 29, 31)
INK: Color = (236, 238, 240)
INK_QUIET: Color = (176, 180, 186)
GAP = 8
TITLE_ROW = 32
LEGEND_ROW = 24
SMALLEST_PANE = 32


def compose_2x2(
    panes: Sequence[NDArray[Any] | None],
    *,
    titles: Sequence[str],
    size: tuple[int, int],
    legends: Sequence[Sequence[LegendEntry]] = (),
) -> Image:
    """Put four pictures into one sheet.

    Parameters
    ----------
    panes : sequence of 4 pictures, (H, W) or (H, W, 1…4) uint8, or None
        Result, reference, what is wrong, how the two compare. None leaves a pane that says
        "no picture"; it is never drawn as a blank one.
    titles : sequence of 4 str
    size : (width, height)
        Size of the sheet in pixels.
    legends : sequence of 4 legends, optional
        Rows under each pane; an empty one takes no room.

    Returns
    -------
    (height, width, 3) uint8

    Raises
    ------
    ValueError
        Not four panes or titles, or a sheet too small to hold them.
    """
    rows = tuple(legends) or ((), (), (), ())
    if not len(panes) == len(titles) == len(rows) == 4:
        raise ValueError(
            f"a sheet has 4 panes, titles and legends, not {len(panes)}, {len(titles)}, {len(rows)}"
        )
    width, height = size
    half = ((width - 3 * GAP) // 2, (height - 3 * GAP) // 2)
    if half[0] < SMALLEST_PANE or half[1] < SMALLEST_PANE + TITLE_ROW:
        raise ValueError(f"a sheet of {width}×{height} pixels is too small for four panes")
    out = np.empty((height, width, 3), dtype=np.uint8)
    lefts = tuple(GAP + column * (half[0] + GAP) for column in (0, 1))
    tops = tuple(GAP + row * (half[1] + GAP) for row in (0, 1))
    _frame(out, tops, half[1])
    _frame(out.transpose(1, 0, 2), lefts, half[0])
    for index in range(4):
        left, top = lefts[index % 2], tops[index // 2]
        cell = out[top : top + half[1], left : left + half[0]]
        _draw_pane(cell, panes[index], titles[index], rows[index])
    return out


def _frame(out: Image, starts: Sequence[int], side: int) -> None:
    """Fill the rows before, between and after two parts."""
    ends = (0, *(start + side for start in starts))
    for end, start in zip(ends, (*starts, len(out)), strict=True):
        out[end:start] = BACKGROUND


def fit_into(image: NDArray[Any], size: tuple[int, int]) -> Image:
    """Scale a picture to the largest size that fits, keeping its shape.

    Parameters
    ----------
    image : (H, W) or (H, W, 1…4) uint8
    size : (width, height)

    Returns
    -------
    (h, w, 3) uint8
        Averaged over areas when it shrinks, whole pixels (nearest) when it grows.
    """
    picture = as_rgb(image)
    height, width = picture.shape[:2]
    scale = min(size[0] / width, size[1] / height)
    target = (max(1, round(width * scale)), max(1, round(height * scale)))
    if target == (width, height):
        return picture
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_NEAREST
    return np.asarray(cv2.resize(picture, target, interpolation=method), dtype=np.uint8)


def _draw_pane(
    out: Image, image: NDArray[Any] | None, title: str, rows: Sequence[LegendEntry]
) -> None:
    height, width = out.shape[:2]
    lines = _legend_lines(rows, width)
    foot = LEGEND_ROW * len(lines)
    room = (width, max(1, height - TITLE_ROW - foot))
    # Only the strips with words go through Pillow: copying whole panes there and back is slow.
    out[:TITLE_ROW] = _title(title, width)
    between = out[TITLE_ROW : TITLE_ROW + room[1]]
    if image is None or 0 in image.shape[:2]:
        between[:] = _no_picture(room)
    else:
        fitted = fit_into(image, room)
        left, top = (room[0] - fitted.shape[1]) // 2, (room[1] - fitted.shape[0]) // 2
        right, bottom = left + fitted.shape[1], top + fitted.shape[0]
        # Only the margins are filled: whole panes under pictures are seen by nobody.
        between[:top] = between[bottom:] = BACKGROUND
        between[top:bottom, :left] = between[top:bottom, right:] = BACKGROUND
        between[top:bottom, left:right] = fitted
    if foot:
        out[TITLE_ROW + room[1] :] = _foot(lines, (width, height - TITLE_ROW - room[1]))


@lru_cache(maxsize=32)
def _title(title: str, width: int) -> Image:
    canvas = PillowImage.new("RGB", (width, TITLE_ROW), HEADER)
    _text(ImageDraw.Draw(canvas), (12, TITLE_ROW // 2), title, INK, 15)
    return np.asarray(canvas, dtype=np.uint8)


def _no_picture(size: tuple[int, int]) -> Image:
    canvas = PillowImage.new("RGB", size, BACKGROUND)
    middle = (size[0] // 2, size[1] // 2)
    _text(ImageDraw.Draw(canvas), middle, "no picture", INK_QUIET, 13, anchor="mm")
    return np.asarray(canvas, dtype=np.uint8)


def _foot(lines: Sequence[Sequence[tuple[int, LegendEntry]]], size: tuple[int, int]) -> Image:
    canvas = PillowImage.new("RGB", size, HEADER)
    draw = ImageDraw.Draw(canvas)
    for number, line in enumerate(lines):
        for x, entry in line:
            _legend_entry(draw, (x, number * LEGEND_ROW), entry)
    return np.asarray(canvas, dtype=np.uint8)


def _legend_lines(rows: Sequence[LegendEntry], width: int) -> list[list[tuple[int, LegendEntry]]]:
    lines: list[list[tuple[int, LegendEntry]]] = []
    x = width
    for entry in rows:
        needed = 22 + _text_width(_legend_words(entry), 12) + 18
        if x + needed > width or not lines:
            lines.append([])
            x = 12
        lines[-1].append((x, entry))
        x += needed
    return lines


def _legend_words(entry: LegendEntry) -> str:
    # A plain space: few fonts have a thin one.
    count = f"{entry.pixels:,}".replace(",", " ")
    return f"{entry.label}  {count} px" + ("" if entry.is_visible else ", hidden")


def _legend_entry(draw: ImageDraw.ImageDraw, corner: tuple[int, int], entry: LegendEntry) -> None:
    x, y = corner[0], corner[1] + LEGEND_ROW // 2
    draw.rectangle((x, y - 6, x + 11, y + 5), fill=entry.color)
    if entry.is_hatched:
        for shift in (0, 6):
            ends = (x + shift, y + 5, min(x + 11, x + shift + 11), y - 6 + max(0, shift))
            draw.line(ends, fill=HATCH_INK, width=2)
    _text(draw, (x + 18, y), _legend_words(entry), INK, 12)


def _text(
    draw: ImageDraw.ImageDraw,
    where: tuple[int, int],
    words: str,
    color: Color,
    size: int,
    *,
    anchor: str = "lm",
) -> None:
    font, words = lettering(words, size)
    draw.text(where, words, fill=color, font=font, anchor=anchor)


def _text_width(words: str, size: int) -> int:
    font, words = lettering(words, size)
    return round(font.getlength(words))
