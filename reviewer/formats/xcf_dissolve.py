"""Dissolve: GIMP scatters pixels by a fixed table of random numbers, so its result repeats."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .xcf_surface import Patch, Rect

# The seed and the length of GIMP's table of row seeds.
_SEED: Final = 314159265
_ROWS: Final = 4096
_KEY: Final = 624
_RANGE: Final = 255


def dissolved(patch: Patch) -> Patch:
    """The patch with each pixel either there or not, by chance in proportion to its coverage."""
    threshold = _numbers(patch.rect)
    shown = threshold < np.asarray(patch.coverage(), np.float32) * np.float32(255)
    return replace(patch, alpha=shown.astype(np.float32), strength=1.0, stored=None)


def _numbers(rect: Rect) -> NDArray[np.float32]:
    """One number in 0..254 for each pixel of a rectangle of the canvas."""
    seeds = _row_seeds()[np.arange(rect.top, rect.bottom) % _ROWS]
    keys = _keys(seeds)
    out = np.empty(rect.shape, np.float32)
    generator = np.random.MT19937(0)
    skipped = max(rect.left, 0)
    for row in range(len(seeds)):
        generator.state = {
            "bit_generator": "MT19937",
            "state": {"key": keys[:, row], "pos": _KEY},
        }
        drawn = generator.random_raw(skipped + rect.shape[1])
        out[row] = drawn[skipped:] % _RANGE
    return out


@lru_cache(maxsize=1)
def _row_seeds() -> NDArray[np.uint32]:
    generator = np.random.MT19937(0)
    generator.state = {
        "bit_generator": "MT19937",
        "state": {"key": _keys(np.array([_SEED], np.uint32))[:, 0], "pos": _KEY},
    }
    return generator.random_raw(_ROWS).astype(np.uint32)


def _keys(seeds: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """The Mersenne Twister's first state for each seed, by its 2002 initialization."""
    keys = np.empty((_KEY, len(seeds)), np.uint32)
    keys[0] = seeds
    for index in range(1, _KEY):
        before = keys[index - 1]
        keys[index] = np.uint32(1812433253) * (before ^ (before >> np.uint32(30))) + np.uint32(
            index
        )
    return keys
