"""How much of the intended change was made, and whether in its direction."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from reviewer.metrics import NotMeasured
from reviewer.metrics.pixels import Bytes, Pixels, alpha, rgb, same_size

_STRIP_ROWS = 256


@dataclass(frozen=True, slots=True)
class IntendedChange:
    """The change that was made, measured along the change that was meant.

    `value` 1 is as much as meant, 0 none of it (a no-op), below 0 the wrong way. `aligned` in
    [−1, 1] is the cosine of the two changes; None for a no-op, which has no direction.
    """

    value: float
    aligned: float | None
    made: float
    meant: float


def intended_change(initial: Pixels, golden: Pixels, result: Pixels) -> IntendedChange:
    """Measure how much of the change from initial to golden a result made.

    Parameters
    ----------
    initial, golden, result : (H, W) or (H, W, 1…4), bool, uint8 or uint16

    Returns
    -------
    IntendedChange
        With m = golden − initial and d = result − initial over R, G and B, and over alpha where
        one of the three has it: `value` is
        ⟨d, m⟩ / ⟨m, m⟩, `aligned` is ⟨d, m⟩ / (|d| |m|), `made` and `meant` are the root mean
        squares of d and m in levels of 255.

    Raises
    ------
    NotMeasured
        Sizes differ, or golden and initial have the same pixels.
    """
    same_size(initial, golden)
    same_size(initial, result)
    has_alpha = any(alpha(picture) is not None for picture in (initial, golden, result))
    start, wanted, got = (_channels(part, has_alpha) for part in (initial, golden, result))
    cross = meant = made = 0
    for top in range(0, start.shape[0], _STRIP_ROWS):
        rows = slice(top, top + _STRIP_ROWS)
        base = start[rows].astype(np.int16)
        # Whole numbers in float64: sums stay exact and dot products run in BLAS.
        aim = (wanted[rows] - base).ravel().astype(np.float64)
        step = (got[rows] - base).ravel().astype(np.float64)
        cross += int(np.dot(aim, step))
        meant += int(np.dot(aim, aim))
        made += int(np.dot(step, step))
    if not meant:
        raise NotMeasured("golden and initial have the same pixels: no change of them was meant")
    return IntendedChange(
        value=cross / meant,
        aligned=cross / math.sqrt(meant * made) if made else None,
        made=math.sqrt(made / start.size),
        meant=math.sqrt(meant / start.size),
    )


def _channels(image: Pixels, has_alpha: bool) -> Bytes:
    """R, G and B, with alpha behind them where it counts; a missing one is opaque."""
    color = rgb(image)
    if not has_alpha:
        return color
    cover = alpha(image)
    return np.dstack([color, np.full(color.shape[:2], 255, np.uint8) if cover is None else cover])
