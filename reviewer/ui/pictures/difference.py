"""The difference between two pictures, and a walk through its regions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Signal

from reviewer.session.comparing import TOLERANCE, difference
from reviewer.ui.pictures.source import Picture, Prepared, Run, prepare

# Colors of the three classes, the same in both schemes and palettes.
_COLORS = ("#6e6e6e", "#56b4e9", "#d55e00")


@dataclass(frozen=True, slots=True)
class Region:
    """One connected region: its box in pixels and how many pixels differ."""

    x: int
    y: int
    width: int
    height: int
    area: int
    is_alpha: bool = False

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The box as marks and the camera take it."""
        return self.x, self.y, self.width, self.height


@dataclass(frozen=True, slots=True, eq=False)
class DifferenceResult:
    """A painted difference: uint8 (H, W, 3) RGB, regions by area, shares of the three classes.

    `note` is shown in the header, such as "alpha differs in 412 px" or "golden resized"; `count`
    counts all regions where only the largest are described.
    """

    image: Any
    regions: tuple[Region, ...]
    same: float
    small: float
    large: float
    note: str = ""
    count: int = 0
    tolerance: int = TOLERANCE
    large_over: int = 0


def legend(result: DifferenceResult | None) -> tuple[tuple[str, str], ...]:
    """The three classes with their limits in levels, once they are known."""
    if result is None:
        return tuple(zip(_COLORS, ("same", "small", "large"), strict=True))
    low, high = result.tolerance, result.large_over
    small = f"small, {low + 1}–{high}" if low < high else "small, none"
    words = (f"same, to {low}", small, f"large, over {high}")
    return tuple(zip(_COLORS, words, strict=True))


# (first, second, tolerance, token) to a result; called off the UI thread with uint8 arrays.
ComputeDifference = Callable[[Any, Any, int, Any], DifferenceResult]


def compute_difference(first: Any, second: Any, tolerance: int, token: Any) -> DifferenceResult:  # noqa: ANN401
    """The difference as the picture side takes it."""
    found = difference(first, second, tolerance, token)
    regions = tuple(
        Region(r.box[0], r.box[1], r.box[2] - r.box[0], r.box[3] - r.box[1], r.area, r.is_alpha)
        for r in found.regions
    )
    return DifferenceResult(
        found.image,
        regions,
        found.same,
        found.small,
        found.large,
        note=found.note,
        count=found.count,
        tolerance=found.tolerance,
        large_over=found.large_over,
    )


class DifferenceWalk(QObject):
    """Computes the difference of a pair when asked, and holds the current region."""

    changed = Signal()
    region_changed = Signal()

    def __init__(self, run: Run, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._run = run
        self.compute: ComputeDifference | None = None
        self.tolerance = TOLERANCE
        self.result: DifferenceResult | None = None
        self.picture: Picture | None = None
        self.problem = ""
        self.index = -1
        self._asked: tuple[int, int, int] | None = None

    def forget(self) -> None:
        """Another task or another pair: nothing is known."""
        self.result, self.picture, self.problem, self.index = None, None, "", -1
        self._asked = None
        self.changed.emit()

    @property
    def regions(self) -> tuple[Region, ...]:
        """Largest first."""
        return self.result.regions if self.result is not None else ()

    @property
    def count(self) -> int:
        """How many regions there are, described or not."""
        described = len(self.regions)
        return max(described, self.result.count) if self.result is not None else described

    @property
    def region(self) -> Region | None:
        """Where the walk stands."""
        return self.regions[self.index] if 0 <= self.index < len(self.regions) else None

    def ask(self, first: Any, second: Any) -> None:  # noqa: ANN401 - arrays
        """Have the difference of two arrays computed, unless it already is or is under way."""
        asked = (id(first), id(second), self.tolerance)
        if self._asked == asked:
            return
        self._asked = asked
        compute, tolerance = self.compute, self.tolerance
        if compute is None:
            self.problem = "No way to compute a difference was handed in."
            self.changed.emit()
            return

        def call(token: Any) -> tuple[DifferenceResult, Prepared]:  # noqa: ANN401
            result = compute(first, second, tolerance, token)
            return result, prepare(result.image)

        self._run(
            "difference",
            call,
            done=lambda answer: self._take(asked, *answer),
            failed=lambda error: self._fail(asked, error),
        )

    def set_result(self, result: DifferenceResult, prepared: Prepared) -> None:
        """A difference that was computed elsewhere."""
        kept = self.region
        self.result, self.problem = result, ""
        self.picture = Picture(prepared, (prepared.width, prepared.height), True, result.image)
        boxes = [region.box for region in result.regions]
        self.index = boxes.index(kept.box) if kept is not None and kept.box in boxes else -1
        self.changed.emit()

    def step(self, by: int) -> Region | None:
        """Go to the next or previous region; None when there is none."""
        if not self.regions:
            return None
        start = self.index if self.index >= 0 else (-1 if by > 0 else 0)
        return self.go(start + by)

    def go(self, index: int) -> Region | None:
        """Go to one region, wrapping round."""
        if not self.regions:
            return None
        self.index = index % len(self.regions)
        self.region_changed.emit()
        return self.region

    def _take(
        self, asked: tuple[int, int, int], result: DifferenceResult, prepared: Prepared
    ) -> None:
        if asked == self._asked:
            self.set_result(result, prepared)

    def _fail(self, asked: tuple[int, int, int], error: Exception) -> None:
        if asked == self._asked:
            # Still the one that was asked: a failure is not tried again until something changes.
            self.problem = f"The difference cannot be computed: {error}"
            self.result = self.picture = None
            self.changed.emit()
