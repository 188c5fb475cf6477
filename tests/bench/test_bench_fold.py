"""How long credit and fold take: one task, and ten thousand."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from reviewer.model import Measurement, Rubric
from reviewer.scoring.fold import fold
from reviewer.scoring.rubric_file import parse_rubric
from reviewer.scoring.whatif import at_answers, editable, turning_points

RUBRICS = Path(__file__).parents[2] / "resources" / "rubrics"
COUNTS = {
    "shapes": 31,
    "colors": 5,
    "texts": 31,
    "dim_mm": 9,
    "png_bytes": 80_000,
    "png_width": 2400,
    "png_height": 1800,
    "check_lines": 22,
    "named_ids": 22,
    "lpe_count": 3,
    "measure_count": 5,
    "gt_furniture_coverage": 11,
    "gt_furniture_target": 11,
    "gt_room_refs": 4,
    "gt_room_count": 4,
    "east_rects": 4,
    "inkscape_ui_shots": 5,
    "vlm_furniture_present": 1,
    "vlm_text_legible": 1,
    "vlm_color_categorized": 1,
    "vlm_layout_realistic": 1,
}


def floor_plan() -> Rubric:
    return parse_rubric((RUBRICS / "floor_plan.toml").read_bytes(), name="floor_plan")


def task(chance: random.Random) -> dict[str, Measurement]:
    values: dict[str, Any] = {
        name: chance.randint(high // 2, high) for name, high in COUNTS.items()
    }
    values |= {"furniture_layer": True, "east_align_variance": chance.random() * 30}
    return {name: Measurement(name, value) for name, value in values.items()}


def test_one_floor_plan(benchmark: Callable[..., Any]) -> None:
    rubric, measurements = floor_plan(), task(random.Random(1))
    ledger = benchmark(fold, rubric, measurements)
    assert ledger.headline.value is not None


def test_ten_thousand_floor_plans(benchmark: Any) -> None:
    rubric, chance = floor_plan(), random.Random(2)
    tasks = [task(chance) for _ in range(10_000)]

    def every() -> int:
        return sum(fold(rubric, found).headline.value is not None for found in tasks)

    assert benchmark.pedantic(every, rounds=3) == 10_000


def test_answers_ahead_of_one_item(benchmark: Callable[..., Any]) -> None:
    rubric, measurements = floor_plan(), task(random.Random(3))
    ahead = benchmark(at_answers, measurements, rubric, {}, "vlm_text_legible")
    assert len(ahead) == 4


def test_all_turning_points(benchmark: Callable[..., Any]) -> None:
    rubric, measurements = floor_plan(), task(random.Random(4))
    points = benchmark(turning_points, measurements, rubric)
    assert {point.key for point in points} <= {row.key for row in editable(rubric)}
    assert len(points) > 3
