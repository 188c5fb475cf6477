"""Where panes go: pure geometry by mode, room and the shape of the pictures."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

Rect = tuple[int, int, int, int]

MODES = ("3-up", "swipe", "onion", "difference", "sheet", "one")
GAP = 8
WORTH_A_SECOND_ROW = 1.3


@dataclass(frozen=True, slots=True)
class Room:
    """The canvas to divide, in logical pixels; `header` is the height of a pane header."""

    width: int
    height: int
    header: int
    window: int

    @property
    def is_narrow(self) -> bool:
        """Under 1500 the default is one large pane with a strip."""
        return self.window < 1500

    @property
    def strip(self) -> int:
        """Width of the strip of thumbnails."""
        return 88 if self.window < 1200 else 104


def default_mode(*, is_narrow: bool, count: int) -> str:
    """One pane and a strip where there is little room, else all beside each other."""
    return "one" if is_narrow or count < 2 else "3-up"


def grid(room: Room, count: int, aspect: float) -> list[Rect]:
    """Equal panes side by side, or in rows where these show pictures of an aspect clearly larger.

    The eye compares along a row; a few per cent of size are not worth a break and an empty cell.
    """
    if count <= 0:
        return []
    best = max(
        range(1, count + 1),
        key=lambda columns: (round(_shown(room, count, columns, aspect)), columns),
    )
    gain = _shown(room, count, best, aspect) / max(1.0, _shown(room, count, count, aspect))
    return _cells(room, count, best if gain >= WORTH_A_SECOND_ROW else count)


def _shown(room: Room, count: int, columns: int, aspect: float) -> float:
    _, _, width, height = _cells(room, count, columns)[0]
    return min(width - 2.0, (height - room.header - 2) * aspect)


def _cells(room: Room, count: int, columns: int) -> list[Rect]:
    rows = ceil(count / columns)
    width = (room.width - GAP * (columns + 1)) / columns
    height = (room.height - GAP * (rows + 1)) / rows
    cells = []
    for number in range(count):
        row, column = divmod(number, columns)
        left, top = round(GAP + column * (width + GAP)), round(GAP + row * (height + GAP))
        right = round(GAP + column * (width + GAP) + width)
        cells.append((left, top, right - left, round(GAP + row * (height + GAP) + height) - top))
    return cells


def with_strip(room: Room, strip: int) -> tuple[Rect, Rect]:
    """One large pane and the strip at its right."""
    height = room.height - 2 * GAP
    left = room.width - GAP - strip
    return (GAP, GAP, left - 2 * GAP, height), (left, GAP, strip, height)


def single(room: Room) -> Rect:
    """One pane that takes all."""
    return GAP, GAP, room.width - 2 * GAP, room.height - 2 * GAP


def with_details(room: Room, count: int) -> tuple[Rect, list[Rect]]:
    """A large pane and close-ups stacked at its right, or none where they would be too small."""
    width = min(208, room.width // 5)
    height = (room.height - GAP * (count + 1)) / max(1, count)
    if count == 0 or width < 104 or height < 96:
        return single(room), []
    main, side = with_strip(room, width)
    cells = []
    for number in range(count):
        top = round(GAP + number * (height + GAP))
        cells.append((side[0], top, width, round(GAP + number * (height + GAP) + height) - top))
    return main, cells


def four(room: Room) -> list[Rect]:
    """The 2×2 sheet."""
    return _cells(room, 4, 2)
