"""Turning points: for each number of a rubric, the nearest value at which a headline changes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from reviewer.model import HeadlineValue, Ledger, Measurements, Override, Rubric
from reviewer.scoring.bounds import NOISE
from reviewer.scoring.editable import Editable, editable, moved
from reviewer.scoring.fold import fold, headlines_of
from reviewer.scoring.plan import Plan, plan_of, recompiled

_NONE: Mapping[str, Override] = {}
_HALVINGS = 44
_PLACES = 6

Came = tuple[tuple[float | None, bool | None], ...]


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """Where one number, moved from `now`, first changes a headline.

    `at` is the nearest value at which it does; when `beyond` is set, `at` itself changes nothing
    and any value past it does. `turns` says that the verdict changes there too; `verdict_at` is
    the nearest value at which it does, where there is one, and `verdict_beyond` says of it what
    `beyond` says of `at`. Found to within 1e-9.
    """

    key: str
    text: str
    now: float
    at: float
    beyond: bool
    headline: str
    before: float | None
    after: float | None
    turns: bool
    verdict_at: float | None = None
    verdict_beyond: bool = False


@dataclass(frozen=True, slots=True)
class _Trial:
    """Folding with one number set to another value."""

    row: Editable
    run: Callable[[float], tuple[HeadlineValue, ...]]

    def came(self, value: float) -> Came:
        """What the headlines come to at this value."""
        return tuple((headline.value, headline.passes) for headline in self.run(value))


def turning_points(
    measurements: Measurements, rubric: Rubric, overrides: Mapping[str, Override] = _NONE
) -> tuple[TurningPoint, ...]:
    """The nearest turning points of every number, up to one in each direction."""
    now = fold(rubric, measurements, overrides)
    plan = plan_of(rubric)
    hints = sorted(_hints(now, measurements))
    points: list[TurningPoint] = []
    for row in editable(rubric):
        trial = _Trial(row, _runner(plan, row, measurements, overrides))
        for end in (row.low, row.high):
            point = _turning_point(trial, now, end, hints)
            if point is not None:
                points.append(point)
    return tuple(points)


def _runner(
    plan: Plan, row: Editable, measurements: Measurements, overrides: Mapping[str, Override]
) -> Callable[[float], tuple[HeadlineValue, ...]]:
    rubric = plan.rubric

    def run(value: float) -> tuple[HeadlineValue, ...]:
        draft = moved(rubric, row, value)
        return headlines_of(recompiled(plan, draft, row.path), measurements, overrides)

    return run


def _hints(ledger: Ledger, measurements: Measurements) -> Iterator[float]:
    """Values where comparisons tip: all that was measured, credited or reached."""
    for measured in measurements.values():
        if isinstance(measured.value, int | float) and not isinstance(measured.value, bool):
            yield float(measured.value)
    for check in ledger.checks:
        if check.credit is not None:
            yield check.credit
    for reached in ledger.registers.values():
        if reached is not None:
            yield reached
            yield round(reached, 3)


def _turning_point(
    trial: _Trial, now: Ledger, end: float, hints: list[float]
) -> TurningPoint | None:
    start = trial.row.value
    if end == start:
        return None
    base = trial.came(start)
    found = _first_change(start, end, hints, lambda value: trial.came(value) != base)
    if found is None:
        return None
    at, beyond = found
    changed = trial.run(_past(at, start, end) if beyond else at)
    which = next(i for i, new in enumerate(changed) if (new.value, new.passes) != base[i])
    turns = any(new.passes != base[i][1] for i, new in enumerate(changed))
    verdict = (at, beyond) if turns else _first_verdict(trial, base, start, end, hints)
    return TurningPoint(
        trial.row.key,
        trial.row.text,
        start,
        at,
        beyond,
        changed[which].name,
        now.headlines[which].value,
        changed[which].value,
        turns,
        *(verdict or (None, False)),
    )


def _first_verdict(
    trial: _Trial, base: Came, start: float, end: float, hints: list[float]
) -> tuple[float, bool] | None:
    if all(passes is None for _, passes in base):
        return None
    verdicts = [passes for _, passes in base]
    return _first_change(
        start, end, hints, lambda value: [p for _, p in trial.came(value)] != verdicts
    )


def _first_change(
    start: float, end: float, hints: list[float], differs: Callable[[float], bool]
) -> tuple[float, bool] | None:
    """The value nearest to `start`, on the way to `end`, at which something differs.

    Headlines move one way as a number moves one way: what is the same at the end was never
    different, and between two hints a change is found by halving.
    """
    if not differs(end):
        return None
    low, high = sorted((start, end))
    stops = [value for value in hints if low < value < high]
    if end < start:
        stops.reverse()
    if differs(_past(start, start, end)):
        return start, True
    last = start
    for stop in (*_thinned(stops, differs), end):
        if not differs(stop):
            if differs(_past(stop, start, end)):
                return stop, True
            last = stop
            continue
        inside = math.nextafter(stop, last)
        if not differs(inside):
            return stop, False
        return _plain(_halve(last, inside, differs), differs), False
    return None


def _plain(at: float, differs: Callable[[float], bool]) -> float:
    """The number of few places that halving came next to, where that differs already.

    Halving ends a little past the value that it looks for, and what a person types is that value.
    """
    for places in range(_PLACES + 1):
        near = round(at, places)
        if abs(near - at) < NOISE:
            return near if differs(near) else at
    return at


def _thinned(stops: list[float], differs: Callable[[float], bool]) -> tuple[float, ...]:
    """The stops around the first change, found by halving instead of trying each."""
    low, high = 0, len(stops)
    while low < high:
        middle = (low + high) // 2
        if differs(stops[middle]):
            high = middle
        else:
            low = middle + 1
    return tuple(stops[max(0, low - 1) : low + 1])


def _past(value: float, start: float, end: float) -> float:
    """The next number after `value` in the direction from `start` to `end`."""
    return math.nextafter(value, math.inf if end > start else -math.inf)


def _halve(same: float, other: float, differs: Callable[[float], bool]) -> float:
    """The nearest differing value between one that does not differ and one that does."""
    for _ in range(_HALVINGS):
        middle = (same + other) / 2
        if middle in (same, other):
            break
        if differs(middle):
            other = middle
        else:
            same = middle
    return other
