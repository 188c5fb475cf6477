"""The maze's 2×2 sheet: result, reference, where the path meets walls, how two paths compare."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.overlays.layers import Layer, draw_rings, legend, paint, ring_points
from reviewer.overlays.palette import FILES, RING_UNDER, Image, Palette, two_grey_base
from reviewer.overlays.sheet import BACKGROUND, GAP, LEGEND_ROW, TITLE_ROW, compose_2x2

Mask = NDArray[Any]

LARGEST_PANE = 1280
PREFERRED_PANE = 640
# A clip's four classes with their counts fit beside each other.
NARROWEST_PANE = 680
CLIP_RING_UNDER = 48.0
RINGED = frozenset({"crossing"})

# What a click on a pixel says, by class.
SAYS: Mapping[str, str] = {
    "crossing": "path, on a wall, counted",
    "edge_touch": "path, on a wall's edge, tolerated",
    "path_clear": "path, clear of walls",
    "path_clear_video": "covered by the marker, not judged here",
    "solution_only": "solution's path, missed by the result",
    "result_only": "result's path, not on the solution",
    "both": "on both paths",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class MazePictures:
    """What the sheet is drawn from; masks are (H, W), bool or uint8, all of one size.

    Parameters
    ----------
    result : (H, W, 3) uint8
        The answer, or a frame of the clip.
    reference : (H, W, 3) uint8
        The solution at any size of the same shape.
    walls : mask
        The walls that must not be crossed.
    path : mask
        The path as judged: blue pixels, or the line through a marker's positions.
    covered : mask, optional
        Only for a clip: all that the marker ever covered.
    counted, edge_touch : mask
        Path pixels on walls that count, and that are tolerated.
    wide, target : mask
        The path as wide as a cell, and the solution's path.
    """

    result: Image
    reference: Image
    walls: Mask
    path: Mask
    counted: Mask
    edge_touch: Mask
    wide: Mask
    target: Mask
    covered: Mask | None = None

    @property
    def is_video(self) -> bool:
        """Whether this is a clip's sheet."""
        return self.covered is not None


@dataclass(frozen=True, slots=True)
class LayerChoice:
    """What a person set: hidden classes and opacities in [0, 1] by class name."""

    hidden: Collection[str] = ()
    opacities: Mapping[str, float] = field(default_factory=dict)

    def apply(self, layer: Layer) -> Layer:
        """Return the layer as the person wants it."""
        opacity = self.opacities.get(layer.name, layer.opacity)
        return replace(layer, is_visible=layer.name not in self.hidden, opacity=opacity)


def crossing_layers(pictures: MazePictures, choice: LayerChoice | None = None) -> tuple[Layer, ...]:
    """Return the classes of the wall pane, in painting order.

    Parameters
    ----------
    pictures : MazePictures
    choice : LayerChoice, optional

    Returns
    -------
    tuple of Layer
        In a clip first what the marker covered (light blue); then the clear path, tolerated edge
        touches, counted crossings.
    """
    on_walls = cv2.bitwise_or(_bytes(pictures.counted), _bytes(pictures.edge_touch))
    clear = np.asarray(cv2.subtract(_bytes(pictures.path), on_walls), dtype=np.uint8)
    layers = [
        Layer("path_clear", "path, clear", clear),
        Layer("edge_touch", "edge touch", pictures.edge_touch),
        Layer("crossing", "crossing, counted", pictures.counted),
    ]
    if pictures.covered is not None:
        # The judged line has one pixel: it lies solid on the faint way of the whole marker.
        layers[0] = replace(layers[0], opacity=1.0)
        layers.insert(0, Layer("path_clear_video", "marker", pictures.covered))
    return tuple(map((choice or LayerChoice()).apply, layers))


def compare_layers(pictures: MazePictures, choice: LayerChoice | None = None) -> tuple[Layer, ...]:
    """Return the classes of the comparison pane, in painting order; no two overlap.

    Parameters
    ----------
    pictures : MazePictures
    choice : LayerChoice, optional

    Returns
    -------
    tuple of Layer
        Solution only, result only, both.
    """
    wide, target = _bytes(pictures.wide), _bytes(pictures.target)
    masks = (
        ("solution_only", "solution only", cv2.subtract(target, wide)),
        ("result_only", "result only", cv2.subtract(wide, target)),
        ("both", "both", cv2.bitwise_and(wide, target)),
    )
    layers = [Layer(name, label, np.asarray(mask, dtype=np.uint8)) for name, label, mask in masks]
    return tuple(map((choice or LayerChoice()).apply, layers))


def say_pixel(layers: Sequence[Layer], walls: Mask, x: int, y: int) -> str | None:
    """Say what a pixel of the wall or comparison pane is.

    Parameters
    ----------
    layers : sequence of Layer
        In painting order.
    walls : (H, W) mask
    x, y : int
        Column and row.

    Returns
    -------
    str or None
        ``"path, on a wall, counted"``; ``"wall"`` or ``"open ground"`` where no visible class
        lies; None outside the picture.
    """
    if not (0 <= x < walls.shape[1] and 0 <= y < walls.shape[0]):
        return None
    for layer in reversed(layers):
        if layer.is_visible and layer.mask[y, x]:
            return SAYS.get(layer.name, layer.label)
    return "wall" if walls[y, x] else "open ground"


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
    base = two_grey_base(_bytes(pictures.walls) > 0)
    scale = _scale_in(sheet, width, height)
    wrong = paint(base, crossing, palette, scale=scale)
    # A line of one pixel shows its crossings too faintly: in a clip all of them get a ring.
    under = CLIP_RING_UNDER if pictures.is_video else RING_UNDER
    wrong = draw_rings(wrong, ring_points(crossing, scale, names=RINGED, under=under), scale=scale)
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


def _bytes(mask: Mask) -> NDArray[np.uint8]:
    """Return a mask of any numbers as 0 and 255: what subtracting and overlapping need."""
    plain = mask.view(np.uint8) if mask.dtype == np.bool_ else mask.astype(np.uint8, copy=False)
    return np.asarray(cv2.threshold(plain, 0, 255, cv2.THRESH_BINARY)[1], dtype=np.uint8)
