"""How much of the intended change was made, and whether in its direction."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from reviewer.metrics import NotMeasured
from reviewer.metrics.pixels import Pixels, rgb, same_size

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
        With m = golden − initial and d = result − initial over R, G and B: `value` is
        ⟨d, m⟩ / ⟨m, m⟩, `aligned` is ⟨d, m⟩ / (|d| |m|), `made` and `meant` are the root mean
        squares of d and m in levels of 255.

    Raises
    ------
    NotMeasured
        Sizes differ, or golden and initial are the same picture.
    """
    same_size(initial, golden)
    same_size(initial, result)
    start, wanted, got = rgb(initial), rgb(golden), rgb(result)
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
        raise NotMeasured("golden and initial are the same picture: no change was meant")
    return IntendedChange(
        value=cross / meant,
        aligned=cross / math.sqrt(meant * made) if made else None,
        made=math.sqrt(made / start.size),
        meant=math.sqrt(meant / start.size),
    )
