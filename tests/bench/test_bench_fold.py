"""How long credit and fold take: one task, and ten thousand."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from reviewer.model import Measurement
from reviewer.scoring.fold import fold
from reviewer.scoring.whatif import at_answers, editable, turning_points
from tests.unit.scoring.shipped import COUNTS, JUDGED, shipped

HIGHEST = {**COUNTS, **dict.fromkeys(JUDGED, 1)}


def task(chance: random.Random) -> dict[str, Measurement]:
    values: dict[str, Any] = {
        name: chance.randint(high // 2, high) for name, high in HIGHEST.items()
    }
    values |= {"furniture_layer": True, "east_align_variance": chance.random() * 30}
    return {name: Measurement(name, value) for name, value in values.items()}


def test_one_floor_plan(benchmark: Callable[..., Any]) -> None:
    rubric, measurements = shipped("floor_plan"), task(random.Random(1))
    ledger = benchmark(fold, rubric, measurements)
    assert ledger.headline.value is not None


def test_ten_thousand_floor_plans(benchmark: Any) -> None:
    rubric, chance = shipped("floor_plan"), random.Random(2)
    tasks = [task(chance) for _ in range(10_000)]

    def every() -> int:
        return sum(fold(rubric, found).headline.value is not None for found in tasks)

    assert benchmark.pedantic(every, rounds=3) == 10_000


def test_answers_ahead_of_one_item(benchmark: Callable[..., Any]) -> None:
    rubric, measurements = shipped("floor_plan"), task(random.Random(3))
    ahead = benchmark(at_answers, measurements, rubric, {}, "vlm_text_legible")
    assert len(ahead) == 4


def test_all_turning_points(benchmark: Callable[..., Any]) -> None:
    rubric, measurements = shipped("floor_plan"), task(random.Random(4))
    points = benchmark(turning_points, measurements, rubric)
    assert {point.key for point in points} <= {row.key for row in editable(rubric)}
    assert len(points) > 3
