"""Modes that take transparency away or share it out: color erase, erase, merge, split, replace."""

from __future__ import annotations

from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from .xcf_color import convert
from .xcf_modes import ResolvedMode

Float = NDArray[np.float32]

_TINY: Final = np.float32(1e-6)


class Eraser(Protocol):
    """Color and alpha of the result."""

    def __call__(
        self, under: Float, over: Float, *, below: Float, above: Float | float, mode: ResolvedMode
    ) -> tuple[Float, Float]: ...


def _quotient(above: Float, below: Float) -> Float:
    return np.divide(above, below, out=np.zeros_like(below), where=below > 0)


def _plane(above: Float | float, like: Float) -> Float:
    return np.broadcast_to(np.asarray(above, np.float32), like.shape)


def merge(
    under: Float, over: Float, *, below: Float, above: Float | float, mode: ResolvedMode
) -> tuple[Float, Float]:
    """Share the pixel: what lies under gives way, so that both add up to one at most."""
    own = _plane(above, below)
    if mode.composite_mode == "union":
        kept = np.minimum(below, 1 - own)
        total = kept + own
        return under + (over - under) * _quotient(own, total), total
    if mode.composite_mode == "clip to layer":
        return np.where(own > 0, over, under), own
    overlap = np.maximum(own + below - 1, np.float32(0))
    if mode.composite_mode == "clip to backdrop":
        return under + (over - under) * _quotient(overlap, below), below
    return np.where(overlap > 0, over, under), overlap


def erase(
    under: Float, over: Float, *, below: Float, above: Float | float, mode: ResolvedMode
) -> tuple[Float, Float]:
    """Take the alpha of what lies over from what lies under."""
    own = _plane(above, below)
    if mode.composite_mode == "clip to backdrop":
        return under, below * (1 - own)
    if mode.composite_mode == "clip to layer":
        return np.where(own > 0, over, under), own * (1 - below)
    if mode.composite_mode == "intersection":
        return under, below * 0
    total = below + own - 2 * below * own
    return under + (over - under) * _quotient((1 - below) * own, total), total


def split(
    under: Float, over: Float, *, below: Float, above: Float | float, mode: ResolvedMode
) -> tuple[Float, Float]:
    """The difference of the alphas."""
    own = _plane(above, below)
    if mode.composite_mode == "clip to backdrop":
        return under, np.maximum(below - own, np.float32(0))
    if mode.composite_mode == "clip to layer":
        left = np.maximum(own - below, np.float32(0))
        return np.where(left > 0, over, under), left
    if mode.composite_mode == "intersection":
        return under, below * 0
    return np.where(own > below, over, under), np.abs(own - below)


def crossfade(
    under: Float, over: Float, *, below: Float, above: Float, strength: Float | float
) -> tuple[Float, Float]:
    """From one picture to another: what a pass-through group with opacity or a mask makes."""
    total = (above - below) * strength + below
    ratio = _quotient(np.broadcast_to(above * strength, below.shape), total)
    return under + (over - under) * ratio, total


def color_erase(
    under: Float, over: Float, *, below: Float, above: Float | float, mode: ResolvedMode
) -> tuple[Float, Float]:
    """Take a color away: as much transparency as leaves the same look over that color."""
    space, blend_space = mode.composite_space, mode.blend_space
    color, taken = convert(under, space, blend_space), convert(over, space, blend_space)
    left, kept = _without(color, taken)
    rest = convert(left, blend_space, space)
    own = _plane(above, below)
    if mode.composite_mode == "clip to backdrop":
        part = 1 - own + kept * own
        ratio = _quotient(kept * own, part)
        return under + (rest - under) * ratio, below * part
    if mode.composite_mode == "clip to layer":
        part = 1 - below + kept * below
        ratio = _quotient(kept * below, part)
        return np.where(own > 0, over + (rest - over) * ratio, under), own * part
    if mode.composite_mode == "intersection":
        return rest, below * own * kept
    total = below + own - (2 - kept) * below * own
    weights = (
        _quotient((1 - own) * below, total),
        _quotient((1 - below) * own, total),
        _quotient(kept * below * own, total),
    )
    return under * weights[0] + over * weights[1] + rest * weights[2], total


def _without(color: Float, taken: Float) -> tuple[Float, Float]:
    inside, away = np.clip(color, 0, 1), np.clip(taken, 0, 1)
    distance = np.abs(inside - away)
    room = np.where(inside > away, 1 - away, away)
    share = np.divide(distance, room, out=np.zeros_like(distance), where=distance > _TINY)
    kept = share.max(0)
    scale = np.divide(1, kept, out=np.zeros_like(kept), where=kept > _TINY)
    return np.where(kept > _TINY, (color - taken) * scale + taken, np.float32(0)), kept


ERASERS: Final[dict[int, Eraser]] = {
    22: color_erase,
    57: color_erase,
    58: erase,
    59: merge,
    60: split,
}
