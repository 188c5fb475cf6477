"""The difference of two pictures for the walker: painted, with its regions by area."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reviewer.kinds.protocol import Token

if TYPE_CHECKING:
    from reviewer.metrics.differences import Region

_REGIONS = 500
# Up to here two levels are the same at first, as on the sheet.
TOLERANCE = 8


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """`image` is uint8 (H, W, 3); `same`, `small`, `large` are shares of the picture."""

    image: Any
    regions: tuple[Region, ...]
    count: int
    same: float
    small: float
    large: float
    note: str
    tolerance: int
    large_over: int


def difference(first: Any, second: Any, tolerance: int, token: Token) -> Difference:  # noqa: ANN401
    """Compare two pictures; the second is brought to the size of the first, and that is said."""
    from reviewer.metrics.differences import difference_regions
    from reviewer.metrics.pixels import resized, size_of
    from reviewer.overlays.difference import paint_difference

    notes = []
    size, other = size_of(first), size_of(second)
    if size != other:
        notes.append(f"resized {other[0]}×{other[1]} → {size[0]}×{size[1]} to compare")
        second = resized(second, size)
    token.check()
    found = difference_regions(first, second, tolerance=tolerance, most=_REGIONS)
    token.check()
    if found.alpha_only:
        notes.append(f"alpha alone differs in {found.alpha_only:,} px")
    total = found.classes.size
    return Difference(
        image=paint_difference(first, found.classes),
        regions=found.regions,
        count=found.count,
        same=found.same / total,
        small=found.small / total,
        large=found.large / total,
        note="; ".join((*notes, *found.notes)),
        tolerance=found.tolerance,
        large_over=found.large_over,
    )
