"""A margin says what decides: above nothing where a row holds, below it where it does not."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.model import Bound, Check, Measurement, Override, Rubric
from reviewer.model.ledger import FAIL, PARTIAL, PASS
from reviewer.scoring.explain import check_sentence
from reviewer.scoring.fold import fold
from reviewer.scoring.rubric_file import parse_rubric

FOLDER = Path(__file__).parents[3] / "resources" / "rubrics"
BY_PERSON = Override(1.0, None, "single", "ann")


def data(name: str) -> bytes:
    return (FOLDER / f"{name}.toml").read_bytes()


RUBRICS = {
    path.stem: parse_rubric(path.read_bytes(), name=path.stem, base=data)
    for path in sorted(FOLDER.glob("*.toml"))
}


def bounds_of(check: Check) -> list[Bound]:
    rule = check.rule
    return [*rule.conditions, *(b for s in rule.stairs for b in (s.bound, *s.also))]


def near_of(check: Check) -> list[float]:
    """Numbers on and beside every threshold of a row."""
    rule = check.rule
    limits = [
        limit
        for bound in bounds_of(check)
        for limit in (bound.at_least, bound.above, bound.at_most, bound.below)
        if limit is not None
    ]
    ends = (rule.low, rule.high, rule.target)
    limits += [limit for limit in ends if isinstance(limit, float | int)]
    return [limit + far for limit in limits or [0.5] for far in (-1, -0.01, 0, 0.01, 1)]


@st.composite
def measured(draw: st.DrawFn) -> tuple[Rubric, dict[str, Measurement]]:
    rubric = RUBRICS[draw(st.sampled_from(sorted(RUBRICS)))]
    found: dict[str, Measurement] = {}
    for check in rubric.checks:
        for name in {check.measure, *(bound.of for bound in bounds_of(check) if bound.of)}:
            words = [b.equals for b in bounds_of(check) if b.has_equals]
            values = st.sampled_from([*near_of(check), True, False, *words])
            found.setdefault(name, Measurement(name, draw(values)))
    return rubric, found


@settings(max_examples=300, deadline=None)
@given(measured())
def test_no_margin_contradicts_the_state_of_its_row(
    case: tuple[Rubric, dict[str, Measurement]],
) -> None:
    rubric, found = case
    for credited in fold(rubric, found).checks:
        if credited.margin is None:
            assert not credited.is_near, credited
        elif credited.state == PASS:
            assert credited.margin >= 0, credited
        elif credited.state in (FAIL, PARTIAL):
            assert credited.margin <= 0, credited


@settings(max_examples=200, deadline=None)
@given(measured())
def test_the_margin_of_a_step_is_below_nothing_where_it_fires(
    case: tuple[Rubric, dict[str, Measurement]],
) -> None:
    rubric, found = case
    for line in fold(rubric, found).lines:
        if line.margin is not None and line.verb != "weigh" and line.available:
            assert line.margin <= 0 if line.fired else line.margin >= 0, line


@settings(max_examples=50, deadline=None)
@given(measured())
def test_where_a_person_decides_no_margin_is_told(
    case: tuple[Rubric, dict[str, Measurement]],
) -> None:
    rubric, found = case
    overrides = {check.id: BY_PERSON for check in rubric.checks}
    assert all(
        credited.margin is None and not credited.is_near
        for credited in fold(rubric, found, overrides).checks
    )


HEAD = """
[[headline]]
name = "score"
[[step]]
id = "mean"
verb = "mean"
of = ["task"]
because = "mean"
[[check]]
id = "row"
asks = "It holds"
bucket = "task"
near = 0.2
"""


@pytest.mark.parametrize(
    ("rule", "value", "beside", "state", "says"),
    [
        ("passes = { all = [{ at_least = 0.9 }, { of = 'mode', equals = 'P' }] }",
         1.0, "RGB", FAIL, "It holds (row): fail; 1; wanted ≥ 0.9 and mode = P; mode is RGB."),
        ("passes = { all = [{ at_least = 0.9 }, { of = 'mode', equals = 'P' }] }",
         0.8, "P", FAIL, "It holds (row): fail; 0.8; wanted ≥ 0.9 and mode = P; near, 0.1 short."),
        ("passes = { any = [{ at_least = 0.9 }, { of = 'mode', equals = 'P' }] }",
         0.8, "P", PASS, "It holds (row): pass; 0.8; wanted ≥ 0.9 or mode = P; mode is P."),
        ("steps = [{ all = [{ at_least = 0.9 }, { of = 'mode', equals = 'P' }], credit = 1 }, "
         "[0.5, 0.4]]",
         1.0, "RGB", PARTIAL,
         "It holds (row): partial 0.4; 1; wanted ≥ 0.9 and mode = P → 1; ≥ 0.5 → 0.4; "
         "mode is RGB."),
    ],
)  # fmt: skip
def test_what_decides_is_named_and_nothing_else(
    rule: str, value: float, beside: str, state: str, says: str
) -> None:
    rubric = parse_rubric(f"{HEAD}{rule}\n".encode(), name="made")
    found = {"row": Measurement("row", value), "mode": Measurement("mode", beside)}
    (credited,) = fold(rubric, found).checks
    assert credited.state == state
    assert check_sentence(credited, rubric.checks[0]) == says
