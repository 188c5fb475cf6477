"""The maze's 2×2 sheet as one picture: result, reference, what is wrong, how the two compare."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from reviewer.overlays.layers import Layer, draw_rings, legend, paint, ring_points
from reviewer.overlays.maze import (
    LayerChoice,
    MazePictures,
    compare_layers,
    crossing_layers,
    plain_mask,
)
from reviewer.overlays.palette import (
    FILES,
    LINE_RING_UNDER,
    RING_UNDER,
    Image,
    Palette,
    two_grey_base,
)
from reviewer.overlays.rings import SEEN_AT
from reviewer.overlays.sheet import BACKGROUND, GAP, LEGEND_ROW, TITLE_ROW, compose_2x2

LARGEST_PANE = 1280
PREFERRED_PANE = 640
# A clip's four classes with their counts fit beside each other.
NARROWEST_PANE = 680
RINGED = frozenset({"crossing"})


def draw_maze_sheet(
    pictures: MazePictures,
    *,
    palette: Palette = FILES,
    choice: LayerChoice | None = None,
    size: tuple[int, int] | None = None,
) -> Image:
    """Draw the 2×2 sheet as one picture.

    Parameters
    ----------
    pictures : MazePictures
    palette : Palette
        The documented colors as files have them, or the color-blind safe ones.
    choice : LayerChoice, optional
    size : (width, height), optional
        Of the sheet; without it panes of up to 1280 pixels at a whole scale.

    Returns
    -------
    (height, width, 3) uint8

    Raises
    ------
    ValueError
        Masks of different sizes, or a sheet too small for four panes.
    """
    height, width = pictures.walls.shape[:2]
    sheet = size or sheet_size(width, height)
    crossing, compare = crossing_layers(pictures, choice), compare_layers(pictures, choice)
    base = two_grey_base(plain_mask(pictures.walls) > 0)
    scale = _scale_in(sheet, width, height)
    wrong = paint(base, crossing, palette, scale=scale)
    wrong = _ringed(wrong, crossing, scale, is_video=pictures.is_video)
    result = pictures.result
    if pictures.is_video:
        result = paint(result, crossing[:2], palette, scale=scale)
    rows = legend(crossing, palette), legend(compare, palette)
    return compose_2x2(
        (
            _above_foot(result, scale),
            _above_foot(_at_size(pictures.reference, (width, height)), scale),
            wrong,
            paint(base, compare, palette, scale=scale),
        ),
        titles=(
            "Video path" if pictures.is_video else "Result",
            "Reference",
            "What is wrong: walls crossed",
            "How the two compare",
        ),
        size=sheet,
        legends=((), (), *rows),
    )


def sheet_size(width: int, height: int) -> tuple[int, int]:
    """Return width and height of a sheet whose panes show a picture at a whole scale.

    Whole scales keep walls of one pixel alike, and are several times faster to draw.

    Parameters
    ----------
    width, height : int
        Of the picture in pixels.
    """
    longest = max(width, height)
    if longest > LARGEST_PANE:
        parts = -(-longest // LARGEST_PANE)
        width, height = -(-width // parts), -(-height // parts)
    else:
        times = max(1, round(PREFERRED_PANE / longest))
        width, height = width * times, height * times
    foot = TITLE_ROW + LEGEND_ROW
    return 2 * max(width, NARROWEST_PANE) + 3 * GAP, 2 * (max(height, 64) + foot) + 3 * GAP


def _ringed(wrong: Image, layers: Sequence[Layer], scale: float, *, is_video: bool) -> Image:
    under = LINE_RING_UNDER / SEEN_AT if is_video else RING_UNDER
    rings = ring_points(layers, scale, names=RINGED, under=under)
    # Grown before the rings are drawn: a grown ring would be a staircase.
    times = max(1, int(scale))
    if rings and times > 1:
        size = wrong.shape[1] * times, wrong.shape[0] * times
        wrong = np.asarray(cv2.resize(wrong, size, interpolation=cv2.INTER_NEAREST), np.uint8)
        rings = tuple(
            replace(
                ring,
                x=(ring.x + 0.5) * times - 0.5,
                y=(ring.y + 0.5) * times - 0.5,
                side=ring.side * times,
            )
            for ring in rings
        )
    return draw_rings(wrong, rings, scale=scale / times)


def _at_size(picture: Image, size: tuple[int, int]) -> Image:
    if picture.shape[:2] == size[::-1]:
        return picture
    method = cv2.INTER_AREA if size[0] < picture.shape[1] else cv2.INTER_NEAREST
    return np.asarray(cv2.resize(picture, size, interpolation=method), dtype=np.uint8)


def _above_foot(picture: Image, scale: float) -> Image:
    """Leave the room that the panes below need for their legends: all four have one scale."""
    rows = round(LEGEND_ROW / scale)
    padded = cv2.copyMakeBorder(picture, 0, rows, 0, 0, cv2.BORDER_CONSTANT, value=BACKGROUND)
    return np.asarray(padded, dtype=np.uint8)


def _scale_in(sheet: tuple[int, int], width: int, height: int) -> float:
    """Return sheet pixels per picture pixel, so that hatching and rings keep their size."""
    room = (sheet[0] - 3 * GAP) / 2, (sheet[1] - 3 * GAP) / 2 - TITLE_ROW - LEGEND_ROW
    return max(min(room[0] / width, room[1] / height), 1e-3)
