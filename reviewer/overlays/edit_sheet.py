"""The 2×2 sheet of an edited picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reviewer.overlays.change import change_layers
from reviewer.overlays.difference import SAME, difference_layers
from reviewer.overlays.layers import Layer, LegendEntry, draw_rings, legend, paint, ring_points
from reviewer.overlays.palette import DOCUMENTED, Image, Palette, grey_base
from reviewer.overlays.sheet import LEGEND_ROW, TITLE_ROW, compose_2x2

TITLES = ("Result", "Reference", "What is wrong", "How the two compare")
MOST_RINGS = 40


def edit_sheet(
    result: NDArray[Any],
    golden: NDArray[Any],
    classes: NDArray[np.uint8],
    *,
    size: tuple[int, int],
    initial: NDArray[Any] | None = None,
    tolerance: int = 0,
    palette: Palette = DOCUMENTED,
) -> Image:
    """Compose result, reference, their difference, and the change made against the one meant.

    Parameters
    ----------
    result, golden : (H, W) or (H, W, 1…4) uint8
        Pictures of one size.
    classes : (H, W) uint8
        Their difference: 0 same, 1 small, 2 large.
    size : (width, height)
        Size of the sheet in pixels.
    initial : like result, optional
        Without it, or where its size differs, the last pane says that there is no picture.
    tolerance : int
        For the fourth pane: two pixels are the same while no channel differs by more.
    palette : Palette

    Returns
    -------
    (height, width, 3) uint8
    """
    scale = _scale(result, size)
    wrong = difference_layers(classes)
    third = _painted(result, wrong, classes != SAME, palette, scale)
    panes: list[NDArray[Any] | None] = [result, golden, third]
    legends: list[Sequence[LegendEntry]] = [(), (), legend(wrong, palette)]
    if initial is not None and initial.shape[:2] == result.shape[:2]:
        change = change_layers(initial, golden, result, tolerance=tolerance)
        amiss = change[1].mask | change[2].mask | change[3].mask
        panes.append(_painted(result, change, amiss, palette, scale))
        legends.append(legend(change, palette))
    else:
        panes.append(None)
        legends.append(())
    return compose_2x2(panes, titles=TITLES, size=size, legends=legends)


def _painted(
    image: NDArray[Any],
    layers: Sequence[Layer],
    marked: NDArray[np.bool_],
    palette: Palette,
    scale: float,
) -> Image:
    painted = paint(grey_base(image), layers, palette, scale=scale)
    # A speck of one class inside a field of another is seen without a ring.
    rings = ring_points([Layer("large", "", marked)], scale, most=MOST_RINGS)
    return draw_rings(painted, rings, scale=scale)


def _scale(image: NDArray[Any], size: tuple[int, int]) -> float:
    height, width = image.shape[:2]
    room = (size[0] / 2, max(1.0, size[1] / 2 - TITLE_ROW - LEGEND_ROW))
    return float(min(room[0] / width, room[1] / height))
