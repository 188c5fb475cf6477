"""Classes over a picture: painting them, counting them, and saying what a pixel is."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from reviewer.overlays.lone import lone_regions
from reviewer.overlays.palette import (
    DOCUMENTED,
    HATCH_INK,
    HATCH_PERIOD,
    HATCH_WIDTH,
    LINE_RING_UNDER,
    RING_UNDER,
    Color,
    Image,
    Paint,
    Palette,
    as_rgb,
)
from reviewer.overlays.rings import SEEN_AT, Ring, all_regions, draw_rings, small_regions

__all__ = [
    "MARKED",
    "Layer",
    "LegendEntry",
    "Ring",
    "draw_rings",
    "legend",
    "paint",
    "ring_points",
]

# Classes that a person must find even where they are a few pixels small. What is tolerated is none:
# a ring round it would look like one round what counts.
MARKED = frozenset({"crossing", "large", "small", "change_missing", "change_uncalled"})
# Of these a region counts against the result: it is found however thin it is.
COUNTED = frozenset({"crossing"})
# Of these a large region draws the eye to what lies beside it.
DIFFERENCES = frozenset({"large", "small", "change_missing", "change_uncalled"})
# Gets no ring itself, and draws the eye as they do.
SEEN = frozenset({"changed_otherwise"})
# Screen pixels.
_LINE_WIDTH = 2.0


@dataclass(frozen=True, slots=True)
class Layer:
    """One class over a picture.

    Parameters
    ----------
    name : str
        Class name; the palette's key unless `color` is given.
    label : str
        What a person reads in the legend and on a click: ``"path, on a wall, counted"``.
    mask : (H, W) bool or uint8
        Where the class is. Never written to.
    color : (r, g, b), optional
        Own color; without it the palette's color of `name`.
    opacity : float, optional
        In [0, 1]; without it the palette's.
    is_visible : bool
        A hidden layer is neither painted nor found by a click, and keeps its legend row.
    is_line : bool
        A line of one pixel: painted two screen pixels wide at least, counted as it is.
    """

    name: str
    label: str
    mask: NDArray[Any]
    color: Color | None = None
    opacity: float | None = None
    is_visible: bool = True
    is_line: bool = False

    def paint(self, palette: Palette) -> Paint:
        """Return how this layer is drawn under a palette."""
        if self.color is None:
            found = palette.paint(self.name)
        else:
            found = replace(palette.paints.get(self.name, Paint(self.color)), color=self.color)
        return found if self.opacity is None else replace(found, opacity=self.opacity)


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """One row of a legend: name, words, color, marks and how many pixels it covers."""

    name: str
    label: str
    color: Color
    opacity: float
    is_hatched: bool
    is_visible: bool
    pixels: int


def paint(
    base: NDArray[Any],
    layers: Sequence[Layer],
    palette: Palette = DOCUMENTED,
    *,
    scale: float = 1.0,
) -> Image:
    """Paint layers over a picture, first to last.

    Parameters
    ----------
    base : (H, W) or (H, W, 1…4) uint8
        The picture below; left as it is.
    layers : sequence of Layer
        Masks of the size of `base`.
    palette : Palette
        Colors of layers without their own.
    scale : float
        Screen pixels per picture pixel; keeps the hatching at 4 of 14 *screen* pixels.

    Returns
    -------
    (H, W, 3) uint8

    Raises
    ------
    ValueError
        A mask of another size, an opacity outside [0, 1] or a scale that is not positive.
    KeyError
        A layer without color whose class the palette does not know.
    """
    if not scale > 0:
        raise ValueError(f"scale is screen pixels per picture pixel and positive, not {scale}")
    out = as_rgb(base)
    for layer in layers:
        mask = _mask(layer, out.shape[:2])
        how = layer.paint(palette)
        if not 0.0 <= how.opacity <= 1.0:
            raise ValueError(f"layer {layer.name!r}: opacity {how.opacity} is not in [0, 1]")
        if layer.is_visible and how.opacity > 0.0:
            _paint_one(out, _thick(mask, scale) if layer.is_line else mask, how, scale)
    return out


def _thick(mask: NDArray[np.uint8], scale: float) -> NDArray[np.uint8]:
    """A line that stays in sight when the picture is shown smaller than it is."""
    side = max(1, round(_LINE_WIDTH / scale))
    return np.asarray(cv2.dilate(mask, np.ones((side, side), np.uint8)), dtype=np.uint8)


def legend(layers: Sequence[Layer], palette: Palette = DOCUMENTED) -> tuple[LegendEntry, ...]:
    """Return the rows of a legend, in the order of the layers, with pixel counts.

    Parameters
    ----------
    layers : sequence of Layer
    palette : Palette

    Returns
    -------
    tuple of LegendEntry
        Hidden layers and layers of 0 pixels included: "0 px" is an answer too.
    """
    rows = []
    for layer in layers:
        how = layer.paint(palette)
        rows.append(
            LegendEntry(
                name=layer.name,
                label=layer.label,
                color=how.color,
                opacity=how.opacity,
                is_hatched=how.is_hatched,
                is_visible=layer.is_visible,
                pixels=int(np.count_nonzero(layer.mask)),
            )
        )
    return tuple(rows)


def ring_points(
    layers: Sequence[Layer],
    scale: float,
    *,
    names: Collection[str] = MARKED,
    under: float = RING_UNDER,
    most: int = 200,
) -> tuple[Ring, ...]:
    """Find the marked regions that would be too small to see on the screen.

    Parameters
    ----------
    layers : sequence of Layer
    scale : float
        Screen pixels per picture pixel.
    names : collection of str
        Classes that are marked at all.
    under : float
        Longer side, in screen pixels, below which a region gets a ring. What counts against the
        result gets one also where it is only thin, on a line of one pixel up to `LINE_RING_UNDER`.
    most : int
        At most so many rings, the larger regions first: a field of rings says nothing.

    Returns
    -------
    tuple of Ring
        Middles in picture pixels, larger regions first.
    """
    rings: list[tuple[int, Ring]] = []
    wanted = DIFFERENCES.intersection(names)
    changed = [layer for layer in layers if layer.is_visible and layer.name in wanted]
    for layer in layers:
        if layer.is_visible and layer.name in names and layer.name not in DIFFERENCES:
            is_counted = layer.name in COUNTED
            limit = LINE_RING_UNDER / SEEN_AT if layer.is_line and is_counted else under
            mask = _mask(layer, layer.mask.shape)
            found = small_regions(mask, limit / scale, with_thin=is_counted)
            rings += [(area, Ring(layer.name, x, y, side)) for area, x, y, side in found]
    rings.sort(key=lambda found: -found[0])
    return (*_lone(changed, layers, scale, under), *(ring for _, ring in rings))[:most]


def _lone(
    ringed: Sequence[Layer], layers: Sequence[Layer], scale: float, under: float
) -> Iterator[Ring]:
    """Rings of differences: big ones are seen, so only what stands alone and small gets one."""
    if not ringed:
        return
    beside = [layer for layer in layers if layer.is_visible and layer.name in SEEN]
    masks = [_mask(layer, layer.mask.shape) for layer in (*ringed, *beside)]
    regions = all_regions(np.asarray(np.bitwise_or.reduce(masks), np.uint8))
    shown = regions * np.array([scale, scale, scale, scale, scale * scale])
    for x, y, side in lone_regions(shown, under=under):
        # Middles of pixels, as everywhere in pictures.
        yield Ring(ringed[0].name, x / scale - 0.5, y / scale - 0.5, side / scale)


def _mask(layer: Layer, size: tuple[int, ...]) -> NDArray[np.uint8]:
    mask = layer.mask
    if mask.shape != size:
        raise ValueError(f"layer {layer.name!r}: mask {mask.shape} does not fit picture {size}")
    # OpenCV takes rows with gaps between them, but no gaps inside a row.
    whole = np.ascontiguousarray(mask if mask.dtype == np.uint8 else mask != 0)
    return whole.view(np.uint8)


def _paint_one(out: Image, mask: NDArray[np.uint8], how: Paint, scale: float) -> None:
    left, top, width, height = cv2.boundingRect(mask)
    if not width:
        return
    part = out[top : top + height, left : left + width]
    inside = np.ascontiguousarray(mask[top : top + height, left : left + width])
    ink = _full(how.color, (height, width))
    if how.is_hatched:
        cv2.copyTo(
            _full(HATCH_INK, (height, width)), _hatch(left, top, (height, width), scale), ink
        )
    if how.opacity < 1.0:
        ink = np.asarray(
            cv2.addWeighted(ink, how.opacity, np.ascontiguousarray(part), 1.0 - how.opacity, 0.0)
        )
    cv2.copyTo(ink, inside, part)


def _full(color: Color, size: tuple[int, int]) -> Image:
    # Ten times as fast as broadcasting three bytes over a picture.
    out = np.empty((*size, 3), dtype=np.uint8)
    cv2.rectangle(out, (0, 0), (size[1], size[0]), color, cv2.FILLED)
    return out


def _hatch(left: int, top: int, size: tuple[int, int], scale: float) -> NDArray[np.uint8]:
    # The pattern hangs on the picture's corner, so that it does not swim between layers. Along a
    # diagonal it is the same, so one line of it, shifted row by row, is the whole.
    height, width = size
    diagonal = np.arange(left + top, left + top + height + width - 1, dtype=np.float32)
    period = max(HATCH_PERIOD / scale, 2.0)
    line = (np.mod(diagonal, period) < period * (HATCH_WIDTH / HATCH_PERIOD)).view(np.uint8)
    return np.ascontiguousarray(np.lib.stride_tricks.sliding_window_view(line, width))
