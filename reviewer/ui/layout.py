"""Where the parts of the window go, by its width: panels, drawer, lower panel."""

from __future__ import annotations

from dataclasses import dataclass

from reviewer.ui import fonts

WIDE = 1500
NARROW = 1200
SMALLEST = (1093, 614)


@dataclass(frozen=True, slots=True)
class Widths:
    """Widths of the side panels; a list of 0 is a drawer over the pictures."""

    list: int
    panel: int
    drawer: int
    is_wide: bool


def widths(window: int) -> Widths:
    """The widths for a window of this width in logical pixels."""
    if window >= WIDE:
        return Widths(fonts.scaled(272), fonts.scaled(400), fonts.scaled(272), True)
    if window >= NARROW:
        return Widths(fonts.scaled(208), fonts.scaled(320), fonts.scaled(272), False)
    return Widths(0, fonts.scaled(296), fonts.scaled(272), False)
