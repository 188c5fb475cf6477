"""What stands behind a number under “What if” holds at that very number: at least, above."""

from __future__ import annotations

import re

import pytest

from reviewer.model import Measurement, Rubric
from reviewer.scoring import whatif
from reviewer.scoring.fold import fold
from reviewer.scoring.rubric_file import parse_rubric
from reviewer.ui.bottom.what_if_rows import what_if_rows

WORDS = re.compile(r"(at least|at most|above|below) (\d*\.?\d+) (.+)")
# Far enough for any comparison, near enough to cross no second one.
STEP = 1e-5

RUBRIC = parse_rubric(
    b"""
name = "poster"
version = 1
[[headline]]
name = "overall_score"
passes = 0.7
[[check]]
id = "title"
asks = "Is the title legible?"
direct = true
scale = "unit"
overridable = true
[[check]]
id = "text"
asks = "Is the text legible?"
direct = true
scale = "unit"
overridable = true
[[step]]
id = "mean"
verb = "weigh"
into = "overall_score"
parts = { title = 1, text = 2 }
because = "the judge's mean"
[[step]]
id = "cap_75"
verb = "cap"
into = "overall_score"
at = 0.5
because = "the judge's mean is below .75"
when = { register = "overall_score", below = 0.75 }
[[step]]
id = "cap_40"
verb = "cap"
into = "overall_score"
at = 0.35
because = "the judge's mean is below .4"
when = { register = "overall_score", below = 0.4 }
""",
    name="poster",
)


def judged(title: float, text: float) -> dict[str, Measurement]:
    values = {"title": title, "text": text}
    return {name: Measurement(name, value, source="judge") for name, value in values.items()}


def came(
    rubric: Rubric, found: dict[str, Measurement]
) -> tuple[tuple[float | None, bool | None], ...]:
    return tuple((line.value, line.passes) for line in fold(rubric, found).headlines)


def wrong(found: dict[str, Measurement], rubric: Rubric) -> list[str]:
    """The rows whose words do not hold when the grade is folded at the number that they name."""
    base = came(rubric, found)
    points = whatif.turning_points(found, rubric)
    passes = fold(rubric, found).headlines[0].passes
    faults = []
    for row in what_if_rows(whatif.editable(rubric), points=points, rubric=rubric, passes=passes):
        for line in row.detail.splitlines():
            words = WORDS.fullmatch(line)
            if words is None:
                continue
            side, number, does = words[1], float(words[2]), words[3]
            by_verdict = does in ("passes", "fails", "changes the verdict")

            def turned(value: float, *, by_verdict: bool = by_verdict, key: str = row.key) -> bool:
                now = came(whatif.with_values(rubric, {key: value}), found)
                if by_verdict:
                    return [passes for _, passes in now] != [passes for _, passes in base]
                return now != base

            past = number + (STEP if side in ("at least", "above") else -STEP)
            if turned(number) != (side in ("at least", "at most")):
                faults.append(f"{row.key}: {line}, at it")
            if row.editable.low <= past <= row.editable.high and not turned(past):
                faults.append(f"{row.key}: {line}, past it")
    return faults


@pytest.mark.parametrize("text", [0.0, 0.4, 0.5, 1.0])
@pytest.mark.parametrize("title", [0.0, 0.5, 1.0])
def test_words_hold_at_the_number_that_they_name(title: float, text: float) -> None:
    assert wrong(judged(title, text), RUBRIC) == []
