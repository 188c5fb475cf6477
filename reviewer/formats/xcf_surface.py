"""The picture under construction, and how one patch of a layer is laid onto it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .xcf_blend import BLENDS
from .xcf_blend_erase import ERASERS
from .xcf_color import Float, convert
from .xcf_modes import MODES, ResolvedMode, Space

Stored = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Rect:
    """Rows `top` to `bottom` and columns `left` to `right` of the canvas, ends excluded."""

    top: int
    bottom: int
    left: int
    right: int

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return (self.bottom - self.top, self.right - self.left)

    def meet(self, other: Rect) -> Rect | None:
        """What both cover; None where they do not touch."""
        top, bottom = max(self.top, other.top), min(self.bottom, other.bottom)
        left, right = max(self.left, other.left), min(self.right, other.right)
        return Rect(top, bottom, left, right) if top < bottom and left < right else None

    def around(self, other: Rect) -> Rect:
        """The smallest rectangle that holds both."""
        top, bottom = min(self.top, other.top), max(self.bottom, other.bottom)
        return Rect(top, bottom, min(self.left, other.left), max(self.right, other.right))

    def window(self, inner: Rect) -> tuple[slice, slice]:
        """Where an inner rectangle lies within this one's arrays."""
        return (
            slice(inner.top - self.top, inner.bottom - self.top),
            slice(inner.left - self.left, inner.right - self.left),
        )


@dataclass(frozen=True, slots=True)
class Patch:
    """A piece of a layer: its color in any space, its alpha (None: opaque), its strength."""

    rect: Rect
    color: Callable[[Space], Float]
    alpha: Float | None
    strength: Float | float
    stored: Stored | None = None

    def coverage(self) -> Float | float:
        """Alpha with opacity and mask."""
        return self.strength if self.alpha is None else self.alpha * self.strength

    @property
    def is_solid(self) -> bool:
        """Whether nothing shines through."""
        return self.alpha is None and isinstance(self.strength, float) and self.strength == 1.0


class Surface:
    """Color and alpha of a rectangle of the canvas; bytes as long as nothing was blended."""

    __slots__ = ("alpha", "color", "is_opaque", "rect", "space", "stored")

    def __init__(self, rect: Rect) -> None:
        self.rect = rect
        self.color: Float = np.zeros((3, *rect.shape), np.float32)
        self.alpha: Float = np.zeros(rect.shape, np.float32)
        self.space: Space = "linear"
        self.is_opaque = False
        self.stored: Stored | None = None

    def use(self, space: Space) -> None:
        """Hold the color in this space from now on."""
        if self.space != space:
            self.color = convert(self.color, self.space, space)
            self.space = space

    def copy(self) -> Surface:
        """The same picture, independent of this one."""
        twin = Surface(self.rect)
        twin.color, twin.alpha = self.color.copy(), self.alpha.copy()
        twin.space, twin.is_opaque, twin.stored = self.space, self.is_opaque, self.stored
        return twin


def lay(surface: Surface, patch: Patch | None, mode: ResolvedMode) -> None:
    """Draw a patch onto the surface; where the patch is missing, only clipping shows."""
    if mode.composite_mode in ("clip to layer", "intersection"):
        _clear_outside(surface, patch)
    if patch is None:
        return
    surface.use(mode.composite_space)
    is_normal = mode.number in (0, 28)
    if is_normal and mode.composite_mode == "union" and patch.is_solid:
        _replace(surface, patch)
        return
    surface.stored = None
    if mode.number in ERASERS:
        _lay_eraser(surface, patch, mode)
        return
    rows, columns = surface.rect.window(patch.rect)
    under = surface.color[:, rows, columns]
    over = patch.color(mode.composite_space)
    if is_normal or mode.number not in BLENDS:
        _lay_normal(surface, patch, under=under, over=over, mode=mode)
        return
    blended = BLENDS[mode.number](
        convert(under, mode.composite_space, mode.blend_space), patch.color(mode.blend_space)
    )
    mixed = convert(blended.astype(np.float32, copy=False), mode.blend_space, mode.composite_space)
    below = surface.alpha[rows, columns]
    if MODES[mode.number].is_legacy and mode.composite_mode == "clip to backdrop":
        _mix_legacy(under, mixed, below=below, patch=patch)
        return
    color, alpha = _mix(under, over, mixed, below=below, above=patch.coverage(), mode=mode)
    under[...] = color
    if alpha is not None:
        surface.alpha[rows, columns] = alpha
        surface.is_opaque = False


def _replace(surface: Surface, patch: Patch) -> None:
    rows, columns = surface.rect.window(patch.rect)
    whole = patch.rect == surface.rect
    surface.alpha[rows, columns] = 1.0
    surface.is_opaque = surface.is_opaque or whole
    surface.stored = patch.stored if whole else None
    if surface.stored is None:
        surface.color[:, rows, columns] = patch.color(surface.space)
        return
    surface.color = patch.color(surface.space).copy()


def _clear_outside(surface: Surface, patch: Patch | None) -> None:
    kept = np.zeros(surface.rect.shape, np.bool_)
    if patch is not None:
        kept[surface.rect.window(patch.rect)] = True
    surface.alpha[~kept] = 0.0
    surface.is_opaque = False
    surface.stored = None


def _lay_normal(
    surface: Surface, patch: Patch, *, under: Float, over: Float, mode: ResolvedMode
) -> None:
    """Normal mode, in place: the path nearly every layer takes."""
    rows, columns = surface.rect.window(patch.rect)
    below = surface.alpha[rows, columns]
    above = patch.coverage()
    if mode.composite_mode == "clip to backdrop" or (
        mode.composite_mode == "union" and surface.is_opaque
    ):
        under *= np.float32(1) - above
        under += over * above
        return
    color, alpha = _mix(under, over, over, below=below, above=above, mode=mode)
    under[...] = color
    if alpha is not None:
        surface.alpha[rows, columns] = alpha


def _mix(
    under: Float,
    over: Float,
    mixed: Float,
    *,
    below: Float,
    above: Float | float,
    mode: ResolvedMode,
) -> tuple[Float, Float | None]:
    """Color and alpha (None: unchanged) by the four composite rules of GIMP.

    Two colors are weighed, not a difference added: on a tie of a coarse precision the last bit
    decides.
    """
    if mode.composite_mode == "clip to backdrop":
        return under * (np.float32(1) - above) + mixed * above, None
    if mode.composite_mode == "clip to layer":
        drawn = over + (mixed - over) * below
        return np.where(np.greater(above, 0), drawn, under), np.broadcast_to(above, below.shape)
    if mode.composite_mode == "intersection":
        return mixed, below * above
    total = above + (1 - above) * below
    ratio = np.divide(above, total, out=np.zeros_like(below), where=total > 0)
    drawn = over if mixed is over else below * (mixed - over) + over
    return drawn * ratio + under * (np.float32(1) - ratio), total


def _mix_legacy(under: Float, mixed: Float, *, below: Float, patch: Patch) -> None:
    """The rule of GIMP 2.8: weight by the lesser alpha, keep that of what lies under."""
    own = np.float32(1) if patch.alpha is None else patch.alpha
    weight = np.minimum(below, own) * patch.strength
    total = below + (1 - below) * weight
    ratio = np.divide(weight, total, out=np.zeros_like(below), where=total > 0)
    under += (mixed - under) * ratio
    np.clip(under, 0, 1, out=under)


def _lay_eraser(surface: Surface, patch: Patch, mode: ResolvedMode) -> None:
    rows, columns = surface.rect.window(patch.rect)
    color, alpha = ERASERS[mode.number](
        surface.color[:, rows, columns],
        patch.color(mode.composite_space),
        below=surface.alpha[rows, columns],
        above=patch.coverage(),
        mode=mode,
    )
    surface.color[:, rows, columns] = color
    surface.alpha[rows, columns] = alpha
    surface.is_opaque = False
