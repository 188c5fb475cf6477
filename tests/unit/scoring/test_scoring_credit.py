"""Crediting one measurement: rules, bounds, absence, failure, parents, overrides."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.model import (
    Bound,
    Check,
    Credited,
    CreditRule,
    Measurement,
    Override,
    Rubric,
    Scalar,
    Stair,
)
from reviewer.model.ledger import ERROR, FAIL, NOT_JUDGED, NOT_MEASURED, PARTIAL, PASS
from reviewer.model.measurement import JUDGE
from reviewer.scoring.credit import credit

SIZES = CreditRule("steps", stairs=(Stair(Bound(at_most=0), 1.0), Stair(Bound(below=10), 0.5)))

OUTSIDE = (
    "4 is outside 0 to 1, as on another scale. "
    "Correct it in the file that it comes from, or answer the row"
)


def one(rule: CreditRule, value: Scalar, **fields: object) -> Credited:
    others = fields.pop("others", {})
    check = Check("row", "How?", "value", rule, **fields)
    values = {"value": Measurement("value", value)}
    values |= {name: Measurement(name, other) for name, other in others.items()}
    return credit(Rubric("r", 1, (check,), (), ()), values)[0]


@pytest.mark.parametrize(
    ("value", "earned", "state"),
    [(0, 1, PASS), (0.5, 0.5, PARTIAL), (9.99, 0.5, PARTIAL), (10, 0, FAIL), (-1, 1, PASS)],
)
def test_steps_give_the_first_that_holds(value: float, earned: float, state: str) -> None:
    got = one(SIZES, value)
    assert (got.credit, got.state) == (earned, state)
    assert got.margin == -value
    assert got.threshold == 0
    assert got.threshold_text == "≤ 0 → 1; < 10 → 0.5"


@pytest.mark.parametrize(
    ("bound", "inside", "outside"),
    [
        (Bound(at_least=0.9), 0.9, math.nextafter(0.9, 0)),
        (Bound(above=0.8), math.nextafter(0.8, 1), 0.8),
        (Bound(at_most=5), 5, math.nextafter(5, 9)),
        (Bound(below=0.03), math.nextafter(0.03, 0), 0.03),
    ],
)
def test_whether_the_bound_itself_counts(bound: Bound, inside: float, outside: float) -> None:
    rule = CreditRule("passes", conditions=(bound,))
    assert one(rule, inside).state == PASS
    assert one(rule, outside).state == FAIL
    assert one(rule, inside).margin >= 0
    assert one(rule, outside).margin <= 0


def test_a_ramp_has_a_number_or_another_measurement_as_its_target() -> None:
    assert one(CreditRule("ramp", target=22), 11).credit == 0.5
    assert one(CreditRule("ramp", target=22), 15).margin == -7
    by_other = CreditRule("ramp", target="wanted")
    got = one(by_other, 3, others={"wanted": 12})
    assert (got.credit, got.threshold) == (0.25, 12)
    for missing in ({}, {"wanted": None}, {"wanted": 0}, {"wanted": "many"}):
        gone = one(by_other, 3, others=missing)
        assert (gone.state, gone.credit) == (ERROR, None)
        assert gone.reason == "the target wanted was not measured"


def test_within_includes_both_ends() -> None:
    rule = CreditRule("within", low=2.0, high=4.0)
    assert [one(rule, value).credit for value in (1.99, 2, 3, 4, 4.01)] == [0, 1, 1, 1, 0]
    assert one(rule, 3.5).margin == 0.5
    assert one(rule, 5).margin == -1
    assert one(rule, 5).threshold == 4


def test_equals_compares_words_and_yes_or_no() -> None:
    assert one(CreditRule("equals", equals="RGBA"), "RGBA").state == PASS
    assert one(CreditRule("equals", equals="RGBA"), "RGB").state == FAIL
    assert one(CreditRule("equals", equals=True), 1.0).state == PASS
    assert one(CreditRule("equals", equals=True), False).threshold_text == "= yes"


def test_passes_looks_at_several_measurements() -> None:
    conditions = (Bound(above=0), Bound(at_least=0.65, of="ssim"))
    both = CreditRule("passes", conditions=conditions)
    either = CreditRule("passes", conditions=conditions, needs_all=False)
    for change, ssim, all_hold, any_holds in (
        (3, 0.7, 1, 1),
        (3, 0.6, 0, 1),
        (-3, 0.7, 0, 1),
        (-3, 0.6, 0, 0),
        (3, None, None, 1),  # not measured is never 0
        (-3, None, 0, None),
    ):
        assert one(both, change, others={"ssim": ssim}).credit == all_hold
        assert one(either, change, others={"ssim": ssim}).credit == any_holds
    assert one(both, 3, others={"ssim": 0.7}).margin == 3


@pytest.mark.parametrize(
    "rule",
    [
        CreditRule("direct"),
        CreditRule("ramp", target=22),
        CreditRule("within", low=3.0, high=9.0),
        CreditRule(
            "steps", stairs=(Stair(Bound(at_least=22), 1.0), Stair(Bound(at_least=14), 0.5))
        ),
        CreditRule("passes", conditions=(Bound(at_most=5),)),
        CreditRule("equals", equals=True),
    ],
)
def test_a_yes_or_no_is_the_answer_under_every_rule(rule: CreditRule) -> None:
    assert one(rule, True).credit == 1.0
    assert one(rule, False).credit == 0.0


@pytest.mark.parametrize("value", [math.nan, math.inf, "many"])
def test_no_number_is_an_error_and_never_a_zero(value: Scalar) -> None:
    for rule in (CreditRule("direct"), CreditRule("ramp", target=2), SIZES):
        got = one(rule, value)
        assert (got.state, got.credit) == (ERROR, None)
        assert got.reason
    assert one(CreditRule("direct"), 4).reason == OUTSIDE


@pytest.mark.parametrize(("absent", "counts"), [("skip", None), ("zero", 0.0), ("error", None)])
def test_absence_means_what_the_row_says(absent: str, counts: float | None) -> None:
    got = one(SIZES, None, absent=absent)
    assert (got.state, got.credit) == (NOT_MEASURED, counts)


@pytest.mark.parametrize(("failed", "counts"), [("skip", None), ("zero", 0.0), ("error", None)])
def test_failure_means_what_the_row_says(failed: str, counts: float | None) -> None:
    check = Check("row", "How?", "value", SIZES, failed=failed)
    values = {"value": Measurement("value", None, error="no memory")}
    (got,) = credit(Rubric("r", 1, (check,), (), ()), values)
    assert (got.state, got.credit, got.reason) == (ERROR, counts, "no memory")


def judge_row(measured: Measurement | None) -> Credited:
    check = Check("row", "Legible?", "row", CreditRule("direct"), overridable=True, scale="three")
    values = {"row": measured} if measured else {}
    return credit(Rubric("r", 1, (check,), (), ()), values)[0]


@pytest.mark.parametrize(
    ("measured", "reason"),
    [
        (None, "no judge"),
        (Measurement("row", None, source=JUDGE, reason="refused"), "refused"),
        (Measurement("row", None, source=JUDGE, error="time out"), "time out"),
        (Measurement("row", 4, source=JUDGE), OUTSIDE),
    ],
)
def test_a_judge_without_an_answer_did_not_judge(measured: Measurement | None, reason: str) -> None:
    got = judge_row(measured)
    assert (got.state, got.credit, got.reason) == (NOT_JUDGED, None, reason)


def test_a_person_can_override_code_which_is_then_not_measured_rather_than_not_judged() -> None:
    got = judge_row(Measurement("row", None, reason="no path"))
    assert got.state == NOT_MEASURED


def family(parent: Scalar, child: Scalar, overrides: dict[str, Override]) -> list[Credited]:
    direct = CreditRule("direct")
    checks = (
        Check("child", "Red?", "child", direct, needs=("parent",)),
        Check("parent", "A car?", "parent", direct, overridable=True, scale="yes_no"),
        Check("grandchild", "Shiny?", "grandchild", direct, needs=("child",)),
    )
    values = {
        "parent": Measurement("parent", parent, source=JUDGE),
        "child": Measurement("child", child),
        "grandchild": Measurement("grandchild", 1.0),
    }
    return list(credit(Rubric("r", 1, checks, (), ()), values, overrides))


def test_children_follow_their_parents_whatever_their_order() -> None:
    child, parent, grandchild = family(0.0, 1.0, {})
    assert [c.id for c in (child, parent, grandchild)] == ["child", "parent", "grandchild"]
    assert (child.state, child.credit) == (FAIL, 0.0)
    assert child.reason == "needs parent, which failed"
    assert grandchild.reason == "needs child, which failed"
    yes = Override(1.0, 0.0, "single", "ann")
    assert [c.credit for c in family(0.0, 1.0, {"parent": yes})] == [1.0, 1.0, 1.0]
    unknown = family(None, 1.0, {})[0]
    assert (unknown.state, unknown.credit) == (NOT_JUDGED, None)


def test_an_override_replaces_the_credit_and_keeps_what_was_measured() -> None:
    check = Check("row", "How?", "row", CreditRule("direct"), overridable=True, scale="unit")
    rubric = Rubric("r", 1, (check,), (), ())
    values = {"row": Measurement("row", 0.25, source=JUDGE)}
    (got,) = credit(rubric, values, {"row": Override(0.75, 0.25, "unanimous", "ann, bob")})
    assert (got.credit, got.state, got.is_overridden, got.previous) == (0.75, PARTIAL, True, 0.25)
    assert got.measurement.value == 0.25
    assert got.reason == "unanimous: ann, bob"
    assert credit(rubric, values)[0].credit == 0.25


def test_a_credit_that_another_grader_gave_is_not_credited_again() -> None:
    check = Check("named_ids", "Ids?", "ids", CreditRule("ramp", target=22))
    rubric = Rubric("r", 1, (check,), (), ())
    by_unit = {"ids": Measurement("ids", 0.5, unit="credit", source="file")}
    assert credit(rubric, by_unit)[0].credit == 0.5
    assert credit(rubric, {"ids": Measurement("ids", 11)})[0].credit == 0.5


@settings(deadline=None)
@given(st.floats(0, 60), st.floats(0, 60))
def test_more_is_never_worth_less(low: float, high: float) -> None:
    low, high = sorted((low, high))
    for rule in (
        CreditRule("ramp", target=22),
        CreditRule("steps", stairs=(Stair(Bound(at_least=22), 1.0), Stair(Bound(above=14), 0.5))),
    ):
        assert one(rule, low).credit <= one(rule, high).credit


@settings(deadline=None)
@given(st.floats(-50, 50), st.floats(-50, 50), st.floats(0, 5))
def test_near_is_within_the_margin_on_either_side(value: float, limit: float, near: float) -> None:
    got = one(CreditRule("passes", conditions=(Bound(at_least=limit),)), value, near=near)
    assert got.is_near is (abs(value - limit) <= near)
    assert got.margin == value - limit
