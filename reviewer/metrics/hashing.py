"""A picture as 64 bits: which of 8 × 8 places are brighter than the mean."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from reviewer.metrics.pixels import Pixels, luma, pillow

SIDE = 8


@dataclass(frozen=True, slots=True)
class AverageHash:
    """The 8 × 8 bits; `is_flat` when all places are alike, so that the bits say nothing."""

    bits: NDArray[np.bool_] = field(compare=False, repr=False)
    hex: str
    is_flat: bool


def average_hash(image: Pixels) -> AverageHash:
    """Hash a picture by its brightness.

    Parameters
    ----------
    image : (H, W) or (H, W, 1…4), bool, uint8 or uint16

    Returns
    -------
    AverageHash
        Grey, LANCZOS to 8 × 8, a bit where the value is strictly above the mean.

    Raises
    ------
    NotMeasured
        Not a picture.
    """
    small = pillow(luma(image)).resize((SIDE, SIDE), Image.Resampling.LANCZOS)
    values = np.asarray(small, dtype=np.uint8)
    bits = values > values.mean()
    return AverageHash(
        bits=bits,
        hex=np.packbits(bits).tobytes().hex(),
        is_flat=bool(values.max() == values.min()),
    )


def hash_similarity(a: AverageHash, b: AverageHash) -> float:
    """Measure the share of bits that agree.

    Parameters
    ----------
    a, b : AverageHash

    Returns
    -------
    float
        In [0, 1]: 1 − differing / 64.
    """
    return 1.0 - int(np.count_nonzero(a.bits != b.bits)) / a.bits.size
