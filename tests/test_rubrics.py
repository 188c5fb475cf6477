"""Every row of every shipped rubric: it parses, earns what it says, and can be read."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from reviewer.model import Bound, Check, Measurement, Measurements, Rubric, Scalar
from reviewer.scoring.bounds import holds
from reviewer.scoring.check_rows import LOOKS
from reviewer.scoring.credit import credit
from reviewer.scoring.rubric_file import check_rubric, parse_rubric

FOLDER = Path(__file__).parents[1] / "resources" / "rubrics"
NAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))
CJK = re.compile("[一-鿿]")


def data(name: str) -> bytes:
    return (FOLDER / f"{name}.toml").read_bytes()


def rubric(name: str) -> Rubric:
    return parse_rubric(data(name), name=f"{name}.toml", base=data)


def rows() -> list[tuple[str, Check]]:
    return [(name, check) for name in NAMES for check in rubric(name).checks]


ROWS = [pytest.param(name, check, id=f"{name}-{check.id}") for name, check in rows()]

STAIRS = [row for row in ROWS if row.values[1].rule.form in ("steps", "passes")]


def test_every_kind_has_its_rubric() -> None:
    kinds = {
        "gimp_edit",
        "gimp_edit_config",
        "gimp_edit_semantic",
        "image_match",
        "floor_plan",
        "agent_judged",
        "graded_folder",
        "maze_image",
        "maze_video",
        "text_to_image",
    }
    assert kinds <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_no_faults_and_no_credit_that_lowers_a_headline(name: str) -> None:
    assert check_rubric(data(name), name=name, base=data) == []
    assert rubric(name).name == name


@pytest.mark.parametrize("name", NAMES)
def test_steps_have_ids_and_reasons(name: str) -> None:
    steps = rubric(name).steps
    assert all((step.id and step.because[0].isalnum()) or step.because[0] == "." for step in steps)
    assert len({step.id for step in steps}) == len(steps)


@pytest.mark.parametrize(("name", "check"), ROWS)
def test_row_can_be_read_in_two_languages(name: str, check: Check) -> None:
    assert check.asks.strip()
    assert check.translated_by == "hand"
    is_chinese = bool(CJK.search(check.asks))
    other = check.asks_tr["en" if is_chinese else "zh"]
    assert bool(CJK.search(other)) is not is_chinese
    assert check.look in LOOKS
    assert check.look
    assert check.reads
    if check.overridable:
        assert check.scale


@pytest.mark.parametrize("name", NAMES)
def test_uncovered_rows_and_parameters_can_be_read(name: str) -> None:
    read = rubric(name)
    for row in (*read.uncovered, *read.parameters):
        assert row.asks.strip()
        assert CJK.search(row.asks_tr["zh"])
    for parameter in read.parameters:
        assert parameter.choices or parameter.high is not None


def limits(bound: Bound) -> Iterator[float]:
    for limit in (bound.at_least, bound.above, bound.at_most, bound.below):
        if limit is not None:
            yield limit


def full_bounds(check: Check) -> tuple[Bound, ...]:
    """The comparisons that the row's full credit hangs on, its own last in line."""
    if check.rule.form == "passes":
        return check.rule.conditions if check.rule.needs_all else check.rule.conditions[-1:]
    best = [stair for stair in check.rule.stairs if stair.credit == 1]
    return (best[-1].bound, *best[-1].also)


def earned(check: Check, values: dict[str, Scalar]) -> float | None:
    one = Rubric("one", 1, (check,), (), ())
    measurements: Measurements = {name: Measurement(name, value) for name, value in values.items()}
    return credit(one, measurements)[0].credit


def satisfying(bound: Bound) -> Scalar:
    """A value that holds a comparison, well inside it."""
    if bound.has_equals:
        return bound.equals
    limit = next(limits(bound))
    return limit + 1 if bound.at_least is not None or bound.above is not None else limit - 1


@pytest.mark.parametrize(("name", "check"), STAIRS)
def test_full_credit_just_inside_and_less_just_outside(name: str, check: Check) -> None:
    """At, above and below each threshold, with everything else the row compares held."""
    bounds = full_bounds(check)
    inside = {bound.of or check.measure: satisfying(bound) for bound in bounds}
    inside.setdefault(check.measure, False)
    assert earned(check, inside) == 1.0
    for bound in bounds:
        for limit in limits(bound):
            for value in (math.nextafter(limit, -math.inf), limit, math.nextafter(limit, math.inf)):
                moved = inside | {bound.of or check.measure: value}
                assert (earned(check, moved) == 1.0) is holds(bound, value), (bound, value)


@pytest.mark.parametrize(("name", "check"), ROWS)
def test_stairs_in_between_earn_what_they_say(name: str, check: Check) -> None:
    partial = [stair for stair in check.rule.stairs if 0 < stair.credit < 1]
    for stair in partial:
        bounds = (stair.bound, *stair.also)
        values: dict[str, Scalar] = {}
        for bound in bounds:
            # On the very limit where the limit counts, so that no higher stair is reached.
            value = next(limits(bound), None)
            edge = satisfying(bound) if value is None else value
            values[bound.of or check.measure] = (
                edge if holds(bound, edge) else math.nextafter(float(edge), -math.inf)
            )
        values.setdefault(check.measure, 0)
        assert earned(check, values) == stair.credit


@pytest.mark.parametrize(("name", "check"), ROWS)
def test_ramps_and_direct_rows_run_from_nothing_to_full(name: str, check: Check) -> None:
    rule = check.rule
    if rule.form == "direct":
        got = [earned(check, {check.measure: value}) for value in (0, 0.25, 1, True, False)]
        assert got == [0, 0.25, 1, 1, 0]
        assert earned(check, {check.measure: 1.5}) == (0.0 if check.failed == "zero" else None)
    elif rule.form == "ramp":
        target = 8.0 if isinstance(rule.target, str) else rule.target
        other = {rule.target: target} if isinstance(rule.target, str) else {}
        got = [
            earned(check, {check.measure: share * target, **other}) for share in (-1, 0, 0.5, 1, 2)
        ]
        assert got == [0, 0, 0.5, 1, 1]
    elif rule.form == "equals":
        assert earned(check, {check.measure: rule.equals}) == 1
        assert earned(check, {check.measure: "another value"}) == 0
    else:
        assert rule.form in ("steps", "passes")


@pytest.mark.parametrize(("name", "check"), ROWS)
def test_what_is_not_measured_is_never_silently_zero(name: str, check: Check) -> None:
    one = Rubric("one", 1, (check,), (), ())
    gone = credit(one, {check.measure: Measurement(check.measure, None, reason="no file")})[0]
    assert gone.state in ("not measured", "not judged")
    assert gone.reason == "no file"
    assert gone.credit == (0.0 if check.absent == "zero" else None)
