"""Putting a hundred thousand rows in order beside the window: in steps, none of which is long."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from reviewer.session.queue import Progress, Test, blinded, progress, sort_key
from reviewer.session.state import Row

# One step keeps every other thread waiting, the window's too.
_STEP = 2_000


@dataclass(frozen=True, slots=True)
class Order:
    """Which rows are shown, and in which order."""

    words: str
    test: Test
    sort: str
    descending: bool
    is_blind: bool


@dataclass(frozen=True, slots=True)
class Arranged:
    """Rows in order, with what each was sorted by and how far they are."""

    order: Order
    shown: list[Row]
    keys: dict[str, object]
    progress: Progress


def arranged(rows: Sequence[Row], order: Order, check: Callable[[], None]) -> Arranged:
    """The rows that pass, in order; `check` may raise between two steps."""
    kept: list[Row] = []
    for start in range(0, len(rows), _STEP):
        check()
        step = rows[start : start + _STEP]
        kept += [row for row in (map(blinded, step) if order.is_blind else step) if order.test(row)]
    if order.sort == "folder":
        return Arranged(order, kept[::-1] if order.descending else kept, {}, progress(kept))
    keys: dict[str, object] = {}
    parts: list[list[Row]] = []
    for start in range(0, len(kept), _STEP):
        check()
        part = kept[start : start + _STEP]
        for row in part:
            keys[row.id] = sort_key(row, sort=order.sort, descending=order.descending)
        part.sort(key=lambda row: keys[row.id], reverse=order.descending)  # type: ignore[arg-type, return-value]
        parts.append(part)
    shown: list[Row] = []
    # Merging is many small steps: other threads run between any two of them.
    merged = heapq.merge(*parts, key=lambda row: keys[row.id], reverse=order.descending)  # type: ignore[arg-type, return-value]
    for number, row in enumerate(merged):
        if number % _STEP == 0:
            check()
        shown.append(row)
    return Arranged(order, shown, keys, progress(shown))
